/**
 * xaia: two interpretable networks, TNN and SQANN, after Tjoa and Guan. Every
 * neuron is one sample; every answer names the samples it came from.
 */

/** A class label, or for a regression a number. */
export type Label = string | number | boolean;

/** What a model answers for one row, by the y it is fitted on: texts give `string`, rows of numbers `number[]`. */
export type OutcomeOf<Y> =
  unknown extends Y ? any
  : Y extends readonly string[] ? string
  : Y extends readonly boolean[] ? boolean
  : Y extends readonly (readonly number[])[] ? number[]
  : number;

/**
 * Whether X is one feature, given flat: then a flat array holds many rows for the model, else it is one row. Rows of
 * one number each look as rows of several to TypeScript: give them flat.
 */
export type FlatOf<X> = unknown extends X ? any : X extends readonly number[] | Float64Array | Float32Array ? true : false;

/** One row of features. */
export type Row = readonly number[] | Float64Array | Float32Array;

/** Rows of features, row-major: the fast path, one copy. */
export interface Packed {
  data: Float64Array | Float32Array;
  rows: number;
  columns: number;
}

/**
 * A row with named columns: numbers, texts (each text of a column becomes a feature
 * of its own, 1 or 0), booleans (1 or 0), null where a value is missing. Which
 * kind a column is, its first value says. An object of an interface does, too; its values are checked
 * when it is read.
 */
export type RowObject = Readonly<Record<string, number | string | boolean | null | undefined>> | (object & {readonly [Symbol.iterator]?: never});

/**
 * Samples: N rows of n features. A flat array is one feature. null stands for a
 * missing value where the option `missing` allows it.
 */
export type Samples =
  | readonly Row[] | Packed | readonly number[] | Float64Array | Float32Array
  | readonly RowObject[]
  | readonly (readonly (number | null)[])[];

/** What a model is asked about: rows as in the fit, or one row alone. */
export type Query = Samples | RowObject | number;

type Flat = readonly (number | null)[] | Float64Array | Float32Array;
/** Of a query: what counts as rows, and what as one row alone. */
export type Rows<F> = Packed | readonly (Flat | RowObject)[] | (unknown extends F ? never : F extends true ? Flat : never);
export type OneRow<F> = RowObject | number | (F extends true ? never : Flat);

/** Outcomes, one for each sample: numbers, vectors, or labels. */
export type Targets =
  | readonly number[] | Float64Array | Float32Array
  | readonly (readonly number[])[]
  | readonly string[]
  | readonly boolean[];

/** The outcomes that a model takes in which answers with Y. */
export type TargetsOf<Y> =
  unknown extends Y ? Targets
  : Y extends string ? readonly string[]
  : Y extends boolean ? readonly boolean[]
  : Y extends readonly number[] ? readonly (readonly number[])[]
  : Y extends number ? readonly number[] | Float64Array | Float32Array
  : never;

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

export interface FitOptions extends Control {
  /** Default "sqann". A "tnn" takes one feature. */
  model?: "sqann" | "tnn";
  /** Default "xaia": with the skip connection, settings from the data, min-max scaling, relevance "auto", top 8. "paper" is the paper's text. */
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
  /**
   * How much each scaled feature counts. "auto" (the default under preset "xaia"): learned from y where that helps on
   * samples that it wasn't learned from, for 3 features and 100 samples or more. true: learned; false (else the
   * default): all count alike; a list: one number above 0 a feature, after one-hot encoding. absorb and remove
   * learn anew, as fit does; leaveOneOut, calibrated thresholds and representatives keep what the model has learned.
   */
  relevance?: "auto" | boolean | readonly number[] | Float64Array;
  /** What becomes of samples with equal x and different y; default "error" (`ill-defined`). */
  duplicates?: "error" | "first" | "mean" | "majority";
  /** Take numbers in y as class labels; default false. */
  classes?: boolean;
  /**
   * The columns to use of row objects, in this order; default: the first row's keys. A name that
   * no row has is `invalid-option`.
   */
  columns?: readonly string[];
  /**
   * What becomes of missing values (null, undefined, NaN) in X. "error" (default)
   * names row and column. "mean": the mean of the column's other values, for texts
   * each one's share; queries get the fit's. "drop": the row is left out and listed
   * in `model.dropped`, also where y is missing, which is an error otherwise; samples are numbered
   * without it. A row object of a fit may leave a
   * missing value's column away. One of a query may not, since a misspelt name would
   * pass for it: write null.
   *
   * The texts "", "NA", "NaN", "null" and "?" stand for a missing value in a column of numbers; in a column
   * of texts under "mean" and "drop", in y's texts under "drop". Elsewhere they are texts like others, as
   * "None" always is, and in queries where they are categories of the model. `report.warnings` counts them.
   */
  missing?: "error" | "mean" | "drop";
  /** Keep the construction's events in `model.trace`; default false. */
  trace?: boolean;
  /** TNN: steepness, default 5. */
  a?: number;
  /** TNN: choose the steepness so that every fitting error is at most this (theorem 1). Not together with `a`. */
  tolerance?: number;
  /** TNN on several features: the samples from the highest to the lowest, each row once (appendix C.1). */
  order?: readonly number[];
}

