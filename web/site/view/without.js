import {oneRow} from "../../figures/samples.js";
import {packedRows} from "./bench.js";

/**
 * What the network of the other samples answers to a sample, with the samples' numbers among all.
 *
 * @param {any} xaia
 * @param {import("./bench.js").Bench} bench
 * @param {any} options those of fit
 * @param {number} sample
 * @param {AbortSignal} signal
 */
export async function askWithout(xaia, bench, options, sample, signal) {
  const others = bench.X.map((_, i) => i).filter((i) => i !== sample);
  const model = await xaia.fit(packedRows({...bench, X: others.map((i) => bench.X[i])}), others.map((i) => bench.y[i]), {...options, signal});
  try {
    const row = oneRow(bench.X[sample]);
    const [answer, why] = await Promise.all([model.explain(row), model.attributions(row).catch(() => null)]);
    return {answer: {...answer, neurons: answer.neurons.map((n) => ({...n, samples: n.samples.map((i) => others[i])}))}, why};
  } finally {
    model.dispose();
  }
}
