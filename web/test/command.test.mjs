// The command reads tables as the package does, or refuses them: the same file, read and fitted by both, gives the same
// bytes of a model.
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {mkdtempSync, readFileSync, readdirSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import {fileURLToPath} from "node:url";
import {fit, load} from "../../dist/npm/inline.mjs";
import {readTable} from "../../dist/npm/table.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "xaia-command-"));
after(() => rmSync(folder, {recursive: true}));
const program = join(folder, "xaia");
execFileSync("go", ["build", "-o", program, "./cmd/xaia"], {cwd: root});

const command = (args, input) => spawnSync(program, args, {input, maxBuffer: 2 ** 28});

/** What both make of a table: the command's model, or null with its words; and the package's. */
async function both(text, target, args = [], options = {}) {
  const {stdout, stderr, status} = command(["fit", "-", "--target", target, ...args], text);
  if (status !== 0) {
    assert.equal(status, 1, stderr.toString());
    return {refused: stderr.toString()};
  }
  const {rows, columns, y} = await readTable(text, {...options, target});
  const lines = Object.values(rows.map((_, i) => `line ${i + 2}`)); // tables below have a line for each row
  const present = y.flatMap((value, i) => (value === null ? [] : [i]));
  const features = columns.filter(({type, missing}) => type !== "id" && type !== "text" && missing < rows.length).map((column) => column.name);
  const asTexts = args.filter((_, k) => args[k - 1] === "--text"), value = (i, name) => (asTexts.includes(name) && rows[i][name] !== null ? `${name} ${rows[i][name]}` : rows[i][name]); // so fit takes NA as a text, too
  const X = present.map((i) => Object.fromEntries(features.map((name) => [name, value(i, name)])));
  const model = await fit(X, present.map((i) => y[i]), {missing: "mean", duplicates: typeof y[present[0]] === "string" ? "majority" : "mean", names: present.map((i) => lines[i])});
  return {command: Buffer.from(stdout), package: Buffer.from(await model.save({format: "bytes"})), features};
}

async function same(text, target, args, options) {
  const made = await both(text, target, args, options);
  assert.ok(!made.refused, made.refused);
  assert.ok(made.command.equals(made.package), `the models differ, of ${made.features}`);
  return made;
}

for (const name of readdirSync(join(root, "testdata/data"))) {
  if (name === "digits.csv") continue; // the same as cancer.csv, for longer
  test(`${name} gives the same model`, async () => {
    const text = readFileSync(join(root, "testdata/data", name), "utf8");
    await same(text, text.slice(0, text.indexOf("\n")).trim().split(",").at(-1));
  });
}

const rowsOf = (n, row) => Array.from({length: n}, (_, i) => row(i)).join("\n");

test("the same columns, texts and gaps in dialects that can be read in one way", async () => {
  await same(`a;b;y\n${rowsOf(30, (i) => `${i / 8};${["red", "Blue", "n/a"][i % 3]};${i * i}`)}`, "y");
  await same(`a\tb\ty\r\n${rowsOf(30, (i) => `${i === 4 ? "" : i / 8}\t${["x", "y"][i % 2]}\t${i * i}\r`)}`, "y");
  await same(`\ufeff"a, long","b ""c""",y\n${rowsOf(30, (i) => `${i},"${["p, q", "r"][i % 2]}",${i % 7}`)}`, "y");
  await same(`a;b;y\n${rowsOf(30, (i) => `${String(i / 8).replace(".", ",")};u;${i}`)}`, "y", ["--decimal", ","], {decimal: ","});
  await same(`smokes,code,size,y\n${rowsOf(30, (i) => `${["Yes", "no", "NO"][i % 3]},${["007", "042"][i % 2]},${[1, "NaN", "?", "1e3", -2.5, "+3", ".5"][i % 7]},${i}`)}`, "y");
  await same(`id,name,big,empty,one,y\n${rowsOf(30, (i) => `${i},n${i},${90071992547409930n + BigInt(i)},,7,${["k", "l"][i % 2]}`)}`, "y");
  await same(`a,y\n${rowsOf(30, (i) => `${i},${i % 5 ? i : ""}`)}`, "y");
  await same(`land,a,y\n${rowsOf(30, (i) => `${["NA", "ZA", ""][i % 3]},${["n.a.", i][i % 2]},${i % 7}`)}`, "y", ["--text", "land"], {types: {land: "category"}});
  await same(`when,y\n${rowsOf(30, (i) => `${i % 6 ? `${1950 + 3 * i}-0${1 + (i % 9)}-${10 + (i % 17)}` : "NA"},${i}`)}`, "y");
  await same(`a,b,y,\n${rowsOf(30, (i) => `${i % 4 ? i : "-"},${i % 3 ? "none" : "some"},${i},`)}`, "y");
});

test("the numbers of rows and nearly different names are left out by both, and nothing else is", async () => {
  const table = (name, value, more = "len") => `${name},${more},word,out\n${rowsOf(30, (i) => `${value(i)},${(i * 7) % 11},w${i % 28},${i % 5}`)}`;
  const out = [], names = ["", "Unnamed: 0", "unnamed", "...1", "...", "rownames", "Row_Names", "row.name", "rn", "index", "level_0", "__index_level_0__", "X", "V1", "_c0", "Field1", "column 1", "id", "row id", "rowid", "7id", "key", "nr.", "no", "Xs", "Ünr"];
  const values = [(i) => i, (i) => i + 1, (i) => `${i}.0`, (i) => 2 * i, (i) => 3 * i, (i) => 29 - i, (i) => i + 5, (i) => i + 0.5, (i) => Math.max(i, 1)];
  const cases = [...names.map((name) => [name, values[0]]), ...["", "index", "X", "V1"].flatMap((name) => values.slice(1).map((value) => [name, value])), ...["Y", "V2", "x_1"].map((more) => ["X", values[0], more])];
  for (const [name, value, more] of cases) {
    const text = table(name, value, more);
    const {features} = await same(text, "out");
    assert.ok(!features.includes("word"), text);
    if (!features.includes(name || "column 1")) out.push(name);
  }
  assert.deepEqual(["", "index", "X", "Xs", "Ünr"].map((name) => out.filter((other) => other === name).length), [7, 7, 3, 0, 1]);
});

test("it refuses titles and what survey tools write, and leaves out totals and sources as the package does", async () => {
  const rows = rowsOf(12, (i) => `r${i},${i},${i / 2},${"ab"[i % 2]}`), head = "region,units,price,y";
  for (const end of ["", "Total,66,,", "Total,66,,\nSource: x,,,", ",,,\nas of March,,,", "Source: x,,,\nNote: y,,,"]) await same(`${head}\n${rows}\n${end}\n`, "y");
  await same(`town,y\n${rowsOf(12, (i) => `t${i % 4},${i}`)}\nlast,\n`, "y");
  await same(`town,a,y\n${rowsOf(12, (i) => `t${i % 4},${i},${i}`)}\nTotal,66,\nSource: x,,\n`, "y");
  for (const [text, place] of [
    [`Sales,,,\n${head}\n${rows}`, "line 1"], [`Sales,,,\n,,,\n${head}\n${rows}`, "line 1"], [`Sales,by me,,\n,,,\n${head}\n${rows}`, "line 1"],
    [`id,a,y\n,Response,Response\n${rowsOf(12, (i) => `${i},u,${"ab"[i % 2]}`)}`, "line 2"],
    [`a,b,y\nhow,what,which\n"{""ImportId"":1}","{""ImportId"":2}","{""ImportId"":3}"\n${rowsOf(12, (i) => `u,v,${"ab"[i % 2]}`)}`, "line 3"],
    [`id,fruit,,y\n,apple,pear,Response\n${rowsOf(12, (i) => `${i},apple,,${"ab"[i % 2]}`)}`, "line 2"],
  ]) {
    const target = text.startsWith("Sales") ? "Sales" : "y";
    assert.ok((await both(text, target)).refused?.includes(`the input: ${place}: `), text);
  }
});

test("of random tables it reads none otherwise than the package", async () => {
  let seed = Number(process.env.XAIA_TABLES ?? 7), read = 0, refused = 0;
  const random = (n) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * n);
  };
  const cells = [
    () => String(random(50)), () => String(random(1000) / 8), () => ["red", "blue", "green"][random(3)], () => ["yes", "No", "YES"][random(3)], () => `0${random(10)}`,
    () => ["1,5", "2,25"][random(2)], () => ["1.234", "5.678"][random(2)], () => `2020-0${1 + random(9)}-1${random(9)}`, () => `${random(9)} %`, () => `$${random(99)}`,
    () => `item ${random(1000000)}`, () => `${random(12)}:3${random(9)}`, () => "", () => ["none", "1"][random(2)], () => ["n/a", "x"][random(2)], () => `${1 + random(28)} May 2020`,
    () => `${random(9)}e${random(4)}`, () => "constant", () => String(10n ** 17n + BigInt(random(10 ** 9))), () => `(${random(9)})`, () => ["May", "June"][random(2)], () => `A${random(4)}`,
    () => `${random(90)} kg`, () => `${random(20) / 2}ms`, () => ["<0.5", String(random(30))][random(2)], () => `${random(9)}.${1 + random(9)}.2${random(9)}`, () => `${1 + random(9)}-${1 + random(9)}-1${random(9)}`, () => `200${random(9)}-1${random(3)}`,
    () => `${random(4)}${"AB"[random(2)]}`, () => ["NA", "ZA", "BW"][random(3)], () => `${random(30)}:10:00`, () => `1/${2 + random(3)}`, () => `${random(5)} apples`, () => `${20 + random(9)}.5k`, () => `${1 + random(9)} Elm`, () => ["n.a.", "4"][random(2)], () => `5.${random(9)}-`, () => `${random(40)} ± 2`,
  ];
  for (let n = 0; n < Number(process.env.XAIA_TABLE_COUNT ?? 150); n++) {
    const delimiter = [",", ";", "\t"][random(3)], kinds = Array.from({length: 1 + random(4)}, () => (random(3) ? cells[[0, 1, 2, 3, 4, 10, 12, 17, 18, 20, 21][random(11)]] : cells[random(cells.length)]));
    const quoted = (cell) => (cell.includes(delimiter) ? `"${cell}"` : cell);
    const head = [...kinds.map((_, k) => ["size", "id", "place", "when"][k]), "y"].join(delimiter);
    const odd = random(4) === 0 ? random(25) : -1; // a cell of another kind
    const text = `${head}\n${rowsOf(25, (i) => [...kinds.map((kind) => quoted((i === odd ? cells[random(cells.length)] : kind)())), String(i)].join(delimiter))}\n`;
    const made = await both(text, "y", [], {delimiter}).catch((error) => {
      throw new Error(`${error.message} of\n${text}`);
    });
    if (made.refused) {
      refused++;
      assert.match(made.refused, /line \d+, column|No column is left|different/, text);
    } else {
      read++;
      assert.ok(made.command.equals(made.package), `number ${n}, of ${made.features}:\n${text}`);
    }
  }
  assert.ok(read > 30 && refused > 30, `${read} were read and ${refused} refused`);
});

