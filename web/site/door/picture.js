/** The picture of the front door: all penguins, the islands, the one that is asked about, and lines to those who answer. */
import {backgroundCanvas} from "../../figures/draw/background.js";
import {planePlot} from "../../figures/draw/plane.js";
import {looks} from "../../figures/draw/colours.js";
import {circle, dots, layer} from "../../figures/draw/marks.js";
import {domain, grid} from "./penguins.js";

/**
 * @param {HTMLElement} host @param {HTMLElement} handle what is dragged, in the host
 * @param {string[]} classes
 */
export function pictureIn(host, handle, classes) {
  let [svg, canvas, land] = [/** @type {any} */ (null), /** @type {HTMLCanvasElement | null} */ (null), /** @type {any[] | null} */ (null)];
  const size = () => ({width: Math.max(1, host.clientWidth), height: Math.max(1, host.clientHeight)});
  const paint = () => {
    const made = backgroundCanvas({kind: "island", answers: land, ...grid, classes, targets: [], ...size()});
    if (canvas) canvas.replaceWith(made);
    else host.prepend(made);
    canvas = made;
  };
  return {
    /** The islands, of another model. @param {any[]} answers */
    islands(answers) {
      land = answers;
      paint();
    },
    /** @param {{penguins: import("./penguins.js").Penguin[], left: Set<number>, asked: number[] | null, by: {i: number, weight: number}[], rings?: number[], dim?: boolean}} of */
    draw({penguins, left, asked, by, rings = [], dim = false}) {
      const room = size();
      if (canvas && (canvas.width !== room.width || canvas.height !== room.height)) paint();
      const at = penguins.map((_, i) => i).filter((i) => !left.has(i));
      const samples = at.map((i) => ({x: penguins[i].x[0], y: penguins[i].x[1], target: penguins[i].species}));
      const radius = room.width < 600 ? 3.5 : 5.5;
      const next = planePlot({
        samples, classes, external: [], domain: domain, ...room, radius, bare: true, title: "The penguins: bill length across, bill depth up",
        chosen: asked && {x: asked[0], y: asked[1], links: by.map(({i, weight}) => ({sample: at.indexOf(i), weight}))},
        replaces: svg?.childElementCount && svg.dataset.left === String([...left]) ? svg : undefined,
      });
      const [x, y] = [next.scale("x"), next.scale("y")];
      const {colour, shape} = looks(classes, []);
      next.append(
        layer("rings", {fill: "none", stroke: "var(--wrong)", "stroke-width": 2.5}, rings.map((i) => circle(x.apply(penguins[i].x[0]), y.apply(penguins[i].x[1]), 2 * radius))),
        dots("authors", {stroke: "var(--ink)", "stroke-width": 2}, by.map(({i}) => ({x: x.apply(penguins[i].x[0]), y: y.apply(penguins[i].x[1]), r: 1.7 * radius, shape: shape(penguins[i].species), more: {fill: colour(penguins[i].species)}})), null),
      );
      next.dataset.left = String([...left]);
      next.classList.toggle("dim", dim);
      handle.hidden = !asked;
      if (asked) Object.assign(handle.style, {left: `${100 * x.apply(asked[0]) / room.width}%`, top: `${100 * y.apply(asked[1]) / room.height}%`});
      if (svg) svg.replaceWith(next);
      else host.querySelector("svg")?.replaceWith(next);
      svg = next;
    },
    /** The place under a pointer. @param {PointerEvent} event @returns {[number, number]} */
    placeOf(event) {
      const box = host.getBoundingClientRect();
      const along = ([low, high], part) => low + (high - low) * Math.min(1, Math.max(0, part));
      return [along(domain.x, (event.clientX - box.left) / box.width), along(domain.y, (box.bottom - event.clientY) / box.height)];
    },
  };
}
