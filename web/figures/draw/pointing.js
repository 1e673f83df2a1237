import {within} from "../../ui/extent.js";

/** What is under a pointer in a picture of points: kept beside the pictures, by their element. */
const known = new WeakMap();

/** Where an event is in the picture's own coordinates, whatever its size on screen. @returns {[number, number]} */
export function pointerIn(picture, event) {
  const box = picture.getBoundingClientRect();
  const view = picture.viewBox.baseVal;
  return [((event.clientX - box.left) / box.width) * view.width, ((event.clientY - box.top) / box.height) * view.height];
}

/** The nearest point within so many pixels on the screen, and its distance; null and the limit if there is none. */
function nearest(points, x, y, [px, py], within) {
  let best = null;
  let least = within;
  points.forEach((p, i) => {
    const d = Math.hypot(x.apply(p.x) - px, y.apply(p.y) - py);
    if (d < least) [best, least] = [p.index ?? i, d];
  });
  return [best, least];
}

/** Has a picture's points known to placeAt; asked is the place that is asked about, if it can be dragged; still: nothing else can. @template {import("./chart.js").Chart} T @param {T} picture @returns {T} */
export function pointable(picture, samples, external, domain = {x: [-Infinity, Infinity], y: [-Infinity, Infinity]}, asked = [], still = false) {
  const [x, y] = [picture.scale("x"), picture.scale("y")];
  known.set(picture, (event, within) => {
    const p = pointerIn(picture, event);
    const at = {x: x.invert(p[0]), y: y.invert(p[1])};
    const inside = at.x >= domain.x[0] && at.x <= domain.x[1] && at.y >= domain.y[0] && at.y <= domain.y[1];
    const [[onExternal, toExternal], [onSample, toSample]] = [nearest(external, x, y, p, within), nearest(samples, x, y, p, within)];
    const above = toExternal <= toSample; // external points are drawn above the samples
    return {...at, inside, still, asked: nearest(asked, x, y, p, within)[0] !== null, external: above ? onExternal : null, sample: above && onExternal !== null ? null : onSample};
  });
  return picture;
}

/**
 * The place in a picture that an event points at, and the number of the point that is there within so many pixels.
 *
 * @returns {{x: number, y: number, inside: boolean, still: boolean, asked: boolean, sample: number | null, external: number | null} | undefined} asked: the place that is asked about is there
 */
export const placeAt = (picture, event, within = 10) => known.get(picture)?.(event, within);

/** Hears clicks in the picture. @template {Element} T @param {T} picture @param {(at: any) => void} listen @returns {T} */
export function onClick(picture, listen) {
  picture.addEventListener("click", (event) => {
    const {inside, asked, still, ...at} = placeAt(picture, event);
    if (inside) listen({...at, shiftKey: /** @type {MouseEvent} */ (event).shiftKey});
  });
  return picture;
}

/** The point at a place that placeAt found, or null. */
export const pointAt = ({external, sample}) => (external !== null ? {kind: "external", index: external} : sample !== null ? {kind: "sample", index: sample} : null);

/** What can be dragged there: the place that is asked about, or a point. */
export const gripAt = (here) => (here.asked ? {kind: "place", index: 0} : here.still ? null : pointAt(here));

/** The part of the plane that a picture shows. @returns {{x: number[], y: number[]}} */
export const domainOf = (picture) => ({x: picture.scale("x").domain, y: picture.scale("y").domain});

/** As near to a place as a part of the plane is. */
export const clampTo = ({x, y}, domain) => ({x: within(x, domain.x), y: within(y, domain.y)});
