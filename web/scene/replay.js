import {called, capital} from "../ui/names.js";

/**
 * A construction, step by step: what a trace says happened, as pictures and
 * sentences. A step is an event together with the layers that it fells.
 *
 * @typedef {{type: string, sample: number, layer: number, node?: number, joined: number | undefined}} Event
 */

/** Where in a trace each step begins. */
export function stepsOf(trace) {
  return trace.flatMap((e, i) => (e.type === "drop" ? [] : [i]));
}

/**
 * The first n steps replayed: the layers then, and what the last step did.
 *
 * @param {Event[]} trace @param {number[]} steps @param {number} n 0 to the number of steps @param {import("../ui/names.js").Called} [of]
 */
export function replay(trace, steps, n, of) {
  const layers = [];
  const done = {layers, sentence: "No sample is placed yet. Press Play, or go on by one step.", examined: -1, other: -1, felled: 0};
  const layer = (k) => (layers[k - 1] ??= []);
  for (let s = 0; s < n; s++) {
    const e = trace[steps[s]];
    if (s === n - 1) {
      const fallen = trace.slice(steps[s] + 1, steps[n] ?? trace.length).map((drop) => drop.layer).sort((a, b) => a - b);
      const other = e.type === "admit" ? -1 : layers[e.layer - 1]?.[e.node] ?? -1;
      Object.assign(done, {examined: e.sample, other, felled: fallen.length, sentence: sentence(e, of, other, fallen)});
    }
    if (e.type === "admit") layer(e.layer).push(e.sample);
    if (e.type === "collide") {
      layer(e.joined).push(e.sample);
      layers.length = e.joined; // what is above has fallen
    }
  }
  return done;
}

/** What an event does; other is the sample of the neuron that was activated most. */
function sentence({type, sample, layer, joined}, of, other, fallen) {
  const [it, most] = [sample, other].map((i) => called([i], of));
  if (type === "admit") return `${capital(it)} isn't close to any sample in layer ${layer}: admitted.`;
  if (type === "filter") return `${capital(it)} moderately activates the neuron of ${most}. It waits for layer ${layer + 1}.`;
  const falls = fallen.length === 0 ? capital(it) : fallen.length === 1 ? `Layer ${fallen[0]} falls; ${it}` : `Layers ${fallen[0]} to ${fallen.at(-1)} fall; ${it}`;
  return `${capital(it)} strongly activates ${most} in layer ${layer}: a near twin. ${falls} joins layer ${joined}.`;
}

/** For each sample the layer it is in, 0 while it waits. */
export function placedIn(layers, samples) {
  const placed = new Array(samples).fill(0);
  layers.forEach((layer, k) => layer.forEach((sample) => (placed[sample] = k + 1)));
  return placed;
}
