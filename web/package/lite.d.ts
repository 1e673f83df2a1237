/**
 * xaia/lite: answers of a saved model without the engine, where WebAssembly can't go or isn't worth its megabyte: under a strict
 * policy, on an edge, in React Native, in a file that somebody opens. It is plain JavaScript. Answers and explanations
 * have the bits of xaia's. It can't fit, learn or load other files.
 */
import type {Certificate, Judgement, Label, Numbers, Row, RowObject, SQANNExplanation} from "./xaia.js";
export {XaiaError} from "./xaia.js";

/** Rows, as in the fit. */
export type LiteRows = readonly Row[] | readonly RowObject[] | {data: readonly number[] | Numbers; rows: number; columns: number};
/** A row object, or of several features a flat list, is one row and gives one answer. Of one feature, a flat list has a row in each number. */
export type LiteRow = Row | RowObject | number;

/** A model that answers at once, in this thread. It costs a look at every sample: 5000 samples take some 0.5 ms a row. */
export interface LiteModel<Y = any> {
  readonly kind: "sqann";
  readonly featureCount: number;
  readonly outputCount: number;
  readonly classes: Extract<Y, Label>[] | null;
  readonly sampleCount: number;
  /** The names of the columns; null if X was rows of numbers. */
  readonly columns: string[] | null;
  /** That of the model's own file. */
  readonly checksum: string;
  readonly calibrated: boolean;
  predict(X: LiteRows): Y[];
  predict(X: LiteRow): Y;
  /** Scores in the order of `classes`; `unsupported` without classes. */
  scores(X: LiteRows): number[][];
  scores(X: LiteRow): number[];
  /** As `explain` of xaia says it, without fingerprints; with an interval or a set at coverage 0.9 if the model is calibrated. */
  explain(X: LiteRows): SQANNExplanation<Y>[];
  explain(X: LiteRow): SQANNExplanation<Y>;
  /** As `certificate` of xaia's models. */
  certificate(x: LiteRow): Certificate<Y>;
  /** `unsupported` if the model isn't calibrated, and for classes. */
  predictInterval(X: LiteRows, options?: {coverage?: number}): any[];
  predictInterval(X: LiteRow, options?: {coverage?: number}): any;
  /** `unsupported` if the model isn't calibrated, and for numbers. */
  predictSet(X: LiteRows, options?: {coverage?: number}): Y[][];
  predictSet(X: LiteRow, options?: {coverage?: number}): Y[];
  /** Without threshold: rows that are recognised weakly. */
  outOfDistribution(X: LiteRows | LiteRow, options?: {threshold?: number | "calibrated"}): Judgement[];
}

/**
 * Reads what `model.save({format: "lite"})` wrote. `model-file` says what is wrong with another file. Cost: reading the JSON, and a
 * walk of each sample down the trees of a forest.
 */
export declare function load<Y = any>(file: string | object): LiteModel<Y>;

/**
 * Whether a certificate holds, an object or its text. Alone: its parts add up to the answer, to the bit, and its samples are
 * the model's. With the model: it is that model's, which says just this of x. problems says what doesn't fit.
 */
export declare function verify(certificate: Certificate | string, model?: LiteModel): {valid: boolean; problems: string[]};
