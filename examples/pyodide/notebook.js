// Runs a notebook in the page, by Pyodide. What has to lie beside this file: the folder pyodide (of the npm package
// pyodide), the wheel that ends in any.whl as xaia.whl, and a notebook as notebook.ipynb.
import {loadPyodide} from "./pyodide/pyodide.mjs";

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
const state = document.getElementById("state");

/** The parts of Markdown that the lessons use: headings, paragraphs, code and emphasis. */
function markdown(text) {
  const inline = (line) => line.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => (part.startsWith("`") ? element("code", {textContent: part.slice(1, -1)}) : part.startsWith("**") ? element("b", {textContent: part.slice(2, -2)}) : part));
  return text.split(/\n\s*\n/).map((block) => {
    const [, marks, title] = /^(#+) (.*)$/.exec(block) ?? [];
    return marks ? element(`h${marks.length}`, {}, ...inline(title)) : element("p", {}, ...inline(block.replaceAll("\n", " ")));
  });
}

async function start() {
  const [pyodide, wheel, notebook] = await Promise.all([
    loadPyodide(),
    fetch("xaia.whl").then((answer) => answer.arrayBuffer()),
    fetch("notebook.ipynb").then((answer) => answer.json()),
  ]);
  pyodide.FS.writeFile("/xaia.zip", new Uint8Array(wheel));
  // A wheel works as it is. What a cell shows is the HTML of its last value, or its text.
  const run = pyodide.runPython(`
import sys
sys.path.insert(0, "/xaia.zip")
from pyodide.code import eval_code_async
from js import Object
from pyodide.ffi import to_js

scope = {"__name__": "__main__"}

async def run(source):
    value = await eval_code_async(source, scope)
    html = value._repr_html_() if hasattr(value, "_repr_html_") else None
    return to_js([html, None if value is None else repr(value)])

run`);
  for (const {cell_type: kind, source} of notebook.cells) {
    const text = [source].flat().join("");
    if (kind !== "code") {
      document.getElementById("cells").append(...markdown(text));
      continue;
    }
    const code = element("textarea", {value: text, spellcheck: false, rows: text.split("\n").length, ariaLabel: "Python"}), output = element("div", {className: "output"});
    const go = async () => {
      let printed = "";
      pyodide.setStdout({batched: (line) => { printed += `${line}\n`; }});
      try {
        const [html, said] = await run(code.value);
        output.replaceChildren(...(printed ? [element("pre", {textContent: printed})] : []));
        // The HTML is what the reader's own code made.
        if (html !== undefined && html !== null) output.append(document.createRange().createContextualFragment(html));
        else if (said !== undefined && said !== null) output.append(element("pre", {textContent: said}));
      } catch (error) {
        output.replaceChildren(element("pre", {className: "error", textContent: printed + error.message}));
      }
    };
    document.getElementById("cells").append(code, element("button", {textContent: "Run", onclick: go}), output);
    await go();
  }
  state.textContent = "Python is ready.";
}

start().catch((error) => { state.textContent = `This page could not start: ${error.message}`; });
