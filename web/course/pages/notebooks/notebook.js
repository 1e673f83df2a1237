/** Runs the cells of javascript.html in order, and again where a reader has changed one. What a cell declares, the cells after it know. */
const cells = [...document.querySelectorAll("notebook > script")];
document.querySelector("notebook > title").remove();

/** A declaration at the beginning of a line becomes a global, since each cell runs in a function of its own. @param {string} code */
const shared = (code) => code.replaceAll(/^(?:const|let) (\w+) =/gm, "globalThis.$1 =");
const AsyncFunction = (async () => {}).constructor;

async function run({field, out}) {
  out.textContent = "…";
  const shown = [];
  try {
    await AsyncFunction("display", shared(field.value))((value) => {
      const line = document.createElement("div");
      line.append(value);
      shown.push(line);
      out.replaceChildren(...shown);
    });
    if (shown.length === 0) out.textContent = "";
    out.dataset.state = "done";
  } catch (error) {
    out.textContent = String(error);
    out.dataset.state = "failed";
  }
}

const running = [];
for (const script of cells) {
  const cell = document.createElement("section");
  if (script.type === "text/html") cell.innerHTML = script.textContent;
  else {
    const field = document.createElement("textarea"), out = document.createElement("output"), button = document.createElement("button");
    field.value = script.textContent.trim();
    field.rows = field.value.split("\n").length;
    field.spellcheck = false;
    field.setAttribute("aria-label", `Cell ${script.id}`);
    field.wrap = "off";
    button.textContent = "Run";
    cell.append(field, button, out);
    cell.className = "cell";
    const one = {field, out};
    button.onclick = () => run(one);
    field.onkeydown = (event) => {
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      run(one);
    };
    running.push(one);
  }
  script.replaceWith(cell);
}
const all = document.createElement("button");
all.textContent = "Run all";
const hint = document.createElement("p");
hint.append(all, " Shift and Enter runs one cell.");
document.querySelector("h1").after(hint);
all.onclick = async () => {
  for (const one of running) await run(one);
  document.documentElement.dataset.ready = "true";
};
all.click();
