/** A guest's page: a name, a square to draw in, what it is, and one's own drawings. */
import {exampleStrokes, examples, signOf} from "../../embed/teach/examples.js";
import {padElement} from "../../embed/teach/pad.js";
import {styled, thumb} from "../../embed/teach/pictures.js";
import {limits, tidy} from "../../embed/teach/strokes.js";
import {one} from "../../embed/teach/words.js";
import {element} from "../../ui/element.js";
import {keep, kept} from "../../ui/storage.js";
import {ask, listen, Refused} from "./talk.js";
import {colourOf, said} from "./words.js";

const place = "xaia-room";

/** What this phone keeps, for a reload: who it is, and drawings that couldn't be sent. */
function remembered() {
  try {
    const {secret = "", name = "", unsent = []} = JSON.parse(kept(place) ?? "{}");
    return {secret: String(secret), name: tidy(name, limits.name), unsent: Array.isArray(unsent) ? unsent.filter((d) => typeof d?.label === "string" && Array.isArray(d.strokes)) : []};
  } catch {
    return {secret: "", name: "", unsent: []};
  }
}

/** @param {HTMLElement} main */
export function phone(main) {
  let {secret, name, unsent} = remembered();
  let rules = {classes: [], known: [[], []], groups: false, swapped: false, locked: false};
  let me = {name, group: 1};
  /** @type {{id: number, label: string, strokes: number[][]}[]} */
  let drawings = [];
  let tries = [];
  let here = false, sending = false, drawnExamples = 0;
  let stop = () => {};
  const remember = () => keep(place, JSON.stringify({secret, name, unsent}));

  const status = element("p", {class: "told", role: "status"});
  const tell = (text, problem = false) => {
    status.textContent = text;
    status.classList.toggle("problem", problem);
  };

  // The door.
  const nameField = /** @type {HTMLInputElement} */ (element("input", {id: "name", maxlength: limits.name, autocomplete: "off", value: name, "aria-describedby": "promise"}));
  const door = element("form", {class: "door", onsubmit: (event) => {
    event.preventDefault();
    join();
  }}, element("h1", {text: "Draw for the wall"}), element("label", {for: "name", text: "Your name"}), nameField, element("button", {class: "main", text: "Join"}),
  element("p", {id: "promise", class: "note", text: "Your name and your drawings are shown on the wall. They are in the teacher's computer until the lesson ends, unless the teacher saves them as a file."}));

  // The square, and what it is.
  const pad = padElement((_strokes, done) => done && paintChoices());
  const undo = element("button", {type: "button", text: "Undo", onclick: () => pad.undo()});
  const clear = element("button", {type: "button", text: "Clear", onclick: () => pad.clear()});
  const who = element("b", {class: "who"});
  const link = element("span", {class: "link"});
  const task = element("h1", {class: "task"});
  const choices = element("div", {class: "choices", role: "group", "aria-label": "What is it?"});
  const newName = /** @type {HTMLInputElement} */ (element("input", {class: "new-name", maxlength: limits.name, placeholder: "something else", autocomplete: "off", enterkeyhint: "send", "aria-label": "The name of something else", oninput: () => paintChoices(), onkeydown: (event) => event.key === "Enter" && create()}));
  const newButton = element("button", {type: "button", class: "create", text: "Hang it up", onclick: () => create()});
  const newRow = element("div", {class: "row new"}, newName, newButton);
  const reply = element("div", {class: "reply", role: "status"});
  const own = element("ul", {class: "own"});
  const ownPlace = element("section", {class: "yours", "aria-label": "Your drawings"}, element("h2", {text: "Your drawings"}), own);
  const exampleChoice = /** @type {HTMLSelectElement} */ (element("select", {"aria-label": "An example"}, ...examples.map((e) => element("option", {value: e, text: one(e)}))));
  const helped = element("div", {class: "row helped"}, exampleChoice, element("button", {type: "button", text: "Draw it for me", onclick: () => pad.set(exampleStrokes(exampleChoice.value, 1000 * (me.id ?? 0) + ++drawnExamples))}));
  pad.element.id = "draw";
  const easel = element("div", {class: "easel", hidden: true},
    element("div", {class: "left"}, element("div", {class: "square"}, pad.element), element("div", {class: "row"}, undo, clear, element("span", {class: "me"}, who, link))),
    element("div", {class: "right"}, task, choices, newRow, reply, ownPlace, helped));
  main.replaceChildren(element("div", {class: "teach phone"}, door, status, easel));

  const paint = () => {
    door.hidden = Boolean(secret);
    easel.hidden = !secret;
    who.textContent = me.name;
    link.textContent = here ? (rules.groups ? ` · group ${me.group}` : " · connected") : " · not connected";
    link.dataset.here = String(here);
    task.textContent = rules.swapped ? "Fool the other network" : "What is it?";
    newRow.hidden = rules.swapped;
    paintChoices();
    paintOwn();
  };

  function paintChoices() {
    const drawn = pad.strokes.length > 0;
    undo.toggleAttribute("disabled", !drawn);
    clear.toggleAttribute("disabled", !drawn);
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.label;
    const labels = rules.swapped ? rules.known[2 - me.group] : rules.classes;
    choices.replaceChildren(...labels.map((label) => styled(element("button", {type: "button", class: "choice", "data-label": label, disabled: !drawn || sending, onclick: () => send(label)}, signOf(label) && element("span", {class: "sign", "aria-hidden": "true", text: signOf(label)}), element("span", {text: `${rules.swapped ? "It is" : "This is"} ${one(label)}`})), {"--class": colourOf(rules.classes, label)})));
    if (focus) [...choices.children].find((/** @type {HTMLElement} */ c) => c.dataset.label === focus)?.["focus"]({preventScroll: true});
    newButton.toggleAttribute("disabled", !drawn || sending || !tidy(newName.value, limits.name));
  }

  function paintOwn() {
    const held = own.contains(document.activeElement);
    ownPlace.hidden = rules.swapped || drawings.length + unsent.length === 0;
    own.replaceChildren(
      ...unsent.map((d, i) => element("li", {class: "unsent"}, thumb(d), element("span", {text: d.label}), element("button", {type: "button", text: "Send again", "aria-label": `Send your ${d.label} again`, onclick: () => sendAgain()}), element("button", {type: "button", text: "Drop", "aria-label": `Drop your ${d.label}, which wasn't sent`, onclick: () => {
        unsent = unsent.filter((_, k) => k !== i);
        remember();
        paintOwn();
      }}))),
      ...[...drawings].reverse().map((d) => styled(element("li", {"data-id": d.id}, thumb(d), element("span", {text: d.label}), element("button", {type: "button", text: "Take back", "aria-label": `Take back your ${d.label}`, onclick: () => attempt(() => ask("DELETE", `drawings/${d.id}`, secret))})), {"--class": colourOf(rules.classes, d.label)})));
    if (held) /** @type {HTMLElement | null} */ (own.querySelector("button") ?? choices.querySelector("button"))?.focus({preventScroll: true});
    const last = tries.at(-1);
    reply.hidden = !rules.swapped || !last;
    if (!rules.swapped || !last) return;
    const {head, more} = said(last);
    reply.dataset.fooled = String(Boolean(last.out?.fooled && !last.void));
    reply.replaceChildren(element("div", {class: "tried"}, thumb(last)), element("div", {}, element("b", {text: head}), element("p", {text: more})));
  }

  /** @param {() => Promise<unknown>} work */
  async function attempt(work) {
    try {
      await work();
      return true;
    } catch (error) {
      tell(error.message, true);
      if (error instanceof Refused && error.code === "unauthorized") forgotten(error.message);
      return false;
    }
  }

  async function join() {
    const wanted = tidy(nameField.value, limits.name);
    if (!wanted) {
      nameField.focus();
      return tell("Give a name, so that your drawings have one.", true);
    }
    tell("");
    await attempt(async () => {
      const joined = await ask("POST", "guests", "", {name: wanted});
      [secret, name] = [joined.secret, wanted];
      remember();
      connect();
    });
  }

  function connect() {
    stop();
    stop = listen(secret, hear, (now, why) => {
      here = now;
      if (why) return forgotten(why.message, why.code === "unauthorized");
      tell(now ? "" : "The room doesn't answer. Draw on: what you send is kept and sent when it is back.", !now);
      paint();
    });
    paint();
  }

  /** This phone is nobody's in the room any more. */
  function forgotten(message, again = true) {
    stop();
    here = false;
    secret = "";
    drawings = [];
    tries = [];
    remember();
    paint();
    tell(again ? "The room doesn't know you any more, perhaps since it was opened anew. Join again." : message, true);
  }

  function hear(kind, of) {
    if (kind === "room") {
      [me, rules, drawings, tries] = [of.me, of.rules, of.drawings, of.tries];
      const there = new Set(drawings.map(({label, strokes}) => JSON.stringify([label, strokes])));
      unsent = unsent.filter(({label, strokes}) => !there.has(JSON.stringify([tidy(label, limits.name), strokes]))); // it was, but the answer got lost
      remember();
      sendAgain();
    } else if (kind === "hung") drawings = [...drawings.filter(({id}) => id !== of.id), of];
    else if (kind === "gone") {
      const mine = drawings.filter(({id}) => of.includes(id));
      drawings = drawings.filter(({id}) => !of.includes(id));
      if (mine.length) tell(`Off the wall: ${mine.length === 1 ? `your ${mine[0].label}` : `${mine.length} of your drawings`}.`);
    } else if (kind === "rules") {
      if (of.swapped !== rules.swapped) tries = [];
      rules = of;
    } else if (kind === "try") tries = [...tries.filter(({id}) => id !== of.id), of].sort((a, b) => a.id - b.id);
    else if (kind === "ended" || kind === "away") return forgotten(kind === "ended" ? "The lesson is over. Nothing of it was kept." : "The teacher has sent you out, and your drawings are off the wall.", false);
    else if (kind === "elsewhere") {
      stop();
      here = false;
      tell("You are in this room in another window. Reload this one to draw here.", true);
    }
    paint();
  }

  async function create() {
    const label = tidy(newName.value, limits.name);
    if (label && pad.strokes.length && await send(label)) {
      newName.value = "";
      paintChoices();
    }
  }

  /** @param {string} label */
  async function send(label) {
    if (!pad.strokes.length || sending) return false;
    const d = {label, strokes: pad.strokes};
    if (rules.swapped) {
      sending = true;
      paintChoices();
      const sent = await attempt(() => ask("POST", "tries", secret, d));
      sending = false;
      if (sent) {
        pad.clear();
        tell("");
      }
      paintChoices();
      return sent;
    }
    pad.clear(); // it is either on the wall or kept here
    tell("");
    return hangUp(d);
  }

  /** @param {{label: string, strokes: number[][]}} d */
  async function hangUp(d) {
    try {
      await ask("POST", "drawings", secret, d);
      return true;
    } catch (error) {
      const again = !(error instanceof Refused) || ["away", "too-many", "internal", "unauthorized"].includes(error.code);
      if (again) {
        unsent = [...unsent, d].slice(-20);
        remember();
      } else pad.set(d.strokes); // as it was: it can be mended
      tell(again ? `Your ${d.label} couldn't be sent. It is kept here. ${error.message}` : error.message, true);
      if (error.code === "unauthorized") forgotten(error.message);
      paint();
      return again; // what is kept goes with its name
    }
  }

  let againNow = false;
  async function sendAgain() {
    if (againNow) return;
    againNow = true;
    while (unsent.length && secret) {
      const [d] = unsent;
      unsent = unsent.slice(1);
      const before = unsent.length;
      await hangUp(d);
      if (unsent.length > before) break; // it is kept again
    }
    againNow = false;
    remember();
    paint();
  }

  if (secret) connect();
  else paint();
  globalThis.xaiaPhone = {pad, get drawings() {
    return drawings;
  }}; // for scripts and tests
  document.documentElement.dataset.ready = "";
}
