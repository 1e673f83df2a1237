/** Games with what was taught: whose drawing answers, what will it say of ten drawings that it doesn't have, and how little fools it. */
import {element} from "../../ui/element.js";
import {guessButtons, round, scored, spread} from "../../ui/guess.js";
import {changeOf, less} from "./challenge.js";
import {makers, one, whose} from "./words.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */

/** So many names are to choose from, at most. */
const mostNames = 6;

const many = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;

/** What it says, or null where it doesn't know. @param {any} answer @returns {string | null} */
const saysOf = ({recognition, value}) => (recognition === "weak" ? null : value);

/** @param {import("./challenge.js").Change} change */
const amount = ({strokes, ink}) => `${many(strokes, "stroke")} (${ink} % of its ink)`;

/**
 * @param {object} host
 * @param {() => readonly import("./mind.js").Taught[]} host.drawings
 * @param {() => import("./strokes.js").Class[]} host.classes that have drawings
 * @param {() => void} host.clear an empty square
 * @param {(strokes: number[][]) => void} host.draw puts a drawing into the square
 * @param {(drawing: import("./mind.js").Taught) => void} host.askOthers shows a drawing and asks the network without it
 * @param {() => void} host.repaint
 * @param {(challenge: Challenge, boast: string) => void} host.send hands a challenge on; boast: of the answer's picture, empty without one
 * @param {() => void} host.kept what is kept for the next visit has changed
 */
