/**
 * The panel "How good?": the figures that the fitting error is not. Each network's answers to samples it hadn't seen, the
 * external points whose outcome is known, and the usual alternatives on the same points.
 */
import {agreementPlot} from "../../figures/draw/agreement.js";
import {heldOut, knownRows, packedRows, pointName} from "./bench.js";
import {capital} from "../../ui/names.js";
import {element} from "../../ui/element.js";
import {place} from "./parts.js";
import {gapsText, orderParts} from "./inorder.js";
import {wholeEngine} from "./learning.js";
import {counts, deviation, foldScores, frequentClass, neighbours, score, straightLine} from "./neighbours.js";
import {plural, short, table} from "../../ui/words.js";

/** With three digits or, for a share, a decimal of a percent; its standard deviation over the folds, where there is one, ends where it ends. */
export function figure(value, spread, classes) {
  const decimals = value > 0 ? Math.min(20, Math.max(0, 2 - Math.floor(Math.log10(value)))) : 2;
  const text = classes ? (v) => (100 * v).toFixed(1) : value !== 0 && value < 1e-3 ? short : (v) => v.toFixed(decimals);
  return `${text(value)}${spread === null || spread === undefined ? "" : ` ± ${text(spread)}`}${classes ? " %" : ""}`;
}

/** What the fitting error is, and what it isn't. */
export function fittingText(error, duplicates) {
  const nothing = "it says nothing about new points.";
  if (error === 0) return `Fitting error: zero by construction; ${nothing}`;
  const made = {mean: "the mean was taken", majority: "the majority was taken", first: "the first was kept"}[duplicates];
  if (!made) return `Fitting error: up to ${short(error)}; ${nothing}`;
  return `Fitting error: up to ${short(error)}, where rows have equal columns and different outcomes, of which ${made}. Elsewhere it is zero by construction; ${nothing}`;
}

/** @param {any} scene @param {number} most nothing is cross-validated of more samples than this: that costs ten fits */
export async function computeScores({bench, panes}, most, signal) {
  panes = panes.filter(({preset}) => preset !== "ordinary");
  const target = place("scores-table");
  const more = place("leave-out");
  more.hidden = true;
  place("hold-out").textContent = heldOut(bench) ? "Put the third back" : "Test on a third";
  if (!panes.length) return target.replaceChildren();
  const {X, y, classes} = bench;
  const held = knownRows({...bench, external: bench.external.filter((e) => e.place === undefined || e.held)}); // a row that is a question is no test
  const rowOf = (model) => ({model, "not seen": "…", ...(held.X.length ? {"new points": "…"} : {})});
  const networks = panes.map((pane) => ({...pane, row: rowOf(pane.preset === "xaia" ? "xaia" : "the paper's")}));
  const others = [
    {fit: neighbours, row: rowOf("5 nearest neighbours")},
    classes ? {fit: frequentClass, row: rowOf("the most frequent class")} : {fit: straightLine, row: rowOf("a straight line")},
  ];
  const all = [...networks, ...others].map(({row}) => row);
  const folds = Math.min(10, X.length);
  const caption = `${classes ? "Share of correct answers: higher is better" : `Typical miss${bench.target ? `, in ${bench.target}` : ""} (root of the mean squared error): lower is better`}. “Not seen”: the samples are split into ${folds} parts, and each part is answered by a model fitted on the others; ± is the standard deviation over the parts.`;
  const fitting = element("p", {class: "note fitting", text: fittingText(panes[0].model.report.maxFittingError, panes[0].options.duplicates)});
  const rest = element("div", {class: "mistakes"});
  const draw = () => signal.aborted || target.replaceChildren(table(all, caption), fitting, rest);
  draw();

  const judge = (row, said) => (row["new points"] = figure(score(said, held.y, classes), null, classes));
  const answersNew = (fit, way) => foldScores({X, y, classes}, held, fit)[way];
  if (held.X.length) {
    for (const {model, row} of networks) judge(row, {answers: await model.predict(packedRows({...bench, X: held.X}))});
    for (const {fit, row} of others) judge(row, answersNew(fit, fit === neighbours ? counts.indexOf(5) : 0));
  }
  if (X.length < 2 || X.length > most) {
    for (const row of all) row["not seen"] = X.length < 2 ? "–" : "not computed";
    draw();
    if (!signal.aborted && X.length >= 2) {
      more.hidden = false;
      more.textContent = `Cross-validate ${X.length.toLocaleString("en")} samples`;
    }
    return;
  }
  let first = null;
  const xaia = await wholeEngine();
  for (const {bench: {y, ...samples}, options, row} of networks) {
    const onProgress = ({done}) => {
      row["not seen"] = `${done} of ${folds} …`;
      draw();
    };
    const found = await xaia.crossValidate(packedRows(samples), y, {...options, folds, signal, onProgress}).catch((error) => {
      if (signal.aborted) throw error;
      return null; // a fit without some of them is refused
    });
    row["not seen"] = found ? figure(found.accuracy ?? found.rmse, found.spread.accuracy ?? found.spread.rmse, classes) : "not available";
    first ??= found;
    draw();
  }
  for (const {fit, row} of others) {
    if (!first) {
      row["not seen"] = "not available";
      continue;
    }
    const scores = []; // of each way, of each part
    let asked = 0;
    for (let k = 0; k < folds; k++) {
      await new Promise((done) => setTimeout(done, 0)); // one part at a time, so that hands don't wait
      if (signal.aborted) return;
      const [test, fitted] = [true, false].map((inside) => [X, y].map((list) => list.filter((_, i) => (first.folds[i] === k) === inside))).map(([X, y]) => ({X, y}));
      const parts = foldScores({...fitted, classes}, test, fit);
      asked += parts[0].answers.length;
      parts.forEach((part, way) => (scores[way] ??= []).push(score(part, test.y, classes)));
    }
    const means = scores.map((list) => (classes ? list.reduce((a, b) => a + b) / folds : Math.sqrt(list.reduce((a, b) => a + b * b, 0) / folds)));
    const best = means.indexOf(classes ? Math.max(...means) : Math.min(...means));
    row["not seen"] = figure(means[best], deviation(scores[best]), classes);
    if (fit === neighbours) {
      row.model = `${plural(counts[best], "nearest neighbour")}, the best of ${counts.join(", ")}`;
      if (held.X.length) judge(row, answersNew(fit, best));
    }
    if (asked < X.length) row.model += `, on ${asked.toLocaleString("en")} of the rows`;
  }
  draw();
  if (!first) return;
  const predictions = Array.from(first.predictions);
  const gaps = gapsText(bench, predictions, (value) => figure(value, null, classes));
  rest.replaceChildren(...(gaps ? [element("p", {class: "note", text: gaps})] : []), ...mistakes(bench, predictions, (values, said) => agreementPlot(values, said, Math.max(240, Math.min(target.clientWidth, 360)))));
  const order = await orderParts(xaia, bench, networks[0].options, signal, choosing).catch((error) => {
    if (signal.aborted) throw error;
    return []; // a fit of half of them is refused
  });
  rest.prepend(...order);
}

