// The menu's groups of documents are open where nobody has closed them yet.
const menu = document.getElementById("tsd-nav-container");
if (menu) {
  const open = () => [...menu.querySelectorAll(":scope > li > details")].slice(0, 3).forEach((group) => (group.open = true));
  new MutationObserver((_, watching) => {
    if (!menu.querySelector("details")) return;
    watching.disconnect();
    setTimeout(open); // TypeDoc closes them first
  }).observe(menu, {childList: true, subtree: true});
}

// A plot comes with its engine once it is nearly seen.
const seen = new IntersectionObserver((entries) => {
  for (const {isIntersecting, target} of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    import("./plots.js").then(({live}) => live(target)).catch((error) => target.append(` (${error.message})`));
  }
}, {rootMargin: "200px"});
for (const figure of document.querySelectorAll("figure[data-plot]")) seen.observe(figure);

// The index of the search, most of a page's bytes, comes with the reader's first sign of life. TypeDoc waits for its element's load.
const search = document.getElementById("tsd-search-script");
let script = null;
const begin = () => {
  if (script) return;
  script = document.createElement("script");
  script.src = search.dataset.src;
  for (const end of ["load", "error"]) script.addEventListener(end, () => search.dispatchEvent(new Event(end)));
  document.head.append(script);
};
for (const sign of ["pointerdown", "keydown", "focusin", "click"]) document.addEventListener(sign, begin, {capture: true, once: true});
