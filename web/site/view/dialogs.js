/** The small menu of a point, texts to copy and to paste, the list of keys: each is a promise of what was chosen. */
import {classKey} from "../../ui/classes.js";
import {capital} from "../../ui/names.js";
import {element} from "../../ui/element.js";

/**
 * The menu of a point. @returns {Promise<{type: "relabel", y: any} | {type: "turn"} | {type: "erase"} | null>}
 */
export function pointMenu({kind, name, y, classes, clientX, clientY}) {
  return new Promise((resolve) => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const done = (value) => {
      dialog.close();
      dialog.remove();
      before?.focus?.();
      resolve(value);
    };
    const button = (label, value, content) => element("button", {type: "button", role: "menuitem", onclick: () => done(value), ...(content ? {} : {text: label})}, content);
    const value = element("input", {inputmode: "decimal", "aria-label": "value", value: typeof y === "number" ? String(y) : ""});
    const title = capital(name);
    const dialog = element("dialog", {class: "menu", "aria-label": title},
      element("p", {text: title}),
      element("div", {role: "menu", "aria-label": title},
        ...(classes ?? []).map((label) => button(label, {type: "relabel", y: label}, classKey(classes, label))),
        !classes && element("form", {method: "dialog", onsubmit: (event) => {
          event.preventDefault();
          const number = Number(value.value.trim());
          if (value.value.trim() !== "" && Number.isFinite(number)) done({type: "relabel", y: number});
          else value.setAttribute("aria-invalid", "true");
        }}, element("label", {text: "value "}, value), element("button", {text: "Set"})),
        kind === "sample" ? button("Make a new point", {type: "turn"}) : y !== null && button("Learn this point", {type: "turn"}),
        kind === "external" && y !== null && button("Forget its outcome", {type: "relabel", y: null}),
        button("Delete", {type: "erase"}),
      ));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      done(null);
    });
    dialog.addEventListener("pointerdown", (event) => event.target === dialog && done(null));
    dialog.addEventListener("keydown", (event) => {
      const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
      if (!by) return;
      const items = [...dialog.querySelectorAll("button, input")];
      items[(items.indexOf(document.activeElement) + by + items.length) % items.length].focus();
      event.preventDefault();
    });
    document.body.append(dialog);
    dialog.showModal();
    const box = dialog.getBoundingClientRect();
    dialog.style.left = `${Math.max(8, Math.min(clientX, innerWidth - box.width - 8))}px`;
    dialog.style.top = `${Math.max(8, Math.min(clientY, innerHeight - box.height - 8))}px`;
  });
}

/** A text to read or to copy. */
export function textDialog(title, text, note = "") {
  const area = element("textarea", {readonly: true, rows: Math.min(18, text.split("\n").length + 1), "aria-label": title, spellcheck: "false"});
  area.value = text;
  const say = element("span", {class: "note", role: "status"});
  const dialog = element("dialog", {class: "text", "aria-labelledby": "text-title"},
    element("h2", {id: "text-title", text: title}), note && element("p", {class: "note", text: note}), area,
    element("div", {class: "buttons"},
      element("button", {class: "main", text: "Copy", onclick: async () => {
        area.select();
        const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
        say.textContent = copied ? "Copied." : "It is selected: press Ctrl+C.";
      }}),
      element("button", {text: "Close", onclick: () => dialog.close()}), say));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** What is too large for a link can be sent as a file. */
export function fileDialog() {
  const save = (id, text) => element("button", {text, onclick: () => {
    dialog.close();
    document.getElementById(id).click();
  }});
  const dialog = element("dialog", {class: "text", "aria-labelledby": "text-title"},
    element("h2", {id: "text-title", text: "These points are too many for a link"}),
    element("p", {class: "note", text: "Send a file instead. A report opens by itself, offline too, and answers questions. The model shows the same points to whoever opens it here."}),
    element("div", {class: "buttons"}, save("save-report", "Report (HTML)"), save("save-model", "Model (JSON)"), element("button", {text: "Close", onclick: () => dialog.close()})));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** A text from the user: pasted rows. @returns {Promise<string | null>} */
export function pasteDialog() {
  return new Promise((resolve) => {
    const area = element("textarea", {rows: 10, "aria-label": "rows", placeholder: "x1,x2,class\n0.5,1.2,a\n…", spellcheck: "false"});
    const dialog = element("dialog", {class: "text", "aria-labelledby": "paste-title"},
      element("h2", {id: "paste-title", text: "Paste a table"}), element("p", {class: "note", text: "A header and rows of cells, separated by commas, semicolons or tabs, as copied from a spreadsheet."}), area,
      element("div", {class: "buttons"},
        element("button", {class: "main", text: "Read it", onclick: () => dialog.close(area.value || "")}),
        element("button", {text: "Cancel", onclick: () => dialog.close("")})));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

const keyList = [
  ["P", "enter the picture"], ["arrows", "move the cursor, which says what is there; with Shift ten times as far"], ["Enter", "add a point, or inspect the one there"],
  [", and .", "to the point before, and the next one"], ["Escape, Tab", "leave the picture"], ["Alt + arrows", "move the point"], ["Delete", "delete it"], ["E", "a new point, or a sample again"], ["1 – 6", "its class, or the brush's"],
  ["Shift + F10", "its menu"], ["N", "to the network; arrows move between neurons, Enter selects one"], ["F", "to the bars"], ["+ − 0", "zoom; 0 fits all"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo"], ["Ctrl + V", "paste a table"], ["?", "this list"],
];

export function keysDialog() {
  if (document.querySelector("dialog[open]")) return;
  const dialog = element("dialog", {class: "text", "aria-labelledby": "keys-title"},
    element("h2", {id: "keys-title", text: "By keyboard"}),
    element("dl", {class: "keys"}, ...keyList.flatMap(([key, what]) => [element("dt", {}, element("kbd", {text: key})), element("dd", {text: what})])),
    element("p", {class: "note", text: "By mouse or touch: click to add, drag a point to move it, drag the background to move the view, use the wheel or pinch to zoom, right click or press long for a point's menu."}),
    element("div", {class: "buttons"}, element("button", {class: "main", text: "Close", onclick: () => dialog.close()})));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
