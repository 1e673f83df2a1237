/**
 * xaia: two interpretable networks, TNN and SQANN, after Tjoa and Guan. Every
 * neuron is one sample; every answer names the samples it came from.
 */

import type {
  Absorption, ArrowTable, AskedOf, Attribution, CalibrationSummary, Certificate, Column, Columns, Counterfactual, CrossValidation,
  Drift, Evaluation, Figures, FlatOf, Forest, Interpolation, IntervalOf, Judgement, Label, LayerSettings, Learning, ModelFile, Numbers,
  OneRow, OutcomeOf, Outlier, Part, PartialDependence, Prototype, RedundantSample, Report, Representatives, Row, RowObject, Rows, Sample, Samples,
  SQANNExplanation, SqueezedOrder, Stale, Targets, TargetsOf, TNNExplanation, TraceEvent, Vectors, WithFingerprint,
} from "./records.js";

export * from "./records.js";

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** Samples with named columns, of which y may name one: `fit(rows, "price")`. */
type Table = readonly RowObject[] | Columns | ArrowTable;
type NamesOf<X> = string & (X extends readonly (infer R)[] ? R extends object ? keyof R : string : X extends Columns ? keyof X : string);
type CellIn<X, K> = X extends readonly (infer R)[] ? K extends keyof R ? NonNullable<R[K]> : any : X extends Columns ? K extends keyof X ? NonNullable<X[K][number]> : any : any;
type OutcomeIn<X, K> = [CellIn<X, K>] extends [string | boolean | number] ? OutcomeOf<readonly CellIn<X, K>[]> : any;

/** Outcomes as readTable gives them, of which some may be missing, and what then leaves these rows out. */
type Gappy = readonly (number | string | null)[];
type Dropping = {missing: "drop"} | {clean: true};

/** What a fit is told about the table (missing, clean, classes, columns, duplicates, weights, names) and about the network. Without options both are found from the samples. */
export interface FitOptions extends Control {
  /** Default "sqann". A "tnn" takes one feature. */
  kind?: "sqann" | "tnn";
  /** Default "xaia": with the skip connection, settings from the data, min-max scaling, relevance "auto", interpolation "auto". "paper" follows the paper's text. */
  preset?: "xaia" | "paper" | "published-v1" | "published-v2";
  /** The skip connection: layers from the second on also receive the input. Default: the preset's. */
  skip?: boolean;
  /** Default: the preset's. The last entry of a list applies to all deeper layers. */
  settings?: "auto" | "classic" | LayerSettings | readonly LayerSettings[];
  /** Mixing weight of the activation's two parts, 0 to 1; default 0.5. */
  r?: number;
  /** The maximum number of examinations of samples; beyond it the fit rejects with `too-large`. Default: no limit. The construction always ends. */
  maxSteps?: number;
  /** Default: the preset's. */
  interpolation?: Interpolation;
  /**
   * Whether the leaves of trees answer beside the interpolation. Default: with interpolation "auto" if that answers samples held
   * back better, else false. true: with the share that does. Needs the skip connection, an interpolation "auto", {top} or {local},
   * and no weights.
   */
  forest?: boolean | Forest;
  /**
   * "none": a sample doesn't give its own outcome where a row equals it or is very near, so samples aren't reproduced exactly. Worth it
   * where equal rows have different outcomes: `report.exactness.cost` says by how much. With interpolation "auto", {top} or {local}.
   */
  takeover?: "none";
  /** Default "minmax" under preset "xaia", else "none". */
  scale?: "none" | "minmax" | "standard";
  /**
   * How much each scaled feature counts. "auto" (the default under preset "xaia"): learned from y if this helps on samples
   * that it wasn't learned from, for 3 features and 100 samples or more. true: always learned. false (the default of the
   * other presets): all features count equally. A list: one number above 0 per feature, after one-hot encoding. absorb and
   * remove learn again, as fit does; leaveOneOut, calibrated thresholds and representatives keep what the model has learned.
   */
  relevance?: "auto" | boolean | readonly number[] | Numbers;
  /**
   * How to treat samples with equal x and different y; default "error" (`ill-defined`). "mean" leaves an output in which they
   * agree as it is.
   */
  duplicates?: "error" | "first" | "mean" | "majority";
  /**
   * Factors of the samples' shares in answers between samples (SPEC 3.16); default: all 1. A list: one number above 0 a
   * sample; equal samples have the mean of theirs. "balanced", for classes: the samples of each class count equally
   * together. Hits stay exact. Absorbed samples have 1. Not for a TNN.
   */
  weights?: "balanced" | readonly number[] | Numbers;
  /** Treat numbers in y as class labels; default false. If false is given, nothing warns that y has only a few whole numbers. */
  classes?: boolean;
  /**
   * The columns of row objects to use, in this order; default: the first row's keys, and where missing values are means
   * (`missing`, `clean`) all rows' keys; otherwise `report.warnings` names columns that only later rows have. A name that
   * is in no row is refused with `invalid-option`.
   */
  columns?: readonly string[];
  /**
   * How to treat missing values (null, undefined, NaN) in X. "error" (default): an error that
   * names row and column. "mean": a missing value becomes the mean of the column's other values; for texts,
   * each text's share. Queries use the means of the fit. "as it is": where at least five rows lack a column, that they do is
   * a feature beside its mean, and for texts a category of its own; other columns are as under "mean". "drop": the row is omitted and listed
   * in `model.dropped`, and samples are numbered without it. This also applies to rows whose y is missing, which
   * are an error otherwise. A row object of a fit may omit the column of a missing value. A row object of
   * a query may not, because a misspelt name would look the same: write null.
   *
   * The texts "", "NA", "NaN", "null" and "?" stand for a missing value: always in a column of numbers, under "mean", "as it is" and
   * "drop" in a column of texts, and under "drop" in y's texts. Elsewhere they are ordinary texts, and also in queries where they
   * are categories of the model. "None" is always an ordinary text. `report.warnings` counts the missing values.
   */
  missing?: "error" | "mean" | "drop" | "as it is";
  /**
   * For a first try with a real table, where refusing would be right for a program: missing values become means, and a
   * feature as under "as it is" where they go with y more clearly than by chance in one column of a thousand; rows
   * without y are omitted, rows with equal X and different y are merged (the majority of classes, the mean of values), and
   * columns of ids, names and free text, different in each row or nearly (nine of ten, or more than half of which are more than 100),
   * and of the rows' numbers as pandas and R write them ("", "Unnamed: 0", "index", …) are left out unless `columns` lists them.
   * `report.warnings` says each.
   * `missing` and `duplicates` choose otherwise. Default: false.
   */
  clean?: boolean;
  /**
   * Names of the samples, which explanations show beside their numbers: a list with a text or a number a sample, null for none;
   * or the column of row objects that has them, which is then no feature, unless `columns` lists it. Model files keep them.
   */
  names?: string | readonly (string | number | null)[];
  /** Keep the construction's events in `model.trace`; default false. */
  trace?: boolean;
  /** TNN: steepness, default 5. */
  a?: number;
  /** TNN: choose the steepness such that every fitting error is at most this (theorem 1). Not together with `a`. */
  tolerance?: number;
  /** TNN on several features: the samples from the highest to the lowest, each row once (appendix C.1). */
  order?: readonly number[];
}

