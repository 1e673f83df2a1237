/**
 * Damaged model files: each is refused as one, or is a model whose samples are what
 * the file says and get the answers that the file says.
 */
import {ok, same} from "../soak/same.mjs";

const refusals = ["model-file", "too-large"];

/** @returns {Promise<"refused" | "taken">} */
export async function checkFile(xaia, file, what) {
  let model;
  try {
    model = await xaia.load(file);
  } catch (error) {
    ok(error?.name === "XaiaError" && refusals.includes(error.code) && error.hint?.length > 5, `${what}: ${error?.code} ${error?.stack ?? error}`);
    return "refused";
  }
  try {
    await keepsItsWord(xaia, model, what);
  } catch (error) {
    throw error?.name === "XaiaError" ? new Error(`${what}: ${error.message}`, {cause: error}) : error;
  } finally {
    model.dispose();
  }
  return "taken";
}

async function keepsItsWord(xaia, model, what) {
  const {X, y, members} = await model.toJSON();
  if (members) {
    for (const member of members) ok((await checkFile(xaia, member, `${what}, a member`)) === "taken", `${what}: a member isn't taken alone`);
    return;
  }
  const predicted = await model.predict(X);
  if (model.kind === "sqann") {
    if (model.report.maxFittingError === 0) same(predicted, positive(y), `${what}: it doesn't answer as its samples say`);
    else ok(model.report.warnings.length > 0, `${what}: it errs on its samples without a warning`);
  }
  // Saved again it is the same model.
  const again = await xaia.load(JSON.stringify(await model.toJSON()));
  same(await again.predict(X), predicted, `${what}: saved and loaded again`);
  again.dispose();
}

/** The engine turns -0 into 0, which JSON cannot tell apart. */
const positive = (y) => y.map((v) => (typeof v === "number" ? v + 0 : Array.isArray(v) ? positive(v) : v));

/** Small files of every kind, as text and as bytes. */
export async function validFiles(xaia) {
  const X = [[0, 0], [0, 1], [1, 0], [1, 1]];
  const models = {
    classes: await xaia.fit(X, ["a", "b", "b", "a"]),
    paper: await xaia.fit([[0.5], [0], [1], [-1]], [1, 2, 3, -4], {preset: "paper", settings: {a1: 0.1, a2: 0.5, admission: 0.1, activation: 0.9}}),
    vectors: await xaia.fit(X, [[1, 2], [3, 4], [5, 6], [7, 8]], {scale: "standard", interpolation: "layerwise"}),
    table: await xaia.fit([{colour: "red", size: 1}, {colour: "blue", size: null}], [true, false], {missing: "mean"}),
    tnn: await xaia.fit([0, 1, 3], [1, 5, 2], {model: "tnn", a: 4}),
  };
  models.ensemble = await xaia.ensemble(models.classes, models.classes);
  const files = {};
  for (const [name, model] of Object.entries(models)) {
    files[name] = {text: JSON.stringify(await model.toJSON()), bytes: await model.toBytes()};
    model.dispose();
  }
  return files;
}

/** The text with one character made another in turn: `change` says which. */
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
