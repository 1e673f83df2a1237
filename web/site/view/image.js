/** A picture of the page as a file of its own. */
import {pngOf} from "../../ui/canvas.js";
import {drawing} from "../../ui/element.js";

const painted = ["fill", "stroke", "color", "opacity", "fill-opacity", "stroke-opacity", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight"];

/**
 * A chart as a file of its own: colours and fonts written out, the canvas behind it
 * as a picture, on the page's ground.
 *
 * @param {SVGSVGElement} svg @param {HTMLCanvasElement | null} [behind]
 */
export function svgText(svg, behind = null) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    if (element.tagName === "style") return;
    for (const name of painted) element.style?.setProperty(name, style.getPropertyValue(name));
  });
  const {width, height} = svg.viewBox.baseVal;
  const before = [drawing("rect", {width, height, fill: getComputedStyle(document.documentElement).getPropertyValue("--paper-now").trim() || getComputedStyle(svg.closest("section") ?? document.body).backgroundColor})];
  if (behind) {
    const box = svg.getBoundingClientRect();
    const at = behind.getBoundingClientRect();
    const scale = width / box.width;
    before.push(drawing("image", {href: behind.toDataURL(), x: (at.left - box.left) * scale, y: (at.top - box.top) * scale, width: at.width * scale, height: at.height * scale, preserveAspectRatio: "none"}));
  }
  copy.prepend(...before);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** The same, to be drawn. @returns {Promise<HTMLImageElement>} */
export async function imageOf(svg, behind = null) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg, behind))}`;
  await image.decode();
  return image;
}

/** The same as a PNG of twice the size. @returns {Promise<Blob>} */
export async function pngBlob(svg, behind = null) {
  const {width, height} = svg.viewBox.baseVal;
  const image = await imageOf(svg, behind);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return pngOf(canvas);
}
