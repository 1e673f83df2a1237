/**
 * Where xaia stands behind k-NN, and what other choices would change: prints
 * Markdown, and progress to stderr. Digits are cut to 600 samples.
 */
import {grid} from "./grid.mjs";
import {classSets, numberSets} from "./sets.mjs";
import {shown, table} from "./table.mjs";
import {weights} from "./weights.mjs";

const extent = {seeds: [1, 2, 3, 4, 5], digits: 600};
const start = performance.now();
const progress = (/** @type {string} */ what) => console.error(`${((performance.now() - start) / 1000).toFixed(0)} s: ${what}`);

const weighed = [];
const grids = [];
for (const name of [...classSets, ...numberSets]) {
  weighed.push(await weights(name, extent));
  grids.push(await grid(name, extent, progress));
}
const figures = (/** @type {{measure: "accuracy" | "rmse"}} */ {measure}, /** @type {number[]} */ list) => list.map((v) => shown(measure, v));

console.log(`# Where the differences come from

Means over ${extent.seeds.length} splits as in the other tables, digits cut to ${extent.digits} samples.

## Both methods chosen in hindsight

The best point on the held-out samples themselves: of xaia.tune's grid, of a wider grid (a1 up to q², a2 up to 1.8 q, top 1
to 64), of the wider grid with interpolation "layerwise", and of k-NN:

${table(
  ["set", "tune's grid", "wider grid", "layerwise", "k-NN, min-max", "k-NN, both scalings"],
  grids.map((g) => [g.name, ...figures(g, [g.tried, g.wide, g.layerwise, g.knn.minmax, g.knn.both])]),
)}

For each top, the best in hindsight over tune's scalings, a1 and a2:

${table(
  ["set", ...grids[0].byTop.map(({top}) => String(top))],
  grids.map((g) => [g.name, ...figures(g, g.byTop.map((t) => t.value))]),
)}

## Chosen by cross-validation

xaia.tune and k-NN's own tuning, each as the mean over five seeds of the folds. The last two columns choose from the averaged
scores of those five runs of xaia.tune, the last one by the lowest RMSE instead of the highest accuracy:

${table(
  ["set", "xaia", "k-NN", "xaia, five runs", "five runs, by RMSE"],
  grids.map((g) => [g.name, ...figures(g, [g.once, g.knn.tuned, g.repeated, g.byScores])]),
)}

## Samples and weights

For the untouched model: the share of hits; for the other answers, the share of the eight strongest nodes that are among the
eight nearest samples; and the figures with other weights for the same nodes, and for the eight nearest samples:

${table(
  ["set", "hits", "shared", "by activation", "equal", "1/d", "nearest, equal", "nearest, 1/d"],
  weighed.map((w) => {
    const {hits, shared, ...rest} = w.figures;
    return [w.name, hits.toFixed(3), shared.toFixed(3), ...figures(w, Object.values(rest))];
  }),
)}`);
