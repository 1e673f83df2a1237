/** Workbooks of Excel. A file of its own, which is loaded with the first workbook. */
import {strFromU8, unzipSync} from "fflate";
import readSheets from "read-excel-file/universal";

/**
 * @param {Uint8Array} bytes
 * @param {(size: number) => void} checkSize refuses what would become too large
 * @param {(columns: number, rows: number) => void} checkCells
 * @returns {Promise<{sheet: string, data: any[][]}[]>}
 */
export async function read(bytes, checkSize, checkCells) {
  let size = 0;
  const sheets = unzipSync(bytes, {filter: ({name, originalSize}) => {
    checkSize(size += originalSize);
    return /worksheets\/[^/]*\.xml$/i.test(name);
  }});
  // The reader makes a table up to the farthest cell: a small file can name one a million rows away.
  for (const sheet of Object.values(sheets)) {
    let width = 0, height = 0;
    for (const [, letters, row] of strFromU8(sheet).matchAll(/<(?:\w+:)?c\s[^>]*?\br=["']([A-Za-z]{1,4})(\d{1,9})["']/g)) {
      width = Math.max(width, [...letters.toUpperCase()].reduce((n, letter) => 26 * n + letter.charCodeAt(0) - 64, 0));
      height = Math.max(height, Number(row));
    }
    checkCells(width, height);
  }
  return readSheets(/** @type {any} */ (bytes.slice().buffer));
}
