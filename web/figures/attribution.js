import {shareBars} from "./draw/attribution.js";
import {pointerIn} from "./draw/pointing.js";
import {partAt, waterfall, waterfallBars} from "./draw/waterfall.js";
import {short} from "../ui/words.js";
import {walk} from "../ui/walk.js";
import {hasNames, namesOf} from "./samples.js";
import {caption, frame, tell, withDefaults} from "./frame.js";

const defaults = {columns: undefined, width: 640};

/**
 * How much each column contributed to an answer: see plot.d.ts.
 *
 * @param {any} attribution what model.attributions gave for one row
 */
export function attributionPlot(model, attribution, given) {
  const {columns, width} = withDefaults("attributionPlot", given, defaults);
  if (!Array.isArray(attribution?.columns) || !("earlierLayers" in attribution)) {
    throw new TypeError(Array.isArray(attribution) ? "These are attributions of several rows. Give one of them." : "This is not an attribution. Give the result of model.attributions(row).");
  }
  const name = (c) => c.column;
  const known = attribution.columns.map(name);
  for (const column of columns ?? []) {
    if (!known.includes(column)) throw new TypeError(`There is no column ${column}. The columns are ${known.join(", ")}.`);
  }
  let listed = columns ? attribution.columns.filter((c) => columns.includes(name(c))) : attribution.columns;
  const names = hasNames(model) ? namesOf(model) : null;
  const unnamed = (column) => (typeof column === "number" ? names?.[column] ?? `x${column + 1}` : column);
  const lines = listed.map((c) => ({
    label: `${unnamed(c.column)} = ${shown(c.value)}`, share: c.share, changed: differs(model, attribution.value, c.effect.value),
    said: c.typical === c.value ? "typical" : `${shown(c.effect.value)} if ${shown(c.typical)}`,
  }));
  if (attribution.earlierLayers > 0) lines.push({label: "earlier layers", share: attribution.earlierLayers, changed: false, said: ""});

  const whole = wholeOf(attribution, listed, unnamed);
  const ofScore = attribution.score !== undefined;
  const byParts = whole && !ofScore; // the picture is the waterfall, and not the shares
  if (byParts) listed = listed.toSorted((a, b) => Math.abs(b.correction) - Math.abs(a.correction));
  const figure = frame("attribution");
  const ground = sentence(attribution, listed, unnamed);
  const said = caption(ground);
  let at = -1;
  /** What is listed, at each part of the waterfall and each bar. */
  const byPart = whole?.parts.map((p) => listed.indexOf(p.column)) ?? [];
  const pictures = () => {
    const name = ofScore ? `the score of ${shown(attribution.value)}` : "";
    const parts = whole && heard(waterfallBars({whole, name, lit: byPart.indexOf(at), width, quiet: ofScore}), (_, y) => byPart[partAt(whole, y)] ?? -1);
    if (byParts) return [parts];
    const bars = shareBars({lines, lit: at, width});
    const scale = bars.scale("y");
    return [heard(bars, (_, y) => lines.findIndex((_, i) => y >= scale.apply(i) - 3 && y <= scale.apply(i) + scale.bandwidth + 3)), parts].filter(Boolean);
  };
  /** Chooses what the pointer is over. */
  const heard = (svg, find) => {
    svg.addEventListener("pointermove", (event) => choose(find(...pointerIn(svg, event))));
    svg.addEventListener("pointerleave", () => choose(-1));
    return svg;
  };
  const draw = () => figure.replaceChildren(...pictures(), said);
  const choose = (i) => {
    if (i === at || i >= listed.length) return;
    at = i;
    if (byParts) said.textContent = i < 0 ? ground : effect(listed[i], unnamed, whole);
    draw();
    tell(figure, listed[i] ?? null);
  };
  walk(figure, "Which columns made the answer. Arrow keys move between them.", (_, down) => {
    if (down) choose(Math.min(listed.length - 1, Math.max(0, at + down)));
    return down !== 0;
  });
  draw();
  return figure;
}

/** The waterfall of one output or of the score, if a local line answered; columns that aren't listed are together. */
function wholeOf({value, score, limit, columns}, listed, unnamed) {
  if (typeof limit !== "number") return null;
  return waterfall({answer: score ?? value, limit, score: score !== undefined, columns: columns.map((c) => ({...c, name: unnamed(c.column), column: c, together: !listed.includes(c)}))});
}

/** A value of a table or an answer. */
const shown = (v) => (v === null ? "missing" : Array.isArray(v) ? `(${v.map(short).join(", ")})` : short(v));

/** Whether the class differs, or for numbers the answer by more than a tenth. */
function differs({classes}, value, other) {
  if (classes) return value !== other;
  const [a, b] = [value, other].map((v) => (Array.isArray(v) ? v[0] : v));
  return Math.abs(a - b) > 0.1 * Math.max(Math.abs(a), Math.abs(b));
}

const effect = ({column, value, typical, effect}, unnamed, {beside}) => (value === typical ? `${unnamed(column)} is typical.` : `With a typical ${unnamed(column)} (${shown(typical)}) the answer would be ${beside(effect.value)}.`);

function sentence({value, columns, earlierLayers}, listed, unnamed) {
  if (earlierLayers === 0 && columns.every((c) => c.share === 0)) return `${shown(value)}. The row is a sample itself, so the distance is 0.`;
  const most = listed.reduce((a, b) => (b.share > a.share ? b : a));
  return `${shown(value)}. ${Math.round(100 * most.share)} % of the distance to the samples that answered is due to ${unnamed(most.column)}.`;
}
