/** The network with its drawings: a column for each layer, and the links of those that made the answer. */
import {element} from "../../ui/element.js";
import {makers, whose} from "./words.js";
import {styled, thumb, vector} from "./pictures.js";

/** A layer shows at most this many neurons, and the network this many layers. */
const mostNeurons = 6, mostLayers = 7;

/**
 * @param {(id: number) => void} chosen a drawing was clicked
 */
export function networkElement(chosen) {
  const links = vector("svg", {class: "links", "aria-hidden": "true"});
  const columns = element("div", {class: "columns"});
  const place = element("div", {class: "network", role: "group", tabindex: "0", "aria-label": "The network. Arrow keys move between its drawings, Enter shows one."}, links, columns);
  /** @type {[HTMLElement, number][]} */
  let wires = [];
  let answerBox = null;
  /** Small pictures by drawing: made once. */
  const thumbs = new WeakMap();
  const picture = (drawing) => {
    if (!thumbs.has(drawing)) thumbs.set(drawing, thumb(drawing));
    return thumbs.get(drawing);
  };
  const wire = () => {
    const box = columns.getBoundingClientRect();
    links.setAttribute("width", String(columns.scrollWidth));
    links.setAttribute("height", String(columns.scrollHeight));
    if (!answerBox) return links.replaceChildren();
    const to = answerBox.getBoundingClientRect();
    links.replaceChildren(...wires.map(([from, weight]) => {
      const a = from.getBoundingClientRect();
      const [x0, y0, x1, y1] = [a.right - box.left, (a.top + a.bottom) / 2 - box.top, to.left - box.left, (to.top + to.bottom) / 2 - box.top];
      const bend = Math.max(24, (x1 - x0) / 2);
      return styled(vector("path", {d: `M${x0},${y0}C${x0 + bend},${y0} ${x1 - bend},${y1} ${x1},${y1}`, "stroke-width": (1 + 9 * weight).toFixed(1)}), {stroke: from.style.getPropertyValue("--class")});
    }));
  };
  const sizes = globalThis.ResizeObserver && new ResizeObserver(wire);
  sizes?.observe(columns);
  place.addEventListener("click", (event) => {
    const neuron = event.target.closest("[data-sample]");
    if (neuron) chosen(Number(neuron.dataset.id));
  });
  let walked = -1;
  place.addEventListener("keydown", (event) => {
    const all = [...columns.querySelectorAll("[data-sample]")];
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (step && all.length) {
      event.preventDefault();
      walked = (walked + step + (walked < 0 && step < 0 ? 1 : 0) + all.length) % all.length;
      all.forEach((e, i) => e.classList.toggle("walked", i === walked));
      all[walked].scrollIntoView({block: "nearest", inline: "nearest"});
      place.setAttribute("aria-description", all[walked].title);
    } else if (event.key === "Enter" && all[walked]) chosen(Number(all[walked].dataset.id));
  });
  return {
    element: place,
    /**
     * @param {{layers: {nodes: number[][]}[], drawings: readonly any[], answer: any, colourOf: (label: string) => string, signOf: (label: string) => string} | null} state answer: null where nothing is asked
     */
    show(state) {
      walked = -1;
      place.removeAttribute("aria-description");
      if (!state) {
        columns.replaceChildren(element("p", {class: "waiting", text: "Here each drawing that you teach becomes a neuron."}));
        [wires, answerBox] = [[], null];
        return wire();
      }
      const {layers, drawings, answer, colourOf, signOf} = state;
      const made = answer ? makers(state) : [];
      const weightOf = (drawing) => (answer && answer.recognition !== "weak" ? made.find((m) => m.drawing === drawing)?.weight ?? 0 : 0);
      wires = [];
      const shown = layers.map(({nodes}, k) => {
        const lit = answer?.fingerprint[k];
        const order = nodes.map((samples, node) => ({samples, node, drawing: drawings[samples[0]], activation: lit ? lit[node] : 0})).sort((a, b) => weightOf(b.drawing) - weightOf(a.drawing) || b.activation - a.activation || a.node - b.node);
        return {k, order, strongest: order.reduce((most, {activation, drawing}) => Math.max(most, activation + weightOf(drawing)), 0), asked: !answer || Boolean(lit)};
      });
      const kept = new Set(shown.toSorted((a, b) => b.strongest - a.strongest || a.k - b.k).slice(0, mostLayers).map(({k}) => k));
      const cells = [];
      let folded = 0;
      const fold = () => {
        if (folded) cells.push(element("div", {class: "folded", title: `${folded} ${folded === 1 ? "layer" : "layers"} that say less`, text: `⋯ ${folded}`}));
        folded = 0;
      };
      for (const {k, order, asked} of shown) {
        if (!kept.has(k)) {
          folded++;
          continue;
        }
        fold();
        const neurons = order.slice(0, mostNeurons).map(({samples, node, drawing, activation}) => {
          const weight = weightOf(drawing);
          const hit = answer?.status === "hit" && weight > 0;
          const neuron = styled(element("div", {
            class: `neuron${hit ? " hit" : ""}${weight ? " lit" : ""}${asked ? "" : " unasked"}`, "data-layer": k + 1, "data-node": node, "data-sample": samples[0], "data-id": drawing.id, "data-activation": activation.toFixed(4),
            title: `${whose(drawing)}, layer ${k + 1}${answer ? `, activation ${activation.toFixed(2)}` : ""}${weight ? `, weight ${weight.toFixed(2)}` : ""}`,
          }, picture(drawing)), {"--class": colourOf(drawing.label), "--lit": answer ? Math.max(0.16, Math.min(1, activation)).toFixed(3) : "1"});
          if (weight) wires.push([neuron, weight]);
          return neuron;
        });
        const rest = order.length - neurons.length;
        cells.push(element("div", {class: "layer"}, element("small", {text: shown.length > 1 || k ? `layer ${k + 1}` : "layer 1"}), ...neurons, rest > 0 && element("small", {text: `and ${rest}`})));
      }
      fold();
      const unknown = answer?.recognition === "weak";
      answerBox = answer ? styled(element("div", {class: `says${unknown ? " unknown" : ""}`}, element("span", {class: "sign", "aria-hidden": "true", text: unknown ? "?" : signOf(answer.value) || answer.value.slice(0, 2)}), element("small", {text: unknown ? "not known" : answer.value})), unknown ? {} : {"--class": colourOf(answer.value)}) : null;
      columns.replaceChildren(...cells, ...(answerBox ? [answerBox] : []));
      wire();
    },
    end: () => sizes?.disconnect(),
  };
}
