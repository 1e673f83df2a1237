/** The controls of the plane, and what they say. */
import {brushFor} from "./bench.js";
import {numberIn} from "../../ui/words.js";
import {place, press, say, stale} from "./parts.js";
import {readProperty} from "./state.js";
import {showBackground, showBrush, showColumns} from "./brush.js";
import {showPanel, showWay} from "./network.js";

/** What a control says of its property; undefined where that can't be. @param {HTMLInputElement} control */
export function readControl({type, inputMode, checked, value, dataset}) {
  return readProperty(dataset.property, type === "checkbox" ? (checked ? "1" : "0") : inputMode ? String(numberIn(value)) : value);
}

/** What the controls say, and of what. */
const cache = new Map();

/**
 * @param {import("./bench.js").Bench} bench
 * @param {{adds: string, brush: any, tool: string, choice: any, background: string, links: boolean, tuning: boolean, panel: string, way: string}} state
 * @param {(hand: {adds: string, brush?: any, fresh?: boolean}) => void} take hears what a click is to add
 */
export function showControls(bench, {adds, brush, tool, choice, background, links, tuning, panel, way}, take) {
  const draw = (name, of, does) => stale(cache, name, of) && does();
  const adding = brushFor(bench, brush);
  draw("title", [bench.title, bench.note], () => ["title", "note"].forEach((part) => say(`plane-${part}`, bench[part])));
  draw("set", [bench.id], () => press("#view-plane .sets", "set", bench.id));
  draw("tool", [tool], () => press("#tools", "tool", tool));
  draw("brush", [bench.classes, bench.X.length + bench.external.length > 0, adds, adding], () => showBrush(bench, adds, adding, take));
  draw("columns", [bench.columns, JSON.stringify(choice)], () => showColumns(bench, choice));
  draw("background", [background], () => showBackground(background));
  draw("panel", [panel], () => showPanel(panel));
  draw("way", [way], () => showWay(way));
  place("all-links").checked = links;
  say("tune", tuning ? "Cancel" : "Tune");
}
