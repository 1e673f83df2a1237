/**
 * xaia: two interpretable networks, TNN and SQANN, after Tjoa and Guan. Every
 * neuron is one sample; every answer names the samples it came from.
 */

/** A class label, or for a regression a number. */
export type Label = string | number | boolean;

/** One row of features. */
export type Row = readonly number[] | Float64Array | Float32Array;

/** Rows of features, row-major: the fast path, one copy. */
export interface Packed {
  data: Float64Array | Float32Array;
  rows: number;
  columns: number;
}

/** Samples: N rows of n features. A flat array is one feature. */
export type Samples = readonly Row[] | Packed | readonly number[] | Float64Array | Float32Array;

/** Outcomes, one for each sample: numbers, vectors, or labels. */
export type Targets =
  | readonly number[] | Float64Array | Float32Array
  | readonly (readonly number[])[]
  | readonly string[]
  | readonly boolean[];

/** What one layer works with (section 3 of the paper). */
export interface LayerSettings {
  /** Width of the activation's sharp peak, in squared units of distance; above 0. */
  a1: number;
  /** Width of its plateau, in units of distance; above 0. */
  a2: number;
  /** τ_ad: below it for every neuron, a sample is new to the layer. */
  admission: number;
  /** τ_act: above it for some neuron, a sample is recognised. 0 < admission <= activation < 1. */
  activation: number;
}

/** How an output is made when no neuron is strongly activated. */
export type Interpolation =
  /** The K most strongly activated neurons, weighted by their activation. */
  | {top: number}
  /** The strongest neuron of each layer, weighted by its activation. */
  | "layerwise"
  /** A TNN of this steepness between the two strongest. */
  | {tnn: number}
  /** The strongest neuron's own output. */
  | "nearest"
  /** No output: NaN, or null for labels. */
  | "none"
  /** Your own: it gets the strongest neurons, strongest first (8 under preset "xaia", else 2). It isn't stored in model files. */
  | ((neurons: Neuron[]) => any);

export interface FitOptions {
  /** Default "sqann". A "tnn" takes one feature. */
  model?: "sqann" | "tnn";
  /** Default "xaia": with the skip connection, settings from the data, min-max scaling, top 8. "paper" is the paper's text. */
  preset?: "xaia" | "paper" | "published-v1" | "published-v2";
  /** Layers from the second on see the input again. Default: the preset's. */
  skip?: boolean;
  /** Default: the preset's. A list's last entry serves all deeper layers. */
  settings?: "auto" | "classic" | LayerSettings | readonly LayerSettings[];
  /** Mixing weight of the activation's two parts, 0 to 1; default 0.5. */
  r?: number;
  /** At most so many examinations of a sample, else `too-large`; default: no limit. The construction always ends. */
  maxSteps?: number;
  /** Default: the preset's. */
  interpolation?: Interpolation;
  /** Default "minmax" under preset "xaia", else "none". */
  scale?: "none" | "minmax" | "standard";
  /** What becomes of samples with equal x and different y; default "error" (`ill-defined`). */
  duplicates?: "error" | "first" | "mean" | "majority";
  /** Take numbers in y as class labels; default false. */
  classes?: boolean;
  /** Keep the construction's events in `model.trace`; default false. */
  trace?: boolean;
  /** TNN: steepness, default 5. */
  a?: number;
  /** TNN: choose the steepness so that every fitting error is at most this (theorem 1). Not together with `a`. */
  tolerance?: number;
  /** Ends the fit; it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called about every 16 ms during a fit that takes longer. */
  onProgress?: (progress: {done: number; total: number; layer: number; collisions: number}) => void;
}

export interface CallOptions {
  /** Default: the model's own. Without effect on a TNN. */
  interpolation?: Interpolation;
}

/** A neuron that took part in an answer. */
export interface Neuron {
  /** From 1. */
  layer: number;
  /** From 0. */
  node: number;
  /** Rows of the fitting data that it stands for. */
  samples: number[];
  /** In the space its layer sees, features scaled. */
  distance: number;
  /** 0 to 1. */
  activation: number;
  /** Its output: the label, number or vector of its samples. */
  alpha: Label | number[];
  /** Its share of the answer; they sum to 1. Absent under your own interpolation. */
  weight?: number;
}

export interface SQANNExplanation {
  /** The prediction; NaN or null for status "none". */
  value: any;
  /** For classes: a score for each, in the order of `model.classes`; they sum to 1. */
  scores?: number[];
  /** "hit": a neuron recognised the input and gave its own output. */
  status: "hit" | "interpolated" | "none";
  /** "strong": a hit. "weak": below every admission threshold, the input is unknown. */
  recognition: "strong" | "moderate" | "weak";
  /** The strongest activation in the layers passed, 0 to 1. */
  familiarity: number;
  /** The first layer before the hit that has nothing like the input: there it would be admitted as new. */
  novelAt?: number;
  /** Of the hit, from 1. */
  layer?: number;
  /** Those that made the answer, the strongest first. */
  neurons: Neuron[];
  /** The activations of each layer passed. */
  fingerprint: Float64Array[];
}

