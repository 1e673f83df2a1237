/** The exercises on tables. They look and judge as those of the lessons, and ask about measured flowers and wines. */
import {exerciseElement} from "../embed/lessons/exercise.js";
import {rules} from "../embed/lessons/lesson.js";
import {colours} from "../embed/teach/sheet.js";
import {nameFeatures} from "../figures/samples.js";
import {element} from "../ui/element.js";

const yes = (say) => ({solved: true, say});
const no = (say) => ({solved: false, say});
const number = (v) => String(Math.round(1000 * v) / 1000);
const percent = (v) => `${Math.round(100 * v)} %`;

/** The neuron that weighs most in an answer, in words. */
const foremost = ({neurons}) => {
  const first = neurons.reduce((a, b) => ((b.weight ?? 1) > (a.weight ?? 1) ? b : a));
  return `sample ${first.samples[0]}${first.weight === undefined ? "" : ` (weight ${number(first.weight)})`}`;
};

/** Each class's share of an answer. */
function shares({neurons}, y) {
  const of = new Map();
  for (const {samples, weight} of neurons) of.set(y[samples[0]], (of.get(y[samples[0]]) ?? 0) + (weight ?? 0));
  return [...of].sort((a, b) => b[1] - a[1]);
}

const within = (v, low, high) => v >= low && v <= high;

const petal = ["length", "width"], wines = ["flavanoids", "colour"];

/** What a table's exercises are. engine: for those that fit a second network. */
const tables = {
  petals: ({iris30: {X, y}}) => ({
    text: "Thirty of Fisher's irises, by the length and the width of a petal in cm. They are numbered from 0 as in data/iris-30.csv.",
    exercises: [
      {
        task: "A flower comes in whose petals are 4.9 long and 1.6 wide. Keep the length, and find a width at which the network names another species.",
        start: {X, y, columns: petal, at: [4.9, 1.6]}, controls: ["ask"],
        judge({at}, {answer}) {
          if (at[0] !== 4.9) return no(`The length is ${at[0]}. Set it back to 4.9.`);
          if (answer.recognition === "weak") return no(`At a width of ${at[1]} no sample is like this flower, so the answer is a guess. Stay nearer to the samples.`);
          if (answer.value === "versicolor") return no(`At a width of ${at[1]} it is versicolor, above all because of ${foremost(answer)}.`);
          return yes(`At a width of ${at[1]} it is ${answer.value}, above all because of ${foremost(answer)}. So its species hangs on ${number(Math.abs(at[1] - 1.6))} cm, which anybody can measure again.`);
        },
      },
      {
        task: "Find a flower about which the samples disagree: the network has seen flowers like it, and no species has more than 70 % of the weight.",
        start: {X, y, columns: petal, at: [4.5, 1.5]}, controls: ["ask"],
        judge(_, {answer}) {
          if (answer.recognition === "strong") return no(`One neuron recognises this flower: ${foremost(answer)}. It answers alone.`);
          if (answer.recognition === "weak") return no("No sample is like this flower. Go nearer to the samples.");
          const [[first, most], [second, less] = [null, 0]] = shares(answer, y);
          if (most > 0.7) return no(`${first} has ${percent(most)} of the weight. Go to where two species meet.`);
          return yes(`${first} has ${percent(most)} of the weight, ${second} ${percent(less)}. The answer is ${answer.value}, and the shares say how narrowly.`);
        },
      },
    ],
  }),
  wines: ({wine60: {X, y}, wine}) => ({
    text: "Wines from three growers of one region. The first exercise has sixty of them by their flavanoids and the strength of their colour (data/wine-60.csv). In the second the network sees all 13 measurements (data/wine.csv).",
    exercises: [
      {
        task: "Find a wine that no sample is like, though both of its numbers are ordinary: flavanoids between 1 and 3, colour between 3 and 8.",
        start: {X, y, columns: wines, at: [2.5, 4]}, controls: ["ask"],
        judge({at}, {answer}) {
          if (!within(at[0], 1, 3) || !within(at[1], 3, 8)) return no("One of the two numbers isn't ordinary. Stay with flavanoids between 1 and 3, and colour between 3 and 8.");
          if (answer.recognition !== "weak") return no(`The recognition is ${answer.recognition}, because of ${foremost(answer)}. Look for a gap between the samples.`);
          return yes(`Each number for itself is ordinary, and no wine has both: the familiarity is ${number(answer.familiarity)}. Two limits, one for each column, would have let this wine pass.`);
        },
      },
      {counted: wine, least: 25, task: "Give the network as few wines as you can, at most 25, so that it names the grower of 95 in 100 of the wines that it hasn't seen."},
    ],
  }),
  shares: ({iris30: {X, y}}, engine) => ({
    text: "Suppose that three people measured the thirty flowers: Ana samples 0, 3, 6 and so on, Ben 1, 4, 7 and so on, Cem 2, 5, 8 and so on. Ben wants his flowers taken out.",
    exercises: [
      {
        task: "Find a flower that the network has seen the like of, and whose answer changes when Ben's ten flowers are gone.",
        start: {X, y, columns: petal, at: [4.5, 1.5]}, controls: ["ask"],
        async judge({at}, {answer}) {
          if (answer.recognition === "weak") return no("No sample is like this flower, so its answer was a guess before. Go nearer to the samples.");
          const rest = X.map((_, i) => i).filter((i) => i % 3 !== 1);
          const without = await engine.fit(rest.map((i) => X[i]), rest.map((i) => y[i]), {preset: "xaia"});
          const {value} = await without.explain(at);
          without.dispose();
          const bens = answer.neurons.reduce((sum, {samples, weight}) => sum + (samples.some((i) => i % 3 === 1) ? weight ?? 1 : 0), 0);
          if (value === answer.value) return no(`With and without Ben's flowers it is ${value}. His share of this answer is ${percent(bens)}.`);
          return yes(`With Ben's flowers it is ${answer.value}, without them ${value}. His share of this answer was ${percent(bens)}. All flowers of Ana and Cem are still answered exactly.`);
        },
      },
    ],
  }),
};

