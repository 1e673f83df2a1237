import {episode} from "./episode.mjs";

/**
 * Episodes until the time is over. A failure names the seed that repeats it and the last calls.
 *
 * @param {any} xaia
 * @param {{seed?: number, seconds?: number, episodes?: number, measure?: () => Record<string, number> | Promise<Record<string, number>>, bounds?: Record<string, number>, warm?: number}} how
 *   measure: sizes in bytes; none may grow by more than its bound after the first `warm` episodes
 */
export async function soak(xaia, {seed = 1, seconds = Infinity, episodes = Infinity, measure = () => ({}), bounds = {}, warm = 20}) {
  const counts = {};
  const begun = performance.now();
  const sizes = [];
  let first;
  let done = 0;
  for (; done < episodes && (done < 3 || performance.now() - begun < 1000 * seconds); done++) {
    const log = [];
    try {
      await episode(xaia, seed + done, {counts, log});
      if (done + 1 === warm) sizes.push((first = await measure()));
      else if (done + 1 > warm && (done - warm) % 10 === 0) {
        const last = await measure();
        if ((done - warm) % 200 === 0) sizes.push(last);
        for (const [name, bound] of Object.entries(bounds)) {
          if (last[name] > first[name] + bound) throw new Error(`${name} has grown from ${first[name]} bytes after ${warm} episodes to ${last[name]} after ${done + 1}`);
        }
      }
    } catch (error) {
      throw new Error(`seed ${seed + done}: ${error?.stack ?? error}\nthe last calls:\n${log.slice(-12).map((line) => line.slice(0, 2000)).join("\n")}`, {cause: error});
    }
  }
  return {seed, episodes: done, seconds: Math.round((performance.now() - begun) / 1000), counts, sizes};
}
