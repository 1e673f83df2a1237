/** Teach a network by drawing: the square, the answer, the cards, the network, the map, and what can be kept. */
import {element} from "../../ui/element.js";
import {copyText, download, send} from "../../ui/download.js";
import {cardPicture, codeFor} from "./card.js";
import {openCamera, photoOfFile} from "./camera.js";
import {challengeOf, challengeText} from "./challenge.js";
import {exampleStrokes, examples as offered, signOf} from "./examples.js";
import {gamesElement} from "./games.js";
import {holding} from "./holding.js";
import {mapElement} from "./map.js";
import {Mind, vectorOf} from "./mind.js";
import {networkElement} from "./network.js";
import {padElement} from "./pad.js";
import {difference, seen, styled, thumb} from "./pictures.js";
import {bare, beyond, fileText, limits, linkText, setOfFile, setOfLink, tidy} from "./strokes.js";
import {count, makers, one, sentences, steps, whose} from "./words.js";

/** Class colours, as on the page: six, then again. */
const hues = 6;

/** What one may begin with: cards without a drawing, whose names a tap changes. */
const offers = () => [{name: "ring", emoji: "◯"}, {name: "cross", emoji: "✕"}];

/** A file has at most this many bytes. */
const mostBytes = 8e6;

/** So many pictures one can teach by holding a card, while the camera is open. */
const mostAtOnce = 10;

/**
 * @param {{fit: Function, address?: string, examples?: string[], learns?: boolean, ids?: boolean, by?: string, named?: (name: string) => void, recorded?: () => void, changed?: (set: import("./strokes.js").Set) => void, answered?: (found: any) => void, parts?: {map?: boolean, keep?: boolean}}} given
 *   address: of the page that a link leads to. learns: see Mind. ids: #draw, #answer and #network, once on a page. by, named: the name of who draws, at first and when it is another; it is asked for where drawings can be kept. changed: drawings were taught or forgotten. recorded: a game has a better result. answered: a question was answered.
 */
