// xaia/plot and xaia/embed as people use them; every line that is marked must be refused.
import * as xaia from "xaia";
import widget, {mount, type XaiaPlot} from "xaia/embed";
import {attributionPlot, constructionPlot, effectPlot, fingerprintPlot, networkPlot, planePlot, tnnPlot} from "xaia/plot";

export async function views(el: HTMLElement, element: XaiaPlot): Promise<void> {
  const model = await xaia.fit([[0, 0], [1, 1]], ["a", "b"], {trace: true});
  const plane = await planePlot(model, {external: [[0.1, 0.9]], background: "territory", selected: {external: 0}, columns: ["x₁", 1]});
  const samples: number[] | undefined = plane.value?.explanation.neurons[0].samples;
  el.append(plane, fingerprintPlot(await model.explain([0, 0], {fingerprint: true}), {model}), constructionPlot(model, {step: samples?.[0]}));
  const neuron: {layer: number; activation: number | null} | null = (await networkPlot(model, {explanation: plane.value?.explanation, x: [0, 0]})).value;
  const share: number | undefined = attributionPlot(model, await model.attributions([0, 1]), {columns: [0]}).value?.share;
  const step: number | string | undefined = effectPlot(await model.effect(0, {each: true}), {width: at0 ?? 300}).value?.at;
  // @ts-expect-error an effect, not a model
  effectPlot(model, {width: Number(step)});
  // @ts-expect-error one row's, not several
  attributionPlot(model, await model.attributions([[0, 1]]));
  const line = await xaia.fit([0, 1], [0, 1], {kind: "tnn"});
  const at: number | undefined = (await tnnPlot(line, {external: [[0.5, 1], 2], selected: at0})).value?.x;
  const view = mount(el, {X: [[0, 0]], y: ["a"], options: {preset: "paper"}, show: ["network", "construction", "why"], theme: "dark"});
  await view.update({width: at ?? share});
  const known: string | undefined = view.value?.explanation.recognition;
  element.X = [[0, 0]];
  element.background = known ? "layer" : "none";
  widget.render({model: {}, el})();
  view.destroy();
  // @ts-expect-error a plane is not for a TNN
  await planePlot(line);
  // @ts-expect-error nor is a network
  await networkPlot(line);
  // @ts-expect-error an unknown background
  await planePlot(model, {background: "pink"});
  // @ts-expect-error an unknown option
  mount(el, {colour: "red"});
  // @ts-expect-error widths are numbers
  element.width = "wide";
}

const at0 = 0.5;
