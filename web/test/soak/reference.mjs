/**
 * The definition (docs/spec.md 2, 3.1, 3.5 and 3.7), written as plainly as it reads,
 * for sets of a few dozen samples. It takes the placement from the model and
 * nothing else: fingerprints and answers are its own.
 *
 * Math.exp is not the engine's, so numbers agree to about 1e-12, and where such a
 * difference could flip a threshold or an order the answer is marked as not clear.
 */
const tiny = 1e-9;

const close = (a, b) => Math.abs(a - b) <= tiny * Math.max(Math.abs(a), Math.abs(b), 1e-300);

function scaler(X, scale) {
  if (scale === "none") return (x) => [...x];
  const columns = X[0].map((_, k) => {
    const values = X.map((x) => x[k]);
    const low = Math.min(...values);
    const high = Math.max(...values);
    if (scale === "minmax") return [low, high > low ? high - low : 1];
    const mean = values.reduce((a, b) => a + b, 0) / X.length;
    const deviation = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / X.length);
    return low === high || deviation === 0 ? [low, 1] : [mean, deviation];
  });
  return (x) => [...x].map((v, k) => (v - columns[k][0]) / columns[k][1]);
}

/** Outputs as vectors: a number, a vector, or one-hot over the classes. */
const outputs = (y, classes) => (classes ? classes.map((c) => (c === y ? 1 : 0)) : [y].flat());

const sigma = ({a1, a2}, r, d2) => ((1 - r) * a1) / (a1 + d2) + r * Math.exp(-((d2 / (a2 * a2)) ** 4));

/**
 * @param {any} model an SQANN
 * @param {{X: number[][], y: any[], options: any}} set what it was fitted on, every option written out
 */
export function sqann(model, {X, y, options}) {
  const {scale, skip, r, top} = options;
  const place = scaler(X, scale);
  const half = (model.reach ?? 0) / 2;
  let clear;
  const near = (value, threshold) => {
    if (close(value, threshold)) clear = false;
  };
  const enter = (v, x, least) => (skip ? [...v.map((a) => (near(a, least), a >= least ? half * a : 0)), ...x] : v);
  const activations = (layer, seen) => layer.nodes.map(({print, samples}) => {
    let d2 = 0;
    for (let i = 0; i < seen.length; i++) d2 += (seen[i] - print[i]) ** 2;
    return {d2, v: sigma(layer.settings, r, d2), samples};
  });
  const layers = [];
  for (const {settings, nodes} of model.layers) {
    const made = nodes.map((samples) => {
      let seen = place(X[samples[0]]);
      const x = seen;
      for (const below of layers) seen = enter(activations(below, seen).map((n) => n.v), x, below.settings.admission);
      return {samples, print: seen};
    });
    layers.push({settings, nodes: made});
  }

  /** @param {number[]} query */
  return (query) => {
    clear = true;
    const x = place(query);
    let seen = x;
    const all = [];
    for (const [k, layer] of layers.entries()) {
      const found = activations(layer, seen);
      const nearest = found.reduce((a, b) => (b.d2 < a.d2 ? b : a));
      near(nearest.v, layer.settings.activation);
      all.push(...found.map((n, node) => ({...n, layer: k + 1, node})));
      if (nearest.v > layer.settings.activation) {
        if (found.some((n) => n !== nearest && close(n.d2, nearest.d2))) clear = k === 0 && clear;
        return {status: "hit", value: outputs(y[nearest.samples[0]], model.classes), familiarity: Math.max(...all.map((n) => n.v)), samples: nearest.samples, clear};
      }
      seen = enter(found.map((n) => n.v), x, layer.settings.admission);
    }
    all.sort((a, b) => b.v - a.v || a.layer - b.layer || a.d2 - b.d2 || a.node - b.node);
    if (top < all.length && close(all[top - 1].v, all[top].v)) clear = false;
    const best = all.slice(0, top);
    const sum = best.reduce((s, n) => s + n.v, 0);
    const value = outputs(y[0], model.classes).map((_, j) =>
      best.reduce((s, n) => s + (sum === 0 ? 1 / best.length : n.v / sum) * outputs(y[n.samples[0]], model.classes)[j], 0));
    return {status: "interpolated", value, familiarity: all[0].v, clear};
  };
}

/**
 * @param {{X: number[][], y: number[]}} set one feature, every x once
 * @param {number} a
 */
export function tnn({X, y}, a) {
  const points = X.map(([x], i) => ({x, y: y[i]})).sort((p, q) => q.x - p.x);
  const gaps = points.slice(1).map((p, k) => points[k].x - p.x);
  gaps.push(gaps.length ? gaps.reduce((s, g) => s + g, 0) / gaps.length : 1);
  /** @param {number[]} query */
  return ([x]) => points.reduce((sum, p, k) => {
    const alpha = k === points.length - 1 ? p.y : p.y - points[k + 1].y;
    return sum + alpha / (1 + Math.exp(-(a + (2 * a * (x - p.x)) / gaps[k])));
  }, 0);
}
