import {classColours} from "../../ui/classes.js";
import {extent} from "../../ui/extent.js";

const svgNS = "http://www.w3.org/2000/svg";

/**
 * A small picture of points, for a button.
 *
 * @param {{x: number, y: number, target: any}[]} points
 * @param {any[] | null} classes
 * @returns {SVGElement}
 */
export function thumbnail(points, classes, size = 56) {
  const svg = document.createElementNS(svgNS, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("aria-hidden", "true");
  const x = extent(points.map((p) => p.x));
  const y = extent(points.map((p) => p.y));
  const v = extent(points.map((p) => p.target));
  const part = (value, [low, high]) => (high > low ? (value - low) / (high - low) : 0.5);
  const every = Math.ceil(points.length / 160);
  points.filter((_, i) => i % every === 0).forEach((p) => {
    const dot = document.createElementNS(svgNS, "circle");
    const inner = size - 10;
    for (const [name, value] of Object.entries({cx: 5 + inner * part(p.x, x), cy: size - 5 - inner * part(p.y, y), r: points.length > 12 ? 1.8 : 3.2})) dot.setAttribute(name, value.toFixed(1));
    dot.style.fill = classes ? classColours[classes.indexOf(p.target) % classColours.length] : `color-mix(in oklab, var(--low) ${Math.round(100 - 100 * part(p.target, v))}%, var(--high))`;
    svg.append(dot);
  });
  return svg;
}
