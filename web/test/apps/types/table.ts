// Must compile under strict: tables from files.
import {crossValidate, fit, tune} from "xaia";
import {readColumns, readTable, writeTable, XaiaError, type ColumnType, type Table, type TableWarning} from "xaia/table";

export async function use(file: File, signal: AbortSignal): Promise<string[]> {
  const {rows, columns, warnings}: Table = await readTable(file, {delimiter: ";", decimal: ",", header: 2, skip: 1, types: {zip: "category"}, sheet: "Data", signal, onProgress: (p) => p.done / p.total});
  await readTable(new Uint8Array(4));
  const {y, dialect} = await readTable(file, {target: "price", dateParts: ["hour"], dayFirst: true});
  const coded = await readColumns(file, {dateParts: ["weekday"]});
  const cell: number | string | null = coded.columns[0].dictionary[coded.columns[0].indices[coded.total - 1]] ?? y?.[0] ?? dialect.delimiter ?? null;
  // @ts-expect-error columns have no outcome
  await readColumns(file, {target: "price"});
  await readTable("a,b\n1,2", {header: true});
  const model = await fit(rows, "price", {missing: "mean"});
  const {rows: features, y: prices} = await readTable(file, {target: "price"});
  await fit(features, prices, {missing: "drop"});
  await fit(features, prices, {clean: true});
  // @ts-expect-error a missing outcome needs an option
  await fit(features, prices);
  const judged: number | undefined = (await crossValidate(features, prices, {clean: true, folds: 5})).accuracy;
  const tuned: string = await (await tune(features, prices, {missing: "drop"})).model.predict(features[0]);
  // @ts-expect-error so it does here
  await crossValidate(features, prices);
  const label: string = await (await fit(rows, "species", {clean: true})).predict(rows[0]), amount: number = await (await fit(rows, "price", {clean: true})).predict(rows[0]);
  await model.predict(rows);
  const types: ColumnType[] = columns.map((c) => c.type);
  const said: (string | undefined)[] = columns.map((c) => c.note);
  const first: TableWarning | undefined = warnings.find((w) => w.code === "ragged" && (w.row ?? 0) > 3);
  // @ts-expect-error there is no such warning
  warnings.find((w) => w.code === "raged");
  // @ts-expect-error there is no such type
  await readTable(file, {types: {zip: "numeric"}});
  // @ts-expect-error an address isn't read
  await readTable(new URL("https://example.org/data.csv"));
  try {
    await readTable("");
  } catch (error) {
    if (error instanceof XaiaError && error.code === "too-large") return [error.hint];
  }
  return [String(cell), ...types, ...said.map(String), first?.message ?? ""];
}

export async function written(file: File): Promise<number> {
  const {rows, columns} = await readTable(file);
  const bytes: Uint8Array = await writeTable(rows.map((row, i) => ({...row, place: i})), {format: "xlsx", columns: [...columns, "place"]});
  // @ts-expect-error
  await writeTable(rows, {format: "ods"});
  return bytes.length + (await writeTable([[1, "a"]], {columns: ["x", "y"]})).length;
}