/** How many samples does it take? The network is right on all that it was given, however few; the others tell what it is worth. */
function countedExercise({counted: {X, y}, least, task}, {fit}, title) {
  const id = `counted-${title.replaceAll(/\W/g, "-")}`;
  const said = element("p", {class: "said", role: "status"});
  const shown = element("output", {});
  // 55 and the number of rows have no common divisor: each row comes once, and neighbours in the table come apart.
  const order = X.map((_, i) => (55 * i) % X.length);
  const input = /** @type {HTMLInputElement} */ (element("input", {type: "range", min: 4, max: 120, step: 1, value: "60", oninput: () => (api.ready = counted())}));
  const box = element("section", {class: "exercise", "aria-labelledby": id}, element("h3", {id, text: title}), element("p", {class: "task", text: task}),
    element("div", {class: "controls"}, element("label", {}, element("span", {text: "wines that it is given "}), shown, input)), said);
  let turn = 0;
  async function counted() {
    const mine = ++turn, n = Number(input.value);
    shown.textContent = String(n);
    box.setAttribute("aria-busy", "true");
    try {
      const right = async (model, rows) => (await model.predict(rows.map((i) => X[i]))).filter((v, k) => v === y[rows[k]]).length / rows.length;
      const given = order.slice(0, n), others = order.slice(n);
      const model = await fit(given.map((i) => X[i]), given.map((i) => y[i]));
      const [own, unseen] = [await right(model, given), await right(model, others)];
      model.dispose();
      if (mine !== turn) return;
      const solved = unseen >= 0.95 && n <= least;
      const figures = `It is right on ${percent(own)} of its own ${n} wines, and on ${(100 * unseen).toFixed(1)} % of the ${others.length} others.`;
      said.textContent = solved
        ? `Solved. ${figures} Only the others tell what it is worth. And because you chose ${n} by looking at them, they are no longer quite unseen: for a promise you need wines that played no part.`
        : `Not yet. ${figures} ${n > least ? "Give it fewer." : "Try another number."}`;
      box.dataset.solved = String(solved);
    } catch (error) {
      if (mine === turn) said.textContent = error.message;
    } finally {
      if (mine === turn) box.removeAttribute("aria-busy");
    }
  }
  const api = {element: box, ready: counted(), end() {}};
  return api;
}

/** Puts a table's exercises into an element. @param {Element} el @param {string} name petals, wines or shares @param {any} of box.js and the engine's parts */
export function mountTable(el, name, {box, parts}) {
  const {host, root, fit} = box(colours + rules);
  // The numbers of thirty samples would hide the picture; its caption has those that answer.
  const engineFor = (columns) => ({
    ...parts, fit,
    planePlot(model, options) {
      nameFeatures(model, columns);
      return parts.planePlot(model, {...options, numbers: false});
    },
  });
  const {text, exercises} = tables[name](globalThis.courseData, {...parts, fit});
  const first = {petals: 1, wines: 3, shares: 5}[name];
  const made = exercises.map((exercise, i) => (exercise.counted ? countedExercise : exerciseElement)(exercise, engineFor(exercise.start?.columns), `Table ${first + i}`));
  root.append(element("article", {class: "lesson"}, element("h2", {text: {petals: "With a table: flowers", wines: "With a table: wines", shares: "With a table: whose flowers?"}[name]}), element("p", {text}), element("div", {class: "exercises"}, ...made.map((one) => one.element))));
  el.append(host);
  return {element: host};
}
