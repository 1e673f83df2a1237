/** For a projector: a lesson's words, then one exercise a screen, in big type. learn.html#sample&present begins there, &present=2 with its second exercise. */
import {element} from "../../ui/element.js";

/** @typedef {{name: string, part: number}} Screen part: 0 for the words, or the exercise */

/** What an address says: the lesson that it names, and which part is presented, null for none. @param {string} hash @returns {{name: string, part: number | null}} */
export function presented(hash) {
  const [name, ...options] = hash.replace(/^#/, "").split("&");
  const option = options.find((text) => /^present(=[0-2])?$/.test(text));
  return {name, part: option === undefined ? null : Number(option.split("=")[1] ?? 0)};
}

/** @param {{name: string, exercises: any[]}[]} lessons */
export function presenting(lessons) {
  const screens = lessons.flatMap(({name, exercises}) => [0, ...exercises.map((_, i) => i + 1)].map((part) => ({name, part})));
  const count = element("span", {role: "status"});
  const go = (by) => element("button", {type: "button", "aria-label": by < 0 ? "Back" : "On", title: by < 0 ? "Back (Page up)" : "On (Page down)", text: by < 0 ? "◀" : "▶", onclick: () => move(by)});
  const bar = element("nav", {class: "presenting", "aria-label": "Screens", hidden: true}, go(-1), count, go(1), element("button", {type: "button", text: "End", title: "End (Escape)", onclick: end}));
  document.body.append(bar);
  let now = -1;

  const move = (by) => {
    const {name, part} = screens[Math.min(screens.length - 1, Math.max(0, now + by))];
    history.replaceState(null, "", `#${name}&present${part ? `=${part}` : ""}`);
    show();
  };

  function end() {
    const {name} = screens[now];
    history.replaceState(null, "", `#${name}`);
    show();
    document.getElementById(name).scrollIntoView();
  }

  /** Shows what the address says. */
  function show() {
    const {name, part} = presented(location.hash);
    now = part === null ? -1 : screens.findIndex((s) => s.name === name && s.part === part);
    bar.hidden = now < 0;
    document.body.classList.toggle("present", now >= 0);
    for (const {name: each} of lessons) {
      const {dataset} = document.getElementById(each);
      if (now >= 0 && each === name) dataset.part = String(part);
      else delete dataset.part;
    }
    if (now < 0) return;
    count.textContent = `${now + 1} of ${screens.length}`;
    scrollTo(0, 0);
  }

  addEventListener("hashchange", show);
  addEventListener("keydown", (event) => {
    if (now < 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "PageDown") move(1);
    else if (event.key === "PageUp") move(-1);
    else if (event.key === "Escape") end();
    else return;
    event.preventDefault();
  });
  show();
}
