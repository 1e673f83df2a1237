/** The wall: the code that phones scan, who is here, the network that they teach, and the teacher's buttons. The engine is here. */
import {exampleStrokes, examples, signOf} from "../../embed/teach/examples.js";
import {padElement} from "../../embed/teach/pad.js";
import {thumb} from "../../embed/teach/pictures.js";
import {bare, fileText, limits, tidy} from "../../embed/teach/strokes.js";
import {makers, one, whose} from "../../embed/teach/words.js";
import {download} from "../../ui/download.js";
import {element} from "../../ui/element.js";
import * as xaia from "../../package/xaia.js";
import {codeElement} from "./code.js";
import {hallElement} from "./hall.js";
import {forgotten} from "./proof.js";
import {ask, listen} from "./talk.js";
import {colourOf, said} from "./words.js";

/** A drawing from the server, made as the page keeps it: the server composes no accents. */
const tidied = (d) => ({...d, by: tidy(d.by, limits.name), label: tidy(d.label, limits.name)});

/** @param {HTMLElement} main @param {string} key */
export function wall(main, key) {
  let rules = {classes: [], known: [[], []], groups: false, swapped: false, locked: false};
  let guests = [], tries = [], chosen = null, drawnExamples = 0;
  /** @type {Map<number, any>} by number, in the order in which they came */
  const drawings = new Map();
  /** @type {ReturnType<typeof hallElement>[]} one, or one for each group */
  let halls = [];
  const hallOf = (d) => halls[rules.groups ? d.group - 1 : 0];

  const status = element("p", {class: "told", role: "status", text: "Loading the engine …"});
  const tell = (text, problem = false) => {
    status.textContent = text;
    status.classList.toggle("problem", problem);
  };
  const attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      tell(error.message, true);
    }
  };
  const order = (method, path, body) => attempt(() => ask(method, path, key, body));
  const button = (name, text, work) => element("button", {type: "button", "data-do": name, text, onclick: work});
  /** A button whose work can't be undone wants a second press. */
  function twice(name, text, again, work) {
    let timer = 0;
    const rest = () => {
      clearTimeout(timer);
      timer = 0;
      b.textContent = text;
    };
    const b = button(name, text, () => {
      if (!timer) {
        b.textContent = again;
        timer = window.setTimeout(rest, 5000);
        return;
      }
      rest();
      work();
    });
    b.addEventListener("blur", rest);
    return b;
  }

  // Where phones go, and the projector's own question.
  const code = codeElement();
  const pad = padElement((strokes, done) => {
    hint.hidden = strokes.length > 0;
    clear.toggleAttribute("disabled", !strokes.length);
    askAll(strokes).catch((error) => done && tell(error.message, true));
  });
  const askAll = (strokes = pad.strokes) => Promise.all(halls.map((hall) => hall.ask(strokes.length ? strokes : null)));
  pad.element.id = "draw";
  const hint = element("p", {class: "hint", "aria-hidden": "true", text: "ask here"});
  const clear = element("button", {type: "button", text: "Clear", disabled: true, onclick: () => pad.clear()});
  const exampleChoice = /** @type {HTMLSelectElement} */ (element("select", {"aria-label": "An example"}, ...examples.map((name) => element("option", {value: name, text: one(name)}))));
  const asking = element("section", {"aria-label": "Ask the network"}, element("div", {class: "square"}, pad.element, hint),
    element("div", {class: "row"}, clear, exampleChoice, element("button", {type: "button", class: "example", text: "Draw it for me", onclick: () => pad.set(exampleStrokes(exampleChoice.value, ++drawnExamples))})));

  // The teacher's buttons.
  const groups = button("groups", "Two groups", () => order("PUT", "rules", {groups: !rules.groups}));
  const swap = button("swap", "Swap and break", () => order("PUT", "rules", {swapped: !rules.swapped}));
  const lock = button("lock", "Close the door", () => order("PUT", "rules", {locked: !rules.locked}));
  const things = /** @type {HTMLInputElement} */ (element("input", {id: "things", autocomplete: "off", maxlength: 400, onchange: () => {
    const classes = things.value.split(",").map((name) => tidy(name, limits.name)).filter(Boolean);
    if (classes.length) order("PUT", "rules", {classes});
  }}));
  const bar = element("div", {class: "row orders", role: "group", "aria-label": "The lesson"}, element("label", {class: "things"}, element("span", {text: "They draw"}), things), groups, swap, lock,
    button("save", "Save", () => attempt(save)), twice("empty", "Forget all", "Press again: all drawings go", () => order("DELETE", "drawings")), twice("close", "End the lesson", "Press again: the room closes", () => order("DELETE", "all")));

  const onePlace = element("div", {class: "one", role: "group", "aria-label": "One drawing", hidden: true});
  const duel = element("section", {class: "duel", "aria-label": "Swap and break", hidden: true});
  const hallPlace = element("div", {class: "halls"});
  const whoHead = element("summary");
  const whoList = element("ul");
  const who = element("details", {class: "who-is-here"}, whoHead, whoList);
  main.replaceChildren(element("div", {class: "teach wall"}, element("div", {class: "side"}, code.element, asking, who), element("div", {class: "front"}, element("h1", {class: "unseen", text: "The wall"}), bar, status, duel, onePlace, hallPlace)));

  /** The halls, anew: for one network or for two. */
  async function build() {
    const before = halls;
    halls = Array.from({length: rules.groups ? 2 : 1}, () => hallElement({fit: xaia.fit, beside: rules.groups ? 2 : 1, colourOf: (label) => colourOf(rules.classes, label), chosen: choose, twin}));
    hallPlace.replaceChildren(...halls.map((hall, i) => element("section", {"aria-label": rules.groups ? `The network of group ${i + 1}` : "The network"}, rules.groups && element("h2", {text: `Group ${i + 1}`, "data-group": i + 1}), hall.element)));
    for (const hall of before) hall.end();
    close();
    await Promise.all(halls.map((hall, i) => hall.hang([...drawings.values()].filter((d) => !rules.groups || d.group === i + 1))));
    await askAll();
  }

  function choose(d) {
    chosen = d.room;
    onePlace.replaceChildren(element("div", {class: "seen plain"}, thumb(d)), element("div", {}, element("p", {}, element("b", {text: `${whose(d)}. `}), element("span", {text: "A neuron of the network: it answers what is like it."})), element("div", {class: "row"},
      button("forget", `Forget ${whose(d)}`, () => order("DELETE", `drawings/${d.room}`)),
      button("ask-about", "Ask about it", () => pad.set(d.strokes)), button("close-one", "Close", close))));
    onePlace.hidden = false;
    /** @type {HTMLElement} */ (onePlace.querySelector("button")).focus({preventScroll: true});
  }

  function close() {
    const had = onePlace.contains(document.activeElement), of = chosen;
    chosen = null;
    onePlace.hidden = true;
    onePlace.replaceChildren();
    if (had) /** @type {HTMLElement | null} */ (hallPlace.querySelector(`[data-id="${of}"]`) ?? hallPlace.querySelector(".tile[tabindex='0']"))?.focus({preventScroll: true});
  }

  /** The same drawing hangs there under another name: nobody could be right on both. */
  function twin(d) {
    order("DELETE", `drawings/${d.id}`);
    tell(`${whose(d)} is, line for line, a drawing of something else that hangs here. Nobody could be right on both, so it is off the wall.`, true);
  }

  let leaving = [], proving = false;
  /** Drawings go, and the networks prove that nothing else has changed: of those that go meanwhile, together. @param {number[]} ids */
  async function forget(ids) {
    leaving.push(...ids.flatMap((id) => drawings.get(id) ?? []));
    for (const id of ids) drawings.delete(id);
    if (chosen !== null && ids.includes(chosen)) close();
    paint();
    if (proving) return;
    proving = true;
    try {
      while (leaving.length) {
        const now = leaving;
        leaving = [];
        for (const hall of halls) {
          const mine = now.filter((d) => hall.has(d.id));
          if (mine.length) hall.prove(await forgotten(hall, mine, pad.strokes.length ? pad.strokes : null));
        }
      }
    } finally {
      proving = false;
    }
  }

  function hear(kind, of) {
    if (kind === "room") {
      [rules, guests, tries] = [of.rules, of.guests ?? [], of.tries];
      code.show(of.places ?? []);
      drawings.clear();
      for (const d of of.drawings) drawings.set(d.id, tidied(d));
      attempt(build); // what changed meanwhile isn't known
      asked.clear(); // nor which answers arrived
      tries.forEach(settle);
    } else if (kind === "hung") {
      const d = tidied(of);
      drawings.set(d.id, d);
      hallOf(d)?.hang([d]);
    } else if (kind === "gone") return void attempt(() => forget(of));
    else if (kind === "guests") guests = of;
    else if (kind === "rules") {
      const before = rules;
      rules = of;
      if (before.swapped !== of.swapped) tries = [];
      if (before.groups !== of.groups) attempt(build);
      else for (const hall of halls) hall.recolour();
      if (before.swapped && !of.swapped) askAll();
    } else if (kind === "try") {
      tries = [...tries.filter(({id}) => id !== of.id), of].sort((a, b) => a.id - b.id);
      settle(of);
    } else if (kind === "ended") return leave("The lesson is over. Nothing of it is kept; what was saved as a file opens in teach.html.");
    else if (kind === "elsewhere") return leave("Four newer walls are open. Reload to have this one back.");
    paint();
    if (["room", "guests", "rules"].includes(kind)) paintGuests(); // not with each drawing: somebody may be at a button there
    if (["room", "rules", "try"].includes(kind)) paintDuel();
  }

  const asked = new Set();
  /** The other group's network answers a try. */
  async function settle(t) {
    const hall = halls[2 - t.group];
    if (t.out || !rules.groups || asked.has(t.id)) return;
    asked.add(t.id);
    try {
      await hall.hang([]); // what came before the try is learned before it is answered
      const found = await hall.answer(t.strokes);
      if (!found) return;
      if (!pad.strokes.length) await hall.ask(t.strokes); // who answers lights up, where the projector asks nothing itself
      const {value, recognition} = found.answer;
      await ask("PUT", `tries/${t.id}`, key, {value, recognition, because: recognition === "weak" ? [] : makers(found).slice(0, 3).map(({drawing}) => whose(drawing))});
    } catch (error) {
      if (error.code !== "conflict") tell(error.message, true); // else another wall was first
    }
  }

  function paint() {
    const n = drawings.size, here = guests.filter((g) => g.here).length;
    code.small(n > 0);
    for (const [b, on] of /** @type {[HTMLElement, boolean][]} */ ([[groups, rules.groups], [swap, rules.swapped], [lock, rules.locked]])) b.setAttribute("aria-pressed", String(on));
    swap.toggleAttribute("hidden", !rules.groups);
    lock.textContent = rules.locked ? "The door is closed" : "Close the door";
    if (document.activeElement !== things) things.value = rules.classes.join(", ");
    whoHead.textContent = `${here} ${here === 1 ? "phone is" : "phones are"} here, ${n} ${n === 1 ? "drawing hangs" : "drawings hang"}`;
    for (const h of /** @type {NodeListOf<HTMLElement>} */ (hallPlace.querySelectorAll("h2[data-group]"))) {
      const group = Number(h.dataset.group), its = tries.filter((t) => t.group === group && t.out && !t.void), fooled = its.filter((t) => t.out.fooled);
      h.textContent = `Group ${group}: ${guests.filter((g) => g.group === group).map((g) => g.name).join(", ")}`;
      const fewest = fooled.length ? `; fewest strokes: ${Math.min(...fooled.map((t) => t.count))}` : "";
      if (rules.swapped) h.append(element("span", {class: "score", text: `fooled the other network ${fooled.length} of ${its.length} times${fewest}`}));
    }
  }

  function paintDuel() {
    duel.hidden = !rules.swapped;
    const last = tries.filter((t) => t.out).slice(-3).reverse();
    duel.replaceChildren(...(last.length ? last.map((t) => {
      const {head, more} = said(t);
      return element("article", {"data-fooled": String(t.out.fooled && !t.void)}, element("div", {class: "tried"}, thumb(t)), element("div", {}, element("b", {text: head}), element("p", {text: `Group ${t.group}: ${more}`}), t.out.fooled && !t.void && button("void", `It isn't ${one(t.label)}: don't count it`, () => order("DELETE", `tries/${t.id}`))));
    }) : [element("p", {text: "Each group draws for the other's network, and says what it is. A point where the network is sure of something else."})]));
  }

  function paintGuests() {
    whoList.replaceChildren(...guests.map((g) => element("li", {class: g.here ? "" : "absent", "data-guest": g.id}, element("span", {text: `${g.name}${rules.groups ? `, group ${g.group}` : ""}${g.here ? "" : " (not connected)"}`}), twice("send-away", "Send out", "Press again", () => order("DELETE", `guests/${g.id}`)))));
  }

  /** A file for each network; teach.html takes a thousand drawings at a time. */
  async function save() {
    if (!drawings.size) throw new Error("Nothing hangs here that could be saved.");
    for (const [i, hall] of halls.entries()) {
      await hall.hang([]);
      for (let from = 0, part = 1; from < hall.mind.drawings.length; from += limits.drawings, part++) {
        const list = hall.mind.drawings.slice(from, from + limits.drawings).map(bare);
        const classes = [...new Set(list.map(({label}) => label))].map((name) => ({name, emoji: signOf(name)}));
        download(`wall${rules.groups ? `-group-${i + 1}` : ""}${part > 1 ? `-part-${part}` : ""}.json`, fileText({classes, drawings: list}), "application/json");
      }
    }
    tell("Saved. teach.html opens it, and has who drew what.");
  }

  let stop = () => {};
  function leave(text) {
    stop();
    tell(text, true);
    main.querySelectorAll("button, input, select").forEach((e) => e.toggleAttribute("disabled", true));
  }

  (async () => {
    await xaia.initialize({wasmURL: new URL("./teach.wasm", import.meta.url), workerURL: new URL("./engine.js", import.meta.url)});
    tell("");
    stop = listen(key, hear, (here, why) => {
      if (why) return leave(why.code === "unauthorized" ? "This wall's key isn't the room's, perhaps since the server was started anew. Open the link that it printed." : why.message);
      tell(here ? "" : "The server doesn't answer. The wall tries again; the phones keep what they draw.", !here);
    });
    paint();
    globalThis.xaiaWall = {get halls() {
      return halls;
    }, pad, drawings}; // for scripts and tests
    document.documentElement.dataset.ready = "";
  })().catch((error) => leave(`The wall could not be loaded: ${error.message} Reload to try again.`));
}
