/**
 * One widget: its options, the model fitted on them, and the pictures of the model.
 * Changes are collected until the current task ends; a newer fit aborts an older one.
 */
import {nameFeatures} from "../figures/samples.js";
import {attributionPlot} from "../figures/attribution.js";
import {activationPlot} from "../figures/activation.js";
import {constructionPlot} from "../figures/construction.js";
import {fingerprintPlot} from "../figures/fingerprint.js";
import {checkSizes, known, oneOf} from "../figures/frame.js";
import {networkPlot} from "../figures/network.js";
import {planePlot} from "../figures/plane.js";
import {tnnPlot} from "../figures/tnn.js";
import {element} from "../ui/element.js";
import {edited} from "./edit.js";
import {enter, fit, leave, load} from "./engine.js";
import {dress, rules} from "./sheet.js";

export const defaults = {
  X: null, y: null, options: null, file: null, names: null, external: [], selected: null, background: "island", links: "selected", columns: null,
  show: ["picture", "fingerprint"], width: 640, height: 480, worker: undefined,
};
/** The options that the model depends on; the others only change the pictures. */
const fitted = ["X", "y", "options", "file", "names"];
const parts = ["picture", "network", "fingerprint", "construction", "activation", "why"];

export class Widget {
  /** {selected, explanation}, or null. @type {any} */
  value = null;
  /** @type {any} */
  model = null;
  /** Settles when the last update is shown or refused. @type {Promise<any>} */
  ready;
  #root;
  #host;
  #state;
  #place;
  #stale = true;
  #ended = false;
  #refused = false;
  #queued = false;
  /** @type {AbortController | undefined} */
  #running;
  /** The width of the pictures, and the step of the construction that is shown. */
  #drawn = 0;
  /** @type {number | undefined} */
  #step;
  /** The last call of attributions. */
  #asked = {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** undefined in jsdom, which has no layout. */
  #sizes = globalThis.ResizeObserver && new ResizeObserver(() => this.#resized());

