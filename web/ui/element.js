function filled(e, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") e.textContent = value;
    else if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (value === true) e.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) e.setAttribute(name, value);
  }
  e.append(...children.filter(Boolean));
  return e;
}

/** An element with attributes, listeners (on…) and content; false and null are omitted. */
export const element = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** The same in an SVG picture. */
export const drawing = (tag, attributes = {}, ...children) => filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
