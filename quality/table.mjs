/**
 * A Markdown table; columns of numbers are aligned to the right.
 *
 * @param {string[]} header
 * @param {string[][]} rows
 */
export function table(header, rows) {
  const line = header.map((_, i) => (rows.every((row) => /^-?\d[\d.]*( ± [\d.]+)?$/.test(row[i])) ? "---:" : "---"));
  return [header, line, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** An accuracy with three digits, an RMSE with two. @param {"accuracy" | "rmse"} measure @param {number} value */
export const shown = (measure, value) => value.toFixed(measure === "accuracy" ? 3 : 2);
