/** A forest's trees with the samples in their leaves: core/internal/forest and core/forest.go. */

/**
 * Reads what core's GrownForest.Pack wrote, and puts the samples into the leaves.
 *
 * @param {number[]} list @param {{n: number, outputs: number, points: Float64Array, alpha: Float64Array, count: number}} m
 */
export function forestOf(list, {n, outputs, points, alpha, count}) {
  let at = 0;
  const next = () => list[at++], take = (size) => list.slice(at, (at += size));
  const scaled = next(), low = take(scaled), unit = take(scaled);
  const given = take(next());
  const pairs = Array.from({length: next()}, () => ({of: next(), beside: next(), slope: next()}));
  const trees = Array.from({length: next()}, () => treeOf(next(), next));

  /** The columns that the trees know of a row. @param {ArrayLike<number>} x */
  const known = (x, from = 0, seen = (v) => v) => {
    const row = given.map((j) => seen(x[from + j]));
    for (const {of, beside, slope} of pairs) row.push(row[of] - slope * row[beside]);
    return row;
  };
  for (let i = 0; i < count; i++) {
    const row = known(points, i * n, (v) => (Math.abs(v) < 2 ** -484 ? 0 : v)); // its square is none
    for (const t of trees) {
      for (let k = 0; ; k = step(t, k, row)) {
        t.size[k]++;
        if (t.column[k] >= 0) continue;
        t.samples[k].push(i);
        break;
      }
    }
  }
  // Outcomes are whole numbers of some steps, so that sums have no rounding; as two parts each, because they can exceed 2^53.
  const steps = Array.from({length: scaled ? count * outputs : 0}, (_, i) => {
    const v = (alpha[i] - low[i % outputs]) / unit[i % outputs], whole = Math.trunc(v);
    return Math.abs(v - whole) >= 0.5 ? whole + Math.sign(v) : whole;
  });
  const part = 2 ** 26;

  /** The smallest node on the way of a row in which so many samples stand. */
  const leaf = (t, row, least) => {
    for (let k = 0; ;) {
      if (t.column[k] < 0) return k;
      const to = step(t, k, row);
      if (t.size[to] < least) return k;
      k = to;
    }
  };

  return {
    /** The mean outcome of the samples beside x. @param {Float64Array} x @param {number} least samples in a leaf */
    answer(x, least) {
      const value = new Float64Array(outputs), row = known(x);
      for (const t of trees) {
        const k = leaf(t, row, least), size = t.size[k];
        const upper = new Array(outputs).fill(0), lower = new Array(outputs).fill(0);
        each(t, k, (i) => {
          for (let o = 0; o < outputs; o++) {
            const v = scaled ? steps[i * outputs + o] : alpha[i * outputs + o], above = Math.floor(v / part);
            upper[o] += above;
            lower[o] += v - above * part;
          }
        });
        for (let o = 0; o < outputs; o++) value[o] += (upper[o] * part + lower[o]) / size;
      }
      for (let o = 0; o < outputs; o++) {
        value[o] /= trees.length;
        if (scaled) value[o] = low[o] + unit[o] * value[o];
      }
      return value;
    },

    /** The samples that answer x. @returns {Map<number, {trees: number, weight: number}>} */
    weigh(x, least) {
      const found = new Map(), row = known(x);
      for (const t of trees) {
        const k = leaf(t, row, least), one = 1 / t.size[k];
        each(t, k, (i) => {
          const w = found.get(i) ?? {trees: 0, weight: 0};
          found.set(i, w);
          w.trees++;
          w.weight += one;
        });
      }
      for (const w of found.values()) w.weight /= trees.length;
      return found;
    },

    /** What parts x from some samples. @param {Float64Array} x @param {number[]} samples */
    apart(x, samples) {
      const at = /** @type {number[][]} */ (Array.from({length: 2 * n}, () => [])), row = known(x);
      for (const s of samples) {
        const other = known(points, s * n);
        for (const t of trees) {
          for (let k = 0; t.column[k] >= 0;) {
            const own = step(t, k, row);
            if (own !== step(t, k, other)) {
              if (t.column[k] < n) at[2 * t.column[k] + (own === t.above[k] ? 1 : 0)].push(t.at[k]);
              break;
            }
            k = own;
          }
        }
      }
      return at.map((thresholds, c) => ({column: given[c >> 1], at: Float64Array.from(thresholds).sort()[thresholds.length >> 1], above: c % 2 === 1, times: thresholds.length, c}))
        .filter(({times}) => times > 0).sort((a, b) => b.times - a.times || a.c - b.c);
    },
  };
}

/** A tree has its nodes each before those below it, the lower side next to it. */
function treeOf(size, next) {
  const t = {column: new Int32Array(size), at: new Float64Array(size), above: new Int32Array(size), size: new Int32Array(size), samples: /** @type {number[][]} */ ([])};
  const open = [];
  for (let k = 0; k < size; k++) {
    t.samples.push([]);
    t.column[k] = next() - 1;
    if (t.column[k] >= 0) {
      t.at[k] = next();
      open.push(k);
    } else if (open.length > 0) t.above[/** @type {number} */ (open.pop())] = k + 1;
  }
  return t;
}

const step = (t, k, row) => (row[t.column[k]] <= t.at[k] ? k + 1 : t.above[k]);

/** Visits the samples in a node. */
function each(t, k, visit) {
  const open = [k];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (t.size[at] === 0) continue;
    if (t.column[at] < 0) t.samples[at].forEach(visit);
    else open.push(t.above[at], at + 1);
  }
}
