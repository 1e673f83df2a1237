import {backgroundCanvas, islandAnswers, lay} from "./draw/background.js";
import {certaintyBar} from "./draw/certainty.js";
import {extent} from "../ui/extent.js";
import {valueLegend} from "./draw/colours.js";
import {onClick} from "./draw/pointing.js";
import {planePlot as draw} from "./draw/plane.js";
import {announced, certainty, links} from "../scene/answer.js";
import {classKey} from "../ui/classes.js";
import {element} from "../ui/element.js";
import {fitDomain, gridOf} from "../scene/plane.js";
import {projection, spot} from "../scene/project.js";
import {walk} from "../ui/walk.js";
import {asker, caption, frame, oneOf, withDefaults} from "./frame.js";
import {asFeatures, namesOf, rowsOf, samplesOf} from "./samples.js";

const defaults = {
  X: undefined, y: undefined, external: [], background: "none", links: "selected", selected: null, width: 640, height: 480, columns: undefined, lit: [], numbers: false, title: "The plane", legend: true,
};
const backgrounds = ["none", "island", "prediction", "familiarity", "territory", "layer"];

/** The background's cells per row; answers with fingerprints cost more. */
const cells = {island: 120, prediction: 120, familiarity: 120, territory: 48, layer: 48};
/** Cells times samples: above this limit the background is coarser, so that it takes about a second at most. */
const mostWork = 4e6;

/**
 * The plane of an SQANN: see plot.d.ts.
 *
 * @returns {Promise<HTMLElement & {value: any}>}
 */
export async function planePlot(model, given) {
  const options = withDefaults("planePlot", given, defaults);
  oneOf("background", options.background, backgrounds);
  oneOf("links", options.links, ["selected", "all", "none"]);
  if (model.kind !== "sqann") throw new TypeError(`planePlot shows an SQANN, but this is a ${model.kind}.`);
  const {X, y} = await samplesOf(model, options.X, options.y);
  const external = rowsOf(asFeatures(model, options.external), model.featureCount);
  const bench = {X, y, columns: namesOf(model), external: external.map((x) => ({x, y: null})), classes: model.classes};
  const view = viewOf(bench, options.columns);
  const size = {width: options.width, height: options.height};
  const domain = fitDomain(bench, view, size);
  const answers = external.length ? await model.explain(external) : [];
  const behind = options.background === "none" ? null : await background(model, bench, view, domain, options);
  const samples = X.map((x, i) => ({...spot(view, x), target: y[i]}));
  const drawn = external.map((x, i) => ({...spot(view, x), target: answers[i].value, status: answers[i].status, links: links(answers[i])}));

  const figure = frame("plane");
  const said = caption("");
  const ground = element("div", {});
  Object.assign(ground.style, {position: "relative", maxWidth: "100%", width: `${size.width}px`});
  const sure = element("div", {});
  figure.append(ground, said, sure);
  if (options.legend) figure.append(key(bench));

  /** @param {any} chosen {x, sample, external, explanation} or null */
  const show = (chosen) => {
    const svg = draw({
      ...size, samples, external: drawn, classes: bench.classes, domain, labels: view.labels, title: options.title, lit: options.lit, numbers: options.numbers, allLinks: options.links === "all",
      chosen: chosen ? {...spot(view, chosen.x), links: options.links === "none" ? [] : links(chosen.explanation)} : null,
    });
    svg.style.position = "relative"; // above the background
    svg.style.cursor = "pointer";
    if (behind) Object.assign(lay(behind, svg, domain).style, {position: "absolute"});
    ground.replaceChildren(...[behind, onClick(svg, clicked)].filter(Boolean));
    const {interval, value, recognition} = chosen?.explanation ?? {};
    sure.replaceChildren(...(interval && typeof value === "number" && recognition !== "weak" ? [certaintyBar({value, interval, range: extent(y), width: size.width})] : []));
    said.textContent = chosen ? sentence(chosen) : "Click a point to inspect it.";
  };

  const ask = asker(figure, said, async (place) => ({...place, explanation: (await model.explain([place.x], {fingerprint: true}))[0]}), show);
  const placeOf = (sample, externalAt) => (externalAt !== null ? {x: external[externalAt], sample: null, external: externalAt} : {x: X[sample], sample, external: null});
  const clicked = ({x, y, sample, external: on, shiftKey}) => {
    ask({...(sample ?? on) !== null ? placeOf(sample, on) : {x: view.lift(x, y), sample, external: on}, ...(shiftKey && {shiftKey})});
  };
  let reached = -1;
  const points = X.length + external.length;
  walk(figure, "The plane. Arrow keys move between its points.", (across, down) => {
    if (!points) return false;
    const by = across + down;
    reached = (reached + by + points + (reached < 0 && by < 0 ? 1 : 0)) % points;
    ask(reached < X.length ? placeOf(reached, null) : placeOf(null, reached - X.length));
  });

  show(null);
  if (options.selected !== null) await ask(selectedPlace(options.selected, X, external, placeOf, model.featureCount), true);
  return figure;
}

