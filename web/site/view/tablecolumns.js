/** The columns of a table whose texts became features, and what a row holds in them. */

/** The column that a feature was made of. @param {string} feature */
export const columnOf = (feature) => split(feature)[0];

function split(feature) {
  const cut = feature.lastIndexOf(" = ");
  return cut > 0 ? [feature.slice(0, cut), feature.slice(cut + 3)] : [feature, null];
}

/**
 * A table's columns as people know them: those made of one column of texts are one again.
 *
 * @param {string[]} columns
 * @returns {{name: string, at: number, texts: {text: string, at: number}[] | null}[]}
 */
export function tableColumns(columns) {
  const found = [];
  columns.forEach((column, at) => {
    const [name, text] = split(column);
    if (text === null) found.push({name, at, texts: null});
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
