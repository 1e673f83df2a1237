/**
 * xaia/lite: answers of a saved model without the engine, in plain JavaScript, with the same bits. See lite.d.ts.
 */
import {certificateOf, problemsOf} from "../certificate.js";
import {XaiaError} from "../errors.js";
import {knownOptions} from "../control.js";
import {answer, networkOf, spreadOf} from "./network.js";
import {rowsOf} from "./rows.js";

export {XaiaError};

const recognitions = ["weak", "moderate", "strong"];
const broken = (what) => new XaiaError("model-file", `The file is no model of xaia/lite: ${what}.`, 'Save it with model.save({format: "lite"}).');

/** Reads what `save({format: "lite"})` wrote. @param {any} file the text, or its object */
export function load(file) {
  if (typeof file === "string") {
    try {
      file = JSON.parse(file);
    } catch (cause) {
      throw new XaiaError("model-file", "The text is not JSON, or is truncated.", "Load an unchanged file.", {cause});
    }
  }
  if (file?.format === "xaia-model") throw broken("it is one for xaia itself");
  if (file?.format !== "xaia-lite") throw broken("it says no such format");
  if (!(file.version < 3)) throw broken(`its version is ${file.version}, this is for 1 and 2`);
  return new LiteModel(file);
}

/**
 * What doesn't fit in a certificate: its parts add up to its answer, to the bit; and with the model, it is what that model says.
 *
 * @param {any} certificate as an object or as text @param {LiteModel} [model]
 */
export function verify(certificate, model) {
  if (typeof certificate === "string") {
    try {
      certificate = JSON.parse(certificate);
    } catch {
      return {valid: false, problems: ["The text is not JSON, or is truncated."]};
    }
  }
  const problems = problemsOf(certificate);
  if (model && problems.length === 0) {
    if (!(model instanceof LiteModel)) throw new XaiaError("not-found", "The second argument is not a model.", "Pass a model that load of xaia/lite returned.");
    if (certificate.model.checksum !== model.checksum) problems.push("It is of another model: the checksums differ.");
    else if (canonical(model.certificate(certificate.x)) !== canonical(certificate)) problems.push("The model says something else of x.");
  }
  return {valid: problems.length === 0, problems};
}

/** A text that doesn't depend on the order of keys. */
const canonical = (value) => JSON.stringify(value, (_, v) => (v !== null && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v));

export class LiteModel {
  #file;
  #network;
  #scores;
  #gaps;

  constructor(file) {
    this.#file = file;
    try {
      this.#network = networkOf(file);
      this.#scores = file.calibration && file.calibration.scores.map((list) => grouped(list, file.calibration.recognition));
      this.#gaps = (file.columns ?? []).filter(({gap}) => gap).map((_, k) => new Set(file.gaps[k].map(Number)));
    } catch (cause) {
      throw cause instanceof XaiaError ? cause : new XaiaError("model-file", "The file is no model of xaia/lite: something is missing.", "Load an unchanged file.", {cause});
    }
    this.kind = "sqann";
    this.featureCount = file.features;
    this.outputCount = file.outputs;
    this.classes = file.classes ?? null;
    this.sampleCount = file.count;
    this.columns = file.columns?.map(({name}) => name) ?? null;
    this.checksum = file.checksum;
    this.calibrated = file.calibration !== undefined;
  }

