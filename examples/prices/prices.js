/** A form that estimates prices, says why, and learns from corrections. The model stays in this browser. */
import * as xaia from "xaia";
import {flats, prices} from "./sales.js";
import {drop, keep, kept} from "./store.js";

const place = (id) => document.getElementById(id);
const euros = new Intl.NumberFormat("en", {style: "currency", currency: "EUR", maximumFractionDigits: 0});
const signed = new Intl.NumberFormat("en", {style: "currency", currency: "EUR", maximumFractionDigits: 0, signDisplay: "always"});

/** Between sales, prices follow a line, so that answers have corrections. Calibrated, they have intervals. */
const fitted = async () => (await xaia.fit(flats, prices, {interpolation: {local: {}}})).calibrate();

/** The model of the last visit, or a new one. */
async function begin() {
  const bytes = await kept();
  if (bytes) {
    try {
      return [await xaia.load(bytes), "loaded"];
    } catch (error) {
      if (error.code !== "model-file") throw error; // written by another version, or changed: fit again
    }
  }
  return [await fitted(), "fitted"];
}

const [model, how] = await begin();
let learner = await model.learner(); // it takes corrections in, and forgets nothing
const say = (text) => (place("state").textContent = text);
say(`${how}: ${learner.sampleCount} sales`);

/** The form's flat, as a row of the fit. */
function asked() {
  const {area, rooms, age, town} = Object.fromEntries(new FormData(place("flat")));
  return {area: Number(area), rooms: Number(rooms), age: Number(age), town};
}

const item = (text) => Object.assign(document.createElement("li"), {textContent: text});

async function answer() {
  const why = await learner.explain(asked());
  place("price").textContent = euros.format(why.value);
  const [low, high] = why.interval;
  place("interval").textContent = `nine of ten such flats: ${euros.format(low)} to ${euros.format(high)}`;
  place("known").textContent = {strong: "The model knows this flat.", moderate: "The model knows similar flats.", weak: "The model knows no such flat: this is a guess."}[why.recognition];
  place("sales").replaceChildren(...why.neurons.slice(0, 3).map((n) => item(`sale ${n.samples[0]} for ${euros.format(n.alpha)}, weight ${n.weight.toFixed(2)}`)));
  place("corrections").replaceChildren(...(why.corrections ?? []).map((c) => item(`${c.column}: ${signed.format(c.value)}`)));
}

/** What the user knows better becomes a sample, and the model is kept with it. */
async function correct() {
  const {refused} = await learner.learn([asked()], [Number(place("paid").value)], {duplicates: "mean"});
  if (refused.length > 0) throw new Error(refused[0].message);
  await keep(await (await learner.model()).save({format: "bytes"}));
  say(`saved: ${learner.sampleCount} sales`);
  await answer();
}

/** One call after the other; an error is said where the user looks. */
let last = Promise.resolve();
const after = (call) => (event) => {
  event?.preventDefault();
  last = last.then(call).catch((error) => say(error.message));
};
place("flat").addEventListener("submit", after(answer));
place("correction").addEventListener("submit", after(correct));
place("again").addEventListener("click", after(async () => {
  await drop();
  learner.dispose();
  learner = await (await fitted()).learner();
  say(`fitted: ${learner.sampleCount} sales`);
  await answer();
}));
after(answer)();
