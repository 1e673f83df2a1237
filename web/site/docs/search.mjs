/**
 * The index of the documentation's search, instead of TypeDoc's: the documents by their headings, guides first; each member
 * once, where it is declared; and the words that people use for what xaia calls otherwise.
 */
import {readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import {deflateSync, inflateSync} from "node:zlib";

const require = createRequire(import.meta.url);
const lunr = createRequire(require.resolve("typedoc"))("lunr"); // the one that its pages have
const questions = "documents/Questions_people_ask.html#", recipes = "documents/Recipes_for_apps.html#";

/** Words of other fields and libraries, by the place that answers them; a word has all its forms. */
const synonyms = {
  "index.html#1-get-the-file-one-minute": "install download npm setup",
  "documents/Say_how_sure.html#how-sure-is-it-": "confidence uncertainty probability conformal calibrate interval sure prediction interval",
  "documents/See_why.html#which-columns-matter": "feature importance relevance shap",
  "documents/See_why.html#why-this-answer": "attribution shapley lime interpretability explainable explanation reason prediction",
  "documents/Change_and_save_a_model.html#save-and-load-": "save load model store toBytes toJSON serialize persist export pickle IndexedDB localStorage browser",
  "documents/Change_and_save_a_model.html#learning-from-a-stream": "online incremental learning stream learner continual partial_fit drift",
  "documents/Read_a_table.html#texts-and-missing-values": "missing values null NaN impute one-hot categorical encoding text",
  "documents/Choose_options.html#a-rare-class": "class weights class_weight sample imbalance imbalanced balanced rare",
  "documents/Read_a_table.html#tables-from-files": "CSV xlsx Excel parquet pandas dataframe read table file",
  "documents/Read_a_table.html#drawings-and-photographs": "image photo picture drawing mnist",
  "documents/See_why.html#does-it-know": "anomaly novelty outlier detection out of distribution",
  "documents/Judge_a_model.html#how-good-is-it-on-samples-it-has-not-seen": "cross-validation cross_val_score k-fold accuracy evaluate test error",
  "documents/Choose_options.html#on-all-processors": "parallel multithreading threads cpu core concurrency",
  "documents/Choose_options.html#stop-a-call-show-how-far-it-is": "cancel abort stop interrupt timeout progress bar AbortController",
  "documents/Judge_a_model.html#when-rows-belong-together-": "group k-fold time series leakage",
  "documents/Judge_a_model.html#which-options": "hyperparameter grid search tuning optuna tune",
  "documents/Change_and_save_a_model.html#learn-new-samples-forget-none-": "catastrophic forgetting unlearning delete absorb remove person",
  "documents/Read_a_table.html#what-is-wrong-with-my-table": "wrong label noise mislabeled data cleaning error suspects",
  "documents/See_why.html#what-would-have-to-be-different": "counterfactual recourse what if change",
  "documents/Choose_options.html#answers-between-samples-lines-and-trees": "local linear regression smooth corrections",
  "documents/Change_and_save_a_model.html#answers-without-the-engine": "WebAssembly",
  [`${questions}how-many-rows-can-it-take`]: "limits memory big data rows large",
  [`${questions}how-is-it-different-from-k-nearest-neighbours`]: "knn k-NN kernel regression difference algorithm",
  [`${questions}when-to-use-something-else`]: "xgboost random forest gradient boosting deep learning alternatives compare knn better",
  [`${questions}why-is-the-error-on-my-samples-zero`]: "overfit overfitting regularization",
  [`${questions}is-it-trained`]: "backpropagation gradient descent epoch training loss",
  [`${questions}which-options-matter`]: "hyperparameter option parameter default",
  [`${questions}must-i-scale-or-normalize-my-columns`]: "normalize standardize scale preprocessing",
  [`${questions}is-my-data-sent-anywhere`]: "privacy gdpr data protection upload telemetry tracking",
  [`${questions}is-it-on-npm-or-a-cdn`]: "cdn unpkg jsdelivr npm registry",
  [`${questions}is-the-api-stable`]: "stable stability semver version migrate roadmap",
  [`${questions}how-do-i-cite-it`]: "bibtex citation cite doi",
  [`${questions}which-paper`]: "SQANN TNN acronym abbreviation arxiv",
  [`${questions}is-it-reproducible`]: "reproducible deterministic random seed",
  [`${questions}may-i-use-it-commercially`]: "license licence MIT commercial price",
  [`${questions}which-browsers-and-runtimes`]: "browser Safari iOS mobile support",
  [`${questions}how-does-it-know-that-it-doesnt-know`]: "familiarity recognition strong moderate weak unknown",
  [`${recipes}files-and-their-sizes`]: "size download bundle kilobytes gzip large",
  [`${recipes}a-script-tag`]: "script tag html",
  [`${recipes}vite`]: "vite bundler",
  [`${recipes}nextjs`]: "nextjs vercel",
  [`${recipes}node-2016-or-newer`]: "sync synchronous promise",
  [`${recipes}a-strict-content-security-policy`]: "csp unsafe-eval",
  [`${recipes}apps-to-begin-with`]: "example app form demo sample project",
  "documents/Overview.html#what-to-know-before-you-rely-on-it": "web worker block page freeze responsive main thread",
  "documents/Specification.html": "specification definition formula mathematics computed",
  "documents/Running_it_as_a_service.html#backup-and-restore": "backup back up restore",
  "documents/Running_it_as_a_service.html#what-it-tells": "monitor monitoring prometheus",
  "documents/Running_it_as_a_service.html#tls-by-a-proxy": "reverse proxy nginx caddy https tls",
  "documents/Running_it_as_a_service.html#upgrade-and-restart": "update upgrade",
  "documents/Running_it_as_a_service.html#in-a-container": "docker container kubernetes podman",
  "documents/Running_it_as_a_service.html#from-a-release-to-a-model-that-answers": "host deploy server production",
  "documents/Python.html": "python scikit-learn sklearn estimator pip notebook pipeline",
  "documents/Python.html#install": "pip wheel pypi",
  "documents/Python.html#jupyter": "jupyter notebook jupyterlab colab anywidget ipynb",
  "documents/Embedding_and_notebooks.html": "notebook observable quarto react svelte widget component iframe",
  "documents/HTTP.html": "http rest server cloudflare workers edge endpoint cors",
  "documents/HTTP.html#who-may-do-what": "authentication authorization password token login",
  "documents/The_API_at_a_glance.html": "api methods list overview cheat sheet cheatsheet cost complexity",
  "documents/The_API_at_a_glance.html#save-and-end": "free memory dispose terminate leak",
  "documents/The_API_at_a_glance.html#coming-from-other-libraries": "ml-knn tfjs knn-classifier kneighbors predict_proba equivalent",
  "documents/The_API_at_a_glance.html#words": "glossary definition term meaning sigma activation function",
  "documents/The_API_at_a_glance.html#errors": "error code exception mean",
  "documents/Go.html": "golang go module",
  "documents/Go.html#what-there-is": "goroutine thread safe concurrency",
  "documents/In_a_terminal.html": "command line cli terminal shell",
  "documents/Notes_for_teachers.html": "lesson teacher school classroom course pupils beamer projector",
  "documents/Notes_for_teachers.html#answers-to-the-questions": "solution exercise answer key",
  "documents/Performance.html#what-to-expect": "speed benchmark fast latency gpu",
  "documents/Changes.html": "changelog release notes version history migrate changed",
  "documents/Security.html#reporting": "vulnerability report cve bug",
};

const guides = new Set(["index", "Read_a_table", "Judge_a_model", "See_why", "Say_how_sure", "Choose_options", "Change_and_save_a_model", "Questions_people_ask", "Recipes_for_apps", "Embedding_and_notebooks", "HTTP", "Running_it_as_a_service", "Python", "Go", "Notes_for_teachers", "In_a_terminal", "The_API_at_a_glance", "Security"]);

const entities = {amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " "};
const plain = (html) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole).replaceAll(/\s+/g, " ").trim();

