/** The small menu of a point, texts to copy and to paste, the list of keys: each is a promise of what was chosen. */
import {classKey} from "../../ui/classes.js";
import {capital} from "../../ui/names.js";
import {copyText} from "../../ui/download.js";
import {element} from "../../ui/element.js";
import {inStageOnly, keep, kept} from "../../ui/storage.js";
import {pointName, pointOf} from "./bench.js";
import {numberIn} from "../../ui/words.js";

/** Shows a dialog; it is gone when it is closed. @param {HTMLDialogElement} dialog @returns {Promise<string>} what it was closed with */
function open(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(dialog.returnValue);
  }));
}

/** A dialog of a title, what is in it, and buttons. */
const titled = (title, content, ...buttons) => open(element("dialog", {class: "text", "aria-labelledby": "dialog-title"},
  element("h2", {id: "dialog-title", text: title}), ...content, element("div", {class: "buttons"}, ...buttons)));

/** @param {string} text @param {any} [given] what it closes with, and attributes */
const closing = (text, {value = () => "", ...attributes} = {}) => element("button", {text, ...attributes, onclick: (event) => event.target.closest("dialog").close(value())});

/** The menu of a point. @returns {Promise<{type: "relabel", y: any} | {type: "turn"} | {type: "erase"} | null>} */
export async function pointMenu(bench, {kind, index, clientX, clientY}) {
  const {classes} = bench;
  const {y} = pointOf(bench, {kind, index});
  let chosen = null;
  const choose = (value) => {
    chosen = value;
    dialog.close();
  };
  const item = classes && {role: "menuitem"}; // a menu may not hold the field of a value
  const button = (label, value, content) => element("button", {type: "button", ...item, onclick: () => choose(value), ...(content ? {} : {text: label})}, content);
  const value = element("input", {inputmode: "decimal", "aria-label": "value", value: typeof y === "number" ? String(y) : ""});
  const title = capital(pointName(bench, kind, index));
  const dialog = element("dialog", {class: "menu", "aria-label": title},
    element("p", {text: title}),
    element("div", classes ? {role: "menu", "aria-label": title} : {},
      ...(classes ?? []).map((label) => button(label, {type: "relabel", y: label}, classKey(classes, label))),
      !classes && element("form", {method: "dialog", onsubmit: (event) => {
        event.preventDefault();
        const number = numberIn(value.value);
        if (Number.isFinite(number)) choose({type: "relabel", y: number});
        else value.setAttribute("aria-invalid", "true");
      }}, element("label", {text: "value "}, value), element("button", {text: "Set"})),
      kind === "sample" ? button("Make a new point", {type: "turn"}) : y !== null && button("Learn this point", {type: "turn"}),
      kind === "external" && y !== null && button("Forget its outcome", {type: "relabel", y: null}),
      button("Delete", {type: "erase"}),
    ));
  dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!by) return;
    const items = [...dialog.querySelectorAll("button, input")];
    items[(items.indexOf(document.activeElement) + by + items.length) % items.length].focus();
    event.preventDefault();
  });
  const closed = open(dialog);
  const box = dialog.getBoundingClientRect();
  dialog.style.left = `${Math.max(8, Math.min(clientX, innerWidth - box.width - 8))}px`;
  dialog.style.top = `${Math.max(8, Math.min(clientY, innerHeight - box.height - 8))}px`;
  await closed;
  return chosen;
}

/** A text to read or to copy. */
export function textDialog(title, text, note = "") {
  const area = element("textarea", {readonly: true, rows: Math.min(18, text.split("\n").length + 1), "aria-label": title, spellcheck: "false", text});
  const say = element("span", {class: "note", role: "status"});
  titled(title, [note && element("p", {class: "note", text: note}), area], element("button", {class: "main", text: "Copy", onclick: async () => {
    area.select();
    say.textContent = (await copyText(text)) ? "Copied." : "It is selected: press Ctrl+C.";
  }}), closing("Close"), say);
}

/** What is too large for a link can be sent as a file. */
export async function fileDialog() {
  const chosen = await titled("These points are too many for a link", [element("p", {class: "note", text: "Send a file instead. A report opens by itself, offline too, and answers questions. The model shows the same points to whoever opens it here."})],
    closing("Report (HTML)", {value: () => "save-report"}), closing("Model (JSON)", {value: () => "save-model"}), closing("Close"));
  document.getElementById(chosen)?.click();
}

/** A text from the user: pasted rows; empty where there is none. */
export function pasteDialog() {
  const area = element("textarea", {rows: 10, "aria-label": "rows", placeholder: "x1,x2,class\n0.5,1.2,a\n…", spellcheck: "false"});
  const note = element("p", {class: "note", text: "A header and rows of cells, separated by commas, semicolons or tabs, as copied from a spreadsheet."});
  return titled("Paste a table", [note, area], closing("Read it", {class: "main", value: () => area.value}), closing("Cancel"));
}

const keyList = [
  ["P", "enter the picture"], ["arrows", "move the cursor, which says what is there; with Shift ten times as far"], ["Enter", "ask about the place, or the point there; or add one, where a click does"],
  [", and .", "to the point before, and the next one"], ["Escape, Tab", "leave the picture"], ["Alt + arrows", "move the point"], ["Delete", "delete it"], ["E", "a new point, or a sample again"], ["1 – 6", "its class, or the brush's: then Enter adds"], ["A", "Enter asks again"],
  ["Shift + F10", "its menu"], ["N", "to the network; arrows move between neurons, Enter selects one"], ["F", "to the bars"], ["+ − 0", "zoom; 0 fits all"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo, redo"], ["Ctrl + V", "paste a table"], ["?", "this list"],
];

export function keysDialog() {
  if (document.querySelector("dialog[open]")) return;
  titled("By keyboard", [
    element("dl", {class: "keys"}, ...keyList.flatMap(([key, what]) => [element("dt", {}, element("kbd", {text: key})), element("dd", {text: what})])),
    element("label", {class: "option"}, element("input", {id: "keys-anywhere", type: "checkbox", checked: !kept(inStageOnly), onchange: ({target}) => keep(inStageOnly, target.checked ? null : "stage")}), " P, N, F and ? work anywhere on the page, not only in the plane and the network"),
    element("p", {class: "note", text: "By mouse or touch: click to ask, or to add, drag a point to move it, drag the background to move the view, use the wheel or pinch to zoom, right click or press long for a point's menu."})],
  closing("Close", {class: "main"}));
}
