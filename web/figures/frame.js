/**
 * The common part of all figures: a <figure> with its own colours, `value`, and "input"
 * events. It sets styles through the object model, because a strict policy blocks style
 * sheets and style attributes.
 */
import {element} from "../ui/element.js";

/** The page's colours by name: light, then dark if it differs. */
const colours = {
  paper: ["#ffffff", "#1e1f21"], ink: ["#1d1d1b", "#ececea"], quiet: ["#5c5c58", "#a6a6a0"], line: ["#d9d9d4", "#3a3b3d"], accent: ["#0b6aa8", "#63b3e6"],
  interpolated: ["#1d1d1b", "#ececea"], wrong: ["#c62a22", "#ff7a70"], halo: ["#ffffff", "#b9b9b5"], low: ["#440154"], high: ["#9db800", "#fde725"],
  "class-1": ["#0072b2", "#4aa8e0"], "class-2": ["#d55e00", "#f28a3c"], "class-3": ["#00805e", "#2cc497"],
  "class-4": ["#b2568c", "#e29cc3"], "class-5": ["#a06f00", "#e69f00"], "class-6": ["#2b7fb0", "#7cc5f0"],
};

/**
 * An empty figure. A host sets its colours by custom properties: --xaia-accent for --accent.
 *
 * @param {string} kind its class
 * @returns {HTMLElement & {value: any}}
 */
export function frame(kind) {
  const figure = element("figure", {class: `xaia ${kind}`});
  const both = globalThis.CSS?.supports?.("color", "light-dark(#000, #fff)");
  for (const [name, [light, dark]] of Object.entries(colours)) {
    figure.style.setProperty(`--${name}`, `var(--xaia-${name}, ${both && dark ? `light-dark(${light}, ${dark})` : light})`);
  }
  Object.assign(figure.style, {margin: "0", maxWidth: "100%", color: "var(--ink)", font: "15px/1.45 system-ui, sans-serif", fontVariantNumeric: "tabular-nums"});
  figure.value = null;
  return figure;
}

/** Sets the value and fires "input", as an input element does. */
export function tell(figure, value) {
  figure.value = value;
  figure.dispatchEvent(new CustomEvent("input", {bubbles: true}));
}

/** Stops a picture's events at its figure, so that one input is one event outside. */
export function heard(picture, listen = (_) => {}) {
  picture.addEventListener("input", (event) => {
    event.stopPropagation();
    listen(event.detail);
  });
  return picture;
}

/**
 * Asks a model for a figure's value; of several questions only the last is answered.
 *
 * @template Place
 * @param {HTMLElement & {value: any}} figure @param {HTMLElement} said where an error is said
 * @param {(place: Place) => Promise<any>} find @param {(value: any) => void} show
 * @returns {(place: Place, quiet?: boolean) => Promise<void>} quiet: the figure doesn't tell
 */
export function asker(figure, said, find, show) {
  let asking = 0;
  return async (place, quiet = false) => {
    const turn = ++asking;
    try {
      const value = await find(place);
      if (turn !== asking) return;
      show(value);
      if (quiet) figure.value = value;
      else tell(figure, value);
    } catch (error) {
      if (turn === asking) said.textContent = error.message;
    }
  };
}

/** A sentence under a picture, which is also read aloud when it changes. */
export function caption(text) {
  const said = element("figcaption", {"aria-live": "polite", text});
  Object.assign(said.style, {minHeight: "1.45em", fontSize: "15px"});
  return said;
}

/**
 * The options with their defaults; an unknown one is refused, as fit does.
 *
 * @param {string} of
 */
export function known(of, given, defaults) {
  const own = Object.assign(Object.create(null), given);
  for (const key of Object.keys(own)) {
    if (!Object.hasOwn(defaults, key)) throw new TypeError(`${of} has no option ${key}. Known options are ${Object.keys(defaults).sort().join(", ")}.`);
    if (own[key] === undefined) delete own[key];
  }
  return Object.assign(Object.create(null), defaults, own);
}

/** Browsers have no larger canvas. */
const largest = 16384;

/** Checks the sizes of a picture. */
export function checkSizes(options) {
  for (const name of ["width", "height"]) {
    if (name in options && !(options[name] > 0 && options[name] <= largest)) throw new TypeError(`${name} is ${JSON.stringify(options[name])}. Give a number of pixels, at most ${largest}.`);
  }
  return options;
}

/** The options of a figure with their defaults. @param {string} of */
export const withDefaults = (of, given, defaults) => checkSizes(known(of, given, defaults));

/** Checks that an option has one of the known values. */
export function oneOf(name, value, known) {
  if (!known.includes(value)) throw new TypeError(`${name} is ${JSON.stringify(value)}. Known values are ${known.map((k) => JSON.stringify(k)).join(", ")}.`);
  return value;
}