const between = /[^\p{L}\p{N}_]+/u;

/** The rows for a text, best first: those with its words in any form, then those with words that begin so or contain it. It is written into the page, too. */
function searchIn(index, text) {
  return index.query((query) => {
    for (const word of text.toLowerCase().split(between)) {
      const [stem] = index.pipeline.runString(word);
      if (!stem) continue; // "how", "is"
      query.term(stem, {usePipeline: false, boost: 10});
      if (stem.length > 2) query.term(`${stem}*`, {usePipeline: false});
      if (stem.length > 4) query.term(`*${stem}*`, {usePipeline: false, boost: 0.5});
    }
  });
}

/** A page's text by the ids of its headings; what is before the first one is "". */
function sections(file) {
  const html = readFileSync(file, "utf8");
  const content = html.slice(html.indexOf('<div class="col-content">'), html.indexOf('<div class="col-sidebar">'));
  const found = [...content.matchAll(/<h[1-3][^>]* id="([^"]+)"[^>]*>([\s\S]*?)<\/h[1-3]>/g)];
  const texts = new Map([["", {heading: "", text: plain(content.slice(0, found[0]?.index))}]]);
  found.forEach((heading, i) => texts.set(heading[1], {heading: plain(heading[2]), text: plain(content.slice(heading.index, found[i + 1]?.index))}));
  return texts;
}

