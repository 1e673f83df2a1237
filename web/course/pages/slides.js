/** slides.html: a picture or an exercise is made with the slide before it, so that it is there when its slide comes. */
const {iris30} = courseData;

function fill(slide) {
  for (const place of slide?.querySelectorAll("[data-plot], [data-exercise]") ?? []) {
    if (place.dataset.shown) continue;
    place.dataset.shown = "true";
    const {plot, exercise} = place.dataset;
    if (plot) xaia.mount(place, {X: iris30.X, y: iris30.y, names: ["petal length", "petal width"], selected: {sample: 14}, background: "island", width: 760, height: 380, show: ["picture"]});
    else xaia.mountExercise(place, exercise.split(" ")[0], Number(exercise.split(" ")[1]));
  }
}

Reveal.initialize({
  width: 1060, height: 600, // small, so that letters are large: reveal scales both to the screen
  margin: 0.02, center: false, hash: true, transition: "none", backgroundTransition: "none",
  scrollActivationWidth: null, // a phone shows slides, too: in reveal's scroll view a drag would scroll
  slideNumber: "c/t",
}).then(() => {
  const near = () => [0, 1].forEach((ahead) => fill(Reveal.getSlides()[Reveal.getIndices().h + ahead]));
  Reveal.on("slidechanged", near);
  near();
});