/** Options of a fit that takes what is found from a data set as a whole from another model (SPEC 3.15). */
export interface LikeOptions<Y = any, F = any> extends Control {
  /**
   * The model whose scaling, relevance, reach, settings, interpolation, line and classes the fit takes, instead of finding
   * them. Its answers are then comparable with that model's. X is read as that model reads questions. Not a TNN.
   */
  like: SQANNModel<Y, F>;
  /** How to treat samples with equal x and different y; default: as in the model's fit. */
  duplicates?: "error" | "first" | "mean" | "majority";
  /** One number above 0 a sample. "balanced" is the model's: it is refused where the model isn't. */
  weights?: "balanced" | readonly number[] | Numbers;
  /** As in the fit; absent: no names. */
  names?: string | readonly (string | number | null)[];
  maxSteps?: number;
  trace?: boolean;
}

/** How many engines compute the parts of a call. */
export interface Workers {
  /**
   * How many engines compute the fits of this call: each in a worker, or in a thread of Node. Default: as many as there are
   * processors and folds, at most 8; one for small data (fewer than 5,000 numbers). The result is the same to the last bit. Each
   * engine takes 12 MB and a copy of the data; of data of more than 128 MB, fewer engines are started. They are let go ten seconds
   * after the call. Where none can start, this engine computes, and a warning says so once. In `xaia/sync` it has no effect.
   */
  workers?: number;
}

/** Options of every call but those of `xaia/sync`, which nothing interrupts. A call refuses options that it doesn't know. */
export interface Control {
  /** Aborts the call. The call then rejects with the signal's reason and changes nothing. Where the engine computes without pauses, as in `load` and `save`, at its beginning. */
  signal?: AbortSignal;
  /** Called every 16 to 24 ms during a longer call, once its rows are read. Of a fit, `done` samples have their place: none as long as it compares ways to answer. An answer to many rows counts these. If it throws an error, the call ends and rejects with this error. */
  onProgress?: (progress: {done: number; total: number; layer: number; collisions: number}) => void;
}

export interface CallOptions extends Without {
  /** Default: the model's own. It has no effect on a TNN. */
  interpolation?: Interpolation;
}

interface Without {
  /**
   * Samples that don't answer: the model is asked as a learner that has forgotten them, so scaling, relevance, reach and the
   * forest's trees stay, and so do the samples' numbers. `explain(X[7], {without: 7})` says why a fitted row is what it is; of itself
   * it says that it is the sample. Cost: a learner, some 50 ms for 1000 samples and 1 s for 20,000. Of preset xaia alone.
   */
  without?: number | readonly number[];
}

export interface ExplainOptions extends CallOptions {
  /** With the activations of all neurons, which pictures show; they take most of the time and of the answer. Default false. */
  fingerprint?: boolean;
}

type Fingerprint = {fingerprint: true};

/** With this option, labels are null where no neuron is strongly activated. */
type NoOutput = {interpolation: "none"};
type OrNull<Explanation> = Explanation extends {value: infer Y} ? Omit<Explanation, "value"> & {value: Y | null} : never;

/** The options of fit, except an interpolation function and the trace; and options for dealing the samples into folds. */
export interface CrossValidateOptions extends Omit<FitOptions, "interpolation" | "trace"> {
  interpolation?: Exclude<FitOptions["interpolation"], (...args: any[]) => unknown>;
  /** 2 to the number of samples; default 10, or as many as there are samples. */
  folds?: number;
  /** The seed of the shuffle that deals the samples into folds, 0 to Number.MAX_SAFE_INTEGER; default 0. */
  seed?: number;
  /**
   * A text or a number for each row, equal ones for rows that belong together, such as those of one person. These share a fold, so
   * no fit knows the person that it is asked about. `folds` is then at most the number of groups.
   */
  groups?: readonly (string | number)[] | Numbers;
  /**
   * The rows are in the order of time: each fold is rows that follow each other, answered by a fit on all before them. As many as
   * in a fold stand before the first one; they aren't answered, and their fold is -1. Not together with groups.
   */
  ordered?: boolean;
  workers?: Workers["workers"];
}