  /**
   * @param {ShadowRoot} root
   * @param {HTMLElement} host fires "input"
   * @param {any} options
   */
  constructor(root, host, options) {
    this.#root = root;
    this.#host = host;
    this.#state = known("xaia-plot", options, defaults);
    dress(root, rules);
    this.#place = element("div", {class: "parts", "aria-busy": "true"});
    root.replaceChildren(this.#place);
    this.#sizes?.observe(this.#place);
    this.#entered = enter(this.#state.worker);
    this.#entered.catch(() => {});
    this.ready = this.#later();
  }

  #entered;

  /** @param {string} name */
  get(name) {
    return this.#state[name];
  }

  /** Changes some of the options; the promise is that of `ready`. @param {any} changes */
  update(changes) {
    if (this.#ended) throw new TypeError("This widget was destroyed. Mount a new one.");
    this.#state = known("xaia-plot", {...this.#state, ...changes}, defaults);
    this.#refused = false;
    if (fitted.some((name) => Object.hasOwn(changes, name))) this.#stale = true;
    return (this.ready = this.#later());
  }

  /** Shows an error instead of the pictures. @param {Error} error */
  refuse(error) {
    this.#running?.abort();
    this.#stale = true;
    this.#refused = true;
    this.#place.removeAttribute("aria-busy");
    this.#place.replaceChildren(element("p", {role: "alert", text: error.message}));
    this.ready = Promise.reject(error);
    this.ready.catch(() => {});
  }

  /** Aborts pending work, frees the model and removes the pictures. */
  destroy() {
    if (this.#ended) return;
    this.#ended = true;
    this.#running?.abort();
    this.#sizes?.disconnect();
    clearTimeout(this.#timer);
    this.#forget();
    this.#root.replaceChildren();
    this.#root.adoptedStyleSheets = [];
    leave();
  }

  #forget() {
    this.model?.dispose();
    this.model = null;
  }

  #later() {
    if (this.#queued) return this.ready;
    this.#queued = true;
    const shown = Promise.resolve().then(() => {
      this.#queued = false;
      return this.#refused ? null : this.#render();
    });
    shown.catch(() => {}); // the error is shown, and ready rejects with it
    return shown;
  }

  async #render() {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const over = () => this.#ended || running.signal.aborted;
    this.#place.setAttribute("aria-busy", "true");
    try {
      this.#check();
      await this.#entered;
      if (over()) return this.value;
      if (this.#stale) await this.#fit(running, over);
      if (over()) return this.value;
      const content = this.model ? await this.#pictures() : [];
      if (over()) return this.value;
      this.#show(content);
      return this.value;
    } catch (error) {
      if (over()) return this.value;
      this.#place.replaceChildren(element("p", {role: "alert", text: error.message}));
      throw error;
    } finally {
      if (this.#running === running) this.#place.removeAttribute("aria-busy");
    }
  }

  /** What would be refused later, in words that nobody reads as this option. */
  #check() {
    const {show} = this.#state;
    if (!Array.isArray(show)) throw new TypeError(`show is ${JSON.stringify(show)}. Give a list of parts: ${parts.map((part) => JSON.stringify(part)).join(", ")}.`);
    for (const part of show) oneOf("show", part, parts);
    checkSizes(this.#state);
  }

  /** Keeps the keyboard focus where it was. */
  #show(content) {
    const stops = () => /** @type {HTMLElement[]} */ ([...this.#place.querySelectorAll("[tabindex], button, input")]);
    const at = stops().findIndex((stop) => stop === this.#root.activeElement);
    this.#place.replaceChildren(...content);
    stops()[at]?.focus({preventScroll: true});
  }

  /** In a narrower place the pictures are drawn narrower, so that letters stay legible. This waits until the width is stable. */
  #resized() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const room = this.#place.clientWidth;
      if (!this.model || this.#refused || room === 0 || room === this.#drawn) return;
      if (this.#place.hasAttribute("aria-busy")) this.#resized();
      else this.ready = this.#later();
    }, 150);
  }

  async #fit(running, over) {
    const {X, y, options, file, names, show} = this.#state;
    this.#forget();
    this.value = null;
    this.#step = undefined;
    if (!file && (X === null || y === null)) return;
    const trace = show.includes("construction") ? {trace: true} : {};
    const model = file ? await load(file) : await fit(X, y, {...trace, ...options, signal: running.signal});
    if (over()) {
      model.dispose();
      return;
    }
    if (names) nameFeatures(model, names);
    this.model = model;
    this.#stale = false;
  }

  async #pictures() {
    const {X, y, file, external, background, links, columns, show} = this.#state;
    const {model} = this;
    const selected = this.#selected();
    this.#place.style.width = `${this.#state.width}px`;
    const width = (this.#drawn = this.#place.clientWidth || this.#state.width); // a hidden place has no layout
    const height = Math.round((this.#state.height * width) / this.#state.width);
    const samples = file ? {} : {X, y};
    const picture = model.kind === "tnn" ? await tnnPlot(model, {...samples, external, selected, width, height})
      : await planePlot(model, {...samples, external, background, links, selected, width, height, columns: columns ?? undefined});
    let asking;
    const [network, fingerprint, why] = [element("div", {}), element("div", {}), element("div", {})];
    let turn = 0;
    const drawNetwork = async () => {
      const mine = ++turn;
      const at = picture.value;
      const figure = await networkPlot(model, {...samples, explanation: at?.explanation, x: at?.x, width, height: Math.max(200, Math.round((2 * height) / 3))});
      if (mine !== turn || this.#ended) return;
      const walking = this.#root.activeElement && network.contains(this.#root.activeElement);
      network.replaceChildren(quiet(figure, (neuron) => neuron?.chosen && this.#change({selected: {sample: neuron.sample}})));
      if (walking) /** @type {HTMLElement} */ (figure.querySelector("[tabindex]")).focus({preventScroll: true});
    };
    const explain = async (at) => {
      const turn = (this.#asked = {});
      const said = at && (await model.attributions([at.x]))[0];
      if (turn === this.#asked) why.replaceChildren(...(said ? [quiet(attributionPlot(model, said, {width}))] : []));
    };
    const follow = () => {
      const at = picture.value;
      this.value = at && {selected: selectedOf(at), explanation: at.explanation};
      if (show.includes("why")) asking = explain(at).catch((error) => why.replaceChildren(element("p", {role: "alert", text: error.message})));
      if (show.includes("fingerprint")) fingerprint.replaceChildren(...(at ? [fingerprintPlot(at.explanation, {model, width})] : []));
    };
    picture.addEventListener("input", (event) => {
      event.stopPropagation();
      const {shiftKey, x, sample, external: on} = picture.value;
      if (shiftKey && sample === null && on === null) {
        this.#addExternal(x);
        return;
      }
      this.#state.selected = selectedOf(picture.value);
      follow();
      if (show.includes("network")) drawNetwork().catch((error) => network.replaceChildren(element("p", {role: "alert", text: error.message})));
      this.#say();
    });
    picture.addEventListener("keydown", (event) => {
      const changes = picture.value && event.target === picture && !file ? edited(event.key, picture.value, this.#state, model) : null;
      if (!changes) return;
      event.preventDefault();
      this.#change(changes);
    });
    follow();
    if (show.includes("network")) await drawNetwork();
    await asking; // then the attributions are shown
    const made = {
      picture: () => picture,
      network: () => network,
      fingerprint: () => fingerprint,
      why: () => why,
      construction: () => model.trace && quiet(constructionPlot(model, {...samples, width, step: this.#step}), ({step}) => (this.#step = step)),
      activation: () => model.layers && quiet(activationPlot(model.layers[0].settings, {width})),
    };
    return show.map((part) => made[part]()).filter(Boolean);
  }

  /** The selection, unless the data don't contain it any more. */
  #selected() {
    const {selected, external} = this.#state;
    return selected?.sample >= this.model.sampleCount || selected?.external >= (external?.length ?? 0) ? null : selected;
  }

  /** Adds an external point, after Shift and a click. */
  #addExternal(x) {
    const external = [...(this.#state.external ?? []), x];
    this.#change({external, selected: this.model.kind === "tnn" ? x : {external: external.length - 1}});
  }

  /** Fires "input" for a change by the reader, once it is shown. */
  #change(changes) {
    this.update(changes).then(() => this.#ended || this.#say(), () => {});
  }

  #say() {
    this.#host.dispatchEvent(new CustomEvent("input", {bubbles: true, composed: true}));
  }
}

/** A point by its number if it has one, so that it stays selected after small changes of the data. */
function selectedOf({x, sample, external, explanation}) {
  if (explanation.active === undefined) {
    if (sample !== null) return {sample};
    if (external !== null) return {external};
  }
  return typeof x === "number" ? [x] : Array.from(x);
}

/** Events of its inputs aren't events of the widget. */
function quiet(figure, heard = (/** @type {any} */ _) => {}) {
  figure.addEventListener("input", (event) => {
    event.stopPropagation();
    heard(figure.value);
  });
  return figure;
}
