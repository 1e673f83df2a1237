/** Small random data sets and options, every option written out for the reference. */

const presets = {
  xaia: {skip: true, scale: "minmax", top: 8},
  paper: {skip: false, scale: "none", top: 2},
};

/** @param {ReturnType<import("./random.mjs").dice>} d */
function settingsFor(d, preset) {
  const list = () => Array.from({length: d.between(1, 3)}, () => {
    const admission = 0.05 + 0.4 * d.next();
    return {a1: 10 ** (-3 * d.next()), a2: 0.2 + d.next(), admission, activation: admission + (0.95 - admission) * d.next()};
  });
  return d.one(preset === "xaia" ? ["auto", "auto", "auto", "classic", list()] : ["classic", "auto", list()]);
}

/** Rows that are all different: spread, on a grid (many equal distances), in clumps, or on a line. */
function rows(d, n, features) {
  const shape = d.below(4);
  const unit = d.one([1, 1, 100, 0.001]);
  const made = new Map();
  for (let i = 0; made.size < n && i < 20 * n; i++) {
    const row = Array.from({length: features}, (_, k) => {
      if (shape === 1) return d.between(-3, 3) * unit;
      if (shape === 2) return (d.between(-1, 1) * 5 + Math.round(d.next() * 100) / 100) * unit;
      if (shape === 3) return k === 0 ? Math.round(d.next() * 1e4) / 1e3 : 0;
      return Math.round((d.next() - 0.5) * 1e4) * 1e-3 * unit;
    });
    made.set(row.join(), row);
  }
  return [...made.values()];
}

const kinds = {
  texts: (d) => d.one(["a", "b", "ü", "constructor"]),
  // The engine turns -0 into 0, which JSON cannot tell apart.
  numbers: (d) => Math.round((d.next() - 0.5) * 1e4) / 100 + 0,
  vectors: (d) => [d.between(-9, 9), d.between(-9, 9) / 4],
  booleans: (d) => d.chance(0.5),
};

/**
 * @param {ReturnType<import("./random.mjs").dice>} d
 * @param {number} [most] samples
 */
export function sqannSet(d, most = 24) {
  const preset = d.chance(0.75) ? "xaia" : "paper";
  const X = rows(d, d.between(1, most), d.between(1, 4));
  const kind = d.one(Object.keys(kinds));
  const y = X.map(() => kinds[kind](d));
  // An equal sample with an equal outcome shares a neuron.
  if (d.chance(0.2)) {
    const i = d.below(X.length);
    X.push([...X[i]]);
    y.push(y[i]);
  }
  const {skip, scale, top} = presets[preset];
  const options = {
    preset, skip: d.chance(0.15) ? !skip : skip, settings: settingsFor(d, preset), r: d.chance(0.7) ? 0.5 : Math.round(d.next() * 100) / 100,
    scale: d.chance(0.7) ? scale : d.one(["none", "minmax", "standard"]), top: d.chance(0.7) ? top : d.between(1, 12),
  };
  return {kind, X, y, options};
}

/** @param {ReturnType<import("./random.mjs").dice>} d */
export function tnnSet(d) {
  const X = rows(d, d.between(1, 20), 1);
  return {kind: "numbers", X, y: X.map(() => kinds.numbers(d)), options: {kind: "tnn", a: d.one([5, 1, 20])}};
}

/** More rows for a set: near it, on it, and far away. */
export function queries(d, {X}, n) {
  return Array.from({length: n}, () => {
    const at = d.one(X);
    const size = d.one([0, 1e-6, 0.1, 1, 1e6]);
    return at.map((v) => v + size * (d.next() - 0.5) * Math.max(1, Math.abs(v)));
  });
}

export const outcome = (d, kind) => kinds[kind](d);

/** What fit takes. @param {{options: any}} set */
export function fitOptions({options}) {
  if (options.kind === "tnn") return {...options};
  const {top, ...rest} = options;
  return {...rest, interpolation: {top}};
}
