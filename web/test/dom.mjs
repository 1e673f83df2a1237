/** As much of a document as a figure is made of, for Node: elements with attributes, styles, classes and simple selectors. */
class Style {
  setProperty(name, value) { this[name] = value; }
  removeProperty(name) { delete this[name]; }
}

class Element extends EventTarget {
  constructor(tag, document) {
    super();
    Object.assign(this, {tagName: tag, localName: tag, nodeName: tag, namespaceURI: "http://www.w3.org/2000/svg", ownerDocument: document, attributes: {}, childNodes: [], parentNode: null, style: new Style()});
    this.dataset = new Proxy({}, {get: (_, name) => this.getAttribute(`data-${String(name)}`) ?? undefined, set: (_, name, value) => { this.setAttribute(`data-${String(name)}`, value); return true; }});
    const classes = () => (this.getAttribute("class") ?? "").split(" ").filter(Boolean);
    this.classList = {contains: (name) => classes().includes(name), toggle: (name, on) => this.setAttribute("class", [...classes().filter((c) => c !== name), ...(on ? [name] : [])].join(" "))};
  }
  get className() { return this.getAttribute("class") ?? ""; }
  set className(name) { this.setAttribute("class", name); }
  get children() { return this.childNodes.filter((node) => node instanceof Element); }
  get parentElement() { return this.parentNode; }
  get firstChild() { return this.childNodes[0] ?? null; }
  get firstElementChild() { return this.children[0] ?? null; }
  get nextElementSibling() { const all = this.parentNode.children; return all[all.indexOf(this) + 1] ?? null; }
  get childElementCount() { return this.children.length; }
  get lastChild() { return this.childNodes.at(-1) ?? null; }
  get textContent() { return this.childNodes.map((node) => (node instanceof Element ? node.textContent : node)).join(""); }
  set textContent(text) { this.childNodes = text === "" ? [] : [String(text)]; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  setAttributeNS(_, name, value) { this.setAttribute(name, value); }
  removeAttribute(name) { delete this.attributes[name]; }
  append(...nodes) { for (const node of nodes) this.insertBefore(node, null); }
  appendChild(node) { return this.insertBefore(node, null); }
  remove() {
    if (this.parentNode) this.parentNode.childNodes = this.parentNode.childNodes.filter((other) => other !== this);
    this.parentNode = null;
  }
  replaceChildren(...nodes) { this.childNodes = []; this.append(...nodes); }
  replaceWith(node) { this.parentNode.insertBefore(node, this); this.remove(); }
  prepend(...nodes) { for (const node of nodes.reverse()) this.insertBefore(node, this.firstChild); }
  insertBefore(node, next) {
    node.remove?.();
    if (node instanceof Element) node.parentNode = this;
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node);
    return node;
  }
  querySelectorAll(selector) {
    if (selector.includes(", ")) return selector.split(", ").flatMap((one) => this.querySelectorAll(one));
    const [, tag, own, attribute] = /^([\w-]*)(?:\.([\w-]+))?(?:\[([\w-]+)\])?$/.exec(selector.split(" ").at(-1));
    const found = this.children.flatMap((child) => [...((!tag || child.tagName === tag) && (!own || child.classList.contains(own)) && (!attribute || attribute in child.attributes) ? [child] : []), ...child.querySelectorAll(selector)]);
    const [outer, inner] = selector.split(" ");
    return inner ? found.filter((e) => { for (let up = e.parentNode; up; up = up.parentNode) if (up.matches(outer)) return true; return false; }) : found;
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  matches(selector) { return this.parentNode ? this.parentNode.querySelectorAll(selector).includes(this) : false; }
}

export const document = {
  createElement: (tag) => new Element(tag, document),
  createElementNS: (_, tag) => new Element(tag, document),
  createTextNode: (text) => text,
  get documentElement() { return new Element("html", document); },
};

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
/** Two decimals are enough to see where something is; clips are counted. */
const plain = (text) => escaped(text).replace(/-?\d+\.\d+(e-?\d+)?/g, (v) => String(Math.round(100 * Number(v)) / 100 + 0)).replace(/clip-\w+-\d+/g, "clip");

/** An element as text that people read: a line each, numbers with two decimals. */
export function written(e, indent = "") {
  const style = Object.entries(e.style).map(([name, value]) => `${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}: ${value}`).join("; ");
  const attributes = Object.entries(style ? {...e.attributes, style} : e.attributes).map(([name, value]) => ` ${name}="${plain(value)}"`).join("");
  if (!e.childNodes.length) return `${indent}<${e.tagName}${attributes}/>\n`;
  const inside = e.children.length ? `\n${e.childNodes.map((node) => (node instanceof Element ? written(node, `${indent} `) : `${indent} ${plain(node)}\n`)).join("")}${indent}` : plain(e.textContent);
  return `${indent}<${e.tagName}${attributes}>${inside}</${e.tagName}>\n`;
}