export interface EffectOptions {
  at?: readonly (number | string)[] | Numbers;
  samples?: readonly number[];
  /** Also a line for each row; default false. */
  each?: boolean;
}

export interface CounterfactualOptions<Y = any> {
  /** The class wanted; default: any but the predicted one. A regression of one output needs a number: the value to reach. */
  target?: Extract<Y, Label>;
  /** Columns that stay as they are in x: their names, or numbers from 0 where they have none. */
  hold?: readonly (string | number)[];
}

/** The options that all fits have in common, except an interpolation function and the trace; and options for dealing the samples into folds. */
export interface TuneOptions extends CrossValidateOptions {
  /** 2 to the number of samples; default 10, 5 for 400 samples or more, 3 for 600 or more. */
  folds?: number;
  /**
   * Options of fit to compare; they take precedence over the common ones. Default: the candidates vary the options that you
   * don't give: relevance, scaling, settings of several widths, the number of neurons that make an answer; for a "tnn" its a.
   */
  candidates?: readonly Omit<CrossValidateOptions, "signal" | "onProgress" | "folds" | "seed" | "groups" | "ordered" | "workers" | "classes" | "columns" | "missing" | "names">[];
}

export interface Tuned<Y = any, F = any> {
  /** The model that these options fit on all rows. Its kind is that of the options. */
  model: SQANNModel<Y, F> | TNNModel<Y, F>;
  /** The options of the best candidate, for fit and crossValidate. */
  options: Omit<CrossValidateOptions, "folds" | "seed" | "groups" | "ordered" | keyof Workers>;
  /** Its number in scores. */
  best: number;
  /** The number of the untouched model, which has only the common options; absent if it can't be fitted. */
  untouched?: number;
  /** The figures of every candidate over all samples, each predicted by a fit without it. */
  scores: (Figures & {options: FitOptions})[];
}

/** Y: the type of the answer for one row. F: whether it was fitted on one feature, given as a flat array. */
export interface BaseModel<Y, F, Explanation> {
  readonly featureCount: number;
  readonly outputCount: number;
  /** The class labels, sorted; null for a regression. */
  readonly classes: Extract<Y, Label>[] | null;
  /** The number of samples it was fitted on; for an ensemble, the number of its second model. */
  readonly sampleCount: number;
  /**
   * One answer for each row: a number, a label as it was given, or a vector. For
   * a model of several features, a flat array is one row and gives one answer. So do a
   * single number for a model of one feature, and a single row object.
   */
  predict(X: Rows<F>, options: CallOptions & NoOutput & Control): Promise<(Y | null)[]>;
  predict(X: OneRow<F>, options: CallOptions & NoOutput & Control): Promise<Y | null>;
  predict(X: Rows<F>, options?: CallOptions & Control): Promise<Y[]>;
  predict(X: OneRow<F>, options?: CallOptions & Control): Promise<Y>;
  predict(X: AskedOf<F>, options?: CallOptions & Control): Promise<Y | Y[]>;
  /**
   * For each row, scores that sum to 1, in the order of `classes`; NaN without an output. `unsupported` without classes. Scores
   * are no probabilities: they are the classes' shares among the neurons that made the answer, so a hit has the score 1, and with
   * noisy outcomes they are too high. How sure an answer is, `predictSet` of a calibrated model says.
   */
  scores(X: Rows<F>, options?: CallOptions & Control): Promise<number[][]>;
  scores(X: OneRow<F>, options?: CallOptions & Control): Promise<number[]>;
  scores(X: AskedOf<F>, options?: CallOptions & Control): Promise<number[] | number[][]>;
  /**
   * The explanation of each row, from the same computation as the prediction. Cost: some predictions; with {fingerprint: true}, an
   * activation of every neuron.
   */
  explain(X: Rows<F>, options: ExplainOptions & Fingerprint & Control): Promise<WithFingerprint<Explanation>[]>;
  explain(X: OneRow<F>, options: ExplainOptions & Fingerprint & Control): Promise<WithFingerprint<Explanation>>;
  explain(X: Rows<F>, options: ExplainOptions & NoOutput & Control): Promise<OrNull<Explanation>[]>;
  explain(X: OneRow<F>, options: ExplainOptions & NoOutput & Control): Promise<OrNull<Explanation>>;
  explain(X: Rows<F>, options?: ExplainOptions & Control): Promise<Explanation[]>;
  explain(X: OneRow<F>, options?: ExplainOptions & Control): Promise<Explanation>;
  explain(X: AskedOf<F>, options?: ExplainOptions & Control): Promise<Explanation | Explanation[]>;
  /**
   * The answer to one row as a sum that anybody can add up again: `verify` of `xaia/lite` does. `unsupported` where the answer is no
   * sum over samples: TNNs, interpolation "none" or {tnn}, a function. Cost: an explanation, and the checksum of the model's file.
   */
  certificate(x: OneRow<F>, options?: Control): Promise<Certificate<Y>>;
  /**
   * Which columns made the answer to each row, with the model's own interpolation. The shares are exact, because squared
   * distances are sums over the features (SPEC 3.12). An ensemble's attributions are those of the model that answers. Cost: one
   * prediction per column; the first call of a model also finds its samples' medians (23 ms for 80,000 rows of 4 columns).
   */
  attributions(X: Rows<F>, options?: Without & Control): Promise<Attribution<Y>[]>;
  attributions(X: OneRow<F>, options?: Without & Control): Promise<Attribution<Y>>;
  attributions(X: AskedOf<F>, options?: Without & Control): Promise<Attribution<Y> | Attribution<Y>[]>;
  /** Compares predictions with the truth. Cost: one prediction per row. */
  evaluate(X: Samples, y: TargetsOf<Y>, options?: Control): Promise<Evaluation>;
  /**
   * Which rows are out of distribution (SPEC 3.9). With y: rows with an error above
   * tolerance (default 0; the error of a wrong label is Infinity). Without y: rows with a
   * familiarity below threshold; without threshold, rows that are recognised weakly. threshold is a
   * number or "calibrated": the 5 % quantile of the familiarities of the fitting samples, each left out. This
   * costs one `leaveOneOut`, once. A calibrated model has these familiarities already, so it costs nothing.
   */
  outOfDistribution(X: Samples, options?: {y?: TargetsOf<Y>; tolerance?: number; threshold?: number | "calibrated"} & Control): Promise<Judgement[]>;
  /** The model file, for `load`, as an object: JSON.stringify calls it. `unsupported` if the engine runs in a worker; `save` works everywhere. */
  toJSON(): ModelFile;
  /** The model file with the fingerprints, as bytes. `load` then doesn't compute them again, but looks up some samples in them as a check. */
  toBytes(options?: Control): Promise<Uint8Array>;
  /**
   * The model file, for `load`, as a text or as the bytes of `toBytes`; "lite" is for `xaia/lite`, which answers without the engine:
   * `unsupported` for TNNs, ensembles and a function as interpolation.
   */
  save(options?: {format?: "json" | "lite"} & Control): Promise<string>;
  save(options: {format: "bytes"} & Control): Promise<Uint8Array>;
  /**
   * Frees the model; later calls throw `disposed`, but a second `dispose` does nothing. The garbage collector frees it, too, but it
   * doesn't see how much memory models take in the engine: dispose of large ones.
   */
  dispose(): void;
  /** The same, at the end of a block that declares it with `using`. */
  [Symbol.dispose](): void;
}