/** Columns that are chosen, where there are more than two. @returns {import("../scene/project.js").Projection} */
function viewOf(bench, columns) {
  if (!columns || bench.columns.length === 1) return projection(bench, "components");
  const at = columns.map((c) => (typeof c === "number" ? c : bench.columns.indexOf(c)));
  if (at.length !== 2 || at.some((i) => !bench.columns[i])) throw new TypeError(`columns is ${JSON.stringify(columns)}. Give two of ${bench.columns.join(", ")}, by name or number.`);
  return projection(bench, {columns: at});
}

/** The place of the option selected: a row, {sample: i} or {external: i}. */
function selectedPlace(selected, X, external, placeOf, features) {
  if (Number.isInteger(selected.sample) && X[selected.sample]) return placeOf(selected.sample, null);
  if (Number.isInteger(selected.external) && external[selected.external]) return placeOf(null, selected.external);
  if (typeof selected.length !== "number" && !selected.x) throw new TypeError("selected is neither a row nor an existing {sample} or {external}.");
  return {x: rowsOf([selected.x ?? selected], features)[0], sample: null, external: null};
}

function sentence({sample, external, explanation}) {
  const own = explanation.neurons.find((n) => n.samples.includes(sample));
  const who = sample !== null ? own?.names?.[own.samples.indexOf(sample)] || `Sample ${sample}` : external !== null ? `New point ${external}` : "Here";
  return `${who}: ${announced(explanation)}. ${certainty(explanation)}`.trim();
}

async function background(model, bench, view, domain, {background: kind, width, height}) {
  const most = Math.sqrt((mostWork / Math.max(1, bench.X.length)) * (width / height));
  const columns = Math.max(16, Math.round(Math.min(cells[kind], most)));
  const rows = Math.max(8, Math.round((columns * height) / width));
  const grid = gridOf(view, domain, columns, rows, kind === "island" ? bench.X : []);
  return backgroundCanvas({kind, answers: await answersFor(model, kind, grid), columns, rows, classes: bench.classes, targets: bench.y, width, height});
}

async function answersFor(model, kind, grid) {
  if (kind === "island") return islandAnswers(model, grid);
  if (kind === "prediction") return Array.from(await model.predict(grid));
  if (kind === "familiarity") return model.outOfDistribution(grid);
  if (kind === "layer") return model.explain(grid);
  return (await model.explain(grid, {interpolation: "nearest"})).map((a) => a.neurons[0]?.samples[0]);
}

function key({classes, y}) {
  const list = element("div", {class: "key"}, ...(classes ? classes.map((label) => classKey(classes, label)) : [element("div", {}, valueLegend(y))]));
  Object.assign(list.style, {display: "flex", flexWrap: "wrap", gap: "4px 14px", fontSize: "13px"});
  return list;
}
