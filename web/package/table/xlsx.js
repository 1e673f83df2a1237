/** Workbooks of Excel. A file of its own, which is loaded with the first workbook. */
import readSheets from "read-excel-file/universal";

/** @param {Uint8Array} bytes @returns {Promise<{sheet: string, data: any[][]}[]>} */
export const read = (bytes) => readSheets(/** @type {any} */ (bytes.slice().buffer));