/** What a press on a sample does. */
const choosing = (sample) => (event) => event.target.dispatchEvent(new CustomEvent("choose", {bubbles: true, detail: {sample}}));

/** How wrong the answers to samples not seen were: a table of classes or a picture of values, and the worst, each with its sample to choose. */
function mistakes(bench, predictions, picture) {
  const {y, classes} = bench;
  const wrong = y.flatMap((truth, i) => (predictions[i] === null || predictions[i] === truth ? [] : [i]));
  const off = (i) => Math.abs(predictions[i] - y[i]);
  const worst = classes ? wrong : wrong.sort((a, b) => off(b) - off(a));
  const shown = worst.slice(0, 20);
  const list = shown.map((i) => element("li", {}, element("button", {
    type: "button", class: "link", onclick: choosing(i), text: `${capital(pointName(bench, "sample", i))}: ${classes ? `${predictions[i]}, but it is ${y[i]}` : `${short(Number(predictions[i].toPrecision(4)))}, but it is ${short(y[i])}`}`,
  })));
  return [
    classes ? classes.length <= 12 && confusion(bench, predictions) : picture(y, predictions),
    element("p", {class: "note", text: classes ? `${plural(wrong.length, "mistake")} among ${plural(y.length, "sample")} not seen${wrong.length > shown.length ? `, the first ${shown.length}` : ""}:` : `The ${shown.length} largest errors:`}),
    element("ol", {class: "worst", "aria-label": classes ? "Mistakes" : "Largest errors"}, ...list),
  ].filter(Boolean);
}

function confusion({y, classes}, predictions) {
  const rows = classes.map((truth) => ({"is": truth, ...Object.fromEntries(classes.map((said) => [`says ${said}`, y.filter((v, i) => v === truth && predictions[i] === said).length]))}));
  return table(rows, "How often each class (row) was answered with each class (column).");
}
