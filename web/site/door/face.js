/** A penguin in a few strokes: its bill and its size follow its measures, its marks its kind. */

const [dark, light, orange] = ["#20262b", "#fff", "#e8962c"];

/** What one knows a kind by. */
const kinds = {
  Adelie: {bill: "#3b2a26", marks: [["circle", {cx: 24, cy: 17, r: 3.6, fill: light}], ["circle", {cx: 36, cy: 17, r: 3.6, fill: light}]]},
  Chinstrap: {bill: "#2b2b2b", marks: [["path", {d: "M17 15a13 13 0 0 0 26 0v6a13 11 0 0 1-26 0z", fill: light}], ["path", {d: "M18 21.5q12 9 24 0", fill: "none", stroke: dark, "stroke-width": 1.3}]]},
  Gentoo: {bill: "#e8622c", marks: [["path", {d: "M19 13q11-8 22 0l-1 3q-10-6-20 0z", fill: light}]]},
};

const short = (v) => Math.round(100 * v) / 100;

/**
 * A tree of [name, attributes, ...children], for a document and for text.
 *
 * @param {{x: number[], mass?: number}} penguin @param {string} [kind] its marks are shown
 * @returns {any[]}
 */
export function face({x: [length, depth], mass = 4200}, kind) {
  const wide = short(0.84 + (mass - 2700) / 12000);
  const half = depth * 0.17;
  const {bill = orange, marks = []} = kinds[kind] ?? {};
  return ["svg", {class: "face", viewBox: "0 0 60 84", "aria-hidden": "true"},
    ["g", {transform: `translate(30 0) scale(${wide} 1) translate(-30 0)`},
      ["path", {d: "M20 79h8M32 79h8", stroke: orange, "stroke-width": 5, "stroke-linecap": "round"}],
      ["path", {d: "M12 42Q4 54 8 66M48 42Q56 54 52 66", stroke: dark, "stroke-width": 6, "stroke-linecap": "round", fill: "none", class: "wing"}],
      ["path", {d: "M30 3C18 3 15 14 16 24 8 34 9 78 30 78S52 34 44 24C45 14 42 3 30 3Z", fill: dark, stroke: "var(--edge)"}],
      ["path", {d: "M30 27C20 27 17 40 17 54S22 75 30 75 43 68 43 54 40 27 30 27Z", fill: light}]],
    ...marks,
    ...[24, 36].flatMap((x) => [["circle", {cx: x, cy: 17, r: 2.6, fill: light}], ["circle", {cx: x, cy: 17.3, r: 1.4, fill: dark}]]),
    ["path", {d: `M${short(30 - half)} 19H${short(30 + half)}L30 ${short(18 + length * 0.21)}Z`, fill: bill, stroke: dark, "stroke-width": 0.6}]];
}
