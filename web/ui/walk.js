/**
 * Lets the arrow keys walk in a place.
 *
 * @param {HTMLElement} place @param {string} label
 * @param {(across: number, down: number) => unknown} step false: this key does nothing here
 * @param {() => unknown} [choose] what Enter does
 */
export function walk(place, label, step, choose = () => false) {
  place.tabIndex = 0;
  place.setAttribute("aria-label", label);
  place.addEventListener("keydown", (event) => {
    const by = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]}[event.key];
    if (event.target !== place || event.ctrlKey || event.metaKey || event.altKey || !(by || event.key === "Enter" || event.key === " ")) return;
    if ((by ? step(by[0], by[1]) : choose()) === false) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
