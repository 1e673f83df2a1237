/** One exercise on the screen: its task, controls, pictures, and what is said of the present state. */
import {drawing, element} from "../../ui/element.js";
import {hold} from "../../ui/hold.js";
import {quizOf} from "./quiz.js";

/** From this width on the pictures stand side by side, beside what takes so much: see rules in lesson.js. */
const wide = 860;
const besides = 280 + 24 + 12;

/** What a reader is told where an exercise fails; what only the page's author can mend is said to that one. @param {any} error */
export const notComputed = ({code, message}) => (code === "load-failed" ? `This exercise can't compute on this page. Tell whoever made the page: ${message}` : message);

/** The names of radio groups must differ, also between two lessons of one page. */
let made = 0;

/**
 * @param {any} exercise of lessons.js
 * @param {{fit: Function, planePlot: Function, networkPlot: Function, tnnPlot: Function, fingerprintPlot: Function, placeAt: Function}} engine
 * @param {string} title
 * @returns {{element: HTMLElement, ready: Promise<void>, end: () => void}}
 */
export function exerciseElement(exercise, engine, title) {
  const state = structuredClone(exercise.start);
  const id = `exercise-${++made}`;
  const pictures = element("div", {class: "pictures"});
  const said = element("p", {class: "said", role: "status"});
  const controls = element("div", {class: "controls"});
  const box = element("section", {class: "exercise", "aria-labelledby": id}, element("h3", {id, text: title}), element("p", {class: "task", text: exercise.task}), controls, said);
  const quiz = exercise.guess && quizOf(exercise.guess, [...new Set(exercise.start.y)].sort(), (at) => apply(at ? {at} : {}));
  box.append(...(quiz ? [quiz.element] : []), pictures);
  let turn = 0;
  let over = false;
  let drawnIn = 0;

  const apply = (changes) => {
    Object.assign(state, changes);
    for (const follow of follows) follow();
    api.ready = drawn();
  };
  const change = (changes) => {
    quiz?.leave();
    apply(changes);
  };
  const follows = [];
  const make = controlsOf(state, change, id, follows);
  controls.append(...exercise.controls.flatMap((name) => make[name]()));

  async function drawn() {
    const mine = ++turn;
    box.setAttribute("aria-busy", "true");
    try {
      await draw(mine);
    } catch (error) {
      if (mine !== turn || over) return;
      said.textContent = notComputed(error);
      box.dataset.solved = "false";
      pictures.replaceChildren();
    } finally {
      if (mine === turn) box.removeAttribute("aria-busy");
    }
  }

  async function draw(mine) {
    const found = await outcome(state, engine);
    if (mine !== turn || over) return free(found);
    const guessed = quiz?.says(found.answer), waits = quiz?.waits;
    const {solved, say} = guessed ? {solved: false, say: guessed} : await exercise.judge(state, found);
    said.textContent = guessed ? say : `${solved ? "Solved. " : "Not yet. "}${say}`;
    box.dataset.solved = String(solved);
    if (!found.model) {
      pictures.replaceChildren();
      return free(found);
    }
    const room = box.clientWidth || 520, beside = room >= wide;
    drawnIn = room;
    const width = Math.min(520, beside ? Math.floor((room - besides) / 2) : room);
    const size = {width, height: Math.round(width * 0.7)};
    const [first, second] = await (found.model.kind === "tnn" ? line(found, size) : plane(waits ? {...found, answer: null, waits} : found, size, beside ? size.height : 150));
    if (mine !== turn || over) return free(found);
    if (waits) markWaiting(first, found.at);
    first.addEventListener("input", (event) => {
      event.stopPropagation();
      const {low, high} = ranges(exercise).at;
      if (exercise.controls.some((name) => name === "ask" || name === "time")) change({at: [first.value.x].flat().map((v) => tenth(v, low, high))});
    });
    const walking = pictures.contains(pictures.getRootNode().activeElement);
    pictures.replaceChildren(first, second);
    if (walking) first.focus({preventScroll: true});
    current?.dispose();
    current = found.model;
    found.others.forEach((model) => model.dispose());
  }
  let current;

  /** The plane and its network. */
  const plane = async (/** @type {any} */ {model, X, y, at, answer, waits}, size, height) => [
    await engine.planePlot(model, {...size, X, y, background: waits ? "none" : "island", external: state.later ? state.later.X : [], selected: !waits && state.at && (state.away ?? 1) <= 3 ? at : null, legend: true, numbers: true}),
    await engine.networkPlot(model, {width: size.width, height, X, y, explanation: answer ?? null, x: waits ? null : at ?? null}),
  ];

  /** The curve of a TNN, and the triangle of its activations at the place that is asked about. */
  const line = async (/** @type {any} */ {model, X, y, at, answer}, size) => [
    await engine.tnnPlot(model, {...size, X, y, external: state.later ? state.later.X.map(([x], i) => [x, state.later.y[i]]) : [], tolerance: state.allowed ?? 0, selected: at}),
    engine.fingerprintPlot(answer, {width: size.width}),
  ];

  dragging(pictures, engine.placeAt, exercise, state, async (changes) => {
    change(changes);
    await api.ready;
  });

  const sizes = globalThis.ResizeObserver && new ResizeObserver(() => {
    if (current && Math.abs(box.clientWidth - drawnIn) > 8) api.ready = drawn();
  });
  sizes?.observe(box);
  const api = {
    element: box,
    ready: drawn(),
    end() {
      over = true;
      sizes?.disconnect();
      current?.dispose();
      current = undefined;
    },
  };
  return api;
}

