/**
 * Teaching a network by drawing, on other pages: <xaia-teach>, or mountTeach. The file computes with the engine of xaia/embed,
 * which lies beside it. Importing the file defines <xaia-teach>, unless another copy has defined it. Nothing is sent, and
 * the camera is asked for when the reader chooses it.
 */
import type {Learner, Neuron, SQANNExplanation} from "../package/xaia.js";

/** Strokes of whole numbers from 0 to 255, x and y by turns; or a photograph, 28 x 28 of them by rows. by: the name of who drew it, at most 40 characters. */
export type TaughtDrawing = {label: string; by?: string; strokes: number[][]} | {label: string; by?: string; photo: number[]};

export interface Drawings {
  classes: {name: string; emoji: string}[];
  drawings: TaughtDrawing[];
}

export interface TeachOptions {
  /** What it knows at first: drawings, or the link that the page's "Copy a link" gives. */
  drawings?: Drawings | string;
  /** The page that links lead to; default: this one. */
  address?: string;
  theme?: "light" | "dark";
  /** Whether to show the map of all drawings, and what can be kept; default true. */
  map?: boolean;
  keep?: boolean;
}

export interface MountedTeach {
  /** Fires "change" when drawings were taught or forgotten (detail: Drawings), and "input" when a question was answered (detail: TeachAnswer or null). */
  readonly element: HTMLElement;
  /** Resolves when what it knows at first is there. */
  readonly ready: Promise<unknown>;
  readonly drawings: Drawings;
  /** The network; null before the first drawing. Another one takes its place when it is refreshed. */
  readonly learner: Learner<string> | null;
  /** Removes it, frees its network, and closes the camera. */
  end(): void;
}

export interface TeachAnswer {
  value: string;
  recognition: SQANNExplanation["recognition"];
  neurons: Neuron<string>[];
}

export declare function mountTeach(el: Element, options?: TeachOptions): MountedTeach;

/** <xaia-teach drawings="…" address="…" theme="…" map="false" keep="false">: the options as attributes. */
export interface XaiaTeach extends HTMLElement {
  readonly ready: Promise<unknown>;
  readonly drawings: Drawings | null;
  readonly learner: Learner<string> | null;
}

declare global {
  interface HTMLElementTagNameMap {
    "xaia-teach": XaiaTeach;
  }
}
