/** scikit-learn's HistGradientBoosting, where a Python with scikit-learn is installed. */
import {spawnSync} from "node:child_process";
import {fileURLToPath} from "node:url";

const script = fileURLToPath(new URL("histogram.py", import.meta.url));
const python = ["python3", "/usr/bin/python3"].find((p) => spawnSync(p, ["-c", "import sklearn"]).status === 0);

/**
 * @param {number[][]} X
 * @param {number[][]} outcomes one-hot for classes
 * @param {boolean} classes
 * @param {number[][]} queries
 * @param {number} seed
 * @returns {number[][] | null} an outcome a query; null without scikit-learn
 */
export function histogramBoosting(X, outcomes, classes, queries, seed) {
  if (!python) return null;
  const y = outcomes.map((o) => (classes ? o.indexOf(1) : o[0]));
  const input = JSON.stringify({X, y, classes, queries, seed});
  const ended = spawnSync(python, [script], {input, encoding: "utf8", maxBuffer: 1 << 28, env: {...process.env, OMP_NUM_THREADS: "1"}});
  if (ended.status !== 0) throw new Error(`${script}: ${ended.stderr}`);
  return JSON.parse(ended.stdout).map((/** @type {number} */ v) => (classes ? outcomes[0].map((_, c) => Number(c === v)) : [v]));
}
