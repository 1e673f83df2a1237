/**
 * Pictures of models for notebooks and other pages. Each function returns a <figure> that
 * works as a view of Observable: it has `value`, and fires "input" when the value has changed.
 * The figures need no style sheet. --xaia-accent, --xaia-ink, --xaia-paper,
 * --xaia-interpolated, --xaia-wrong, --xaia-class-1 to -6 set their colours.
 */
import type {Attribution, ColumnAttribution, EnsembleModel, LayerSettings, Label, PartialDependence, Samples, SQANNExplanation, SQANNModel, Targets, TNNExplanation, TNNModel, TraceEvent, WithFingerprint} from "../package/xaia.js";

export interface View<Value> extends HTMLElement {
  value: Value;
}

/** The selection in the plane. */
export interface PlaneValue {
  x: number[];
  /** The number of the fitting sample or external point, or null. */
  sample: number | null;
  external: number | null;
  explanation: WithFingerprint<SQANNExplanation>;
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
  /** The background: the model's answer where it is familiar, in a hatched sea ("island"), or everywhere ("prediction"), its familiarity, the sample that answers ("territory"), or the layer of the hit; default "none". */
  background?: "none" | "island" | "prediction" | "familiarity" | "territory" | "layer";
  /** Which links from an answer to its samples are drawn: those of the selected point (default), of all external points, or none. */
  links?: "selected" | "all" | "none";
  selected?: Selected | null;
  /** Pixels; default 640 and 480. The picture shrinks with its container. */
  width?: number;
  height?: number;
  /** The two columns to show, by name or number. Default: with two columns, these; with more, the principal components. */
  columns?: readonly [string | number, string | number];
  /** Samples to ring. */
  lit?: readonly number[];
  /** Write each sample's number beside it; default false. */
  numbers?: boolean;
  title?: string;
  /** Show the key to the colours; default true. */
  legend?: boolean;
}

/** The plane of an SQANN. A click or the arrow keys select a point; the value has the model's explanation of it. For a calibrated model of numbers, a bar shows the answer's interval at coverage 0.9. */
export declare function planePlot(model: SQANNModel, options?: PlaneOptions): Promise<View<PlaneValue | null>>;

/** A neuron of the network. Layers are numbered from 1, nodes from 0. The activation is null if the input didn't reach the layer. */
export interface NeuronValue {
  layer: number;
  node: number;
  /** The first of the samples that it represents. */
  sample: number;
  samples: number[];
  activation: number | null;
  /** True if the neuron was clicked, or Enter was pressed on it. Absent if it is only under the pointer or reached by the arrow keys. */
  chosen?: true;
}

export interface NetworkOptions {
  /** The result of model.explain for one row, whose activations are shown. */
  explanation?: WithFingerprint<SQANNExplanation> | null;
  /** That row, which is written beside the input. */
  x?: readonly number[] | null;
  /** The fitting samples; default: from the model's file. */
  X?: Samples;
  y?: Targets;
  /** A sample whose neurons are highlighted. */
  lit?: number | null;
  /** Animate the explanation, 150 ms a layer; default true. It is never animated if the reader prefers reduced motion. */
  flow?: boolean;
  /** Pixels; default 640 and 320. The picture shrinks with its container. */
  width?: number;
  height?: number;
}

/**
 * The network of an SQANN. It has a column for the input, for each layer and for the answer. Each neuron is the glyph of its sample. Its fill shows its
 * activation, a ring marks neurons from the admission threshold on, and the hit is solid. Links between layers are the fingerprints: they connect a neuron with those neurons of the layer
 * below that its own sample activates at least moderately. A layer of more than twelve neurons shows at most twelve of those that are activated, and the number of the others. A click or
 * the arrow keys select a neuron, including those that aren't shown.
 *
 * For scripts: neurons are `[data-layer][data-node][data-sample][data-activation]`, with the classes `lit` and `hit`. Links between layers are `.fingerprint-link[data-layer][data-node][data-from]`,
 * links to the answer `.answer-link[data-layer][data-node][data-weight]`, the skip connection `[data-rail]`.
 */
