/**
 * The columns of a table whose texts became features, and what a row holds in them. What a feature is made of is said by
 * `texts` of its bench and never read from its name: a column or a text may contain " = ", too.
 *
 * @typedef {([string, string] | null)[] | null} Texts for each feature the column and the text that it is made of, null where it is a column; null: all are
 */

/** What the feature of a column's text is called. @param {string} column @param {string} text */
export const featureName = (column, text) => `${column} = ${text}`;

/** The name of the column that a feature was made of. @param {{columns: string[], texts?: Texts}} bench @param {number} at */
export const columnOf = ({columns, texts}, at) => texts?.[at]?.[0] ?? columns[at];

/**
 * A table's columns as people know them: those made of one column of texts are one again.
 *
 * @param {{columns: string[], texts?: Texts}} bench
 * @returns {{name: string, at: number, texts: {text: string, at: number}[] | null}[]}
 */
export function tableColumns({columns, texts}) {
  const found = [];
  columns.forEach((column, at) => {
    const [name, text] = texts?.[at] ?? [column];
    if (text === undefined) found.push({name, at, texts: null});
    else if (found.at(-1)?.texts && found.at(-1).name === name) found.at(-1).texts.push({text, at});
    else found.push({name, at, texts: [{text, at}]});
  });
  return found;
}

/** What a row holds in a column: a number, one of its texts, or null where a missing one was filled with shares. */
export function cellOf(x, {at, texts}) {
  if (!texts) return x[at];
  return texts.find((t) => x[t.at] === 1)?.text ?? null;
}

/** Names of features, and what those that stand for a text are made of. @param {(string | [string, string])[]} parts @returns {{columns: string[], texts: Texts}} */
export const featuresOf = (parts) => ({
  columns: parts.map((part) => (typeof part === "string" ? part : featureName(...part))),
  texts: parts.some((part) => typeof part !== "string") ? parts.map((part) => (typeof part === "string" ? null : part)) : null,
});

/** The other way round. @param {{columns: string[], texts?: Texts}} bench */
export const partsOf = ({columns, texts}) => columns.map((column, at) => texts?.[at] ?? column);

/** The row with another value in a column. */
export function withCell(x, {at, texts}, value) {
  const row = [...x];
  if (!texts) row[at] = value;
  else for (const t of texts) row[t.at] = t.text === value ? 1 : 0;
  return row;
}
