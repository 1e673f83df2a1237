/**
 * Damaged model files: each is refused with a code for files, or gives the original model,
 * bit for bit. Only a file whose checksum is gone may give another model; then the report,
 * which an ensemble hasn't, says that it has none.
 */
import {ok, same} from "../soak/same.mjs";

const refusals = ["model-file", "too-large"];

/**
 * @param {any} xaia
 * @param {string | Uint8Array} file
 * @param {string} what
 * @param {string} whole the text of the undamaged file
 * @returns {Promise<"refused" | "taken">}
 */
export async function checkFile(xaia, file, what, whole) {
  let model;
  try {
    model = await xaia.load(file);
  } catch (error) {
    ok(error?.name === "XaiaError" && refusals.includes(error.code) && error.hint?.length > 5, `${what}: ${error?.code} ${error?.stack ?? error}`);
    return "refused";
  }
  try {
    if (model.report ? model.report.warnings.some((w) => w.includes("no checksum")) : typeof file === "string" && (JSON.parse(file).checksum ?? null) === null) return "taken";
    same(await model.save(), whole, `${what}: it gives another model`);
  } finally {
    model.dispose();
  }
  return "taken";
}

/** Small files of every kind, as text and as bytes. */
export async function validFiles(xaia) {
  const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
  const models = {
    classes: await xaia.fit(X, ["a", "b", "b", "a"]),
    paper: await xaia.fit([[0.5], [0], [1], [-1]], [1, 2, 3, -4], {preset: "paper", settings: {a1: 0.1, a2: 0.5, admission: 0.1, activation: 0.9}}),
    vectors: await xaia.fit(X, [[1, 2], [3, 4], [5, 6], [7, 8]], {scale: "standard", interpolation: "layerwise"}),
    table: await xaia.fit([{colour: "red", size: 1}, {colour: "blue", size: null}], [true, false], {missing: "mean"}),
    tnn: await xaia.fit([0, 1, 3], [1, 5, 2], {kind: "tnn", a: 4}),
  };
  models.ensemble = await xaia.ensemble(models.classes, await xaia.fit([[5, 5], [6, 5]], ["c", "a"]));
  const files = {};
  for (const [name, model] of Object.entries(models)) {
    files[name] = {text: await model.save(), bytes: await model.toBytes()};
    model.dispose();
  }
  return files;
}

/**
 * The file with one value changed, moved or omitted. It is still JSON, as after a change
 * by hand or by a program.
 *
 * @param {ReturnType<import("../soak/random.mjs").dice>} d
 * @param {string} text
 */
export function changedValue(d, text) {
  const file = JSON.parse(text);
  const places = [];
  const walk = (value, holder, key) => {
    if (holder) places.push([holder, key]);
    if (value && typeof value === "object") for (const k of Object.keys(value)) walk(value[k], value, k);
  };
  walk(file);
  for (let i = d.one([1, 1, 1, 2, 3]); i > 0; i--) {
    const [holder, key] = d.one(places);
    const [other, there] = d.one(places);
    const value = holder[key];
    d.one([
      () => { holder[key] = typeof value === "number" ? value + d.one([1, -1, 0.5, 1e-9, -2 * value]) : typeof value === "string" ? value + d.one(["x", " ", "0"]) : typeof value === "boolean" ? !value : d.one([null, 7, []]); },
      () => { holder[key] = d.one([0, 1, 2, -1, 0.25, "a", "b", "none", "paper", true, null, {top: 1}]); },
      () => { holder[key] = structuredClone(other[there]); },
      () => { [holder[key], other[there]] = [structuredClone(other[there]), structuredClone(value)]; },
      () => { Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]; },
      () => { Array.isArray(holder) ? holder.reverse() : (holder[key + "x"] = structuredClone(value)); },
    ])();
  }
  return JSON.stringify(file);
}

/** Yields the text with each character changed in turn, as `change` says. */
export function* flippedTexts(text, change) {
  for (let i = 0; i < text.length; i++) {
    const flipped = String.fromCharCode(text.charCodeAt(i) ^ change);
    yield [`character ${i} ${JSON.stringify(text[i])} made ${JSON.stringify(flipped)}`, text.slice(0, i) + flipped + text.slice(i + 1)];
  }
}

export function* flippedBytes(bytes, change) {
  for (let i = 0; i < bytes.length; i++) {
    const flipped = Uint8Array.from(bytes);
    flipped[i] ^= change;
    yield [`byte ${i} of ${bytes.length}`, flipped];
  }
}
