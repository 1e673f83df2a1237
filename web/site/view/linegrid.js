/** What part of the line is shown, and where the curve is asked for. */
import {extent} from "../../figures/plot/extent.js";

const steps = 500;

/** All of some numbers with a tenth on both sides; no less than what was shown before. */
export function around(list, before) {
  const [low, high] = extent(list);
  if (before && low >= before[0] && high <= before[1]) return before;
  const pad = 0.1 * (high - low || 0.5);
  return [Math.min(low - pad, before?.[0] ?? Infinity), Math.max(high + pad, before?.[1] ?? -Infinity)];
}

/**
 * What the picture shows: the same as before, so that it doesn't move under the hand, and wider where points are outside.
 * The range of y is null until there is a curve, which counts at first.
 */
export function lineDomain({X, y = [], external}, before, curve = []) {
  const x = [...X, ...external.map((e) => e.x)].map((row) => row[0]);
  if (!x.length) return before ?? {x: [0, 1], y: [0, 1]};
  const known = [...y, ...external.flatMap((e) => (e.y === null ? [] : [e.y]))];
  return {x: around(x, before?.x), y: before?.y ? around(known, before.y) : curve.length ? around([...known, ...curve]) : null};
}

/** The places at which the curve is asked for. */
export function lineGrid(bench, [low, high] = lineDomain(bench).x) {
  return Float64Array.from({length: steps + 1}, (_, i) => low + ((high - low) * i) / steps);
}
