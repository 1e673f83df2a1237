/** React: a price, those who say it, and a correction that the model learns. */
import {useEffect, useState} from "react";
import {createRoot} from "react-dom/client";
import {createEngine, type Learner} from "xaia";
import {asked, flats, type Flat} from "./flats.js";
import {drive} from "./report.js";

const engine = createEngine({quiet: true});
const begun = engine.fit(flats, "price", {names: flats.map((_, i) => `flat ${i}`)}).then((model) => model.learner());

function Price() {
  const [learner, setLearner] = useState<Learner<number, Flat>>();
  const [said, setSaid] = useState("");

  async function ask(of: Learner<number, Flat>) {
    const {value, neurons} = await of.explain(asked);
    setSaid(`${value.toFixed(0)} by ${neurons.length > 3 ? "many" : neurons.map(({names, samples}) => names?.[0] || `sample ${samples[0]}`).join()}`);
  }
  useEffect(() => void begun.then((ready) => (setLearner(ready), ask(ready))), []);

  async function correct() {
    if (!learner) return;
    await learner.learn([asked], [500]);
    await learner.correct([asked], [600]);
    await ask(learner);
  }
  return <><output>{said}</output><button onClick={correct}>It was 600</button></>;
}

const place = document.createElement("main");
document.body.append(place);
createRoot(place).render(<Price />);
void drive(() => document.querySelector("output")?.textContent ?? undefined, () => document.querySelector("button")?.click());
