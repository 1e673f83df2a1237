/** A propagation through all layers, and the answer that it comes to: core/predict.go, core/interpolate.go and core/internal/network. */
import {activation, sigmoid} from "./activation.js";
import {forestOf} from "./forest.js";
import {dot, lineThrough} from "./line.js";

/** @typedef {{point: number, rank: number, layer: number, node: number, V: number, D2: number, act: (d2: number) => number, weight: number, trees: number}} Neuron */

const dense = (rows, columns) => {
  const data = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => (typeof row === "number" ? (data[i] = row) : data.set(row, i * columns)));
  return data;
};

/** A network of a file. @param {any} file */
export function networkOf(file) {
  const {features: n, outputs, classes, reach, r, skip} = file, count = file.points.length;
  const alpha = new Float64Array(count * outputs);
  if (classes) file.alpha.forEach((k, i) => (alpha[i * outputs + k] = 1));
  else alpha.set(dense(file.alpha, outputs));
  const layers = file.layers.map((layer, k) => {
    const size = layer.points.length;
    const width = skip ? 0 : layer.parts[0].length;
    return {...layer, size, act: activation(layer, r), width,
      below: layer.below?.map((list) => Int32Array.from(list)), parts: skip ? layer.parts.map((list) => Float64Array.from(list)) : dense(layer.parts, width),
      alone: skip ? layer.parts.map((list) => dot(list, list)) : [], V: new Float64Array(size), D2: new Float64Array(size), nearest: 0, first: 0, k};
  });
  layers.forEach((layer, k) => (layer.first = k > 0 ? layers[k - 1].first + layers[k - 1].size : 0));
  const {interpolation} = file;
  const how = typeof interpolation === "string" ? {mode: interpolation} : {mode: Object.keys(interpolation).find((key) => ["top", "local", "tnn"].includes(key)), ...interpolation};
  const m = {n, outputs, classes, count, layers, skip, reach, how, alpha, points: dense(file.points, n), weights: file.weights, slopes: file.slopes && dense(file.slopes, n), residuals: alpha, forest: null,
    shift: file.shift, divide: file.divide, relevance: file.relevance, at: new Map()};
  layers.forEach((layer, k) => layer.points.forEach((point, node) => m.at.set(point, [k, node])));
  if (m.slopes) {
    m.residuals = new Float64Array(count * outputs);
    for (let i = 0; i < count; i++) for (let k = 0; k < outputs; k++) m.residuals[i * outputs + k] = alpha[i * outputs + k] - dot(m.slopes, m.points, k * n, i * n, n);
  }
  if (file.forest) m.forest = forestOf(file.forest, m);
  return m;
}

const largest = 1e150;

/** A row in the space in which distances are measured. @param {any} m @param {ArrayLike<number>} row */
function scaled({shift, divide, relevance}, row) {
  return Float64Array.from(row, (v, j) => {
    if (divide) v = (v - shift[j]) / divide[j];
    if (relevance) v *= relevance[j];
    return Math.abs(v) <= largest ? v : v < 0 ? -largest : largest;
  });
}

/** Squared distances to a layer's nodes, and their activations. @param {any} m @param {number} k @param {Float64Array} x */
function activate(m, k, x) {
  const {n, points, layers, skip, reach} = m, layer = layers[k], before = layers[k - 1];
  /** @type {number[]} */
  const nodes = [], parts = [];
  if (skip && before) {
    for (let i = 0; i < before.size; i++) {
      if (before.D2[i] > before.moderate) continue;
      nodes.push(i);
      parts.push((reach / 2) * before.V[i]);
    }
  }
  let least = Infinity;
  for (let i = 0; i < layer.size; i++) {
    let sum = 0;
    if (skip) {
      const below = layer.below[i], own = layer.parts[i];
      let a = 0;
      if (nodes.length === 0) sum = layer.alone[i];
      else for (let b = 0; b < below.length; b++) {
        for (; a < nodes.length && nodes[a] < below[b]; a++) sum += parts[a] * parts[a];
        let d = own[b];
        if (a < nodes.length && nodes[a] === below[b]) d -= parts[a++];
        sum += d * d;
      }
      for (; a < nodes.length; a++) sum += parts[a] * parts[a];
      const at = layer.points[i] * n;
      for (let j = 0; j < n; j++) {
        const d = x[j] - points[at + j];
        sum += d * d;
      }
    } else {
      const seen = before ? before.V : x, at = i * layer.width;
      for (let j = 0; j < layer.width; j++) {
        const d = seen[j] - layer.parts[at + j];
        sum += d * d;
      }
    }
    layer.D2[i] = sum;
    layer.V[i] = layer.act(sum);
    if (sum < least) {
      least = sum;
      layer.nearest = i;
    }
  }
  return least <= layer.strong;
}