/** Shows where an answer waits, in a plane or at its edge: what the plane itself shows of a place is the answer. @param {HTMLElement} figure @param {number[]} at */
function markWaiting(figure, at) {
  const svg = /** @type {any} */ ([...figure.querySelectorAll("svg")].find((s) => "scale" in s));
  const [x, y] = ["x", "y"].map((name, j) => {
    const {apply, range} = svg.scale(name);
    return Math.min(Math.max(...range), Math.max(Math.min(...range), apply(at[j])));
  });
  svg.append(drawing("g", {class: "waits", transform: `translate(${x}, ${y})`}, drawing("circle", {r: 11}), drawing("text", {"text-anchor": "middle", dy: "0.36em", text: "?"})));
}

const tenth = (v, low, high) => Math.min(high, Math.max(low, Math.round(10 * v) / 10));

/** Where what is asked about, and a sample or its outcome, may go. */
const ranges = ({start: {X}}) => (X[0].length === 1 ? {at: {low: X[0][0], high: X.at(-1)[0]}, outcome: {low: -0.5, high: 1.5}} : {at: {low: -3, high: 9}, sample: {low: 0, high: 4}});

/** What the sliders move can be dragged in the plane: the point that is asked about, or a sample. */
function dragging(pictures, placeAt, exercise, state, move) {
  const {controls} = exercise, {at, sample: samples, outcome} = ranges(exercise);
  let held = false; // by a first finger: others do nothing
  pictures.addEventListener("pointerdown", (down) => {
    const svg = [...pictures.querySelectorAll("svg")].find((s) => s.contains(down.target));
    const {sample} = placeAt(svg, down, 14) ?? {}; // none of the network, which has no places
    const lifts = controls.includes("height"), asks = controls.includes("ask"), takes = controls.includes("move") || lifts ? Number.isInteger(sample) : controls.includes("sample3") && sample === 3;
    if (sample === undefined || down.button !== 0 || held || !(asks || takes)) return;
    const to = (place) => {
      if (asks) return {at: place.map((v) => tenth(v, at.low, at.high))};
      if (lifts) return {chosen: sample, y: state.y.map((old, i) => (i === sample ? tenth(place[1], outcome.low, outcome.high) : old))};
      return {chosen: sample, X: state.X.map((old, i) => (i === sample ? place.map((v) => tenth(v, samples.low, samples.high)) : old))};
    };
    // Each move draws another picture: the hand keeps to the scales of the one that it took hold of.
    const [x, y, box, view] = [svg.scale("x"), svg.scale("y"), svg.getBoundingClientRect(), svg.viewBox.baseVal];
    let wanted = null, moving = false;
    const follow = async (event) => {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 4) return;
      wanted = [x.invert(((event.clientX - box.left) / box.width) * view.width), y.invert(((event.clientY - box.top) / box.height) * view.height)];
      if (moving) return;
      for (moving = true; wanted; ) {
        const place = wanted;
        wanted = null;
        await move(to(place));
      }
      moving = false;
    };
    held = true;
    pictures.style.minHeight = `${pictures.offsetHeight}px`;
    hold(pictures, down.pointerId, follow, () => {
      held = false;
      pictures.style.minHeight = "";
    });
  });
}

/** @param {any} found what outcome returned */
function free({model, others}) {
  for (const each of [model, ...others]) each?.dispose();
}

