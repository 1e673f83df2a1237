/** The panel "How was it built?": how the network on the screen came about, step by step. */
import {engine} from "./engine.js";
import {place, put, say} from "./parts.js";
import {placedIn, replay, stepsOf} from "../../scene/replay.js";
import {layerTree} from "../../scene/tree.js";

/** The trace of so many samples is kept: a large table's has hundreds of thousands of events. */
const most = 5000;

/**
 * Fits a network once more, with its trace. Where that can't be, the panel says why.
 *
 * @param {{options?: any}} pane @param {import("./bench.js").Bench} bench @param {AbortSignal} signal
 * @returns {Promise<{steps: number, show: (n: number, bench: any) => any} | null>} show replays the first n steps, and says what the last of them did
 */
export async function traced({options}, {X, y}, signal) {
  say("step-sentence", X.length > most ? `The construction of more than ${most} samples is not replayed.` : "");
  if (X.length > most) return null;
  try {
    const model = await engine().fit(X, y, {...options, trace: true, signal});
    const {trace} = model;
    model.dispose();
    const steps = stepsOf(trace);
    return {steps: steps.length, show: (n, bench) => showSteps(trace, steps, n, bench)};
  } catch (error) {
    if (!signal.aborted) say("step-sentence", error.message);
    return null;
  }
}

function showSteps(trace, steps, n, bench) {
  const done = replay(trace, steps, n, bench);
  say("step-sentence", done.sentence);
  say("step-count", `step ${n} of ${steps.length}`);
  Object.assign(place("step"), {max: steps.length, value: n});
  put("step-layers", layerTree(done.layers, done.examined, done.felled, bench.rows));
  return {...done, placed: placedIn(done.layers, bench.X.length)};
}