/** @param {any} m @param {number} k @param {number} node @returns {Neuron} */
function neuron(m, k, node) {
  const {points, V, D2, act, first} = m.layers[k];
  return {point: points[node], rank: first + node, layer: k, node, V: V[node], D2: D2[node], act, weight: 0, trees: 0};
}

const stronger = (a, b) => b.V - a.V || a.layer - b.layer || a.D2 - b.D2 || a.rank - b.rank;

/** The strongest of all layers. @param {any} m @param {number} top */
function strongest(m, top) {
  /** @type {Neuron[]} */
  const list = [];
  for (const {k, size, V, D2, first} of m.layers) {
    for (let i = 0; i < size; i++) {
      const last = list[top - 1];
      if (last && (V[i] < last.V || (V[i] === last.V && (k > last.layer || (k === last.layer && (D2[i] > last.D2 || (D2[i] === last.D2 && first + i > last.rank))))))) continue;
      const own = neuron(m, k, i);
      let at = list.length;
      while (at > 0 && stronger(own, list[at - 1]) < 0) at--;
      list.splice(at, 0, own);
      if (list.length > top) list.pop();
    }
  }
  return list;
}

/** Weights of neurons by activation and by their samples. */
function shares(m, made) {
  for (const neuron of made) neuron.weight = m.weights ? neuron.V * m.weights[neuron.point] : neuron.V;
}

/** The weighted mean of outputs, the plain one where nothing is activated: core/mean.go, which takes two outputs at a time. */
function mean({outputs, alpha, classes}, made) {
  const value = new Float64Array(outputs), sums = [0, 0];
  for (let j = 0; j < outputs; j += 2) {
    const pair = [j, Math.min(j + 1, outputs - 1)];
    let sum = 0;
    sums.fill(0);
    for (const {weight, point} of made) {
      sum += weight;
      sums[0] += weight * alpha[point * outputs + pair[0]];
      sums[1] += weight * alpha[point * outputs + pair[1]];
    }
    if (sum === 0) {
      value.fill(0);
      for (const {point} of made) for (let k = 0; k < outputs; k++) value[k] += alpha[point * outputs + k];
      return value.map((v) => v / made.length);
    }
    pair.forEach((k, i) => (value[k] = sums[i] / sum));
    if (classes || !sums.some((v) => Math.abs(v) < 2 ** -960)) continue;
    for (const k of pair) { // among products below it some may be subnormal
      const own = made.map(({point}) => alpha[point * outputs + k]);
      value[k] = Math.max(Math.min(...own), Math.min(value[k], Math.max(...own)));
    }
  }
  return value;
}

function normalise(made) {
  let sum = 0;
  for (const {weight} of made) sum += weight;
  for (const neuron of made) neuron.weight = sum > 0 ? neuron.weight / sum : 1 / made.length;
}

/**
 * What the network says to a row, with its reasons.
 *
 * @param {any} m @param {ArrayLike<number>} row
 */
export function answer(m, row) {
  const x = scaled(m, row), {layers, outputs, alpha, how} = m;
  let depth = 0, hit = /** @type {Neuron | null} */ (null);
  for (let k = 0; k < layers.length; k++) { // those behind a hit, too
    const strong = activate(m, k, x);
    if (hit) continue;
    depth = k + 1;
    if (strong) hit = neuron(m, k, layers[k].nearest);
  }
  const passed = layers.slice(0, depth);
  const a = {x, hit, depth, status: hit && how.takeover !== "none" ? "hit" : "interpolated", made: /** @type {Neuron[]} */ ([]), value: new Float64Array(outputs),
    recognition: "strong", familiarity: 0, novelAt: 0, line: /** @type {any} */ (null), share: 0, rest: 0, leaves: new Float64Array(0), leafSpread: /** @type {number[]} */ ([])};
  const output = (neuron) => alpha.subarray(neuron.point * outputs, (neuron.point + 1) * outputs);
  const mixLeaves = (rest) => {
    const {forest} = how;
    if (!forest) return;
    a.share = forest.share;
    a.rest = rest * a.share;
    a.leaves = m.forest.answer(x, Math.max(forest.leaf ?? 1, 1));
    a.leaves.forEach((y, k) => (a.value[k] += a.share * (y - a.value[k])));
  };
  if (how.mode === "local") locally(m, a, mixLeaves, output);
  else if (a.status === "hit") {
    a.made = [{.../** @type {Neuron} */ (hit), weight: 1}];
    a.value.set(output(hit));
  } else {
    switch (how.mode) {
      case "none":
        a.status = "none";
        a.value.fill(NaN);
        break;
      case "nearest":
        a.made = strongest(m, 1);
        a.made[0].weight = 1;
        a.value.set(output(a.made[0]));
        break;
      case "tnn":
        between(m, a, output);
        break;
      default:
        a.made = how.mode === "layerwise" ? passed.map(({k, nearest}) => neuron(m, k, nearest)).sort((one, other) => other.V - one.V || one.layer - other.layer) : strongest(m, how.top);
        shares(m, a.made);
        a.value = mean(m, a.made);
        normalise(a.made);
        if (how.mode !== "top" || !how.forest) break;
        mixLeaves(1);
        for (const one of a.made) one.weight *= 1 - how.forest.share;
    }
  }
  know(m, a, passed);
  if (a.share > 0) addLeaves(m, a);
  return a;
}

