/** Absorption: what it is asked, and what the panels say of it. */
import {asked, choose, externalRows, known, knownRows, takeIn} from "./bench.js";
import {lineGrid} from "../../scene/line.js";
import {capital} from "../../ui/names.js";
import {plural, short} from "../../ui/words.js";

/** `first`: the number of the first point. `calibrated`: by the familiarity of the samples, each left out of its model; else by what no neuron recognises. */
export function judgedText(judged, calibrated, first = 0) {
  const out = judged.flatMap((j, i) => (j.out ? [i + first] : []));
  const [shown, more] = [out.slice(0, 12), Math.max(0, out.length - 12)];
  const listed = more ? `${shown.join(", ")} and ${more} more` : shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : shown.join("");
  const which = out.length ? `: new ${out.length === 1 ? "point" : "points"} ${listed}` : "";
  return `Out of distribution: ${out.length} of ${plural(judged.length, "new point")}${which}. ${calibrated ? "A point is out if it is less familiar than 95 % of the samples are to a model without them." : "A point is out if no neuron is activated even moderately."}`;
}

/** Which external points are out of distribution, in a sentence. */
export async function examined(model, bench) {
  const rows = externalRows(bench);
  const [judged, calibrated] = await model.outOfDistribution(rows, {threshold: "calibrated"}).then((found) => [found, true], async () => [await model.outOfDistribution(rows), false]);
  return judgedText(judged, calibrated, bench.rows ? 1 : 0);
}

/** The proof line: what was taken in, and that nothing was forgotten. */
function absorbedText({absorbed, kept, rest}, round, classes) {
  const exact = kept.maxErrorAfter === 0 ? `all ${kept.sampleCount} old samples are still exact` : `the old samples err by at most ${short(kept.maxErrorAfter)}`;
  return `Round ${round}: ${plural(absorbed.length, "point")} learned. ${capital(exact)}. ${classes ? (rest.beyondTolerance ? `${rest.beyondTolerance} of the others ${rest.beyondTolerance === 1 ? "is" : "are"} still answered wrongly.` : "The others are all answered correctly.") : `The largest error on the others is ${short(rest.maxErrorAfter)}.`}`;
}

/**
 * One more round: the external points that a model errs on by more than the
 * tolerance become samples of a new one.
 *
 * @returns {Promise<{model: any, before: any, after: any, bench: any, absorbed: number[], text: string, more: boolean} | {text: string}>} before, after: panes;
 *   absorbed: numbers of external points; more: another round would take in more
 */
export async function absorbRound(pane, bench, tolerance, rounds) {
  const {X, y} = knownRows(bench);
  const result = await pane.model.absorb(X, y, {tolerance, rounds});
  if (!result.absorbed.length) {
    result.model.dispose();
    return {text: bench.classes ? "All new points are answered correctly: there is nothing to learn." : `No new point has an error above ε: there is nothing to learn. The largest error is ${short(result.rest.maxErrorAfter)}.`};
  }
  const numbers = known(bench);
  const absorbed = result.absorbed.map((i) => numbers[i]);
  const place = asked(bench);
  const after = takeIn(bench, absorbed);
  return {
    model: result.model, before: {...pane, title: "before"}, after: {...pane, title: `after round ${rounds}`, model: result.model}, absorbed, bench: place ? choose(after, {kind: "place", x: place}) : after,
    text: absorbedText(result, rounds, bench.classes), more: result.rounds === rounds && result.rest.beyondTolerance > 0,
  };
}

/** The same for the line, all rounds at once; before is the curve before them. */
export async function absorbLine(model, bench, tolerance, domain) {
  const {X, y} = knownRows(bench);
  if (!X.length) return {text: "There are no new points. Shift-click adds one."};
  const before = await model.predict(lineGrid(bench, domain.x));
  const {model: after, absorbed, rounds, kept} = await model.absorb(X, y, {tolerance});
  const numbers = known(bench);
  const text = `${plural(absorbed.length, "point")} learned, in ${plural(rounds, "round")}. The ${plural(kept.sampleCount, "old sample")} err by at most ${short(kept.maxErrorAfter)} (before: ${short(kept.maxErrorBefore)}).`;
  return {model: after, absorbed: absorbed.map((i) => numbers[i]), before, text};
}