/** Options of every call that may take long. */
export interface Control {
  /** Ends the call; it then rejects with the signal's reason, and nothing has changed. */
  signal?: AbortSignal;
  /** Called every 16 to 24 ms during a call that takes longer. If it throws, the call ends, and rejects with what was thrown. */
  onProgress?: (progress: {done: number; total: number; layer: number; collisions: number}) => void;
}

export interface CallOptions {
  /** Default: the model's own. Without effect on a TNN. */
  interpolation?: Interpolation;
}

/** Labels are null then where no neuron is strongly activated. */
type NoOutput = {interpolation: "none"};
type OrNull<Explanation> = Explanation extends {value: infer Y} ? Omit<Explanation, "value"> & {value: Y | null} : never;

/** A neuron that took part in an answer. */
export interface Neuron<Y = any> {
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
  alpha: Exclude<Y, null>;
  /** Its share of the answer; they sum to 1. Absent under your own interpolation. */
  weight?: number;
}

export interface SQANNExplanation<Y = any> {
  /** The prediction; NaN or null for status "none". */
  value: Y;
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
  neurons: Neuron<Y>[];
  /** The activations of each layer passed. */
  fingerprint: Float64Array[];
  /** Of a calibrated model for numbers: `predictInterval` at coverage 0.9. Absent where the call gives an interpolation. */
  interval?: IntervalOf<Y>;
  /** Of a calibrated model for classes: `predictSet` at coverage 0.9. Absent where the call gives an interpolation. */
  set?: Exclude<Y, null>[];
}

/** From the lowest to the highest outcome that is expected; infinite where the samples are too few for the coverage. */
export type Interval = [low: number, high: number];

/** Of several outputs one each. */
export type IntervalOf<Y> = Y extends readonly number[] ? Interval[] : Interval;

/** How a model was calibrated, and how many samples the models without their folds recognised so. */
export interface CalibrationSummary {
  folds: number;
  seed: number;
  strong: number;
  moderate: number;
  weak: number;
}

export interface TNNExplanation<Y = any> {
  value: Y;
  scores?: number[];
  recognition: "strong" | "moderate" | "weak";
  /** The larger share in the output that a sample beside the input has, 0 to 1. */
  familiarity: number;
  /** How many neurons are above ½. */
  active: number;
  /** The samples on both sides, the lower first; one at an end, or on a sample. */
  neighbours: {samples: number[]; x: number | number[]; alpha: Y}[];
  /** σ of every neuron, the lowest sample's first. */
  fingerprint: Float64Array;
  /** As in SQANNExplanation. */
  interval?: IntervalOf<Y>;
  set?: Exclude<Y, null>[];
}

