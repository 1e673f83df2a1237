import {element} from "../ui/element.js";
import {ownKeys} from "./sheet.js";
import {Widget} from "./widget.js";

/**
 * Puts a widget into an element of the page: see embed.d.ts.
 *
 * @param {Element} el
 * @param {any} [options]
 */
export function mount(el, options = {}) {
  if (typeof el?.append !== "function") throw new TypeError("mount needs an element to put the widget into.");
  const {theme, ...rest} = options ?? {};
  const host = element("div", {class: "xaia-plot", theme, ...ownKeys});
  const widget = new Widget(host.attachShadow({mode: "open"}), host, rest);
  el.append(host);
  return {
    element: host,
    get value() {
      return widget.value;
    },
    get ready() {
      return widget.ready;
    },
    get X() {
      return widget.get("X");
    },
    get y() {
      return widget.get("y");
    },
    get external() {
      return widget.get("external");
    },
    update: (changes) => widget.update(changes),
    destroy() {
      widget.destroy();
      host.remove();
    },
  };
}
