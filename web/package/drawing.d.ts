/**
 * Drawings and pictures as 392 numbers that a network can compare: plain arithmetic, learned from nothing, with the same
 * bits everywhere.
 *
 * 1. Centre and scale: the mean of the ink comes to the middle, and its spread becomes the same for all, for width and
 *    height half each by itself. A slant is taken out up to a limit.
 * 2. Draw it on 28 x 28 pixels, strokes with one pen. Blur it a little.
 * 3. Take the direction in which the ink changes at each pixel, and sort it into eight.
 * 4. Count: 7 x 7 cells, in each the change in each direction. A pixel counts for the four cells around it.
 * 5. Shares, and their roots: the squares of the numbers add up to 1.
 *
 * Moved, larger or smaller, or drawn with another pen, a drawing has nearly the same numbers. Turned or mirrored it hasn't:
 * a 6 is no 9.
 */
import type {FitOptions} from "./xaia.js";

/** x and y of a stroke's points by turns, in any unit; y goes down. One point is a dot. */
export type Stroke = ArrayLike<number>;

/** A number from 0 for each pixel, by rows from the top. */
export interface Picture {
  data: ArrayLike<number>;
  width: number;
  height: number;
}

/** Pixels on a side of what the network sees: 28. */
export const side: number;
/** Cells on a side: 7. */
export const cells: number;
/** Directions: 8, from the right by eighths of a turn, clockwise. */
export const directions: number;
/** How many numbers a drawing becomes: 392. Those of cell (x, y) begin at (y * cells + x) * directions. */
export const features: number;

/** The most strokes, points of a stroke, and pixels on a side. */
export const limits: {readonly strokes: number; readonly points: number; readonly pixels: number};

/** A drawing as numbers. What is no drawing is refused with `invalid-input`. */
export function encodeDrawing(strokes: ArrayLike<Stroke>): Float64Array;

/** A picture of a drawing as numbers: 0 where there is no ink. */
export function encodeInk(picture: Picture): Float64Array;

/** A photograph as numbers: its middle square, which isn't centred or scaled. */
export function encodePhoto(picture: Picture): Float64Array;

/**
 * Options of fit for drawings. Fit with those without a reach; if `drawingOptions(model.reach)` has settings, fit again with
 * these: among few drawings the reach is the distance between different things, and among copies of one drawing nearly 0.
 */
export function drawingOptions(reach?: number): FitOptions;

/** What the network sees, steps 1 and 2 before the blur: `side` x `side` pixels from 0 to 1. */
export function drawnAlike(strokes: ArrayLike<Stroke>): Float64Array;
export function inkAlike(picture: Picture): Float64Array;
export function photoAlike(picture: Picture): Float64Array;

/** The blur and steps 3 to 5, for `side` x `side` pixels. */
export function histogram(image: ArrayLike<number>): Float64Array;

/** The class of its errors. It is a copy of the package's: compare `code`, or use this one with instanceof. */
export {XaiaError} from "./xaia.js";
