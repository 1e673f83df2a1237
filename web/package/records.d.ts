/** What calls take and give, the same in xaia and xaia/sync. xaia.d.ts has the calls and their options. */

/** A class label, or for a regression a number. */
export type Label = string | number | boolean;

/** A typed array of numbers. */
export type Numbers =
  | Float64Array | Float32Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array;

/**
 * The type of a model's answer for one row, which follows from the y of the fit: texts give `string`, or the union of their types
 * (`["red", "blue"] as const`); so do numbers with `classes: true`. A function of models with any labels is then generic:
 * `<Y extends string>(model: Model<Y>)`. Rows of several numbers give `number[]`. Rows of one number are one output, so they
 * give `number`, as flat numbers do. Of `number[][]` only the values tell which it is; rows typed as tuples, such as
 * `[number, number][]`, tell it to the compiler.
 */
export type OutcomeOf<Y> =
  unknown extends Y ? any
  : Y extends readonly string[] ? Y[number]
  : Y extends readonly boolean[] ? boolean
  : Y extends readonly (readonly [number])[] ? number
  : Y extends readonly (readonly [number, number, ...number[]])[] ? number[]
  : Y extends Vectors ? number | number[]
  : Y extends readonly number[] | Numbers ? number
  : any;

/** Outcomes of several outputs: a row of numbers for each sample. */
export type Vectors = readonly (readonly [number])[] | readonly (readonly [number, number, ...number[]])[] | readonly Row[] | Packed;

/**
 * Whether X is one feature, given as a flat array. For such a model a flat array contains many rows; for others it is one
 * row. TypeScript can't distinguish rows of one number from rows of several, so give one feature as a flat array.
 * Of row objects it is their type, so that a misspelt column of a query doesn't compile.
 */
export type FlatOf<X> =
  unknown extends X ? any
  : X extends readonly number[] | Numbers ? true
  : X extends Packed ? false
  : X extends Columns ? {[K in keyof X]: X[K][number]}
  : X extends readonly (infer R)[] ? R extends readonly unknown[] | Numbers ? false : R extends object ? R : false
  : false;

/** One row of features. */
export type Row = readonly number[] | Numbers;

/** Rows of features, row-major. This is the fastest form: it is copied once. */
export interface Packed {
  data: Numbers;
  rows: number;
  columns: number;
}

/**
 * A row with named columns: numbers, texts (each text of a column becomes a feature
 * of its own, 1 or 0), booleans (1 or 0), Dates and texts as ISO 8601 writes dates (days since 1970-01-01 UTC), null where a
 * value is missing. Texts of digits that may be codes (01067, 2E4) stay texts. The first value of a column decides its kind.
 * The row may have the type of an interface; its values are checked when it is read.
 */
export type RowObject = Readonly<Record<string, number | string | boolean | Date | null | undefined>> | (object & {readonly [Symbol.iterator]?: never});

/**
 * Samples: N rows of n features. A flat array is one feature. null stands for a
 * missing value where the option `missing` allows it.
 */
export type Samples =
  | readonly Row[] | Packed | readonly number[] | Numbers
  | readonly RowObject[]
  | readonly (readonly (number | null)[])[]
  | Columns | ArrowTable;

/** Rows by column: {age: [30, 41], town: ["Ulm", "Bern"]}. */
export type Columns = {readonly [name: string]: readonly (number | string | boolean | Date | null | undefined)[] | Numbers};

/** What a table of Apache Arrow has; no other table needs it. */
export interface ArrowTable {
  readonly schema: {readonly fields: readonly {readonly name: string}[]};
  readonly getChild: (name: any) => {get(index: number): any} | null;
}

/** The input of a prediction: rows as in the fit, or one row alone. */
export type Query = Samples | RowObject | number;