export function gamesElement(host) {
  /** What is played. @type {any} */
  let now = null;
  /** The best so far with these drawings, and what they had who sent them. @type {Challenge} */
  let best = {fooled: []}, theirs = best;
  const says = element("p", {role: "status"});
  const buttons = element("div", {class: "row"});
  const place = element("div", {class: "game", role: "group", "aria-label": "A game", hidden: true}, says, buttons);
  const begin = (name, text, title, work) => element("button", {type: "button", "data-game": name, title, text, onclick: work});
  const whoseButton = begin("whose", "Whose drawing was it?", "Before each answer: guess whose drawing makes it", startWhose);
  const tenButton = begin("ten", "Ten to guess", "Ten drawings, each forgotten while it is asked: guess what the others make of it", () => startTen());
  const starts = element("div", {class: "row games", role: "group", "aria-label": "Games"}, whoseButton, tenButton);

  let shown = "", of = "";
  /** What is said, and its buttons. The same again leaves them: one may be pressed just now. @param {string} text @param {string} key @param {(() => HTMLElement | HTMLElement[])[]} made */
  function show(text, key, ...made) {
    says.textContent = text;
    place.hidden = false;
    if (shown === key) return;
    shown = key;
    const focused = place.contains(/** @type {ShadowRoot} */ (place.getRootNode()).activeElement);
    buttons.replaceChildren(...made.flatMap((make) => make()));
    if (focused) buttons.querySelector("button")?.focus({preventScroll: true});
  }
  const step = (name, text, work) => () => element("button", {type: "button", "data-step": name, text, onclick: work});
  const endStep = step("end", "End the game", () => end(true));

  function end(cleared = false) {
    if (!now) return;
    now = null;
    shown = "";
    theirs = {fooled: []};
    place.hidden = true;
    buttons.replaceChildren();
    if (cleared) host.clear();
    host.repaint();
  }

  /** A step, and the end of a round. @param {() => void} next @param {() => void} again @param {(() => HTMLElement)[]} more */
  function after(text, next, again, ...more) {
    const {of} = now.score, last = of === now.of;
    show(text, `after ${of}`, last ? step("again", "Again", again) : step("next", `Next (${of + 1} of ${now.of})`, next), ...(last ? more : []), endStep);
  }

  // Whose drawing was it?
  const nameOf = (/** @type {import("./strokes.js").Drawing} */ {by}) => by ?? "somebody";
  function startWhose() {
    end();
    host.clear();
    now = {kind: "whose", score: {you: 0, of: 0}, of: round, guessed: false};
    invite();
  }
  function invite() {
    now.guessed = false;
    show(`Draw, and guess whose drawing will answer${now.score.of ? `. ${scored(now.score)}` : ": it waits for your guess."}`, `draw ${now.score.of}`, endStep);
  }
  /** The drawing that says most for the answer, or several that say as much; none where it doesn't know. */
  const answering = (found) => makers(found).filter(({drawing}) => drawing.label === saysOf(found.answer)).filter(({weight}, _, all) => weight > all[0].weight - 1e-9).map(({drawing}) => drawing);
  /** Who may have drawn what answers; the one who did is among them. */
  function names(found) {
    const right = answering(found).slice(0, 1).map(nameOf);
    const often = new Map();
    for (const d of host.drawings()) often.set(nameOf(d), (often.get(nameOf(d)) ?? 0) + 1);
    const others = [...often].sort((a, b) => b[1] - a[1]).map(([name]) => name);
    return [...new Set([...right, ...others])].slice(0, mostNames).sort((a, b) => a.localeCompare(b));
  }
  function guessWhose(guess, found) {
    const answers = answering(found);
    const right = answers.length ? answers.some((d) => nameOf(d) === guess) : guess === null;
    now.score.of++;
    now.score.you += Number(right);
    now.guessed = true;
    host.repaint();
    after(`${right ? "Right" : "No"}: ${answers.length ? `${answers.map((d) => (d.by ? whose(d) : `somebody's ${d.label}`)).join(" and ")} answers` : "nobody has drawn anything like it"}. ${scored(now.score)}`, host.clear, startWhose);
  }

  // Ten to guess.
  /** Drawings that can be asked while they are forgotten: others of their class stay. */
  const askable = () => {
    const all = host.drawings();
    const enough = host.classes().filter(({name}) => all.filter(({label}) => label === name).length > 1).map(({name}) => name);
    return enough.length > 1 ? enough.flatMap((name) => all.filter(({label, strokes}) => strokes && label === name)) : [];
  };
  function startTen(from = theirs) {
    const asked = spread(askable());
    if (!asked.length) return;
    end();
    host.clear();
    theirs = from;
    now = {kind: "ten", score: {you: 0, it: 0, of: 0}, asked, of: asked.length, guessed: false};
    host.askOthers(asked[0]);
  }
  function guessTen(guess, {answer}) {
    const {score, asked} = now, drawing = asked[score.of], said = saysOf(answer);
    const [you, it] = [guess === said, said === drawing.label];
    score.of++;
    score.you += Number(you);
    score.it += Number(it);
    now.guessed = true;
    const last = score.of === now.of;
    if (last && score.you >= (best.ten ?? 0)) {
      best.ten = score.you;
      host.kept();
    }
    host.repaint();
    after(`It is ${whose(drawing)}. You: ${you ? "right" : "wrong"}. It: ${it ? "right" : said === null ? "didn't know" : "wrong"}. ${scored(score)}${last && typeof theirs.ten === "number" ? ` Who sent this had ${theirs.ten}.` : ""}`, () => {
      now.guessed = false;
      host.askOthers(asked[score.of]);
    }, () => startTen(), step("send", "Send it", () => host.send({ten: score.you, fooled: []}, "")));
  }

  // Fool it.
  let fooled = 0; // how often: each time begins with another drawing
  function startFool(label, from = theirs) {
    const all = host.drawings().filter((d) => d.strokes && d.label === label);
    if (!all.length) return;
    end();
    theirs = from;
    now = {kind: "fool", label, from: all[fooled++ % all.length].strokes, least: best.fooled.find((f) => f.label === label) ?? {label, unknown: null, wrong: null}, boast: ""};
    host.draw(now.from);
  }
  function tryToFool({strokes}, {answer}) {
    const {label, from, least} = now, change = changeOf(from, strokes ?? []), said = saysOf(answer);
    const kind = said === null ? "unknown" : "wrong", sent = theirs.fooled.find((f) => f.label === label);
    const before = least[kind];
    const done = change.strokes > 0 && said !== label;
    now.boast = done ? `I fooled it with ${many(change.strokes, "stroke")}. It was ${one(label)}.` : "";
    if (done && less(change, before)) {
      least[kind] = change;
      if (!best.fooled.includes(least)) best.fooled.push(least);
      host.kept();
    }
    const so = (of) => [of.unknown && `“I don't know” with ${amount(of.unknown)}`, of.wrong && `a wrong answer with ${amount(of.wrong)}`].filter(Boolean).join(", ");
    const text = done ? `It says ${said === null ? "“I don't know”" : one(said)}. A change of ${amount(change)} is enough${less(change, before) ? ". Can you do it with less?" : `; your least was ${amount(least[kind])}.`}`
      : change.strokes ? `Still ${one(label)}, after a change of ${amount(change)}. Draw on.`
      : `It knows this drawing. Draw ${one(label)} that it doesn't take for ${one(label)}: how few strokes more are enough?`;
    show(`${text}${sent ? ` Who sent this had ${so(sent)}.` : ""}${!done && so(least) ? ` Your least: ${so(least)}.` : ""}`, `fool ${now.boast}`,
      step("again", "Start again", () => host.draw(from)), ...(done ? [step("send", "Send it", () => host.send({fooled: [least]}, now.boast))] : []), endStep);
  }

  return {
    element: place,
    starts,
    /** A card's button; null where there is nothing to begin with. @param {string} label */
    foolButton: (label) => host.drawings().some((d) => d.strokes && d.label === label) && element("button", {type: "button", class: "fool", "data-game": "fool", "aria-label": `Fool it: ${label}`, title: `Draw ${one(label)} that it doesn't take for ${one(label)}`, text: "Fool it", onclick: () => startFool(label)}),
    /**
     * What stands in place of an answer that waits for a guess; null where none does.
     *
     * @param {any} question that is shown @param {any} found of it; null: not yet
     */
    held(question, found) {
      if (!now || now.kind === "fool" || now.guessed || (now.kind === "ten" && question.without === undefined)) return null;
      const ask = now.kind === "whose" ? "Whose drawing answers?" : "What will it say?";
      now.found = found;
      if (found) {
        const options = /** @type {[string | null, string, string?][]} */ (now.kind === "whose" ? [...names(found).map((name) => [name, name]), [null, "Nobody's: it doesn't know"]]
          : [...host.classes().map(({name, emoji}) => [name, name, emoji]), [null, "I don't know"]]);
        show(`Your guess first${now.score.of ? `. ${scored(now.score)}` : typeof theirs.ten === "number" ? `. Who sent this had ${theirs.ten} of ${now.of}.` : "."}`, `guess ${now.score.of} ${JSON.stringify(options)}`, () => guessButtons(options, (guess) => (now.kind === "whose" ? guessWhose : guessTen)(guess, now.found)), endStep);
      }
      buttons.querySelectorAll("[data-guess]").forEach((b) => b.toggleAttribute("disabled", !found)); // a stroke that was added isn't answered yet
      return {head: ask, more: now.kind === "whose" ? `Question ${now.score.of + 1} of ${now.of}.` : `Drawing ${now.score.of + 1} of ${now.of}. It is forgotten while it is asked.`};
    },
    /** Something else is asked, or nothing. @param {any} question */
    asked(question) {
      if (now?.kind === "ten" && question?.without === undefined) end();
      else if (now?.kind === "whose" && !question) now.score.of === now.of ? end() : invite();
    },
    /** A drawing is done, and was answered. @param {any} question @param {any} found */
    told(question, found) {
      if (now?.kind === "fool") tryToFool(question, found);
    },
    /** The drawings may be others now. */
    changed() {
      const all = new Set(host.drawings().flatMap(({by}) => by ?? [])), before = of;
      of = host.drawings().map(({id}) => id).join();
      if (of !== before) {
        best = {fooled: []};
        if (now && (now.kind !== "whose" || all.size < 2)) end(now.kind === "ten");
      }
      whoseButton.hidden = all.size < 2;
      tenButton.hidden = !askable().length;
      starts.hidden = whoseButton.hidden && tenButton.hidden;
    },
    /** What came with the drawings: one's own of the last visit, or somebody's challenge. @param {Challenge} challenge @param {boolean} sent */
    begin(challenge, sent) {
      if (!sent) best = challenge;
      else if (challenge.fooled.length) startFool(challenge.fooled[0].label, challenge);
      else if (challenge.ten !== undefined) startTen(challenge);
    },
    /** A challenge of ten. @returns {Challenge} */
    challenge() {
      if (!askable().length) throw new Error("A challenge needs two things, each with at least two drawings.");
      return {ten: best.ten ?? null, fooled: []};
    },
    get best() {
      return best;
    },
    get boast() {
      return now?.boast ?? "";
    },
    end,
  };
}
