/** A local line through the strongest neurons: core/local.go and core/internal/ridge. Sums are in the engine's order. */

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function dot(a, b, from = 0, to = 0, size = a.length) {
  let sum = 0;
  for (let j = 0; j < size; j++) sum += a[from + j] * b[to + j];
  return sum;
}

/** Adds t·b to a. */
function addTimes(a, t, b, from = 0) {
  for (let j = 0; j < a.length; j++) a[j] += t * b[from + j];
}

/** Replaces the lower triangle of a matrix by that of its Cholesky factor; false if it isn't positive definite. */
function factored(a, n) {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      let s = a[i * n + j];
      for (let k = 0; k < j; k++) s -= a[j * n + k] * a[i * n + k];
      a[i * n + j] = s / a[j * n + j];
    }
    let d = a[i * n + i];
    for (let k = 0; k < i; k++) d -= a[i * n + k] * a[i * n + k];
    if (!(d > 0)) return false;
    a[i * n + i] = Math.sqrt(d);
  }
  return true;
}

function solve(l, n, b) {
  for (let j = 0; j < n; j++) {
    let s = b[j];
    for (let k = 0; k < j; k++) s -= l[j * n + k] * b[k];
    b[j] = s / l[j * n + j];
  }
  for (let i = n - 1; i >= 0; i--) {
    const v = b[i] / l[i * n + i];
    b[i] = v;
    for (let k = 0; k < i; k++) b[k] -= l[i * n + k] * v;
  }
}

/**
 * The line at x: its value before and after limiting, its neurons' weights, and a look at what the columns and the limit add.
 *
 * @param {any} m the model @param {{point: number, V: number, D2: number, act: (d2: number) => number}[]} made @param {any} how @param {Float64Array} x
 */
export function lineThrough(m, made, how, x) {
  const {n, outputs, points, alpha} = m, count = made.length, narrow = 1 / (how.width * how.width), flatRidge = how.ridge === "flat";
  const weights = made.map(({V, D2, act}) => (how.width === 1 ? V : act(D2 * narrow)));
  if (m.weights) made.forEach(({point}, i) => (weights[i] *= m.weights[point]));
  let total = 0;
  for (const v of weights) total += v;
  const mean = new Float64Array(n), away = new Float64Array(n);
  for (let i = 0; i < count; i++) {
    weights[i] = total > 0 ? weights[i] / total : 1 / count;
    addTimes(mean, weights[i], points, made[i].point * n);
  }
  for (let j = 0; j < n; j++) away[j] = x[j] - mean[j];

  const byRows = n > count, size = Math.min(n, count), width = Math.max(n, count);
  const matrix = new Float64Array(flatRidge ? 0 : n * count), factor = new Float64Array(flatRidge ? 0 : size * size), pulls = new Float64Array(count);
  let squares = 0, penalty = 0, flat = flatRidge;
  if (!flat) {
    for (let i = 0; i < count; i++) {
      const root = Math.sqrt(weights[i]), at = made[i].point * n;
      for (let j = 0; j < n; j++) {
        const d = root * (points[at + j] - mean[j]);
        matrix[byRows ? i * n + j : j * count + i] = d;
        squares += d * d;
      }
    }
    for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) factor[i * size + j] = dot(matrix, matrix, i * width, j * width, width);
    penalty = how.ridge * squares;
    for (let j = 0; j < size; j++) factor[j * size + j] += penalty;
    flat = !(squares >= 1e-280 && squares <= 1e280) || !factored(factor, size);
  }
  if (!flat) {
    if (byRows) {
      for (let i = 0; i < count; i++) pulls[i] = dot(matrix, away, i * n, 0, n);
      solve(factor, size, pulls);
    } else {
      const solved = Float64Array.from(away);
      solve(factor, size, solved);
      for (let j = 0; j < n; j++) addTimes(pulls, solved[j], matrix, j * count);
    }
    for (let i = 0; i < count; i++) pulls[i] *= Math.sqrt(weights[i]);
  }

  const residuals = how.line ? m.residuals : alpha;
  const meanOf = (k) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += weights[i] * residuals[made[i].point * outputs + k];
    return sum;
  };
  const weightedMean = () => {
    const value = new Float64Array(outputs);
    for (let i = 0; i < count; i++) addTimes(value, weights[i], alpha, made[i].point * outputs);
    return value;
  };
  const raw = weightedMean();
  for (let k = 0; k < outputs; k++) {
    raw[k] += how.line ? dot(m.slopes, away, k * n, 0, n) : 0;
    if (flat) continue;
    const average = meanOf(k);
    for (let i = 0; i < count; i++) raw[k] += pulls[i] * (residuals[made[i].point * outputs + k] - average);
  }
  return {weights, value: limited(m, made, raw) ?? weightedMean(), raw,
    /** @param {Float64Array} value of the line @param {number} rest the part of the answer that the line makes */
    closely(value, rest) {
      const spread = new Float64Array(outputs), corrections = Array.from({length: outputs}, () => new Float64Array(n));
      const left = new Float64Array(count), limit = weightedMean();
      for (let k = 0; k < outputs; k++) {
        const average = meanOf(k), slopes = corrections[k];
        for (let i = 0; i < count; i++) left[i] = Math.sqrt(weights[i]) * (residuals[made[i].point * outputs + k] - average);
        if (!flat) {
          const solved = new Float64Array(size);
          if (byRows) {
            solved.set(left);
            solve(factor, size, solved);
            for (let i = 0; i < count; i++) {
              addTimes(slopes, solved[i], matrix, i * n);
              left[i] = penalty * solved[i];
            }
          } else {
            for (let j = 0; j < n; j++) solved[j] = dot(matrix, left, j * count, 0, count);
            solve(factor, size, solved);
            for (let j = 0; j < n; j++) {
              slopes[j] += solved[j];
              addTimes(left, -solved[j], matrix, j * count);
            }
          }
        }
        spread[k] = Math.sqrt(dot(left, left));
        if (how.line) addTimes(slopes, 1, m.slopes, k * n);
        for (let j = 0; j < n; j++) slopes[j] = rest * (slopes[j] * away[j]);
        let sum = 0;
        for (const c of slopes) sum += c;
        if (!(Math.abs(sum) <= Number.MAX_VALUE)) {
          slopes.fill(0);
          sum = 0;
        }
        limit[k] = value[k] === raw[k] ? 0 : rest * (value[k] - limit[k]) - sum;
      }
      return {spread, corrections, limit};
    }};
}

/** The value within the outputs of the eight strongest, or of scores within 0 and 1; undefined where it isn't finite. */
function limited({outputs, alpha, classes}, made, raw) {
  const value = Float64Array.from(raw);
  let sum = 0;
  for (let k = 0; k < outputs; k++) {
    let low = 0, high = 1;
    if (!classes) {
      [low, high] = [Infinity, -Infinity];
      for (const {point} of made.slice(0, 8)) {
        const v = alpha[point * outputs + k];
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
    }
    value[k] = Math.max(low, Math.min(high, raw[k]));
    sum += value[k];
    if (!(Math.abs(raw[k]) <= Number.MAX_VALUE) || (classes && k === outputs - 1 && !(sum > 0))) return undefined;
  }
  if (classes) for (let k = 0; k < outputs; k++) value[k] /= sum;
  return value;
}
