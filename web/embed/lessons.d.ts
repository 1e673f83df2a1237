/**
 * The six lessons: <xaia-lesson name="sample">, or mountLesson. The file computes with the engine of xaia/embed, which lies
 * beside it; xaia/lessons-inline contains that. Importing the file defines <xaia-lesson>, unless another copy has defined it.
 */

/** "sample": a neuron is a sample; "layers": why there are layers; "unknown": "I don't know"; "absorb": take it in, forget nothing; "teach": you are the training data; "heartbeat": the paper's network for one sorted feature. */
export type LessonName = "sample" | "layers" | "unknown" | "absorb" | "teach" | "heartbeat";

export interface MountedLesson {
  readonly element: HTMLElement;
  /** Resolves when the pictures of both exercises are shown. */
  readonly ready: Promise<unknown>;
  /** Removes the lesson and frees its models. The last lesson or widget on a page also ends the engine. */
  end(): void;
}

/** Appends a lesson to el. Another name throws a TypeError that lists the names. */
export declare function mountLesson(el: Element, name: LessonName): MountedLesson;

/** The lessons' names, titles and words. */
export declare const lessons: readonly {readonly name: LessonName; readonly title: string; readonly text: readonly string[]; readonly exercises: readonly any[]}[];

/** For anywidget: the trait name. */
declare const widget: {
  initialize(): void;
  render(context: {model: any; el: HTMLElement}): () => void;
};
export default widget;
