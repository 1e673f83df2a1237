/** Fits, predicts, explains and aborts; measures how long the main thread was blocked. */
export async function run(xaia) {
  const out = {};
  try {
    Object.assign(out, await exercise(xaia));
  } catch (error) {
    out.failed = `${error?.name}: ${error?.message}`;
  }
  globalThis.result = out;
}

async function exercise(xaia) {
  const model = await xaia.fit([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"]);
  const predicted = await model.predict([[0.1, 0.9], [0.9, 0.9]]);
  const why = await model.explain([0, 0.02], {fingerprint: true});
  const refused = await xaia.fit([[0], [NaN]], [1, 2]).catch((e) => [e instanceof xaia.XaiaError, e.code, e.row, e.column]);

  const n = 5000;
  const data = new Float64Array(2 * n).map((_, i) => 10 * Math.abs(Math.sin(12.9898 * (i + 1)) * 43758.5453 % 1));
  const y = new Float64Array(n).map((_, i) => data[2 * i] + data[2 * i + 1]);
  const blocked = longest();
  const seen = [];
  const plane = await xaia.fit({data, rows: n, columns: 2}, y, {onProgress: (p) => seen.push(p)});
  const longestTask = await blocked();

  const control = new AbortController();
  const slow = xaia.fit({data, rows: n, columns: 2}, y, {preset: "paper", settings: {a1: 0.01, a2: 0.5, admission: 0.1, activation: 0.9}, signal: control.signal});
  setTimeout(() => control.abort(), 100);
  const started = performance.now();
  const aborted = await slow.then(() => "it finished", (e) => e.name);
  return {
    version: xaia.version, predicted, status: why.status, neurons: why.neurons[0].samples, fingerprint: why.fingerprint[0] instanceof Float64Array, refused,
    kept: data.length, layers: plane.layers.length, longestTask, aborted, abortTook: performance.now() - started - 100,
    file: (await xaia.load(await model.save()).then((m) => m.predict([[1, 0]])))[0],
  };
}

/** Watches for tasks over 50 ms, which is what the browser calls long. */
function longest() {
  let most = 0;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach((e) => (most = Math.max(most, e.duration))));
  observer.observe({type: "longtask"});
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    observer.disconnect();
    return most;
  };
}
