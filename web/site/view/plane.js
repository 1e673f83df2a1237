/** From a bench and the engine's answers to what planePlot draws. */
import {planePlot} from "../../figures/draw/plane.js";
import {lay} from "../../figures/draw/background.js";
import {asked, pointOf, sampleNames} from "./bench.js";
import {conflicts, mostCircled} from "./conflicts.js";
import {moved, spot} from "../../scene/project.js";
import {classKey} from "../../ui/classes.js";
import {links} from "../../scene/answer.js";
import {put} from "./parts.js";
import {begun} from "../../ui/names.js";
import {element} from "../../ui/element.js";
import {drawnSamples, mostDrawn, spread} from "../../scene/plane.js";
import {valueLegend} from "../../figures/draw/colours.js";

/** Of those who answer so many have their names in the picture, if they have some. */
const mostNamed = 3;

/** Whether an answer is not the outcome that is known: another class, or farther away than ε. */
const missed = (known, said, epsilon) => known !== null && (typeof known === "number" && said !== null ? Math.abs(said - known) > epsilon : said !== known);

/** A picture for each network of a scene, or of the points that have none. @param {any} looks what planePane takes besides */
export function showPlane({bench, projection, panes}, looks) {
  const replaced = document.querySelectorAll("#plane .frame > svg");
  const shown = panes.length ? panes : [{bench, answers: null, answer: null, conflicts: true}];
  put("plane", ...shown.map((pane, i) => planePane({...looks, ...pane, projection, title: pane.title || undefined, behind: panes.length && looks.behind?.[i], replaces: replaced[i]})));
}

/**
 * One picture: the plot, and its background behind it.
 *
 * @param {{
 *   conflicts?: boolean, replaces?: SVGElement,
 *   bench: import("./bench.js").Bench, projection: import("../../scene/project.js").Projection, answers: any[] | null, answer: any,
 *   domain: any, width: number, height: number, allLinks: boolean, epsilon: number, step: any, lit: number, title?: string, behind?: import("./behind.js").Behind,
 * }} scene
 */
function planePane(scene) {
  const {bench, projection, answers, answer} = scene;
  const place = asked(bench);
  const external = answers?.length === bench.external.length
    ? bench.external.flatMap((e, index) => (answers[index] ? [{...spot(projection, e.x), index, target: answers[index].value, status: answers[index].status, missed: missed(e.y, answers[index].value, scene.epsilon), asked: bench.chosen?.kind === "external" && bench.chosen.index === index, links: links(answers[index])}] : [])) : [];
  const chosen = place ? {...spot(projection, place), place: bench.chosen.kind === "place", links: answer ? links(answer) : []} : null;
  const marked = {conflicts: scene.conflicts ? conflicts(bench).slice(0, mostCircled) : [], lit: scene.lit >= 0 ? [scene.lit] : []};
  const drawn = drawnSamples(bench.X.length, [
    ...marked.conflicts, ...marked.lit, ...(bench.chosen?.kind === "sample" ? [bench.chosen.index] : []), ...(scene.step ? [scene.step.examined, scene.step.other] : []),
    ...[...(scene.allLinks ? external : []), ...(chosen ? [chosen] : [])].flatMap((e) => e.links.map((l) => l.sample)),
  ]);
  // Where all are drawn a sample is where it was; else where it stands among those that are.
  const now = new Map(drawn.map((sample, i) => [sample, i]));
  const here = (sample) => now.get(sample) ?? -1;
  const linked = (e) => ({...e, links: e.links.flatMap((l) => (now.has(l.sample) ? [{...l, sample: here(l.sample)}] : []))});
  const own = chosen && sampleNames(bench);
  const first = own ? chosen.links.toSorted((a, b) => b.weight - a.weight).slice(0, mostNamed).filter((l) => now.has(l.sample) && own[l.sample]) : [];
  const svg = planePlot({
    samples: drawn.map((index) => ({...spot(projection, bench.X[index]), index, target: bench.y[index]})),
    external: external.map(linked),
    classes: bench.classes,
    chosen: chosen && linked(chosen),
    conflicts: marked.conflicts.map(here), lit: marked.lit.map(here),
    allLinks: scene.allLinks, names: first.map(({sample}) => ({sample: here(sample), name: begun(own[sample], 24)})),
    step: scene.step && {examined: here(scene.step.examined), other: here(scene.step.other), placed: drawn.map((sample) => scene.step.placed[sample])},
    domain: scene.domain, width: scene.width, height: scene.height, labels: projection.labels, still: Boolean(projection.coast), title: scene.title,
    replaces: scene.replaces,
  });
  return element("div", {class: "pane"}, scene.title && element("p", {class: "pane-title", text: scene.title}),
    element("div", {class: "frame"}, scene.behind && lay(scene.behind.canvas, svg, scene.behind.domain), svg));
}

/**
 * The samples that the picture of a large table draws, as a bench of their own that nothing is asked of; null where it draws
 * all. @returns {{at: number[], bench: import("./bench.js").Bench} | null} at: their numbers among all
 */
export function drawnPart(bench) {
  if (bench.X.length <= mostDrawn.all) return null;
  const at = drawnSamples(bench.X.length, []);
  const some = (list) => list && at.map((i) => list[i]);
  return {at, bench: {...bench, X: some(bench.X), y: some(bench.y), rows: some(bench.rows), chosen: null}};
}

/** An explanation holds an activation for each neuron: so many numbers of them are asked for at most. */
const mostActivations = 4e6;

/** What a model says of each external point; null of those that are too many. */
export async function explainExternal(model, {X, external}) {
  const numbers = spread(external.length, Math.min(mostDrawn.all, Math.ceil(mostActivations / Math.max(1, X.length))));
  const answers = new Array(external.length).fill(null);
  (await model.explain(numbers.map((i) => external[i].x))).forEach((answer, i) => (answers[numbers[i]] = answer));
  return answers;
}

/** What the signs mean. */
export const showLegend = ({bench}) => put("plane-legend", ...legend(bench));

function legend(bench) {
  const signs = [...(bench.external.length ? ["× new", "○ seen alike"] : []), "▨ never seen"].map((text) => element("span", {text}));
  if (bench.external.some((e) => e.y !== null)) signs.push(element("span", {}, element("i", {class: "wrong", text: "◯", "aria-hidden": "true"}), document.createTextNode(" missed")));
  if (bench.classes) return [...bench.classes.map((label) => classKey(bench.classes, label)), ...signs];
  return bench.X.length ? [valueLegend(bench.y, bench.target || undefined), element("span", {class: "signs"}, ...signs)] : signs;
}

/** The row of a point that was dragged: what the plane doesn't show of it stays. On a map a point stays where those are that it is like. */
export function movedTo(bench, projection, {kind, index, x, y}) {
  const row = pointOf(bench, {kind, index}).x;
  return projection.coast && kind !== "place" ? row : moved(projection, row, x, y);
}

/** For the keyboard: all points in the order of the bench, the external ones last. */
export function points(bench, projection) {
  const samples = bench.X.flatMap((x, index) => (projection.knows?.(x) === false ? [] : [{kind: "sample", index, ...spot(projection, x)}]));
  return [...samples, ...bench.external.map((e, index) => ({kind: "external", index, ...spot(projection, e.x)}))];
}