export interface Report {
  /** Largest |f(x) - y| over the samples as given; zero for a SQANN by construction, so it says nothing about new points. */
  maxFittingError: number;
  steps: number;
  /** Neurons that joined their layer by a collision. */
  collisions: number;
  /** Samples that share a neuron with an equal one. */
  duplicates: number;
  /** Also of how X and y were read: texts taken as numbers or as missing, columns of ids, rows without y. */
  warnings: string[];
  /** Whether relevance was learned, and by what share squared errors fell on samples that it wasn't learned from; null where that wasn't asked. */
  relevance: {learned: boolean; gain: number | null};
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
export type ModelFile = {
  format: "xaia-model";
  /** 1 in files of earlier versions of xaia, which have no checksum. */
  version: 1 | 2;
  /** Of all that answers depend on. It is of the values: another layout of the same text has the same. */
  checksum?: string;
  options: object;
  /** The relevance that the fit has found, and its gain. */
  learned?: {relevance?: number[]; gain?: number};
  X: number[][];
  y: any[];
  layers?: number[][][];
  columns?: Column[];
  missing?: "error" | "mean" | "drop";
  /** Of a calibrated model: a recognition (0 weak, 1 moderate, 2 strong), a familiarity and scores for each sample, and the median spread of each output. */
  calibration?: {folds: number; seed: number; median?: number[]; recognition: number[]; familiarity: number[]; scores: number[] | number[][]};
} | {format: "xaia-model"; version: 1 | 2; checksum?: string; members: [ModelFile, ModelFile]};

/** How a column of X became features. */
export interface Column {
  /** Absent where X had no row objects. */
  name?: string;
  /** Texts, sorted: one feature each. */
  categories?: string[];
  /** What a missing value becomes under `missing: "mean"`, a number a feature. */
  means?: number[];
}

/** How far predictions are from the truth; null where there is no row to tell. */
export interface Figures {
  /** Rows that have an output. */
  rows: number;
  /** Root of the mean squared error, over all outputs; for classes, of the scores against 1 and 0. The paper prints it as MSE. */
  rmse: number | null;
  mae: number | null;
  /** 1 - squared error / variance of y; for numbers. */
  r2?: number;
  /** Share of right labels, a row without output counting as wrong; for classes. */
  accuracy?: number;
}

export interface Evaluation extends Figures {
  /** Rows that no neuron recognised. */
  interpolated: number;
  /** Rows without an output (interpolation "none"). */
  missed: number;
  /** Over the hits alone. */
  exclusive: Figures;
  /** For numbers: the mean of (|error| + 1e-7) / (|y| + 1e-7), over all and over hits alone, as in figure 4. */
  fractional?: {mean: number; exclusive: number | null};
  /** For classes: rows of each true class (first index) by predicted class; unknown true labels come last. */
  confusion?: {classes: Label[]; counts: number[][]};
}

/** Those of fit, but for a function that interpolates and the trace, and how the samples are dealt. */
export interface CrossValidateOptions extends Omit<FitOptions, "interpolation" | "trace"> {
  interpolation?: Exclude<FitOptions["interpolation"], (...args: any[]) => unknown>;
  /** 2 to the number of samples; default 10, or as many as there are samples. */
  folds?: number;
  /** Of the shuffle that deals the samples into folds, 0 to 2147483647; default 0. */
  seed?: number;
}

/** What `evaluate` gives, over all samples, each predicted by a model that was fitted without its fold. */
export interface CrossValidation<Prediction = any> extends Evaluation {
  /** Standard deviations over the folds, of those folds in which a figure is defined; null, or left away, where fewer than two are. */
  spread: {rmse: number | null; mae: number | null; r2?: number; accuracy?: number};
  /** Of each row of X, by the model that hadn't seen it; without an output NaN or null, as predict has it. */
  predictions: Prediction[];
  /** Which fold each row of X was in, from 0 on; -1 where `missing: "drop"` left the row out, which has no output then. */
  folds: number[];
  /** Rows of X that `missing: "drop"` left out. */
  dropped?: number[];
  warnings: string[];
}

export interface Judgement {
  row: number;
  /** Out of distribution. */
  out: boolean;
  familiarity: number;
  /** With y: the largest |f(x) - y|; Infinity for a wrong label or no output. */
  error?: number;
}

/** A row that activates the neurons of other samples strongly. */
export interface RedundantRow {
  row: number;
  strong: number[];
  /** It could be left out and would still be recognised, by a sample before it that is not spare itself. */
  spare: boolean;
}

export interface Prototype<Y = any> {
  sample: number;
  class?: Exclude<Y, null>;
  /** Fitting samples of its class that activate its neuron strongly, itself included. */
  hits: number;
  /** The sum of its activations, above the admission threshold, by the other samples of its class. */
  activation: number;
}

export interface Counterfactual<Y = any> {
  /** The nearest fitting sample with the outcome that was asked for. */
  sample: number;
  /** From x to it, features scaled. */
  distance: number;
  /**
   * Where the prediction first changes on the straight way to that sample, to
   * within 1e-12 of the way; changes shorter than a thousandth of it can be missed.
   */
  point: number[];
  /** How far along that is, 0 to 1. */
  fraction: number;
  /** The predictions at x and at the point. */
  before: Y;
  after: Y;
}

/** An answer that a column has to do with. */
export interface Effect<Y = any> {
  /** As `predict` gives it; null for a label and NaN for a number that interpolation "none" leaves away. */
  value: Y;
  /** For classes: the score of the class that the row itself was answered with. Absent without an answer. */
  score?: number;
  /** How well the row is known, 0 to 1. */
  familiarity: number;
}

/** What one column has to do with an answer. */
export interface ColumnAttribution<Y = any> {
  /** Its name; its number, from 0, where X had no row objects. */
  column: string | number;
  /** As it was given: a number or a text; null where it was missing. */
  value: number | string | null;
  /** The median of the fitted samples, or their most frequent text, the first on ties. */
  typical: number | string | null;
  /** How much the column counts in distances: the root of the sum of the squares of its features' `relevance`. */
  relevance: number;
  /**
   * Which part of the distance between the row and the neurons that made its answer lies in this column, 0 to 1. A large
   * share says: here the row is unlike the samples that answered. It doesn't say that the column caused the outcome.
   */
  share: number;
  /** The answer to the same row with this column at its typical value; a low familiarity says that no such samples are known. */
  effect: Effect<Y>;
}

/** Which columns made an answer, and what is strange about the row. */
export interface Attribution<Y = any> extends Effect<Y> {
  /** One for each column, in their order; a text column is one, all its features together. */
  columns: ColumnAttribution<Y>[];
  /**
   * The part of the distance that lies in activations, which layers from the second on see. It and the shares sum to 1; all
   * are 0 on a sample itself, and without an answer.
   */
  fingerprint: number;
}

/** The options that every fit has, but for a function that interpolates and the trace, and how the samples are dealt. */
export interface TuneOptions extends CrossValidateOptions {
  /** 2 to the number of samples; default 5, and 3 for 600 samples or more. */
  folds?: number;
  /**
   * Options of fit to compare, over those that are given beside it. Default: what these leave open is varied: relevance, scaling,
   * settings of several widths, how many neurons make an answer; for a "tnn" its a.
   */
  candidates?: readonly Omit<CrossValidateOptions, "signal" | "onProgress" | "folds" | "seed" | "classes" | "columns" | "missing">[];
}

export interface Tuned {
  /** The best candidate's, for fit. */
  options: FitOptions;
  /** Its number in scores. */
  best: number;
  /** The number of the untouched model, whose options are those that every fit has; none where it can't be fitted. */
  untouched?: number;
  /**
   * Every candidate over all samples, each predicted by a fit that had not seen it. Of the default candidates on 300 samples or more
   * half is left behind after each of the first folds; `rows` says how many samples one was judged by. The best and the untouched model see all.
   */
  scores: (Figures & {options: FitOptions})[];
}

export interface SqueezedOrder {
  /** The samples from the highest position to the lowest. */
  order: number[];
  /** On [0, 1], one a sample: fit a TNN on them. */
  positions: number[];
  /** Where the external rows of scores stand: position, class (index of the highest score), in the grey area or not. */
  external?: {position: number; class: number; grey: boolean}[];
}

/** Y: what it answers for one row. F: whether it was fitted on one feature, given flat. */
export interface BaseModel<Y, F, Explanation> {
  readonly features: number;
  readonly outputs: number;
  /** Sorted; null for a regression. */
  readonly classes: Extract<Y, Label>[] | null;
  /** How many samples it was fitted on; an ensemble's second model. */
  readonly samples: number;
  /**
   * One answer for each row: a number, a label as it was given, or a vector. For
   * a model of several features a flat array is one row and gives one answer;
   * for one feature a lone number does, and one row object.
   */
  predict(X: Rows<F>, options: CallOptions & NoOutput): Promise<(Y | null)[]>;
  predict(X: OneRow<F>, options: CallOptions & NoOutput): Promise<Y | null>;
  predict(X: Rows<F>, options?: CallOptions): Promise<Y[]>;
  predict(X: OneRow<F>, options?: CallOptions): Promise<Y>;
  predict(X: Query, options?: CallOptions): Promise<Y | Y[]>;
  /** A row of scores that sum to 1, in the order of `classes`; NaN without an output. `unsupported` without classes. */
  predictProba(X: Rows<F>, options?: CallOptions): Promise<number[][]>;
  predictProba(X: OneRow<F>, options?: CallOptions): Promise<number[]>;
  predictProba(X: Query, options?: CallOptions): Promise<number[] | number[][]>;
  /** Why: for each row, from the very pass that predicts. */
  explain(X: Rows<F>, options: CallOptions & NoOutput): Promise<OrNull<Explanation>[]>;
  explain(X: OneRow<F>, options: CallOptions & NoOutput): Promise<OrNull<Explanation>>;
  explain(X: Rows<F>, options?: CallOptions): Promise<Explanation[]>;
  explain(X: OneRow<F>, options?: CallOptions): Promise<Explanation>;
  explain(X: Query, options?: CallOptions): Promise<Explanation | Explanation[]>;
  /**
   * Which columns made the answer to each row, by the model's own interpolation: exact, since squared distances are sums
   * over the features (SPEC 3.12). An ensemble's are those of the model that answers. Cost: a prediction a column.
   */
  attributions(X: Rows<F>, options?: Control): Promise<Attribution<Y>[]>;
  attributions(X: OneRow<F>, options?: Control): Promise<Attribution<Y>>;
  attributions(X: Query, options?: Control): Promise<Attribution<Y> | Attribution<Y>[]>;
  /** Compares predictions with the truth. Cost: a prediction a row. */
  evaluate(X: Samples, y: TargetsOf<Y>): Promise<Evaluation>;
  /**
   * Which rows are out of distribution (SPEC 3.9). With y: those the model errs on
   * by more than tolerance (default 0; a wrong label counts as Infinity). Without:
   * those with a familiarity below threshold, a number or "calibrated", the 5 %
   * quantile over the fitting samples left out one at a time (which costs a
   * `leaveOneOut`, once) or, of a calibrated model, a fold at a time, which costs nothing; without threshold, those recognised weakly.
   */
  outOfDistribution(X: Samples, options?: {y?: TargetsOf<Y>; tolerance?: number; threshold?: number | "calibrated"} & Control): Promise<Judgement[]>;
  /** Only where the engine runs in this thread. */
  predictSync(X: Rows<F>, options: CallOptions & NoOutput): (Y | null)[];
  predictSync(X: OneRow<F>, options: CallOptions & NoOutput): Y | null;
  predictSync(X: Rows<F>, options?: CallOptions): Y[];
  predictSync(X: OneRow<F>, options?: CallOptions): Y;
  predictSync(X: Query, options?: CallOptions): Y | Y[];
  predictProbaSync(X: Rows<F>, options?: CallOptions): number[][];
  predictProbaSync(X: OneRow<F>, options?: CallOptions): number[];
  predictProbaSync(X: Query, options?: CallOptions): number[] | number[][];
  explainSync(X: Rows<F>, options: CallOptions & NoOutput): OrNull<Explanation>[];
  explainSync(X: OneRow<F>, options: CallOptions & NoOutput): OrNull<Explanation>;
  explainSync(X: Rows<F>, options?: CallOptions): Explanation[];
  explainSync(X: OneRow<F>, options?: CallOptions): Explanation;
  explainSync(X: Query, options?: CallOptions): Explanation | Explanation[];
  attributionsSync(X: Rows<F>): Attribution<Y>[];
  attributionsSync(X: OneRow<F>): Attribution<Y>;
  attributionsSync(X: Query): Attribution<Y> | Attribution<Y>[];
  evaluateSync(X: Samples, y: TargetsOf<Y>): Evaluation;
  outOfDistributionSync(X: Samples, options?: {y?: TargetsOf<Y>; tolerance?: number; threshold?: number | "calibrated"}): Judgement[];
  /** The model file, for `load`. Where the engine runs in a worker, a promise of it: await it before JSON.stringify. */
  toJSON(): ModelFile | Promise<ModelFile>;
  /** The same with the fingerprints: `load` then computes none of them again, and looks samples up in them. */
  toBytes(): Promise<Uint8Array>;
  toBytesSync(): Uint8Array;
  /** Frees it; later calls throw `disposed`. */
  dispose(): void;
}

/** A model that was fitted; it stays as it is, the methods give new ones. */
export interface FittedModel<Y, F, Explanation, Self> extends BaseModel<Y, F, Explanation> {
  readonly report: Report;
  /** null before `calibrate`. */
  readonly calibration: CalibrationSummary | null;
  /**
   * Another model, which gives the same answers and can tell how sure it is: each sample is answered by a model fitted without
   * its fold, and what these answers were off by is kept, apart for strong, moderate and weak ones. folds: 2 to the number of
   * samples, default 10 or as many as samples; seed: of the shuffle that deals them, default 0. Cost: a fit a fold. Both file
   * forms keep it; `absorb` and `remove` give models without, and say so in `report.warnings`.
   */
  calibrate(options?: {folds?: number; seed?: number} & Control): Promise<Self>;
  calibrateSync(options?: {folds?: number; seed?: number}): Self;
  /**
   * For each row an interval that the outcome lies in with probability coverage (above 0, below 1; default 0.9); for several
   * outputs a list of them, each with that coverage by itself. `unsupported` before `calibrate`, and for classes.
   *
   * What is promised: of many new rows drawn as the fitted samples were, a share of coverage on the average has its outcome
   * inside, also among those recognised strongly, moderately and weakly each, where at least 20 samples were (else all samples
   * count together). The folds cost a little of it. What is not: that this holds for any one row, for a group of rows
   * that you choose, or for rows of another kind than the samples: these are recognised weakly, and an interval or a set can be too narrow there.
   */
  predictInterval(X: Rows<F>, options?: {coverage?: number}): Promise<IntervalOf<Y>[]>;
  predictInterval(X: OneRow<F>, options?: {coverage?: number}): Promise<IntervalOf<Y>>;
  predictInterval(X: Query, options?: {coverage?: number}): Promise<IntervalOf<Y> | IntervalOf<Y>[]>;
  predictIntervalSync(X: Rows<F>, options?: {coverage?: number}): IntervalOf<Y>[];
  predictIntervalSync(X: OneRow<F>, options?: {coverage?: number}): IntervalOf<Y>;
  predictIntervalSync(X: Query, options?: {coverage?: number}): IntervalOf<Y> | IntervalOf<Y>[];
  /**
   * For each row the classes of which the true one is one with probability coverage, the most likely first; the class that
   * `predict` gives is always among them. The promise is that of `predictInterval`. `unsupported` before `calibrate`, and for numbers.
   */
  predictSet(X: Rows<F>, options?: {coverage?: number}): Promise<Y[][]>;
  predictSet(X: OneRow<F>, options?: {coverage?: number}): Promise<Y[]>;
  predictSet(X: Query, options?: {coverage?: number}): Promise<Y[] | Y[][]>;
  predictSetSync(X: Rows<F>, options?: {coverage?: number}): Y[][];
  predictSetSync(X: OneRow<F>, options?: {coverage?: number}): Y[];
  predictSetSync(X: Query, options?: {coverage?: number}): Y[] | Y[][];
  /** How X became features; where it had row objects, or missing values were allowed. */
  readonly columns?: Column[];
  /** Rows of X that `missing: "drop"` left out. */
  readonly dropped?: number[];
  /**
   * The honest figures: over the fitting samples, each predicted by the model that
   * the same options give without it. Exact. Cost: about a fit a sample for an
   * SQANN, O(log N) a sample for a TNN on one feature. Computed once.
   */
  leaveOneOut(options?: Control): Promise<Evaluation>;
  leaveOneOutSync(): Evaluation;
  /**
   * Takes in the samples it errs on by more than tolerance, without forgetting:
   * the new model is fit on the old samples and those, repeated until no other row
   * errs by more (or so many rounds; the paper's tables use 1). Cost: a fit a round.
   */
  absorb(X: Samples, y: TargetsOf<Y>, options?: {tolerance?: number; rounds?: number} & Control): Promise<Absorption<Self>>;
  absorbSync(X: Samples, y: TargetsOf<Y>, options?: {tolerance?: number; rounds?: number}): Absorption<Self>;
  /** A model without these samples (a row or a list). Cost: a fit. */
  remove(rows: number | readonly number[], options?: Control): Promise<Self>;
  removeSync(rows: number | readonly number[]): Self;
  /** Which samples activate the neurons of others strongly in a model fitted on these rows alone (default: all; appendix B.4.3). Cost: a fit. */
  redundancy(rows?: readonly number[] | null, options?: Control): Promise<RedundantRow[]>;
  redundancySync(rows?: readonly number[] | null): RedundantRow[];
  /**
   * Samples whose model errs by at most tolerance (default 0) on all others. For a TNN on one
   * feature the fewest, both ends among them; for an SQANN few, not the fewest.
   */
  representatives(options?: {tolerance?: number} & Control): Promise<Representatives<Self>>;
  representativesSync(options?: {tolerance?: number}): Representatives<Self>;
  /**
   * The nearest fitting sample with another outcome, and where the prediction
   * changes on the way. target: a class (default: any other), or for numbers, which
   * need it, the value to reach.
   */
  counterfactual(x: Row | RowObject | number, options?: {target?: Extract<Y, Label>}): Promise<Counterfactual<Y>>;
  counterfactualSync(x: Row | RowObject | number, options?: {target?: Extract<Y, Label>}): Counterfactual<Y>;
}

export interface Absorption<Self> {
  model: Self;
  /** Rows that are in the model now; they follow the old samples, in order. */
  absorbed: number[];
  rounds: number;
  /** The old samples. */
  kept: {samples: number; maxErrorBefore: number; maxErrorAfter: number};
  /** The rows that were not absorbed. */
  rest: {maxErrorAfter: number; beyondTolerance: number};
}

export interface Representatives<Self> {
  rows: number[];
  model: Self;
  rest: {maxErrorAfter: number};
}

export interface SQANNModel<Y = any, F = any> extends FittedModel<Y, F, SQANNExplanation<Y>, SQANNModel<Y, F>> {
  readonly kind: "sqann";
  /** The placement: for each layer its settings, and for each node the samples it stands for. */
  readonly layers: {settings: LayerSettings; nodes: number[][]}[];
  /** Whether layers from the second on see the input again: the skip connection. */
  readonly skip: boolean;
  /** How far almost every sample is from its nearest other one, after scaling; absent where nothing needs it. */
  readonly reach?: number;
  /** How much each scaled feature counts, after one-hot encoding; null where all count alike. */
  readonly relevance: number[] | null;
  readonly trace?: TraceEvent[];
  /**
   * For each class (for numbers over all) the samples whose neurons most others
   * hit, and the criticisms, which only they themselves hit; at most perClass
   * (default 3) of each. Cost: a prediction a sample.
   */
  prototypes(options?: {perClass?: number}): Promise<{prototypes: Prototype<Y>[]; criticisms: Prototype<Y>[]}>;
  prototypesSync(options?: {perClass?: number}): {prototypes: Prototype<Y>[]; criticisms: Prototype<Y>[]};
}

export interface TNNModel<Y = any, F = any> extends FittedModel<Y, F, TNNExplanation<Y>, TNNModel<Y, F>> {
  readonly kind: "tnn";
  readonly a: number;
  /** A number a neuron; with several features a row of them. */
  readonly W: number[] | number[][];
  readonly b: number[];
  readonly alpha: number[] | number[][];
}

/** Answers with the model whose activation is stronger; the second wins ties. */
export interface EnsembleModel<Y = any, F = any> extends BaseModel<Y, F, (SQANNExplanation<Y> | TNNExplanation<Y>) & {
  /** Which model spoke. */
  member: 0 | 1;
}> {
  readonly kind: "ensemble";
}

export type Model<Y = any, F = any> = SQANNModel<Y, F> | TNNModel<Y, F> | EnsembleModel<Y, F>;
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
  /** Default: xaia.wasm beside this module; in Node the file is read. `load-failed` names it and says what came instead. */
  wasmURL?: string | URL;
  /** A compiled module instead. */
  wasmModule?: WebAssembly.Module;
  /** Run in a Web Worker; default true on a page, else false. Where it can't start, the calling thread computes, and one warning says why. */
  worker?: boolean;
  /** The worker's script; default: xaia.global.js beside this module (the inline build: a blob of its own). */
  workerURL?: string | URL;
}): Promise<void>;

