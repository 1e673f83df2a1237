/** Drop a table, ask for a row, see which rows say so, correct the answer; all is there again after a reload. */
import * as xaia from "xaia";
import {readTable} from "xaia/table";

const place = (id) => document.getElementById(id), made = (tag, properties) => Object.assign(document.createElement(tag), properties);
let rows, learner, known;

async function open(file) {
  const table = await readTable(file);
  rows = table.rows;
  place("target").replaceChildren(...table.columns.map(({name}) => new Option(name)));
  place("target").value = table.columns.at(-1).name;
  await fit();
}
const fit = async () => use(await xaia.fit(rows, place("target").value, {clean: true}));

async function use(model) {
  learner = await model.learner();
  place("row").replaceChildren(...model.columns.map(({name, categories}) => {
    const field = made(categories ? "select" : "input", {name}), label = made("label", {textContent: `${name} `});
    field.append(...(categories ?? []).map((text) => new Option(text)));
    label.append(field);
    return label;
  }), made("button", {textContent: "Ask"}));
  await keep(`${model.sampleCount} rows`);
}

async function keep(said) {
  localStorage.setItem("table", JSON.stringify([await (await learner.model()).save(), place("target").value]));
  place("answer").textContent = said;
}
const asked = () => Object.fromEntries(new FormData(place("row"))); // an empty field is missing

async function ask() {
  const {value, recognition, neurons} = await learner.explain(asked());
  known = neurons[0].distance === 0; // the row is a sample
  place("answer").textContent = `${value}${recognition === "weak" ? ", a guess: it knows nothing like this" : ""}`;
  place("why").replaceChildren(...neurons.slice(0, 3).map(({samples, alpha, weight}) => made("li", {textContent: `row ${samples[0]}: ${alpha}, weight ${weight.toFixed(2)}`})));
  place("correction").hidden = false;
}

async function correct() {
  const truth = place("truth").value, y = learner.classes ? truth : Number(truth);
  const {refused} = await (known ? learner.correct(asked(), y) : learner.learn([asked()], [y]));
  if (refused.length > 0) throw new Error(refused[0].message);
  await keep("");
  await ask();
}

const on = (target, event, call) => target.addEventListener(event, (e) => (e.preventDefault(), call(e)?.catch((error) => (place("answer").textContent = error.message))));
on(place("file"), "change", () => open(place("file").files[0]));
on(document, "dragover", () => undefined);
on(document, "drop", (e) => open(e.dataTransfer.files[0]));
on(place("target"), "change", () => fit());
on(place("row"), "submit", () => ask());
on(place("correction"), "submit", () => correct());
const [text, target] = JSON.parse(localStorage.getItem("table") ?? "[]");
place("target").replaceChildren(...(target ? [new Option(target)] : []));
if (text) xaia.load(text).then(use).catch(() => localStorage.removeItem("table")); // of another version