/** A fitted model. It never changes: methods that learn or forget return a new one. */
export interface FittedModel<Y, F, Explanation, Self> extends BaseModel<Y, F, Explanation> {
  readonly report: Report;
  /** null before `calibrate`. */
  readonly calibration: CalibrationSummary | null;
  /**
   * Returns another model with the same answers, which also has `predictInterval` or `predictSet`. Each sample is predicted by
   * a model fitted without its fold, and the errors are kept, separately for strong, moderate and weak answers. folds: 2 to the
   * number of samples, default 10, or the number of samples if that is less. seed: the seed of the shuffle that deals them into
   * folds, default 0. Cost: one fit per fold. Both file formats keep the calibration. `absorb` and `remove` return models without
   * it, and say so in `report.warnings`. groups: one for each sample, as in `crossValidate`; the promise is then for new groups.
   *
   * lopsided, of numbers: an interval reaches down and up by the errors on that side, each of which misses half of what coverage leaves; if
   * no fitted outcome is below 0, no interval begins there. It is for skewed outcomes, such as prices; where errors are even, it is a little wider.
   *
   * adapt: learners that begin with the model adapt, as with `learner({adapt: true})`.
   */
  calibrate(options?: {folds?: number; seed?: number; groups?: CrossValidateOptions["groups"]; lopsided?: boolean; adapt?: boolean} & Control & Workers): Promise<Self>;
  /**
   * For each row, an interval that contains the outcome with probability coverage (above 0, below 1; default 0.9). For several
   * outputs, a list of intervals, each with that coverage on its own. `unsupported` before `calibrate`, and for classes.
   *
   * What is promised: if many new rows are drawn as the fitted samples were, a share of coverage of the outcomes is inside, on
   * average. This also holds separately for rows recognised strongly, moderately and weakly, if at least 20 samples were
   * recognised so. The coverage is slightly lower, because the models of the folds have fewer samples. What is not promised:
   * this for one particular row, for a group of rows that you choose, or for rows of another kind than the samples. Such rows
   * are recognised weakly, and their interval or set can be too narrow.
   */
  predictInterval(X: Rows<F>, options?: {coverage?: number} & Control): Promise<IntervalOf<Y>[]>;
  predictInterval(X: OneRow<F>, options?: {coverage?: number} & Control): Promise<IntervalOf<Y>>;
  predictInterval(X: AskedOf<F>, options?: {coverage?: number} & Control): Promise<IntervalOf<Y> | IntervalOf<Y>[]>;
  /**
   * For each row, a set of classes that contains the true one with probability coverage, the most likely first. It always
   * contains the class that `predict` returns. The promise is that of `predictInterval`. `unsupported` before `calibrate`, and for numbers.
   */
  predictSet(X: Rows<F>, options?: {coverage?: number} & Control): Promise<Y[][]>;
  predictSet(X: OneRow<F>, options?: {coverage?: number} & Control): Promise<Y[]>;
  predictSet(X: AskedOf<F>, options?: {coverage?: number} & Control): Promise<Y[] | Y[][]>;
  /** How X was converted to features; present if X was row objects, or if missing values were allowed. */
  readonly columns?: Column[];
  /** Rows of X that `missing: "drop"` or `clean` omitted. */
  readonly dropped?: number[];
  /**
   * The fitted samples as they were given, all or those listed, also after `load`. Explanations number them.
   */
  sampleAt(list?: number | readonly number[] | null, options?: Control): Promise<Sample<Y, F>[]>;
  /**
   * The fitted samples that are least familiar to the model without them, the least first: a share of them (default 0.05, at most
   * 1), rounded up. They are misprints, or the only ones of their kind. Cost: one `leaveOneOut`, once.
   */
  outliers(options?: {share?: number} & Control): Promise<Outlier<Y, F>[]>;
  /**
   * Partial dependence: the mean answer, and the standard deviation over the samples, as a column takes each value and the others
   * stay as in the samples. For classes, of each class's score. It says what the model answers, also at values that no such sample has.
   * at: the values, texts only of the fit; default: the column's texts, or 20 quantiles. samples: which; default all, of more
   * than 200 as many drawn by a shuffle, the same each time. Cost: one prediction per sample and value.
   */
  effect(column: string | number, options?: EffectOptions & Control): Promise<PartialDependence>;
  /**
   * The figures over the fitting samples, each predicted by the model that
   * the same options give without it. Exact. Cost: about one fit per sample for an
   * SQANN, O(log N) per sample for a TNN on one feature. Computed once.
   */
  leaveOneOut(options?: Control & Workers): Promise<Evaluation>;
  /**
   * Adds the samples whose error is above tolerance, without forgetting: the new
   * model is fitted on the old samples and these. This is repeated until no other row
   * has a larger error, or for at most `rounds` rounds (the paper's tables use 1). Cost: one fit per round and a prediction
   * per row; for a model that was fitted with `like`, or is a learner's, about one fit for all rounds.
   *
   * That old samples are kept needs no measurement (theorem T5), except in a TNN and under the published presets. `audit: true`
   * measures `kept` all the same: two predictions of each old sample.
   */
  absorb(X: Samples, y: TargetsOf<Y>, options?: {tolerance?: number; rounds?: number; audit?: boolean} & Control): Promise<Absorption<Self>>;
  /** Returns a model without these samples (a number or a list). Cost: one fit. */
  remove(samples: number | readonly number[], options?: Control): Promise<Self>;
  /**
   * Which samples strongly activate the neurons of other samples, in a model fitted on these alone (default: all; appendix B.4.3). Cost: one fit.
   *
   * @group For the paper
   */
  redundancy(samples?: readonly number[] | null, options?: Control): Promise<RedundantSample[]>;
  /**
   * A subset of the samples such that a model fitted on it has an error of at most tolerance (default 0) on all others. For a
   * TNN on one feature it is a smallest subset that contains both ends; for an SQANN it is small, but not minimal.
   *
   * @group For the paper
   */
  representatives(options?: {tolerance?: number} & Control): Promise<Representatives<Self>>;
  /**
   * The nearest fitting sample with another outcome, and the point where the prediction
   * changes on the line to it. target: for classes, a class (default: any other); for numbers,
   * the value to reach, which is required.
   */
  counterfactual(x: Row | RowObject | number, options?: CounterfactualOptions<Y> & Control): Promise<Counterfactual<Y, F>>;
}