/** Ends the engine and frees everything in it; its models answer `disposed`, the next call starts anew. */
export declare function terminate(): void;

/**
 * Fits a model: N rows X of n features, and for each a number, a vector or a label in y. Every
 * sample becomes a neuron; equal ones share one (sections 2 and 3 of the paper). The
 * samples' order decides the placement, never the answers on the samples themselves. X, y and
 * the options are read before the call returns its promise, as in every call: what is done
 * to them afterwards changes nothing.
 *
 * Cost: preset "xaia" on few features O(N log N), 100,000 rows in about a second; on many
 * features, and under preset "paper", what the final network costs, up to N³. A TNN O(N log N).
 *
 * Rejects with `invalid-input` (row and column say where), `ill-defined` (equal x, different
 * y; see `duplicates`), `unknown-option`, `invalid-option`, `too-large`, or the signal's reason.
 */
export declare function fit<X extends Samples, Y extends Targets>(X: X, y: Y, options: FitOptions & {model: "tnn"}): Promise<TNNModel<OutcomeOf<Y>, FlatOf<X>>>;
export declare function fit<X extends Samples, Y extends Targets>(X: X, y: Y, options: FitOptions & {model?: "sqann"} & NoOutput): Promise<SQANNModel<OutcomeOf<Y> | null, FlatOf<X>>>;
export declare function fit<X extends Samples, Y extends Targets>(X: X, y: Y, options?: FitOptions & {model?: "sqann"}): Promise<SQANNModel<OutcomeOf<Y>, FlatOf<X>>>;
export declare function fit<X extends Samples, Y extends Targets>(X: X, y: Y, options?: FitOptions): Promise<SQANNModel<OutcomeOf<Y>, FlatOf<X>> | TNNModel<OutcomeOf<Y>, FlatOf<X>>>;
/** The Sync functions and methods need the engine in this thread: in Node after `await initialize()`, elsewhere after `await initialize({worker: false})`. */
export declare function fitSync<X extends Samples, Y extends Targets>(X: X, y: Y, options: FitOptions & {model: "tnn"}): TNNModel<OutcomeOf<Y>, FlatOf<X>>;
export declare function fitSync<X extends Samples, Y extends Targets>(X: X, y: Y, options: FitOptions & {model?: "sqann"} & NoOutput): SQANNModel<OutcomeOf<Y> | null, FlatOf<X>>;
export declare function fitSync<X extends Samples, Y extends Targets>(X: X, y: Y, options?: FitOptions & {model?: "sqann"}): SQANNModel<OutcomeOf<Y>, FlatOf<X>>;
export declare function fitSync<X extends Samples, Y extends Targets>(X: X, y: Y, options?: FitOptions): SQANNModel<OutcomeOf<Y>, FlatOf<X>> | TNNModel<OutcomeOf<Y>, FlatOf<X>>;

