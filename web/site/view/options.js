/** The options of fit that a state of the page stands for. */

/** What the page starts with: the engine's defaults, which web/test/view.test.mjs compares with a fit. */
export const standardModel = Object.freeze({preset: "xaia", settings: "auto", r: 0.5, top: 8, lines: "auto", scale: "minmax", duplicates: "", relevance: null});

/** Local lines as the option interpolation: "auto", "off" for the weighted mean of top, or a line's own options. */
const interpolationOf = ({lines, top}) => (lines === "auto" ? lines : lines === "off" ? {top} : {local: lines});

/**
 * @param {import("./bench.js").Bench} bench
 * @param {{preset: string, settings: any, r: number, top: number, lines?: any, scale: string, duplicates?: string, relevance?: any}} model
 *   relevance: null is the preset's
 */
export function fitOptions(bench, {preset, settings, r, top, lines = standardModel.lines, scale, duplicates, relevance = null}) {
  const options = {preset};
  if (settings !== "auto") options.settings = settings;
  else if (preset === "paper" && bench.settings) options.settings = bench.settings;
  if (r !== standardModel.r) options.r = r;
  if (preset === "xaia") {
    const interpolation = interpolationOf({lines, top});
    if (JSON.stringify(interpolation) !== JSON.stringify(interpolationOf(standardModel))) options.interpolation = interpolation;
    if (scale !== standardModel.scale) options.scale = scale;
    if (relevance !== null) options.relevance = relevance;
  } else if (bench.scaled) options.scale = scale;
  if (duplicates) options.duplicates = duplicates;
  if (bench.classes) options.classes = true;
  return options;
}

/** The line's: a tolerance above 0 chooses the steepness. */
export const lineOptions = ({a, tolerance, duplicates}) => ({kind: "tnn", ...(tolerance > 0 ? {tolerance} : {a}), ...(duplicates && {duplicates})});

/** Settings with one number changed: of one layer, or (layer 0) of all. The thresholds stay in order. */
export function withSetting(settings, layers, layer, name, value) {
  const now = (layers ?? []).map((l) => ({...l.settings}));
  const list = settings === "auto" ? [now[0] ?? {a1: 0.01, a2: 0.3, admission: 0.1, activation: 0.9}] : settings.map((s) => ({...s}));
  while (list.length < layer) list.push({...(now[list.length] ?? list.at(-1))});
  const change = (s) => {
    const changed = {...s, [name]: value};
    if (name === "admission") changed.activation = Math.max(changed.activation, value);
    if (name === "activation") changed.admission = Math.min(changed.admission, value);
    return changed;
  };
  if (layer === 0) return list.map(change);
  if (list.length === layer && (now.length > layer || list.length === 1)) list.push({...(now[layer] ?? list[layer - 1])});
  list[layer - 1] = change(list[layer - 1]);
  return list;
}

/** What the page's settings are for some options of fit; left names those it has no place for. */
export function modelOf(options) {
  const known = ["preset", "settings", "r", "interpolation", "scale", "duplicates", "model", "classes", "skip", "trace", "missing", "columns", "relevance", "names"];
  const left = Object.keys(options).filter((name) => !known.includes(name));
  let preset = options.preset ?? standardModel.preset;
  if (preset !== "xaia" && preset !== "paper") {
    left.push("preset");
    preset = "paper";
  }
  if (options.skip !== undefined && options.skip !== (preset === "xaia")) left.push("skip");
  const {relevance = false} = options; // a file without it is of a model without relevance
  if (preset !== "xaia" && relevance) left.push("relevance");
  const given = options.settings;
  const settings = Array.isArray(given) ? given : typeof given === "object" && given !== null ? [given] : "auto";
  if (given === "classic" && preset === "xaia") left.push("settings");
  const {interpolation} = preset === "xaia" ? options : {};
  const lines = interpolation === undefined ? standardModel.lines : interpolation === "auto" ? "auto" : interpolation.local ?? "off";
  if (lines === "off" && interpolation && interpolation.top === undefined) left.push("interpolation");
  return {
    preset, settings, r: options.r ?? standardModel.r, top: interpolation?.top ?? standardModel.top, lines, scale: options.scale ?? (preset === "xaia" ? standardModel.scale : "none"), duplicates: options.duplicates === "error" ? "" : options.duplicates ?? "",
    relevance: preset === "xaia" && relevance !== "auto" ? relevance : null, left: left.join(", "),
  };
}