/** What the engine makes of a state: the model, its answer, and the samples that it errs on. */
async function outcome(state, {fit}) {
  const absorbed = state.absorbed ?? [];
  const X = [...state.X, ...absorbed.map((i) => state.later.X[i])];
  const y = [...state.y, ...absorbed.map((i) => state.later.y[i])];
  const options = X[0].length === 1 ? {kind: "tnn", a: 12} : {preset: state.preset ?? "xaia"};
  const others = [];
  let model;
  try {
    model = await fit(X, y, options);
  } catch (error) {
    if (error.code !== "ill-defined") throw error; // an engine that is missing or has ended says nothing of the samples
    return {refused: error, X, y, others, own: []};
  }
  const at = state.at && (state.away ? [3 + state.away, 3] : state.at);
  const row = at?.length === 1 ? at[0] : at; // a list of one number is one of rows there
  const before = at && (await model.explain(row, {fingerprint: true}));
  if (Number.isInteger(state.removed)) {
    others.push(model);
    X.splice(state.removed, 1);
    y.splice(state.removed, 1);
    model = await fit(X, y, options); // the same bits as model.remove, which the page's engine doesn't have
  }
  const answer = at && (await model.explain(row, {fingerprint: true}));
  const wrongOf = async (rows, truth) => (await model.predict(rows)).flatMap((v, i) => (v === truth[i] || Math.abs(v - truth[i]) <= (state.allowed ?? 0) ? [] : [i]));
  return {model, others, X, y, at, answer, before, own: await wrongOf(X, y), wrong: state.later ? await wrongOf(state.later.X, state.later.y) : []};
}

/** A list of the samples of a series, by their names. */
function moments(state, change, follows) {
  const list = /** @type {HTMLSelectElement} */ (element("select", {onchange: () => change({chosen: Number(list.value)})}, ...state.X.map(([x], i) => element("option", {value: String(i), text: `${state.names[i] ? `${state.names[i]}, ` : ""}at ${x}`}))));
  follows.push(() => (list.value = String(state.chosen)));
  list.value = String(state.chosen);
  return list;
}

/** The controls by their names. Each works with the keyboard alone. */
function controlsOf(state, change, id, follows) {
  const boxes = [];
  const slider = (text, get, set, {min = 0, max = 4, step = 0.1} = {}) => {
    const shown = element("output", {});
    const input = /** @type {HTMLInputElement} */ (element("input", {type: "range", min, max, step, oninput: () => set(Number(input.value))}));
    const follow = () => {
      input.value = String(get());
      shown.textContent = String(get());
    };
    follows.push(follow);
    follow();
    return element("label", {}, element("span", {text: `${text} `}), shown, input);
  };
  const radios = (text, options, get, set) => element("fieldset", {}, element("legend", {text}), ...options.map(([value, name]) => {
    const input = /** @type {HTMLInputElement} */ (element("input", {type: "radio", name: `${id}-${text}`, value: String(value), onchange: () => set(value)}));
    input.checked = get() === value;
    return element("label", {class: "option"}, input, element("span", {text: name}));
  }));
  const place = (get, set, of) => (state.columns ?? ["x₁", "x₂"]).map((name, j) => slider(`${name} of ${of}`, () => get()[j], (v) => set(get().map((old, k) => (k === j ? v : old))), of === "the point" ? {min: -3, max: 9} : {}));
  const moved = (i) => (x) => change({X: state.X.map((old, k) => (k === i ? x : old))});
  return {
    time: () => [slider("time, in hundredths of a second", () => state.at[0], (v) => change({at: [v]}), {min: state.X[0][0], max: state.X.at(-1)[0], step: 0.5})],
    height: () => [
      element("label", {}, element("span", {text: "moment "}), moments(state, change, follows)),
      slider("its height", () => state.y[state.chosen], (v) => change({y: state.y.map((old, i) => (i === state.chosen ? v : old))}), {min: -0.5, max: 1.5}),
    ],
    ask: () => place(() => state.at, (at) => change({at}), "the point"),
    sample3: () => place(() => state.X[3], moved(3), "sample 3"),
    move: () => [
      radios("Sample to move", state.X.map((_, i) => [i, `${i} (${state.y[i]})`]), () => state.chosen, (chosen) => change({chosen})),
      ...place(() => state.X[state.chosen], (x) => moved(state.chosen)(x), "this sample"),
    ],
    preset: () => [radios("Preset", [["xaia", "xaia"], ["paper", "paper"]], () => state.preset, (preset) => change({preset}))],
    away: () => [radios("Distance", [1, 10, 100, 1000, 10000].map((d) => [d, d.toLocaleString("en")]), () => state.away, (away) => change({away}))],
    remove: () => [radios("Sample to remove", [[null, "none"], ...state.X.map((_, i) => [i, `${i} (${state.y[i]})`])], () => state.removed, (removed) => change({removed}))],
    absorb: () => [element("fieldset", {}, element("legend", {text: "New samples to learn"}), ...state.later.X.map((x, i) => {
      const input = /** @type {HTMLInputElement} */ (element("input", {type: "checkbox", value: String(i), onchange: () => change({absorbed: state.later.X.flatMap((_, k) => (boxes[k].checked ? [k] : []))})}));
      (boxes[i] = input);
      return element("label", {class: "option"}, input, element("span", {text: `${i + 1}: (${x.join(", ")}), ${state.later.y[i]}`}));
    }))],
  };
}