/** The same as the methods. */
export declare function predict<Y, F>(model: Model<Y, F>, X: Rows<F>, options: CallOptions & NoOutput): Promise<(Y | null)[]>;
export declare function predict<Y, F>(model: Model<Y, F>, X: OneRow<F>, options: CallOptions & NoOutput): Promise<Y | null>;
export declare function predict<Y, F>(model: Model<Y, F>, X: Rows<F>, options?: CallOptions): Promise<Y[]>;
export declare function predict<Y, F>(model: Model<Y, F>, X: OneRow<F>, options?: CallOptions): Promise<Y>;
export declare function predict<Y, F>(model: Model<Y, F>, X: Query, options?: CallOptions): Promise<Y | Y[]>;
export declare function explain<M extends Model>(model: M, X: Rows<FlatIn<M>>, options?: CallOptions): Promise<ExplanationOf<M>[]>;
export declare function explain<M extends Model>(model: M, X: OneRow<FlatIn<M>>, options?: CallOptions): Promise<ExplanationOf<M>>;
export declare function explain<M extends Model>(model: M, X: Query, options?: CallOptions): Promise<ExplanationOf<M> | ExplanationOf<M>[]>;

type FlatIn<M> = M extends Model<any, infer F> ? F : never;
type ExplanationOf<M> = M extends BaseModel<any, any, infer Explanation> ? Explanation : never;

