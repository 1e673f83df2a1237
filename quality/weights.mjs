/**
 * Where an untouched answer differs from k-NN's: the same number of samples, taken
 * by activation or by distance, weighted by activation, equally, or by 1/d.
 */
import * as engine from "./engine.mjs";
import {answer, distance, nearest} from "./knn.mjs";
import {classesOf, encoded, figures} from "./outcomes.mjs";
import {scaling} from "./scaling.mjs";
import {read} from "./sets.mjs";
import {pick, split} from "./splits.mjs";
import {mean} from "./statistics.mjs";

/** How many the untouched preset takes. */
const top = 8;

/**
 * @param {string} name
 * @param {{seeds: number[], digits?: number}} extent
 */
export async function weights(name, {seeds, digits}) {
  const {X, y} = read(name, digits);
  const classes = classesOf(y);
  const measure = classes ? "accuracy" : "rmse";
  const found = {hits: [], shared: [], activation: [], equal: [], distance: [], uniformNearest: [], distanceNearest: []};
  for (const seed of seeds) {
    const rows = split(y, 0.6, seed);
    const outcomes = encoded(pick(y, rows.fitting), classes);
    const truth = encoded(pick(y, rows.held), classes);
    const model = await engine.fit(name, pick(X, rows.fitting), pick(y, rows.fitting));
    const explained = await model.explain(pick(X, rows.held));
    model.dispose();
    const scaled = scaling("minmax", pick(X, rows.fitting));
    const [x, queries] = [scaled(pick(X, rows.fitting)), scaled(pick(X, rows.held))];
    const near = nearest(x, queries, top);
    const figure = (of) => figures(queries.map((_, i) => of(i)), truth)[measure];
    const strongest = explained.map(({neurons}, i) =>
      neurons.map(({samples: [row]}) => ({row, distance: distance(x[row], queries[i])})).sort((a, b) => a.distance - b.distance));
    found.hits.push(mean(explained.map((e) => Number(e.status === "hit"))));
    found.shared.push(mean(explained.flatMap((e, i) =>
      e.status === "hit" ? [] : strongest[i].map(({row}) => Number(near[i].some((n) => n.row === row))))));
    found.activation.push(figure((i) => outcomes[0].map((_, j) => explained[i].neurons.reduce((sum, n) => sum + n.weight * outcomes[n.samples[0]][j], 0))));
    found.equal.push(figure((i) => answer(strongest[i], outcomes, top, "uniform")));
    found.distance.push(figure((i) => answer(strongest[i], outcomes, top, "1/d")));
    found.uniformNearest.push(figure((i) => answer(near[i], outcomes, top, "uniform")));
    found.distanceNearest.push(figure((i) => answer(near[i], outcomes, top, "1/d")));
  }
  return {name, measure, figures: Object.fromEntries(Object.entries(found).map(([key, list]) => [key, mean(list)]))};
}
