/** Why an answer came out, beyond the samples behind it: the columns' shares of the distance, and what one of them did to it. */
import {called} from "../../ui/names.js";
import {waterfall, waterfallBars, waterfallText} from "../../figures/draw/waterfall.js";
import {oneRow} from "../../figures/samples.js";
import {announced, behind} from "../../scene/answer.js";
import {part, short, table} from "../../ui/words.js";
import {cellOf, tableColumns} from "../../scene/columns.js";
import {inTrees, thresholds} from "../../scene/partings.js";
import {explained} from "./terms.js";
import {asked} from "./bench.js";
import {element} from "../../ui/element.js";
import {bar, fill, most, outcome, place, room} from "./parts.js";

export function showWhy({bench, panes: [pane], dragging}) {
  const row = asked(bench);
  const answer = row && pane?.answer;
  return fill("why", answer && [answer, room("made-by")], !dragging && (async () => {
    const why = await pane.model.attributions(oneRow(row)).catch(() => null); // the model is gone, or has none
    if (!why || !answer.neurons.length || answer.recognition === "weak") return [];
    const open = [...place("why").querySelectorAll("details[open]")].map((d) => d.className);
    return whyParts(why, pane.bench, answer, open, pane.model.interpolation?.forest?.trees);
  }));
}

/** How many of the samples behind an answer stand beside the row. */
const mostBeside = 3;