/** A fitted sample as it was given. */
export interface Sample<Y = any, F = any> {
  /**
   * Its row: an object of columns if X was row objects, otherwise numbers. Booleans are 1 or 0, Dates days. Where `missing: "mean"` replaced
   * a missing value, it is the mean, or null for a text; where "as it is" made it a feature, it is null.
   */
  x: unknown extends F ? any : F extends boolean ? number[] : {[K in keyof F]: F[K] extends Date ? number : F[K]};
  y: Exclude<Y, null>;
  /** Of the option `names`; absent if it has none. */
  name?: string;
}

type Flat = readonly (number | null)[] | Numbers;

/** A query's row object: the columns of the fit's rows, null where a value is missing. */
type RowFor<F> = unknown extends F ? RowObject : F extends boolean ? RowObject : {readonly [K in keyof F]?: CellOf<F[K]>};

type ColumnsFor<F> = unknown extends F ? Columns : F extends boolean ? never : {readonly [K in keyof F]?: readonly CellOf<F[K]>[] | Numbers};

type CellOf<T> = T | null | (T extends Date ? number : never);

/** The types of a query that count as rows, and those that count as one row. */
export type Rows<F> = Packed | ArrowTable | ColumnsFor<F> | readonly (Flat | RowFor<F>)[] | (unknown extends F ? never : F extends true ? Flat : never);

export type OneRow<F> = RowFor<F> | number | (F extends true ? never : Flat);

/** Any query of a model. */
export type AskedOf<F> = unknown extends F ? Query : F extends boolean ? Query : Rows<F> | OneRow<F>;

/** Outcomes, one for each sample: numbers, vectors, or labels. */
export type Targets =
  | readonly number[] | Numbers
  | Vectors
  | readonly string[]
  | readonly boolean[];

/** The type of the outcomes for a model that answers with Y, or the name of the column of X that has them. */
export type TargetsOf<Y> = string | ListOf<Y>;

type ListOf<Y> =
  unknown extends Y ? Targets
  : Y extends string ? readonly string[]
  : Y extends boolean ? readonly boolean[]
  : Y extends readonly number[] ? Vectors
  : Y extends number ? readonly number[] | Numbers | Vectors
  : never;

/** The settings of one layer (section 3 of the paper). */
export interface LayerSettings {
  /** Width of the activation's sharp peak, in squared units of distance; above 0. */
  a1: number;
  /** Width of its plateau, in units of distance; above 0. */
  a2: number;
  /** τ_ad: a sample is new to the layer if every neuron's activation is below this. */
  admission: number;
  /** τ_act: a sample is recognised if some neuron's activation is above this. 0 < admission <= activation < 1. */
  activation: number;
}

/**
 * A line through the strongest neurons (SPEC 3.14): the answer follows the slope along which their outputs rise. All
 * options may be omitted. It needs the skip connection.
 */
export interface LocalLine {
  /** How many neurons of all layers; default 64. */
  top?: number;
  /** The width of the weights, in units of the activation's own; default 1, from 0.001 to 1000. */
  width?: number;
  /** How strongly the local slopes are held back, from 1e-9 to 1e9; default 0.03. "flat": there are none. */
  ridge?: number | "flat";
  /** Whether the line through all samples is subtracted first; default true. */
  line?: boolean;
  /** "near" (default): a hit passes gradually into the line. "hit": a hit gives the sample's own output. */
  takeover?: "near" | "hit";
}

/**
 * The leaves of trees beside an interpolation. A tree asks of the input whether a column is above a threshold, again and again, and
 * the samples that give the same answers stand in the leaf it comes to. They answer together: the mean over the trees. The
 * answer between samples is (1 - share) times that of the interpolation, plus share times that of the leaves.
 */
export interface Forest {
  /** Of the leaves in an answer, 0 to 1. Default, of fit alone: the one that answers samples held back best. */
  share?: number;
  /** How many samples a leaf has at least; default 1. */
  leaf?: number;
  /** Default 30, at most 1000. */
  trees?: number;
  /**
   * Whether trees also ask for what the most similar column doesn't tell of a column; default true. Of a model: these columns, each
   * with the one beside it.
   */
  pairs?: boolean | [string | number, string | number][];
}

