/**
 * The pictures of the sections: pure functions from what a section found to
 * figures. Each gets the width there is.
 */
import {chart} from "../../figures/draw/chart.js";
import {rampAt} from "../../figures/draw/colours.js";
import {area, bands, box, circle, cross, layer, line, link, words} from "../../figures/draw/marks.js";
import {drawing, element} from "../../ui/element.js";
import {extent} from "../../ui/extent.js";

const colours = ["var(--class-1, #0072B2)", "var(--class-2, #D55E00)", "var(--class-3, #009E73)"];
const dashed = {stroke: "currentColor", "stroke-dasharray": "2,3"};

/** By section. @type {Record<string, (data: any, width: number) => HTMLElement[]>} */
const drawn = {fig1, fig2, fig3a, pencil: links, fig3c: links, fig4, ends};

/** @param {{id: string, pictures?: any}} section @param {number} width @returns {HTMLElement[]} */
export function pictures({id, pictures}, width) {
  return pictures && drawn[id] ? drawn[id](pictures, width) : [];
}

/** A picture with its caption, as wide as the picture. */
function figure(picture, caption, width) {
  const whole = element("figure", {}, picture, element("figcaption", {text: caption}));
  if (width) whole.style.width = `${width}px`;
  return whole;
}

/** Charts of one size beside and below each other, as one picture. */
function grid(charts, columns, {label, description}) {
  const [wide, high] = ["width", "height"].map((name) => Number(charts[0].getAttribute(name)));
  const [width, height] = [wide * columns, high * Math.ceil(charts.length / columns)];
  charts.forEach((one, i) => {
    for (const name of ["style", "role", "aria-label", "aria-description"]) one.removeAttribute(name);
    one.setAttribute("x", wide * (i % columns));
    one.setAttribute("y", high * Math.floor(i / columns));
  });
  return drawing("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, "aria-description": description}, ...charts);
}

/** The places of a chart's scales. */
const placed = ({x, y}) => (p) => [x.apply(p.x), y.apply(p.y)];

/** As many columns as are at least so wide, and how wide each is. */
function columns(width, least) {
  const count = Math.max(1, Math.floor((width + 16) / (least + 16)));
  return Math.floor((width - 16 * (count - 1)) / count);
}

function row(...children) {
  return element("div", {class: "row"}, ...children);
}

function legend(names, range = colours) {
  return element("p", {class: "legend"}, ...names.map((name, i) => {
    const swatch = element("span", {class: "swatch"});
    swatch.style.background = range[i];
    return element("span", {}, swatch, name);
  }));
}

function fig1({bars}, width) {
  const w = Math.floor(Math.min(width, 640) / 3);
  const panel = (at) => chart({
    width: w, height: 220, margins: [30, 8, 34, 40], x: {domain: [...new Set(bars.map((b) => b.neuron))], bands: 0.1, length: 0, label: "neuron", offset: 31}, y: {domain: [0, 1], ticks: [0, 0.5, 1], grid: true, label: "↑ σ"}, label: at,
    marks: ({x, y}) => [
      layer("half", dashed, [link(x.range[0], y.apply(0.5), x.range[1], y.apply(0.5))]),
      layer("bars", {fill: "var(--accent)"}, bars.filter((b) => b.at === at).map((b) => box(x.apply(b.neuron), y.apply(0), x.apply(b.neuron) + x.bandwidth, y.apply(b.sigma)))),
      words((x.range[0] + x.range[1]) / 2, 14, at),
    ],
  });
  return [figure(grid(["x(2)", "x mid", "x(1)"].map(panel), 3, {
    label: "Activations at two neighbouring samples and halfway between them", description: bars.map((b) => `${b.at}, neuron ${b.neuron}: ${b.sigma.toFixed(3)}`).join(". "),
  }), "The neurons' activations at x(2) = 0.5, halfway, and at x(1) = 1.")];
}

function fig2({a, b}, width) {
  const w = columns(width, 300);
  const panel = ({title, samples, curve}) => chart({
    width: w, height: 230, margins: [28, 20, 34, 40],
    x: {domain: extent([...samples, ...curve].map((p) => p.x)), label: "x →", offset: 31}, y: {domain: extent([...samples, ...curve].map((p) => p.y)), label: "↑ y", nice: true, grid: true},
    label: title, description: `${samples.length} samples, and the curve of the TNN through them.`,
    marks: (scales) => [
      layer("curve", {stroke: "var(--accent)", "stroke-width": 2}, [line(curve.map(placed(scales)))]),
      layer("samples", {fill: "var(--ink)", stroke: "var(--paper)"}, samples.map((s) => circle(...placed(scales)(s), samples.length > 20 ? 2.5 : 4.5))),
    ],
  });
  return [row(...[...a, ...b].map((p) => figure(panel(p), p.title, w)))];
}

function fig3a({main, grid: variations}, width) {
  const names = main.map(({a1, a2}) => `a₁ = ${a1}, a₂ = ${a2}`);
  const distances = (all) => extent(all.flatMap(({curve}) => curve.map((p) => p.x)));
  const big = chart({
    width: Math.min(width, 720), height: 300, margins: [28, 20, 36, 44],
    x: {domain: distances(main), label: "distance →", ticks: width < 500 ? 5 : 10, offset: 33}, y: {label: "↑ σ_dsa", domain: [0, 1], grid: true},
    label: "Double selective activation by distance", description: "Each curve has a peak at 0, a plateau near one half, and a fall towards 0.",
    marks: ({x, y}) => [
      layer("moderate", {fill: "var(--interpolated)", "fill-opacity": 0.1}, [box(x.apply(-1.2), y.apply(0.1), x.apply(1.2), y.apply(0.9))]),
      layer("thresholds", dashed, [0.1, 0.9].map((v) => link(x.range[0], y.apply(v), x.range[1], y.apply(v)))),
      layer("curves", {"stroke-width": 2}, main.map(({curve}, i) => line(curve.map(placed({x, y})), {stroke: colours[i]}))),
    ],
  });
  const [across, down] = ["a2", "a1"].map((name) => [...new Set(variations.map((v) => v[name]))]);
  const narrow = width < 500;
  const w = Math.floor(Math.min(width, 900) / across.length);
  const panel = ({a1, a2, curve}) => chart({
    width: w, height: narrow ? 110 : 128, margins: [26, 6, 18, narrow ? 24 : 34], fontSize: narrow ? 10 : 12, label: "",
    x: {domain: distances(variations), ticks: narrow ? [0] : [-2, 0, 2]}, y: {domain: [0, 1], ticks: [0, 0.5, 1], grid: true},
    marks: (scales) => [
      layer("curve", {stroke: "var(--accent)", "stroke-width": 1.5}, [line(curve.map(placed(scales)))]),
      words((scales.x.range[0] + scales.x.range[1]) / 2, 10, narrow ? `${a1}, ${a2}` : `a₁ ${a1}, a₂ ${a2}`),
    ],
  });
  const small = grid(down.flatMap((a1) => across.map((a2) => panel(variations.find((v) => v.a1 === a1 && v.a2 === a2)))), across.length, {
    label: "The same for sixteen pairs of parameters", description: "The table below has the distances at which each falls.",
  });
  return [
    figure(element("div", {}, legend(names), big), "Strong above 0.9, weak below 0.1; between them, tinted, the moderate activation."),
    figure(small, "More variations, as in the appendix: a₁ by rows, a₂ by columns."),
  ];
}

/** Samples, external points, and links from the interpolated ones. */
function links({samples, external}, width) {
  const lines = external.flatMap((e) => (e.links ?? []).map((s) => ({x1: e.x, y1: e.y, x2: samples[s].x, y2: samples[s].y})));
  const open = external.filter((e) => e.interpolated);
  const w = Math.min(columns(width, 330), 480);
  const values = [...new Set([...samples, ...external].map((s) => s.value))].sort((a, b) => a - b);
  const both = [...samples, ...external];
  // One unit on both axes.
  const [[left, right], [low, high]] = ["x", "y"].map((name) => extent(both.map((p) => p[name])));
  const inner = w - 40 - 20 - 24;
  const height = 20 + 36 + 24 + Math.round((inner * (high - low)) / (right - left));
  const inset = (12 * (right - left)) / inner;
  const plot = (linked) => chart({
    width: w, height, margins: [20, 20, 36, 40],
    x: {domain: [left - inset, right + inset], label: "x₁ →", grid: true, offset: 33}, y: {domain: [low - inset, high + inset], label: "↑ x₂", grid: true},
    label: linked ? "Samples, external points, and the links of the interpolated ones" : "Samples and external points",
    description: `${samples.length} samples and ${external.length} external points, of which ${open.length} are interpolated.`,
    marks: ({x, y}) => {
      const at = placed({x, y});
      const colour = ({value}) => colours[values.indexOf(value)];
      return [
        linked && layer("links", {stroke: "currentColor", "stroke-opacity": 0.55}, lines.map((l) => link(x.apply(l.x1), y.apply(l.y1), x.apply(l.x2), y.apply(l.y2)))),
        layer("external", {"stroke-width": 2}, external.map((e) => cross(...at(e), 4, {stroke: colour(e)}))),
        layer("samples", {stroke: "var(--paper)"}, samples.map((s) => circle(...at(s), 6, {fill: colour(s)}))),
        linked && layer("interpolated", {fill: "none", stroke: "var(--interpolated)", "stroke-width": 1.75}, open.map((e) => circle(...at(e), 8))),
      ];
    },
  });
  return [legend(values.map((v) => `value ${v}`)), row(
    figure(plot(false), "Filled: samples. ×: external points, in the colour of the answer.", w),
    figure(plot(true), "Circled: no neuron recognised the point; lines lead to the two samples behind its answer.", w),
  )];
}

function fig4({boxes, names, kinds, domains}, width) {
  const shown = [];
  const w = columns(width, 330);
  for (const set of [0, 1]) {
    const facets = domains.filter((d) => d.set === set);
    const perRow = width < 700 ? 2 : 5;
    const ends = set === 0 ? [0, 1.7] : [-1, 1];
    const colour = (v) => `rgb(${rampAt((v - ends[0]) / (ends[1] - ends[0]))})`;
    const all = facets.flatMap((d) => [...d.samples, ...d.external]);
    const room = (k) => {
      const [low, high] = extent(all.map((p) => p[k]));
      return [low - 0.04 * (high - low), high + 0.04 * (high - low)];
    };
    const panel = ({spread, samples, external}) => chart({
      width: Math.floor(width / perRow), height: Math.round(Math.min(230, width / perRow)), margins: [24, 8, 22, 36], x: {domain: room(0), ticks: 3}, y: {domain: room(1), ticks: 3}, label: "",
      marks: ({x, y}) => [
        layer("samples", {fill: "none", "stroke-width": 1.5}, samples.map((p) => circle(x.apply(p[0]), y.apply(p[1]), 3, {stroke: colour(p[2])}))),
        layer("external", {"stroke-width": 1.5}, external.map((p) => cross(x.apply(p[0]), y.apply(p[1]), 2.5, {stroke: colour(p[2])}))),
        words((x.range[0] + x.range[1]) / 2, 12, `spread ${spread}`),
      ],
    });
    shown.push(figure(grid(facets.map(panel), perRow, {label: `Set ${set + 1}: samples and external points at five spreads`, description: "128 samples and as many external points at each spread."}),
      `(A${set === 0 ? "" : ".2"}) Set ${set + 1}, seed 0: circles are samples, × external points; the colour is y.`));
    const charts = names.map((name, number) => {
      const own = boxes.filter((b) => b.set === set && b.figure === number).map((b) => ({...b, ...quartiles(b.values.filter((v) => v !== null))})).filter((b) => b.sorted.length);
      const plot = chart({
        width: w, height: 240, margins: [14, 12, 34, 44],
        x: {domain: [...new Set(own.map((b) => b.spread))], bands: 0.15, length: 0, label: "spread", offset: 31}, y: {domain: extent(own.flatMap((b) => b.sorted)), nice: true, grid: true},
        label: `Set ${set + 1}, ${name}`, description: "Box plots over 48 seeds, by spread and construction. The table below has the medians.",
        marks: ({x, y}) => {
          const inside = bands(kinds, [0, x.bandwidth]);
          return own.map((b) => {
            const left = x.apply(b.spread) + inside.apply(b.kind);
            const [right, middle] = [left + inside.bandwidth, left + inside.bandwidth / 2];
            const [q1, median, q3, least, most] = [b.q1, b.median, b.q3, b.least, b.most].map(y.apply);
            return layer("box", {stroke: "currentColor"}, [
              link(middle, most, middle, least), box(left, q1, right, q3, {fill: colours[kinds.indexOf(b.kind)], stroke: "none"}), link(left, median, right, median, {"stroke-width": 2}),
              ...b.sorted.filter((v) => v < b.least || v > b.most).map((v) => circle(middle, y.apply(v), 1.5, {fill: "none"})),
            ]);
          });
        },
      });
      return figure(plot, name, w);
    });
    shown.push(element("p", {text: `(B${set === 0 ? "" : ".2"}) Set ${set + 1}, boxes over 48 seeds:`}), legend(kinds), row(...charts));
  }
  return shown;
}

/** A box plot's parts, as Tukey draws them: whiskers reach to the last value within 1.5 times the box. */
function quartiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part) => {
    const place = part * (sorted.length - 1);
    const below = sorted[Math.floor(place)];
    return below + (place % 1) * ((sorted[Math.floor(place) + 1] ?? below) - below);
  };
  const [q1, median, q3] = [0.25, 0.5, 0.75].map(at);
  const near = sorted.filter((v) => v >= q1 - 1.5 * (q3 - q1) && v <= q3 + 1.5 * (q3 - q1));
  return {sorted, q1, median, q3, least: near[0], most: near[near.length - 1]};
}

