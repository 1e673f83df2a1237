/** A value as text: equal texts mean the same bits, -0, NaN and typed arrays included. */
export function bits(value) {
  return JSON.stringify(value, (_, v) => {
    if (typeof v === "number" && (!Number.isFinite(v) || Object.is(v, -0))) return `number ${Object.is(v, -0) ? "-0" : v}`;
    return ArrayBuffer.isView(v) ? [...v] : v;
  });
}

/** @param {unknown} got @param {unknown} want @param {string} what */
export function same(got, want, what) {
  const [a, b] = [bits(got), bits(want)];
  if (a !== b) throw new Error(`${what}: got ${a?.slice(0, 600)}, want ${b?.slice(0, 600)}`);
}

export function ok(condition, what) {
  if (!condition) throw new Error(what);
}

/** Where the arithmetic isn't the engine's own. */
export function near(got, want, scale, what) {
  ok(Math.abs(got - want) <= 1e-9 * Math.max(1, scale), `${what}: got ${got}, want ${want}`);
}

/** Awaits an XaiaError with one of these codes; anything else is a failure. */
export async function refused(promise, codes, what) {
  try {
    await promise;
  } catch (error) {
    ok(error?.name === "XaiaError" && codes.includes(error.code) && error.hint?.length > 5, `${what}: threw ${error?.code} ${error?.stack ?? error}`);
    return;
  }
  throw new Error(`${what}: wasn't refused`);
}
