// Run from the repository's top: web/node_modules/.bin/eslint -c web/eslint.config.mjs .
import js from "@eslint/js";
import globals from "globals";

/** A folder's files import nothing of what is above it. */
const below = (folder, ...above) => ({files: [`web/${folder}/**`], rules: {"no-restricted-imports": ["error", {patterns: above.map((other) => `**/${other}/**`)}]}});

export default [
  {ignores: ["dist/**", "**/node_modules/**", "**/.*/**", "wasm_exec.js", "web/test/framework/src/embed.js"]}, // what git ignores
  js.configs.recommended,
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: {globals: {...globals.browser, ...globals.node}},
    rules: {
      eqeqeq: ["error", "always", {null: "ignore"}],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-var": "error",
      "no-unused-vars": ["error", {argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_", ignoreRestSiblings: true}],
      "prefer-const": ["error", {destructuring: "all", ignoreReadBeforeAssign: true}],
    },
  },
  {files: ["bench/host.mjs", "worker/edge/programs.mjs"], languageOptions: {globals: {Go: "readonly"}}}, // of wasm_exec.js
  {files: ["worker/edge/entry.mjs"], languageOptions: {globals: {FixedLengthStream: "readonly"}}}, // of workerd
  {files: ["web/course/pages/**"], languageOptions: {sourceType: "script", globals: {Reveal: "readonly", xaia: "readonly", courseData: "readonly"}}}, // of the scripts before them
  {files: ["web/course/h5p/**"], languageOptions: {globals: {H5P: "readonly"}}}, // of its frame
  {files: ["python/xaia/{frame,lesson}.mjs"], languageOptions: {globals: {found: "readonly", arriving: "readonly", asHigh: "readonly", NAME: "readonly"}}}, // of engine.mjs, which stands before them, and of lesson.py
  {files: ["python/xaia/engine.mjs"], rules: {"no-unused-vars": "off"}},
  below("ui", "scene", "figures", "embed", "site"),
  below("scene", "figures", "embed", "site"),
  below("figures", "embed", "site"),
  below("embed", "site"),
  {files: ["web/test/**"], rules: {"no-new-func": "off", "no-sparse-arrays": "off", "no-control-regex": "off"}},
];
