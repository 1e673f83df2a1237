/** The table of tables.mjs as Markdown, and whether what was wanted of relevance is reached. */
import {unseenTables} from "./real.mjs";
import {mean, standardError} from "./statistics.mjs";
import {table} from "./table.mjs";
import {methods} from "./tables.mjs";

/** @typedef {import("./tables.mjs").Compared} Compared */

const rounding = 1e-9;
const titles = {
  paper: "paper, minmax",
  plain: "xaia, plain",
  before: "xaia, top 8",
  untouched: "xaia untouched",
  tuned: "xaia tuned",
  knnTuned: "k-NN tuned",
  knnHindsight: "k-NN in hindsight",
  linear: "line, logistic",
  forest: "random forest",
  boosting: "boosting",
  histogram: "HistGradientBoosting",
};

/** RMSE are as large as the table's y. @param {Compared} set @param {number[]} list */
function spread({measure, figures}, list) {
  const size = mean(figures.forest);
  const digits = measure === "accuracy" || size < 1 ? 3 : size < 100 ? 2 : 0;
  if (Number.isNaN(mean(list))) return "not installed";
  return `${mean(list).toFixed(digits)} ± ${standardError(list).toFixed(digits)}`;
}

/** How much better ours is, split by split. @param {Compared} set @param {typeof methods[number]} ours @param {typeof methods[number]} theirs */
const leads = ({measure, figures}, ours, theirs) => figures[ours].map((v, i) => (measure === "accuracy" ? 1 : -1) * (v - figures[theirs][i]));

/** Ours over theirs, above 1 where ours is worse. @param {Compared} set @param {typeof methods[number]} ours @param {typeof methods[number]} theirs */
function behind({measure, figures}, ours, theirs) {
  const [a, b] = [mean(figures[ours]), mean(figures[theirs])];
  return measure === "accuracy" ? b / a : a / b;
}

const verdict = (/** @type {boolean} */ reached) => (reached ? "reached" : "**not reached**");

/** @param {Compared[]} sets */
const only = (sets, measure) => sets.filter((s) => s.measure === measure);

/** @param {Compared[]} sets */
function figures(sets) {
  return table(
    ["table", "fitted", "features", ...methods.map((m) => titles[m])],
    sets.map((s) => [s.name, String(s.size.fitted), String(s.size.features), ...methods.map((m) => spread(s, s.figures[m]))]),
  );
}

/** @param {Compared[]} sets */
const chosen = (sets) =>
  table(
    ["table", "splits in which auto learned relevance", "k-NN in hindsight"],
    sets.map((s) => [s.name, `${s.learned} of ${s.figures.untouched.length}`, `k = ${s.best.k}, ${s.best.weighting}, ${s.best.scale}`]),
  );

/**
 * @param {Compared[]} sets
 * @returns {{title: string, reached: boolean, detail: string}[]}
 */
export function wanted(sets) {
  const of = (/** @type {string[]} */ names) => names.flatMap((name) => sets.filter((s) => s.name === name));
  const ratio = (s, theirs) => `${s.name} ${behind(s, "untouched", theirs).toFixed(3)}`;
  const list = [];
  for (const s of of(["diamonds, price"])) {
    list.push({
      title: "Untouched at most 5 % behind the forest on diamonds' price",
      reached: behind(s, "untouched", "forest") <= 1.05 + rounding,
      detail: `the RMSE is ${behind(s, "untouched", "forest").toFixed(3)} times the forest's`,
    });
  }
  for (const s of of(["diamonds, price", "diamonds, cut", "boston", "2 of 20 columns"])) {
    const lead = leads(s, "untouched", "knnTuned");
    list.push({title: `Untouched ahead of tuned k-NN on ${s.name}`, reached: mean(lead) > 0, detail: `by ${spread(s, lead)}`});
  }
  const worst = sets.reduce((w, s) => (behind(s, "untouched", "plain") > behind(w, "untouched", "plain") ? s : w));
  const late = sets.filter((s) => behind(s, "untouched", "plain") > 1.01 + rounding);
  list.push({
    title: "Untouched nowhere more than 1 % behind xaia with neither relevance nor lines",
    reached: late.length === 0,
    detail: late.length > 0 ? `how many times worse: ${late.map((s) => ratio(s, "plain")).join("; ")}` : `the worst is ${ratio(worst, "plain")}`,
  });
  const compared = sets.map((s) => ({name: s.name, lead: leads(s, "tuned", "knnHindsight")}));
  const level = compared.filter(({lead}) => mean(lead) >= -rounding);
  const short = compared.filter(({lead}) => mean(lead) + standardError(lead) < -rounding);
  list.push({
    title: "Tuned level with or ahead of the best k-NN in hindsight on at least half of all sets",
    reached: 2 * level.length >= sets.length,
    detail: `${level.length} of ${sets.length}: ${level.map((s) => s.name).join("; ") || "none"}`,
  });
  list.push({
    title: "Tuned within one standard error of it on the others",
    reached: short.length === 0,
    detail: short.length > 0 ? `farther behind: ${short.map((s) => s.name).join("; ")}` : "on all",
  });
  return list;
}

