/** Answers that can be added up again: model.certificate, and verify of xaia/lite. */
import {XaiaError} from "./errors.js";

const format = "xaia-certificate", version = 1;
/** What rounding may take of a sum, of its largest part. */
const slack = 1e-9;

/** The outputs that a value stands for: one for each class, or the numbers. @param {any} value @param {any[] | null} classes @returns {number[]} */
const outputsOf = (value, classes) => (classes ? classes.map((label) => (label === value ? 1 : 0)) : [value].flat());

/**
 * The sum of a certificate's parts for each output, in their order, and the sum of what they are without their signs.
 *
 * @param {{neurons: any[], corrections?: any[], limit?: any}} c @param {any[] | null} classes @param {number} outputs
 */
function added({neurons, corrections = [], limit = 0}, classes, outputs) {
  return Array.from({length: outputs}, (_, k) => {
    let sum = 0, size = 0;
    const add = (part) => {
      sum += part;
      size += Math.abs(part);
    };
    for (const {weight, value} of neurons) add(weight * outputsOf(value, classes)[k]);
    for (const {value} of corrections) add([value].flat()[k]);
    add([limit].flat()[k] ?? 0);
    return {sum, size};
  });
}

/**
 * @param {any} row as it was asked @param {any} e its explanation, without a fingerprint
 * @param {{checksum: string, sampleCount: number, classes: any[] | null}} model
 */
export function certificateOf(row, e, {checksum, sampleCount, classes}) {
  if (Array.isArray(e) && e.length === 1) [e] = e;
  if (Array.isArray(e)) throw new XaiaError("invalid-input", "X has several rows.", "Give one row: a certificate is of one answer.");
  if (e.status === "none") throw new XaiaError("unsupported", "There is no answer to certify.", "Fit with another interpolation than \"none\".");
  const neurons = e.neurons.map(({samples, names, alpha, weight}) => ({samples, ...(names && {names}), value: alpha, weight}));
  const {value, scores, recognition, familiarity, corrections, limit} = e, outputs = scores ?? [value].flat();
  const c = {format, version, model: {checksum, sampleCount, ...(classes && {classes})}, x: ArrayBuffer.isView(row) ? Array.from(/** @type {any} */ (row)) : row,
    value, ...(scores && {scores}), recognition, familiarity, neurons, ...(corrections && {corrections, limit})};
  const sums = added(c, classes, outputs.length), rounding = outputs.map((v, k) => v - sums[k].sum);
  if (sums.some(({sum, size}, k) => !(Math.abs(rounding[k]) <= slack * size) || sum + rounding[k] !== outputs[k])) {
    throw new XaiaError("unsupported", "This model's answers are no sum over samples.", 'Certify an SQANN with interpolation "auto", {top: K} or {local: {…}}.');
  }
  return {...c, rounding: scores ? rounding : rounding.length === 1 ? rounding[0] : rounding};
}

const isNumbers = (list, size) => Array.isArray(list) && list.length === size && list.every((v) => typeof v === "number" && Number.isFinite(v));

/** What doesn't fit in a certificate by itself. @param {any} c @returns {string[]} */
export function problemsOf(c) {
  if (c?.format !== format || c.version !== version) return [`It is no certificate of version ${version}.`];
  const classes = c.model?.classes ?? null, outputs = classes ? c.scores : [c.value].flat(), said = [];
  if (!Array.isArray(c.neurons) || c.neurons.length === 0 || !c.neurons.every((n) => Array.isArray(n?.samples) && n.samples.length > 0 && typeof n.weight === "number" && n.weight >= 0)) return ["Its neurons have no samples or no weights."];
  if (!isNumbers(outputs, classes ? classes.length : outputs.length)) return [classes ? "Its scores aren't one number a class." : "Its value is no number."];
  const parts = [...c.neurons.map(({value}) => outputsOf(value, classes)), ...(c.corrections ?? []).map(({value}) => [value].flat()), [c.rounding].flat(), ...(c.limit === undefined ? [] : [[c.limit].flat()])];
  if (!parts.every((part) => isNumbers(part, outputs.length))) return ["A part of its sum isn't a number for each output."];
  if (c.neurons.some(({samples}) => samples.some((row) => !Number.isSafeInteger(row) || row < 0 || row >= c.model.sampleCount))) said.push("A neuron names a sample that the model doesn't have.");
  if (classes && c.neurons.some(({value}) => !classes.includes(value))) said.push("A neuron has a class that the model doesn't have.");
  let weights = 0;
  for (const {weight} of c.neurons) weights += weight;
  if (!(Math.abs(weights - 1) <= slack)) said.push(`The weights add up to ${weights}, not to 1.`);
  added(c, classes, outputs.length).forEach(({sum, size}, k) => {
    const rounding = [c.rounding].flat()[k], of = classes ? `The score of ${classes[k]}` : outputs.length > 1 ? `Output ${k}` : "The value";
    if (!(Math.abs(rounding) <= slack * size)) said.push(`${of} is left over by ${rounding}, which is more than rounding.`);
    else if (sum + rounding !== outputs[k]) said.push(`${of} is ${outputs[k]}, and its parts add up to ${sum + rounding}.`);
  });
  if (classes && c.value !== classes[outputs.reduce((best, v, k) => (v > outputs[best] ? k : best), 0)]) said.push(`The value is ${c.value}, and another class has the highest score.`);
  return said;
}