export function teachElement({fit, address, by = "", named = () => {}, recorded = () => {}, changed = () => {}, answered = () => {}, parts = {}, examples = offered, learns = true, ids = true}) {
  const mind = new Mind(fit, learns);
  /** @type {import("./strokes.js").Class[]} */
  let classes = offers();
  /** What is asked: strokes or a photograph, and its numbers; without: the drawing that is forgotten meanwhile. @type {(import("./strokes.js").Drawing & {vector: Float64Array, without?: number}) | null} */
  let question = null;
  /** What was found last, and of which question. @type {any} */
  let found = null, foundOf = null;
  /** @type {number | null} */
  let chosen = null;
  let camera = null;
  let turn = 0; // of what is shown: a camera or a picture that comes after something else was chosen is late
  let over = false;
  let drawnExamples = 0;
  /** Pictures that are taken while a card is held. @type {{name: string, photos: number[][]} | null} */
  let burst = null;

  const colourOf = (label) => {
    const i = classes.findIndex(({name}) => name === label);
    return i < 0 ? "var(--edge)" : `var(--class-${(i % hues) + 1})`;
  };
  const emojiOf = (label) => classes.find(({name}) => name === label)?.emoji ?? "";
  const taught = ({name}) => mind.drawings.some(({label}) => label === name);
  const setNow = () => ({classes: classes.filter(taught), drawings: mind.drawings.map(bare)});

  // The square.
  const pad = padElement((strokes, done) => {
    if (camera) return;
    if (strokes.length) turn++;
    ask(strokes.length ? {label: "", strokes} : null, done);
  });
  const lens = element("div", {class: "lens", hidden: true});
  const hint = element("p", {class: "hint", "aria-hidden": "true", text: "draw here"});
  const seenPlace = element("div", {class: "seen-place"});
  const undo = element("button", {type: "button", text: "Undo", onclick: () => pad.undo()});
  const clear = element("button", {type: "button", text: "Clear", onclick: () => begin()});
  const exampleChoice = element("select", {"aria-label": "An example", class: "example-choice"}, ...examples.map((name) => element("option", {value: name, text: one(name)})));
  const exampleButton = element("button", {type: "button", class: "example", text: "Draw it for me", onclick: () => {
    drawing();
    pad.set(exampleStrokes(exampleChoice.value, ++drawnExamples));
  }});
  const fileChoice = element("input", {type: "file", accept: "image/*", hidden: true, "aria-label": "A picture's file", onchange: async () => {
    const [file] = fileChoice.files;
    fileChoice.value = "";
    if (!file) return;
    try {
      drawing();
      const mine = turn, photo = await photoOfFile(file);
      if (over || mine !== turn) return;
      showLens(thumb({label: "", photo}));
      ask({label: "", photo}, true);
    } catch (error) {
      tell(error.message, true);
    }
  }});
  const kinds = element("div", {class: "row kinds", role: "group", "aria-label": "What you show"},
    element("button", {type: "button", "data-kind": "draw", "aria-pressed": "true", text: "Draw", onclick: () => begin()}),
    element("button", {type: "button", "data-kind": "camera", "aria-pressed": "false", text: "Camera", onclick: () => watch()}),
    element("button", {type: "button", "data-kind": "picture", "aria-pressed": "false", text: "Picture", onclick: () => fileChoice.click()}));
  const tools = element("div", {class: "row pen"}, undo, clear);
  const exampleRow = element("div", {class: "row"}, exampleChoice, exampleButton);

  const start = element("button", {type: "button", class: "start", text: "Begin with five cats and five houses", onclick: () => attempt(async () => {
    await add({classes: ["cat", "house"].map((name) => ({name, emoji: signOf(name)})), drawings: ["cat", "house"].flatMap((name) => Array.from({length: 5}, (_, i) => ({label: name, strokes: exampleStrokes(name, 100 + i)})))});
    tell("Five cats and five houses. Draw one of your own, or something else.");
  })});

  // The answer.
  const head = element("p", {class: "head"});
  const more = element("p", {class: "below-head"});
  const meter = element("ol", {class: "meter", "aria-label": "How familiar it is"}, ...steps.map(([step, name]) => element("li", {"data-step": step, text: name})));
  const because = element("div", {class: "because"});
  const games = gamesElement({
    drawings: () => mind.drawings, classes: () => classes.filter(taught), clear: () => begin(), repaint: () => paint(false), kept: () => recorded(),
    draw(strokes) {
      drawing();
      pad.set(strokes);
    },
    askOthers(of) {
      drawing();
      showLens(thumb(of, 7));
      ask({label: "", strokes: of.strokes, without: of.id}, true);
    },
    send: (challenge, boast) => attempt(() => sendChallenge(challenge, boast)),
  });
  const answerPlace = element("div", {role: "group", class: "reply", "aria-label": "The answer"}, element("div", {class: "says-so"}, head, more), meter, because, games.element, start);
  const live = element("p", {class: "unseen", role: "status"});
  const notice = element("p", {class: "told", role: "status"});

  // The cards.
  const cards = element("div", {class: "cards"});
  const newName = /** @type {HTMLInputElement} */ (element("input", {class: "new-name", maxlength: limits.name, placeholder: "a name: fish", autocomplete: "off", "aria-label": "The name of a new thing", oninput: () => {
    if (!newSign.dataset.own) newSign.value = signOf(newName.value.trim());
  }, onkeydown: (event) => event.key === "Enter" && create()}));
  const newSign = /** @type {HTMLInputElement} */ (element("input", {class: "new-sign", maxlength: limits.emoji, placeholder: "🙂", autocomplete: "off", "aria-label": "Its emoji", oninput: () => {
    newSign.dataset.own = newSign.value;
  }, onkeydown: (event) => event.key === "Enter" && create()}));
  const createButton = element("button", {type: "button", class: "create", text: "Teach it", onclick: () => create()});
  const newCard = element("div", {class: "card new"}, newSign, newName, createButton);
  const nameField = /** @type {HTMLInputElement} */ (element("input", {class: "my-name", maxlength: limits.name, value: by, autocomplete: "off", onchange: () => named(myName())}));
  const plays = parts.keep !== false; // names and games are for drawings that go from one to another
  const myName = () => tidy(nameField.value, limits.name);
  const cardSection = element("div", {role: "group", class: "what", "aria-label": "What is it?"},
    element("div", {class: "titled"}, element("h2", {text: "What is it?"}), plays && element("label", {}, element("small", {text: "Your name (optional) "}), nameField)), cards, plays && games.starts);
  holding(cards, "button.teach", {
    now: () => Boolean(camera),
    begun(button) {
      burst = {name: button.closest("[data-class]").dataset.class, photos: question?.photo ? [question.photo] : []};
      countBurst();
    },
    ended: () => endBurst(),
  });

  // The network, one of its drawings, and the map.
  const network = networkElement((id) => choose(id));
  const onePlace = element("div", {role: "group", class: "one", "aria-label": "One drawing", hidden: true});
  const proof = element("p", {class: "proof"});
  const networkSection = element("div", {role: "group", class: "brain", "aria-label": "The network"}, element("h2", {text: "The network: every neuron is a drawing"}), network.element, proof);
  const map = mapElement((id) => choose(id));
  const mapSection = element("div", {role: "group", class: "all", "aria-label": "All drawings"}, element("h2", {text: "All drawings: alike ones are near each other"}), map.element);

  // What can be kept.
  const loadChoice = element("input", {type: "file", accept: ".json,application/json", multiple: true, hidden: true, "aria-label": "Files of drawings", onchange: () => openFiles([...loadChoice.files])});
  const keepButton = (text, name, work) => element("button", {type: "button", "data-keep": name, text, onclick: () => attempt(work)});
  const code = element("div", {class: "code", hidden: true});
  const keepSection = element("div", {role: "group", class: "keep", "aria-label": "Keep it"}, element("h2", {text: "Keep it"}), element("div", {class: "row"},
    keepButton("Copy a link", "link", () => copyLink()), keepButton("Copy as a challenge", "challenge", () => copyLink(games.challenge())), keepButton("Save as a file", "file", () => download("drawings.json", fileText(setNow()), "application/json")),
    element("button", {type: "button", "data-keep": "open", text: "Open files", onclick: () => loadChoice.click()}),
    keepButton("Picture of this answer", "card", async () => download("answer.png", await answerPicture(games.boast), "image/png")), keepButton("Model", "model", saveModel), keepButton("The code for this", "code", showCode),
    keepButton("Forget everything", "empty", forgetAll)), loadChoice, code,
  element("p", {class: "note", text: "All is computed on this page, and nothing that you draw or show leaves it. A link holds the drawings themselves; photographs go into files only."}));

  if (ids) [pad.element.id, answerPlace.id, network.element.id] = ["draw", "answer", "network"];
  const root = element("div", {class: "teach"},
    element("div", {class: "left"}, element("div", {class: "square"}, pad.element, hint, lens), element("div", {class: "row hand"}, tools, kinds), element("div", {class: "row helped"}, exampleRow, seenPlace)),
    element("div", {class: "right"}, answerPlace, notice, live, cardSection, onePlace, networkSection),
    parts.map !== false && mapSection, parts.keep !== false && keepSection, fileChoice);

  /** Something that may fail: the message says why. */
  async function attempt(work) {
    try {
      await work();
    } catch (error) {
      tell(error.message, true);
    }
  }

  function tell(text, problem = false) {
    notice.textContent = text;
    notice.classList.toggle("problem", problem);
  }

  // Asking: the newest question is answered, those before it that wait are left out.
  let waiting = false, next = null;
  async function ask(drawing, done) {
    question = drawing && {...drawing, vector: vectorOf(drawing)};
    games.asked(question);
    if (done) tell("");
    paint(done);
    next = {question, done};
    if (waiting) return;
    waiting = true;
    while (next && !over) {
      const now = next;
      next = null;
      try {
        const {vector, without} = now.question ?? {vector: new Float64Array(392)};
        found = await (without === undefined ? mind.ask(vector) : mind.others(vector, without));
        foundOf = now.question;
      } catch (error) {
        tell(error.message, true);
        break;
      }
      if (over) break;
      if (now.question === question || !next) paint(now.done, now.question);
      answered(now.question && found);
    }
    waiting = false;
    root.dispatchEvent(new CustomEvent("answered", {bubbles: true}));
  }

  /** Everything about the question. Of one that isn't answered yet, what was said of the one before stays for a moment. */
  function paint(done, of = question) {
    const drawn = Boolean(of);
    root.classList.toggle("asked", drawn);
    const held = drawn && games.held(of, foundOf === of ? found : null);
    const {head: headline, more: below} = held || sentences(found, drawn);
    head.textContent = headline;
    more.textContent = below;
    if (done && drawn) live.textContent = `${headline} ${below}`;
    const answer = drawn && !held && found?.answer;
    meter.hidden = because.hidden = Boolean(held);
    answerPlace.dataset.recognition = answer ? answer.recognition : "";
    for (const step of meter.children) step.toggleAttribute("data-on", answer && step.dataset.step === answer.recognition);
    meter.setAttribute("aria-label", answer ? `How familiar it is: ${steps.find(([s]) => s === answer.recognition)[1]}` : "How familiar it is");
    const behind = answer && answer.recognition !== "weak" ? makers(found) : [];
    because.replaceChildren(...behind.map(({drawing, weight}) => styled(element("button", {type: "button", class: "maker", "data-id": drawing.id, "data-weight": weight.toFixed(4), title: `${whose(drawing)}, weight ${weight.toFixed(2)}`, "aria-label": `${whose(drawing)}, weight ${weight.toFixed(2)}: show where it differs`, onclick: () => choose(drawing.id)}, thumb(drawing, 11)), {"--class": colourOf(drawing.label), "--room": `${(2.6 + 4.2 * Math.sqrt(weight)).toFixed(2)}em`})));
    seenPlace.replaceChildren(drawn ? seen(of, of.vector) : element("div", {class: "seen"}), element("small", {text: "what it sees"}));
    seenPlace.classList.toggle("nothing", !drawn);
    hint.hidden = drawn || mind.drawings.length > 0;
    undo.disabled = clear.disabled = !drawn;
    const teachable = drawn && of.without === undefined;
    cards.querySelectorAll("button.teach").forEach((b) => b.toggleAttribute("disabled", !teachable));
    createButton.toggleAttribute("disabled", !teachable);
    newCard.classList.toggle("wanted", teachable && !held && (!found || found.answer.recognition === "weak"));
    cards.querySelectorAll("[data-class]").forEach((c) => c.classList.toggle("answered", Boolean(answer) && answer.recognition !== "weak" && c.dataset.class === answer.value));
    network.show(found && {...found, answer: answer || null, colourOf, signOf: emojiOf});
    map.ask(drawn && !held ? of.vector : null);
    if (chosen !== null) choose(chosen);
    if (done && answer && foundOf === of) games.told(of, found);
  }

  /** The cards, the map and the proof, after the drawings changed. */
  async function changedNow() {
    const focus = root.getRootNode().activeElement?.closest?.("[data-class]")?.dataset.class;
    if (!cards.contains(newCard)) cards.append(newCard);
    for (const card of [...cards.children]) if (card !== newCard) card.remove();
    newCard.before(...classes.map(({name, emoji}) => {
      const n = mind.drawings.filter(({label}) => label === name).length;
      return styled(element("div", {class: "card", "data-class": name},
        element("button", {type: "button", class: "teach", onclick: () => attempt(() => teach(name))}, emoji && element("span", {class: "sign", "aria-hidden": "true", text: emoji}), element("span", {text: `This is ${one(name)}`})),
        element("small", {text: `${n} ${n === 1 ? "drawing" : "drawings"}`}),
        plays && games.foolButton(name),
        !n && element("button", {type: "button", class: "rename", "aria-label": `Another name than ${name}`, title: "Another name", text: "✎", onclick: (event) => rename(name, event.currentTarget.parentElement)})), {"--class": colourOf(name)});
    })); // the new card stays where it is: somebody may be typing there
    if (focus !== undefined) [...cards.querySelectorAll("[data-class]")].find((c) => c.dataset.class === focus)?.querySelector("button").focus({preventScroll: true});
    games.changed();
    start.hidden = mind.drawings.length > 0;
    mapSection.hidden = mind.drawings.length < 3;
    map.show(mind.drawings, colourOf);
    keepSection.querySelectorAll("button:not([data-keep=open])").forEach((b) => b.toggleAttribute("hidden", !mind.drawings.length));
    code.hidden = true;
    if (!mind.drawings.some(({id}) => id === chosen)) closeOne();
    changed(setNow());
    await ask(question, false);
    const right = await mind.right(), n = mind.drawings.length;
    if (over) return;
    proof.textContent = n ? `${right === n ? (n === 1 ? "This one drawing is answered exactly." : `All ${n} drawings are answered exactly.`) : `${right} of ${n} drawings are answered exactly.`} None is ever forgotten by learning another.` : "";
  }

  /** A card that waits gets another name. @param {string} old @param {HTMLElement} card */
  function rename(old, card) {
    const field = /** @type {HTMLInputElement} */ (element("input", {class: "other-name", maxlength: limits.name, value: old, autocomplete: "off", "aria-label": `Another name than ${old}`}));
    let done = false;
    const end = (take) => {
      if (done) return;
      done = true;
      const name = tidy(field.value, limits.name);
      if (take && name && name !== old && !classes.some((c) => c.name === name)) classes = classes.map((c) => (c.name === old ? {name, emoji: signOf(name)} : c));
      attempt(async () => {
        await changedNow();
        const card = /** @type {HTMLElement | undefined} */ ([...cards.querySelectorAll("[data-class]")].find((c) => c.dataset.class === (take ? name : old)));
        if (!card) return;
        card.tabIndex = -1; // the next Tab goes on from here
        card.focus({preventScroll: true});
      });
    };
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      end(event.key === "Enter");
    });
    field.addEventListener("blur", () => end(true));
    card.replaceChildren(field);
    field.select();
  }

  /** @param {string} name @param {import("./strokes.js").Drawing[]} shown */
  async function teach(name, shown = question ? [question] : []) {
    if (!shown.length) return;
    const n = mind.drawings.length, {strokes} = shown[0];
    if (n >= limits.drawings) throw new Error(`There is room for ${limits.drawings} drawings. Forget some.`);
    const fresh = beyond(setNow(), {classes: [], drawings: shown.slice(0, limits.drawings - n).map((d) => bare({...d, label: name, by: myName()}))}).drawings;
    if (!fresh.length) throw new Error("It has this very drawing already. Draw another one.");
    const {taught} = await mind.teach(fresh);
    if (!taught.length) throw new Error("This very drawing was taught as something else. Nobody could be right on both: forget the other one, or draw again.");
    if (!camera) leave(strokes);
    await changedNow();
    tell(`Learned: ${taught.length === 1 ? whose(taught[0]) : `${count(taught.length)} pictures of ${one(name)}`}. ${n ? `The other ${n === 1 ? "drawing is" : `${n} are`} as before.` : "It is the first neuron."}`);
  }

  /** While a card is held, the camera's pictures are kept; one that is as the one before isn't. @param {number[]} photo */
  function seenByCamera(photo) {
    if (burst && String(photo) !== String(burst.photos.at(-1))) {
      burst.photos.push(photo);
      countBurst();
      if (burst.photos.length === Math.min(mostAtOnce, limits.drawings - mind.drawings.length)) endBurst();
    }
    ask({label: "", photo}, false);
  }
  const burstCount = element("p", {class: "burst", "aria-hidden": "true"});
  function countBurst() {
    burstCount.textContent = `${burst.photos.length} of ${mostAtOnce}`;
    if (!burstCount.isConnected) lens.append(burstCount);
  }
  function endBurst() {
    if (!burst) return;
    const {name, photos} = burst;
    burst = null;
    burstCount.remove();
    attempt(() => teach(name, photos.map((photo) => ({label: name, photo}))));
  }

  function create() {
    attempt(async () => {
      const name = tidy(newName.value, limits.name), emoji = tidy(newSign.value, limits.emoji);
      if (!question) throw new Error("Draw something first.");
      if (!name) {
        newName.focus();
        throw new Error("Give it a name.");
      }
      const before = classes;
      if (!classes.some((c) => c.name === name)) {
        const waiting = classes.find((c) => !taught(c)); // it takes the place of one that waits
        if (!waiting && classes.length >= limits.classes) throw new Error(`There are ${limits.classes} things already, the most.`);
        classes = waiting ? classes.map((c) => (c === waiting ? {name, emoji} : c)) : [...classes, {name, emoji}];
      }
      newName.value = newSign.value = "";
      delete newSign.dataset.own;
      await teach(name).catch((error) => {
        if (!taught({name})) classes = before;
        throw error;
      });
    });
  }

  /** Classes and drawings from outside join these. @param {import("./strokes.js").Set} set checked */
  async function add(set) {
    const fresh = beyond(setNow(), set);
    const before = classes;
    const known = classes.filter(taught);
    if (known.length + fresh.classes.length > limits.classes) throw new Error(`Together there would be more than ${limits.classes} things.`);
    if (mind.drawings.length + fresh.drawings.length > limits.drawings) throw new Error(`Together there would be more than ${limits.drawings} drawings.`);
    classes = fresh.classes.length || known.length ? [...known, ...fresh.classes] : offers();
    try {
      const {taught, refused} = await mind.teach(fresh.drawings);
      await changedNow();
      return {added: taught.length, refused};
    } catch (error) {
      classes = before;
      throw error;
    }
  }

  async function openFiles(files) {
    loadChoice.value = "";
    await attempt(async () => {
      let added = 0, refused = 0;
      for (const file of files) {
        if (file.size > mostBytes) throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB; the most are ${mostBytes / 1e6} MB.`);
        const result = await add(setOfFile(await file.text()));
        added += result.added;
        refused += result.refused;
      }
      tell(`${added} ${added === 1 ? "drawing was" : "drawings were"} added.${refused ? ` ${refused} were left out: the same drawing is here as something else.` : ""}`);
    });
  }

  async function forget(id) {
    const gone = mind.drawings.find((d) => d.id === id);
    await mind.forget([id]);
    closeOne();
    classes = classes.filter(taught);
    if (!classes.length) classes = offers();
    await changedNow();
    tell(`Forgotten: ${whose(gone)}. ${mind.drawings.length ? "Only what this drawing answered has changed." : "I know nothing."}`);
  }

  async function forgetAll() {
    await mind.forget(mind.drawings.map(({id}) => id));
    classes = offers();
    await changedNow();
    tell("Everything is forgotten.");
  }

  /** One drawing: where it differs from what is asked, and what can be done with it. */
  function choose(id) {
    const drawing = mind.drawings.find((d) => d.id === id);
    if (!drawing) return closeOne();
    const again = chosen === id && !onePlace.hidden;
    chosen = id;
    const at = found ? found.drawings.indexOf(drawing) : -1;
    const layer = at < 0 ? 0 : found.layers.findIndex(({nodes}) => nodes.some((samples) => samples.includes(at))) + 1;
    const text = question
      ? element("p", {}, element("b", {text: "Where they differ. "}), element("span", {text: `Your drawing in blue over ${whose(drawing)}, as the network sees both: the darker a square, the more it keeps them apart.`}))
      : element("p", {}, element("b", {text: `${whose(drawing)}. `}), element("span", {text: `A neuron${layer ? ` of layer ${layer}` : ""}. Draw something to see where it differs.`}));
    const picture = question ? difference(question, drawing) : element("div", {class: "seen plain"}, thumb(drawing));
    if (again) {
      onePlace.querySelector(".seen").replaceWith(picture);
      onePlace.querySelector("p").replaceWith(text);
      return;
    }
    onePlace.replaceChildren(picture, element("div", {}, text, element("div", {class: "row"},
      element("button", {type: "button", class: "forget", text: drawing.by ? `Forget ${whose(drawing)}` : "Forget this drawing", onclick: () => attempt(() => forget(id))}),
      drawing.strokes && element("button", {type: "button", text: "Ask about it", onclick: () => {
        drawing.strokes && begin();
        pad.set(drawing.strokes);
      }}),
      element("button", {type: "button", text: "Close", onclick: () => closeOne()}))));
    onePlace.hidden = false;
  }

  function closeOne() {
    chosen = null;
    onePlace.hidden = true;
    onePlace.replaceChildren();
  }

  // What is shown: drawn, from the camera, or from a file.
  const press = (kind) => kinds.querySelectorAll("button").forEach((b) => b.setAttribute("aria-pressed", String(b.dataset.kind === kind)));
  function showLens(content) {
    lens.replaceChildren(content);
    lens.hidden = false;
  }
  function drawing() {
    turn++;
    endBurst();
    root.classList.remove("watching");
    camera?.end();
    camera = null;
    lens.hidden = true;
    lens.replaceChildren();
    press("draw");
  }
  /** An empty square. */
  function begin() {
    drawing();
    pad.clear();
  }
  /** The square without a drawing that was taught: what was drawn meanwhile stays. */
  function leave(strokes) {
    const rest = question?.strokes?.filter((stroke) => !strokes?.includes(stroke)) ?? [];
    if (rest.length) pad.set(rest);
    else begin();
  }
  async function watch() {
    if (camera) return;
    begin();
    const mine = turn, late = () => over || mine !== turn;
    await attempt(async () => {
      const opened = await openCamera((photo) => late() || seenByCamera(photo)).catch((error) => {
        if (!late()) throw error;
        return null;
      });
      if (!opened || late()) return opened?.end();
      camera = opened;
      press("camera");
      root.classList.add("watching");
      showLens(camera.element);
      camera.element.play().catch(() => {}); // it begins where it is shown
    });
  }

  /** The link of these drawings, also in the address bar where that is this page's. @param {import("./challenge.js").Challenge} [challenge] */
  async function linkNow(challenge = {fooled: []}) {
    const set = setNow();
    if (!set.drawings.some(({strokes}) => strokes)) throw new Error("A link holds drawings only, and here are none but photographs. Save them as a file.");
    const text = `${address ?? location.href.split("#")[0]}#${await linkText(set)}${challengeText(challenge, set.classes)}`;
    if (!address) history.replaceState(null, "", text);
    return text;
  }

  /** A challenge goes with the picture of the answer where there is something to boast of. @param {import("./challenge.js").Challenge} challenge @param {string} boast */
  async function sendChallenge(challenge, boast) {
    if (!boast) return copyLink(challenge);
    const done = await send(new File([await answerPicture(boast)], "fooled.png", {type: "image/png"}), await linkNow(challenge));
    tell({sent: "", copied: "The picture is saved, and the link is copied.", saved: "The picture is saved, and the link is in the address bar."}[done]);
  }

  /** @param {import("./challenge.js").Challenge} [challenge] */
  async function copyLink(challenge) {
    const set = setNow(), text = await linkNow(challenge);
    const photos = set.drawings.filter(({photo}) => photo).length;
    const where = (await copyText(text)) ? "The link is copied" : "The link is in the address bar";
    tell(`${where}: ${(text.length / 1000).toFixed(1)} KB.${photos ? ` Without ${count(photos)} ${photos === 1 ? "photograph" : "photographs"}: those go into files only.` : ""}${text.length > 8000 ? " Some programs cut links of this length; a file is safer." : ""}`);
  }

  async function answerPicture(boast = "") {
    if (!question) throw new Error("Draw something first: the picture is of its answer.");
    const style = getComputedStyle(root);
    const probe = element("i", {class: "probe"});
    root.append(probe);
    const values = {};
    for (const {name} of classes) {
      probe.style.color = colourOf(name);
      values[name] = getComputedStyle(probe).color || style.color;
    }
    probe.remove();
    return cardPicture({drawing: question, found, head: head.textContent, more: found?.answer.recognition === "weak" ? "" : more.textContent, boast, colourOf: (label) => values[label]});
  }

  async function saveModel() {
    download("drawings-model.json", await (await mind.model()).save(), "application/json");
  }

  function showCode() {
    const text = codeFor(question?.strokes ?? mind.drawings.find(({strokes}) => strokes)?.strokes ?? []);
    code.replaceChildren(element("pre", {tabindex: "0", role: "region", "aria-label": "The code for this"}, element("code", {text})), element("button", {type: "button", text: "Copy", onclick: () => attempt(async () => {
      tell((await copyText(text)) ? "Copied." : "The browser didn't allow copying. Select the text.");
    })}));
    code.hidden = !code.hidden;
  }

  const ready = Promise.resolve().then(changedNow); // who listens has this object by then
  return {
    element: element("div", {class: "teach-place"}, root),
    ready,
    mind,
    add,
    get set() {
      return setNow();
    },
    get classes() {
      return classes.filter(taught);
    },
    tell,
    draw(strokes) {
      begin();
      pad.set(strokes);
    },
    teach,
    /** What a link says joins what is here. @param {string} text a location's hash @param {boolean} sent by somebody: then its challenge begins */
    async open(text, sent) {
      const set = await setOfLink(text);
      if (!set) return null;
      const challenge = challengeOf(text, set.classes);
      const result = await add(set);
      if (plays) games.begin(challenge, sent);
      return result;
    },
    /** With the best results of games. */
    async linkText() {
      const set = setNow();
      return (await linkText(set)) + challengeText(games.best, set.classes);
    },
    end() {
      over = true;
      camera?.end();
      network.end();
      return mind.end();
    },
  };
}
