/**
 * Learning where a fit takes seconds: of many samples, single edits go through a learner, which answers as fit(samples, {like: the
 * model before}) does, to the bit. Fewer samples are fitted anew, which takes no longer than a click. The page's own engine has no
 * learner, because of its size: the package's is loaded with the first table that has so many rows.
 */
import {packedRows} from "./bench.js";
import {fewestLearned} from "./limits.js";
import {once} from "../../ui/once.js";

/** So many edits at once are fitted. */
const mostAtOnce = 100;

const whole = once(async () => {
  const at = (name) => new URL(name, document.baseURI).href;
  const xaia = await import(at("./xaia.mjs"));
  await xaia.initialize({wasmURL: at("./xaia.wasm"), workerURL: at("./engine.js"), quiet: true});
  globalThis.xaiaPage.whole = {...xaia}; // beside its own
  return globalThis.xaiaPage.whole;
});

/** The package with all of its engine, and all processors. @param {any} [own] the page's, which does where the package's can't be loaded */
export const wholeEngine = (own) => whole().catch((error) => {
  if (own) return own;
  throw new Error("This needs the whole engine, which can't be loaded. Try again when there is a network.", {cause: error});
});

/**
 * What became of samples: the numbers of those that are gone, and how many came last. Null where the others aren't as they were, or
 * where a fit is what to do.
 */
export function changesOf(was, now) {
  if (now.X.length < fewestLearned) return null;
  const gone = [];
  let kept = 0;
  const [X, y, before, outcomes] = [now.X, now.y, was.X, was.y];
  for (let i = 0; i < before.length && gone.length <= mostAtOnce; i++) {
    if (X[kept] === before[i] && y[kept] === outcomes[i]) kept++;
    else gone.push(i);
  }
  const came = X.length - kept;
  return gone.length + came > 0 && gone.length + came <= mostAtOnce ? {gone, came} : null;
}

/** The learner that has a model's samples. @type {{model?: any, learner?: any}} */
const cache = {};

/** Has a learner ready for the next edit of this model. */
export async function prepareLearner(model, bench, signal) {
  if (bench.X.length < fewestLearned || cache.model === model) return;
  cache.learner?.dispose();
  Object.assign(cache, {model: null, learner: null});
  const learner = await model.learner({signal}).catch(() => null); // the page's own engine has none
  if (learner) Object.assign(cache, {model, learner});
}

/**
 * The model of samples that were edited since another one, and what that took; null where they have to be fitted.
 *
 * @param {any} model of was @param {import("./bench.js").Bench} was @param {import("./bench.js").Bench} now @param {{duplicates: string, signal: AbortSignal}} how
 */
export async function learned(model, was, now, {duplicates, signal}) {
  const changes = changesOf(was, now);
  if (!changes) return null;
  await prepareLearner(model, was, signal);
  const {learner} = cache;
  if (!learner) return null;
  Object.assign(cache, {model: null, learner: null}); // until it has the samples of a model again
  try {
    const began = performance.now();
    if (changes.gone.length) await learner.forget(changes.gone);
    const {refused} = changes.came ? await learner.learn(packedRows({...now, X: now.X.slice(-changes.came)}), now.y.slice(-changes.came), {...(duplicates && {duplicates}), signal}) : {refused: []};
    if (!refused.length && !learner.stale && !signal.aborted) {
      const next = await learner.model();
      Object.assign(cache, {model: next, learner});
      return {model: next, learned: performance.now() - began};
    }
  } catch {
    // a fit says what is wrong, if anything is
  }
  learner.dispose();
  return null;
}