/** How an output is computed when no neuron is strongly activated. */
export type Interpolation =
  /**
   * Of fit alone, the default under preset "xaia": {top: 8} or a local line, whichever answers samples held back better, and
   * beside it a forest with the share that answers them best (option `forest`). For 3 features and 100 samples or more; else
   * {top: 8}. `model.interpolation` names what was chosen.
   */
  | "auto"
  /** The K most strongly activated neurons, weighted by their activation. */
  | {top: number; forest?: Forest; takeover?: "none"}
  /** A line through the K most strongly activated neurons, also near a hit. */
  | {local: LocalLine; forest?: Forest; takeover?: "none"}
  /** The strongest neuron of each layer, weighted by its activation. */
  | "layerwise"
  /** A TNN of this steepness between the two strongest. */
  | {tnn: number}
  /** The strongest neuron's own output. */
  | "nearest"
  /** No output: NaN, or null for labels. */
  | "none"
  /** Your own function: its argument is the strongest neurons, strongest first (8 under preset "xaia", else 2). Model files don't store it. */
  | ((neurons: Neuron[]) => any);

/** What `explain(X, {fingerprint: true})` gives, and pictures of a fingerprint need. */
export type WithFingerprint<Explanation> = Explanation extends {fingerprint?: infer F} ? Explanation & {fingerprint: NonNullable<F>} : never;

/** An answer that can be checked. value is Σ weight · value of the neurons + Σ corrections + limit + rounding, in this order, to the bit. */
export interface Certificate<Y = any> {
  format: "xaia-certificate";
  version: 1;
  /** checksum: that of the model's file, which it has under this name. */
  model: {checksum: string; sampleCount: number; classes?: Extract<Y, Label>[]};
  /** The row, as it was asked. */
  x: unknown;
  value: Y;
  /** For classes the sums, one a class. */
  scores?: number[];
  recognition: "strong" | "moderate" | "weak";
  familiarity: number;
  /** samples: rows of the fitting data; value: their outcome; weight: the share in the answer. The weights sum to 1. */
  neurons: {samples: number[]; names?: string[]; value: Exclude<Y, null>; weight: number}[];
  corrections?: {column: string | number; value: number | number[]}[];
  limit?: number | number[];
  /** What the bits of the sum lack to those of the answer, for each output. */
  rounding: number | number[];
}

/** A neuron that took part in an answer. */
export interface Neuron<Y = any> {
  /** Numbered from 1. */
  layer: number;
  /** Numbered from 0. */
  node: number;
  /** The rows of the fitting data that the neuron represents. */
  samples: number[];
  /** Their names, "" for one without; absent if the fit had no option `names`. */
  names?: string[];
  /** The distance from the input in the input space of the neuron's layer, features scaled. */
  distance: number;
  /** 0 to 1. */
  activation: number;
  /** The neuron's output: the label, number or vector of its samples. */
  alpha: Exclude<Y, null>;
  /** The neuron's share of the answer; the weights sum to 1. Absent under your own interpolation. */
  weight?: number;
  /** In how many of the forest's trees its sample shares the input's leaf; absent without a forest. */
  trees?: number;
}

