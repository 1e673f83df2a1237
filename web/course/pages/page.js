/** index.html: mounts each lesson and table when it comes near, and counts what is solved. Nothing is kept when the page is closed. */
const places = [...document.querySelectorAll("[data-lesson], [data-table]")];
const exercises = {lesson: () => 2, table: (name) => (name === "shares" ? 1 : 2)};
const notice = document.getElementById("notice");

function count() {
  for (const sitting of document.querySelectorAll("section[id^=sitting]")) {
    const inside = [...sitting.querySelectorAll("[data-lesson], [data-table]")];
    const of = inside.reduce((sum, {dataset}) => sum + (dataset.lesson ? exercises.lesson() : exercises.table(dataset.table)), 0);
    const solved = inside.reduce((sum, place) => sum + (place.firstElementChild?.shadowRoot?.querySelectorAll("[data-solved=true]").length ?? 0), 0);
    sitting.querySelector(".progress").textContent = `Solved: ${solved} of ${of}`;
  }
}

function show(place) {
  if (place.dataset.shown) return;
  place.dataset.shown = "true";
  place.textContent = "";
  const {lesson, table} = place.dataset;
  const {element} = lesson ? xaia.mountLesson(place, lesson) : xaia.mountTable(place, table);
  new MutationObserver(count).observe(element.shadowRoot, {subtree: true, attributeFilter: ["data-solved"]});
}

if (globalThis.xaia && globalThis.courseData) {
  notice.remove();
  const near = new IntersectionObserver((seen) => {
    for (const {isIntersecting, target} of seen) if (isIntersecting) show(target);
  }, {rootMargin: "300px"});
  for (const place of places) near.observe(place);
  count();
  document.documentElement.dataset.ready = "true";
} else notice.textContent = "The course can't start: xaia.js isn't beside this page. Unzip the whole folder, and open index.html in it again.";
