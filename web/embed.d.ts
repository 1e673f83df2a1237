/**
 * xaia in one file that fetches nothing: a function, an element, a notebook widget.
 * Importing it defines <xaia-plot>, unless another copy has.
 */
import type {FitOptions, ModelFile, Samples, SQANNExplanation, Targets, TNNExplanation} from "./xaia.js";
import type {PlaneOptions, Selected} from "./plot.js";

export interface WidgetOptions {
  /** What to fit; nothing is shown until both are there. */
  X?: Samples | null;
  y?: Targets | null;
  /** Of fit. */
  options?: Omit<FitOptions, "signal" | "onProgress"> | null;
  /** A model's file instead of X and y. */
  file?: ModelFile | string | null;
  /** Rows to predict. Shift and a click add one. */
  external?: readonly (number | readonly number[])[];
  /** The point that is explained; a click changes it. */
  selected?: Selected | null;
  background?: PlaneOptions["background"];
  links?: PlaneOptions["links"];
  columns?: PlaneOptions["columns"] | null;
  /**
   * From top to bottom; default picture and fingerprint. The network is that of an SQANN: a TNN has none. "why" shows which columns made
   * the answer to the selected point.
   */
  show?: readonly ("picture" | "network" | "fingerprint" | "construction" | "activation" | "why")[];
  /** In pixels; default 640 × 480. Where there is less room the pictures are drawn narrower, in the same proportions. */
  width?: number;
  height?: number;
  /** false: compute in the calling thread. Default: a worker from a blob where the page's policy allows it. All widgets share one engine; the first decides. */
  worker?: boolean;
}

export interface WidgetValue {
  selected: Selected;
  explanation: SQANNExplanation | TNNExplanation;
}

export interface Mounted {
  /** Fires "input" when the value has changed; so does el, since it bubbles. */
  readonly element: HTMLElement;
  readonly value: WidgetValue | null;
  /** As the reader has left them: Shift and a click add an external point, 1 to 6 make a fitting sample of a class, Delete takes away. */
  readonly X: WidgetOptions["X"];
  readonly y: WidgetOptions["y"];
  readonly external: WidgetOptions["external"];
  /** Resolves when what was last told is shown; rejects when it was refused (the widget shows why). */
  readonly ready: Promise<WidgetValue | null>;
  update(changes: WidgetOptions): Promise<WidgetValue | null>;
  /** Takes it away and frees its model; the last one on a page ends the engine. */
  destroy(): void;
}

export declare function mount(el: Element, options?: WidgetOptions & {theme?: "light" | "dark"}): Mounted;

/** <xaia-plot>: each option is a property; as attributes, lists and objects are JSON (x='[[0, 0], …]' y='["a", …]'). */
export interface XaiaPlot extends HTMLElement, Required<WidgetOptions> {
  readonly value: WidgetValue | null;
  readonly explanation: WidgetValue["explanation"] | null;
  readonly ready: Promise<WidgetValue | null>;
}

declare global {
  interface HTMLElementTagNameMap {
    "xaia-plot": XaiaPlot;
  }
}

/** For anywidget: traits X, y, options, external, selected, explanation, background, links, show, width, height. */
declare const widget: {
  initialize(context: {model: any}): void;
  render(context: {model: any; el: HTMLElement}): () => void;
};
export default widget;

export declare const version: string;