function ends({sizes}, width) {
  const layers = Math.max(...sizes.map((s) => s.length));
  const range = Array.from({length: layers}, (_, k) => `hsl(${(205 + 137.5 * k) % 360}, 55%, 52%)`);
  const names = range.map((_, k) => `layer ${k + 1}`);
  const upTo = (step, k) => sizes[step].slice(0, k).reduce((sum, size) => sum + size, 0);
  const plot = chart({
    width, height: 280, margins: [20, 20, 36, 44],
    x: {domain: [0, sizes.length], label: "step →", offset: 33}, y: {domain: [0, Math.max(...sizes.map((_, step) => upTo(step, layers)))], label: "↑ samples placed", grid: true},
    label: "The layers' sizes after each step", description: `${sizes.length} steps; at the end ${sizes.at(-1).join(", ")}.`,
    marks: ({x, y}) => range.map((fill, k) => {
      const edge = (below) => sizes.flatMap((_, step) => [[x.apply(step), y.apply(upTo(step, k + 1 - below))], [x.apply(step + 1), y.apply(upTo(step, k + 1 - below))]]);
      return layer("layer", {fill}, [area(edge(0), edge(1))]);
    }),
  });
  return [figure(element("div", {}, legend(names, range), plot), "Figure 4, set 1, the paper's text with the tie rule: after a collision deeper layers fall, but the layer that was hit has grown.")];
}
