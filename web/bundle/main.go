//go:build !js

// Command bundle makes the JavaScript of dist/: every form of the npm package,
// or a page's scripts.
//
//	bundle -out dist/npm package   xaia, sync, inline, plot, table, drawing, lite, embed, lessons and teach as .mjs and .cjs, lessons-inline.mjs, xaia.global.js, package.json, README.md
//	bundle -out dist/site page     boot.mjs, more.mjs, style.css, report.mjs for reports, engine.js and table.mjs for workers
//	bundle -out dist/site door     door.mjs of index.html, door-live.mjs that comes later, door.css
//	bundle -out dist/site learn    learn.mjs of learn.html
//	bundle -out dist/site teach    teach.mjs of teach.html
//	bundle -out dist/site room     room.mjs of room.html, room-wall.mjs that a wall loads
//	bundle -out dist/course course xaia.js of the course kit
//	bundle -out dist/site paper    paper.mjs and paper-worker.js of paper.html
//	bundle -out dist/bench kernels givekernels.mjs, which gives them to a module of Go's
//
// Imports that aren't files: "go:wasm_exec", the glue of the Go toolchain that
// compiled the module; "xaia:kernels", the modules of
// internal/simd/kernels; "xaia:host", where the build finds its parts; "inline:wasm",
// and "inline:worker", those parts as text.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

type bundler struct {
	out, version, glue, wasm, inputs string
	kernels                          bool
}