export declare function networkPlot(model: SQANNModel, options?: NetworkOptions): Promise<View<NeuronValue | null>>;

export interface FingerprintOptions {
  /** If given, neurons are labelled with their samples, and the thresholds are drawn. */
  model?: SQANNModel | TNNModel;
  layers?: SQANNModel["layers"];
  width?: number;
  /** A sample to highlight. */
  lit?: number | null;
}

/** The activation of each neuron in the layers passed; for a TNN, its triangle. The value is the neuron under the pointer. */
export declare function fingerprintPlot(explanation: WithFingerprint<SQANNExplanation | TNNExplanation>, options?: FingerprintOptions): View<{layer: number; node: number; sample?: number; activation: number} | null>;

/** σ_dsa over the distance, with both thresholds; below it, the given distances. The value is the point under the pointer. */
export declare function activationPlot(settings: LayerSettings, options?: {r?: number; distances?: ArrayLike<number>; width?: number; height?: number}): View<{distance: number; activation: number} | null>;

/**
 * Which columns made an answer. With a local line, the answer part by part: the weighted mean of the samples, what each column adds to
 * it because the row differs there ("+ 910 because carat is 0.04 higher"), what limiting adds, and the answer. Small parts are
 * together. The numbers are rounded so that they add up.
 *
 * Otherwise, and for several outputs, a bar for each column's share of the distance, and beside it the answer with the column at its
 * typical value. This answer has another colour if it is another class, or differs by a tenth or more. For classes with a local line,
 * the bars come first, and then the predicted class's score part by part.
 *
 * columns: the columns to show, by their names or numbers in the attribution; default all. The value is the column under the pointer, or
 * reached by the arrow keys.
 */
export declare function attributionPlot(model: SQANNModel | TNNModel | EnsembleModel, attribution: Attribution, options?: {columns?: readonly (string | number)[]; width?: number}): View<ColumnAttribution | null>;

/**
 * The mean answer as a column varies, with a band of one standard deviation over the rows, and with `each` a thin line for each row.
 * Texts are points. Classes and several outputs have a line each. The value is the point nearest to the pointer.
 */
export declare function effectPlot(effect: PartialDependence, options?: {width?: number; height?: number}): View<{at: number | string; mean: number | number[]; spread: number | number[]} | null>;

export interface TNNValue {
  x: number;
  y: number;
  sample: number | null;
  external: number | null;
  explanation: WithFingerprint<TNNExplanation>;
  shiftKey?: true;
}

/** The curve of a TNN on one feature, grey between samples and outside of them. external: x, or [x, y]; a circle marks points whose error is above tolerance. For a calibrated model, a band shows the intervals at coverage 0.9. */
export declare function tnnPlot(model: TNNModel, options?: {X?: Samples; y?: Targets; external?: readonly (number | readonly number[])[]; selected?: number | readonly [number] | null; tolerance?: number; width?: number; height?: number}): Promise<View<TNNValue | null>>;

/** Shows a construction step by step, from a model fitted with {trace: true} or its trace. With X of two columns the samples are shown as well. The value is the step. */
export declare function constructionPlot(trace: readonly TraceEvent[] | SQANNModel, options?: {X?: Samples; y?: Targets; classes?: readonly Label[] | null; step?: number; width?: number; height?: number}): View<{step: number; steps: number; layers: number[][]; sample: number | null; sentence: string}>;

/** σ_dsa at a distance. */
export declare function activationAt(distance: number, settings: {a1: number; a2: number}, r?: number): number;

/** The numbers behind a fingerprint. */
export declare function fingerprintRows(explanation: WithFingerprint<SQANNExplanation>, model: {layers: SQANNModel["layers"]}): {layer: number; neuron: number; samples: string; activation: number}[];

/** The colours (as CSS) and shapes (as text) of the classes, in their order. */
export declare const classColours: string[];
export declare const classSymbols: string[];