export interface SQANNExplanation<Y = any> {
  /** The prediction; NaN or null for status "none". */
  value: Y;
  /** For classes: one score per class, in the order of `model.classes`; they sum to 1. They are no probabilities: see `scores`. */
  scores?: number[];
  /** "hit": a neuron recognised the input and gave its own output, where answers are by local lines with the corrections of an input that differs from it. */
  status: "hit" | "interpolated" | "none";
  /** "strong": a hit. "weak": all activations are below the admission threshold, so the input is unknown. */
  recognition: "strong" | "moderate" | "weak";
  /** The strongest activation in the layers passed, 0 to 1. */
  familiarity: number;
  /** The first layer before the hit where all activations are below the admission threshold: it would admit the input as new. */
  novelAt?: number;
  /** The layer of the hit, numbered from 1. */
  layer?: number;
  /** The neurons that made the answer, the most activated first; the one with the largest weight counts most. */
  neurons: Neuron<Y>[];
  /**
   * With a local line, what each column adds to the neurons' weighted mean because the input differs from them there: the
   * slope times the difference, in units of y. The mean, all corrections and the limit add up to the answer. For classes, a
   * list of what each score gets, in the order of `scores`; for several outputs, a list.
   */
  corrections?: {column: string | number; value: number | number[]}[];
  /** With a local line, what limiting adds: numbers stay within the outputs of the 8 strongest neurons, scores within 0 and 1. */
  limit?: number | number[];
  /** With a local line through numbers, the weighted deviation of the neurons' outputs from it, which intervals are measured in. */
  deviation?: number | number[];
  /**
   * With a forest: the part that its leaves have in the answer, and the columns that part the input from the samples of its
   * strongest neurons most often, at most 3, each with its middle threshold (of a text's column: whether it is that text; `missing`: whether there is no value), whether
   * the input is above it, and how often, over all trees and these neurons.
   */
  forest?: {share: number; apart: ({column: string | number; above: boolean; times: number} & ({threshold: number} | {text: string} | {missing: true}))[]};
  /** The activations of each layer passed; with {fingerprint: true} alone. */
  fingerprint?: Float64Array[];
  /** For a calibrated model of numbers: `predictInterval` at coverage 0.9. Absent if the call has the option interpolation. */
  interval?: IntervalOf<Y>;
  /** For a calibrated model of classes: `predictSet` at coverage 0.9. Absent if the call has the option interpolation. */
  set?: Exclude<Y, null>[];
  /**
   * The columns without a value whose gaps are a feature (`missing: "as it is"`), and how much of the answer is from samples that
   * lack it, too: the sum of their weights; absent under a function. Absent if there are none.
   */
  gaps?: {column: string | number; share?: number}[];
  /** Texts that no sample of the fit has in their column: they are 0 in every feature of the column. Absent if there are none. */
  unseen?: {column: string; text: string}[];
}

/**
 * The lowest and the highest expected outcome; infinite if there are too few samples for the coverage. JSON.stringify and the HTTP
 * face write an infinite end as null: the first is then -Infinity, the second Infinity.
 */
export type Interval = [low: number, high: number];

/** For several outputs, one interval each. */
export type IntervalOf<Y> = Y extends readonly number[] ? Interval[] : Interval;

/** How a model was calibrated, and the number of samples that the models fitted without them recognised strongly, moderately and weakly. */
export interface CalibrationSummary {
  folds: number;
  seed: number;
  strong: number;
  moderate: number;
  weak: number;
  lopsided?: true;
  /** Of a model of a learner that adapts. */
  adapt?: true;
}

export interface TNNExplanation<Y = any> {
  value: Y;
  scores?: number[];
  recognition: "strong" | "moderate" | "weak";
  /** The larger share in the output of the two samples beside the input, 0 to 1. */
  familiarity: number;
  /** The neurons of the samples beside the input, the stronger first; the weights are their parts of these samples' share in the output. */
  neurons: Omit<Neuron<Y>, "distance" | "activation">[];
  /** The number of neurons above ½. */
  active: number;
  /** The samples on both sides of the input, the lower first; a single one at an end, or if the input is a sample. */
  neighbours: {samples: number[]; names?: string[]; x: number | number[]; alpha: Y}[];
  /** σ of every neuron, the lowest sample's first; with {fingerprint: true} alone. */
  fingerprint?: Float64Array;
  /** As in SQANNExplanation. */
  interval?: IntervalOf<Y>;
  set?: Exclude<Y, null>[];
  gaps?: {column: string | number; share?: number}[];
  unseen?: {column: string; text: string}[];
}

