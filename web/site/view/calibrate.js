/**
 * How sure an answer is, as the API's calibrate has it (SPEC 3.13), made of fit and explain: the page's module holds those
 * anyway, and is 15 kilobytes smaller without a third. A test compares both.
 */
import {packedRows} from "./bench.js";
import {dealt} from "./crossvalidate.js";

const fewestScores = 20;
const manyScores = 100;
const scoreSamples = 8;
const recognitions = ["weak", "moderate", "strong"];

/** Of more samples than this a part is left out once, and asked: a fit a fold would take too long. */
const most = 2000;
const mostLeft = 400;
/** An explanation holds a number for each neuron; so many numbers are asked for at a time. */
const atOnce = 2e6;

const ascending = (values) => Float64Array.from(values).sort();
const rankOf = (n, coverage) => Math.ceil((n + 1) * coverage);

/** @param {{fingerprint: any, neighbours: any[], neurons: any[]}} answer @returns {number[]} */
function weightsOf({fingerprint, neighbours, neurons}, places) {
  if (neurons) return neurons.map((n) => n.weight);
  const shares = neighbours.map(({x}) => {
    const j = places.indexOf(x);
    return Math.max(0, fingerprint[j] - (fingerprint[j + 1] ?? 0));
  });
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((s) => (sum > 0 ? s / sum : 1 / shares.length));
}

/** The weighted standard deviation of what the neurons behind an answer say; 0 where they say the same. */
function spreadOf(answer, places) {
  if (answer.deviation !== undefined) return answer.deviation; // from a local line
  const made = answer.neurons ?? answer.neighbours;
  if (!made.length || made.every((n) => n.alpha === made[0].alpha)) return 0;
  const weights = weightsOf(answer, places);
  const mean = made.reduce((sum, n, i) => sum + weights[i] * (n.alpha - made[0].alpha), 0);
  return Math.sqrt(made.reduce((sum, n, i) => sum + weights[i] * (n.alpha - made[0].alpha - mean) ** 2, 0));
}

function quantile(values, p) {
  const sorted = ascending(values);
  const at = p * (sorted.length - 1);
  const i = Math.floor(at);
  return i + 1 === sorted.length ? sorted[i] : sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]);
}

/** The places of a TNN's neurons, the lowest first. */
const placesOf = (X) => [...new Set(X.map((x) => x[0]))].sort((a, b) => a - b);

/**
 * Finds out how far answers may be trusted: each sample is answered by the model fitted without its part.
 *
 * @param {any} xaia
 * @param {import("./bench.js").Bench} bench
 * @param {any} options those of fit
 * @param {{classes?: any[], report?: any}} model the one on the screen; the others answer as it does, whatever they would choose
 * @param {{folds: number, signal?: AbortSignal, brief?: boolean, onProgress?: (done: number, total: number) => void}} how brief: the engine explains without fingerprints, which the page's own can't
 * @returns {Promise<(answer: any, coverage?: number) => {interval?: [number, number], set?: any[]}>} says of an explanation how sure it is
 */
export async function calibrated(xaia, bench, options, model, {folds, signal, brief, onProgress}) {
  const {X} = bench, known = model.classes ?? null, interpolation = model.report?.interpolation?.chosen ?? options.interpolation;
  const y = /** @type {any[]} */ (bench.y);
  const large = X.length > most;
  const parts = large ? Math.ceil(X.length / mostLeft) : folds;
  const fold = dealt(bench, parts);
  const asked = large ? 1 : folds;
  const tnn = options.model === "tnn";
  const share = new Map(known?.map((label) => [label, y.reduce((sum, v) => sum + (v === label ? 1 : 0), 0) / y.length]));
  const setScore = (missing, label) => (scoreSamples * missing + 1 - share.get(label)) / (scoreSamples + 1);
  const found = []; // {recognition, off, spread} or {recognition, score}
  for (let k = 0; k < asked; k++) {
    onProgress?.(k, asked);
    const inside = fold.flatMap((f, i) => (f === k ? [i] : []));
    const outside = fold.flatMap((f, i) => (f === k ? [] : [i]));
    const rows = (list) => packedRows({...bench, X: list.map((i) => X[i])});
    const others = await xaia.fit(rows(outside), outside.map((i) => y[i]), {...options, interpolation, signal});
    try {
      const places = tnn ? placesOf(outside.map((i) => X[i])) : [];
      const step = brief ? inside.length : Math.max(1, Math.floor(atOnce / outside.length));
      for (let from = 0; from < inside.length; from += step) {
        signal?.throwIfAborted();
        const some = inside.slice(from, from + step);
        const answers = await others.explain(rows(some), brief ? {fingerprint: false} : {});
        some.forEach((i, at) => {
          const {recognition, value, scores} = answers[at];
          if (known) found.push({recognition, score: setScore(1 - (scores[others.classes.indexOf(y[i])] ?? 0), y[i])});
          else found.push({recognition, off: Math.abs(y[i] - value), spread: spreadOf(answers[at], places)});
        });
      }
    } finally {
      others.dispose();
    }
  }
  onProgress?.(asked, asked);
  const spreads = found.map((f) => f.spread).filter((u) => u > 0);
  const median = spreads.length ? quantile(spreads, 0.5) : 1;
  const unit = (spread) => spread + median / 2;
  if (!known) for (const f of found) f.score = Math.min(f.off / unit(f.spread), Number.MAX_VALUE);
  const all = ascending(found.map((f) => f.score));
  const counts = {};
  const sorted = {};
  for (const r of recognitions) {
    const own = found.flatMap((f) => (f.recognition === r ? [f.score] : []));
    counts[r] = own.length;
    const missing = Math.min(fewestScores, all.length) - own.length;
    for (let i = 0; i < missing; i++) own.push(all[Math.floor(((2 * i + 1) * all.length) / (2 * missing))]);
    sorted[r] = ascending(own);
  }
  const ownQuantile = (r, coverage) => {
    let [scores, least] = [sorted[r], -Infinity];
    if (rankOf(scores.length, coverage) > scores.length && counts[r] < fewestScores) [least, scores] = [scores.at(-1), all];
    const n = scores.length;
    let rank = rankOf(n, coverage);
    if (rank > n) return Infinity;
    if (counts[r] >= fewestScores && counts[r] < manyScores) rank = Math.min(n, Math.ceil((n + 1) * coverage + Math.sqrt(n * coverage * (1 - coverage)) / 2));
    return Math.max(least, scores[rank - 1]);
  };
  const here = tnn ? placesOf(X) : [];
  return (answer, coverage = 0.9) => {
    const {recognition, value, scores} = answer;
    const q = Math.max(ownQuantile(recognition, coverage), recognition === "weak" ? ownQuantile("moderate", coverage) : -Infinity);
    if (!known) {
      const half = q * unit(spreadOf(answer, here));
      return {interval: [value - half, value + half]};
    }
    const kept = known.flatMap((label, i) => (label === value || setScore(1 - scores[i], label) <= q ? [{label, score: scores[i]}] : []));
    return {set: kept.sort((a, b) => b.score - a.score).map((k) => k.label)};
  };
}
