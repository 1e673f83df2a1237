import * as Plot from "@observablehq/plot";
import {chart} from "./chart.js";
import {labelled} from "./axis.js";
import {pointable} from "./pointing.js";
import {within} from "../../ui/extent.js";
import {scales} from "./colours.js";
import {redraw} from "./redraw.js";

/**
 * The plane: fitting samples filled, external samples as ×, coloured by their
 * prediction; an open circle in ink where it was interpolated, a red one where a known outcome was missed, with a link as wide
 * as its weight to each sample that it came from. A point outside the picture
 * is drawn as an arrow at its edge. Where the second label is empty, heights mean
 * nothing and have no axis.
 *
 * @param {{
 *   samples: {x: number, y: number, target: any}[],
 *   external: {x: number, y: number, target: any, status: string, missed?: boolean, links: {sample: number, weight: number}[]}[],
 *   classes: any[] | null,
 *   chosen: {x: number, y: number, links: {sample: number, weight: number}[]} | null,
 *   allLinks?: boolean,
 *   lit?: number[], conflicts?: number[],
 *   step?: {examined: number, other: number, placed: number[]} | null,
 *   domain: {x: [number, number], y: [number, number]},
 *   labels?: [string, string], title?: string,
 *   width: number, height: number,
 *   replaces?: SVGElement,
 * }} spec `replaces` is the plane that this one replaces at once
 */
export function planePlot(spec) {
  const {samples, classes, chosen, domain, width, height} = spec;
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
  const links = [...(spec.allLinks ? external : []), ...picked].flatMap((e) =>
    e.links.map(({sample, weight}) => ({x1: e.shownX, y1: e.shownY, x2: samples[sample].x, y2: samples[sample].y, weight, chosen: Boolean(e.chosen)})));
  const step = spec.step ?? null;
  const {color, symbol} = scales(classes, samples.map((s) => s.target));
  const target = classes ? (d) => (d.target === null ? undefined : String(d.target)) : "target";
  const paint = /** @type {any} */ ({value: target, scale: "color"}); // said, since Plot takes classes called red or blue for colours, and star for a shape
  const [xLabel, yLabel] = spec.labels ?? ["x₁", "x₂"];
  const ring = (name, rows, r, stroke, more) => (rows?.length ? Plot.dot(rows.map((i) => samples[i]).filter(Boolean), {
    x: "x", y: "y", r, stroke, strokeWidth: 2.5, fill: "none", className: name, ...more,
  }) : null);

  const dots = redraw(spec.replaces);
  const [across, up] = [labelled(domain.x), labelled(domain.y)];
  const plane = chart({
    width, height, marginBottom: 40, marginLeft: up.room, fontSize: 13, overflow: "hidden",
    x: {domain: domain.x, label: `${xLabel} →`, labelOffset: 35, grid: true, tickFormat: across.tickFormat},
    y: {domain: domain.y, label: `↑ ${yLabel}`, grid: yLabel !== "", tickFormat: up.tickFormat, ...(yLabel === "" ? {axis: null} : {})},
    color: {...color, legend: false},
    ...(symbol ? {symbol} : {}),
    label: spec.title ?? "The plane",
    description: `${samples.length} fitting samples and ${external.length} external points${missed.length ? `, ${missed.length} of them missed` : ""}.`,
    clip: true,
    marks: [
      Plot.link(links, {
        x1: "x1", y1: "y1", x2: "x2", y2: "y2",
        strokeWidth: (d) => 0.75 + 5 * d.weight,
        stroke: "currentColor",
        strokeOpacity: (d) => (d.chosen ? 0.75 : 0.3),
        strokeLinecap: "round",
        className: "links",
      }),
      Plot.dot(samples, {
        x: "x", y: "y", r: samples.length > 600 ? 3.5 : 5.5, fill: paint, ...(classes ? {symbol: /** @type {any} */ ({value: target, scale: "symbol"})} : {symbol: "circle"}),
        stroke: "var(--halo, var(--paper))", strokeWidth: 0.8, className: "samples", render: dots.render,
        ...(step ? {fillOpacity: (_, i) => (step.placed[i] ? 1 : 0.25)} : {}),
      }),
      ring("conflicts", spec.conflicts, 11, "var(--wrong)", {strokeDasharray: "2,2"}),
      ring("lit", spec.lit, 11, "var(--accent)"),
      ...stepMarks(step, samples),
      Plot.dot(shown, {x: "x", y: "y", r: 5.8, symbol: "times", stroke: "var(--halo, var(--paper))", strokeWidth: 5, className: "external-halo"}),
      Plot.dot(shown, {x: "x", y: "y", r: 5, symbol: "times", stroke: paint, strokeWidth: 2.5, className: "external"}),
      Plot.dot(shown.filter((e) => e.status === "interpolated"), {x: "x", y: "y", r: 9, stroke: "currentColor", strokeWidth: 1.75, fill: "none", className: "interpolated"}),
      Plot.dot(missed, {x: "x", y: "y", r: 12, stroke: "var(--wrong)", strokeWidth: 2.5, fill: "none", className: "missed"}),
      Plot.dot(picked, {x: "shownX", y: "shownY", r: 13, stroke: "currentColor", strokeWidth: 1.25, strokeDasharray: "3,2", fill: "none", className: "chosen"}),
      Plot.text(away, {x: "shownX", y: "shownY", text: (e) => arrow(e, domain), fontSize: 22, fill: "currentColor", stroke: "var(--paper)", clip: false, className: "away"}),
    ],
  });
  dots.keep(plane);
  return pointable(plane, samples, shown, domain);
}

/** A step of the construction: the examined sample, and the one that it activates most. */
function stepMarks(step, samples) {
  const examined = step ? samples[step.examined] : undefined;
  const other = step ? samples[step.other] : undefined;
  return [
    examined && other && Plot.link([0], {x1: examined.x, y1: examined.y, x2: other.x, y2: other.y, stroke: "var(--accent)", strokeWidth: 2, className: "step-link"}),
    examined && Plot.dot([examined], {x: "x", y: "y", r: 12, stroke: "var(--accent)", strokeWidth: 2.5, fill: "none", className: "step-examined"}),
    step && Plot.text(samples.map((s, i) => ({...s, layer: step.placed[i]})).filter((s) => s.layer), {
      x: "x", y: "y", dy: -12, text: (s) => String(s.layer), fontSize: 11, fill: "currentColor", stroke: "var(--paper)", className: "step-layers",
    }),
  ].filter(Boolean);
}

function arrow(e, {x, y}) {
  const across = e.x > x[1] ? 1 : e.x < x[0] ? -1 : 0;
  const up = e.y > y[1] ? 1 : e.y < y[0] ? -1 : 0;
  return {"1,1": "↗", "1,0": "→", "1,-1": "↘", "0,1": "↑", "0,-1": "↓", "-1,1": "↖", "-1,0": "←", "-1,-1": "↙"}[`${across},${up}`];
}
