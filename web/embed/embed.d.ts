/**
 * xaia in one file that fetches nothing: a function, an element, and a notebook widget.
 * Importing the file defines <xaia-plot>, unless another copy has defined it.
 */
import type {FitOptions, ModelFile, RowObject, Samples, SQANNExplanation, Targets, TNNExplanation} from "../package/xaia.js";
import type {PlaneOptions, Selected} from "../figures/plot.js";

export interface WidgetOptions {
  /** The data to fit; nothing is shown until both X and y are set. */
  X?: Samples | null;
  y?: Targets | null;
  /** Options of fit. */
  options?: Omit<FitOptions, "signal" | "onProgress"> | null;
  /** A model's file instead of X and y. */
  file?: ModelFile | string | null;
  /** Names of the features, for a model that was fitted on numbers without names. */
  names?: readonly string[] | null;
  /** Rows to predict. Shift and a click add a row. */
  external?: readonly (number | readonly number[] | RowObject)[];
  /** The point that is explained; a click changes it. */
  selected?: Selected | null;
  background?: PlaneOptions["background"];
  links?: PlaneOptions["links"];
  columns?: PlaneOptions["columns"] | null;
  /**
   * The parts to show, from top to bottom; default picture and fingerprint. Only an SQANN has a network. "why" shows which columns made
   * the answer to the selected point.
   */
  show?: readonly ("picture" | "network" | "fingerprint" | "construction" | "activation" | "why")[];
  /** In pixels; default 640 × 480. In a narrower place the pictures are drawn narrower, in the same proportions. */
  width?: number;
  height?: number;
  /** false: compute in the calling thread. Default: a worker from a blob if the page's policy allows it. All widgets share one engine; the first widget decides. */
  worker?: boolean;
}

export interface WidgetValue {
  selected: Selected;
  explanation: SQANNExplanation | TNNExplanation;
}

export interface Mounted {
  /** Fires "input" when the value has changed. The event bubbles, so el fires it too. */
  readonly element: HTMLElement;
  readonly value: WidgetValue | null;
  /** The current data, with the reader's edits: Shift and a click add an external point, 1 to 6 make the selected point a fitting sample of that class, Delete removes it. */
  readonly X: WidgetOptions["X"];
  readonly y: WidgetOptions["y"];
  readonly external: WidgetOptions["external"];
  /** Resolves when the last update is shown; rejects if it was refused (the widget shows why). */
  readonly ready: Promise<WidgetValue | null>;
  update(changes: WidgetOptions): Promise<WidgetValue | null>;
  /** Removes the widget and frees its model. The last widget on a page also ends the engine. */
  destroy(): void;
}

export declare function mount(el: Element, options?: WidgetOptions & {theme?: "light" | "dark"}): Mounted;

/** <xaia-plot>: each option is a property. In attributes, lists and objects are JSON (x='[[0, 0], …]' y='["a", …]'). */
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

/** For anywidget: traits X, y, options, file, external, selected, explanation, background, links, columns, show, width, height. */
declare const widget: {
  initialize(context: {model: any}): void;
  render(context: {model: any; el: HTMLElement}): () => void;
};
export default widget;

/** What lessons.mjs uses: the shared engine and its pictures. */
export declare const parts: any;

export declare const version: string;
