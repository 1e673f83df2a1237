/** Asked by changed code whether a change is on: XAIA_MUTANT says which; XAIA_REACHED is a file for the numbers that were asked for. */
import {appendFileSync} from "node:fs";

const {XAIA_MUTANT: on, XAIA_REACHED: file} = process.env;
const seen = new Set();
globalThis.xaiaMutant = (n) => {
  if (file && !seen.has(n)) {
    seen.add(n);
    appendFileSync(file, `${n}\n`);
  }
  return String(n) === on;
};