  /** @param {any} X @param {(a: any, i: number, unseen: any[], row: ArrayLike<number>) => any} say */
  #each(X, say) {
    const {rows, single, unseen} = rowsOf(X, this.#file);
    const said = rows.map((row, i) => say(answer(this.#network, row), i, unseen[i], row));
    return single ? said[0] : said;
  }

  #value(a) {
    if (this.classes) return a.status === "none" ? null : this.classes[greatest(a.value)];
    return numbersOf(a.value);
  }

  predict(X, options) {
    knownOptions(options, []);
    return this.#each(X, (a) => this.#value(a));
  }

  scores(X, options) {
    knownOptions(options, []);
    if (!this.classes) throw new XaiaError("unsupported", "The model was fitted on numbers, so it doesn't have classes.", "Use predict.");
    return this.#each(X, (a) => shareOf(a));
  }

  explain(X, options) {
    knownOptions(options, []);
    return this.#each(X, (a, _, unseen, row) => this.#explained(a, unseen, row));
  }

  /** An answer that can be added up again. @param {any} x one row @param {any} [options] */
  certificate(x, options) {
    knownOptions(options, []);
    return certificateOf(x, this.explain(x), this);
  }

  predictInterval(X, options) {
    const coverage = this.#coverage(options, false);
    return this.#each(X, (a) => this.#interval(a, coverage));
  }

  predictSet(X, options) {
    const coverage = this.#coverage(options, true);
    return this.#each(X, (a) => this.#set(a, coverage));
  }

  /** @param {any} X @param {any} [options] threshold */
  outOfDistribution(X, options) {
    const {threshold} = knownOptions(options, ["threshold"]);
    if (threshold === "calibrated" && !this.calibrated) throw new XaiaError("unsupported", "The model is not calibrated.", "Calibrate it before it is saved.", {path: "threshold"});
    if (threshold !== undefined && threshold !== "calibrated" && !(threshold >= 0 && threshold <= 1)) throw new XaiaError("invalid-option", `threshold is ${String(threshold)}.`, 'Give a number from 0 to 1, or "calibrated".', {path: "threshold"});
    const least = threshold === "calibrated" ? this.#file.calibration.threshold : threshold;
    const list = this.#each(X, (a, row) => ({row, out: least === undefined ? a.recognition === "weak" : a.familiarity < least, familiarity: a.familiarity}));
    return Array.isArray(list) ? list : [list];
  }

  #explained(a, unseen, row) {
    const {names, samples} = this.#file, m = this.#network;
    /** @type {any} */
    const e = {value: this.#value(a), ...(this.classes && {scores: [...a.value]}), status: a.status, recognition: a.recognition, familiarity: a.familiarity};
    if (a.novelAt > 0) e.novelAt = a.novelAt;
    if (a.hit) e.layer = a.hit.layer + 1;
    e.neurons = a.made.map((one) => {
      const alpha = m.alpha.subarray(one.point * m.outputs, (one.point + 1) * m.outputs);
      return {layer: one.layer + 1, node: one.node, samples: [...samples[one.point]], ...(names && {names: samples[one.point].map((row) => names[row])}),
        distance: Math.sqrt(one.D2), activation: one.V, alpha: this.classes ? this.classes[greatest(alpha)] : numbersOf(alpha), weight: one.weight, ...(m.how.forest && a.share > 0 && {trees: one.trees})};
    });
    const list = (numbers) => (this.classes ? [...numbers] : numbersOf(numbers));
    if (a.line) {
      e.corrections = this.#byColumn(a.line.corrections).map(([column, numbers]) => ({column, value: list(numbers)}));
      e.limit = list(a.line.limit);
      if (!this.classes) e.deviation = numbersOf(Float64Array.from({length: m.outputs}, (_, k) => spreadOf(m, a, k)));
    }
    if (a.share > 0) e.forest = {share: a.rest, apart: this.#apart(a)};
    if (this.calibrated) e[this.classes ? "set" : "interval"] = this.classes ? this.#set(a, 0.9) : this.#interval(a, 0.9);
    const gaps = this.#columns().filter(({gap}) => gap).flatMap(({name, to}, k) => {
      if (row[to - 1] !== 1) return [];
      return [{column: name, share: e.neurons.reduce((sum, {samples: [first], weight}) => (this.#gaps[k].has(first) ? sum + weight : sum), 0)}];
    });
    if (gaps.length > 0) e.gaps = gaps;
    if (unseen.length > 0) e.unseen = unseen;
    return e;
  }

  /** The features of each column, with its name or number. @returns {{name: string | number, from: number, to: number, categories?: string[], gap?: boolean}[]} */
  #columns() {
    const {columns, features} = this.#file;
    let at = 0;
    return columns ? columns.map(({name, categories, gap}, j) => ({name: name ?? j, categories, gap, from: at, to: (at += (categories?.length ?? 1) + Number(gap ?? false))})) : Array.from({length: features}, (_, j) => ({name: j, from: j, to: j + 1}));
  }

  /** Corrections of each output, summed over each column's features. */
  #byColumn(corrections) {
    return this.#columns().map(({name, from, to}) => [name, corrections.map((row) => {
      if (!this.#file.columns) return row[from];
      let sum = 0;
      for (let j = from; j < to; j++) sum += row[j];
      return sum;
    })]);
  }