/**
 * A network that takes samples in and gives them up one at a time (SPEC 3.15). After each change it is, bit for bit, the model
 * that `fit` gives for the samples present with `{like: model}`. A change costs a look at the samples near it, however many
 * there are. Calls take effect in the order in which they are made.
 */
export interface Learner<Y = any, F = any>
  extends Pick<BaseModel<Y, F, SQANNExplanation<Y>>, "featureCount" | "outputCount" | "classes" | "sampleCount" | "predict" | "scores"
    | "explain" | "attributions" | "evaluate" | "outOfDistribution" | "dispose" | typeof Symbol.dispose>,
    Pick<FittedModel<Y, F, SQANNExplanation<Y>, SQANNModel<Y, F>>, "predictInterval" | "predictSet"> {
  /** Why scaling, relevance and reach no longer fit the samples; null while they do. */
  readonly stale: Stale | null;
  /**
   * That the rows learned aren't drawn as those before; null while they are, once no sample from before is left, and without `adapt`.
   * Among rows that are drawn alike it is wrong once in 20,000 of them at most, on average.
   */
  readonly drift: Drift | null;
  /**
   * Learns rows, one after the other; they become the last samples. tolerance: only rows whose error is larger, as answered at
   * their turn. A row is refused, and the others are learned, if its x is that of a sample with another y, unless `duplicates`
   * says what then (from now on), or if its label is none of the classes. If the call rejects, nothing has changed.
   *
   * A learner that began with a calibrated model calibrates itself: each row is answered just before it is learned, and how
   * wrong the answer was counts for the intervals and sets from then on, until the sample is forgotten.
   */
  learn(X: Samples, y: TargetsOf<Y>, options?: {tolerance?: number; duplicates?: "error" | "first" | "mean" | "majority"} & Control): Promise<Learning>;
  /**
   * Gives samples another outcome: those at each row's x are forgotten, and the row is learned, as the last sample. One row may
   * come with its outcome alone: `correct({size: 40}, 700)`. A row is refused where no sample is. If the call rejects, nothing has changed.
   */
  correct(X: Samples | RowObject | number, y: TargetsOf<Y> | Y, options?: Control): Promise<Learning>;
  /** Gives samples up (a number or a list, as the samples are numbered now). */
  forget(samples: number | readonly number[], options?: Control): Promise<void>;
  /** Fits anew, with scaling, relevance and reach of the samples present. Cost: one fit. */
  refresh(options?: Control): Promise<void>;
  /** A model of this moment. It doesn't change when the learner does. Cost: O(N log N). */
  model(options?: Control): Promise<SQANNModel<Y, F>>;
}

