/**
 * A render transform (Plot's `render` option) for a mark of many dots, in a chart that
 * replaces another one. If all dots are the same, it moves them from the old chart:
 * dragging one point leaves two thousand others unchanged, and drawing these again takes
 * half of the time of a chart. Dots are the same if their places, colours and shapes are.
 *
 * @param {SVGElement | undefined} replaced the other chart, which loses its dots
 * @returns {{render: import("@observablehq/plot").RenderFunction, keep: (chart: SVGElement) => void}}
 *   call keep with the finished chart
 */
export function redraw(replaced) {
  /** @type {Drawn} */
  let now;
  return {
    render(index, scales, values, dimensions, context, next) {
      const before = replaced && drawn.get(replaced);
      if (!before || !sameValues(index, before.index) || !sameChannels(values, before.values)) {
        now = {index, values, group: next(index, scales, values, dimensions, context)};
        return now.group;
      }
      drawn.delete(replaced);
      const {attributes} = next([], scales, values, dimensions, context); // the name of the clip path differs between charts
      for (const {name, value} of attributes) before.group.setAttribute(name, value);
      now = before;
      return now.group;
    },
    keep(chart) {
      drawn.set(chart, now);
      replaced = undefined; // Plot's chart holds its marks' functions: each would hold the chart before it, and so all of a drag
    },
  };
}

/**
 * @typedef {{index: ArrayLike<number>, values: Record<string, any>, group: SVGElement}} Drawn
 * @type {WeakMap<SVGElement, Drawn>}
 */
const drawn = new WeakMap();

function sameChannels(a, b) {
  const names = Object.keys(a).filter((name) => name !== "channels");
  return names.length === Object.keys(b).filter((name) => name !== "channels").length && names.every((name) => sameValues(a[name], b[name]));
}

function sameValues(a, b) {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((v, i) => Object.is(v, b[i]));
}
