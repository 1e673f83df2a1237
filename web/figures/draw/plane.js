import {chart} from "./chart.js";
import {circle, cross, dots, haloed, layer, link, words} from "./marks.js";
import {labelled} from "./axis.js";
import {looks} from "./colours.js";
import {pointable} from "./pointing.js";
import {within} from "../../ui/extent.js";

/**
 * The plane: fitting samples filled, external samples as ×, coloured by their
 * prediction, in ink what is asked about; an open circle in ink where it was interpolated, a red one where a known outcome was missed, with a link as wide
 * as its weight to each sample that it came from. A point outside the picture
 * is drawn as an arrow at its edge. Where the second label is empty, heights mean
 * nothing and have no axis; where both are, nothing but nearness means something.
 *
 * @param {{
 *   samples: {x: number, y: number, target: any}[],
 *   external: {x: number, y: number, target: any, status: string, missed?: boolean, asked?: boolean, links: {sample: number, weight: number}[]}[],
 *   classes: any[] | null,
 *   chosen: {x: number, y: number, place?: boolean, links: {sample: number, weight: number}[]} | null,
 *   allLinks?: boolean,
 *   lit?: number[], conflicts?: number[], numbers?: boolean, names?: {sample: number, name: string}[],
 *   step?: {examined: number, other: number, placed: number[]} | null,
 *   domain: {x: [number, number], y: [number, number]},
 *   labels?: [string, string], title?: string,
 *   width: number, height: number, radius?: number, bare?: boolean, still?: boolean,
 *   replaces?: SVGElement,
 * }} spec `numbers` stand beside the samples, `names` beside some, the first first, where there is room; `replaces` is the plane that this one replaces at once; `radius` is that of a sample; `bare` has no axes; where it is `still`, points can't be dragged
 */
