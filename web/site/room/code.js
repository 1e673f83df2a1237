/** Where phones go: the address, in type that the last row reads, and as a QR code. */
import {vector} from "../../embed/teach/pictures.js";
import {element} from "../../ui/element.js";

/** The white that a reader needs around a code, in modules. */
const quiet = 4;

/** @param {string[]} rows of 1 and 0 @param {string} address */
function picture(rows, address) {
  const side = rows.length + 2 * quiet;
  const d = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({0: run, index}) => `M${index + quiet},${y + quiet}h${run.length}v1h-${run.length}z`)).join("");
  return vector("svg", {viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": `A QR code of ${address}`, "shape-rendering": "crispEdges"}, vector("rect", {width: side, height: side, fill: "#fff"}), vector("path", {d, fill: "#000"}));
}

/** An address as one types it. @param {string} address */
const shown = (address) => address.replace(/^http:\/\//, "");

export function codeElement() {
  let places = [], at = 0, few = true, asked = null;
  const image = element("div", {class: "qr"});
  const text = element("p", {class: "address"});
  const others = /** @type {HTMLSelectElement} */ (element("select", {"aria-label": "Another address of this computer", onchange: () => {
    at = others.selectedIndex;
    paint();
  }}));
  const size = element("button", {type: "button", "data-do": "code", text: "Large code", onclick: () => {
    asked = !(asked ?? few);
    sized();
  }});
  const place = element("section", {class: "code", "aria-label": "For phones"}, image, element("div", {}, text, element("div", {class: "row"}, size, others)));
  function sized() {
    const large = asked ?? few;
    place.classList.toggle("large", large);
    size.setAttribute("aria-pressed", String(large));
  }
  function paint() {
    const now = places[at];
    if (!now) return;
    image.replaceChildren(picture(now.code, now.address));
    text.replaceChildren(...shown(now.address).split(/(?<=:)|(?=\/)/).flatMap((part) => [element("wbr"), part])); // it breaks where one reads it in parts
    others.hidden = places.length < 2;
  }
  return {
    element: place,
    /** @param {{address: string, code: string[]}[]} list the likeliest first */
    show(list) {
      const before = places[at]?.address;
      places = list;
      at = Math.max(0, list.findIndex(({address}) => address === before));
      others.replaceChildren(...list.map(({address}) => element("option", {text: shown(address)})));
      others.selectedIndex = at;
      paint();
    },
    /** Something hangs: the code makes place, unless somebody has said otherwise. @param {boolean} now */
    small(now) {
      few = !now;
      sized();
    },
  };
}
