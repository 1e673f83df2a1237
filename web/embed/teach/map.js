/** All drawings on a map: alike ones are near each other. */
import {element} from "../../ui/element.js";
import {plane, styled, thumb} from "./pictures.js";
import {whose} from "./words.js";

/** The most drawings on the map; of more every so many-th. */
const most = 160;

/** @param {(id: number) => void} chosen */
export function mapElement(chosen) {
  const place = element("div", {class: "map", role: "group", "aria-label": "All drawings: alike ones are near each other."});
  let found = null;
  let shown = [];
  let marker = null;
  let axes;
  const ends = () => {
    const at = shown.map(({x}) => found.place(x));
    return [0, 1].map((k) => [Math.min(...at.map((p) => p[k])), Math.max(...at.map((p) => p[k]))]);
  };
  let range;
  const put = (e, [u, v]) => {
    const part = (value, [low, high]) => (high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5);
    e.style.left = `calc(30px + ${part(u, range[0]).toFixed(4)} * (100% - 60px))`;
    e.style.top = `calc(30px + ${part(v, range[1]).toFixed(4)} * (100% - 60px))`;
  };
  place.addEventListener("click", (event) => {
    const e = event.target.closest("button");
    if (e) chosen(Number(e.dataset.id));
  });
  return {
    element: place,
    /** @param {readonly any[]} drawings @param {(label: string) => string} colourOf */
    show(drawings, colourOf) {
      const every = Math.max(1, Math.ceil(drawings.length / most));
      const some = drawings.filter((_, i) => i % every === 0);
      marker = null;
      if (some.length < 3) {
        found = null;
        return place.replaceChildren(element("p", {class: "waiting", text: "Teach three drawings, and they find their places here."}));
      }
      found = plane(some.map(({vector}) => vector), axes);
      axes = found.axes;
      shown = some.map((drawing) => ({x: drawing.vector, drawing}));
      range = ends();
      place.replaceChildren(...shown.map(({x, drawing}) => {
        const e = styled(element("button", {type: "button", class: "spot", "data-id": drawing.id, "aria-label": drawing.by ? whose(drawing) : `${drawing.label}, a drawing`, tabindex: "-1"}, thumb(drawing, 14)), {"--class": colourOf(drawing.label)});
        put(e, found.place(x));
        return e;
      }), every > 1 && element("small", {class: "more", text: `${some.length} of ${drawings.length}`}) || "");
    },
    /** Where the question stands; null where nothing is asked. @param {Float64Array | null} x */
    ask(x) {
      if (!found || !x) {
        marker?.remove();
        marker = null;
        return;
      }
      marker ??= element("i", {class: "here", title: "your drawing"});
      if (!marker.isConnected) place.append(marker);
      put(marker, found.place(x));
    },
  };
}
