/**
 * Pictures of models for notebooks and other pages. Each function gives a <figure> as
 * Observable's views are: it has `value`, and fires "input" when the value has changed.
 * They need @observablehq/plot, and no style sheet; --xaia-accent, --xaia-ink, --xaia-paper,
 * --xaia-interpolated, --xaia-wrong, --xaia-class-1 to -6 set their colours.
 */
import type {Attribution, ColumnAttribution, EnsembleModel, LayerSettings, Label, Samples, SQANNExplanation, SQANNModel, Targets, TNNExplanation, TNNModel, TraceEvent} from "./xaia.js";

export interface View<Value> extends HTMLElement {
  value: Value;
}

/** What is chosen in the plane. */
export interface PlaneValue {
  x: number[];
  /** Which fitting sample or external point it is, or null. */
  sample: number | null;
  external: number | null;
  explanation: SQANNExplanation;
  /** Shift was held down. */
  shiftKey?: true;
}

/** A row, or one of the points in the picture. */
export type Selected = readonly number[] | {sample: number} | {external: number} | {x: readonly number[]};

export interface PlaneOptions {
  /** The fitting samples; default: from the model's file. */
  X?: Samples;
  y?: Targets;
  /** Rows to predict, drawn as ×. */
  external?: Samples;
  /** What lies behind: what the model answers, how familiar it is, who answers, the layer of the hit; default "none". */
  background?: "none" | "prediction" | "familiarity" | "territory" | "layer";
  /** Links from an answer to its samples: the selected point's (default), all external points', or none. */
  links?: "selected" | "all" | "none";
  selected?: Selected | null;
  /** Pixels; default 640 and 480. It shrinks with its place. */
  width?: number;
  height?: number;
  /** Which two columns to show, by name or number; default: two as they are, more by principal components. */
  columns?: readonly [string | number, string | number];
  /** Samples to ring. */
  lit?: readonly number[];
  title?: string;
  /** Show the key to the colours; default true. */
  legend?: boolean;
}

/** The plane of an SQANN. A click, or the arrow keys, choose a point; the value says what the model makes of it. Of a calibrated model for numbers, a bar shows the answer's interval at coverage 0.9. */
export declare function planePlot(model: SQANNModel, options?: PlaneOptions): Promise<View<PlaneValue | null>>;

/** A neuron of the network: from layer 1, node 0. Its activation is null where the input didn't reach its layer. */
export interface NeuronValue {
  layer: number;
  node: number;
  /** The first of the samples that it stands for. */
  sample: number;
  samples: number[];
  activation: number | null;
  /** It was clicked, or Enter was pressed on it; otherwise it is pointed at or walked on. */
  chosen?: true;
}

export interface NetworkOptions {
  /** What model.explain gave for one row: it lights the network. */
  explanation?: SQANNExplanation | null;
  /** That row, to be written beside the input. */
  x?: readonly number[] | null;
  /** The fitting samples; default: from the model's file. */
  X?: Samples;
  y?: Targets;
  /** A sample whose neurons are marked. */
  lit?: number | null;
  /** Let the explanation flow through, 150 ms a layer; default true, never where the reader prefers reduced motion. */
  flow?: boolean;
  /** Pixels; default 640 and 320. It shrinks with its place. */
  width?: number;
  height?: number;
}

/**
 * The network of an SQANN: a column for the input, for each layer and for the answer; a neuron is its sample's glyph, filled by its activation,
 * with a ring from the admission threshold on, and the hit solid. Links between layers are fingerprints: from the neurons of the layer below that the neuron's
 * own sample activates at least moderately. Of more than twelve neurons a layer shows those that are lit, at most twelve, and folds the rest into a number. A click, or
 * the arrow keys, choose a neuron, folded ones too.
 *
 * For scripts: neurons are `[data-layer][data-node][data-sample][data-activation]`, with the classes `lit` and `hit`; links between layers `.fingerprint-link[data-layer][data-node][data-from]`,
 * to the answer `.answer-link[data-layer][data-node][data-weight]`; the skip connection `[data-rail]`.
 */
export declare function networkPlot(model: SQANNModel, options?: NetworkOptions): Promise<View<NeuronValue | null>>;

export interface FingerprintOptions {
  /** With it neurons are named by their samples, and the thresholds are drawn. */
  model?: SQANNModel | TNNModel;
  layers?: SQANNModel["layers"];
  width?: number;
  /** A sample to light. */
  lit?: number | null;
}

/** How strongly each neuron of the layers passed was activated; for a TNN its triangle. The value is the neuron pointed at. */
export declare function fingerprintPlot(explanation: SQANNExplanation | TNNExplanation, options?: FingerprintOptions): View<{layer: number; node: number; sample?: number; activation: number} | null>;

/** σ_dsa over the distance with both thresholds; beneath, the distances given. The value is the place pointed at. */
export declare function activationPlot(settings: LayerSettings, options?: {r?: number; distances?: ArrayLike<number>; width?: number; height?: number}): View<{distance: number; activation: number} | null>;

/**
 * Which columns made an answer: a bar for each column's share of the distance, and beside it the answer with the column at its
 * typical value, in another colour where it is another class, or another number by a tenth. columns: those to show, by the
 * names or numbers that they have in the attribution; default all. The value is the column pointed at, or walked to by the arrow keys.
 */
export declare function attributionPlot(model: SQANNModel | TNNModel | EnsembleModel, attribution: Attribution, options?: {columns?: readonly (string | number)[]; width?: number}): View<ColumnAttribution | null>;

export interface TNNValue {
  x: number;
  y: number;
  sample: number | null;
  external: number | null;
  explanation: TNNExplanation;
  shiftKey?: true;
}

/** The curve of a TNN on one feature, grey where it lies between samples or outside. external: x, or [x, y]; circled where missed by more than tolerance. A calibrated model's intervals at coverage 0.9 are a band. */
export declare function tnnPlot(model: TNNModel, options?: {X?: Samples; y?: Targets; external?: readonly (number | readonly number[])[]; selected?: number | readonly [number] | null; tolerance?: number; width?: number; height?: number}): Promise<View<TNNValue | null>>;

/** A construction to step through: a model fitted with {trace: true}, or its trace. With X of two columns the samples are shown as well. The value is the step. */
export declare function constructionPlot(trace: readonly TraceEvent[] | SQANNModel, options?: {X?: Samples; y?: Targets; classes?: readonly Label[] | null; step?: number; width?: number; height?: number}): View<{step: number; steps: number; layers: number[][]; sample: number | null; sentence: string}>;

/** σ_dsa at a distance. */
export declare function activationAt(distance: number, settings: {a1: number; a2: number}, r?: number): number;

/** The numbers behind a fingerprint. */
export declare function fingerprintRows(explanation: SQANNExplanation, model: {layers: SQANNModel["layers"]}): {layer: number; neuron: number; samples: string; activation: number}[];

/** Of the classes, in their order: colours as CSS, shapes as text. */
export declare const classColours: string[];
export declare const classSymbols: string[];
