//go:build !js

package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
)

// manifest writes the package.json that is published. The types serve import
// and require alike: all exports are named.
func (b bundler) manifest() {
	text := fmt.Sprintf(`{
  "name": "xaia",
  "version": %q,
  "description": "Interpretable networks (TNN, SQANN): every neuron is one sample, every answer names the samples it came from, and the model says when it doesn't know",
  "license": "MIT",
  "repository": {"type": "git", "url": "git+https://github.com/xaia-go/xaia.git"},
  "keywords": ["interpretable", "explainable", "machine-learning", "webassembly", "classification", "regression", "sqann", "tnn"],
  "engines": {"node": ">=20.16"},
  "main": "./xaia.cjs",
  "module": "./xaia.mjs",
  "types": "./xaia.d.ts",
  "unpkg": "./xaia.global.js",
  "jsdelivr": "./xaia.global.js",
  "sideEffects": ["./xaia.global.js", "./inline.mjs", "./embed.mjs"],
  "exports": {
    ".": {"types": "./xaia.d.ts", "import": "./xaia.mjs", "require": "./xaia.cjs"},
    "./inline": {"types": "./xaia.d.ts", "default": "./inline.mjs"},
    "./plot": {"types": "./plot.d.ts", "default": "./plot.mjs"},
    "./embed": {"types": "./embed.d.mts", "default": "./embed.mjs"},
    "./xaia.wasm": "./xaia.wasm",
    "./xaia.global.js": "./xaia.global.js",
    "./package.json": "./package.json"
  },
  "peerDependencies": {"@observablehq/plot": "^0.6.17"},
  "peerDependenciesMeta": {"@observablehq/plot": {"optional": true}}
}
`, b.version)
	if err := os.WriteFile(filepath.Join(b.out, "package.json"), []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}
