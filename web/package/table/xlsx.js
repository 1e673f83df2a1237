/** Workbooks of Excel. A file of its own, which is loaded with the first workbook. */
import {strToU8, zipSync} from "fflate";
import {joined} from "../stream.js";
import {epoch, firstDay} from "./formats.js";
import {mostColumns, mostRows} from "./workbook.js";

export {read} from "./workbook.js";

/** A cell of Excel holds no longer text. */
const longest = 32767;

const begin = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main", relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const related = (/** @type {[string, string][]} */ ...parts) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${relations}/${type}" Target="${target}"/>`).join("")}</Relationships>`;
const book = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** All that is the same in every workbook of one sheet; style 1 is a day's, style 2 a moment's. */
const frame = {
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${book}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${book}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${book}.worksheet+xml"/></Types>`,
  "_rels/.rels": related(["officeDocument", "xl/workbook.xml"]),
  "xl/_rels/workbook.xml.rels": related(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"]),
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** Characters that XML hasn't are _x0007_; a text that looks so says that it doesn't mean one. @param {string} text */
const escaped = (text) => text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_").replace(/[^\t\n -\ufffd]/g, (c) => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
  .replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The letters of a column, from 0. @param {number} k @returns {string} */
const letters = (k) => (k < 26 ? "" : letters(Math.floor(k / 26) - 1)) + String.fromCharCode(65 + (k % 26));

/**
 * A workbook of one sheet.
 *
 * @param {{name: string, unit?: string}[]} columns @param {(string | number | boolean | null)[][]} rows
 * @param {typeof import("./write.js").written} written how a date is written that Excel hasn't
 * @param {number} limit so many bytes its sheet may have; RangeErrors say what is too large
 */
export function write(columns, rows, written, limit) {
  if (rows.length >= mostRows || columns.length > mostColumns) throw new RangeError(`The table has ${rows.length.toLocaleString("en")} rows of ${columns.length.toLocaleString("en")} columns; a sheet holds ${mostRows.toLocaleString("en")} rows, one of names, of ${mostColumns.toLocaleString("en")}.`);
  const places = columns.map((_, k) => letters(k));
  const cell = (/** @type {any} */ value, /** @type {number} */ k, /** @type {number} */ row, /** @type {string | undefined} */ unit) => {
    if (value === null) return "";
    const at = `<c r="${places[k]}${row}"`;
    if (typeof value === "boolean") return `${at} t="b"><v>${Number(value)}</v></c>`;
    if (typeof value === "number") {
      if (!unit) return `${at}><v>${value}</v></c>`;
      const day = epoch + value / (unit === "days" ? 1 : 86400);
      if (unit !== "seconds of the day" && day >= firstDay && day < 2958466) return `${at} s="${unit === "days" ? 1 : 2}"><v>${day}</v></c>`;
    }
    const text = String(written(value, {unit}));
    if (text.length > longest) throw new RangeError(`A text of row ${row - 1} has ${text.length.toLocaleString("en")} characters; a cell holds ${longest.toLocaleString("en")}.`);
    return `${at} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  };
  const parts = [strToU8(`${begin}<worksheet xmlns="${main}"><sheetData>`)];
  let size = 0;
  const add = (/** @type {string} */ text) => {
    const part = strToU8(text);
    size += part.length;
    if (size > limit) throw new RangeError(`The workbook would have more than ${limit / 2 ** 20} MB.`);
    parts.push(part);
  };
  add(`<row r="1">${columns.map(({name}, k) => cell(name, k, 1, undefined)).join("")}</row>`);
  rows.forEach((row, i) => add(`<row r="${i + 2}">${row.map((v, k) => cell(v, k, i + 2, columns[k].unit)).join("")}</row>`));
  add("</sheetData></worksheet>");
  return zipSync({...Object.fromEntries(Object.entries(frame).map(([name, text]) => [name, strToU8(begin + text)])), "xl/worksheets/sheet1.xml": joined(parts)});
}
