/** Places of the page, and what they are filled with. */
import {classKey} from "../../ui/classes.js";
import {element} from "../../ui/element.js";
import {short} from "../../ui/words.js";

export const place = (id) => document.getElementById(id);
/** Fills a place and shows it; with nothing it is hidden. */
export const reveal = (id, ...content) => {
  place(id).hidden = content.length === 0;
  place(id).style.visibility = "";
  place(id).replaceChildren(...content);
};
/** What each place shows or waits for, by its id. @type {Map<string, {key: any[], control: AbortController}>} */
const cache = new Map();
/**
 * Fills a place with what takes a while to find; meanwhile what was said of another key is away. The same key isn't sought
 * again, another one ends the search.
 *
 * @param {string} id @param {any[] | null} key null: nothing is to be there @param {((signal: AbortSignal) => Promise<any[]>) | false} find false: later
 */
export async function fill(id, key, find) {
  const was = cache.get(id);
  if (key && was?.key.every((part, i) => part === key[i])) return;
  was?.control.abort();
  cache.delete(id);
  if (!key) return reveal(id);
  place(id).style.visibility = "hidden"; // what was said of another point goes, and leaves its room to what comes
  if (!find) return;
  const control = new AbortController();
  cache.set(id, {key, control});
  const content = await find(control.signal);
  if (!control.signal.aborted) reveal(id, ...content);
}
export const bar = (part) => {
  const b = element("span", {class: "bar", "aria-hidden": "true"});
  b.style.setProperty("--part", String(part));
  return b;
};
export const outcome = (bench, value) => (bench.classes && value !== null ? classKey(bench.classes, String(value)) : document.createTextNode(value === null ? "none" : short(value)));
export const put = (id, ...content) => place(id).replaceChildren(...content);
export const say = (id, text) => {
  if (place(id).textContent !== text) place(id).textContent = text;
};
/** Keeps a field while the user types in it, and a slider while the user holds it. */
export const setField = (id, text) => {
  if (document.activeElement !== place(id) || (place(id).type === "range" && !place(id).matches(":active"))) place(id).value = text;
};
/** Shows which of some buttons is chosen. */
export function press(group, name, value) {
  for (const button of document.querySelectorAll(`${group} button`)) button.setAttribute("aria-pressed", String(button.dataset[name] === value));
}
/** Tells the controller how a promise ended: its number, what it gave, and whether that is an error. */
export const settle = (promise, number, tell) => void Promise.resolve(promise).then((value) => tell(number, value, false), (error) => tell(number, error, true));
/** Whether something is to be drawn anew: what it is of has changed since it was asked last. @param {Map<string, any[]>} cache @param {string} name @param {any[]} of */
export function stale(cache, name, of) {
  const was = cache.get(name);
  cache.set(name, of);
  return !was?.every((part, i) => part === of[i]);
}
/** Of a list so many are shown; the others are counted. */
export const most = 6;
export const room = (id) => Math.max(240, place(id).clientWidth);