export interface Report {
  /** Largest |f(x) - y| over the samples as given. For a SQANN it is zero by construction, so it says nothing about new points. */
  maxFittingError: number;
  steps: number;
  /** Neurons that joined their layer by a collision. */
  collisions: number;
  /** Samples that share a neuron with an equal one. */
  duplicates: number;
  /**
   * How X and y were read: texts as numbers or as missing, rows without y. And what is probably a mistake, with its remedy: y
   * of a few whole numbers that stand for classes, a column that tells y by itself, a value so far away that scaling makes the
   * others nearly equal, texts such as "1,200" or "true", columns of ids.
   */
  warnings: string[];
  /** The share by which squared errors fell on samples that `model.relevance` wasn't learned from; null if this wasn't measured. */
  relevanceGain: number | null;
  /**
   * Of an SQANN: the share by which squared errors on samples held back were lower with the best local line than without one; below 0
   * if they were higher, null if this wasn't measured. `model.interpolation` is what was chosen.
   */
  interpolationGain?: number | null;
  /**
   * Of an SQANN, what reproducing the samples costs, by rows held back; null where none were. equal: the share of them that equal a fitted sample.
   * cost: by what share the error is lower without takeover (option `takeover`).
   */
  exactness?: {equal: number | null; cost: number | null};
  milliseconds: number;
}

/**
 * One step of a construction. Layers count from 1, samples and nodes from 0.
 *
 * @group For the paper
 */
export interface TraceEvent {
  type: "admit" | "filter" | "collide" | "drop";
  /** The examined sample; for "drop", the sample that collided. */
  sample: number;
  /** The layer that examined it; for "drop", the layer that falls. */
  layer: number;
  /** For "admit", the sample's own neuron; otherwise the neuron that it activates most. */
  node?: number;
  activation?: number;
  /** For "collide", the layer that the sample joins. It is below `layer` if another sample has the same fingerprint. */
  joined?: number;
}

/** The result of `model.toJSON()` and the argument of `load`. */
export type ModelFile = {
  format: "xaia-model";
  version: 2;
  /** The checksum of all values that answers depend on. The layout of the text doesn't change it. */
  checksum?: string;
  options: object;
  /** The relevance that the fit learned, and its gain. */
  learned?: {relevance?: number[]; gain?: number; interpolation?: Interpolation; interpolationGain?: number};
  X: number[][];
  y: any[];
  layers?: number[][][];
  columns?: Column[];
  /** What the page that saved the file called the features. Engines ignore it, and don't write it. */
  names?: readonly string[];
  missing?: "error" | "mean" | "as it is" | "drop";
  /** For a calibrated model: the recognition (0 weak, 1 moderate, 2 strong), familiarity and scores of each sample, and the median spread of each output. */
  calibration?: {folds: number; seed: number; median?: number[]; recognition: number[]; familiarity: number[]; scores: number[] | number[][]};
} | {format: "xaia-model"; version: 2; checksum?: string; members: [ModelFile, ModelFile]};

/** How a column of X became features. */
export interface Column {
  /** Absent if X was not row objects. */
  name?: string;
  /** The column's texts, sorted; each is one feature. */
  categories?: string[];
  /** The values that replace a missing value under `missing: "mean"` and "as it is", one per feature. */
  means?: number[];
  /** Under `missing: "as it is"`, where at least five rows of the fit lack the column: its last feature is 1 where the value is missing, else 0. */
  gap?: true;
}

/** The error of predictions; null if there are no rows to measure it on. */
export interface Figures {
  /** How many rows have an output. */
  rowCount: number;
  /** Root of the mean squared error, over all outputs; for classes, of the scores against 1 and 0. The paper prints it as MSE. */
  rmse: number | null;
  mae: number | null;
  /** For numbers: 1 - squared error / variance of y. */
  r2?: number;
  /** For classes: the share of correct labels. A row without output counts as wrong. */
  accuracy?: number;
}

