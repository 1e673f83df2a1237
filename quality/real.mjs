/** The tables beside the six sets: row objects as a CSV parser with types gives them, and a made one. */
import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {normals} from "./normals.mjs";
import {random} from "../web/test/data.mjs";
import {read} from "./sets.mjs";
import {split} from "./splits.mjs";

const require = createRequire(new URL("../web/package.json", import.meta.url));
const {autoType, csvParse} = require("d3-dsv");

/** @type {Map<string, any[]>} 50,000 diamonds are read once */
const files = new Map();

/** @param {string} file a path, or the name of a file of the package */
export function parsed(file) {
  const path = file.includes("/") ? file : require.resolve(`@observablehq/sample-datasets/${file}.csv`);
  if (!files.has(file)) files.set(file, csvParse(readFileSync(path, "utf8"), autoType));
  return files.get(file);
}

/**
 * @param {string} name of the file
 * @param {string} target
 * @param {string[]} columns
 */
function table(name, target, columns) {
  const rows = parsed(name).filter((row) => row[target] !== null);
  return {X: rows.map((row) => Object.fromEntries(columns.map((c) => [c, row[c]]))), y: rows.map((row) => row[target])};
}

const stone = ["carat", "cut", "color", "clarity", "depth", "table", "price", "x", "y", "z"];
const without = (/** @type {string} */ target) => stone.filter((c) => c !== target);

/** Of a date of birth the year; names, ids and 200 nationalities say nothing. @param {string} target */
function olympians(target) {
  const {X, y} = table("olympians", target, ["sex", "height", "weight", "sport", "gold", "silver", "bronze", "date_of_birth"].filter((c) => c !== target));
  return {X: X.map(({date_of_birth: born, ...row}) => ({...row, born: born?.getUTCFullYear() ?? null})), y};
}

/** y depends on the first two of twenty columns, and on noise. */
function irrelevant() {
  const next = random(29), normal = normals(next);
  const X = Array.from({length: 1000}, () => Array.from({length: 20}, next));
  return {X, y: X.map(([a, b]) => Math.sin(6 * a) + 2 * b + 0.1 * normal())};
}

/** @type {Record<string, () => {X: any[], y: (string | number)[]}>} */
const tables = {
  "diamonds, price": () => table("diamonds", "price", without("price")),
  "diamonds, cut": () => table("diamonds", "cut", without("cut")),
  penguins: () => table("penguins", "species", ["island", "culmen_length_mm", "culmen_depth_mm", "flipper_length_mm", "body_mass_g", "sex"]),
  "olympians, sex": () => olympians("sex"),
  "olympians, weight": () => olympians("weight"),
  "cars, mpg": () =>
    table("cars", "economy (mpg)", ["cylinders", "displacement (cc)", "power (hp)", "weight (lb)", "0-60 mph (s)", "year"]),
  "2 of 20 columns": irrelevant,
};

export const realTables = Object.keys(tables);

const fromR = new URL("../dist/quality/fresh/", import.meta.url);

/** A table of an R package: every column but those left out; numbers among texts are texts. @param {string} name @param {string} target @param {string[]} [left] */
function fresh(name, target, left = []) {
  const file = new URL(`${name}.csv`, fromR).pathname;
  const {X, y} = table(file, target, Object.keys(parsed(file)[0]).filter((c) => c !== target && !left.includes(c)));
  const texts = Object.keys(X[0]).filter((c) => X.some((row) => typeof row[c] === "string"));
  return {X: X.map((row) => ({...row, ...Object.fromEntries(texts.map((c) => [c, row[c] === null ? null : String(row[c])]))})), y};
}