  #apart(a) {
    const m = this.#network, {shift, divide, relevance} = m, columns = this.#columns();
    return m.forest.apart(a.x, a.made.slice(0, 8).map(({point}) => point)).slice(0, 3).map(({column, at, above, times}) => {
      if (relevance) at /= relevance[column];
      if (divide) at = shift[column] + at * divide[column];
      const of = columns.find(({from, to}) => column >= from && column < to);
      const kind = of?.gap && column === of.to - 1 ? {missing: true} : of?.categories ? {text: of.categories[column - of.from]} : {threshold: at};
      return {column: of?.name, ...kind, above, times};
    });
  }

  #coverage(options, sets) {
    const {coverage = 0.9} = knownOptions(options, ["coverage"]);
    if (!this.calibrated) throw new XaiaError("unsupported", "The model is not calibrated.", "Calibrate it before it is saved.");
    if (sets !== Boolean(this.classes)) throw new XaiaError("unsupported", sets ? "The model was fitted on numbers, so it doesn't have classes." : "The model predicts labels, which don't have intervals.", sets ? "Use predictInterval." : "Use predictSet.");
    if (!(coverage > 0 && coverage < 1)) throw new XaiaError("invalid-option", `coverage is ${String(coverage)}.`, "Give a number above 0 and below 1; 0.9 is usual.", {path: "coverage"});
    return coverage;
  }

  #quantile(a, k, coverage, side = 0) {
    const {levels, floor} = this.#file.calibration, r = recognitions.indexOf(a.recognition), list = this.#scores[floor ? 2 * k + side : k];
    const tail = (c) => (floor ? (1 + c) / 2 : c), of = (r) => quantile(list, r, tail(coverage)), {scores} = list.groups[r], n = scores.length;
    if (levels && rankOf(n, tail(coverage)) <= n) { // a learner has moved the coverage
      const [from, to, low, high] = levels[r * (this.classes ? 1 : a.value.length) + k].find((line) => coverage <= line[1]);
      return scores[Math.min(rankOf(n, tail(low + (high - low) * ((coverage - from) / (to - from)))) || 1, n) - 1];
    }
    return r === 0 ? Math.max(of(0), of(1)) : of(r);
  }

  #interval(a, coverage) {
    const {median, floor} = this.#file.calibration;
    const list = Array.from(a.value, (f, k) => {
      const unit = Math.max(spreadOf(this.#network, a, k) + median[k] / 2, Number.MIN_VALUE);
      const low = Math.max(f - this.#quantile(a, k, coverage) * unit, floor?.[k] ?? -Infinity);
      return [low, Math.max(low, f + this.#quantile(a, k, coverage, 1) * unit)];
    });
    return list.length === 1 ? list[0] : list;
  }

  #set(a, coverage) {
    const {shares} = this.#file.calibration, q = this.#quantile(a, 0, coverage), answered = greatest(a.value);
    const score = (k) => (8 * Math.max(0, Math.min(1 - a.value[k], 1)) + (1 - shares[k])) / 9;
    return this.classes.map((_, k) => k).filter((k) => score(k) <= q || k === answered).sort((one, other) => a.value[other] - a.value[one] || one - other).map((k) => this.classes[k]);
  }
}

/** Scores that sum to 1. */
function shareOf({value, status}) {
  if (status === "none") return [...value];
  const list = Array.from(value, (v) => Math.max(v, 0));
  let sum = 0;
  for (const v of list) sum += v;
  return list.map((v) => (sum === 0 ? 1 / list.length : v / sum));
}

const greatest = (list) => list.reduce((best, v, k) => (v > list[best] ? k : best), 0);
const numbersOf = (list) => (list.length === 1 ? list[0] : [...list]);

/** Scores in groups of recognition, which are filled up where they are small: core/internal/conformal. */
function grouped(scores, recognition) {
  const order = scores.map((_, i) => i).sort((a, b) => scores[a] - scores[b] || a - b);
  const all = order.map((i) => scores[i]), n = all.length;
  return {all, groups: recognitions.map((_, r) => {
    const own = order.filter((i) => recognition[i] === r).map((i) => scores[i]), missing = Math.min(20, n) - own.length;
    const added = Array.from({length: Math.max(0, missing)}, (_, i) => all[Math.floor(((2 * i + 1) * n) / (2 * missing))]);
    return {own: own.length, scores: [...own, ...added].sort((a, b) => a - b)};
  })};
}

const rankOf = (n, coverage) => Math.ceil((n + 1) * coverage);

function quantile({all, groups}, r, coverage) {
  let {own, scores} = groups[r], least = -Infinity;
  if (rankOf(scores.length, coverage) > scores.length && own < 20) [least, scores] = [scores.at(-1), all];
  const n = scores.length;
  let rank = rankOf(n, coverage);
  if (rank > n) return Infinity;
  if (own >= 20 && own < 100) rank = Math.min(n, Math.ceil((n + 1) * coverage + Math.sqrt(n * coverage * (1 - coverage)) / 2));
  return Math.max(least, scores[rank - 1]);
}
