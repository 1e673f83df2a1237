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
const learning = "documents/Learning_and_asking.html#", questions = "documents/Questions_people_ask.html#", recipes = "documents/Recipes_for_apps.html#";

/** Words of other fields and libraries, by the place that answers them. */
const synonyms = {
  [`${learning}how-sure-is-it-`]: "confidence uncertainty probability conformal calibrate calibration intervals sure prediction interval",
  [`${learning}which-columns-matter`]: "feature importance relevance shap",
  [`${learning}why-this-answer`]: "attribution shapley lime interpretability",
  [`${learning}save-and-load-`]: "save save saving load model model models store toBytes toJSON serialize persist export pickle IndexedDB localStorage",
  [`${learning}learning-from-a-stream`]: "online incremental learning stream streaming learner continual partial_fit drift",
  [`${learning}tables-row-objects-texts-missing-values`]: "missing values null NaN impute imputation one-hot categorical categories encoding",
  [`${learning}a-rare-class`]: "class weights class_weight sample weights imbalance imbalanced balanced rare",
  [`${learning}tables-from-files`]: "CSV xlsx Excel parquet pandas dataframe read table file",
  [`${learning}does-it-know`]: "anomaly novelty outlier detection out of distribution",
  [`${learning}how-good-is-it-on-samples-it-has-not-seen`]: "cross-validation cross_val_score k-fold accuracy test error",
  [`${learning}when-rows-belong-together-`]: "group k-fold time series leakage",
  [`${learning}which-options`]: "hyperparameter grid search tuning optuna tune",
  [`${learning}learn-new-samples-forget-none-`]: "catastrophic forgetting unlearning absorb remove",
  [`${learning}what-would-have-to-be-different`]: "counterfactual recourse what if",
  [`${learning}a-price-to-the-last-dollar-local-lines`]: "local linear regression smooth corrections",
  [`${questions}how-many-rows-can-it-take`]: "limits memory big data how many rows large",
  [`${questions}when-to-use-something-else`]: "xgboost random forest gradient boosting deep learning alternatives compare knn",
  [`${questions}is-my-data-sent-anywhere`]: "privacy gdpr data protection upload",
  [`${questions}how-do-i-cite-it`]: "bibtex citation cite doi",
  [`${questions}is-it-reproducible`]: "reproducible deterministic random seed",
  [`${questions}may-i-use-it-commercially`]: "license licence MIT commercial price",
  [`${recipes}a-script-tag`]: "cdn script tag html",
  [`${recipes}vite`]: "vite bundler",
  [`${recipes}nextjs`]: "nextjs vercel",
  [`${recipes}a-strict-content-security-policy`]: "csp unsafe-eval",
  [`${recipes}apps-to-begin-with`]: "example app form demo sample project",
  "documents/Running_it_as_a_service.html#in-a-container": "docker container kubernetes podman",
  "documents/Python.html": "python scikit-learn sklearn estimator pip notebook",
  "documents/Embedding_and_notebooks.html": "jupyter notebook react svelte widget web component iframe",
  "documents/HTTP.html": "http rest server cloudflare workers edge endpoint",
  "documents/The_API_at_a_glance.html": "api methods list overview cheat sheet cheatsheet cost complexity",
  "documents/Go.html": "golang go module",
  "documents/Performance.html": "speed benchmark fast latency",
};

const guides = new Set(["index", "Learning_and_asking", "Questions_people_ask", "Recipes_for_apps", "Embedding_and_notebooks", "HTTP", "Running_it_as_a_service", "Python", "Go"]);

const entities = {amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " "};
const plain = (html) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole).replaceAll(/\s+/g, " ").trim();

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
  builder.pipeline.add(lunr.trimmer);
  builder.b(0.3); // a long section is no worse
  builder.field("heading", {boost: 5});
  builder.field("words", {boost: 60});
  builder.field("text");
  for (const {boost, ...text} of texts) builder.add(text, {boost});
  const packed = deflateSync(JSON.stringify({rows, index: builder.build()}), {level: 9}).toString("base64");
  writeFileSync(file, `window.searchData = "${packed}";`);
}
