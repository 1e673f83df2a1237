/** What moves in a network: the answer as it passes, a construction. */
import {drawing as draw} from "../../ui/element.js";

/** The animation's duration per layer, in milliseconds. */
const perLayer = 150;

/** A step of the construction: the examined sample, the neuron that it activates, and the layers that fall. */
export function built({building, layers}, {across, spot, input, height, middle, r}) {
  const find = (sample) => {
    for (const [k, l] of layers.entries()) {
      const node = l.nodes.findIndex((samples) => samples.includes(sample));
      if (node >= 0) return spot(k + 1, node);
    }
    return null;
  };
  const parts = [];
  const [own, other] = [find(building.examined), find(building.other)];
  if (other) parts.push(draw("path", {class: "step-link", d: `M${(own ?? input).x},${(own ?? input).y}L${other.x},${other.y}`, stroke: "var(--accent)", "stroke-width": 2, "stroke-dasharray": "4,3", fill: "none"}));
  if (own) {
    const ring = draw("circle", {class: "step-new", cx: own.x, cy: own.y, r: r + 5, fill: "none", stroke: "var(--accent)", "stroke-width": 2.5});
    if (moving()) ring.animate?.([{transform: `translate(${input.x - own.x}px, ${input.y - own.y}px)`}, {transform: "none"}], {duration: 2 * perLayer, easing: "ease-out"}); // out of the pool
    parts.push(ring);
  }
  for (let k = layers.length; k < Math.min(across.length, layers.length + building.felled); k++) {
    const fallen = draw("rect", {class: "fallen", x: across[k] - 14, y: middle - 40, width: 28, height: 80, rx: 8, fill: "none", stroke: "currentColor", "stroke-opacity": 0.6, "stroke-dasharray": "3,3"});
    if (moving()) fallen.animate?.([{transform: "none", opacity: 1}, {transform: `translateY(${Math.round(height / 2)}px)`, opacity: 0}], {duration: 450, easing: "ease-in", fill: "forwards"});
    parts.push(fallen);
  }
  return parts;
}

const moving = () => !globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;

/** Animates the propagation, column by column. A new picture ends it, because it replaces this one. */
export function flow(picture, plan) {
  if (!moving() || !picture.animate || plan.building || !plan.explanation) return;
  const end = plan.explanation.fingerprint.length + 1;
  for (const part of picture.querySelectorAll("[data-step]")) {
    const at = Math.min(Number(part.dataset.step), end);
    if (at > 0) part.animate([{opacity: 0.15}, {opacity: 1}], {duration: perLayer, delay: perLayer * (at - 1), fill: "backwards", easing: "ease-out"});
  }
  pulse(picture.querySelector(".hit > .ring"), plan.explanation.layer);
}

/** Has a ring pulse once, when the flow has come to a layer. @returns {Animation | undefined} none where nothing shall move */
export function pulse(ring, layer) {
  if (ring?.animate && moving()) return ring.animate([{transform: "scale(1)", strokeWidth: 2.5}, {transform: "scale(1.6)", strokeWidth: 3.5, offset: 0.35}, {transform: "scale(1)", strokeWidth: 2.5}], {duration: 4 * perLayer, delay: perLayer * layer, easing: "ease-out"});
}
