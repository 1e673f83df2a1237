import {planePlot as draw} from "./draw/plane.js";
import {element} from "../ui/element.js";
import {fitDomain} from "../scene/plane.js";
import {placedIn, replay, stepsOf} from "../scene/replay.js";
import {layerTree} from "../scene/tree.js";
import {caption, frame, heard, tell, withDefaults} from "./frame.js";
import {outcomesOf, rowsOf} from "./samples.js";

const defaults = {X: undefined, y: undefined, classes: undefined, step: undefined, width: 640, height: 360};

/**
 * A construction to step through, backwards too: see plot.d.ts.
 *
 * @param {any[] | {trace?: any[], classes?: any[] | null}} trace or a model that has one
 */
export function constructionPlot(trace, given) {
  const options = withDefaults("constructionPlot", given, defaults);
  const events = Array.isArray(trace) ? trace : trace?.trace;
  if (!Array.isArray(events)) throw new TypeError("The trace is missing. Fit with {trace: true}, and give model.trace.");
  const steps = stepsOf(events);
  const plane = planeOf(trace, options);
  const figure = frame("construction");
  const said = caption("");
  const [picture, tree] = [element("div", {}), element("div", {})];
  const slider = element("input", {type: "range", min: 0, max: steps.length, step: 1, "aria-label": "step of the construction", oninput: (event) => {
    event.stopPropagation();
    go(slider.valueAsNumber);
  }});
  Object.assign(slider.style, {flex: "1", minWidth: "0", accentColor: "var(--accent)"});
  const button = (text, label, by) => element("button", {type: "button", text, "aria-label": label, onclick: () => go(at + by)});
  const bar = element("div", {}, button("|◀", "to the beginning", -Infinity), button("◀", "a step back", -1), slider, button("▶", "a step on", 1), button("▶|", "to the end", Infinity));
  Object.assign(bar.style, {display: "flex", alignItems: "center", gap: "6px", maxWidth: `${options.width}px`});
  figure.append(picture, bar, said, tree);

  let at = 0;
  const show = (n) => {
    at = Math.min(steps.length, Math.max(0, n));
    slider.value = String(at);
    const {layers, sentence, examined, other, felled} = replay(events, steps, at);
    said.textContent = `${at} of ${steps.length}: ${at === 0 ? "No sample is placed yet." : sentence}`;
    const list = layerTree(layers, examined, felled);
    for (const line of list.querySelectorAll("li")) Object.assign(line.style, {display: "flex", flexWrap: "wrap", gap: "2px 8px", fontSize: "13px"});
    Object.assign(list.style, {listStyle: "none", margin: "6px 0", padding: "0"});
    for (const chip of list.querySelectorAll(".new")) Object.assign(chip.style, {fontWeight: "600", color: "var(--accent)"});
    tree.replaceChildren(heard(list)); // a click on its chips doesn't change the figure's value
    if (plane) {
      const svg = draw({...plane, external: [], chosen: null, step: {examined, other, placed: placedIn(layers, plane.samples.length)}});
      picture.replaceChildren(svg);
    }
    return {step: at, steps: steps.length, layers, sample: examined < 0 ? null : examined, sentence: said.textContent};
  };
  const go = (n) => tell(figure, show(n));
  figure.value = show(options.step ?? steps.length);
  return figure;
}

/** The plane with the samples if they have two features, otherwise null. */
function planeOf(trace, {X, y, classes = trace?.classes ?? null, width, height}) {
  const rows = X && rowsOf(X, X.columns ?? X[0]?.length ?? 1);
  if (!rows || rows[0]?.length !== 2) return null;
  const targets = y ? outcomesOf(y) : rows.map(() => 0);
  const kinds = classes ?? (typeof targets[0] === "number" ? null : [...new Set(targets)].sort());
  const samples = rows.map((x, i) => ({x: x[0], y: x[1], target: targets[i]}));
  return {samples, classes: kinds, domain: fitDomain({X: rows, external: [], columns: ["x₁", "x₂"]}, {place: (x) => x}, {width, height}), width, height, title: "The construction"};
}
