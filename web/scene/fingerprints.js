/** What a neuron's fingerprint is made of, in the model's own words: its sample is explained. */

/** @type {WeakMap<object, {layerOf: Int32Array, known: Map<number, {node: number, activation: number}[]>}>} */
const kept = new WeakMap();

/**
 * The components of samples' fingerprints: for each the neurons of the layer before its own that it
 * activates at least moderately. Asks the engine for those that aren't known yet; a sample is
 * propagated as far as its own layer, where it hits its own neuron.
 *
 * @param {any} model an SQANN
 * @param {number[][]} X its samples
 * @param {number[]} samples
 * @returns {Promise<(sample: number) => {node: number, activation: number}[] | undefined>}
 */
export async function fingerprintsOf(model, X, samples) {
  let about = kept.get(model);
  if (!about) {
    const layerOf = new Int32Array(X.length);
    model.layers.forEach(({nodes}, k) => nodes.forEach((own) => own.forEach((sample) => (layerOf[sample] = k))));
    kept.set(model, (about = {layerOf, known: new Map()}));
  }
  const {layerOf, known} = about;
  const asked = [...new Set(samples)].filter((sample) => layerOf[sample] > 0 && !known.has(sample));
  if (asked.length) {
    const explanations = await model.explain(asked.map((sample) => X[sample]), {interpolation: "none", fingerprint: true});
    explanations.forEach(({fingerprint}, i) => {
      const below = layerOf[asked[i]] - 1;
      const {admission} = model.layers[below].settings;
      known.set(asked[i], Array.from(fingerprint[below] ?? [], (activation, node) => ({node, activation})).filter((c) => c.activation >= admission));
    });
  }
  return (sample) => known.get(sample);
}

/** All neurons' fingerprints are drawn up to so many neurons; beyond, those of the neurons that are lit. */
const all = 150;

/** Whose fingerprints a picture of an explanation shows. */
export function samplesToLink({layers}, explanation) {
  const count = layers.reduce((sum, {nodes}) => sum + nodes.length, 0);
  if (count <= all) return layers.slice(1).flatMap(({nodes}) => nodes.map((own) => own[0]));
  if (!explanation) return [];
  const strongest = layers.slice(1).flatMap(({settings, nodes}, k) => {
    const activations = explanation.fingerprint[k + 1];
    if (!activations) return [];
    const lit = Array.from(activations, (activation, node) => ({activation, node})).filter((n) => n.activation >= settings.admission);
    return lit.sort((a, b) => b.activation - a.activation).slice(0, 12).map((n) => nodes[n.node][0]);
  });
  return [...strongest, ...explanation.neurons.filter((n) => n.layer > 1).map((n) => n.samples[0])];
}

/** Refuses an explanation without the activations, which a picture of them needs. @param {any} explanation */
export function withFingerprint(explanation) {
  if (explanation && typeof explanation === "object" && !Array.isArray(explanation) && "recognition" in explanation && explanation.fingerprint === undefined) {
    throw new TypeError("The explanation has no fingerprint. Give the result of model.explain(x, {fingerprint: true}).");
  }
}