/** Two models as one that answers with the more strongly activated (SPEC 3.9). They must have the same features and kind of outcome. */
export declare function ensemble<Y, F>(first: SQANNModel<Y, F> | TNNModel<Y, F>, second: SQANNModel<Y, F> | TNNModel<Y, F>): Promise<EnsembleModel<Y, F>>;
export declare function ensembleSync<Y, F>(first: SQANNModel<Y, F> | TNNModel<Y, F>, second: SQANNModel<Y, F> | TNNModel<Y, F>): EnsembleModel<Y, F>;

/**
 * How good a fit is on samples that it hasn't seen: they are dealt into folds by a seeded shuffle, for
 * classes so that each fold has its share of every class, and each is predicted by the
 * fit on the other folds, which finds scaling, relevance and settings from those alone. Cost: a fit a fold.
 * onProgress counts the folds. Rejects as fit does, and with `invalid-input` where a class has one sample.
 */
export declare function crossValidate(X: Samples, y: readonly string[], options?: CrossValidateOptions): Promise<CrossValidation<string | null>>;
export declare function crossValidate(X: Samples, y: readonly boolean[], options?: CrossValidateOptions): Promise<CrossValidation<boolean | null>>;
export declare function crossValidate(X: Samples, y: readonly (readonly number[])[], options?: CrossValidateOptions): Promise<CrossValidation<number[]>>;
export declare function crossValidate(X: Samples, y: readonly number[] | Float64Array | Float32Array, options: CrossValidateOptions & {classes: true}): Promise<CrossValidation<number | null>>;
export declare function crossValidate(X: Samples, y: readonly number[] | Float64Array | Float32Array, options?: CrossValidateOptions & {classes?: false}): Promise<CrossValidation<number>>;
export declare function crossValidate(X: Samples, y: Targets, options?: CrossValidateOptions): Promise<CrossValidation<Label | number[] | null>>;
export declare function crossValidateSync(X: Samples, y: readonly string[], options?: Omit<CrossValidateOptions, keyof Control>): CrossValidation<string | null>;
export declare function crossValidateSync(X: Samples, y: readonly boolean[], options?: Omit<CrossValidateOptions, keyof Control>): CrossValidation<boolean | null>;
export declare function crossValidateSync(X: Samples, y: readonly (readonly number[])[], options?: Omit<CrossValidateOptions, keyof Control>): CrossValidation<number[]>;
export declare function crossValidateSync(X: Samples, y: readonly number[] | Float64Array | Float32Array, options: Omit<CrossValidateOptions, keyof Control> & {classes: true}): CrossValidation<number | null>;
export declare function crossValidateSync(X: Samples, y: readonly number[] | Float64Array | Float32Array, options?: Omit<CrossValidateOptions, keyof Control> & {classes?: false}): CrossValidation<number>;
export declare function crossValidateSync(X: Samples, y: Targets, options?: Omit<CrossValidateOptions, keyof Control>): CrossValidation<Label | number[] | null>;

