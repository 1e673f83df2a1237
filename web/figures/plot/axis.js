// Five letters, so that the picture doesn't jump when a view that moves shows one more.
const usual = 52;

/**
 * How an axis from low to high is labelled, and the room that its labels take beside it: figures from a hundred
 * thousand on in thousands, millions and so on, others as they are.
 *
 * @param {[number, number]} domain
 * @returns {{tickFormat: string | undefined, room: number}} in pixels
 */
export function labelled([low, high]) {
  const most = Math.max(Math.abs(low), Math.abs(high));
  if (!(most > 0 && Number.isFinite(most))) return {tickFormat: undefined, room: usual};
  const decimals = Math.max(0, -Math.floor(Math.log10((high - low) / 8)));
  const short = most >= 1e5;
  const letters = short ? 5 : Math.min(9, [low, high].reduce((n, v) => Math.max(n, v.toFixed(Math.min(9, decimals)).length), 0));
  return {tickFormat: short ? "~s" : undefined, room: Math.max(usual, Math.ceil(12 + 8 * letters))};
}
