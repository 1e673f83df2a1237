/**
 * Writes learn.html and learn.css: node write.mjs FOLDER. The lessons' words are in the page, so that it can be read before
 * its script runs and without it; main.js puts the exercises in their place.
 */
import {readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {rules} from "../../embed/lessons/lesson.js";
import {lessons} from "../../embed/lessons/lessons.js";

const folder = process.argv[2];
const here = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const escaped = (text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);

const lesson = ({title, text, exercises}, i) => [
  `<article class="lesson"><h2>${i + 1}. ${escaped(title)}</h2>`,
  ...text.map((words) => `<p>${escaped(words)}</p>`),
  `<div class="exercises">${exercises.map(({task}, k) => `<div class="exercise"><h3>Exercise ${i + 1}.${k + 1}</h3><p class="task">${escaped(task)}</p></div>`).join("")}</div></article>`,
].join("\n");

let page = here("learn.html");
lessons.forEach((one, i) => {
  const place = `<section id="${one.name}"></section>`;
  if (!page.includes(place)) throw new Error(`learn.html has no ${place}`);
  page = page.replace(place, () => place.replace("><", `>\n${lesson(one, i)}\n<`));
});
writeFileSync(path.join(folder, "learn.html"), page);
writeFileSync(path.join(folder, "learn.css"), here("learn.css") + rules);