export interface Evaluation extends Figures {
  /** Rows that no neuron recognised. */
  interpolated: number;
  /** Rows without an output (interpolation "none"). */
  missed: number;
  /** The same figures over the hits alone. */
  exclusive: Figures;
  /** For numbers: the mean of (|error| + 1e-7) / (|y| + 1e-7), over all and over hits alone, as in figure 4. */
  fractional?: {mean: number; exclusive: number | null};
  /** For classes: the number of rows of each true class (first index) and predicted class; unknown true labels come last. */
  confusion?: {classes: Label[]; counts: number[][]};
}

/** The result of `evaluate` over all samples, each predicted by a model that was fitted without its fold. */
export interface CrossValidation<Prediction = any> extends Evaluation {
  /** Standard deviations over the folds in which a figure is defined; null or absent if there are fewer than two. */
  spread: {rmse: number | null; mae: number | null; r2?: number; accuracy?: number};
  /** The prediction for each row of X, by the model fitted without it; NaN or null without an output, as in predict. */
  predictions: Prediction[];
  /** The fold of each row of X, numbered from 0; -1 for a row without an output: `missing: "drop"` omitted it, or it is before the first fold of `ordered`. */
  folds: number[];
  /** Rows of X that `missing: "drop"` or `clean` omitted. */
  dropped?: number[];
  warnings: string[];
}

export interface Outlier<Y = any, F = any> extends Sample<Y, F> {
  /** Its number. */
  sample: number;
  /** To the model fitted without it. */
  familiarity: number;
}

export interface PartialDependence {
  column: string | number;
  at: (number | string)[];
  /** For each value; with several outputs or classes a list. */
  mean: (number | number[])[];
  spread: (number | number[])[];
  /** The answers of each sample to all values. */
  each?: (number | number[])[][];
  /** Whose scores these are. */
  classes?: Label[];
}

/** A part of the rows that `trainTestSplit` makes. */
export interface Part<X, Y> {
  X: X;
  y: Y;
  /** Their numbers in what was split. */
  rows: number[];
}

export interface Judgement {
  row: number;
  /** Out of distribution. */
  out: boolean;
  familiarity: number;
  /** With y: the largest |f(x) - y|; Infinity for a wrong label or no output. */
  error?: number;
}

/**
 * A sample that activates the neurons of others strongly.
 *
 * @group For the paper
 */
export interface RedundantSample {
  sample: number;
  strong: number[];
  /** It can be omitted: an earlier sample that isn't spare would still recognise it. */
  spare: boolean;
}

/** @group For the paper */
export interface Prototype<Y = any> {
  sample: number;
  /** The sample's name, if it has one. */
  name?: string;
  class?: Exclude<Y, null>;
  /** Fitting samples of its class that activate its neuron strongly, itself included. */
  hits: number;
  /** The sum of its activations, of those above the admission threshold, by the other samples of its class. */
  activation: number;
}

export interface Counterfactual<Y = any, F = any> {
  /** The nearest fitting sample with the requested outcome, without the columns that are held. */
  sample: number;
  /** The sample's name, if it has one. */
  name?: string;
  /** From x to it, features scaled. */
  distance: number;
  /**
   * The point where the prediction first changes on the straight line to that sample, to
   * within 1e-12 of its length. Changes shorter than a thousandth of the length can be missed. Features, after one-hot encoding: a
   * text is x's up to half of the way, and then the sample's.
   */
  point: number[];
  /** The point as a row, as `sampleAt` gives samples: an object of columns if X was row objects. */
  row: Sample<Y, F>["x"];
  /** The columns in which it differs from x: their names, or numbers from 0; a number, or a text (null where it was missing). */
  changes: {column: string | number; from: number | string | null; to: number | string | null}[];
  /** The position of the point on the line, 0 to 1. */
  fraction: number;
  /** The predictions at x and at the point. */
  before: Y;
  after: Y;
}

