/**
 * Bundles JupyterLab's front end into a folder: npm has its parts, but not the built application.
 */
import {existsSync, readFileSync, readdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import * as esbuild from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url)), out = process.argv[2];
const json = (path) => JSON.parse(readFileSync(join(here, path), "utf8"));
const extensions = Object.keys(json("package.json").devDependencies).filter((name) => /-extension$|-manager$/.test(name));

/** What JupyterLab's server would answer about settings. */
const settings = extensions.flatMap((name) => {
  const {version, jupyterlab} = json(`node_modules/${name}/package.json`);
  const folder = `node_modules/${name}/${jupyterlab.schemaDir}`;
  if (!jupyterlab.schemaDir) return [];
  return readdirSync(join(here, folder)).map((file) => ({id: `${name}:${file.replace(".json", "")}`, version, raw: "{}", settings: {}, schema: json(`${folder}/${file}`)}));
});

const parts = {
  extensions: extensions.map((name) => `export * as ${name.replace(/\W/g, "_")} from "${name}";${existsSync(join(here, `node_modules/${name}/style/index.js`)) ? `import "${name}/style/index.js";` : ""}`).join("\n"),
  settings: `export default ${JSON.stringify(settings)}`,
};

const options = {
  bundle: true, format: "esm", logLevel: "error", absWorkingDir: here,
  loader: {".svg": "text", ".woff": "dataurl", ".woff2": "dataurl", ".ttf": "dataurl", ".eot": "dataurl", ".png": "dataurl"},
  define: {global: "globalThis", "process.env.NODE_ENV": '"production"', "process.env": "{}", process: "undefined"},
  plugins: [{name: "as webpack does for JupyterLab", setup({onResolve, onLoad, resolve}) {
    onResolve({filter: /^parts:/}, ({path}) => ({path: path.slice(6), namespace: "parts"}));
    onLoad({filter: /./, namespace: "parts"}, ({path}) => ({contents: parts[path], resolveDir: here}));
    onResolve({filter: /^~/}, ({path, resolveDir, kind}) => resolve(path.slice(1), {resolveDir, kind}));
    onResolve({filter: /\.svg$/}, ({path, resolveDir, kind}) => kind === "url-token" ? {path: join(resolveDir, path), namespace: "pictures"} : undefined);
    onLoad({filter: /./, namespace: "pictures"}, ({path}) => ({contents: readFileSync(path), loader: "dataurl"}));
    onResolve({filter: /^path$/}, () => ({path: join(here, "node_modules/path-browserify/index.js")}));
    onResolve({filter: /^(fs|url|module|node:.*)$/}, ({path}) => ({path, namespace: "of Node"}));
    onLoad({filter: /./, namespace: "of Node"}, () => ({contents: "module.exports = {}"}));
  }}],
};
await esbuild.build({...options, entryPoints: ["lab.mjs"], outfile: join(out, "lab.js")});
for (const theme of extensions.filter((name) => name.includes("/theme-"))) {
  await esbuild.build({...options, entryPoints: [`node_modules/${theme}/style/theme.css`], outfile: join(out, "lab/api/themes", theme, "index.css")});
}
const page = {appName: "JupyterLab", appVersion: json("node_modules/@jupyterlab/application/package.json").version, baseUrl: "/", appUrl: "/lab", fullAppUrl: "/lab", themesUrl: "/lab/api/themes", fullThemesUrl: "/lab/api/themes", terminalsAvailable: "false"};
writeFileSync(join(out, "index.html"), `<!doctype html><meta charset="utf-8"><title>JupyterLab</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/lab.css">
<script id="jupyter-config-data" type="application/json">${JSON.stringify(page)}</script><body><script type="module" src="/lab.js"></script>`);