/** The row beside the samples behind the answer, column by column, in the table's own units and texts. */
function columnByColumn(why, bench, answer, columns, open) {
  const row = asked(bench);
  if (columns.length < 3 || !row) return null;
  const said = (v) => (v === null ? "missing" : short(v));
  const samples = behind(answer).slice(0, mostBeside).map((n) => n.samples[0]);
  const rows = columns.toSorted((a, b) => b.share - a.share).map((column) => {
    const effect = column.texts ? null : why.columns[column.places[0]];
    return {
      column: column.name, "this row": said(cellOf(row, column)), ...Object.fromEntries(samples.map((s) => [called([s], bench), said(cellOf(bench.X[s], column))])),
      share: column.share.toFixed(2), "typical": effect ? short(effect.typical) : "", "answer then": effect ? said(effect.effect.value) : "",
    };
  });
  const caption = "The row beside the samples behind its answer. Share: of the distance. Answer then: with the column at its typical value.";
  return element("details", {class: "columns", open: open.includes("columns")}, element("summary", {text: "Column by column"}),
    element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Column by column"}, table(rows, caption)));
}

/**
 * The answer part by part, if a local line gave it; a text column is one part, whatever its texts' features add.
 *
 * @param {any} bench @param {{answer: number, limit?: any, columns: {correction: number, value?: any, difference?: number}[], score?: boolean}} of columns: the features
 */
export function wholeOf(bench, {answer, limit, columns, score}) {
  if (typeof limit !== "number") return null;
  return waterfall({answer, limit, score, columns: tableColumns(bench).map(({name, texts, places}) => {
    const own = places.map((at) => columns[at]);
    return texts ? {name, correction: own.reduce((sum, c) => sum + c.correction, 0), value: texts[own.findIndex((c) => c.value === 1)] ?? null} : {...own[0], name};
  })});
}

/** The answer as it stands beside its parts. @param {any} bench @param {any} answer what explain gave */
export function shownValue(bench, {value, corrections, limit}) {
  if (bench.classes) return String(value);
  const whole = wholeOf(bench, {answer: value, limit, columns: corrections?.map((c) => ({...c, correction: c.value}))});
  return whole ? whole.said(whole.answer) : short(value);
}

/** An answer in a sentence, with its value as it stands elsewhere. @param {any} bench @param {any} answer what explain gave */
export const told = (bench, answer) => announced(answer, bench, answer.value === null ? undefined : shownValue(bench, answer));

/** Where the row and the samples nearby are on the columns that part them, with the threshold of each. */
function drawn(list) {
  const mark = (kind, at) => {
    const m = element("i", {class: `mark ${kind}`});
    m.style.setProperty("--at", String(at));
    return m;
  };
  const marks = element("p", {class: "note", "aria-hidden": "true"}, mark("row", 0), document.createTextNode(" this row  "), mark("sample", 0), document.createTextNode(" samples nearby  "), mark("wall", 0), document.createTextNode(" threshold"));
  return [element("dl", {class: "why thresholds"}, ...list.flatMap(({name, threshold, at, row, samples, said}) => [
    element("dt", {text: name}),
    element("dd", {}, element("div", {class: "axis", role: "img", "aria-label": said}, mark("wall", at), ...samples.map((v) => mark("sample", v)), mark("row", row))),
    element("dd", {text: threshold}),
  ])), marks];
}

/** @param {any} why what attributions gave @param {any} [answer] what explain gave @param {string[]} [open] which of the details are @param {number} [trees] of the model's forest */
export function whyParts(why, bench, answer, open = [], trees = 0) {
  const columns = tableColumns(bench).map((c) => ({...c, share: c.places.reduce((sum, at) => sum + why.columns[at].share, 0)}));
  const shares = [...columns, {name: null, share: why.earlierLayers}].sort((a, b) => b.share - a.share);
  const shown = shares.slice(0, most).filter((s) => s.share > 0);
  const rest = shares.slice(most).filter((s) => s.share >= 0.005);
  const list = element("dl", {class: "why"}, ...shown.flatMap(({name, share}) => {
    const figure = name === null && {class: "figure"};
    return [element("dt", {...figure}, ...(name === null ? explained("earlier layers") : [document.createTextNode(name)])), element("dd", {...figure}, bar(share)), element("dd", {...figure, text: share.toFixed(2)})];
  }));
  // One feature of a text by itself would be no row of the table.
  const changed = strongest({...why, columns: why.columns.filter(({column}) => !bench.texts?.[column])}, bench);
  const beside = answer && columnByColumn(why, bench, answer, columns, open);
  const score = why.score !== undefined;
  const whole = wholeOf(bench, {...why, answer: why.score ?? why.value, score});
  const bars = whole && waterfallBars({whole, name: score ? "the score" : bench.target || "the answer", width: room("made-by"), quiet: score});
  const questions = answer && inTrees(bench, asked(bench), answer, trees);
  const partings = answer ? thresholds(bench, asked(bench), answer) : [];
  const ofShares = [
    shown.length ? list : element("p", {class: "note", text: "It is one of the samples, so the distance is 0."}),
    rest.length > 0 && element("p", {class: "note", text: `${rest.length} more ${rest.length === 1 ? "column has" : "columns have"} ${part(rest.reduce((sum, r) => sum + r.share, 0))}${rest.length === 1 ? "" : " together"}.`}),
  ];
  return [
    element("h3", {}, document.createTextNode("Why "), element("small", {text: bars && !score ? "the answer, part by part" : shown.length ? "what differs most" : ""})),
    whole && !score && element("p", {class: "sum", text: waterfallText(whole)}),
    questions && element("p", {class: "change", text: questions}),
    ...(partings.length ? drawn(partings) : []),
    ...(!bars || score ? ofShares : beside ? [bars] : [bars, ...ofShares]), // the table beside it has the shares
    changed && element("p", {class: columns.length < 3 ? "change figure" : "change"}, document.createTextNode(`With a typical ${bench.columns[changed.column]} (${short(changed.typical)}) the answer would be `), whole && !score ? document.createTextNode(whole.beside(changed.effect.value)) : outcome(bench, changed.effect.value),
      document.createTextNode(`, familiarity ${part(changed.effect.familiarity)}.`)),
    bars && score && element("details", {class: "score", open: open.includes("score")}, element("summary", {text: `Its score of ${whole.said(whole.answer)}, part by part`}), bars),
    beside,
  ].filter(Boolean);
}

/** The column without which the answer would be most different: another class, or the farthest value. */
function strongest({columns, value}, {classes}) {
  const by = ({effect}) => {
    if (classes) return effect.value === value ? 0 : 1 + (1 - (effect.score ?? 0));
    return typeof effect.value === "number" && typeof value === "number" ? Math.abs(effect.value - value) : 0;
  };
  return columns.filter((c) => by(c) > 0).sort((a, b) => by(b) - by(a))[0];
}
