/**
 * Whether intervals and sets keep their promise on held-out samples: over all, and among those recognised strongly,
 * moderately and weakly; how wide they are beside cross-conformal intervals of k-NN and of a forest with plain residuals; and
 * what becomes of them when the inputs are shifted by half a range.
 */
import * as xaia from "../dist/npm/xaia.mjs";
import {answers, tuned} from "./knn-choices.mjs";
import {classesOf, encoded} from "./outcomes.mjs";
import {boundedSplit, readAny} from "./real.mjs";
import {folds, pick} from "./splits.mjs";
import {mean} from "./statistics.mjs";
import {features} from "./tables.mjs";
import {table} from "./table.mjs";
import {forest} from "./trees.mjs";

const coverages = [0.8, 0.9, 0.95];
export const coveredTables = [
  "diamonds, price", "olympians, weight", "cars, mpg", "2 of 20 columns", "boston", "diabetes",
  "diamonds, cut", "olympians, sex", "penguins", "iris", "wine", "cancer", "digits",
];
const recognitions = ["strong", "moderate", "weak"];
const foldCount = 10;

/**
 * @typedef {object} Covered one split of one table
 * @property {boolean} classes
 * @property {Record<string, {inside: number, of: number}>[]} counts by coverage, then by recognition
 * @property {number[]} widths by coverage: the mean interval, or the mean number of classes in a set
 * @property {{knn: number[], forest: number[]} | null} rivals their intervals' widths by coverage; null for classes
 * @property {{inside: number, of: number}[][] | null} rivalCounts k-NN's and the forest's, by coverage
 * @property {{weak: number, width: number, inside: number}} shifted at coverage 0.9
 * @property {{weak: number, width: number}} unshifted
 * @property {number} range of the outcomes, or how many classes there are
 */

/** @param {string} name @param {number} seed @param {number} [digits] @returns {Promise<Covered>} */
export async function covered(name, seed, digits) {
  const {X, y} = readAny(name, digits);
  const classes = classesOf(y);
  const rows = boundedSplit(y, seed);
  const [x, t, queries, truth] = [pick(X, rows.fitting), pick(y, rows.fitting), pick(X, rows.held), pick(y, rows.held)];
  const plain = await xaia.fit(x, t, {relevance: "auto", missing: "mean", duplicates: classes ? "majority" : "mean"});
  const model = await plain.calibrate({folds: foldCount, seed});

  const counts = [];
  const widths = [];
  const known = (await model.explain(queries)).map((e) => e.recognition);
  for (const coverage of coverages) {
    const sure = await certain(model, classes, queries, coverage);
    counts.push(Object.fromEntries(["all", ...recognitions].map((r) => {
      const asked = sure.filter((_, i) => r === "all" || known[i] === r);
      const own = truth.filter((_, i) => r === "all" || known[i] === r);
      return [r, {inside: asked.filter((s, i) => holds(s, own[i])).length, of: asked.length}];
    })));
    widths.push(mean(sure.map(width)));
  }
  const moved = shifted(X, x, queries);
  const there = await certain(model, classes, moved, 0.9);
  const shift = {
    weak: mean((await model.explain(moved)).map((e) => Number(e.recognition === "weak"))), width: mean(there.map(width)),
    inside: mean(there.map((s, i) => Number(holds(s, truth[i])))),
  };
  const unshifted = {weak: mean(known.map((r) => Number(r === "weak"))), width: widths[coverages.indexOf(0.9)]};

  let rivals = null;
  let rivalCounts = null;
  if (!classes) {
    const [from, asked] = [features(model.columns, x), features(model.columns, queries)];
    const outcomes = encoded(t, null);
    const choice = tuned(from, t, seed);
    const methods = {
      knn: (a, b, q) => answers(a, b, q)[choice].map(([v]) => v),
      forest: (a, b, q) => forest(a, b, false, q, seed).map(([v]) => v),
    };
    const found = Object.entries(methods).map(([method, answer]) => [method, conformal(answer, from, outcomes, asked, truth, seed)]);
    rivals = /** @type {any} */ (Object.fromEntries(found.map(([method, f]) => [method, f.map((c) => c.width)])));
    rivalCounts = found.map(([, f]) => f.map(({inside, of}) => ({inside, of})));
  }
  plain.dispose();
  model.dispose();
  const range = classes ? classes.length : Math.max(...t) - Math.min(...t);
  return {classes: classes !== null, counts, widths, rivals, rivalCounts, shifted: shift, unshifted, range};
}

const certain = (model, classes, queries, coverage) => (classes ? model.predictSet(queries, {coverage}) : model.predictInterval(queries, {coverage}));
const isInterval = (s) => s.length === 2 && typeof s[0] === "number";
const holds = (s, y) => (isInterval(s) ? s[0] <= y && y <= s[1] : s.includes(y));
const width = (s) => (isInterval(s) ? s[1] - s[0] : s.length);

/** ŷ ± the ⌈(n + 1) c⌉-th smallest of |y - ŷ| out of fold. */
export function conformal(answer, X, outcomes, queries, truth, seed) {
  const fold = folds(outcomes.map(([v]) => v), foldCount, seed);
  const residuals = new Array(X.length);
  for (let f = 0; f < foldCount; f++) {
    const [rest, held] = [true, false].map((out) => X.map((_, i) => i).filter((i) => (fold[i] !== f) === out));
    answer(pick(X, rest), pick(outcomes, rest), pick(X, held)).forEach((v, i) => (residuals[held[i]] = Math.abs(v - outcomes[held[i]][0])));
  }
  residuals.sort((a, b) => a - b);
  const said = answer(X, outcomes, queries);
  return coverages.map((coverage) => {
    const q = residuals[Math.ceil((X.length + 1) * coverage) - 1] ?? Infinity;
    return {width: 2 * q, inside: said.filter((v, i) => Math.abs(v - truth[i]) <= q).length, of: said.length};
  });
}

