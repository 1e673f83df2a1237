/** The text that a file's bytes are. */
import {XaiaError} from "../errors.js";
import {starts, timesIn} from "./bytes.js";

/** @typedef {import("./columns.js").Warning} Warning */

/**
 * @param {Uint8Array} bytes @param {Warning[]} warnings @param {string} [told]
 * @returns {Promise<{text: string, encoding?: string}>} the encoding where it isn't UTF-8 or UTF-16
 */
export async function decoded(bytes, warnings, told) {
  if (told === undefined) {
    const unicode = unicodeOf(bytes);
    if (unicode !== "utf-8") return {text: new TextDecoder(unicode).decode(bytes)};
    try {
      return {text: new TextDecoder("utf-8", {fatal: true}).decode(bytes)};
    } catch {
      // another one
    }
  }
  const {decodedAs, encodingOf, mixed, named} = await import("xaia:encoding");
  const parts = told === undefined ? mixed(bytes) : null;
  if (parts) {
    const {lines, text, encoding} = parts, one = lines.length === 1;
    const shown = lines.length > 6 ? [...lines.slice(0, 5), `${lines.length - 5} more`] : lines;
    warnings.push({code: "encoding", message: `${one ? `Line ${lines[0]} is` : `Lines ${shown.slice(0, -1).join(", ")} and ${shown.at(-1)} are`} not UTF-8, as the others are, and ${one ? "was" : "were"} read as ${named(encoding)}.`, hint: "If letters look wrong there, save the file as UTF-8, or give encoding."});
    return {text};
  }
  const encoding = told ?? encodingOf(bytes);
  if (told === undefined) warnings.push({code: "encoding", message: `The file is not UTF-8 and was read as ${named(encoding)}.`, hint: 'If letters look wrong, save it as UTF-8, or give encoding, such as "windows-1250", "gb18030" or "shift_jis".'});
  const text = decodedAs(bytes, encoding), at = text.indexOf("\ufffd");
  if (at >= 0) warnings.push({code: "encoding", message: `Line ${timesIn(text.slice(0, at), "\n") + 1} ${text.indexOf("\ufffd", at + 1) < 0 ? "has" : "and maybe others have"} bytes that are no text in ${named(encoding)}: they stand as \ufffd.`, hint: "Give another encoding, or save the file as UTF-8."});
  return {text, encoding: new TextDecoder(encoding).encoding};
}

/** UTF-16 by its mark, or by where its zeros are; else perhaps UTF-8. @param {Uint8Array} bytes */
function unicodeOf(bytes) {
  if (starts(bytes, 0xff, 0xfe)) return "utf-16le";
  if (starts(bytes, 0xfe, 0xff)) return "utf-16be";
  const head = bytes.subarray(0, 4000);
  const zeros = [0, 0];
  head.forEach((b, i) => { if (b === 0) zeros[i % 2]++; });
  if (zeros[0] + zeros[1] === 0) return "utf-8";
  const half = head.length / 2;
  if (zeros[1] > 0.3 * half && zeros[0] < 0.05 * half) return "utf-16le";
  if (zeros[0] > 0.3 * half && zeros[1] < 0.05 * half) return "utf-16be";
  throw new XaiaError("unsupported", "The file is no text.", "Give a table as CSV, JSON, .xlsx or .parquet.");
}
