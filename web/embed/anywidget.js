/** The widget for anywidget: it connects the traits of a model with the page. */
import {mount} from "./mount.js";

const told = ["X", "y", "options", "file", "external", "selected", "background", "links", "columns", "show", "width", "height"];

/** @param {{model: any, el: HTMLElement}} context */
export function render({model, el}) {
  const traits = () => Object.fromEntries(told.map((name) => [name, model.get(name) ?? undefined]));
  const view = mount(el, traits());
  /** What the traits have already: X and y change by keys alone, and may be long. */
  const known = {X: view.X, y: view.y, external: view.external};
  /** Changes that this side has sent are not applied again. */
  let speaking = false;
  const changed = told.map((name) => {
    const listen = () => {
      if (speaking) return;
      view.update({[name]: model.get(name) ?? undefined});
      if (name in known) known[name] = view[name];
    };
    model.on(`change:${name}`, listen);
    return [`change:${name}`, listen];
  });
  const say = () => {
    speaking = true;
    for (const name of Object.keys(known)) {
      if (view[name] === known[name]) continue;
      known[name] = view[name];
      model.set(name, plain(view[name] ?? (name === "external" ? [] : null)));
    }
    model.set("selected", plain(view.value?.selected ?? null));
    model.set("explanation", plain(view.value?.explanation ?? null));
    model.save_changes();
    speaking = false;
  };
  view.element.addEventListener("input", say);
  // The first answer is there without a click.
  view.ready.then(() => {
    model.set("explanation", plain(view.value?.explanation ?? null));
    model.save_changes();
  }, () => {});
  return () => {
    for (const [name, listen] of changed) model.off(name, listen);
    view.element.removeEventListener("input", say);
    view.destroy();
  };
}

/** A value as JSON: typed arrays become lists, NaN and infinities null. */
export function plain(value) {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return Array.from(/** @type {any} */ (value), plain);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]));
  return value;
}