/** The queries with half of each column's range added; texts and what is missing stay. */
export function shifted(X, fitted, queries) {
  const names = Object.keys(X[0]);
  const half = Object.fromEntries(names.map((name) => {
    const values = fitted.map((row) => row[name]).filter((v) => typeof v === "number");
    return [name, values.length ? (values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b))) / 2 : 0];
  }));
  return queries.map((row) => {
    const moved = Array.isArray(row) ? [...row] : {...row};
    for (const name of names) if (typeof moved[name] === "number") moved[name] += half[name];
    return moved;
  });
}

/** @param {string} name @param {Covered[]} splits */
export function together(name, splits) {
  const sum = (list) => ({inside: list.reduce((s, c) => s + c.inside, 0), of: list.reduce((s, c) => s + c.of, 0)});
  const {classes} = splits[0];
  return {
    name, classes,
    counts: coverages.map((_, c) => Object.fromEntries(["all", ...recognitions].map((r) => [r, sum(splits.map((s) => s.counts[c][r]))]))),
    widths: coverages.map((_, c) => mean(splits.map((s) => s.widths[c]))),
    rivals: classes ? null : Object.fromEntries(["knn", "forest"].map((m, k) => [m, coverages.map((_, c) => ({
      width: mean(splits.map((s) => s.rivals[m][c])), ...sum(splits.map((s) => s.rivalCounts[k][c])),
    }))])),
    shift: Object.fromEntries(["weak", "width", "inside"].map((what) => [what, mean(splits.map((s) => s.shifted[what]))])),
    before: Object.fromEntries(["weak", "width"].map((what) => [what, mean(splits.map((s) => s.unshifted[what]))])),
    range: mean(splits.map((s) => s.range)),
  };
}

const rate = ({inside, of}) => inside / of;
const share = (counts) => (counts.of === 0 ? "–" : `${rate(counts).toFixed(3)} of ${counts.of}`);
const digits = (v) => (v >= 100 ? v.toFixed(0) : v.toFixed(2));
const enough = 100;

/** @param {ReturnType<typeof together>[]} list */
export function coverageTables(list) {
  const wide = list.filter((t) => !t.classes);
  const at9 = coverages.indexOf(0.9);
  return `## How sure

The share of held-out samples, over all splits, whose outcome is inside the interval or set at coverage c: of all samples, and by recognition.

${table(
  ["table", "c", "all", "strong", "moderate", "weak"],
  list.flatMap((t) => coverages.map((c, i) => [t.name, String(c), ...["all", ...recognitions].map((r) => share(t.counts[i][r]))])),
)}

Mean widths of the intervals. For comparison, the widths of cross-conformal intervals from plain residuals of k-NN (tuned) and of the forest, and the coverage of these:

${table(
  ["table", "c", "xaia", "k-NN", "forest", "k-NN covers", "the forest covers"],
  wide.flatMap((t) => coverages.map((c, i) => [
    t.name, String(c), digits(t.widths[i]), digits(t.rivals.knn[i].width), digits(t.rivals.forest[i].width), rate(t.rivals.knn[i]).toFixed(3), rate(t.rivals.forest[i]).toFixed(3),
  ])),
)}

Mean number of classes in a set:

${table(
  ["table", "classes", ...coverages.map((c) => `c = ${c}`)],
  list.filter((t) => t.classes).map((t) => [t.name, t.range.toFixed(0), ...t.widths.map(digits)]),
)}

Held-out samples with half of its range added to every numeric column, c = 0.9. The width is that of the interval, or the number of classes in the set:

${table(
  ["table", "weak before", "weak", "width before", "width", "outcomes' range or classes", "still inside"],
  list.map((t) => [t.name, t.before.weak.toFixed(3), t.shift.weak.toFixed(3), digits(t.before.width), digits(t.shift.width), digits(t.range), t.shift.inside.toFixed(3)]),
)}

${verdicts(list, wide, at9).join("\n")}`;
}

function verdicts(list, wide, at9) {
  const overAll = (tables) => tables.flatMap((t) => coverages.map((c, i) => ({what: `${t.name} at ${c}`, off: rate(t.counts[i].all) - c})));
  const [numbers, labels] = [overAll(wide), overAll(list.filter((t) => t.classes))];
  const each = list.flatMap((t) => coverages.flatMap((c, i) => recognitions.map((r) => ({what: `${t.name}, ${r} at ${c}`, of: t.counts[i][r].of, off: rate(t.counts[i][r]) - c}))))
    .filter(({of}) => of >= enough);
  const said = (failing, what, of) => `- ${what}: ${of - failing.length} of ${of}${failing.length ? `; not ${failing.map((f) => `${f.what} (${f.off > 0 ? "+" : ""}${(100 * f.off).toFixed(1)})`).join(", ")}` : ""}.`;
  const narrow = wide.filter((t) => t.widths[at9] < t.rivals.knn[at9].width).map((t) => t.name);
  return [
    said(numbers.filter(({off}) => Math.abs(off) > 0.02 + 1e-9), "Within 2 points of c over all", numbers.length),
    // A set always has the class that is answered: it can't be right less often than the model.
    ...(labels.length ? [said(labels.filter(({off}) => off < -0.02 - 1e-9), "Sets at most 2 points below c over all", labels.length)] : []),
    said(each.filter(({off}) => off < -0.04 - 1e-9), `At most 4 points below c, by recognition, where there are at least ${enough} samples`, each.length),
    `- Narrower than k-NN's at 0.9: ${narrow.join("; ") || "none"}.`,
  ];
}
