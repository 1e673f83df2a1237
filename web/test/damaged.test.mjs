// xaia/table: thousands of damaged files of each kind. Each is read or refused with an XaiaError, in a bounded time, and no promise
// is left over whose error nobody catches. `XAIA_MUTANTS=1234` begins with another number, `XAIA_MUTANT_COUNT=50000` tries more.
// Above 2500 it also unpacks a file of each kind that is too large; else one for each reader.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {test} from "node:test";
import {dist, testdata} from "./helpers.mjs";
import {pace} from "./pace.mjs";

const from = Number(process.env.XAIA_MUTANTS ?? 1), count = Number(process.env.XAIA_MUTANT_COUNT ?? 2500);

/** What a process of its own does with damaged copies of a file: it can be ended, and its memory has a bound. */
const script = (/** @type {string} */ make) => `
  import {readFileSync} from "node:fs";
  import {gzipSync} from "node:zlib";
  import {unzipSync, zipSync} from ${JSON.stringify(new URL("../node_modules/fflate/esm/index.mjs", import.meta.url).href)};
  import {random} from ${JSON.stringify(new URL("data.mjs", import.meta.url).href)};
  const {readTable, XaiaError} = await import(${JSON.stringify(new URL("table.mjs", dist).href)});
  const file = (name) => readFileSync(new URL(name, ${JSON.stringify(testdata.href)}));
  let seed = ${from}, next;
  process.on("unhandledRejection", (error) => { console.log("left over: " + seed + " " + error.stack); process.exit(1); });
  const below = (n) => Math.floor(n * next());
  const mutated = (good) => {
    let bytes = Uint8Array.from(good);
    for (let n = 1 + below(3); n > 0; n--) {
      const at = below(bytes.length), way = below(6);
      if (way < 3) bytes[at] = [bytes[at] ^ (1 << below(8)), below(256), [0, 1, 127, 128, 255][below(5)]][way];
      else if (way === 3) bytes = bytes.subarray(0, at + 1);
      else if (way === 4) bytes = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + 1 + below(8))]);
      else { const to = below(bytes.length); bytes = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(to, to + below(20)), ...bytes.subarray(at)]); }
    }
    return bytes;
  };
  const make = ${make};
  let refused = 0;
  for (const last = seed + ${count}; seed < last; seed++) {
    next = random(seed);
    const bytes = make(), begun = process.cpuUsage();
    await readTable(bytes).catch((error) => { refused++; if (!(error instanceof XaiaError)) throw Object.assign(error, {seed}); });
    const {user, system} = process.cpuUsage(begun);
    if (user + system > 5e6) { console.log(seed + " takes " + (user + system) / 1e6 + " s"); process.exit(1); }
  }
  console.log("ended, " + refused + " refused");`;

const kinds = {
  "parquet": `() => mutated(file(["field/60-table.parquet", "field4/23-datapage-v2.parquet"][below(2)]))`,
  "parquet, the list of its columns": `() => { const good = file(["field/60-table.parquet", "field4/23-datapage-v2.parquet"][below(2)]); const size = good.readUInt32LE(good.length - 8), at = good.length - 8 - size;
    const footer = mutated(good.subarray(at, at + size)), end = Buffer.alloc(8); end.writeUInt32LE(footer.length); end.write("PAR1", 4); return Buffer.concat([good.subarray(0, at), footer, end]); }`,
  "a workbook": `() => mutated(file("field/61-workbook.xlsx"))`,
  "a workbook's parts": `() => { const parts = unzipSync(file("field/61-workbook.xlsx")), names = Object.keys(parts); const name = names[below(names.length)]; return zipSync({...parts, [name]: mutated(parts[name])}, {level: 0}); }`,
  "packed text": `() => mutated(gzipSync(file("field/29-records.json")))`,
  "text": `() => mutated(file(["field/29-records.json", "field/03-ragged-semicolons.csv", "field4/09-sparse.arff", "field4/13-gbk.csv", "field/30-ndjson.json", "field4/14-orient-index.json"][below(6)]))`,
};
for (const [name, make] of Object.entries(kinds)) test(`damaged: ${name}`, async () => {
  const child = spawn(process.execPath, ["--max-old-space-size=400", "--input-type=module", "-e", script(make)], {timeout: pace(20000 + 20 * count), stdio: ["ignore", "pipe", "pipe"]});
  let said = "", beside = "";
  child.stdout.on("data", (data) => (said += data));
  child.stderr.on("data", (data) => (beside += data));
  await once(child, "close");
  assert.match(said, /^ended, \d+ refused\n$/, `${said}${beside.slice(0, 2000)}`);
});

test("packed text that becomes too many cells, rows or values is refused before there is room for them", async () => {
  // Each has some 250 KB packed and 250 MB unpacked; a process without a bound would take gigabytes, or end.
  const texts = {
    commas: ['",".repeat(250e6)', /too-large: .* columns/],
    "commas behind a stray quote": ['"a\\"b" + ",".repeat(250e6)', /too-large: .* columns/],
    "commas below names": ['"a,b\\n1,2\\n" + "1,".repeat(120e6)', /too-large: .* columns/],
    blanks: ['"a ".repeat(120e6)', /too-large: .* columns/],
    lines: ['"1\\n".repeat(120e6)', /too-large: .* rows; up to 10,000,000/],
    "lines of blanks": ['"1 2\\n".repeat(60e6)', /too-large: .* rows; up to 10,000,000/],
    objects: ['"[" + "{},".repeat(80e6) + "{}]"', /too-large: .* rows; up to 10,000,000/],
    arrays: ['"[" + "[],".repeat(80e6) + "[]]"', /too-large: .* rows; up to 10,000,000/],
    values: ['"[[" + "1,".repeat(120e6) + "1]]"', /too-large: .* rows; up to 50,000,000/],
    "lines of JSON": ['"{}\\n".repeat(80e6)', /too-large: .* rows; up to 10,000,000/],
    arff: ['"@relation r\\n@attribute a real\\n@data\\n" + "1\\n".repeat(120e6)', /too-large: .* rows; up to 10,000,000/],
  };
  const each = Object.entries(texts).filter(([name]) => count > 2500 || ["commas", "lines of blanks", "values"].includes(name));
  for (const [name, [text, message]] of each) {
    const child = spawn(process.execPath, ["--max-old-space-size=1200", "--input-type=module", "-e", `
      import {gzipSync} from "node:zlib";
      const {readTable} = await import(${JSON.stringify(new URL("table.mjs", dist).href)});
      const file = gzipSync(${text}, {level: 1});
      console.log(await readTable(file).then(({rows}) => rows.length + " rows", (error) => error.code + ": " + error.message));`], {timeout: pace(60000), stdio: ["ignore", "pipe", "ignore"]});
    let said = "";
    child.stdout.on("data", (data) => (said += data));
    await once(child, "close");
    assert.match(said, message, name);
  }
});