/**
 * What local lines must reach, over some tables together.
 *
 * @param {Compared[]} sets
 * @returns {{title: string, reached: boolean, detail: string}[]}
 */
export function linesWanted(sets) {
  const names = (/** @type {Compared[]} */ list) => list.map((s) => s.name).join("; ") || "none";
  const share = (/** @type {string} */ title, /** @type {Compared[]} */ good, /** @type {number} */ least) => ({
    title, reached: good.length >= least * sets.length, detail: `${good.length} of ${sets.length}; not ${names(sets.filter((s) => !good.includes(s)))}`,
  });
  const before = sets.map((s) => behind(s, "untouched", "before"));
  return [
    share("Untouched within 3 % of boosting on two thirds", sets.filter((s) => behind(s, "untouched", "boosting") <= 1.03 + rounding), 2 / 3),
    share("Untouched level with or ahead of the forest on half", sets.filter((s) => behind(s, "untouched", "forest") <= 1 + rounding), 1 / 2),
    share("Untouched at most a standard error behind tuned k-NN everywhere", sets.filter((s) => {
      const lead = leads(s, "untouched", "knnTuned");
      return mean(lead) + standardError(lead) >= -rounding;
    }), 1),
    share("Untouched nowhere more than 1 % behind xaia without lines", sets.filter((_, i) => before[i] <= 1.01 + rounding), 1),
    ...(sets.some((s) => Number.isNaN(s.figures.histogram[0])) ? [] : [
      share("Untouched within 3 % of scikit-learn's HistGradientBoosting on two thirds", sets.filter((s) => behind(s, "untouched", "histogram") <= 1.03 + rounding), 2 / 3),
    ]),
    {title: "The error beside xaia without lines", reached: true, detail: `${Math.exp(mean(before.map(Math.log))).toFixed(3)} times (geometric mean of errors, and of inverse accuracies)`},
  ];
}

const verdicts = (/** @type {{title: string, reached: boolean, detail: string}[]} */ list) => table(["wanted", "", "in figures"], list.map((w) => [w.title, verdict(w.reached), w.detail]));

/** @param {Compared[]} sets */
export const freshComparison = (sets) => `## Fresh tables

Tables of R packages. Accuracy (higher is better) with standard errors over the splits:

${figures(only(sets, "accuracy"))}

RMSE (lower is better):

${figures(only(sets, "rmse"))}

### Aims on fresh tables

${verdicts(linesWanted(sets.filter((s) => !unseenTables.includes(s.name))))}

### Aims on the ten by which nothing was chosen

${verdicts(linesWanted(sets.filter((s) => unseenTables.includes(s.name))))}`;

/** @param {Compared[]} sets */
export const comparison = (sets) => `## Real tables

Accuracy (higher is better) with standard errors over the splits:

${figures(only(sets, "accuracy"))}

RMSE (lower is better):

${figures(only(sets, "rmse"))}

${chosen(sets)}

### Aims on real tables

${verdicts([...wanted(sets), ...linesWanted(sets)])}`;