export interface TNNExplanation {
  value: any;
  scores?: number[];
  recognition: "strong" | "moderate" | "weak";
  /** How many neurons are above ½. */
  active: number;
  /** The samples on both sides, the lower first; one at an end, or on a sample. */
  neighbours: {samples: number[]; x: number; alpha: Label | number[]}[];
  /** σ of every neuron, the lowest sample's first. */
  fingerprint: Float64Array;
}

export interface Report {
  /** Largest |f(x) - y| over the samples as given; zero for a SQANN by construction, so it says nothing about new points. */
  maxFittingError: number;
  steps: number;
  /** Neurons that joined their layer by a collision. */
  collisions: number;
  /** Samples that share a neuron with an equal one. */
  duplicates: number;
  warnings: string[];
  milliseconds: number;
}

/** One step of a construction. Layers count from 1, samples and nodes from 0. */
export interface TraceEvent {
  type: "admit" | "filter" | "collide" | "drop";
  /** The sample examined; for "drop", the one that collided. */
  sample: number;
  /** The layer it was held against; for "drop", the layer that falls. */
  layer: number;
  /** "admit": its own; else the neuron it activates most. */
  node?: number;
  activation?: number;
  /** "collide": the layer it joins, below `layer` where another sample has the same fingerprint. */
  joined?: number;
}

/** What `model.toJSON()` gives and `load` takes. */
export interface ModelFile {
  format: "xaia-model";
  version: 1;
  options: object;
  X: number[][];
  y: any[];
  layers?: number[][][];
}

export interface BaseModel<Explanation> {
  readonly features: number;
  readonly outputs: number;
  /** Sorted; null for a regression. */
  readonly classes: Label[] | null;
  /** How many samples it was fitted on. */
  readonly samples: number;
  readonly report: Report;
  /**
   * One answer for each row: a number, a label as it was given, or a vector. For
   * a model of several features a flat array is one row and gives one answer;
   * for one feature a lone number does.
   */
  predict(X: Samples | number, options?: CallOptions): Promise<any>;
  /** Why: for each row, from the very pass that predicts. */
  explain(X: Row | number, options?: CallOptions): Promise<Explanation>;
  explain(X: Samples, options?: CallOptions): Promise<Explanation[]>;
  /** Only where the engine runs in this thread. */
  predictSync(X: Samples | number, options?: CallOptions): any;
  explainSync(X: Samples | number, options?: CallOptions): any;
  toJSON(): ModelFile;
  /** Frees it; later calls throw `disposed`. */
  dispose(): void;
}

export interface SQANNModel extends BaseModel<SQANNExplanation> {
  readonly kind: "sqann";
  /** The placement: for each layer its settings, and for each node the samples it stands for. */
  readonly layers: {settings: LayerSettings; nodes: number[][]}[];
  /** How far almost every sample is from its nearest other one, after scaling; absent where nothing needs it. */
  readonly reach?: number;
  readonly trace?: TraceEvent[];
}

export interface TNNModel extends BaseModel<TNNExplanation> {
  readonly kind: "tnn";
  readonly a: number;
  readonly W: number[];
  readonly b: number[];
  readonly alpha: number[] | number[][];
}

export type Model = SQANNModel | TNNModel;
export declare const Model: {prototype: Model};

export type ErrorCode =
  | "invalid-input" | "ill-defined" | "unknown-option" | "invalid-option" | "unsupported" | "not-found"
  | "model-file" | "aborted" | "too-large" | "load-failed" | "disposed" | "internal";

export declare class XaiaError extends Error {
  readonly name: "XaiaError";
  readonly code: ErrorCode;
  /** What to do about it. */
  readonly hint: string;
  /** From 0. */
  readonly row?: number;
  readonly column?: number;
  /** The option. */
  readonly path?: string;
}

/**
 * Loads the engine. Optional: the first other call does it with the defaults. A
 * failed load can be retried; a second call after a good one throws.
 */
export declare function initialize(options?: {
  /** Default: xaia.wasm beside this module. */
  wasmURL?: string | URL;
  wasmModule?: WebAssembly.Module;
  /** This version runs in the calling thread. */
  worker?: boolean;
  workerURL?: string | URL;
}): Promise<void>;

export declare function fit(X: Samples, y: Targets, options: FitOptions & {model: "tnn"}): Promise<TNNModel>;
export declare function fit(X: Samples, y: Targets, options?: FitOptions & {model?: "sqann"}): Promise<SQANNModel>;
/** Only after `await initialize()`. */
export declare function fitSync(X: Samples, y: Targets, options: FitOptions & {model: "tnn"}): TNNModel;
export declare function fitSync(X: Samples, y: Targets, options?: FitOptions & {model?: "sqann"}): SQANNModel;

/** The same as the methods. */
export declare function predict(model: Model, X: Samples | number, options?: CallOptions): Promise<any>;
export declare function explain(model: Model, X: Samples | number, options?: CallOptions): Promise<any>;

/** Reads what `model.toJSON()` gave, as an object or as text. */
export declare function load(file: ModelFile | string): Promise<Model>;
export declare function loadSync(file: ModelFile | string): Model;

export declare const version: string;
