/** What a call in parts needs to know of its helpers as a whole. */

const most = 8;
/** The data of one call, in all its engines, take at most so many bytes. */
const mostBytes = 2 ** 30;
/** Of fewer numbers than this, answers are there before another engine is. */
const fewNumbers = 5000;

/**
 * How many engines compute a call.
 *
 * @param {number | undefined} workers as asked
 * @param {number} parts
 * @param {number} numbers of the data
 * @param {number} processors
 * @param {number} busy engines that compute another call
 */
export function helpers(workers, parts, numbers, processors, busy) {
  const usual = numbers < fewNumbers ? 1 : Math.min(processors, most) - busy;
  return Math.max(1, Math.min(workers ?? usual, parts, Math.floor(mostBytes / (8 * numbers))));
}

/** The progress of all parts as one. */
export class Progress {
  #parts;
  #report;
  #done = [];
  #best = 0;
  /** @type {any} what a part said last */
  #last;

  constructor(parts, report) {
    this.#parts = parts;
    this.#report = report;
  }

  /** @param {number} part @param {{done: number, total: number}} p a helper's, in whose numbers the parts before this one are done */
  at(part, p) {
    this.#last = p;
    this.#say(part, Math.min(1, Math.max(0, (p.done * this.#parts) / p.total - part)));
  }

  end(part) {
    if (this.#last) this.#say(part, 1);
    else this.#done[part] = 1;
  }

  #say(part, share) {
    this.#done[part] = share;
    this.#best = Math.max(this.#best, this.#done.reduce((sum, v) => sum + v, 0));
    this.#report({...this.#last, done: Math.floor((this.#best * this.#last.total) / this.#parts + 1e-9)});
  }
}
