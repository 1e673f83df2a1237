/** Of a widget. */
export const rules = `
:host { display: block; min-width: 0; max-width: 100%; }
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
.parts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; max-width: 100%; }
.parts[aria-busy="true"] { opacity: 0.6; }
figure { background: var(--paper); }
button { font: inherit; min-width: 44px; min-height: 44px; color: inherit; background: var(--paper); border: 1px solid var(--edge, #8a8a84); border-radius: 6px; }
:focus-visible { outline: 3px solid var(--accent, #0b6aa8); outline-offset: 2px; }
[role="alert"] { margin: 0; color: light-dark(#d0342c, #ff7a70); font: 15px/1.45 system-ui, sans-serif; }
`;

/** JupyterLab takes keys before a cell's output hears them, except below this attribute. */
export const ownKeys = {"data-lm-suppress-shortcuts": "true"};

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** Gives a shadow root rules: by no <style> element, which a strict policy would block. @param {ShadowRoot} root @param {string} text */
export function dress(root, text) {
  if (!globalThis.CSSStyleSheet?.prototype.replaceSync) return; // jsdom has no layout
  if (!sheets.has(text)) {
    sheets.set(text, new CSSStyleSheet());
    sheets.get(text).replaceSync(text);
  }
  root.adoptedStyleSheets = [sheets.get(text)];
}