export interface SQANNModel<Y = any, F = any> extends FittedModel<Y, F, SQANNExplanation<Y>, SQANNModel<Y, F>> {
  readonly kind: "sqann";
  /**
   * A learner that begins with this model, which stays as it is. `unsupported` without the skip connection. Cost: about one fit.
   *
   * adapt, of a calibrated model: each outcome moves how far intervals and sets of its recognition reach, so that the share of
   * outcomes inside is the coverage also where these drift (SPEC 3.15); the newest scores alone count. Models of such a learner
   * adapt, and by default so do learners that begin with these.
   */
  learner(options?: {adapt?: boolean} & Control): Promise<Learner<Y, F>>;
  /** The placement: the settings of each layer, and the samples that each node represents. */
  readonly layers: {settings: LayerSettings; nodes: number[][]}[];
  /** Whether layers from the second on also receive the input: the skip connection. */
  readonly skip: boolean;
  /** How an output is computed when no neuron is strongly activated, unless a call says otherwise. */
  readonly interpolation: Interpolation;
  /** The 95 % quantile of the distances from each sample to its nearest other one, after scaling; absent if the options don't use it. */
  readonly reach?: number;
  /** How much each scaled feature counts, after one-hot encoding; null if all count equally. */
  readonly relevance: number[] | null;
  readonly trace?: TraceEvent[];
  /**
   * For each class (for numbers, over all) the samples whose neurons are hit by the most
   * others, and the criticisms, whose neurons only they themselves hit; at most perClass
   * (default 3) of each. Cost: one prediction per sample.
   *
   * @group For the paper
   */
  prototypes(options?: {perClass?: number} & Control): Promise<{prototypes: Prototype<Y>[]; criticisms: Prototype<Y>[]}>;
  /**
   * The samples whose outcomes the others contradict, the most contradicted first; then those that nobody is like. Each is forgotten by a learner,
   * asked about and learned again. At most a share of the samples (default 0.05) is listed of both. Cost: a
   * learner, and for each sample a change of it: 1000 rows, about a second.
   *
   * @group Ask about the samples
   */
  suspects(options?: {share?: number} & Control): Promise<Suspects<Y>>;
  /**
   * What each sample adds to the answers of the others: its Shapley value over the samples that say most about each row's place. Of a
   * negative one the others' answers would be better without it. Cost: one prediction per sample.
   *
   * @group Ask about the samples
   */
  worth(options?: Control): Promise<{values: number[]; total: number}>;
  /**
   * Two coordinates for each sample, such that samples lie near those that would answer for them: by their activations, and with a forest
   * by the leaves that they share. Deterministic; equal samples have one place. At least 3 different samples. Cost: one prediction per sample, and
   * about a second for 5000.
   *
   * @group Ask about the samples
   */
  embedding(options?: Control): Promise<Embedding>;
}

/** A sample that is odd: see `suspects`. */
export interface Suspect<Y = any> {
  readonly sample: number;
  /** Its name, where samples have names. */
  readonly name?: string;
  /** The others answer another class, or a number far away; an equal sample has another outcome; nobody is like it. */
  readonly kind: "label" | "value" | "duplicate" | "alone";
  readonly outcome: Y;
  /** What the others answer. */
  readonly said: Y;
  /** How strongly they contradict it, from 0 to 1. */
  readonly score: number;
  /** The samples of other outcomes that made this answer, at most 8, those that weigh most first. */
  readonly against: number[];
  /** Samples whose answer left out is wrong because of this one. */
  readonly misled: number[];
}

/** What `suspects` finds. */
export interface Suspects<Y = any> {
  readonly suspects: Suspect<Y>[];
  /** How many samples there are but the contradicted ones. */
  readonly rest: number;
  /** How many of these the others answer rightly: of numbers, no further off than half of all samples are. */
  readonly right: number;
  /** The same once the contradicted ones are forgotten. */
  readonly rightWithout: number;
}

/** A picture of a model's samples: see `embedding`. */
export interface Embedding {
  /** x and y of each sample, from 0 to 1. Directions and long distances mean nothing. */
  readonly places: [number, number][];
  /** For each sample the others that say most about its place, at most 5, the first most. */
  readonly neighbors: number[][];
  /** How strongly each sample activates the neuron of the most alike other one, from 0 to 1: of a low one nobody is like it. */
  readonly activation: number[];
  /** What share of these neighbours are among the 20 nearest in the picture. */
  readonly kept: number;
}

export interface TNNModel<Y = any, F = any> extends FittedModel<Y, F, TNNExplanation<Y>, TNNModel<Y, F>> {
  readonly kind: "tnn";
  readonly a: number;
  /** One number per neuron; with several features, a row of numbers per neuron. */
  readonly W: number[] | number[][];
  readonly b: number[];
  readonly alpha: number[] | number[][];
}

/**
 * The model with the stronger activation answers; on ties the second one does.
 *
 * @group For the paper
 */
export interface EnsembleModel<Y = any, F = any> extends BaseModel<Y, F, (SQANNExplanation<Y> | TNNExplanation<Y>) & {
  /** Which model answered. */
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
  /** The name of the option. */
  readonly path?: string;
}

/**
 * Loads the engine. This is optional: the first other call loads it with the defaults. A
 * failed load can be retried. A second call with the same options does nothing; with others it throws, and says which differs.
 */
