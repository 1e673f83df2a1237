/**
 * What the platform gives, as it was when this file was read. A test may replace clocks and timers later (Jest, Vitest, Sinon,
 * node:test): who waits for one that stands still never ends.
 */

/** One of Node's modules, without an import, which bundlers for browsers can't resolve. @param {string} name @returns {any} undefined outside of Node */
export function builtin(name) {
  return globalThis.process?.getBuiltinModule?.(name);
}

/** Whether a test's clock moves it: so Testing Library knows them. @param {any} f */
const faked = (f) => f?._isMockFunction === true || (typeof f === "function" && Object.hasOwn(f, "clock"));

/** The global function, or Node's own where a test has replaced it already. @param {string} name */
function own(name) {
  const given = globalThis[name];
  if (!faked(given)) return given;
  const nodes = builtin("node:timers")?.[name];
  return faked(nodes) ? undefined : nodes;
}

/** Of Node's own clock, since the global one may be a test's already. */
const clock = builtin("node:perf_hooks")?.performance ?? globalThis.performance;

/** A browser refuses them as methods of anything but the global object. @param {string} name */
const bound = (name) => (own(name) ?? globalThis[name])?.bind(globalThis);

export const timers = {
  setTimeout: /** @type {typeof globalThis.setTimeout} */ (bound("setTimeout")),
  clearTimeout: /** @type {typeof globalThis.clearTimeout} */ (bound("clearTimeout")),
  /** Absent in browsers. */
  setImmediate: own("setImmediate"),
  MessageChannel: globalThis.MessageChannel,
  performance: clock && {now: /** @type {() => number} */ (clock.now.bind(clock))},
};
