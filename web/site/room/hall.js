/** One network of the wall: its drawings hang as neurons, each with its name, and those that answer light up. */
import {Mind, vectorOf} from "../../embed/teach/mind.js";
import {networkElement} from "../../embed/teach/network.js";
import {styled, thumb} from "../../embed/teach/pictures.js";
import {signOf} from "../../embed/teach/examples.js";
import {makers, sentences, whose} from "../../embed/teach/words.js";
import {element} from "../../ui/element.js";

/** The width of a tile, by how many there are: the last row must read the names. */
const widths = [[12, 116], [40, 92], [120, 76], [Infinity, 64]];

/**
 * @param {{fit: Function, beside: number, colourOf: (label: string) => string, chosen: (drawing: any) => void, twin: (drawing: any) => void}} given
 *   beside: how many of these share the width. chosen: a drawing was pressed. twin: this drawing is one of another class, so it can't be taught.
 */
export function hallElement({fit, beside, colourOf, chosen, twin}) {
  const mind = new Mind(fit);
  /** What is to be taught and forgotten. */
  let fresh = [], leaving = new Set();
  /** @type {Promise<void> | null} */
  let working = null;
  let question = null, over = false;
  /** @type {Map<number, HTMLElement>} by the room's number of a drawing */
  const tiles = new Map();

  const head = element("p", {class: "head"});
  const more = element("p", {class: "below-head"});
  const answer = element("div", {class: "answer", role: "group", "aria-label": "The answer"}, head, more);
  const grid = element("div", {class: "tiles", role: "group", "aria-label": "Drawings, each a neuron. Arrow keys move between them, Enter shows one."});
  const network = networkElement((id) => {
    const found = mind.drawings.find((d) => d.id === id);
    if (found) chosen(found);
  });
  const layers = /** @type {HTMLDetailsElement} */ (element("details", {class: "layers", hidden: true, ontoggle: () => show()}, element("summary", {text: "The layers behind this answer"}), network.element));
  const proof = element("p", {class: "proof", role: "status"});
  const place = element("div", {class: "hall"}, answer, proof, grid, layers);

  grid.addEventListener("click", (event) => {
    const tile = /** @type {HTMLElement} */ (event.target).closest("button");
    const found = tile && [...mind.drawings].find((/** @type {any} */ d) => d.room === Number(tile.dataset.id));
    if (found) chosen(found);
  });
  grid.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...grid.children]), at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const below = all.filter((t) => t.offsetTop === all[0].offsetTop).length;
    const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: below, ArrowUp: -below}[event.key];
    if (at < 0 || !step || !all[at + step]) return;
    event.preventDefault();
    all[at].tabIndex = -1;
    all[at + step].tabIndex = 0;
    all[at + step].focus();
  });

  function hang(d) {
    const tile = styled(element("button", {type: "button", class: "tile learning", "data-id": d.id, "data-label": d.label, title: whose(d), tabindex: tiles.size ? "-1" : "0"},
      element("span", {class: "neuron-of"}, thumb(d, 13)), element("span", {class: "of", text: d.by ?? ""}), element("span", {class: "what", text: d.label})), {"--class": colourOf(d.label)});
    tiles.set(d.id, tile);
    grid.append(tile);
    measure();
  }

  function measure() {
    styled(grid, {"--tile": `${widths.find(([most]) => beside * tiles.size <= most)[1]}px`});
    grid.classList.toggle("many", tiles.size > 60);
    if (tiles.size && !grid.querySelector("[tabindex='0']")) /** @type {HTMLElement} */ (grid.firstElementChild).tabIndex = 0;
  }

  /** Teaches and forgets what waits, all that came meanwhile at once. */
  const work = () => (working ??= run().catch((error) => {
    proof.textContent = `The network can't be computed: ${error.message}`;
  }).finally(() => {
    working = null;
  }));

  async function run() {
    await null; // so that work has it before it ends
    while ((fresh.length || leaving.size) && !over) {
      const now = fresh.filter(({id}) => !leaving.has(id)), gone = leaving;
      [fresh, leaving] = [[], new Set()];
      await mind.forget(mind.drawings.flatMap((/** @type {any} */ d) => (gone.has(d.room) ? [d.id] : [])));
      if (now.length) {
        const {taught} = await mind.teach(now.map(({id, by, label, strokes}) => ({label, by, strokes, room: id})));
        const rooms = new Set(taught.map((/** @type {any} */ d) => d.room));
        for (const d of now) {
          if (rooms.has(d.id)) tiles.get(d.id)?.classList.remove("learning");
          else twin(d);
        }
      }
      await show();
    }
  }

  /** Everything about the question. Without one nothing is computed: a class draws faster than that. */
  async function show() {
    const of = question, n = mind.drawings.length;
    const found = of && await mind.ask(vectorOf({label: "", strokes: of}));
    if (over || of !== question) return;
    const said = sentences(found || /** @type {any} */ ({drawings: mind.drawings}), Boolean(found));
    head.textContent = n ? said.head : "Nothing hangs here yet.";
    more.textContent = !n ? "Draw on a phone, and it becomes a neuron here." : found?.answer.recognition === "weak" ? "Nobody in the room taught it this." : said.more;
    answer.dataset.recognition = found ? found.answer.recognition : "";
    const lit = new Map(found && found.answer.recognition !== "weak" ? makers(found).map((m) => [/** @type {any} */ (m.drawing).room, m.weight]) : []);
    place.classList.toggle("asked", Boolean(found));
    for (const [id, tile] of tiles) {
      const weight = lit.get(id);
      tile.classList.toggle("lit", weight !== undefined);
      if (weight === undefined) delete tile.dataset.weight;
      else tile.dataset.weight = weight.toFixed(2);
    }
    if (lit.size) tiles.get([...lit.keys()][0])?.scrollIntoView({block: "nearest"});
    layers.hidden = !found;
    if (found && layers.open) network.show({...found, colourOf, signOf});
  }

  return {
    element: place,
    mind,
    /** @param {any[]} list of the room */
    hang(list) {
      for (const d of list) {
        if (tiles.has(d.id)) continue;
        hang(d);
        fresh.push(d);
      }
      return work();
    },
    /** @param {number[]} ids of the room */
    gone(ids) {
      for (const id of ids) {
        const tile = tiles.get(id);
        if (!tile) continue;
        leaving.add(id);
        tile.remove();
        tiles.delete(id);
      }
      measure();
      return work();
    },
    has: (id) => tiles.has(id),
    get ids() {
      return [...tiles.keys()];
    },
    /** @param {number[][] | null} strokes null: nothing is asked */
    ask(strokes) {
      question = strokes;
      return show();
    },
    /** Answers without showing it. @param {number[][]} strokes */
    answer: (strokes) => mind.ask(vectorOf({label: "", strokes})),
    /** @param {string} text */
    prove(text) {
      proof.textContent = text;
    },
    recolour() {
      for (const tile of tiles.values()) styled(tile, {"--class": colourOf(tile.dataset.label)});
    },
    end() {
      over = true;
      network.end();
      place.remove();
      return mind.end();
    },
  };
}
