/** Wrong labels that are put in on purpose: who finds them among the first that are looked at. */
import {shuffled} from "../web/test/data.mjs";
import {auroc} from "./auroc.mjs";
import * as engine from "./engine.mjs";
import {readAny} from "./real.mjs";
import {pick} from "./splits.mjs";
import {mean} from "./statistics.mjs";

/** The tables of classes; of more rows so many are taken. */
export const labelled = ["iris", "wine", "cancer", "digits", "penguins", "olympians, sex", "diamonds, cut"];
export const labelledOfPackages = ["titanic (carData)", "credit (modeldata)", "glass (MASS)", "ionosphere (mlbench)", "sonar (mlbench)", "satellite (mlbench)", "vehicles (mlbench)", "vowels (mlbench)", "pima (mlbench)", "letters (mlbench)"];
const [most, wrong, looked] = [1500, 0.05, 0.1];

/** How a way ranks rows: the higher, the more suspect. @type {Record<string, (model: any, y: any[]) => Promise<number[]>>} */
const ways = {
  worth: async (model) => (await model.worth()).values.map((v) => -v),
  suspects: async (model, y) => {
    const scores = new Array(y.length).fill(0);
    for (const {sample, kind, score} of (await model.suspects({share: 1})).suspects) if (kind !== "alone") scores[sample] = score;
    return scores;
  },
  unlike: async (model) => (await model.embedding()).activation.map((v) => 1 - v), // what outliers go by
};

/**
 * @param {string} name
 * @param {{seeds: number[]}} extent
 * @param {(what: string) => void} progress
 */
export async function suspects(name, {seeds}, progress) {
  const all = readAny(name);
  const found = Object.fromEntries(Object.keys(ways).map((way) => [way, {auroc: [], share: [], seconds: []}]));
  const without = [];
  for (const seed of seeds) {
    progress(`${name}, wrong labels, seed ${seed}`);
    const rows = shuffled(all.X.length, seed).slice(0, most);
    const X = pick(all.X, rows), right = pick(all.y, rows), classes = [...new Set(right)].sort();
    const flipped = new Set(shuffled(rows.length, seed + 100).slice(0, Math.ceil(wrong * rows.length)));
    const other = shuffled(classes.length * rows.length, seed + 200); // which other class, by number
    const y = right.map((label, i) => (flipped.has(i) ? classes.filter((c) => c !== label)[other[i] % (classes.length - 1)] : label));
    const model = await engine.fit(name, X, y, typeof X[0].length === "number" ? {} : {missing: "mean"});
    for (const [way, rank] of Object.entries(ways)) {
      const start = performance.now();
      const scores = await rank(model, y);
      found[way].seconds.push((performance.now() - start) / 1000);
      const order = scores.map((_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b).slice(0, Math.ceil(looked * rows.length));
      found[way].share.push(order.filter((i) => flipped.has(i)).length / flipped.size);
      found[way].auroc.push(auroc(scores.filter((_, i) => !flipped.has(i)), scores.filter((_, i) => flipped.has(i))));
    }
    const {rest, right: now, rightWithout} = await model.suspects();
    without.push((rightWithout - now) / rest);
    model.dispose();
  }
  return {name, without: mean(without), ...Object.fromEntries(Object.entries(found).map(([way, m]) => [way, {auroc: mean(m.auroc), share: mean(m.share), seconds: mean(m.seconds)}]))};
}

/** @param {any[]} list what suspects gives */
export function suspectsTable(list) {
  const ratio = (v) => v.toFixed(3).replace(/^0/, "");
  return [
    "## Wrong labels",
    "",
    `Of at most ${most} rows 5 % have a wrong label, put in by chance. Of these, how many are among the worst tenth, and the AUROC of the ranking.`,
    "",
    ["table", ...Object.keys(ways).flatMap((way) => [`${way}, found`, "AUROC"]), "s of suspects", "right among the others without suspects"],
    ["---", ...Object.keys(ways).flatMap(() => ["---:", "---:"]), "---:", "---:"],
    ...list.map((m) => [m.name, ...Object.keys(ways).flatMap((way) => [ratio(m[way].share), ratio(m[way].auroc)]), m.suspects.seconds.toFixed(2), `${m.without < -0.0005 ? "−" : "+"}${(100 * Math.abs(m.without)).toFixed(1)} %`]),
  ].map((row) => (Array.isArray(row) ? `| ${row.join(" | ")} |` : row)).join("\n");
}