/**
 * Chooses options of fit by cross-validation, seeded. Best is the highest accuracy,
 * or the lowest rmse. The untouched model, with the options that every fit has, always
 * competes, last where candidates are given without it, and wins ties. Cost: a fit a fold for all candidates that differ
 * in their interpolation alone; scaling, relevance and reach once a fold for all that agree in them.
 */
export declare function tune(X: Samples, y: Targets, options?: TuneOptions): Promise<Tuned>;
export declare function tuneSync(X: Samples, y: Targets, options?: Omit<TuneOptions, keyof Control>): Tuned;

/**
 * Places samples on [0, 1] by the scores that any classifier gives them (N rows, a
 * score a class), so that a TNN on the positions reproduces its classes (appendix
 * C.1). squeeze, default 0.5: the share of each class's half interval that samples
 * take; the rest is grey area. O(N (C + log N)).
 */
export declare function squeezedOrder(scores: Samples, options?: {squeeze?: number; external?: Samples}): Promise<SqueezedOrder>;
export declare function squeezedOrderSync(scores: Samples, options?: {squeeze?: number; external?: Samples}): SqueezedOrder;

/**
 * Reads what `model.toJSON()` gave, as an object or as text, or the bytes of `model.toBytes()`.
 * `model-file` says what is wrong with it, as that it was changed. The report of a model
 * whose file has no checksum has a warning.
 */
export declare function load<Y = any, F = any>(file: ModelFile | string | Uint8Array | ArrayBuffer): Promise<Model<Y, F>>;
export declare function loadSync<Y = any, F = any>(file: ModelFile | string | Uint8Array | ArrayBuffer): Model<Y, F>;

export declare const version: string;
