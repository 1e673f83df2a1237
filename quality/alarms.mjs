/** How often a new sample of the known kind is called out of distribution. */
import * as engine from "./engine.mjs";
import {read} from "./sets.mjs";
import {pick, split} from "./splits.mjs";
import {mean} from "./statistics.mjs";

/** Calibrating refits once for every fitting sample; half of these, rounded class by class, is at most 400. */
const most = 790;

/**
 * @param {string} name
 * @param {{seeds: number[], digits?: number}} extent
 * @param {(what: string) => void} progress
 * @returns {Promise<{name: string, fitted: number, weak: number[], calibrated: number[]}>} shares of the held-out half, one a seed
 */
export async function alarms(name, {seeds, digits = most}, progress) {
  const {X, y} = read(name, Math.min(digits, most));
  const shares = {weak: [], calibrated: []};
  let fitted = 0;
  for (const seed of seeds) {
    progress(`${name}, calibrated, seed ${seed}`);
    const {fitting, held} = split(y, 0.5, seed);
    fitted = fitting.length;
    const model = await engine.fit(name, pick(X, fitting), pick(y, fitting));
    const share = async (options) => mean((await model.outOfDistribution(pick(X, held), options)).map((j) => Number(j.out)));
    shares.weak.push(await share({}));
    shares.calibrated.push(await share({threshold: "calibrated"}));
    model.dispose();
  }
  return {name, fitted, ...shares};
}
