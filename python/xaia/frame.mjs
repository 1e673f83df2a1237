// In a picture's frame: finds the engine, shows the picture, and speaks to Python where the classic notebook lets it.
const selector = 'script.xaia-engine[data-key="KEY"]';
const cache = Symbol.for("xaia-engine-KEY");

/** The engine's text: in this page's output of the picture that carries it, or kept from when that was shown. */
function found() {
  try {
    return (parent[cache] ??= parent.document.querySelector(selector)?.textContent);
  } catch {
    return undefined; // another origin's page
  }
}

/** Notebooks make outputs in any order, and some only once they are seen. */
async function arriving() {
  const said = document.createElement("p");
  said.setAttribute("role", "alert");
  said.style.cssText = "font: 15px/1.45 system-ui, sans-serif; margin: 4px";
  said.textContent = "This picture's engine is in the output of the notebook's first Plot, which isn't in this page. Run the notebook from the top, or write Plot(…, engine=True) here.";
  document.body.append(said);
  let page;
  try {
    page = parent.document;
  } catch {
    return new Promise(() => {});
  }
  const text = await new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const text = found();
      if (text) resolve((observer.disconnect(), text));
    });
    observer.observe(page, {childList: true, subtree: true});
  });
  said.remove();
  return text;
}

const script = document.createElement("script");
script.type = "module";
script.textContent = found() ?? (await arriving());
document.head.append(script);
await customElements.whenDefined("xaia-plot");
const plot = document.querySelector("xaia-plot");
await plot.ready.catch(() => {});
document.getElementById("still").remove();
const plain = (v) => typeof v === "number" ? (Number.isFinite(v) ? v : null) : ArrayBuffer.isView(v) || Array.isArray(v) ? Array.from(v, plain)
  : v && typeof v === "object" ? Object.fromEntries(Object.entries(v).map(([k, w]) => [k, plain(w)])) : v;
let comm;
try {
  comm = parent.Jupyter?.notebook?.kernel?.comm_manager?.new_comm("TARGET", {});
} catch {
  // another origin's page: nobody to talk to
}
if (comm) {
  comm.on_msg(({content: {data}}) => {
    for (const [name, value] of Object.entries(data)) if (JSON.stringify(plot[name] ?? null) !== JSON.stringify(value)) plot[name] = value;
  });
  plot.addEventListener("input", () => comm.send({X: plain(plot.X), y: plain(plot.y), external: plain(plot.external), selected: plain(plot.value?.selected), explanation: plain(plot.explanation)}));
  // When the output is cleared, Python learns that the engine may have gone with it.
  addEventListener("pagehide", () => comm.close());
}