test("answers are the package's, to the last digit", async () => {
  const text = readFileSync(join(root, "testdata/data/diabetes.csv"), "utf8");
  const {command: file} = await same(text, "target");
  const model = await load(file);
  const {rows} = await readTable(text, {target: "target"});
  const asked = rows.slice(0, 50).map((row) => ({...row, bmi: row.bmi + 1.5, s5: row.s5 - 0.25}));
  const names = Object.keys(asked[0]);
  const saved = command(["fit", "-", "--target", "target", "-o", join(folder, "m.xaia")], text);
  assert.equal(saved.status, 0, saved.stderr.toString());
  const answers = command(["predict", join(folder, "m.xaia"), "-", "--only"], [names.join(","), ...asked.map((row) => names.map((name) => row[name]).join(","))].join("\n"));
  const said = answers.stdout.toString().trim().split("\n").slice(1).map((line) => Number(line.split(",")[0]));
  assert.deepEqual(said, Array.from(await model.predict(asked)));
  const explained = command(["explain", join(folder, "m.xaia"), "-", "--json"], [names.join(","), ...asked.slice(0, 3).map((row) => names.map((name) => row[name]).join(","))].join("\n"));
  const explanations = explained.stdout.toString().trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(explanations.map(({value, neurons}) => [value, neurons.length]), await Promise.all(asked.slice(0, 3).map(async (row) => {
    const {value, neurons} = await model.explain(row, {fingerprint: false});
    return [value, neurons.length];
  })));
});
