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
