/** Walks through XML, in one pass. No tag, text or attribute is taken in before it is asked for. */

const damaged = (/** @type {string} */ what) => new Error(`its XML is damaged: ${what}`);
/** Nothing that is read here is nested deeper. */
const deepest = 200;

const named = {amp: "&", lt: "<", gt: ">", quot: '"', apos: "'"};
/** @param {string} text */
const decoded = (text) => (text.includes("&") ? text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{1,4}));/g, (all, ten, hex, name) => {
  if (name) return named[name] ?? all;
  const code = ten ? Number(ten) : parseInt(hex, 16);
  return code > 0x10ffff ? all : String.fromCodePoint(code);
}) : text);

/** @param {string} name without what stands for a namespace */
const local = (name) => name.slice(name.indexOf(":") + 1);

/**
 * Attributes of a tag by their names, those that are wanted: `r` is one without a namespace, `:id` one of any.
 *
 * @param {string} tag from its name on @param {string[]} wanted
 * @returns {Record<string, string | undefined>}
 */
function attributes(tag, wanted) {
  const found = Object.create(null);
  const one = /[\s"']([^\s"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
  for (let match; (match = one.exec(tag)); one.lastIndex--) { // the quote at an attribute's end may be what stands before the next one
    const name = match[1].includes(":") && !match[1].startsWith("xmlns") ? `:${local(match[1])}` : match[1];
    if (wanted.includes(name)) found[name] = decoded(match[2] ?? match[3]);
  }
  return found;
}

/**
 * @param {string} xml
 * @param {(name: string, attributes: (...wanted: string[]) => Record<string, string | undefined>) => void} open called for each tag
 * @param {(name: string) => void} [close] called for each end, of empty elements, too
 * @param {(text: () => string) => void} [text] called for each text
 * @param {(done: number, total: number) => void} [tick] called every few milliseconds
 */
export function walk(xml, open, close, text, tick) {
  /** @type {string[]} */
  const inside = [];
  const skipTo = (/** @type {string} */ mark, /** @type {number} */ from) => {
    const at = xml.indexOf(mark, from);
    if (at < 0) throw damaged(`${mark} is missing`);
    return at;
  };
  let at = 0, due = 0;
  for (let begin; (begin = xml.indexOf("<", at)) >= 0;) {
    const start = at;
    if (tick && at >= due) {
      tick(at, xml.length);
      due = at + 2 ** 18;
    }
    if (begin > start && inside.length) text?.(() => decoded(xml.slice(start, begin)));
    const kind = xml.charCodeAt(begin + 1);
    if (kind === 33) { // "!"
      if (xml.startsWith("<![CDATA[", begin)) {
        const end = skipTo("]]>", begin);
        text?.(() => xml.slice(begin + 9, end));
        at = end + 3;
      } else if (xml.startsWith("<!--", begin)) at = skipTo("-->", begin + 4) + 3;
      else throw damaged("it declares a type");
      continue;
    }
    if (kind === 63) { // "?"
      at = skipTo("?>", begin) + 2;
      continue;
    }
    let end = begin + 1;
    for (let c; (c = xml.charCodeAt(end)) !== 62; end++) { // ">"
      if (c === 34 || c === 39) end = skipTo(xml[end], end + 1);
      else if (c === 60 || c !== c) throw damaged("a tag has no end");
    }
    at = end + 1;
    if (kind === 47) { // "/"
      const name = xml.slice(begin + 2, end).trim();
      if (inside.pop() !== name) throw damaged(`</${name.slice(0, 30)}> doesn't close what is open`);
      close?.(local(name));
      continue;
    }
    let nameEnd = begin + 1;
    for (let c; nameEnd < end && (c = xml.charCodeAt(nameEnd)) > 32 && c !== 47; nameEnd++);
    const name = xml.slice(begin + 1, nameEnd);
    open(local(name), (...wanted) => attributes(xml.slice(nameEnd, end), wanted));
    if (xml.charCodeAt(end - 1) === 47) close?.(local(name));
    else if (inside.push(name) > deepest) throw damaged("it is nested too deeply");
  }
  if (inside.length || at === 0) throw damaged("it is cut off");
}