export function planePlot(spec) {
  const {samples, classes, chosen, domain, width, height, bare = false, radius = samples.length > 600 ? 3.5 : 5.5} = spec;
  const [xLabel, yLabel] = spec.labels ?? ["x₁", "x₂"];
  const blank = bare || (xLabel === "" && yLabel === "");
  const axis = blank ? "none" : undefined;
  /** @type {any[]} */
  const external = spec.external.map((/** @type {any} */ e, index) => {
    const x = within(e.x, domain.x);
    const y = within(e.y, domain.y);
    return {...e, index: e.index ?? index, shownX: x, shownY: y, away: x !== e.x || y !== e.y};
  });
  const shown = external.filter((e) => !e.away);
  const away = external.filter((e) => e.away);
  const missed = shown.filter((e) => e.missed);
  const picked = chosen ? [{...chosen, shownX: within(chosen.x, domain.x), shownY: within(chosen.y, domain.y), chosen: true}] : [];
  for (const e of picked) if (e.shownX !== e.x || e.shownY !== e.y) away.push(e);
  const questions = picked.filter((e) => e.place && !away.includes(e));
  const links = [...(spec.allLinks ? external : []), ...picked].flatMap((e) =>
    e.links.map(({sample, weight}) => ({x1: e.shownX, y1: e.shownY, x2: samples[sample].x, y2: samples[sample].y, weight, chosen: Boolean(e.chosen)})));
  const step = spec.step ?? null;
  const {colour, shape} = looks(classes, samples.map((s) => s.target));
  const [across, up] = [labelled(domain.x), labelled(domain.y)];
  const plane = chart({
    width, height, margins: bare ? [0, 0, 0, 0] : blank ? [8, 8, 8, 8] : [20, 20, 40, up.room], fontSize: 13, overflow: "hidden", clip: true,
    x: {domain: domain.x, label: `${xLabel} →`, offset: 35, grid: !blank, axis, tickFormat: across.tickFormat},
    y: {domain: domain.y, label: `↑ ${yLabel}`, grid: !blank, tickFormat: up.tickFormat, axis: yLabel === "" ? "none" : axis},
    label: spec.title ?? "The plane",
    description: `${samples.length} fitting samples and ${external.length} external points${missed.length ? `, ${missed.length} of them missed` : ""}.`,
    marks: ({x, y}) => {
      const [ax, ay] = [(p) => x.apply(p.x), (p) => y.apply(p.y)];
      const rings = (name, points, r, stroke, more) => points.length > 0 && layer(name, {fill: "none", stroke, ...more}, points.map((p) => circle(ax(p), ay(p), r)));
      const at = (numbers = []) => numbers.map((i) => samples[i]).filter(Boolean);
      const crosses = (name, r, width, stroke) => layer(name, {"stroke-width": width}, [...shown, ...(name === "external" ? [] : questions)].map((e) => cross(ax(e), ay(e), r, {stroke: stroke(e)})));
      return [
        layer("links", {fill: "none", stroke: "currentColor", "stroke-linecap": "round"}, links.map((l) =>
          link(x.apply(l.x1), y.apply(l.y1), x.apply(l.x2), y.apply(l.y2), {"stroke-opacity": l.chosen ? 0.75 : 0.3, "stroke-width": 0.75 + 5 * l.weight}))),
        dots("samples", {stroke: "var(--halo, var(--paper))", "stroke-width": 0.8}, samples.map((s, i) => ({
          x: ax(s), y: ay(s), r: radius, shape: shape(s.target), more: {fill: colour(s.target), "fill-opacity": step && !step.placed[i] ? 0.25 : null},
        })), spec.replaces?.querySelector(".samples")),
        spec.numbers && layer("numbers", {"font-size": 13, "font-weight": 600, ...haloed}, samples.map((s, i) => words(ax(s) + radius + 7, ay(s) - radius - 2, String(i)))),
        spec.names && layer("names", {"font-size": 12, "text-anchor": "start", ...haloed}, named(spec.names, (sample) => [ax(samples[sample]) + radius + 5, ay(samples[sample])], width)),
        rings("conflicts", at(spec.conflicts), 11, "var(--wrong)", {"stroke-width": 2.5, "stroke-dasharray": "2,2"}),
        rings("lit", at(spec.lit), 11, "var(--accent)", {"stroke-width": 2.5}),
        ...(step ? stepMarks(step, samples, ax, ay) : []),
        crosses("external-halo", 5.8, 5, () => "var(--halo, var(--paper))"),
        crosses("external", 5, 2.5, (e) => (e.asked ? "currentColor" : colour(e.target))),
        questions.length > 0 && layer("question", {"stroke-width": 2.5}, questions.map((e) => cross(ax(e), ay(e), 5, {stroke: "currentColor"}))),
        rings("interpolated", shown.filter((e) => e.status === "interpolated"), 9, "currentColor", {"stroke-width": 1.75}),
        rings("missed", missed, 12, "var(--wrong)", {"stroke-width": 2.5}),
        rings("chosen", picked.map((e) => ({x: e.shownX, y: e.shownY})), 13, "currentColor", {"stroke-width": 1.25, "stroke-dasharray": "3,2"}),
      ];
    },
    above: ({x, y}) => [layer("away", {"font-size": 22, ...haloed}, away.map((e) => words(x.apply(e.shownX), y.apply(e.shownY), arrow(e, domain))))],
  });
  return pointable(plane, samples, shown, domain, questions, spec.still);
}

/** Names that don't lie on each other, nor beyond the picture. */
function named(names, place, width) {
  const taken = [];
  return names.flatMap(({sample, name}) => {
    const [x, y] = place(sample), end = x + 6.5 * name.length;
    if (end > width || taken.some((t) => Math.abs(t.y - y) < 14 && t.x < end && x < t.end)) return [];
    taken.push({x, y, end});
    return [words(x, y, name)];
  });
}

/** A step of the construction: the examined sample, and the one that it activates most. */
function stepMarks({examined, other, placed}, samples, ax, ay) {
  const [from, to] = [samples[examined], samples[other]];
  return [
    from && to && layer("step-link", {stroke: "var(--accent)", "stroke-width": 2}, [link(ax(from), ay(from), ax(to), ay(to))]),
    from && layer("step-examined", {fill: "none", stroke: "var(--accent)", "stroke-width": 2.5}, [circle(ax(from), ay(from), 12)]),
    layer("step-layers", {"font-size": 11, ...haloed}, samples.map((s, i) => placed[i] && words(ax(s), ay(s) - 12, placed[i]))),
  ];
}

function arrow(e, {x, y}) {
  const across = e.x > x[1] ? 1 : e.x < x[0] ? -1 : 0;
  const up = e.y > y[1] ? 1 : e.y < y[0] ? -1 : 0;
  return {"1,1": "↗", "1,0": "→", "1,-1": "↘", "0,1": "↑", "0,-1": "↓", "-1,1": "↖", "-1,0": "←", "-1,-1": "↙"}[`${across},${up}`];
}
