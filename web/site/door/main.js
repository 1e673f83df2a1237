/**
 * The front door: one penguin that is left out asks the others. The first one is answered by a prepared network, in plain
 * JavaScript, so that the page lives before the engine is there; the others, and what the story takes out, are fitted here.
 */
import {load} from "../../package/lite/lite.js";
import {classKey} from "../../ui/classes.js";
import {send as handOn} from "../../ui/download.js";
import {drawing, element} from "../../ui/element.js";
import {scored} from "../../ui/guess.js";
import {face} from "./face.js";
import {authors, domain, mostFaces, sea, unpacked, without} from "./penguins.js";
import {pictureIn} from "./picture.js";
import {article, beneath, cardOf, headline, measures} from "./words.js";
import {storyIn} from "./story.js";

const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [plane, handle, answerBox, guesses, next, ordinaryButton, notice] = ["plane", "asked", "answer", "guesses", "next", "ordinary", "notice"].map(byId);
const send = byId("send");

/** Its own places in the address. Other links are to the workshop, from before the front door: their state is in the address. */
const own = /^(|#|#story|#plane|#answer|#penguin-\d+)$/;

/** A tree of [name, attributes, ...children] in the document. @param {any[]} tree @returns {SVGElement} */
const grow = ([name, attributes, ...children]) => drawing(name, attributes, ...children.map(grow));

async function start() {
  const response = await fetch(new URL("./door.json", import.meta.url));
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
  const door = await response.json();
  const {classes} = door;
  const penguins = door.penguins.map(([no, length, depth, flipper, mass, k]) => ({no, x: [length, depth], flipper, mass, species: classes[k]}));
  const wanted = penguins.findIndex(({no}) => location.hash === `#penguin-${no}`);
  const turns = wanted < 0 || door.turns[0] === wanted ? door.turns : [wanted, ...door.turns.filter((i) => i !== wanted).slice(0, door.turns.length - 1)];
  const picture = pictureIn(plane, handle, classes);

  /** @type {Map<string, Promise<{model: any, at: number[], land: any[]}>>} */
  const networks = new Map();
  const prepared = load(door.first);
  networks.set(String(door.turns[0]), Promise.resolve({model: prepared, at: without(penguins, new Set([door.turns[0]])).at, land: unpacked(classes, Uint8Array.from(atob(door.land), (c) => c.charCodeAt(0)))}));
  let engine = null;
  const live = () => (engine ??= (async () => {
    const module = await import(new URL("./door-live.mjs", import.meta.url).href);
    await module.begin();
    return module;
  })().catch((error) => {
    engine = null; // the next call tries again
    throw error;
  }));

  /** The network of all but these. @param {number[]} out */
  function networkWithout(out) {
    const key = String(out);
    if (!networks.has(key)) {
      const samples = without(penguins, new Set(out));
      networks.set(key, live().then(async (module) => ({...await module.fitted(samples), at: samples.at})).catch((error) => {
        networks.delete(key);
        throw error;
      }));
    }
    return networks.get(key);
  }

  const state = {turn: 0, left: [turns[0]], asked: /** @type {number[] | null} */ (penguins[turns[0]].x), who: turns[0], guess: /** @type {string | null} */ (null), spoken: false, dim: false, rings: /** @type {number[]} */ ([]), caption: /** @type {string | null} */ (null), least: Infinity, score: {you: 0, it: 0, of: 0}};
  let [network, ordinary] = [await networkWithout(state.left), /** @type {any} */ (null)];
  let latest = 0;

  /** Asks for the place that is shown, and draws; an answer that comes too late is dropped. */
  async function ask() {
    const mine = ++latest;
    const {asked} = state;
    const answer = asked && state.spoken ? await network.model.explain(asked) : null;
    if (mine !== latest) return;
    show(answer);
  }

  function show(answer) {
    const all = answer ? authors(answer, network.at) : [];
    const knows = answer && answer.recognition !== "weak";
    const by = knows ? all.slice(0, mostFaces) : [];
    picture.draw({penguins, left: new Set(state.left), asked: state.asked, by, rings: state.rings, dim: state.dim || by.length > 0});
    const home = state.asked === penguins[state.who].x;
    byId("measures").textContent = measures(home ? penguins[state.who] : {x: state.asked ?? penguins[state.who].x});
    plane.dataset.recognition = answer?.recognition ?? "";
    if (!answer) {
      answerBox.replaceChildren(element("div", {class: "said"}, element("h2", {text: state.caption ?? (state.guess === null ? "Your guess first:" : "")}), ordinarily()));
      return;
    }
    const {value} = answer;
    const title = element("h2", {}, knows && classKey(classes, value), document.createTextNode(headline(answer, by.length, by.filter(({i}) => penguins[i].species === value).length).slice(knows ? String(value).length : 0)));
    const faces = by.map(({i, weight}) => {
      const {no, species} = penguins[i];
      const shown = element("li", {"data-sample": no, title: `no. ${no}, ${species}`}, grow(face(penguins[i], species)), element("span", {}, classKey(classes, species).firstChild, document.createTextNode(` no. ${no}`)));
      shown.style.setProperty("--part", String(weight));
      return shown;
    });
    const guessed = home && state.guess !== null && state.caption === null;
    answerBox.replaceChildren(
      element("div", {class: "said"}, title, element("p", {text: guessed ? told(answer) : beneath(answer, all.slice(by.length), enough(answer))}), ordinarily()),
      element("ul", {class: "faces", "aria-label": "Who answers"}, ...faces));
  }

  /** How little of a change was enough for "I don't know", where one moved it there: now and at the least, in mm. */
  function enough({recognition}) {
    if (recognition !== "weak" || state.caption !== null || !state.asked) return null;
    const now = Math.hypot(...state.asked.map((v, k) => v - penguins[state.who].x[k]));
    if (now === 0) return null;
    state.least = Math.min(state.least, now);
    return {now, least: state.least};
  }

  /** What it was, beside the guess. */
  function told(answer) {
    const {species} = penguins[state.who];
    const it = answer.recognition !== "weak" && answer.value === species;
    return `It is ${article(species)} ${species}. You: ${state.guess === species ? "right" : "wrong"}. It: ${it ? "right" : answer.recognition === "weak" ? "didn't know" : "wrong"}.${state.score.of > 1 ? ` ${scored(state.score)}` : ""}`;
  }

  /** What an ordinary network says of the place, as a line below the answer. */
  function ordinarily() {
    if (ordinaryButton.getAttribute("aria-pressed") !== "true") return null;
    if (!ordinary || !state.asked) return element("p", {id: "ordinary-said", text: "An ordinary network is trained on the same penguins …"});
    const scores = ordinary.scores([state.asked])[0];
    const top = Math.max(...scores);
    return element("p", {id: "ordinary-said"}, document.createTextNode(`An ordinary network of ${ordinary.weights} weights: `), classKey(classes, classes[scores.indexOf(top)]),
      document.createTextNode(`, ${Math.min(99.9, 100 * top).toFixed(top > 0.995 ? 1 : 0)} % sure.`));
  }

  /** Trains an ordinary network on the same penguins, or takes it away. @param {boolean} on */
  async function teachOrdinary(on) {
    if (String(on) === ordinaryButton.getAttribute("aria-pressed") && (ordinary || !on)) return;
    ordinaryButton.setAttribute("aria-pressed", String(on));
    ordinary = null;
    await ask();
    if (!on) return;
    const mine = (training = {});
    try {
      const trained = await (await live()).ordinary(without(penguins, new Set(state.left)), classes);
      if (mine === training && ordinaryButton.getAttribute("aria-pressed") === "true") ordinary = trained;
    } catch (error) {
      if (mine === training) ordinaryButton.setAttribute("aria-pressed", "false");
      throw error;
    } finally {
      await ask();
    }
  }
  let training = {};

  const problem = (error) => {
    notice.textContent = error ? `That didn't work: ${error.message} Press again to retry.` : "";
  };
  const guarded = (run) => async (...given) => {
    try {
      problem(null);
      await run(...given);
    } catch (error) {
      problem(error);
    }
  };

  /** Another penguin, or the same among fewer. */
  const leaveOut = async (left, who) => {
    const found = await networkWithout(left);
    network = found;
    Object.assign(state, {left, who, asked: penguins[who].x});
    picture.islands(found.land);
    byId("face").replaceChildren(grow(face(penguins[who])));
    handle.setAttribute("aria-label", `Penguin no. ${penguins[who].no}: drag it, or move it with the arrow keys`);
    await ask();
  };

  for (const button of guesses.querySelectorAll("button[data-guess]")) {
    button.addEventListener("click", guarded(async () => {
      const {guess} = /** @type {HTMLElement} */ (button).dataset;
      const {species, x} = penguins[state.who];
      if (state.guess === null) {
        const answer = await network.model.explain(x);
        state.score.of++;
        state.score.you += Number(guess === species);
        state.score.it += Number(answer.value === species && answer.recognition !== "weak");
      }
      if (state.guess === null) state.guess = guess;
      Object.assign(state, {spoken: true, asked: x});
      for (const other of guesses.querySelectorAll("button[data-guess]")) other.setAttribute("aria-pressed", String(other.getAttribute("data-guess") === state.guess));
      next.hidden = send.hidden = false;
      next.textContent = state.turn + 1 < turns.length ? `Next (${state.turn + 2} of ${turns.length})` : "Again";
      await ask();
    }));
  }

  next.addEventListener("click", guarded(async () => {
    const turn = (state.turn + 1) % turns.length;
    await networkWithout([turns[turn]]);
    if (turn === 0) state.score = {you: 0, it: 0, of: 0};
    Object.assign(state, {turn, guess: null, spoken: false, least: Infinity});
    for (const button of guesses.querySelectorAll("button[data-guess]")) button.setAttribute("aria-pressed", "false");
    next.hidden = send.hidden = true;
    await teachOrdinary(false);
    await leaveOut([turns[turn]], turns[turn]);
  }));

  // The card shows where the penguin was, whatever was moved since.
  send.addEventListener("click", guarded(async () => {
    const {x, no, species} = penguins[state.who];
    await move(x);
    const answer = await network.model.explain(x);
    const by = authors(answer, network.at).slice(0, mostFaces).map(({i, weight}) => ({name: `no. ${penguins[i].no}`, outcome: penguins[i].species, weight}));
    const blob = await (await live()).cardPicture(cardOf({penguin: penguins[state.who], answer, by, guess: state.guess, species, classes}));
    const link = `${location.href.split("#")[0]}#penguin-${no}`;
    const done = await handOn(new File([blob], `penguin-${no}.png`, {type: "image/png"}), link);
    notice.textContent = {sent: "", copied: "The card is saved, and its link is copied.", saved: `The card is saved. Its link: ${link}`}[done];
  }));

  ordinaryButton.addEventListener("click", guarded(async () => {
    await teachOrdinary(ordinaryButton.getAttribute("aria-pressed") !== "true");
  }));

  /** One moves it: then it speaks without a guess. @param {number[]} to */
  const move = (to) => {
    Object.assign(state, {asked: to, spoken: true});
    document.body.classList.add("moved");
    return ask();
  };
  let held = /** @type {number | null} */ (null);
  handle.addEventListener("pointerdown", (event) => {
    if (held !== null || event.button !== 0) return;
    held = event.pointerId;
    answerBox.setAttribute("aria-busy", "true"); // it is read aloud once it stays
    handle.setPointerCapture(held);
  });
  const drag = guarded((event) => move(picture.placeOf(event)));
  handle.addEventListener("pointermove", (event) => {
    if (event.pointerId === held) drag(event);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    handle.addEventListener(end, (event) => {
      if (/** @type {PointerEvent} */ (event).pointerId !== held) return;
      held = null;
      answerBox.removeAttribute("aria-busy");
    });
  }
  const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
  handle.addEventListener("keydown", guarded(async (event) => {
    const by = arrows[event.key];
    if (event.key === "Escape") {
      await move(penguins[state.who].x);
    } else if (by && state.asked) {
      event.preventDefault();
      const step = (event.shiftKey ? 10 : 1) / 100;
      const limits = [domain.x, domain.y];
      await move(state.asked.map((v, k) => Math.min(limits[k][1], Math.max(limits[k][0], v + by[k] * step * (limits[k][1] - limits[k][0])))));
    }
  }));

  // The browser would leave the page for a file that is dropped.
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    notice.textContent = "Tables are opened in the workshop: press “Your own table”, and drop it there.";
  });

  picture.islands(network.land);
  if (wanted >= 0) await leaveOut([wanted], wanted);
  else await ask();
  new ResizeObserver(() => ask()).observe(plane);

  storyIn(byId("story"), {state, penguins, turns, door, ask, leaveOut, move, sea, teachOrdinary, guarded});
  performance.mark("alive");
  document.documentElement.dataset.ready = "";
  (globalThis.requestIdleCallback ?? setTimeout)(() => live().catch(() => {})); // it is asked again when it is needed
}

if (own.test(location.hash)) {
  addEventListener("hashchange", () => own.test(location.hash) && !location.hash.startsWith("#penguin-") || location.reload());
  start().catch((error) => {
    notice.textContent = `The page could not be loaded: ${error.message} Reload to try again.`;
  });
} else {
  location.replace(`workshop.html${location.hash === "#workshop" ? "" : location.hash}`);
}
