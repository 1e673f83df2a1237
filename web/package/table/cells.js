/**
 * Separated text as rows of cells, by RFC 4180 and what people write besides: blanks behind a closing quote, and quotes
 * inside of quoted cells, which go on until a quote stands before a separator.
 *
 * @param {string} text line ends are \n
 * @param {string} by the separator
 * @param {string} quote it opens a cell where the cell begins with it; two of them inside are one
 * @param {boolean} [part] whether more text follows: the last row is then left out
 * @returns {{rows: string[][], end: number, open: number | null, odd: {row: number, at: number}[]}} end: of the rows, in the text;
 *   open: where a cell begins that no quote closes; odd: cells with a quote that neither closes nor is doubled, in which row they are and
 *   where they begin
 */
export function cellsOf(text, by, quote, part = false) {
  /** @type {ReturnType<typeof cellsOf>} */
  const found = {rows: [], end: 0, open: null, odd: []};
  if (text === "") return found;
  if (!text.includes(quote)) {
    found.end = part ? text.lastIndexOf("\n") + 1 : text.length;
    const whole = part ? text.slice(0, Math.max(0, found.end - 1)) : text;
    if (!part || found.end) found.rows = whole.split("\n").map((line) => line.split(by));
    return found;
  }
  const doubled = quote + quote;
  let row = [], at = 0, separator = text.indexOf(by), line = text.indexOf("\n");
  for (;;) {
    const quoted = text[at] === quote;
    let end; // of the cell, in the text; what is behind it says whether the row goes on
    if (quoted) {
      const [close, behind] = closing(text, by, quote, at, part, (here) => found.odd.push({row: found.rows.length, at: here}));
      if (close < 0 && !part) found.open = at + 1;
      end = behind;
      row.push(close < 0 ? text.slice(at + 1) : text.slice(at + 1, close).replaceAll(doubled, quote));
      if (separator >= 0 && separator < end) separator = text.indexOf(by, end);
      if (line >= 0 && line < end) line = text.indexOf("\n", end);
    } else {
      end = separator >= 0 && (line < 0 || separator < line) ? separator : line >= 0 ? line : text.length;
      row.push(text.slice(at, end));
    }
    if (end === separator) {
      at = end + by.length;
      separator = text.indexOf(by, at);
      continue;
    }
    if (end === text.length) { // a part's last row may go on
      if (part) return found;
      found.rows.push(row);
      found.end = end;
      return found;
    }
    found.rows.push(row);
    row = [];
    found.end = at = end + 1;
    if (separator >= 0 && separator < at) separator = text.indexOf(by, at);
    line = text.indexOf("\n", at);
  }
}

/** Where the quote is that closes a cell, and where the cell ends; -1 where none does. */
function closing(text, by, quote, at, part, odd) {
  for (let close = text.indexOf(quote, at + 1); close >= 0; close = text.indexOf(quote, close + 1)) {
    if (text[close + 1] === quote) {
      close++;
      continue;
    }
    let behind = close + 1;
    while (behind < text.length && text[behind] !== "\n" && !text.startsWith(by, behind) && text[behind].trim() === "") behind++;
    if (behind === text.length ? !part || behind === close + 1 : text[behind] === "\n" || text.startsWith(by, behind)) return [close, behind];
    odd(at + 1);
  }
  return [-1, text.length];
}