func main() {
	log.SetFlags(0)
	var b bundler
	flag.StringVar(&b.out, "out", "", "output folder")
	flag.StringVar(&b.version, "version", "0.0.0", "version to stamp")
	flag.StringVar(&b.glue, "glue", "wasm_exec.js", "Go's wasm_exec.js")
	flag.StringVar(&b.wasm, "wasm", "", "the module that files carry which fetch nothing: package and page have such")
	flag.StringVar(&b.inputs, "inputs", "", "file to which esbuild's account of each bundle is added, a line each")
	flag.Parse()
	b.kernels = flag.Arg(0) == "package" || flag.Arg(0) == "kernels" || flag.Arg(0) == "course"
	switch flag.Arg(0) {
	case "package":
		for name, entry := range map[string]string{"xaia": "web/package/xaia.js", "sync": "web/package/entry/sync.js"} {
			b.build(entry, name+".mjs", api.BuildOptions{})
			// Node requires the module itself; Jest 30 does so from Node 24.9 on alone.
			b.build(entry, name+".cjs", api.BuildOptions{
				Format: api.FormatCommonJS,
				Define: map[string]string{"import.meta.url": "__url"},
				Banner: map[string]string{"js": `const __url = require("node:url").pathToFileURL(__filename).href;`},
			})
		}
		b.global()
		b.both("web/package/entry/inline.js", "inline", api.BuildOptions{})
		b.both("web/figures/figures.js", "plot", api.BuildOptions{})
		b.table("web/package/table/table.js", b.both)
		b.both("web/package/drawing/encode.js", "drawing", api.BuildOptions{})
		b.both("web/package/lite/lite.js", "lite", api.BuildOptions{MinifyIdentifiers: true})
		b.both("web/embed/embed.js", "embed", api.BuildOptions{MinifyIdentifiers: true})
		for ending, format := range map[string]api.Format{".mjs": api.FormatESModule, ".cjs": api.FormatCommonJS} {
			embed := "./embed" + ending
			for _, name := range []string{"lessons", "teach"} {
				b.build("web/embed/"+name+"/tag.js", name+ending, api.BuildOptions{Format: format, MinifyIdentifiers: true, Alias: map[string]string{"xaia:embed": embed}, External: []string{embed}})
			}
		}
		b.build("web/embed/lessons/inline.js", "lessons-inline.mjs", api.BuildOptions{MinifyIdentifiers: true, Alias: map[string]string{"xaia:embed": "./web/embed/embed.js"}})
		b.manifest()
		b.readme()
	case "page":
		// The first script, and what comes later: what they share is in parts.
		b.build("web/site/boot.js", "", api.BuildOptions{
			EntryPointsAdvanced: []api.EntryPoint{{InputPath: "web/site/boot.js", OutputPath: "boot"}, {InputPath: "web/site/tables.js", OutputPath: "tables"}, {InputPath: "web/site/more.js", OutputPath: "more"}},
			Splitting:           true, ChunkNames: "part-[hash]", Outdir: b.out, OutExtension: map[string]string{".js": ".mjs"},
			MinifyIdentifiers: true, Alias: map[string]string{"xaia:xlsx": "./table-xlsx.mjs"}, External: []string{"./table-xlsx.mjs"},
		})
		b.build("web/site/style.css", "style.css", api.BuildOptions{})
		b.build("web/embed/report.js", "report.mjs", api.BuildOptions{MinifyIdentifiers: true})
		b.build("web/package/entry/engineworker.js", "engine.js", api.BuildOptions{Format: api.FormatIIFE, Define: map[string]string{"import.meta.url": "location.href"}, MinifyIdentifiers: true})
		b.table("web/site/tableworker.js", func(entry, name string, o api.BuildOptions) { b.build(entry, name+".mjs", o) })
	case "door":
		b.build("web/site/door/door.css", "door.css", api.BuildOptions{})
		b.build("web/site/door/main.js", "door.mjs", api.BuildOptions{MinifyIdentifiers: true})
		b.build("web/site/door/live.js", "door-live.mjs", api.BuildOptions{MinifyIdentifiers: true})
	case "learn":
		b.build("web/site/learn/main.js", "learn.mjs", api.BuildOptions{MinifyIdentifiers: true})
	case "teach":
		b.build("web/site/teach/main.js", "teach.mjs", api.BuildOptions{MinifyIdentifiers: true})
	case "room":
		b.build("web/site/room/main.js", "room.mjs", api.BuildOptions{MinifyIdentifiers: true})
		b.build("web/site/room/wall.js", "room-wall.mjs", api.BuildOptions{MinifyIdentifiers: true})
	case "paper":
		b.build("web/site/paper/main.js", "paper.mjs", api.BuildOptions{})
		b.build("web/site/paper/worker.js", "paper-worker.js", api.BuildOptions{Format: api.FormatIIFE})
	case "course":
		b.build("web/course/kit.js", "xaia.js", api.BuildOptions{Format: api.FormatIIFE, Define: map[string]string{"import.meta.url": "location.href"}, MinifyIdentifiers: true, Alias: map[string]string{"xaia:embed": "./web/embed/embed.js"}})
	case "kernels":
		b.build("web/package/kernels.js", "givekernels.mjs", api.BuildOptions{})
	default:
		log.Fatal("bundle: say package, page, door, learn, teach, room, paper, course or kernels")
	}
}

// table makes what reads tables: text in UTF-8 and UTF-16 by itself. What reads workbooks, parquet and other encodings are
// modules beside it, loaded with the first such file.
func (b bundler) table(entry string, build func(entry, name string, o api.BuildOptions)) {
	others := map[string]string{}
	var files []string
	for _, kind := range []string{"xlsx", "parquet", "encoding"} {
		file := "table-" + kind + ".mjs"
		b.build("web/package/table/"+kind+".js", file, api.BuildOptions{MinifyIdentifiers: true})
		others["xaia:"+kind] = "./" + file
		files = append(files, "./"+file)
	}
	build(entry, "table", api.BuildOptions{MinifyIdentifiers: true, Alias: others, External: files})
}

// both makes a module and the same for require. They look for nothing beside themselves.
func (b bundler) both(entry, name string, o api.BuildOptions) {
	b.build(entry, name+".mjs", o)
	o.Format = api.FormatCommonJS
	o.Define = maps.Clone(o.Define)
	if o.Define == nil {
		o.Define = map[string]string{}
	}
	o.Define["import.meta.url"] = `"file:///"`
	b.build(entry, name+".cjs", o)
}

