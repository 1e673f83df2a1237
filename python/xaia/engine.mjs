// In a frame: finds the engine, which one output of a notebook carries. What follows uses it.
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
  said.textContent = "The engine is in the output of the notebook's first Plot or Lesson, which isn't in this page. Run the notebook from the top, or add engine=True here.";
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

/** The frame is as high as what it shows. */
function asHigh() {
  new ResizeObserver(() => {
    try {
      frameElement.height = document.documentElement.offsetHeight;
    } catch {
      // another origin's page: the frame scrolls
    }
  }).observe(document.documentElement);
}