/** Writes these tables, once. */
export function makeFresh() {
  const script = readFileSync(new URL("fresh.R", import.meta.url), "utf8");
  if ([...script.matchAll(/^put\("(\w+)"/gm)].every(([, name]) => existsSync(new URL(`${name}.csv`, fromR)))) return;
  mkdirSync(fromR, {recursive: true});
  try {
    execFileSync("Rscript", [new URL("fresh.R", import.meta.url).pathname, fromR.pathname], {stdio: "inherit"});
  } catch (error) {
    throw new Error("These tables are data of R packages. On Debian: apt-get install r-base-core r-cran-cardata r-cran-aer r-cran-ggplot2 r-cran-mlbench r-cran-mass r-cran-modeldata r-cran-vim r-cran-laeken", {cause: error});
  }
}

/** @type {typeof tables} tables of R packages */
const ofPackages = {
  "wages (AER)": () => fresh("wages", "wage"),
  "houses (AER)": () => fresh("houses", "price"),
  "schools, math (AER)": () => fresh("schools", "math", ["district", "school", "read"]),
  "salaries (carData)": () => fresh("salaries", "salary"),
  "mpg, highway (ggplot2)": () => fresh("mpg", "hwy", ["cty"]),
  "ozone (mlbench)": () => fresh("ozone", "V4"),
  "titanic (carData)": () => fresh("titanic", "survived"),
  "credit (modeldata)": () => fresh("credit", "Status"),
  "glass (MASS)": () => fresh("glass", "type"),
  "ionosphere (mlbench)": () => fresh("ionosphere", "Class"),
  "sonar (mlbench)": () => fresh("sonar", "Class"),
  "satellite (mlbench)": () => fresh("satellite", "classes"),
};

/** @type {typeof tables} tables by which nothing was chosen, not even among ways to answer */
const unseen = {
  "vehicles (mlbench)": () => fresh("vehicles", "Class"),
  "vowels (mlbench)": () => fresh("vowels", "Class"),
  "pima (mlbench)": () => fresh("pima", "diabetes"),
  "letters (mlbench)": () => fresh("letters", "lettr"),
  "attrition (modeldata)": () => fresh("attrition", "Attrition"),
  "cells (modeldata)": () => fresh("cells", "class", ["case"]),
  "jobs (modeldata)": () => fresh("jobs", "class"),
  "ames (modeldata)": () => fresh("ames", "Sale_Price"),
  "concrete (modeldata)": () => fresh("concrete", "compressive_strength"),
  "texas, median (ggplot2)": () => fresh("texas", "median", ["date"]),
};

/** Of a horse only what was known when it came; some columns are there twice. */
const after = ["hospitalID", "surgical_lesion", "lesion_type1", "lesion_type2", "lesion_type3", "cp_data", "temp_extreme_ordered", "temp_extreme_num", "mucous_membranes_col"];

/** @type {typeof tables} tables with many gaps of their own */
const gappy = {
  "horse colic (VIM)": () => fresh("colic", "outcome", after),
  "air, temperature (R)": () => fresh("air", "Temp"),
  "air, ozone (R)": () => fresh("air", "Ozone"),
};
/** A table of those columns alone. @param {string} name @param {string} target @param {string[]} columns */
const only = (name, target, columns) => fresh(name, target, Object.keys(parsed(new URL(`${name}.csv`, fromR).pathname)[0]).filter((c) => !columns.includes(c)));

/** @type {typeof tables} tables with outcomes that are skewed and never below 0; columns that add up to the outcome, or are known after it, are left out */
const skewed = {
  "incomes (laeken)": () => only("incomes", "eqIncome", ["hsize", "db040", "age", "rb090", "pl030", "pb220a"]),
  "earnings (laeken)": () => only("earnings", "earningsHour", ["location", "NACE1", "size", "economicFinanc", "payAgreement", "sex", "age", "education", "occupation", "contract", "fullPart", "lengthService"]),
  "incomes, borrowers (modeldata)": () => only("borrowers", "annual_inc", ["term", "int_rate", "sub_grade", "verification_status", "emp_length", "delinq_2yrs", "inq_last_6mths", "revol_util"]),
  "salaries, developers (modeldata)": () => fresh("developers", "Salary"),
  "wages, Canada (carData)": () => fresh("canada", "wages"),
  "houses, Sacramento (modeldata)": () => fresh("sacramento", "price", ["zip"]),
  "visits to doctors (AER)": () => fresh("doctors", "visits"),
  "visits, aged (AER)": () => fresh("aged", "visits", ["nvisits", "ovisits", "novisits", "emergency", "hospital"]),
};
Object.assign(tables, ofPackages, unseen, gappy, skewed);
export const freshTables = Object.keys({...ofPackages, ...unseen}), unseenTables = Object.keys(unseen);

/** A table, or one of the six sets. @param {string} name @param {number} [digits] */
export const readAny = (name, digits) => (name in tables ? tables[name]() : read(name, digits));

const [mostFitted, mostHeld] = [1500, 1000];

/** 60 % for fitting, at most 1500 rows, and at most 1000 of the others. @param {(string | number)[]} y @param {number} seed */
export function boundedSplit(y, seed) {
  const {fitting, held} = split(y, Math.min(0.6, mostFitted / y.length), seed);
  return {fitting: fitting.slice(0, mostFitted), held: held.slice(0, mostHeld)};
}
