/**
 * Large models come and go in every way that there is, and memory stays where it is: a model of 30,000 rows takes some
 * 15 MB, so two that stay show. After `warm` rounds nothing may have grown by more than its bound.
 *
 * @param {any} xaia
 * @param {{rounds: number, measure: () => Record<string, number> | Promise<Record<string, number>>, bounds: Record<string, number>, seed?: number, warm?: number}} how
 *   bounds: in bytes, of the sizes that measure gives
 */
import {dice} from "./random.mjs";

export async function large(xaia, {rounds, measure, bounds, seed = 1, warm = 4}) {
  const d = dice(seed);
  const rows = (n) => Array.from({length: n}, () => [d.next(), d.next()]);
  const y = (X) => X.map(([a, b]) => Math.sin(9 * a) + b);
  const options = {relevance: false, interpolation: {top: 8}};
  const X = rows(30_000), more = rows(40_000);
  const asked = async (model) => {
    await model.predict([[0.3, 0.4]]);
    return model;
  };
  const ways = {
    async disposed() {
      (await asked(await xaia.fit(X, y(X), options))).dispose();
    },
    async forgotten() { // the garbage collector's: measure has it run
      await asked(await xaia.fit(X, y(X), options));
      await measure();
    },
    async loaded() {
      const model = await xaia.fit(X, y(X), options);
      const again = await asked(await xaia.load(await model.toBytes()));
      model.dispose();
      again.dispose();
    },
    async learned() {
      const model = await xaia.fit(X, y(X), options);
      const learner = await model.learner();
      await learner.forget([0]);
      (await asked(await learner.model())).dispose();
      learner.dispose();
      model.dispose();
    },
  };
  const sizes = [];
  let first; // since when nothing may grow
  const grows = async (what) => {
    const last = await measure();
    sizes.push(last);
    for (const [name, bound] of Object.entries(first ? bounds : {})) {
      if (last[name] > first[name] + bound) throw new Error(`${what}: ${name} has grown from ${first[name]} bytes to ${last[name]}`);
    }
    return last;
  };
  const order = ["loaded", "learned", "forgotten", "disposed"];
  for (let i = 0; i < rounds; i++) {
    const way = i < warm ? order[i % order.length] : i % 8 === 0 ? d.one(order) : "disposed";
    await ways[way]();
    const size = await grows(`a model of 30,000 rows, ${way}, round ${i + 1}`);
    if (i === warm - 1) first = size;
  }
  first = undefined; // the folds of 40,000 rows take more
  for (let i = 0; i < Math.ceil(rounds / 10); i++) {
    await xaia.crossValidate(more, y(more), {...options, folds: 4});
    first = {...await grows(`crossValidate of 40,000 rows, time ${i + 1}`), ...first};
  }
  return sizes;
}