export declare function initialize(options?: {
  /** Default: xaia.wasm beside this module; in Node it is read as a file. The error `load-failed` names the address and what it returned. */
  wasmURL?: string | URL;
  /** A compiled module, instead of an address. */
  wasmModule?: WebAssembly.Module;
  /** Run in a Web Worker; default true on a page, else false. `xaia/sync` refuses true. If the worker can't start, the calling thread computes, and one warning says why. */
  worker?: boolean;
  /** The worker's script; default: xaia.global.js beside this module (the inline build: a blob of its own). */
  workerURL?: string | URL;
  /**
   * Whether warnings stay in reports. Default false in development, where each is also written to the console, once: where
   * process.env.NODE_ENV isn't "production", or on a page of localhost or a file.
   */
  quiet?: boolean;
  /**
   * Whether the engine checks each model that it fits, loads or changes, for tests. The call fails with code `internal`, a load with
   * `model-file`, and says what is wrong, such as a sample that doesn't hit its own neuron. Each change of a learner then costs a fit.
   * Default false; in Node true where the environment variable XAIA_VERIFY is 1.
   */
  verify?: boolean;
}): Promise<void>;

/**
 * Ends the engine and frees everything in it. Its models then reject with `disposed`; the next call starts a new engine, of the
 * same module unless `initialize` gives another.
 */
export declare function terminate(): void;

/** The calls of this module, by an engine of their own. */
export type Engine = Pick<typeof import("./xaia.js"), "initialize" | "terminate" | "fit" | "load" | "crossValidate" | "tune" | "ensemble" | "learner" | "squeezedOrder" | "predict" | "explain">;

/**
 * Another engine beside that of the exports, for a library that must not end another one's models or wait behind its calls. It starts
 * with its first call, by these options, which are those of `initialize`, and takes some 12 MB. Models stay in their engine: an
 * ensemble needs both in one, and `like` fits where its model is.
 */
export declare function createEngine(options?: Parameters<typeof initialize>[0]): Engine;

/**
 * Fits a model to N rows X of n features, and a number, a vector or a label per row in y; a text as y names the column of X that
 * has the outcomes: `fit(rows, "price")`. That column is no feature then, and queries may have it. Every sample becomes a neuron; equal samples share one (sections 2 and 3 of the paper). The
 * order of the samples decides the placement, but neither the answers on the samples themselves nor what "auto" chooses. As
 * every call, fit reads X, y and the options before it returns its promise: later changes to them
 * have no effect.
 *
 * Cost: preset "xaia" on few features O(N log N), 100,000 rows in 0.2 s; on many features a
 * fraction of all N² / 2 distances; preset "paper" the cost of the final network, up to N³; a TNN O(N log N).
 *
 * Rejects with `invalid-input` (row and column say where), `ill-defined` (equal x, different
 * y; see `duplicates`), `unknown-option`, `invalid-option`, `too-large`, or the signal's reason.
 */
export declare function fit<Y, F>(X: Samples, y: TargetsOf<Y>, options: LikeOptions<Y, F>): Promise<SQANNModel<Y, F>>;
export declare function fit<X extends Table, K extends NamesOf<X>>(X: X, y: K, options: FitOptions & {kind: "tnn"}): Promise<TNNModel<OutcomeIn<X, K>, FlatOf<X>>>;
export declare function fit<X extends Table, K extends NamesOf<X>>(X: X, y: K, options?: FitOptions & {kind?: "sqann"}): Promise<SQANNModel<OutcomeIn<X, K>, FlatOf<X>>>;
export declare function fit<X extends Samples, Y extends Targets>(X: X, y: Y, options: FitOptions & {kind: "tnn"}): Promise<TNNModel<OutcomeOf<Y>, FlatOf<X>>>;
export declare function fit<X extends Samples, Y extends Targets>(X: X, y: Y, options: FitOptions & {kind?: "sqann"} & NoOutput): Promise<SQANNModel<OutcomeOf<Y> | null, FlatOf<X>>>;
export declare function fit<X extends Samples, Y extends readonly number[]>(X: X, y: Y, options: FitOptions & {kind?: "sqann"; classes: true}): Promise<SQANNModel<Y[number], FlatOf<X>>>;
export declare function fit<X extends Samples, Y extends Targets>(X: X, y: Y, options?: FitOptions & {kind?: "sqann"}): Promise<SQANNModel<OutcomeOf<Y>, FlatOf<X>>>;
export declare function fit<X extends Samples>(X: X, y: Gappy, options: FitOptions & Dropping): Promise<SQANNModel<any, FlatOf<X>>>;
export declare function fit<X extends Samples, Y extends Targets>(X: X, y: Y, options?: FitOptions): Promise<SQANNModel<OutcomeOf<Y>, FlatOf<X>> | TNNModel<OutcomeOf<Y>, FlatOf<X>>>;

/** These functions do the same as the methods of the model. */
export declare function predict<Y, F>(model: Model<Y, F>, X: Rows<F>, options: CallOptions & NoOutput & Control): Promise<(Y | null)[]>;
export declare function predict<Y, F>(model: Model<Y, F>, X: OneRow<F>, options: CallOptions & NoOutput & Control): Promise<Y | null>;
export declare function predict<Y, F>(model: Model<Y, F>, X: Rows<F>, options?: CallOptions & Control): Promise<Y[]>;
export declare function predict<Y, F>(model: Model<Y, F>, X: OneRow<F>, options?: CallOptions & Control): Promise<Y>;
export declare function predict<Y, F>(model: Model<Y, F>, X: AskedOf<F>, options?: CallOptions & Control): Promise<Y | Y[]>;
export declare function explain<M extends Model>(model: M, X: Rows<FlatIn<M>>, options: ExplainOptions & Fingerprint & Control): Promise<WithFingerprint<ExplanationOf<M>>[]>;
export declare function explain<M extends Model>(model: M, X: OneRow<FlatIn<M>>, options: ExplainOptions & Fingerprint & Control): Promise<WithFingerprint<ExplanationOf<M>>>;
export declare function explain<M extends Model>(model: M, X: Rows<FlatIn<M>>, options?: ExplainOptions & Control): Promise<ExplanationOf<M>[]>;
export declare function explain<M extends Model>(model: M, X: OneRow<FlatIn<M>>, options?: ExplainOptions & Control): Promise<ExplanationOf<M>>;
export declare function explain<M extends Model>(model: M, X: AskedOf<FlatIn<M>>, options?: ExplainOptions & Control): Promise<ExplanationOf<M> | ExplanationOf<M>[]>;