/** An answer and its familiarity. */
export interface Effect<Y = any> {
  /** As in `predict`; without an answer (interpolation "none"), null for a label and NaN for a number. */
  value: Y;
  /** For classes: the score of the class that was predicted for the row itself. Absent without an answer. */
  score?: number;
  /** The familiarity of the row, 0 to 1. */
  familiarity: number;
}

/** The contribution of one column to an answer. */
export interface ColumnAttribution<Y = any> {
  /** The column's name; or its number, from 0, if X was not row objects. */
  column: string | number;
  /** As it was given: a number or a text; null where it was missing. */
  value: number | string | null;
  /** The median of the fitted samples, or their most frequent text, the first on ties. */
  typical: number | string | null;
  /** How much the column counts in distances: the root of the sum of the squares of its features' `relevance`. */
  relevance: number;
  /**
   * This column's part of the distance between the row and the neurons that made its answer, 0 to 1. A large share means
   * that the row differs from these samples in this column. It doesn't mean that the column caused the outcome.
   */
  share: number;
  /** With a local line: its correction, as in `explain`; for classes, that of the predicted class's score. */
  correction?: number | number[];
  /**
   * With a local line, for a column of numbers: by how much the row is above the weighted mean of the neurons' samples.
   * Absent where the value is missing.
   */
  difference?: number;
  /** The answer to the same row with this column at its typical value. A low familiarity means that the model knows no such samples. */
  effect: Effect<Y>;
}

/** Which columns made an answer, and in which columns the row is unusual. */
export interface Attribution<Y = any> extends Effect<Y> {
  /**
   * With a local line, as in `explain`; for classes, that of the predicted class's score. The answer, or this score, less all
   * corrections and the limit is the weighted mean of the neurons' outputs.
   */
  limit?: number | number[];
  /** One entry per column, in the order of the columns; a text column is one entry for all its features. */
  columns: ColumnAttribution<Y>[];
  /**
   * The part of the distance that lies in activations, which layers from the second on receive. It and the shares sum to
   * 1. All are 0 if the row is a sample, or without an answer.
   */
  earlierLayers: number;
}

/** @group For the paper */
export interface SqueezedOrder {
  /** The samples from the highest position to the lowest. */
  order: number[];
  /** One position per sample, on [0, 1], on which to fit a TNN. */
  positions: number[];
  /** The position of each external row of scores, its class (the index of the highest score), and whether it is in the grey area. */
  external?: {position: number; class: number; grey: boolean}[];
}

export interface Learning {
  /** Rows of X that were learned. */
  learned: number[];
  refused: {row: number; code: "ill-defined" | "invalid-input"; message: string}[];
  /** The number of samples now. */
  sampleCount: number;
}

/**
 * "range": the range of a column has grown by more than a tenth. "reach": the share of samples without another one within the
 * reach has left 2.5 to 10 %. "samples": there are twice as many as at the beginning. "forest": fewer than half of the samples
 * were there when the forest grew.
 */
export interface Stale {
  reason: "range" | "reach" | "samples" | "forest";
  column?: number | string;
  share?: number;
}

/** That rows aren't drawn as before, since about the sample `since`: answers as well known are more wrong, or the inputs less familiar. */
export interface Drift {
  since: number;
  what: "outcomes" | "inputs";
}

export interface Absorption<Self> {
  model: Self;
  /** Rows that were added to the model; they follow the old samples, in order. */
  absorbed: number[];
  rounds: number;
  /** The old samples. */
  kept: {sampleCount: number; maxErrorBefore: number; maxErrorAfter: number};
  /** The rows that were not absorbed. */
  rest: {maxErrorAfter: number; beyondTolerance: number};
}

/** @group For the paper */
export interface Representatives<Self> {
  samples: number[];
  model: Self;
  rest: {maxErrorAfter: number};
}

export {};
