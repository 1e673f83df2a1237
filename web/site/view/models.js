/** What the page asks the engine about the plane: networks of a bench, and what these answer. */
import {engine} from "./engine.js";
import {explainExternal} from "./plane.js";
import {fitOptions} from "./options.js";
import {fitted} from "./sure.js";
import {sampleNames} from "./bench.js";
import {oneRow} from "../../figures/samples.js";
import {more} from "./more.js";
import {place, say} from "./parts.js";
import {plural} from "../../ui/words.js";

/** What is shown side by side. */
const beside = {both: ["xaia", "paper"], ordinary: ["xaia", "ordinary"]};
const titles = {xaia: "xaia", paper: "the paper's network", ordinary: "an ordinary network"};

/**
 * The networks of a bench, with what options they were fitted. Where one can't be fitted there is none. A part of a bench is fitted
 * without a forest, which would take as long again.
 *
 * @param {import("./bench.js").Bench} bench
 * @param {any} properties the page's (state.js)
 * @param {{model: any, bench: any} | null | undefined} was what may learn the change; undefined: the bench is a part of another
 * @param {AbortSignal} signal
 * @returns {Promise<{title: string, preset: string, model: any, options?: any, learned?: number}[]>}
 */
export async function fitNetworks(bench, properties, was, signal) {
  const sketch = was === undefined;
  const onProgress = !sketch && (({done, total}) => {
    place("progress").hidden = false;
    say("progress-text", `Fitting ${plural(bench.X.length, "sample")}${bench.title ? ` of ${bench.title}` : ""} …`);
    Object.assign(place("progress-bar"), {max: total, value: done});
  });
  const presets = beside[properties.preset] ?? [properties.preset];
  const panes = [];
  try {
    for (const preset of presets) {
      const options = preset === "ordinary" ? undefined : fitOptions(bench, {...properties, preset});
      const made = options ? await fitted(engine(), was, bench, {...options, ...(sketch && preset === "xaia" && {forest: false}), names: sampleNames(bench), signal, ...(onProgress && {onProgress})}) : {model: await (await more()).ordinaryModel(bench, signal)};
      panes.push({title: presets.length > 1 ? titles[preset] : "", preset, options, ...made});
    }
  } catch (error) {
    for (const {model} of panes) model.dispose();
    throw error;
  } finally {
    if (onProgress) place("progress").hidden = true;
  }
  return panes;
}

/**
 * What a map of a network's samples is made of.
 *
 * @param {any} model @param {import("./bench.js").Bench} bench its samples @param {AbortSignal} signal
 * @returns {Promise<import("../../scene/map.js").Embedded>}
 */
export const embedded = async (model, {X}, signal) => ({X, relevance: model.relevance, ...(await model.embedding({signal}))});

/**
 * A network's answers to the external points and to the place that is asked about; those that are known aren't asked for again.
 *
 * @param {any} model @param {import("./bench.js").Bench} bench @param {number[] | null} asked @param {{external?: any[], chosen?: any}} known
 */
export const answersOf = async (model, bench, asked, {external, chosen}) => ({
  external: external ?? (await explainExternal(model, bench)),
  chosen: chosen !== undefined ? chosen : asked && (await model.explain(oneRow(asked), {fingerprint: true})),
});
