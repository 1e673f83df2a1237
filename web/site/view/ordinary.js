/**
 * An ordinary network, to stand beside xaia's: dense, one hidden layer of tanh, then softmax or one number, trained on the
 * same points by gradient descent (Adam) from a seed. Nothing in it can say that it doesn't know.
 */
import {moments, scaler} from "./distances.js";
import {rowsOf} from "../../figures/samples.js";
import {short} from "../../ui/words.js";

const hidden = 60; // with two columns and two classes: 302 weights
const most = {milliseconds: 1500, steps: 6000, batch: 256};
const enough = {classes: 0.002, numbers: 1e-4}; // the mean loss at which it ends
const rate = {step: 0.02, mean: 0.9, square: 0.99};
const sharpness = 3; // of the hidden units at first; with 1, two spirals take minutes

/** mulberry32 */
const random = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/**
 * Trains it, a few milliseconds at a time.
 *
 * @param {number[][]} X @param {any[]} y
 * @param {{classes: any[] | null, signal?: AbortSignal, pause?: () => Promise<void>, now?: () => number}} given
 * @returns {Promise<{weights: number, steps: number, values: (rows: number[][]) => any[], scores: (rows: number[][]) => number[][]}>} scores
 * are there with classes
 */
export async function fitOrdinary(X, y, {classes, signal, pause = () => new Promise((done) => setTimeout(done)), now = () => performance.now()}) {
  const scaled = scaler(X, "standard");
  const rows = X.map(scaled);
  const [middle, deviation] = classes ? [] : moments(y);
  const targets = y.map((v) => (classes ? classes.indexOf(v) : (v - middle) / deviation));
  const [n, outputs] = [X[0].length, classes ? classes.length : 1];
  const next = random(1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const weights = new Float64Array(hidden * (n + 1) + outputs * (hidden + 1));
  const out = hidden * (n + 1);
  for (let i = 0; i < weights.length; i++) weights[i] = i < out ? (sharpness * normal()) / Math.sqrt(n) : normal() / Math.sqrt(hidden);

  const h = new Float64Array(hidden);
  const scores = new Float64Array(outputs);
  const forward = (x) => {
    for (let j = 0; j < hidden; j++) {
      let sum = weights[j * (n + 1) + n];
      for (let k = 0; k < n; k++) sum += weights[j * (n + 1) + k] * x[k];
      h[j] = Math.tanh(sum);
    }
    for (let c = 0; c < outputs; c++) {
      let sum = weights[out + c * (hidden + 1) + hidden];
      for (let j = 0; j < hidden; j++) sum += weights[out + c * (hidden + 1) + j] * h[j];
      scores[c] = sum;
    }
    if (!classes) return;
    const highest = Math.max(...scores);
    let sum = 0;
    for (let c = 0; c < outputs; c++) sum += scores[c] = Math.exp(scores[c] - highest);
    for (let c = 0; c < outputs; c++) scores[c] /= sum;
  };
  const gradient = new Float64Array(weights.length);
  const [mean, square] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  /** Adds one row's gradient, and returns its loss. */
  const learnFrom = (i) => {
    forward(rows[i]);
    const loss = classes ? -Math.log(scores[targets[i]] + 1e-12) : (scores[0] - targets[i]) ** 2 / 2;
    const back = new Float64Array(hidden);
    for (let c = 0; c < outputs; c++) {
      const error = classes ? scores[c] - (c === targets[i] ? 1 : 0) : scores[0] - targets[i];
      const from = out + c * (hidden + 1);
      for (let j = 0; j < hidden; j++) {
        gradient[from + j] += error * h[j];
        back[j] += error * weights[from + j];
      }
      gradient[from + hidden] += error;
    }
    for (let j = 0; j < hidden; j++) {
      const error = back[j] * (1 - h[j] * h[j]);
      for (let k = 0; k < n; k++) gradient[j * (n + 1) + k] += error * rows[i][k];
      gradient[j * (n + 1) + n] += error;
    }
    return loss;
  };

  const began = now();
  let paused = began;
  let steps = 0;
  for (const batch = Math.min(most.batch, rows.length); steps < most.steps && now() - began < most.milliseconds; ) {
    gradient.fill(0);
    let loss = 0;
    for (let b = 0; b < batch; b++) loss += learnFrom(rows.length <= most.batch ? b : Math.floor(next() * rows.length));
    steps++;
    for (let i = 0; i < weights.length; i++) {
      const g = gradient[i] / batch;
      mean[i] = rate.mean * mean[i] + (1 - rate.mean) * g;
      square[i] = rate.square * square[i] + (1 - rate.square) * g * g;
      weights[i] -= (rate.step * mean[i] / (1 - rate.mean ** steps)) / (Math.sqrt(square[i] / (1 - rate.square ** steps)) + 1e-8);
    }
    if (loss / batch < (classes ? enough.classes : enough.numbers)) break;
    if (now() - paused > 12) {
      await pause();
      signal?.throwIfAborted();
      paused = now();
    }
  }
  const answer = (x) => {
    forward(scaled(x));
    return classes ? Array.from(scores) : scores[0] * deviation + middle;
  };
  return {
    weights: weights.length, steps,
    scores: (rows) => /** @type {number[][]} */ (rows.map(answer)),
    values: (rows) => rows.map((x) => (classes ? classes[highestOf(answer(x))] : answer(x))),
  };
}

const highestOf = (scores) => scores.indexOf(Math.max(...scores));

/** It as the page asks a model: sure of every place, and of nobody. @param {import("./bench.js").Bench} bench @param {AbortSignal} [signal] */
export async function ordinaryModel({X, y, classes}, signal) {
  const network = await fitOrdinary(X, y, {classes, signal});
  const listed = (places) => rowsOf(places, X[0].length);
  const explained = (row) => {
    const scores = classes ? network.scores([row])[0] : undefined;
    const value = network.values([row])[0];
    const said = `${scores ? `${value}, ${(100 * Math.max(...scores)).toFixed(1)} % sure` : short(value)}. It was never taught to say anything else.`;
    return {value, scores, said, status: "hit", recognition: "strong", familiarity: 1, neurons: []};
  };
  return {
    kind: "ordinary", classes, weights: network.weights, samples: X.length, layers: [], relevance: null,
    predict: async (places) => network.values(listed(places)),
    scores: async (places) => network.scores(listed(places)),
    outOfDistribution: async (places) => listed(places).map((_, row) => ({row, out: false, familiarity: 1})),
    explain: async (places) => (typeof places === "number" || typeof places[0] === "number" ? explained([places].flat()) : listed(places).map(explained)),
    dispose() {},
  };
}
