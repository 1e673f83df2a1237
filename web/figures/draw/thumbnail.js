import {classColours} from "../../ui/classes.js";
import {drawing} from "../../ui/element.js";
import {extent} from "../../ui/extent.js";

/**
 * A small picture of points, for a button.
 *
 * @param {{x: number, y: number, target: any}[]} points
 * @param {any[] | null} classes
 * @returns {SVGElement}
 */
export function thumbnail(points, classes, size = 56) {
  const x = extent(points.map((p) => p.x));
  const y = extent(points.map((p) => p.y));
  const v = extent(points.map((p) => p.target));
  const part = (value, [low, high]) => (high > low ? (value - low) / (high - low) : 0.5);
  const every = Math.ceil(points.length / 160);
  const inner = size - 10;
  return drawing("svg", {viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true"}, ...points.filter((_, i) => i % every === 0).map((p) => {
    const dot = drawing("circle", {cx: (5 + inner * part(p.x, x)).toFixed(1), cy: (size - 5 - inner * part(p.y, y)).toFixed(1), r: points.length > 12 ? 1.8 : 3.2});
    dot.style.fill = classes ? classColours[classes.indexOf(p.target) % classColours.length] : `color-mix(in oklab, var(--low) ${Math.round(100 - 100 * part(p.target, v))}%, var(--high))`;
    return dot;
  }));
}
