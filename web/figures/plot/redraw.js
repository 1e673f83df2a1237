/**
 * A render transform (Plot's `render` option) for a mark of many dots, in a chart
 * that takes the place of another one on the screen: where the dots are the same, it
 * takes them over from there. A point that is dragged leaves two thousand others where
 * they are, and to make those anew is half of drawing the chart. Dots are the same
 * when all that Plot made of them is: places, colours, shapes.
 *
 * @param {SVGElement | undefined} replaced the other chart; it is of no use afterwards
 * @returns {{render: import("@observablehq/plot").RenderFunction, keep: (chart: SVGElement) => void}}
 *   keep is to be told the chart when it is made
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
      const {attributes} = next([], scales, values, dimensions, context); // the clip path has another name in each chart
      for (const {name, value} of attributes) before.group.setAttribute(name, value);
      now = before;
      return now.group;
    },
    keep: (chart) => drawn.set(chart, now),
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
