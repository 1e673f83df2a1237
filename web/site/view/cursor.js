import {clampTo, domainOf, placeAt, pointAt} from "../../figures/draw/pointing.js";

/**
 * Keys, while the picture has the focus: arrows move a cursor (Shift: ten times as
 * far) and say what is there, Enter adds or inspects, comma and full stop walk the points, Escape leaves.
 */
export function keyboard(place, act, points, zoomAt) {
  const cursor = document.createElement("div");
  cursor.className = "cursor";
  cursor.hidden = true;
  cursor.setAttribute("aria-hidden", "true");
  let where = null; // in the picture's units
  let on = null;
  let walking = -1;

  const picture = () => place.querySelector("svg");
  /** Where the cursor is on the screen. */
  const onScreen = () => {
    const svg = picture();
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    return {clientX: box.left + svg.scale("x").apply(where.x) * scale, clientY: box.top + svg.scale("y").apply(where.y) * scale};
  };
  const draw = () => {
    cursor.hidden = !picture() || !where || document.activeElement !== place;
    if (cursor.hidden) return;
    const outer = place.getBoundingClientRect();
    const {clientX, clientY} = onScreen();
    Object.assign(cursor.style, {left: `${clientX - outer.left}px`, top: `${clientY - outer.top}px`});
    if (!place.contains(cursor)) place.append(cursor);
  };
  const under = () => pointAt(placeAt(picture(), onScreen()));
  const centre = () => {
    const {x, y} = domainOf(picture());
    return {x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2};
  };
  const walk = (by) => {
    const all = points() ?? []; // null where the page failed
    if (!all.length) return;
    walking = (walking < 0 && by < 0 ? all.length - 1 : walking + by + all.length) % all.length;
    const {kind, index, x, y} = all[walking];
    [where, on] = [{x, y}, {kind, index}];
    act("pick", on);
    draw();
  };

  place.tabIndex = 0;
  place.append(cursor);
  place.addEventListener("focus", () => {
    if (!place.matches(":focus-visible")) return;
    where ??= picture() ? centre() : null;
    draw();
  });
  place.addEventListener("blur", () => {
    walking = -1;
    draw();
    act("leave");
  });
  new MutationObserver(() => draw()).observe(place, {childList: true, subtree: false});
  place.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || !picture()) return;
    where ??= centre();
    const arrow = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
    const {x, y} = domainOf(picture());
    if (arrow) {
      const far = event.shiftKey ? 0.1 : 0.01;
      where = clampTo({x: where.x + arrow[0] * far * (x[1] - x[0]), y: where.y + arrow[1] * far * (y[1] - y[0])}, {x, y});
      if (event.altKey) {
        on ??= under();
        if (on) act("move", {...on, ...where, began: true, done: true});
      } else on = under();
      draw();
      const {left, top} = cursor.getBoundingClientRect();
      if (!event.altKey) act("hover", {...where, ...on, clientX: left, clientY: top, spoken: true});
    } else if (event.key === "," || event.key === ".") walk(event.key === "." ? 1 : -1);
    else if (event.key === "Escape") place.blur();
    else if (event.key === "Enter" || event.key === " ") {
      on = under();
      if (on) act("pick", on);
      else act("add", {...where, shift: event.shiftKey});
    } else if (event.key === "Delete" || event.key === "Backspace") {
      on ??= under();
      if (on) act("erase", on);
      on = null;
    } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      on ??= under();
      if (on) {
        const box = cursor.getBoundingClientRect();
        act("menu", {...on, clientX: box.left, clientY: box.top});
      }
    } else if ("+-".includes(event.key) && zoomAt) zoomAt({x, y}, where, event.key === "+" ? 0.8 : 1.25);
    else if (event.key === "0" && zoomAt) act("fit");
    else if (/^[1-6eaEA]$/.test(event.key)) act("key", {key: event.key.toLowerCase(), ...(on ?? under())});
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
