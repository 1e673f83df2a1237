/** Vue: the same, with the model in a ref. */
import {createApp, h, onMounted, ref} from "vue";
import {fit, type SQANNModel} from "xaia";
import {asked, flats, type Flat} from "./flats.js";
import {drive} from "./report.js";

const place = document.createElement("main");
document.body.append(place);
createApp({
  setup() {
    const model = ref<SQANNModel<number, Flat>>();
    const said = ref("");
    onMounted(async () => {
      model.value = await fit(flats, "price");
      const {neurons} = await model.value.explain({size: 30, floor: 0, town: "Bern"}, {without: 0});
      said.value = neurons.some(({samples}) => samples.includes(0)) ? "by itself" : "by others";
    });
    const without = async () => {
      if (!model.value) return;
      const [alone, others] = [await model.value.predict(asked), await model.value.predict(asked, {without: [0, 1, 2]})];
      said.value = Number.isFinite(alone) && Number.isFinite(others) ? "two prices" : "none";
    };
    return () => [h("output", said.value), h("button", {onClick: without}, "without three")];
  },
}).mount(place);
void drive(() => document.querySelector("output")?.textContent ?? undefined, () => document.querySelector("button")?.click());
