/** Beside how good the answers are: what gaps and the order of the rows have to do with it. */
import {element} from "../../ui/element.js";
import {packedRows, pointName} from "./bench.js";
import {plural} from "../../ui/words.js";
import {score} from "./neighbours.js";
import {lacking, noText, tableColumns} from "../../scene/columns.js";

/** Fewer rows say nothing about their order. */
const fewestInOrder = 60;

/** Which rows lack a value, as far as it is learned from. @param {{X: number[][], columns: string[], texts?: import("../../scene/columns.js").Texts}} bench */
function withGaps({X, columns, texts}) {
  const places = tableColumns({columns, texts}).flatMap(({name, texts, places}) => {
    const none = texts ? texts.indexOf(noText(texts.slice(0, -1))) : -1;
    return texts ? (none > 0 && none === texts.length - 1 ? [places[none]] : []) : columns.includes(lacking(name)) ? [columns.indexOf(lacking(name))] : [];
  });
  return X.map((row) => places.some((at) => row[at] === 1));
}

/** How good the answers are to rows that lack a value, beside the others; "" where none does, or all do. @param {any} bench @param {any[]} predictions @param {(value: number) => string} figure */
export function gapsText(bench, predictions, figure) {
  const gap = withGaps(bench), of = gap.filter(Boolean).length;
  if (of === 0 || of === gap.length) return "";
  const [lack, have] = [true, false].map((is) => {
    const rows = gap.flatMap((g, i) => (g === is ? [i] : []));
    return figure(score({answers: rows.map((i) => predictions[i])}, rows.map((i) => bench.y[i]), bench.classes));
  });
  return bench.classes
    ? `Of ${plural(of, "row")} with a value missing ${lack} are answered rightly, of the others ${have}.`
    : `${plural(of, "row")} with a value missing: a typical miss of ${lack}; the others: ${have}.`;
}

/**
 * Whether the second half of the rows is as the first half says: a learner that adapts takes them in one after the other.
 *
 * @param {any} xaia the whole engine @param {any} bench @param {any} options of the fit
 * @param {(sample: number) => any} choose what a press on a row does
 */
export async function orderParts(xaia, bench, options, signal, choose) {
  const {X, y, classes} = bench, half = X.length >> 1;
  if (!bench.rows || X.length < fewestInOrder) return []; // drawn points come as one draws
  const first = new Set(y.slice(0, half)), late = classes ? y.findIndex((v) => !first.has(v)) : -1;
  const row = (i) => element("button", {type: "button", class: "link", text: pointName(bench, "sample", i), onclick: choose(i)});
  const said = (...parts) => [element("p", {class: "note in-order"}, ...parts.map((part) => (typeof part === "string" ? document.createTextNode(part) : part)))];
  if (late >= 0) return said(`The rows are sorted: the first with ${y[late]} is `, row(late), ", so whether they drift can't be judged.");
  const made = [];
  const keep = async (one) => (made.push(await one), made.at(-1));
  try {
    const model = await keep(xaia.fit(packedRows({...bench, X: X.slice(0, half)}), y.slice(0, half), {...options, signal}));
    const learner = await keep((await keep(model.calibrate({adapt: true, signal}))).learner({signal}));
    await learner.learn(packedRows({...bench, X: X.slice(half)}), y.slice(half), {duplicates: classes ? "majority" : "mean", signal});
    const {drift} = learner;
    if (!drift) return said("Nothing drifts in the order of the rows: what the first half says holds for the second.");
    return said("From about ", row(Math.min(drift.since, X.length - 1)), drift.what === "outcomes" ? " on, outcomes differ from what the rows before say. Are the rows in the order of time?" : " on, rows are unlike those before.");
  } finally {
    for (const one of made) one.dispose();
  }
}