// global is the one-tag build, and the same with all its parts. Its own address is only known while it loads.
func (b bundler) global() {
	for entry, file := range map[string]string{"global": "xaia.global.js", "inline-global": "inline.global.js"} {
		b.build("web/package/entry/"+entry+".js", file, api.BuildOptions{
			Format: api.FormatIIFE,
			Define: map[string]string{"import.meta.url": "__url"},
			Banner: map[string]string{"js": `"use strict";(() => {const __url = globalThis.document?.currentScript?.src || globalThis.location?.href;`},
			Footer: map[string]string{"js": "})();"},
		})
	}
}

func (b bundler) build(entry, name string, o api.BuildOptions) {
	files := b.bundle(entry, name, o)
	for _, f := range files {
		contents := exportsApart(apart(f.Contents))
		if err := os.WriteFile(f.Path, contents, 0o644); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%8d  %s\n", len(contents), filepath.Join(b.out, filepath.Base(f.Path)))
	}
}

var packedText = regexp.MustCompile(`var \w+="[A-Za-z0-9+/]{1000}`)

// apart puts the packed engine on a line of its own: with an error that nobody catches, Node prints the whole line
// that threw.
func apart(contents []byte) []byte {
	at := packedText.FindIndex(contents)
	if at == nil {
		return contents
	}
	end := at[1] + bytes.Index(contents[at[1]:], []byte(`";`)) + 2
	return slices.Concat(contents[:at[0]], []byte("\n"), contents[at[0]:end], []byte("\n"), contents[end:])
}

func (b bundler) bundle(entry, name string, o api.BuildOptions) []api.OutputFile {
	if name != "" {
		o.EntryPoints, o.Outfile = []string{entry}, filepath.Join(b.out, name)
	}
	o.Bundle = true
	if o.Format == api.FormatDefault {
		o.Format = api.FormatESModule
	}
	o.Target = api.ES2022
	o.Charset = api.CharsetUTF8
	o.MinifyWhitespace = true
	o.MinifySyntax = true
	if !strings.HasSuffix(entry, ".css") {
		o.LineLimit = 160 // Node prints the line that threw an error which nobody catches
	}
	o.LegalComments = api.LegalCommentsEndOfFile
	const mode = "process.env.NODE_ENV"
	o.Define = maps.Clone(o.Define)
	if o.Define == nil {
		o.Define = map[string]string{}
	}
	o.Define[mode] = mode // esbuild would say what it is; others' bundlers do
	if !strings.HasPrefix(entry, "web/package/") {
		o.Define[mode] = `"production"` // pages and their elements show warnings themselves
	}
	o.Plugins = b.plugins(entry)
	o.LogLevel = api.LogLevelWarning
	o.Metafile = b.inputs != ""
	result := api.Build(o)
	if len(result.Errors) > 0 {
		os.Exit(1)
	}
	if o.Metafile {
		b.account(result.Metafile)
	}
	for i := range result.OutputFiles {
		result.OutputFiles[i].Contents = unbroken(result.OutputFiles[i].Contents)
	}
	return result.OutputFiles
}

// continued is a line that ends with a backslash, which isn't itself escaped.
var continued = regexp.MustCompile(`(^|[^\\])((?:\\\\)*)\\\n`)

// unbroken undoes the limit within texts: Vite 6 and 7 make a tab of a backslash at a line's end.
func unbroken(contents []byte) []byte { return continued.ReplaceAll(contents, []byte("$1$2")) }

// exportsApart puts the exports on a line of their own, where tools that read a module by its text find them.
func exportsApart(contents []byte) []byte {
	if at := bytes.LastIndex(contents, []byte("}export{")); at >= 0 {
		return slices.Concat(contents[:at+1], []byte("\n"), contents[at+1:])
	}
	return contents
}

// account keeps what a bundle was made of, for the release's list of parts.
func (b bundler) account(metafile string) {
	var line bytes.Buffer
	f, err := os.OpenFile(b.inputs, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		err = json.Compact(&line, []byte(metafile))
	}
	if err == nil {
		_, err = fmt.Fprintln(f, line.String())
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		log.Fatal(err)
	}
}
