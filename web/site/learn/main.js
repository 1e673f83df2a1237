/** learn.html: the six lessons, with the engine of the page in its worker. */
import {lessonElement} from "../../embed/lessons/lesson.js";
import {lessons} from "../../embed/lessons/lessons.js";
import {planePlot} from "../../figures/plane.js";
import {networkPlot} from "../../figures/network.js";
import {fingerprintPlot} from "../../figures/fingerprint.js";
import {tnnPlot} from "../../figures/tnn.js";
import {placeAt} from "../../figures/draw/pointing.js";
import {fit, initialize} from "../../package/xaia.js";
import {presented, presenting} from "./present.js";

const notice = document.getElementById("notice");

presenting(lessons);

async function start() {
  await initialize({wasmURL: new URL("./page.wasm", import.meta.url), workerURL: new URL("./engine.js", import.meta.url)});
  // A lesson is made when it comes near: a phone would take seconds for all.
  const near = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      target.replaceChildren(lessonElement(target.id, {fit, planePlot, networkPlot, tnnPlot, fingerprintPlot, placeAt, learns: false}).element);
    }
  }, {rootMargin: "200px"});
  for (const {name} of lessons) near.observe(document.getElementById(name));
  notice.textContent = "";
  document.documentElement.dataset.ready = "";
  const {name, part} = presented(location.hash);
  if (part === null) document.getElementById(name)?.scrollIntoView();
}

start().catch((error) => {
  notice.textContent = `The lessons could not be loaded: ${error.message} Reload to try again.`;
});
