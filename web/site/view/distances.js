/** How far samples are from each other, as a network measures it. */
import {extent} from "../../ui/extent.js";

/** How far each sample is from its nearest other one, columns scaled and weighted as the model does, equal ones once; of the first 2000. */
export function nearestDistances({X}, scale = "minmax", relevance = null) {
  if (X.length < 2) return [];
  const apart = [...new Map(X.map((x) => [x.join(" "), x])).values()];
  const apply = scaler(X, scale);
  const rows = apart.slice(0, 2000).map((x) => (relevance ? apply(x).map((v, k) => v * relevance[k]) : apply(x)));
  return rows.map((a, i) => {
    let least = Infinity;
    rows.forEach((b, j) => {
      if (i === j) return;
      let d = 0;
      for (let k = 0; k < a.length && d < least; k++) d += (a[k] - b[k]) ** 2;
      if (d > 0 && d < least) least = d;
    });
    return Math.sqrt(least);
  }).filter(Number.isFinite);
}

/** The mean and the deviation of numbers; 1 where all are equal. */
export function moments(values) {
  const mean = values.reduce((a, b) => a + b) / values.length;
  return [mean, Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length) || 1];
}

/** What scales a row by the ranges, or the means and deviations, of X. */
export function scaler(X, scale) {
  if (scale === "none") return (x) => x;
  const columns = X[0].map((_, k) => {
    const values = X.map((x) => x[k]);
    if (scale === "standard") return moments(values);
    const [low, high] = extent(values);
    return [low, high > low ? high - low : 1];
  });
  return (x) => x.map((v, k) => (v - columns[k][0]) / columns[k][1]);
}
