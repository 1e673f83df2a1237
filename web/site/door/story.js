/** The story below the front door: the picture stays, and each stop of the text puts it into another state. */

/** Milliseconds of the way out to sea. */
const way = 900;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {HTMLElement} story
 * @param {{state: any, penguins: any[], turns: number[], door: any, ask: () => Promise<void>, move: (to: number[]) => Promise<void>, sea: number[], guarded: (run: (...given: any[]) => Promise<void>) => (...given: any[]) => Promise<void>,
 *   leaveOut: (left: number[], who: number) => Promise<void>, teachOrdinary: (on: boolean) => Promise<void>}} page
 */
export function storyIn(story, {state, penguins, turns, door: {mistake, wrong}, ask, leaveOut, move, sea, teachOrdinary, guarded}) {
  const stops = /** @type {HTMLElement[]} */ ([...story.querySelectorAll("[data-stop]")]);
  const out = /** @type {HTMLButtonElement} */ (story.querySelector("#take-out"));
  const quiet = {rings: [], dim: false, caption: ""};
  const own = () => turns[state.turn];
  const home = async () => {
    if (state.who !== own() || state.left.length > 1) await leaveOut([own()], own());
    state.asked = penguins[own()].x;
  };

  /** What each stop shows; 0 is the door itself. @type {((over: () => boolean) => Promise<void>)[]} */
  const scenes = [
    async () => {
      await home();
      Object.assign(state, quiet, {caption: null, spoken: state.guess !== null});
    },
    async () => void Object.assign(state, quiet, {asked: null, spoken: false, caption: "Every neuron is one penguin."}),
    async () => {
      await home();
      Object.assign(state, quiet, {spoken: false, dim: true, caption: "Who is it?"});
    },
    async () => {
      await home();
      Object.assign(state, quiet, {spoken: true});
    },
    async (over) => {
      await home();
      Object.assign(state, quiet, {spoken: true});
      teachOrdinary(true);
      const from = state.asked;
      const began = performance.now();
      for (let part = still() ? 1 : 0; !over(); part = Math.min(1, (performance.now() - began) / way)) {
        const eased = part * part * (3 - 2 * part);
        await move(from.map((v, k) => v + eased * (sea[k] - v)));
        if (part === 1) break;
        await new Promise(requestAnimationFrame);
      }
    },
    async () => {
      out.setAttribute("aria-pressed", "false");
      await leaveOut([mistake.i], mistake.i);
      Object.assign(state, quiet, {rings: wrong, spoken: true});
    },
    async () => void Object.assign(state, quiet, {asked: null, spoken: false, caption: "And who answers you?"}),
  ];

  let [at, turn] = [0, 0];
  const show = guarded(async (stop) => {
    if (stop === at) return;
    const mine = ++turn;
    at = stop;
    document.body.dataset.story = String(stop);
    if (stop !== 4) teachOrdinary(false);
    await scenes[stop](() => mine !== turn);
    if (mine === turn) await ask();
  });

  // The stop whose text is at the height where one reads: one below it, on a phone, where the picture lies above.
  const follow = () => {
    const line = innerHeight * 0.7;
    show(scrollY < 24 ? 0 : stops.filter((stop) => stop.getBoundingClientRect().top < line).length);
  };
  addEventListener("scroll", follow, {passive: true});
  story.addEventListener("focusin", follow);

  out.addEventListener("click", guarded(async () => {
    const on = out.getAttribute("aria-pressed") !== "true";
    await leaveOut(on ? [mistake.i, mistake.misled] : [mistake.i], mistake.i);
    out.setAttribute("aria-pressed", String(on));
  }));
  follow();
}
