//go:build !js

package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const repository = "https://github.com/xaia-go/xaia"

// manifest writes the package.json that is published. typesVersions is for TypeScript's
// resolution "node10", which knows no exports.
func (b bundler) manifest() {
	text := fmt.Sprintf(`{
  "name": "xaia",
  "version": %[1]q,
  "description": "Interpretable networks (TNN, SQANN): every neuron is one sample, every answer names the samples it came from, and the model says when it doesn't know",
  "license": "MIT",
  "repository": {"type": "git", "url": "git+%[2]s.git"},
  "homepage": "%[2]s#readme",
  "bugs": {"url": "%[2]s/issues"},
  "keywords": ["interpretable", "explainable", "machine-learning", "webassembly", "classification", "regression", "sqann", "tnn"],
  "engines": {"node": ">=20.16"},
  "type": "commonjs",
  "main": "./xaia.cjs",
  "module": "./xaia.mjs",
  "types": "./xaia.d.ts",
  "unpkg": "./xaia.global.js",
  "jsdelivr": "./xaia.global.js",
  "sideEffects": ["./xaia.global.js", "./inline.global.js", "./inline.mjs", "./inline.cjs", "./embed.mjs", "./embed.cjs", "./lessons.mjs", "./lessons.cjs", "./lessons-inline.mjs", "./teach.mjs", "./teach.cjs"],
  "exports": {
    ".": {"import": {"types": "./xaia.d.mts", "default": "./xaia.mjs"}, "require": {"types": "./xaia.d.ts", "default": "./xaia.cjs"}},
    "./sync": {"import": {"types": "./sync.d.mts", "default": "./sync.mjs"}, "require": {"types": "./sync.d.ts", "default": "./sync.cjs"}},
    "./inline": {"import": {"types": "./xaia.d.mts", "default": "./inline.mjs"}, "require": {"types": "./xaia.d.ts", "default": "./inline.cjs"}},
    "./plot": {"import": {"types": "./plot.d.mts", "default": "./plot.mjs"}, "require": {"types": "./plot.d.ts", "default": "./plot.cjs"}},
    "./table": {"import": {"types": "./table.d.mts", "default": "./table.mjs"}, "require": {"types": "./table.d.ts", "default": "./table.cjs"}},
    "./drawing": {"import": {"types": "./drawing.d.mts", "default": "./drawing.mjs"}, "require": {"types": "./drawing.d.ts", "default": "./drawing.cjs"}},
    "./lite": {"import": {"types": "./lite.d.mts", "default": "./lite.mjs"}, "require": {"types": "./lite.d.ts", "default": "./lite.cjs"}},
    "./embed": {"import": {"types": "./embed.d.mts", "default": "./embed.mjs"}, "require": {"types": "./embed.d.ts", "default": "./embed.cjs"}},
    "./lessons": {"import": {"types": "./lessons.d.mts", "default": "./lessons.mjs"}, "require": {"types": "./lessons.d.ts", "default": "./lessons.cjs"}},
    "./lessons-inline": {"types": "./lessons.d.mts", "default": "./lessons-inline.mjs"},
    "./teach": {"import": {"types": "./teach.d.mts", "default": "./teach.mjs"}, "require": {"types": "./teach.d.ts", "default": "./teach.cjs"}},
    "./xaia.wasm": {"types": "./xaia.wasm.d.ts", "default": "./xaia.wasm"},
    "./inline.global.js": {"types": "./xaia.global.d.ts", "default": "./inline.global.js"},
    "./xaia.global.js": {"types": "./xaia.global.d.ts", "default": "./xaia.global.js"},
    "./package.json": "./package.json"
  },
  "typesVersions": {"*": {"sync": ["./sync.d.ts"], "inline": ["./xaia.d.ts"], "inline.global.js": ["./xaia.global.d.ts"], "embed": ["./embed.d.ts"], "table": ["./table.d.ts"], "drawing": ["./drawing.d.ts"], "lite": ["./lite.d.ts"], "lessons": ["./lessons.d.ts"], "lessons-inline": ["./lessons.d.ts"], "teach": ["./teach.d.ts"]}}
}
`, b.version, repository)
	b.write("package.json", text)
}

var (
	seeIt = regexp.MustCompile(`(?s)<picture>.*?</picture>\n\n|    git clone .*?\n\n|## See it\n.*?\n(## )`)
	local = regexp.MustCompile(`\]\(([^):]+)\)`)
)

// readme writes README.md as it is read beside the installed package, away from the repository's files.
func (b bundler) readme() {
	source, err := os.ReadFile("README.md")
	if err != nil {
		log.Fatal(err)
	}
	text := strings.NewReplacer(`"./dist/npm/xaia.mjs"`, `"xaia"`, `"./dist/npm/table.mjs"`, `"xaia/table"`).Replace(string(source))
	text = seeIt.ReplaceAllString(text, "$1")
	b.write("README.md", local.ReplaceAllString(text, "]("+repository+"/blob/main/$1)"))
}

func (b bundler) write(name, text string) {
	if err := os.WriteFile(filepath.Join(b.out, name), []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}
