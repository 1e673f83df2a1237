import {knownOptions} from "./control.js";
import {XaiaError} from "./errors.js";
import {drawn} from "./shuffle.js";

/** The samples of an effect, if none are given: as many as tell the mean to a few percent. */
const usualSamples = 200;
/** The values of a column of numbers, if none are given: so many quantiles. */
const usualValues = 20;

/** @param {string} path @param {unknown} given @param {string} wanted */
const wrong = (path, given, wanted) => new XaiaError("invalid-option", `${path} is ${JSON.stringify(given) ?? String(given)}.`, `Give ${wanted}.`, {path});

/**
 * Which samples are outliers: a function that takes each sample's familiarity to the model without it, and returns the numbers
 * of the least familiar, and what makes the result of these samples.
 *
 * @param {any} options
 * @returns {(familiarity: ArrayLike<number>) => [number[], (samples: any[]) => any[]]}
 */
export function outliersOf(options) {
  const {share = 0.05} = knownOptions(options, ["share"]);
  if (!(typeof share === "number" && share > 0 && share <= 1)) throw wrong("share", share, "a number above 0, at most 1");
  return (familiarity) => {
    const order = Array.from(familiarity, (_, sample) => sample).sort((a, b) => familiarity[a] - familiarity[b] || a - b);
    const least = order.slice(0, Math.ceil(share * order.length));
    return [least, (samples) => least.map((sample, i) => ({sample, familiarity: familiarity[sample], ...samples[i]}))];
  };
}

/**
 * What an effect asks: the samples that it needs in `samples`, and from these the questions.
 *
 * @param {any} model
 * @param {string | number} column
 * @param {any} options
 */
export function effectPlan(model, column, options) {
  const {at: given, samples: some, each = false} = knownOptions(options, ["at", "samples", "each"]);
  const named = model.columns?.[0].name !== undefined;
  const number = named ? model.columns.findIndex((c) => c.name === column) : column;
  const count = model.columns?.length ?? model.featureCount;
  if (!(Number.isInteger(number) && number >= 0 && number < count)) {
    throw wrong("column", column, named ? `one of ${model.columns.map((c) => c.name).join(", ")}` : `a column's number, from 0 to ${count - 1}`);
  }
  if (typeof each !== "boolean") throw wrong("each", each, "true or false");
  if (given !== undefined && !((Array.isArray(given) || ArrayBuffer.isView(given)) && /** @type {any} */ (given).length > 0)) throw wrong("at", given, "a list of values");
  const categories = named ? model.columns[number].categories : undefined;
  const unknown = categories && given && Array.from(given).find((value) => typeof value === "string" && !categories.includes(value));
  if (unknown !== undefined) throw wrong("at", unknown, `texts that the fit has in this column: ${categories.join(", ")}`);
  const key = named ? column : number;
  const plan = (samples) => {
    if (samples.length === 0) throw wrong("samples", some, "at least one sample");
    const values = samples.flatMap(({x}) => x[key] ?? []);
    if (values.length === 0 && !given && !categories) throw wrong("samples", some, "samples of which some have a value in this column");
    const at = given ? Array.from(given) : (categories ?? quantiles(values));
    const questions = at.flatMap((value) => samples.map(({x}) => (named ? {...x, [key]: value} : x.map((v, j) => (j === key ? value : v)))));
    return {questions, column, at, count: samples.length, each, classes: model.classes};
  };
  plan.samples = some ?? (model.sampleCount > usualSamples ? Array.from(drawn(model.sampleCount, usualSamples)) : undefined);
  return plan;
}

/** Values from the least to the greatest, each once. @param {number[]} values */
function quantiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const last = sorted.length - 1;
  return [...new Set(Array.from({length: usualValues}, (_, i) => sorted[Math.round((i * last) / (usualValues - 1))]))];
}

/**
 * The mean answers and their spread, from the answers to all questions.
 *
 * @param {any} of
 * @param {any[]} answers a number, or a list of outputs or class scores, per question
 */
export function effectOf({column, at, count, each, classes}, answers) {
  const part = (i) => Array.from(answers.slice(i * count, (i + 1) * count));
  const parts = at.map((_, i) => part(i));
  const many = Array.isArray(parts[0][0]);
  const over = (list, figure) => (many ? list[0].map((_, k) => figure(list.map((v) => v[k]))) : figure(list));
  return {
    column, at, ...(classes && {classes}),
    mean: parts.map((list) => over(list, mean)),
    spread: parts.map((list) => over(list, deviation)),
    ...(each && {each: Array.from({length: count}, (_, r) => parts.map((list) => list[r]))}),
  };
}

const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

function deviation(list) {
  const middle = mean(list);
  return Math.sqrt(mean(list.map((v) => (v - middle) ** 2)));
}
