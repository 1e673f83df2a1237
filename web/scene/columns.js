/**
 * The columns of a table whose texts became features, and what a row holds in them. What a feature is made of is said by
 * `texts` of its bench and never read from its name: a column or a text may contain " = ", too.
 *
 * @typedef {([string, string] | null)[] | null} Texts for each feature the column and the text that it is made of, null where it is a column; null: all are
 */

/**
 * A table's columns as people know them: those made of one column of texts are one again.
 *
 * @param {{columns: string[], texts?: Texts}} bench
 * @returns {{name: string, texts: string[] | null, places: number[]}[]} places: of its features in a row, one for each text
 */
export function tableColumns({columns, texts}) {
  const found = [];
  columns.forEach((column, at) => {
    const [name, text] = texts?.[at] ?? [column];
    const last = found.at(-1);
    if (text === undefined || !last?.texts || last.name !== name) found.push({name, texts: text === undefined ? null : [text], places: [at]});
    else {
      last.texts.push(text);
      last.places.push(at);
    }
  });
  return found;
}

/** What a row holds in a column: a number, one of its texts, or null where a missing one was filled with shares. */
export const cellOf = (x, {texts, places}) => (texts ? texts[places.findIndex((at) => x[at] === 1)] ?? null : x[places[0]]);

/** A value of a column as its features: of a text that isn't one of the column's all are 0. */
export const encoded = (texts, value) => (texts ? texts.map((text) => Number(text === String(value))) : [value]);

/** Names of features, and what those that stand for a text are made of. @param {(string | [string, string])[]} parts @returns {{columns: string[], texts: Texts}} */
export const featuresOf = (parts) => ({
  columns: parts.map((part) => (typeof part === "string" ? part : part.join(" = "))),
  texts: parts.some((part) => typeof part !== "string") ? parts.map((part) => (typeof part === "string" ? null : part)) : null,
});

/** The other way round. @param {{columns: string[], texts?: Texts}} bench */
export const partsOf = ({columns, texts}) => columns.map((column, at) => texts?.[at] ?? column);

/** The row with another value in a column. */
export function withCell(x, {texts, places}, value) {
  const row = [...x];
  encoded(texts, value).forEach((v, i) => (row[places[i]] = v));
  return row;
}

/** The feature that says that a column lacks its value, where gaps are learned from. */
export const lacking = (name) => `${name} is missing`;
/** What a gap among texts is called. */
export const noText = (texts) => (texts.includes("missing") ? "no value" : "missing");
