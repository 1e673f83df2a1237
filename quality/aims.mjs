/** Whether each aim is met, with the numbers. */
import {standardError, mean} from "./statistics.mjs";
import {shown, table} from "./table.mjs";

/** Sums in another order may differ in the last bits. */
const rounding = 1e-9;

/** @param {import("./heldout.mjs").HeldOut} h @param {string} ours @param {string} theirs @returns {number[]} how far ours is ahead, split by split */
const ahead = ({measure, figures}, ours, theirs) => figures[ours].map((v, i) => (measure === "accuracy" ? 1 : -1) * (v - figures[theirs][i]));

const verdict = (met) => (met ? "met" : "**missed**");

/** @param {import("./heldout.mjs").HeldOut[]} sets */
function untouched(sets) {
  const rows = sets.map((h) => {
    const ratio = mean(h.figures.untouched) / mean(h.figures.knn5);
    const met = h.measure === "accuracy" ? ratio >= 0.98 - rounding : ratio <= 1.02 + rounding;
    return {met, cells: [h.name, shown(h.measure, mean(h.figures.untouched)), shown(h.measure, mean(h.figures.knn5)), ratio.toFixed(3), verdict(met)]};
  });
  return `### Untouched within 2 % of k-NN's k = 5 on every set: ${verdict(rows.every((r) => r.met))}

The accuracy is at least 0.98 times k-NN's, the RMSE at most 1.02 times.

${table(["set", "untouched", "k = 5", "ratio", ""], rows.map((r) => r.cells))}`;
}

/** @param {import("./heldout.mjs").HeldOut[]} sets @param {string} theirs @param {string} title */
function tuned(sets, theirs, title) {
  const rows = sets.map((h) => {
    const lead = ahead(h, "tuned", theirs);
    const met = mean(lead) >= -rounding;
    const digits = h.measure === "accuracy" ? 4 : 2;
    const cells = [h.name, shown(h.measure, mean(h.figures.tuned)), shown(h.measure, mean(h.figures[theirs])),
      `${mean(lead).toFixed(digits)} ± ${standardError(lead).toFixed(digits)}`, met ? "yes" : "no"];
    return {met, cells};
  });
  const count = rows.filter((r) => r.met).length;
  return `### Tuned at or ahead of the best k-NN on four of six, k-NN ${title}: ${verdict(count >= 4)} (${count} of 6)

The lead is the mean over the splits with its standard error; positive is better for xaia.

${table(["set", "xaia tuned", "k-NN", "lead", "at or ahead"], rows.map((r) => r.cells))}`;
}

/** @param {import("./outliers.mjs").Outliers[]} sets */
function outlying(sets) {
  const rows = sets.map((o) => {
    const met = o.xaia.auroc >= o.nearest - 0.005 - rounding;
    return {met, cells: [o.name, o.xaia.auroc.toFixed(4), o.nearest.toFixed(4), (o.xaia.auroc - o.nearest).toFixed(4), verdict(met)]};
  });
  return `### AUROC above the nearest distance's or within 0.005 of it: ${verdict(rows.every((r) => r.met))}

${table(["set", "xaia", "nearest distance", "difference", ""], rows.map((r) => r.cells))}`;
}

/** @param {import("./outliers.mjs").Outliers[]} sets */
function farOutside(sets) {
  const most = Math.max(...sets.map((o) => o.xaia.farHits));
  return `### No hit far outside: ${verdict(most === 0)}

The largest share of hits at 10⁴ times the range under preset xaia is ${most}.`;
}

/** @param {import("./heldout.mjs").HeldOut[] | null} heldOut @param {import("./outliers.mjs").Outliers[] | null} outliers null where it wasn't measured */
export const aims = (heldOut, outliers) =>
  [
    "## Aims",
    ...(heldOut
      ? [
          untouched(heldOut),
          tuned(heldOut, "knnHindsight", "chosen in hindsight (k and weighting)"),
          tuned(heldOut, "knnHindsightScaled", "chosen in hindsight (k, weighting and scaling)"),
          tuned(heldOut, "knnTuned", "tuned as xaia is"),
        ]
      : []),
    ...(outliers ? [outlying(outliers), farOutside(outliers)] : []),
  ].join("\n\n");
