// Room for five letters: otherwise a moving view would jump when a label gets longer.
const usual = 52;

const compact = new Intl.NumberFormat("en-US", {notation: "compact", maximumSignificantDigits: 4});
const ungrouped = new Intl.NumberFormat("en-US", {useGrouping: false, maximumFractionDigits: 6});
const minus = (/** @type {string} */ said) => said.replace("-", "−");

/**
 * The format of an axis' labels, and the room that they need. Numbers from a hundred thousand on are written in thousands,
 * millions and so on; numbers of four digits have no comma, because they may be years; others are as the scale says them.
 *
 * @param {[number, number]} domain
 * @returns {{tickFormat: ((v: number) => string) | undefined, room: number}} room in pixels
 */
export function labelled([low, high]) {
  const most = Math.max(Math.abs(low), Math.abs(high));
  if (!(most > 0 && Number.isFinite(most))) return {tickFormat: undefined, room: usual};
  const decimals = Math.max(0, -Math.floor(Math.log10((high - low) / 8)));
  const letters = most >= 1e5 ? 5 : Math.min(9, [low, high].reduce((n, v) => Math.max(n, v.toFixed(Math.min(9, decimals)).length), 0));
  const format = most >= 1e5 ? compact : most >= 1000 && most < 1e4 ? ungrouped : null;
  return {tickFormat: format ? (v) => minus(format.format(v)) : undefined, room: Math.max(usual, Math.ceil(12 + 8 * letters))};
}
