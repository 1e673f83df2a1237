/**
 * The charts of the site. They are drawn from the tables of the documents, which the commands that measure have
 * written: a line `<!-- chart "time" -->` is a chart on the site, and nothing on GitHub.
 */

/** The rows of all tables in a document, each with the names of its columns. */
export function rowsOf(text) {
  const cells = (line) => line.slice(1, -1).split("|").map((cell) => cell.replaceAll("**", "").trim());
  return [...text.matchAll(/^(\|.*\|)\n\|[ :|-]+\|\n((?:\|.*\|\n?)+)/gm)].flatMap(([, head, body]) => {
    const [, ...columns] = cells(head);
    return body.trim().split("\n").map((line) => {
      const [name, ...values] = cells(line);
      return {name, ...Object.fromEntries(columns.map((column, i) => [column, values[i]]))};
    });
  });
}

const number = (text) => Number(text.replaceAll(",", "").replace(/^\./, "0."));
const escaped = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const text = (x, y, said, more = "") => `<text x="${x}" y="${y}" ${more}>${escaped(said)}</text>`;
const line = (x1, y1, x2, y2, kind) => `<line class="${kind}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
const log = (low, high, from, to) => (value) => Number((from + ((to - from) * Math.log(value / low)) / Math.log(high / low)).toFixed(1));
const picture = (width, height, label, parts) => `<div class="scroll chart" role="group" aria-label="Chart" tabindex="0"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">${parts.join("")}</svg></div>`;

/** A mark of its own for each method, so that no colour has to be told from another one. */
const marks = {
  untouched: ["xaia", (x, y) => `<circle class="own" cx="${x}" cy="${y}" r="5"/>`],
  forest: ["a forest", (x, y) => `<path class="other" d="M${x} ${y - 5}l5 9h-10z"/>`],
  "k-NN, tuned": ["k-NN, tuned", (x, y) => `<rect class="other" x="${x - 4}" y="${y - 4}" width="8" height="8"/>`],
  "line, logistic": ["a straight line", (x, y) => `<path class="other" d="M${x - 4} ${y - 4}l8 8m0 -8l-8 8"/>`],
};

/** Errors beside those of boosting, a row for each table, the best for xaia first. Accuracies count as the share of errors. */
function quality(document) {
  const rows = rowsOf(document).filter((row) => row.untouched && row.boosting).map((row) => {
    const error = (column) => (number(row[column]) < 1 ? 1 - number(row[column]) : number(row[column]));
    return {name: row.name.replace(/ \(.*/, ""), ratios: Object.fromEntries(Object.keys(marks).map((column) => [column, error(column) / error("boosting")]))};
  }).sort((a, b) => a.ratios.untouched - b.ratios.untouched);
  const [left, right, top, step] = [140, 585, 56, 18];
  const bottom = top + step * rows.length;
  const x = log(0.35, 2.8, left, right);
  const within = (ratio) => x(Math.min(2.8, Math.max(0.35, ratio)));
  const better = rows.filter(({ratios}) => ratios.untouched < 1).length;
  return picture(600, bottom + 30, `Errors beside those of boosted trees on ${rows.length} tables: xaia's is smaller on ${better}. The tables below have the figures.`, [
    ...Object.values(marks).flatMap(([name, mark], i) => [mark(left + 6 + 112 * i, 14), text(left + 18 + 112 * i, 18, name)]),
    ...[0.5, 0.7, 1, 1.4, 2].flatMap((at) => [line(x(at), top - 12, x(at), bottom, at === 1 ? "one" : "grid"), text(x(at), bottom + 18, at === 1 ? "as boosting" : `${at} ×`, 'text-anchor="middle"')]),
    text(left, top - 18, "← less error"), text(right, top - 18, "more error →", 'text-anchor="end"'),
    ...rows.flatMap(({name, ratios}, i) => [text(left - 8, top + step * i + 4, name, 'text-anchor="end"'), ...Object.entries(marks).reverse().map(([column, [, mark]]) => mark(within(ratios[column]), top + step * i))]),
  ]);
}

/** What a fit takes by the number of rows, in Node. */
function time(document) {
  const rows = rowsOf(document);
  const series = [["two columns", "plane"], ["13 columns", "cube"]].map(([name, set]) => ({name, points: rows.flatMap((row) => {
    const n = row.name.match(new RegExp(`^${set}-(\\d+) xaia$`))?.[1];
    const ms = row["Node ms"];
    return n && ms ? [[Number(n), number(ms)]] : [];
  })}));
  const [left, right, top, bottom] = [70, 500, 20, 280];
  const x = log(400, 1.2e6, left, right), y = log(0.4, 4e4, bottom, top);
  const said = (ms) => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);
  return picture(600, 320, `What a fit takes in Node: ${series.map(({name, points}) => `${name}: ${points.map(([n, ms]) => `${n} rows ${Math.round(ms)} ms`).join(", ")}`).join("; ")}.`, [
    ...[1, 10, 100, 1000, 10000].flatMap((ms) => [line(left, y(ms), right, y(ms), "grid"), text(left - 8, y(ms) + 4, said(ms), 'text-anchor="end"')]),
    ...[1e3, 1e4, 1e5, 1e6].flatMap((n) => [line(x(n), top, x(n), bottom, "grid"), text(x(n), bottom + 18, n.toLocaleString("en-US"), 'text-anchor="middle"')]),
    text(right, bottom + 36, "rows", 'text-anchor="end"'),
    ...series.flatMap(({name, points}) => [
      `<polyline class="own" points="${points.map(([n, ms]) => `${x(n)},${y(ms)}`).join(" ")}"/>`, ...points.map(([n, ms]) => `<circle class="own" cx="${x(n)}" cy="${y(ms)}" r="3"/>`),
      text(x(points.at(-1)[0]) + 8, y(points.at(-1)[1]) + 4, name),
    ]),
  ]);
}

const charts = {quality, time};

/** @param {string} text a document @param {(name: string) => string} read another one, beside the project's root */
export function charted(text, read) {
  return text.replaceAll(/^<!-- chart "(\w+)"(?: of (\S+))? -->$/gm, (_, name, from) => charts[name](from ? read(from) : text));
}
