import {chooseAt, fetchTable, fits, tables} from "./files.js";
import {readState} from "./state.js";

/**
 * What a page shows for a link's or the storage's text: a bench for each tab, and
 * the names of the parts that don't fit.
 *
 * @param {string} text
 * @param {any[]} planeSets @param {any[]} lineSets benches that the page offers
 */
export async function arrange(text, planeSets, lineSets) {
  const {state, ignored} = readState(text);
  let [plane, line] = [planeSets[0], lineSets[0]];
  const {tab, set, bench, ask, view} = state;
  const wide = bench?.columns.length;
  const table = tables.find((t) => t.id === set);
  if (bench) {
    if (tab === "plane") plane = bench;
    else if (wide === 1 && !bench.classes) line = {...bench, duplicates: state.duplicates};
    else ignored.push("points");
  } else if (set && tab === "line") {
    line = lineSets.find((b) => b.id === set) ?? (ignored.push("set"), line);
  } else if (set && table) {
    plane = await fetchTable(table).catch(() => (ignored.push("set"), plane));
  } else if (set && set !== "drawn" && set !== "file") {
    plane = planeSets.find((b) => b.id === set) ?? (ignored.push("set"), plane);
  }
  if (ask) {
    const place = {kind: "place", x: ask};
    if (tab === "line" && ask.length === 1) line = chooseAt(line, place);
    else if (tab === "plane" && ask.length === plane.columns.length) plane = chooseAt(plane, place);
    else ignored.push("ask");
  }
  return {state, ignored, plane, line, view: view && plane.columns.length > 2 && fits(view, plane) ? view : null};
}
