/** Guess first, within an exercise: ten points, whose answers wait for a guess, and a score. */
import {classSymbols} from "../../ui/classes.js";
import {element} from "../../ui/element.js";
import {guessButtons, scored} from "../../ui/guess.js";

/**
 * @param {number[][]} points
 * @param {string[]} classes
 * @param {(at?: number[]) => void} ask shows a point, or the same one again
 */
export function quizOf(points, classes, ask) {
  /** @type {{score: {you: number, of: number}, told: string, answer: any} | null} */
  let now = null;
  const place = element("div", {class: "guess", role: "group", "aria-label": "Guess first"});
  const options = /** @type {[string | null, string, string?][]} */ ([...classes.map((name, i) => [name, name, classSymbols[i]]), [null, "I don't know"]]);
  const step = (name, text, work) => element("button", {type: "button", "data-step": name, text, onclick: work});
  const show = (...buttons) => {
    const focused = place.contains(/** @type {ShadowRoot} */ (place.getRootNode()).activeElement);
    place.replaceChildren(...buttons);
    if (focused) buttons[0].focus({preventScroll: true});
  };
  const idle = () => show(step("begin", "Guess first: ten points", begin));
  function begin() {
    now = {score: {you: 0, of: 0}, told: "", answer: null};
    next();
  }
  function next() {
    Object.assign(now, {told: "", answer: null});
    show(...guessButtons(options, guessed), step("end", "Stop", end));
    ask(points[now.score.of]);
  }
  function guessed(guess) {
    const {score, answer} = now;
    if (!answer) return;
    const said = answer.recognition === "weak" ? null : answer.value, right = guess === said;
    score.of++;
    score.you += Number(right);
    const heaviest = answer.neurons.reduce((a, b) => ((b.weight ?? 1) > (a.weight ?? 1) ? b : a)).samples[0];
    now.told = `${right ? "Right" : "No"}: it says ${said === null ? "“I don't know”: nothing is like this point" : `${said}, above all because of sample ${heaviest}`}. ${scored(score)}`;
    show(score.of < points.length ? step("next", `Next (${score.of + 1} of ${points.length})`, next) : step("begin", "Again", begin), step("end", "Stop", end));
    ask();
  }
  function end() {
    leave();
    ask();
  }
  function leave() {
    if (!now) return;
    now = null;
    idle();
  }
  idle();
  return {
    element: place,
    /** Somebody moves what is asked. */
    leave,
    /** Whether an answer waits. */
    get waits() {
      return Boolean(now && !now.told);
    },
    /** What is said of an answer; null where nothing is guessed. */
    says(answer) {
      if (!now) return null;
      now.answer = answer;
      return now.told || `Point ${now.score.of + 1} of ${points.length}, at (${points[now.score.of].join(", ")}): what will it say there? Guess first.`;
    },
  };
}
