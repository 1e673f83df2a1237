/** The network that is taught: drawings go in and out, one at a time, and questions are answered in between. */
import {drawingOptions, encodeDrawing, histogram} from "../../package/drawing/encode.js";

/** @typedef {import("./strokes.js").Drawing & {id: number, vector: Float64Array}} Taught */

/** The numbers of a drawing, or of a photograph of 28 x 28 pixels. @param {import("./strokes.js").Drawing} drawing */
export const vectorOf = ({strokes, photo}) => (photo ? histogram(Float64Array.from(photo)) : encodeDrawing(strokes));

export class Mind {
  #fit;
  #learns;
  #learner = null;
  #model = null;
  /** @type {Taught[]} */
  #drawings = [];
  #ids = 0;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {Function} fit of xaia @param {boolean} [learns] false: the engine has no learner, and each change is a fit, which gives the same bits */
  constructor(fit, learns = true) {
    this.#fit = fit;
    this.#learns = learns;
  }

  /** In the order of the network's samples. @returns {readonly Taught[]} */
  get drawings() {
    return this.#drawings;
  }

  /** The learner, for scripts; null before the first drawing. */
  get learner() {
    return this.#learner;
  }

  /** A model of this moment, which this object owns; null before the first drawing. */
  model() {
    return this.#turn(() => this.#look());
  }

  /**
   * Each drawing becomes a neuron.
   *
   * @param {import("./strokes.js").Drawing[]} drawings
   * @returns {Promise<{taught: Taught[], refused: number}>} refused: how many are equal to one of another class
   */
  teach(drawings) {
    return this.#turn(async () => {
      const fresh = drawings.map((d) => ({...d, id: ++this.#ids, vector: vectorOf(d)}));
      const taught = fresh.filter((d, i) => !clash(d, this.#drawings) && !clash(d, fresh.slice(0, i)));
      if (taught.length) {
        const known = this.#learns && this.#learner && taught.every(({label}) => this.#learner.classes.includes(label));
        // Many at once are a fit's work.
        if (known && taught.length < 20) {
          await this.#learner.learn(rows(taught), taught.map(({label}) => label));
          this.#drawings = [...this.#drawings, ...taught];
          await this.#changed(this.#drawings);
        } else await this.#refit([...this.#drawings, ...taught]);
      }
      return {taught, refused: fresh.length - taught.length};
    });
  }

  /** @param {number[]} ids */
  forget(ids) {
    return this.#turn(async () => {
      const gone = this.#drawings.flatMap(({id}, i) => (ids.includes(id) ? [i] : []));
      const rest = this.#drawings.filter(({id}) => !ids.includes(id));
      if (!gone.length) return;
      const lost = this.#learner.classes.some((c) => !rest.some(({label}) => label === c));
      if (lost || !this.#learns) return this.#refit(rest);
      await this.#learner.forget(gone);
      this.#drawings = rest;
      await this.#changed(rest);
    });
  }

  /**
   * The explanation of the answer, with the drawings and layers that it speaks of; null before the first drawing.
   *
   * @param {Float64Array} vector
   * @returns {Promise<{answer: any, drawings: readonly Taught[], layers: {nodes: number[][]}[]} | null>}
   */
  ask(vector) {
    return this.#turn(async () => {
      if (!this.#learner) return null;
      return {answer: await this.#learner.explain(Array.from(vector), {fingerprint: true}), drawings: this.#drawings, layers: (await this.#look()).layers};
    });
  }

  /**
   * The same by the others, as if this drawing were forgotten; null where there are none, or no such drawing.
   *
   * @param {Float64Array} vector @param {number} id
   */
  others(vector, id) {
    return this.#turn(async () => {
      const drawings = this.#drawings.filter((d) => d.id !== id);
      if (drawings.length === this.#drawings.length || !drawings.length) return null;
      const model = await this.#fitted(drawings);
      try {
        return {answer: await model.explain(Array.from(vector), {fingerprint: true}), drawings, layers: model.layers};
      } finally {
        model.dispose();
      }
    });
  }

  /** What each drawing is answered with, in their order. @returns {Promise<string[]>} */
  answers() {
    return this.#turn(async () => (this.#learner ? this.#learner.predict(rows(this.#drawings)) : []));
  }

  /** How many drawings are answered with their own class. */
  right() {
    return this.#turn(async () => {
      if (!this.#learner) return 0;
      const answers = await this.#learner.predict(rows(this.#drawings));
      return this.#drawings.filter(({label}, i) => label === answers[i]).length;
    });
  }

  /** Frees the network. */
  end() {
    return this.#turn(async () => this.#replace(null, null, []));
  }

  /** With the scale of the drawings present. @param {Taught[]} drawings */
  async #fitted(drawings) {
    const X = rows(drawings), y = drawings.map(({label}) => label);
    let model = await this.#fit(X, y, drawingOptions());
    const again = drawingOptions(model.reach);
    if (again.settings) {
      model.dispose();
      model = await this.#fit(X, y, again);
    }
    return model;
  }

  /** A failed fit changes nothing. @param {Taught[]} drawings */
  async #refit(drawings) {
    if (!drawings.length) return this.#replace(null, null, []);
    const model = await this.#fitted(drawings);
    this.#replace(this.#learns ? await model.learner() : model, model, drawings);
  }

  /** A refresh where the learner's scale is no longer that of its drawings. @param {Taught[]} drawings */
  async #changed(drawings) {
    this.#model?.dispose();
    this.#model = null;
    if (this.#learner.stale) await this.#refit(drawings);
  }

  /** Made when it is asked for: it costs more than to learn a drawing. */
  async #look() {
    if (this.#learner) this.#model ??= await this.#learner.model();
    return this.#model;
  }

  #replace(learner, model, drawings) {
    if (this.#learner !== this.#model) this.#learner?.dispose();
    this.#model?.dispose();
    [this.#learner, this.#model, this.#drawings] = [learner, model, drawings];
  }

  /** One after the other: an answer is of the drawings that it comes with. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #turn(work) {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}

const rows = (drawings) => drawings.map(({vector}) => Array.from(vector));

/** Whether there is an equal drawing of another class. */
const clash = ({vector, label}, others) => others.some((o) => o.label !== label && o.vector.every((v, i) => v === vector[i]));