/** Writes the index of the site in this folder. */
export function writeSearch(out) {
  const file = path.join(out, "assets/search.js");
  const given = JSON.parse(inflateSync(Buffer.from(readFileSync(file, "utf8").match(/"([^"]+)"/)[1], "base64")).toString());
  const document = given.rows.find((row) => row.url.startsWith("documents/")).kind;
  const rows = [], texts = [], unused = new Set(Object.keys(synonyms));
  const pages = new Map();
  const page = (name) => pages.get(name) ?? pages.set(name, sections(path.join(out, name))).get(name);
  const add = (row, text, boost, heading = row.name) => {
    unused.delete(row.url);
    texts.push({ref: String(rows.length), heading, words: synonyms[row.url] ?? "", text, boost});
    rows.push(row);
  };

  for (const row of [{kind: document, name: "Getting started", url: "index.html", classes: ""}, ...given.rows.filter((row) => row.kind === document)]) {
    const boost = guides.has(path.basename(row.url, ".html")) ? 3 : 0.5;
    for (const [id, {heading, text}] of page(row.url)) {
      if (id === "") add(row, text, 1.5 * boost);
      else add({...row, name: `${row.name}: ${heading}`, url: `${row.url}#${id}`}, text, boost, heading);
    }
  }
  for (const row of given.rows) {
    if (row.kind === document) continue;
    const [name, id = ""] = row.url.split("#");
    const all = page(name);
    const text = id ? all.get(id)?.text ?? "" : [...all.values()].map((section) => section.text).join(" ");
    if (row.parent && /\bInherited from\b/.test(text)) continue;
    add(row, text, /Sync$/.test(row.name) || row.url.startsWith("types/") ? 0.1 : row.parent ? 0.5 : row.url.startsWith("functions/") ? 1 : 0.2);
  }
  if (unused.size > 0) throw new Error(`search.mjs has words for places that aren't there: ${[...unused].join(", ")}`);

  const builder = new lunr.Builder();
  builder.ref("ref");
  lunr.tokenizer.separator = between; // else model.predict(X) is one word
  builder.pipeline.add(lunr.stopWordFilter, lunr.stemmer);
  builder.searchPipeline.add(lunr.stopWordFilter, lunr.stemmer);
  builder.b(0.3); // a long section is no worse
  builder.field("heading", {boost: 5});
  builder.field("words", {boost: 60});
  builder.field("text");
  for (const {boost, ...text} of texts) builder.add(text, {boost});
  const packed = deflateSync(JSON.stringify({rows, index: builder.build()}), {level: 9}).toString("base64");
  // TypeDoc looks for each word as a part of others, so "how" finds "show", and "saving" finds no "save".
  const script = path.join(out, "assets/main.js");
  const [asked, instead] = ['let a=i.split(" ").map(c=>c.length?`*${c}*`:"").join(" ");s=r.index.search(a)', "s=searchIn(r.index,i)"];
  const text = readFileSync(script, "utf8");
  if (!text.includes(asked)) throw new Error(`${script} has changed: it has no ${asked}`);
  writeFileSync(script, text.replace(asked, instead));
  writeFileSync(file, `const between = ${between};\n${searchIn}\nwindow.searchData = "${packed}";`);
}

/** What a page of the site finds, best first: the addresses of its list. */
export function reader(out) {
  const {rows, index} = JSON.parse(inflateSync(Buffer.from(readFileSync(path.join(out, "assets/search.js"), "utf8").match(/"([^"]+)";$/)[1], "base64")).toString());
  const loaded = lunr.Index.load(index);
  return (text) => searchIn(loaded, text).map(({ref, score}) => {
    const {name, url} = rows[Number(ref)];
    // TypeDoc's own factor
    return {url, score: name.toLowerCase().startsWith(text.toLowerCase()) ? score * (10 / (1 + Math.abs(name.length - text.length))) : score};
  }).sort((a, b) => b.score - a.score).map(({url}) => url);
}
