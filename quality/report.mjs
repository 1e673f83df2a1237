/** The measured figures as Markdown. */
import {mean} from "./statistics.mjs";
import {shown, table} from "./table.mjs";

/** @param {import("./knn-choices.mjs").Choice} c */
const named = (c, scaled) => `k = ${c.k}, ${c.weighting}${scaled ? `, ${c.scale}` : ""}`;

/** @param {import("./heldout.mjs").HeldOut[]} sets */
export const heldOutTables = (sets) => `## Held-out accuracy and RMSE

Accuracy for the first four sets (higher is better), RMSE for the last two (lower is better).

${table(
  ["set", "paper, minmax", "xaia untouched", "xaia tuned", "k-NN, k = 5", "k-NN tuned", "k-NN in hindsight", "the same with scaling"],
  sets.map((h) => [
    h.name,
    ...["paper", "untouched", "tuned", "knn5", "knnTuned", "knnHindsight", "knnHindsightScaled"].map((method) => shown(h.measure, mean(h.figures[method]))),
  ]),
)}

The options chosen in hindsight, and those that xaia.tune chose on each split (scaling, top; a1 and a2 in units of the reach q):

${table(
  ["set", "k-NN in hindsight", "the same with scaling", "xaia.tune"],
  sets.map((h) => [h.name, named(h.best.knnHindsight, false), named(h.best.knnHindsightScaled, true), h.chosen.join("; ")]),
)}`;

const share = (/** @type {number} */ v) => v.toFixed(3);

/** @param {import("./outliers.mjs").Outliers[]} sets */
export const outlierTables = (sets) => `## Outlier detection with one class held out

AUROC, the mean over classes and seeds:

${table(
  ["set", "xaia", "paper, minmax", "nearest distance", "isolation forest"],
  sets.map((o) => [o.name, ...[o.xaia.auroc, o.paper.auroc, o.nearest, o.forest].map(share)]),
)}

The same for each held-out class:

${table(
  ["set", "class", "xaia", "nearest distance", "isolation forest"],
  sets.flatMap((o) => o.byClass.map((c) => [o.name, c.left, ...[c.xaia, c.nearest, c.forest].map(share)])),
)}

The share of samples called weak; and for queries at 10⁴ times the range, the share of hits and the share called weak:

${table(
  ["set", "xaia: known", "held-out class", "far: hits", "far: weak", "paper: known", "held-out class", "far: hits", "far: weak"],
  sets.map((o) => [o.name, ...[o.xaia, o.paper].flatMap((p) => [p.weakKnown, p.weakOutliers, p.farHits, p.farWeak].map(share))]),
)}`;

/** @param {Awaited<ReturnType<typeof import("./alarms.mjs").alarms>>[]} sets */
export const alarmTable = (sets) => `## False alarms

The share of the held-out half of all classes that is called out of distribution: the mean, minimum and maximum over the seeds:

${table(
  ["set", "fitted", "weak", "from", "to", "calibrated", "from", "to"],
  sets.map((a) => [a.name, String(a.fitted), ...[a.weak, a.calibrated].flatMap((list) => [mean(list), Math.min(...list), Math.max(...list)].map(share))]),
)}`;