type FlatIn<M> = M extends Model<any, infer F> ? F : never;
type ExplanationOf<M> = M extends BaseModel<any, any, infer Explanation> ? Explanation : never;

/**
 * Combines two models: the more strongly activated one answers (SPEC 3.9). They must have the same features and kind of outcome.
 *
 * @group For the paper
 */
export declare function ensemble<Y, F>(first: SQANNModel<Y, F> | TNNModel<Y, F>, second: SQANNModel<Y, F> | TNNModel<Y, F>, options?: Control): Promise<EnsembleModel<Y, F>>;

/** The same as the methods of the model. */
export declare function learner<Y, F>(model: SQANNModel<Y, F>, options?: {adapt?: boolean} & Control): Promise<Learner<Y, F>>;

/**
 * Measures the quality of a fit on new samples. The samples are dealt into folds by a seeded shuffle; for
 * classes, each fold gets its share of every class. Each sample is predicted by a fit on the
 * other folds, and scaling, relevance and settings are found from those folds alone. Cost: one fit per fold.
 * onProgress counts the folds. Rejects as fit does, and with `invalid-input` if a class has one sample.
 */
export declare function crossValidate<X extends Table, K extends NamesOf<X>>(X: X, y: K, options?: CrossValidateOptions): Promise<CrossValidation<OutcomeIn<X, K> | null>>;
export declare function crossValidate<Y extends readonly string[]>(X: Samples, y: Y, options?: CrossValidateOptions): Promise<CrossValidation<Y[number] | null>>;
export declare function crossValidate(X: Samples, y: readonly boolean[], options?: CrossValidateOptions): Promise<CrossValidation<boolean | null>>;
export declare function crossValidate<Y extends Vectors>(X: Samples, y: Y, options?: CrossValidateOptions & {classes?: false}): Promise<CrossValidation<OutcomeOf<Y>>>;
export declare function crossValidate(X: Samples, y: readonly number[] | Numbers, options: CrossValidateOptions & {classes: true}): Promise<CrossValidation<number | null>>;
export declare function crossValidate(X: Samples, y: readonly number[] | Numbers, options?: CrossValidateOptions & {classes?: false}): Promise<CrossValidation<number>>;
export declare function crossValidate(X: Samples, y: Targets, options?: CrossValidateOptions): Promise<CrossValidation<Label | number[] | null>>;
export declare function crossValidate(X: Samples, y: Gappy, options: CrossValidateOptions & Dropping): Promise<CrossValidation>;

/**
 * Chooses options of fit by seeded cross-validation. The best candidate has the highest accuracy,
 * or the lowest rmse. The untouched model, which has only the common options, always competes
 * and wins ties; if your candidates don't contain it, it is added as the last one. Cost: one fit per fold for all candidates
 * that differ only in their interpolation; scaling, relevance and reach are computed once per fold for all that agree in them.
 */
export declare function tune<X extends Table, K extends NamesOf<X>>(X: X, y: K, options?: TuneOptions): Promise<Tuned<OutcomeIn<X, K>, FlatOf<X>>>;
export declare function tune<X extends Samples, Y extends Targets>(X: X, y: Y, options?: TuneOptions): Promise<Tuned<OutcomeOf<Y>, FlatOf<X>>>;
export declare function tune<X extends Samples>(X: X, y: Gappy, options: TuneOptions & Dropping): Promise<Tuned<any, FlatOf<X>>>;

/**
 * Splits rows and outcomes, both in any form of fit, into one part for fitting and one for testing. One split says little:
 * `crossValidate` tests on all rows. share: of the test rows, default 0.25. Texts and booleans as y are split class by class,
 * unless `stratify` is false. groups: an entry a row; rows with equal ones stay together. ordered: the last rows are for testing.
 */
export declare function trainTestSplit<X extends Samples, Y extends Targets | string>(X: X, y: Y, options?: {
  share?: number;
  seed?: number;
  groups?: readonly unknown[] | Numbers;
  stratify?: boolean;
  ordered?: boolean;
}): {train: Part<Listed<X>, Listed<Y>>; test: Part<Listed<X>, Listed<Y>>};
type Listed<T> = T extends readonly (infer R)[] ? R[] : T extends Columns ? {[K in keyof T]: T[K][number]}[] : T extends ArrowTable ? Record<string, any>[] : T;

/**
 * Places samples on [0, 1] by the scores that any classifier gives them (N rows, one
 * score per class), such that a TNN on the positions reproduces its classes (appendix
 * C.1). squeeze, default 0.5: the share of each class's half interval that samples
 * take; the rest is grey area. Cost: O(N (C + log N)).
 *
 * @group For the paper
 */
export declare function squeezedOrder(scores: Samples, options?: {squeeze?: number; external?: Samples} & Control): Promise<SqueezedOrder>;

/**
 * Reads the result of `model.toJSON()`, as an object or as text, or the bytes of `model.toBytes()`.
 * The error `model-file` says what is wrong with the file, for example that it was changed. If the file
 * doesn't have a checksum, the model's report has a warning.
 */
export declare function load<Y = any, F = any>(file: ModelFile | string | Uint8Array | ArrayBuffer, options?: Control): Promise<Model<Y, F>>;

export declare const version: string;
