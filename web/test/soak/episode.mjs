/**
 * One walk through the API: models come and go, every result is held against the
 * definition (reference.mjs), against the same call on a model that was fitted anew, or
 * against what the model said before. A seed repeats the calls; when an abort arrives
 * is the clock's.
 */
import {dice} from "./random.mjs";
import * as reference from "./reference.mjs";
import {bits, near, ok, refused, same} from "./same.mjs";
import {fitOptions, outcome, queries, sqannSet, tnnSet} from "./sets.mjs";

const mostModels = 8;

/**
 * @param {any} xaia
 * @param {number} seed
 * @param {{counts: Record<string, number>, log: string[]}} told what happened, for the one who runs it
 */
export async function episode(xaia, seed, {counts, log}) {
  const d = dice(seed);
  const pool = [];
  const count = (name) => (counts[name] = (counts[name] ?? 0) + 1);

  // A model with what it was made of, and what it says to a few questions.
  const keep = async (model, set) => {
    const probes = queries(d, set, 4);
    const one = {model, set, probes, said: bits(await answers(model, probes))};
    pool.push(one);
    return one;
  };
  const answers = async (model, probes) => [await model.predict(probes), await model.explain(probes)];
  const unchanged = async (one, what) => {
    const now = bits(await answers(one.model, one.probes));
    ok(now === one.said, `${what}: the model answers otherwise, ${now.slice(0, 500)} instead of ${one.said.slice(0, 500)}`);
  };
  const fresh = (set, rows) => xaia.fit(rows.map((i) => set.X[i]), rows.map((i) => set.y[i]), fitOptions(set));
  const all = (set) => set.X.map((_, i) => i);
  const any = (test) => {
    const fitting = pool.filter(test);
    return fitting.length ? d.one(fitting) : undefined;
  };
  const fitted = () => any((m) => m.set.X.length > 1);

  /** The model against the definition, on these rows. */
  const define = async (model, set, rows) => {
    const predicted = await model.predict(rows);
    const explained = await model.explain(rows);
    const scores = model.classes && (await model.scores(rows));
    const says = set.options.kind === "tnn" ? reference.tnn(set, model.a) : reference.sqann(model, set);
    const scale = Math.max(...set.y.flat().map((v) => (typeof v === "number" ? Math.abs(v) : 1)));
    rows.forEach((x, i) => {
      const what = `row ${i} (${x})`;
      same(explained[i].value, predicted[i], `${what}: explain and predict`);
      if (set.options.kind === "tnn") {
        // Its sums cancel where the outputs jump; the scale of a term is the outputs', and there are as many as samples.
        near(predicted[i], says(x), scale * set.X.length, what);
        return;
      }
      const {value, status, familiarity, samples, clear} = says(x);
      if (!clear) return void count("not clear");
      count("compared");
      same(explained[i].status, status, what);
      near(explained[i].familiarity, familiarity, 1, `${what}: familiarity`);
      if (samples) same(explained[i].neurons[0].samples, samples, `${what}: the samples it names`);
      const got = model.classes ? scores[i] : [predicted[i]].flat();
      value.forEach((v, j) => near(got[j], v, scale, `${what}, output ${j}`));
      near(explained[i].neurons.reduce((s, n) => s + n.weight, 0), 1, 1, `${what}: the weights' sum`);
    });
    return predicted;
  };
  const reproduces = async (model, set) => {
    const predicted = await model.predict(set.X);
    if (set.options.kind !== "tnn") return same(predicted, set.y, "the fitted samples");
    const worst = Math.max(...predicted.map((p, i) => Math.abs(p - set.y[i])));
    near(worst, model.report.maxFittingError, 100, "the largest fitting error");
  };

  const steps = {
    async fit() {
      const set = d.chance(0.8) ? sqannSet(d) : tnnSet(d);
      log.push(JSON.stringify(set));
      const model = await xaia.fit(set.X, set.y, fitOptions(set));
      await reproduces(model, set);
      await keep(model, set);
    },
    async predict() {
      const one = any(() => true);
      if (one) await define(one.model, one.set, queries(d, one.set, d.between(1, 12)));
    },
    async interpolations() {
      const one = any((m) => m.set.options.kind !== "tnn");
      if (!one) return;
      const rows = queries(d, one.set, 5);
      const own = await one.model.explain(rows);
      const nearest = await one.model.explain(rows, {interpolation: "nearest"});
      const none = await one.model.predict(rows, {interpolation: "none"});
      const mine = await one.model.predict(rows, {interpolation: (neurons) => neurons[0].alpha});
      rows.forEach((_, i) => {
        same(nearest[i].value, nearest[i].neurons[0].alpha, "nearest answers with the strongest neuron's output");
        same(mine[i], nearest[i].value, "a function that takes the strongest neuron");
        if (own[i].status === "hit") same([none[i], nearest[i].value], [own[i].value, own[i].value], "a hit needs no interpolation");
        else ok([none[i]].flat().every((v) => v === null || Number.isNaN(v)), `without interpolation it answers ${none[i]}`);
      });
    },
    async absorb() {
      const one = any((m) => m.set.X.length < 60);
      if (!one) return;
      const {set, model} = one;
      let X = queries(d, set, d.between(1, 6));
      if (set.options.kind === "tnn") X = X.filter((x) => !set.X.some((o) => Math.abs(o[0] - x[0]) < 1e-3));
      if (!X.length) return;
      const y = X.map(() => outcome(d, set.kind));
      const tolerance = d.one([0, 0.5, 20]);
      let got;
      try {
        got = await model.absorb(X, y, {tolerance});
      } catch (error) {
        ok(error.code === "ill-defined", `absorb: ${error.stack}`);
        count("absorb ill-defined");
        return unchanged(one, "after a refused absorb");
      }
      const larger = {...set, X: [...set.X, ...got.absorbed.map((i) => X[i])], y: [...set.y, ...got.absorbed.map((i) => y[i])]};
      const again = await fresh(larger, all(larger));
      const grown = await keep(got.model, larger);
      same(await answers(again, grown.probes), await answers(got.model, grown.probes), "absorbed, and fitted anew on the same");
      if (set.options.kind !== "tnn") await reproduces(got.model, larger);
      const outside = X.map((_, i) => i).filter((i) => !got.absorbed.includes(i));
      const left = outside.length ? await got.model.predict(outside.map((i) => X[i])) : [];
      outside.forEach((i, k) => {
        const error = model.classes ? (left[k] === y[i] ? 0 : Infinity) : Math.max(...[left[k]].flat().map((v, j) => Math.abs(v - [y[i]].flat()[j])));
        ok(error <= tolerance, `row ${i} wasn't absorbed and errs by ${error}, tolerance ${tolerance}`);
      });
      again.dispose();
      await unchanged(one, "after an absorb");
    },
    async remove() {
      const one = fitted();
      if (!one) return;
      const {set, model} = one;
      const out = d.some(set.X.length, d.between(1, set.X.length - 1));
      const rows = all(set).filter((i) => !out.includes(i));
      const less = await model.remove(d.chance(0.2) && out.length === 1 ? out[0] : out);
      const smaller = {...set, X: rows.map((i) => set.X[i]), y: rows.map((i) => set.y[i])};
      const again = await fresh(set, rows);
      const kept = await keep(less, smaller);
      same(await answers(again, kept.probes), await answers(less, kept.probes), "after remove, and fitted anew without them");
      again.dispose();
      await unchanged(one, "after a remove");
    },
    async evaluate() {
      const one = any(() => true);
      if (!one) return;
      const {set, model} = one;
      const X = queries(d, set, d.between(1, 10));
      const y = X.map(() => outcome(d, set.kind));
      await judged(await model.evaluate(X, y), model, await model.predict(X), y, "evaluate");
    },
    async leaveOneOut() {
      const one = any((m) => m.set.X.length > 1 && m.set.X.length <= 16);
      if (!one) return;
      const {set, model} = one;
      const predicted = [];
      for (const i of all(set)) {
        const without = await fresh(set, all(set).filter((j) => j !== i));
        predicted.push((await without.predict([set.X[i]]))[0]);
        without.dispose();
      }
      await judged(await model.leaveOneOut(), model, predicted, set.y, "leaveOneOut");
    },
    async save() {
      const one = any(() => true);
      if (!one) return;
      const {set, model} = one;
      const file = d.chance(0.5) ? await model.toBytes() : d.chance(0.5) ? await model.save() : JSON.parse(await model.save());
      const back = await xaia.load(file);
      same(await answers(back, one.probes), JSON.parse(one.said), "loaded");
      same(JSON.parse(await back.save()), JSON.parse(await model.save()), "saved, loaded and saved again");
      if (pool.length < mostModels) await keep(back, set);
      else back.dispose();
    },
    async outOfDistribution() {
      const one = any(() => true);
      if (!one) return;
      const rows = queries(d, one.set, 6);
      const threshold = d.next();
      const got = await one.model.outOfDistribution(rows, {threshold});
      const explained = await one.model.explain(rows);
      same(got.map(({row, out, familiarity}) => [row, out, familiarity]), explained.map((e, i) => [i, e.familiarity < threshold, e.familiarity]), "outOfDistribution");
    },
    async ensemble() {
      const first = any(() => true);
      const second = first && any((m) => m.set.kind === first.set.kind && m.set.X[0].length === first.set.X[0].length);
      if (!second) return;
      const both = await xaia.ensemble(first.model, second.model);
      const explained = await both.explain(first.probes);
      const members = [await first.model.predict(first.probes), await second.model.predict(first.probes)];
      explained.forEach((e, i) => same(e.value, members[e.member][i], "an ensemble answers as the member it names"));
      both.dispose();
    },
    async bad() {
      const one = any(() => true);
      const width = one?.set.X[0].length ?? 1;
      const row = Array(width + 1).fill(0.5);
      const file = one && JSON.parse(await one.model.save());
      const calls = [
        ["NaN", ["invalid-input"], () => xaia.fit([[0], [NaN]], [1, 2])],
        ["ragged rows", ["invalid-input"], () => xaia.fit([[0, 1], [1]], [1, 2])],
        ["unequal lengths", ["invalid-input"], () => xaia.fit([[0], [1]], [1])],
        ["a contradiction", ["ill-defined"], () => xaia.fit([[0], [0]], [1, 2])],
        ["an unknown option", ["unknown-option"], () => xaia.fit([[0]], [1], {presets: "xaia"})],
        ["r beyond 1", ["invalid-option"], () => xaia.fit([[0]], [1], {r: 2})],
        ["no file", ["model-file"], () => xaia.load("{}")],
        ...(one ? [
          ["too wide a row", ["invalid-input"], () => one.model.predict([row])],
          ["a row that isn't there", ["invalid-input", "not-found", "invalid-option"], () => one.model.remove([one.set.X.length])],
          ["a file without samples", ["model-file"], () => xaia.load({...file, X: []})],
        ] : []),
      ];
      const [what, codes, call] = d.one(calls);
      log.push(what);
      await refused(call(), codes, what);
      if (one) await unchanged(one, `after ${what}`);
    },
    async together() {
      const some = pool.slice(0, 4);
      const set = sqannSet(d, 12);
      const [model] = await Promise.all([xaia.fit(set.X, set.y, fitOptions(set)), ...some.map((one) => unchanged(one, "several at a time"))]);
      await keep(model, set);
    },
    async dispose() {
      if (!pool.length) return;
      const [one] = pool.splice(d.below(pool.length), 1);
      const running = d.chance(0.3) ? one.model.predict(one.probes) : undefined;
      one.model.dispose();
      // What was asked before is answered, or refused as disposed; what is asked after is refused.
      await running?.catch((error) => ok(error.code === "disposed", `a call during dispose: ${error.stack}`));
      await refused((async () => one.model.predict(one.probes))(), ["disposed"], "a call after dispose");
    },
    async abort() {
      const n = d.between(300, 900);
      const X = Array.from({length: n}, () => [d.next() * 10, d.next() * 10]);
      const y = X.map(([a, b]) => Math.sin(a) + b);
      const wide = {preset: "paper", settings: {a1: 0.05, a2: 0.5, admission: 0.1, activation: 0.9}};
      const stop = new AbortController();
      const reason = d.chance(0.5) ? new Error("enough") : undefined;
      const kind = d.one(["fit", "fit", "tune", "leaveOneOut", "absorb", "representatives"]);
      log.push(`${kind} of ${n}`);
      let long;
      const control = {signal: stop.signal, onProgress: d.chance(0.5) ? () => {} : undefined};
      if (control.onProgress === undefined) delete control.onProgress;
      const call = async () => {
        if (kind === "fit") return (await xaia.fit(X, y, {...wide, ...control})).dispose();
        if (kind === "tune") return xaia.tune(X.slice(0, 100), y.slice(0, 100), control);
        long = await xaia.fit(X, y);
        const said = bits(await long.predict(X.slice(0, 5)));
        try {
          if (kind === "absorb") (await long.absorb(X.map(([a, b]) => [a + 0.01, b]), y.map((v) => v + 1), {tolerance: 0.1, ...control})).model.dispose();
          else if (kind === "representatives") (await long.representatives({tolerance: 0.2, ...control})).model.dispose();
          else await long.leaveOneOut(control);
        } finally {
          ok(bits(await long.predict(X.slice(0, 5))) === said, "an aborted call has changed its model");
          long.dispose();
        }
      };
      const wait = d.one([-1, 0, d.next() * 10, d.next() * 100]);
      if (wait < 0) stop.abort(reason);
      else setTimeout(() => stop.abort(reason), wait);
      try {
        await call();
        count("abort came too late");
      } catch (error) {
        ok(stop.signal.aborted && error === stop.signal.reason, `an aborted ${kind} threw ${error?.stack ?? error}`);
        count("aborted");
      }
      for (const one of pool) await unchanged(one, `after an aborted ${kind}`);
    },
  };

  /** Figures against plain sums over the predictions. */
  async function judged(got, model, predicted, y, what) {
    same(got.rowCount, y.length, `${what}: rows`);
    if (model.classes) {
      near(got.accuracy, predicted.filter((p, i) => p === y[i]).length / y.length, 1, `${what}: accuracy`);
      return;
    }
    const errors = predicted.flatMap((p, i) => [p].flat().map((v, j) => v - [y[i]].flat()[j]));
    const worst = Math.max(...errors.map(Math.abs));
    near(got.rmse, Math.sqrt(errors.reduce((s, e) => s + e * e, 0) / errors.length), worst, `${what}: rmse`);
    near(got.mae, errors.reduce((s, e) => s + Math.abs(e), 0) / errors.length, worst, `${what}: mae`);
  }

  const often = ["fit", "fit", "fit", "predict", "predict", "predict", "interpolations", "absorb", "absorb", "remove", "evaluate", "leaveOneOut", "save", "save",
    "outOfDistribution", "ensemble", "bad", "bad", "together", "dispose"];
  const length = d.between(20, 60);
  for (let i = 0; i < length; i++) {
    const name = i === 0 ? "fit" : d.chance(0.015) ? "abort" : d.one(often);
    log.push(`${i}: ${name}`);
    count(name);
    await steps[name]();
    while (pool.length > mostModels) await steps.dispose();
  }
  for (const one of pool) await unchanged(one, "at the end");
  // Half are given back, half are forgotten, as people do.
  pool.forEach(({model}, i) => i % 2 === 0 && model.dispose());
}