/** Interpolation "tnn": of (0, α₂), (1, α₁). */
function between(m, a, output) {
  a.made = strongest(m, 2);
  shares(m, a.made);
  normalise(a.made);
  const [first, second] = a.made;
  if (!second) {
    a.value.set(output(first));
    return;
  }
  const z = 2 * m.how.tnn * first.weight, low = sigmoid(z + m.how.tnn), high = sigmoid(z - m.how.tnn);
  const one = output(first), other = output(second);
  for (let j = 0; j < m.outputs; j++) a.value[j] = other[j] * low + (one[j] - other[j]) * high;
  first.weight = high / low;
  second.weight = (low - high) / low;
}

function locally(m, a, mixLeaves, output) {
  const {local, forest} = m.how, share = forest?.share ?? 0, {hit} = a;
  let own = 0;
  if (a.status === "hit") own = local.takeover === "hit" ? 1 : Math.max(0, 1 - Math.sqrt(hit.D2) / (0.1 * Math.sqrt(m.layers[hit.layer].strong)));
  const made = strongest(m, local.top), line = lineThrough(m, made, local, a.x), rest = (1 - own) * (1 - share);
  a.value = Float64Array.from(line.value);
  a.line = line.closely(line.value, rest);
  mixLeaves(1 - own);
  if (own === 1) {
    a.made = [{...hit, weight: 1}];
    a.value.set(output(hit));
    return;
  }
  a.made = made;
  made.forEach((neuron, i) => (neuron.weight = (1 - own) * ((1 - share) * line.weights[i])));
  if (own === 0) return;
  output(hit).forEach((y, k) => (a.value[k] += own * (y - a.value[k])));
  let at = made.find(({point}) => point === hit.point);
  if (!at) made.push((at = {...hit, weight: 0}));
  at.weight += own;
}

/** How well the input is known. */
function know(m, a, passed) {
  if (a.hit) for (const {V} of passed) for (const v of V) a.familiarity = Math.max(a.familiarity, v);
  else {
    const top = a.made[0] ?? strongest(m, 1)[0];
    a.familiarity = top.V;
    a.recognition = top.D2 <= m.layers[top.layer].moderate ? "moderate" : "weak";
  }
  let known = 0;
  while (known < passed.length && passed[known].D2.some((d2) => d2 <= passed[known].moderate)) known++;
  if (known < passed.length) a.novelAt = known + 1;
}

/** Adds the leaves' samples to the neurons that made the answer. */
function addLeaves(m, a) {
  const {outputs, alpha} = m, found = [...m.forest.weigh(a.x, Math.max(m.how.forest.leaf ?? 1, 1))];
  for (let k = 0; k < outputs; k++) {
    const away = found.map(([point, {weight}]) => ({weight, d: Math.abs(alpha[point * outputs + k] - a.leaves[k])})).sort((one, other) => other.weight - one.weight || one.d - other.d);
    let sum = 0;
    for (const {weight, d} of away) sum += weight * (d * d);
    a.leafSpread.push(Math.sqrt(sum));
  }
  for (const [point, {trees, weight}] of found) {
    let own = a.made.find((neuron) => neuron.point === point);
    if (!own) {
      if (a.rest === 0) continue;
      const [k, node] = m.at.get(point);
      a.made.push((own = neuron(m, k, node)));
    }
    own.weight += a.rest * weight;
    own.trees = trees;
  }
  a.made.sort((one, other) => other.V - one.V || one.D2 - other.D2 || one.rank - other.rank);
}

/** The weighted deviation of the neurons' outputs, from the line if there is one: what intervals are measured in. */
export function spreadOf(m, a, k) {
  if (a.line) return a.share === 0 ? a.line.spread[k] : a.line.spread[k] + a.share * (a.leafSpread[k] - a.line.spread[k]);
  if (a.made.length === 0) return 0;
  const of = ({point}) => m.alpha[point * m.outputs + k], first = of(a.made[0]);
  let average = 0, widest = 0, sum = 0;
  for (const one of a.made) average += one.weight * (of(one) - first);
  for (const one of a.made) widest = Math.max(widest, Math.abs(of(one) - first - average));
  if (widest === 0) return 0;
  for (const one of a.made) {
    const d = (of(one) - first - average) / widest;
    sum += one.weight * (d * d);
  }
  return widest * Math.sqrt(sum);
}
