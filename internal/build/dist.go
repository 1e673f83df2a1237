//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const version = "0.3.0"

// A change of this file builds everything again; besides, each artefact names what it is made of.
var (
	// The glue must be the one of the compiler that made the module.
	glue = &artefact{name: "wasm_exec.js", made: []string{"wasm_exec.js"}, make: func(*job) error {
		return copyFiles(".", filepath.Join(goroot(), "lib/wasm/wasm_exec.js"))
	}}

	module = &artefact{name: "xaia.wasm", programs: []string{"js ./wasm"}, made: []string{"dist/npm/xaia.wasm"}, make: func(j *job) error {
		return wasm(j, "dist/npm/xaia.wasm", "./wasm", released...)
	}}

	pageModule = &artefact{name: "page.wasm", from: []*artefact{npm("web")}, programs: []string{"js ./web/site/page"}, files: []string{"web/site/compress.mjs"},
		made: []string{"dist/site/page.wasm*"}, make: makePageModule}

	paperModule = &artefact{name: "paper.wasm", from: []*artefact{npm("web")}, programs: []string{"js ./experiments/page"}, files: []string{"web/site/compress.mjs"},
		made: []string{"dist/site/paper.wasm*"}, make: func(j *job) error {
			if err := wasm(j, "dist/site/paper.wasm", "./experiments/page", released...); err != nil {
				return err
			}
			return compress(j, "dist/site/paper.wasm")
		}}

	scripts = []string{"web/package", "web/ui", "web/scene", "web/figures", "web/embed", "web/site", "web/bundle"}

	packageFiles = &artefact{name: "the package", from: []*artefact{npm("web"), glue, module}, programs: []string{"native ./web/bundle"},
		files: slices.Concat(scripts, []string{"README.md", "LICENSE"}),
		made:  []string{"dist/npm/*.mjs", "dist/npm/*.cjs", "dist/npm/*.global.js", "dist/npm/*.ts", "dist/npm/*.mts", "dist/npm/package.json", "dist/npm/README.md", "dist/npm/LICENSE", "dist/inputs/package.json"},
		make: func(j *job) error {
			return errors.Join(bundle(j, "package", "dist/npm", "-wasm", "dist/npm/xaia.wasm"), types(), copyFiles("dist/npm", "LICENSE"))
		}}

	pageFiles = &artefact{name: "the page", from: []*artefact{npm("web"), glue, module}, programs: []string{"native ./web/bundle", "native ./experiments/preview", "native ./experiments/sets", "native ./web/site/rules"},
		files: slices.Concat(scripts, []string{"testdata/data", "testdata/golden"}),
		made: []string{"dist/site/workshop.html*", "dist/site/style.css*", "dist/site/boot.mjs*", "dist/site/tables.mjs*", "dist/site/more.mjs*", "dist/site/part-*", "dist/site/report.mjs*", "dist/site/engine.js*", "dist/site/table*.mjs*", "dist/site/preview.png",
			"dist/site/sets.json*", "dist/site/_headers", "dist/site/.assetsignore", "dist/site/data", "dist/inputs/page.json"}, make: makePage}

	// The front door is computed with the package that it shows.
	doorFiles = &artefact{name: "index.html", from: []*artefact{npm("web"), packageFiles, pageFiles}, programs: []string{"native ./web/bundle"}, files: slices.Concat(scripts, []string{"index.html"}),
		made: []string{"dist/site/index.html*", "dist/site/door*", "dist/inputs/door.json"}, make: func(j *job) error {
			return errors.Join(bundle(j, "door", "dist/site"),
				j.run("node", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "web/site/door/prepare.mjs", "dist/site", "dist/npm", "dist/site/data/penguins.csv"), copyPage("dist/site/index.html"),
				compress(j, "dist/site/index.html", "dist/site/door.css", "dist/site/door.mjs", "dist/site/door-live.mjs", "dist/site/door.json"))
		}}

	// What the page loads with a large table: its own engine can't learn.
	wholeFiles = &artefact{name: "the package, for the page", from: []*artefact{packageFiles, module}, files: []string{"web/site/compress.mjs"},
		made: []string{"dist/site/xaia.*"}, make: func(j *job) error {
			return errors.Join(copyFiles("dist/site", "dist/npm/xaia.mjs", "dist/npm/xaia.wasm"), compress(j, "dist/site/xaia.mjs", "dist/site/xaia.wasm"))
		}}

	learnFiles = &artefact{name: "learn.html", from: []*artefact{npm("web"), glue}, programs: []string{"native ./web/bundle"}, files: scripts,
		made: []string{"dist/site/learn.*", "dist/inputs/learn.json"}, make: func(j *job) error {
			return errors.Join(bundle(j, "learn", "dist/site"),
				j.run("node", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "web/site/learn/write.mjs", "dist/site"), copyPage("dist/site/learn.html"),
				compress(j, "dist/site/learn.html", "dist/site/learn.css", "dist/site/learn.mjs"))
		}}

	teachFiles = &artefact{name: "teach.html", from: []*artefact{npm("web"), glue}, programs: []string{"js ./web/site/teach", "native ./web/bundle"}, files: scripts,
		made: []string{"dist/site/teach.*", "dist/inputs/teach.json"}, make: func(j *job) error {
			return errors.Join(wasm(j, "dist/site/teach.wasm", "./web/site/teach", slices.Concat(released, small)...),
				bundle(j, "teach", "dist/site"), copyPage("web/site/teach/teach.html"),
				j.run("node", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "web/site/teach/write.mjs", "dist/site"),
				compress(j, "dist/site/teach.html", "dist/site/teach.css", "dist/site/teach.mjs", "dist/site/teach.wasm"))
		}}

	// A phone's script is alone: the wall's comes with the key. Both take teach.html's engine.
	roomFiles = &artefact{name: "room.html", from: []*artefact{npm("web"), glue}, programs: []string{"native ./web/bundle"}, files: scripts,
		made: []string{"dist/site/room.*", "dist/site/room-wall.*", "dist/inputs/room.json"}, make: func(j *job) error {
			return errors.Join(bundle(j, "room", "dist/site"), copyPage("web/site/room/room.html"),
				j.run("node", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "web/site/teach/write.mjs", "dist/site", "room"),
				compress(j, "dist/site/room.html", "dist/site/room.css", "dist/site/room.mjs", "dist/site/room-wall.mjs"))
		}}

	// A module, scripts and data of its own, so that the others load none of it.
	paperFiles = &artefact{name: "paper.html", from: []*artefact{npm("web"), glue}, programs: []string{"native ./web/bundle"}, files: slices.Concat(scripts, []string{"testdata/golden"}),
		made: []string{"dist/site/paper.html*", "dist/site/paper.css*", "dist/site/paper.mjs*", "dist/site/paper-worker.js*", "dist/site/golden", "dist/inputs/paper.json"},
		make: func(j *job) error {
			return errors.Join(bundle(j, "paper", "dist/site"),
				copyPage("web/site/paper/paper.html"), copyFiles("dist/site", "web/site/paper/paper.css"),
				copyFiles("dist/site/golden", "testdata/golden/fig4-summary.json", "testdata/golden/rings.json"),
				compress(j, "dist/site/paper.html", "dist/site/paper.css", "dist/site/paper.mjs", "dist/site/paper-worker.js", "dist/site/golden/*.json"))
		}}

	// The script of the course kit: lessons and plots for pages that are opened from a folder, where no module loads.
	courseScript = &artefact{name: "the course's script", from: []*artefact{npm("web"), glue, module}, programs: []string{"native ./web/bundle"}, files: append(slices.Clip(scripts), "web/course/kit.js", "web/course/tables.js"),
		made: []string{"dist/course/xaia.js", "dist/inputs/course.json"}, make: func(j *job) error {
			return bundle(j, "course", "dist/course", "-wasm", "dist/npm/xaia.wasm")
		}}

	// The documents and, from the types, the reference.
	docs = &artefact{name: "the documentation site", from: []*artefact{npm("web")},
		files: []string{"README.md", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md", "index.html", "docs", "quality/quality-tables.md", "bench/performance-tables.md", "web/package/xaia.d.ts", "web/package/records.d.ts", "web/package/examples.md", "web/typedoc.json", "web/tsconfig.json", "web/site/docs", "web/site/compress.mjs",
			// What they link to comes along.
			"CITATION.cff", "deploy", "examples", "proof", "python/engine", "worker/room", "web/embed/*.d.ts", "web/figures/*.d.ts", "web/package/*.d.ts", "web/test/apps/strict/react.tsx", "web/test/docusaurus/docusaurus.config.js", "web/test/hosts/*.html", "web/test/hosts/myst/index.md", "web/test/hosts/vitepress/index.md", "web/test/framework/src/index.md", "web/test/starlight/src/content/docs/index.md", "web/course/h5p"},
		made: []string{"dist/site/docs"}, make: func(j *job) error {
			err := errors.Join(os.RemoveAll("dist/docs"), os.RemoveAll("dist/site/docs"), j.run("node", "web/site/docs/make.mjs", "dist/docs"))
			if err == nil {
				err = os.MkdirAll("dist/site", 0o755)
			}
			if err == nil {
				err = os.Rename("dist/docs", "dist/site/docs")
			}
			if err != nil {
				return err
			}
			return compress(j, "dist/site/docs/**.html", "dist/site/docs/**.css", "dist/site/docs/**.js")
		}}

	// The files that a reader of the documents downloads are the release's.
	downloads = &artefact{name: "downloads", from: []*artefact{packageFiles, module}, made: []string{"dist/site/files"}, make: func(*job) error {
		return copyFiles("dist/site/files", "dist/npm/inline.mjs", "dist/npm/inline.global.js", "dist/npm/embed.mjs", "dist/npm/lessons.mjs", "dist/npm/lessons-inline.mjs", "dist/npm/teach.mjs", "dist/npm/drawing.mjs",
			"dist/npm/table.mjs", "dist/npm/table-encoding.mjs", "dist/npm/table-xlsx.mjs", "dist/npm/table-parquet.mjs", "dist/npm/lite.mjs", "dist/npm/sync.mjs", "dist/npm/xaia.wasm")
	}}

	// What the bundles are made of, and the notices of those who made it.
	notices = &artefact{name: "notices", from: []*artefact{packageFiles, pageFiles, doorFiles, learnFiles, teachFiles, roomFiles, paperFiles, courseScript}, programs: []string{"native ./release", "js ./wasm", "js ./web/site/page", "js ./web/site/teach", "js ./experiments/page"},
		made: []string{"dist/inputs.json", "dist/npm/THIRD_PARTY_NOTICES.txt", "dist/site/THIRD_PARTY_NOTICES.txt", "dist/course/THIRD_PARTY_NOTICES.txt"}, make: func(j *job) error {
			var inputs []byte
			for _, b := range []string{"package", "page", "door", "learn", "teach", "room", "paper", "course"} {
				text, err := os.ReadFile("dist/inputs/" + b + ".json")
				if err != nil {
					return err
				}
				inputs = append(inputs, text...)
			}
			if err := os.WriteFile("dist/inputs.json", inputs, 0o644); err != nil {
				return err
			}
			return j.run("go", "run", "./release", "-notices", "-dist", "dist", "-inputs", "dist/inputs.json")
		}}

	// What a teacher unzips: pages, slides, notebooks and exercises.
	courseKit = &artefact{name: "the course kit", from: []*artefact{npm("web"), packageFiles, courseScript, notices}, programs: []string{"native ./web/course"}, files: []string{"web/course/pages", "web/course/h5p", "LICENSE", "testdata/data/iris.csv", "testdata/data/wine.csv"},
		made: []string{"dist/kit"}, make: func(j *job) error {
			return errors.Join(os.RemoveAll("dist/kit"), j.run("go", "run", "./web/course", "-version", version, "-out", "dist/kit/xaia-course-"+version+".zip"))
		}}

	// The Worker. The adaptor's files come first, since its generator empties the folder; its wasm_exec.js is its own.
	edgeFiles = &artefact{name: "the Worker", from: []*artefact{npm("worker")}, programs: []string{"js ./worker/edge"}, files: []string{"worker/edge"}, made: []string{"dist/edge"}, make: func(j *job) error {
		if err := j.run("go", "run", "github.com/syumai/workers/cmd/workers-assets-gen", "-mode=go", "-o", "dist/edge"); err != nil {
			return err
		}
		// entry.mjs and programs.mjs take the place of these.
		err := errors.Join(os.Remove("dist/edge/worker.mjs"), os.Remove("dist/edge/runtime.mjs"), copyFiles("dist/edge", "worker/edge/entry.mjs", "worker/edge/programs.mjs"))
		if err != nil {
			return err
		}
		return wasm(j, "dist/edge/app.wasm", "./worker/edge", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w -X main.version="+version)
	}}

	server = &artefact{name: "the server", programs: []string{"native ./worker/serve"}, made: []string{"dist/serve"}, make: func(j *job) error {
		return j.run("go", "build", "-buildvcs=false", "-ldflags", "-X main.version="+version, "-o", "dist/serve", "./worker/serve")
	}}

	// What a release has of the server: a folder for each platform.
	servers = &artefact{name: "the server for each platform", programs: []string{"native ./worker/serve"}, files: []string{"LICENSE", "deploy", "docs/service.md"}, made: []string{"dist/servers"}, make: func(j *job) error {
		deploy, err := filepath.Glob("deploy/*")
		if err != nil {
			return err
		}
		return onEachPlatform(j, "dist/servers", "xaia-server", "./worker/serve", func(folder string) error {
			return errors.Join(copyFiles(folder, "LICENSE", "docs/service.md"), copyFiles(folder+"/deploy", deploy...))
		})
	}}

	// The command, which has the script of reports in it, and the pages of a room: its own files in the tree are empty.
	theCommand = &artefact{name: "the command", from: []*artefact{pageFiles, teachFiles, roomFiles}, programs: []string{"native ./cmd/xaia"}, files: []string{"cmd/xaia/report.mjs", "cmd/xaia/pages"}, made: []string{"dist/xaia", "dist/overlay.json"}, make: func(j *job) error {
		inside := map[string]string{"cmd/xaia/report.mjs": "dist/site/report.mjs", "cmd/xaia/pages/index.html": "dist/site/room.html"}
		for _, name := range []string{"room.html", "room.css", "room.mjs", "room-wall.mjs", "style.css", "teach.wasm", "engine.js"} {
			inside["cmd/xaia/pages/"+name] = "dist/site/" + name
		}
		overlay, err := json.Marshal(map[string]any{"Replace": inside})
		if err != nil {
			return err
		}
		if err := os.WriteFile("dist/overlay.json", overlay, 0o644); err != nil {
			return err
		}
		return j.run("go", "build", "-buildvcs=false", "-overlay", "dist/overlay.json", "-ldflags", "-X main.version="+version, "-o", "dist/xaia", "./cmd/xaia")
	}}

	// What a release has of it.
	thePrograms = &artefact{name: "the command for each platform", from: []*artefact{theCommand}, programs: []string{"native ./cmd/xaia"}, files: []string{"LICENSE", "docs/command.md"}, made: []string{"dist/programs"}, make: func(j *job) error {
		return onEachPlatform(j, "dist/programs", "xaia", "./cmd/xaia", func(folder string) error { return copyFiles(folder, "LICENSE", "docs/command.md") }, "-overlay", "dist/overlay.json")
	}}

	// The engine of the Python package. It needs no C library.
	engines = &artefact{name: "the engine for Python on each platform", programs: []string{"native ./python/engine", "js ./python/engine"}, made: []string{"dist/engines"}, make: func(j *job) error {
		if err := os.RemoveAll("dist/engines"); err != nil {
			return err
		}
		for _, platform := range []string{"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64", "windows-arm64"} {
			system, processor, _ := strings.Cut(platform, "-")
			program := "dist/engines/" + platform + "/xaia-engine"
			if system == "windows" {
				program += ".exe"
			}
			if err := j.with("CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor).run("go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", program, "./python/engine"); err != nil {
				return err
			}
		}
		// And for pages, with Python in them.
		module := "dist/engines/js-wasm/xaia-engine.wasm"
		if err := errors.Join(wasm(j, module, "./python/engine", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w"), copyFiles(filepath.Dir(module), filepath.Join(goroot(), "lib/wasm/wasm_exec.js"))); err != nil {
			return err
		}
		if err := gzipped(module); err != nil {
			return err
		}
		return nil
	}}

	// The wheels: embed.mjs of the build, python/xaia, and in one for each platform its engine.
	wheel = &artefact{name: "the wheels", from: []*artefact{packageFiles, notices, engines}, files: []string{"python/xaia/*.py", "python/xaia/*.mjs", "python/*.toml", "python/README.md", "python/backend.py"},
		needs: []*need{python}, made: []string{"dist/python"}, make: func(j *job) error {
			return errors.Join(os.RemoveAll("dist/python"), j.run("python3", "-B", "python/backend.py", "dist/python"))
		}}

	// All that bench needs of a state, in one folder, which it also serves.
	benchFolder = &artefact{name: "the benchmark", programs: []string{"native ./web/bundle"}, files: []string{"bench/host.mjs", "bench/index.html", "web/package/kernels.js", "core", "internal/simd", "testdata/data"},
		made: []string{"dist/bench/host.mjs", "dist/bench/givekernels.mjs", "dist/bench/index.html", "dist/bench/wasm_exec.js", "dist/bench/core.test*"}, make: func(j *job) error { return makeBench(j, "dist/bench") }}

	benchSets = &artefact{name: "the benchmark's sets", from: []*artefact{npm("web")}, files: []string{"bench/data.mjs"},
		made: []string{"dist/bench/data/digits-784.f64"}, make: func(j *job) error { return j.run("node", "bench/data.mjs", "dist/bench/data") }}

	linters = &artefact{name: "linters", files: []string{"tools"}, made: []string{"dist/tools/staticcheck", "dist/tools/actionlint"}, make: func(j *job) error {
		return j.run("go", "build", "-modfile=tools/go.mod", "-o", "dist/tools/", "honnef.co/go/tools/cmd/staticcheck", "github.com/rhysd/actionlint/cmd/actionlint")
	}}
)

// gzipped compresses a file, which it removes: the same bytes everywhere, without a time.
func gzipped(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err = w.Write(text); err != nil {
		return err
	}
	return errors.Join(w.Close(), os.WriteFile(name+".gz", packed.Bytes(), 0o644), os.Remove(name))
}

// onEachPlatform builds a program for each into folders of their own, and adds to these.
func onEachPlatform(j *job, into, name, program string, add func(folder string) error, flags ...string) error {
	if err := os.RemoveAll(into); err != nil {
		return err
	}
	for _, platform := range []string{"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64"} {
		system, processor, _ := strings.Cut(platform, "-")
		folder, file := into+"/"+name+"-"+version+"-"+platform, name
		if system == "windows" {
			file += ".exe"
		}
		args := slices.Concat([]string{"build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w -X main.version=" + version}, flags, []string{"-o", folder + "/" + file, program})
		if err := j.with("CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor).run("go", args...); err != nil {
			return err
		}
		if err := add(folder); err != nil {
			return err
		}
	}
	return nil
}

// dist is the package and the page.
var dist = []*artefact{glue, module, pageModule, paperModule, packageFiles, wholeFiles, pageFiles, doorFiles, learnFiles, teachFiles, roomFiles, paperFiles, courseScript, docs, downloads, notices}

// artefacts are all that are made of Go programs.
func artefacts() []*artefact {
	return append(slices.Clip(dist), courseKit, edgeFiles, server, servers, theCommand, thePrograms, engines)
}

// buildDist builds the package and the page, and removes what no artefact has made.
func buildDist(ctx context.Context) error {
	if err := build(ctx, dist...); err != nil {
		return err
	}
	made := map[string]bool{}
	for _, a := range dist {
		for name := range a.read().Files {
			made[name] = true
		}
	}
	for _, folder := range []string{"dist/npm", "dist/site"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !made[path] {
				return os.Remove(path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var (
	// Without the commit: it is no part of what is built, and git may be missing, or refuse to speak to another user.
	released = []string{"-buildvcs=false", "-trimpath", "-ldflags", "-s -w -X github.com/xaia-go/xaia/wasm/binding.Version=" + version}

	// Without inlining the runtime, the bindings and the controller a module is an eighth smaller; fits of thousands of
	// points take up to a half longer.
	small = []string{
		"-gcflags=runtime=-l", "-gcflags=internal/runtime/maps=-l", "-gcflags=internal/runtime/atomic=-l", "-gcflags=sync=-l", "-gcflags=slices=-l",
		"-gcflags=syscall/js=-l", "-gcflags=honnef.co/go/js/dom/v2=-l", "-gcflags=github.com/xaia-go/xaia/...=-l",
	}
)

// wasm compiles a program for JavaScript.
func wasm(j *job, to, program string, flags ...string) error {
	return j.with("GOOS=js", "GOARCH=wasm").run("go", slices.Concat([]string{"build", "-o", to}, flags, []string{program})...)
}

// makePageModule makes the module that holds the controller, too.
func makePageModule(j *job) error {
	flags := slices.Concat(released, small)
	// The older garbage collector is 9 KB smaller, where the compiler still has it.
	collector := "GOEXPERIMENT=nogreenteagc"
	if has := exec.Command("go", "version"); func() error { has.Env = append(os.Environ(), collector); return has.Run() }() != nil {
		collector = "GOEXPERIMENT="
	}
	if err := wasm(j.with(collector), "dist/site/page.wasm", "./web/site/page", flags...); err != nil {
		return err
	}
	return compress(j, "dist/site/page.wasm")
}

// bundle makes scripts. Those that carry the module are told where it is, and are made of it.
func bundle(j *job, what, out string, options ...string) error {
	inputs := "dist/inputs/" + what + ".json"
	if err := errors.Join(os.MkdirAll("dist/inputs", 0o755), os.MkdirAll(out, 0o755), os.RemoveAll(inputs)); err != nil {
		return err
	}
	return j.run("go", slices.Concat([]string{"run", "./web/bundle", "-version", version, "-inputs", inputs, "-out", out}, options, []string{what})...)
}

var (
	above   = regexp.MustCompile(`"[./a-z]*/(xaia|plot)\.js"`)
	besides = regexp.MustCompile(`"\./(xaia|records|plot|sync)\.js"`)
)

// types writes the same types for import and for require. The latter have what tells TypeScript that they have no
// default by themselves: an import of it would be undefined.
func types() error {
	for _, name := range []string{"xaia", "records", "xaia.global", "xaia.wasm", "plot", "table", "drawing", "lite", "embed", "lessons", "teach"} {
		found, err := filepath.Glob("web/*/" + name + ".d.ts")
		if err != nil || len(found) != 1 {
			return errors.Join(err, errors.New("web has no "+name+".d.ts, or more than one"))
		}
		text, err := os.ReadFile(found[0])
		if err != nil {
			return err
		}
		text = above.ReplaceAll(text, []byte(`"./$1.js"`))
		if err := writeTypes(name, text); err != nil {
			return err
		}
		if name != "xaia" {
			continue
		}
		text, err = answering(string(text))
		if err := errors.Join(err, writeTypes("sync", text)); err != nil {
			return err
		}
	}
	return nil
}

func writeTypes(name string, text []byte) error {
	if !strings.Contains(name, ".") {
		if err := os.WriteFile("dist/npm/"+name+".d.mts", besides.ReplaceAll(text, []byte(`"./$1.mjs"`)), 0o644); err != nil {
			return err
		}
		text = append(slices.Clip(text), "export declare const __esModule: true;\n"...)
	}
	return os.WriteFile("dist/npm/"+name+".d.ts", text, 0o644)
}

const (
	starts   = "export declare function initialize("
	controls = "export interface Control {"
	promise  = "Promise<"
)

// answering makes the types of xaia/sync of those of xaia: calls give what their promises give, and have no control. Starting
// the engine is a promise's there, too.
func answering(text string) ([]byte, error) {
	before, control, ok := strings.Cut(text, controls)
	_, after, ends := strings.Cut(control, "\n}")
	if !ok || !ends {
		return nil, errors.New("xaia.d.ts has no " + controls)
	}
	before, after = strings.ReplaceAll(before, `"./xaia.js"`, `"./sync.js"`), strings.ReplaceAll(after, `"./xaia.js"`, `"./sync.js"`)
	text = before + controls + "\n  signal?: undefined;\n  onProgress?: undefined;\n}" + after
	from := strings.Index(text, starts)
	length := strings.Index(text[max(from, 0):], ";\n\n")
	if from < 0 || length < 0 {
		return nil, errors.New("xaia.d.ts has no " + starts)
	}
	return []byte(unpromised(text[:from]) + text[from:from+length] + unpromised(text[from+length:])), nil
}

// unpromised replaces each Promise<T> by T.
func unpromised(text string) string {
	var out strings.Builder
	for {
		before, after, ok := strings.Cut(text, promise)
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		end := 0
		for open := 1; open > 0; end++ {
			switch after[end] {
			case '<':
				open++
			case '>':
				open--
			}
		}
		out.WriteString(after[:end-1])
		text = after[end:]
	}
}

func makePage(j *job) error {
	stale, _ := filepath.Glob("dist/site/part-*") // each build names them by what is in them
	for _, file := range stale {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	if err := bundle(j, "page", "dist/site", "-wasm", "dist/npm/xaia.wasm"); err != nil {
		return err
	}
	// Cloudflare compresses by itself.
	err := errors.Join(copyPage("web/site/page/workshop.html"), preloadParts("dist/site/workshop.html", "dist/site/boot.mjs"), os.WriteFile("dist/site/.assetsignore", []byte("*.br\n"), 0o644))
	// Tables that are somebody else's files: from their package, with its licence, which lies beside them.
	const from = "web/node_modules/@observablehq/sample-datasets/"
	for file, program := range map[string][]string{"preview.png": {"./experiments/preview", from + "penguins.csv"}, "sets.json": {"./experiments/sets"}, "_headers": {"./web/site/rules"}} {
		text, failed := j.output("go", append([]string{"run"}, program...)...)
		err = errors.Join(err, failed, os.WriteFile("dist/site/"+file, []byte(text), 0o644))
	}
	err = errors.Join(err,
		copyFiles("dist/site/data", "testdata/data/iris.csv", "testdata/data/wine.csv", "testdata/data/boston.csv", "testdata/data/diabetes.csv", "testdata/data/cancer.csv", from+"penguins.csv"),
		copyFile("dist/site/data/LICENSE.txt", from+"LICENSE"),
		everySoMany("dist/site/data/diamonds.csv", from+"diamonds.csv", 2000))
	if err != nil {
		return err
	}
	return compress(j, "dist/site/workshop.html", "dist/site/style.css", "dist/site/boot.mjs", "dist/site/tables.mjs", "dist/site/more.mjs", "dist/site/part-*.mjs", "dist/site/report.mjs", "dist/site/engine.js", "dist/site/table*.mjs", "dist/site/sets.json", "dist/site/data/*.csv")
}

var partOf = regexp.MustCompile(`from"\./(part-\w+\.mjs)"`)

// preloadParts has a page fetch the parts that its script imports at the same time as the script.
func preloadParts(page, script string) error {
	text, err := os.ReadFile(page)
	code, failed := os.ReadFile(script)
	const own = `<link rel="modulepreload" href="boot.mjs">`
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	links := own
	for _, part := range partOf.FindAllSubmatch(code, -1) {
		links += "\n" + strings.Replace(own, "boot.mjs", string(part[1]), 1)
	}
	return os.WriteFile(page, bytes.Replace(text, []byte(own), []byte(links), 1), 0o644)
}

// copyPage copies a page into the site. Whoever shows a link's picture wants its whole address: XAIA_SITE is the site's.
func copyPage(from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if site := strings.TrimSuffix(os.Getenv("XAIA_SITE"), "/"); site != "" {
		text = bytes.ReplaceAll(text, []byte(`content="preview.png"`), []byte(`content="`+site+`/preview.png"`))
	}
	return os.WriteFile("dist/site/"+filepath.Base(from), text, 0o644)
}

// everySoMany copies the head of a table and so many of its rows, evenly spread.
func everySoMany(to, from string, want int) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	rows := len(lines) - 1
	kept := lines[0]
	for i := 1; i <= rows; i++ {
		if i*want/rows > (i-1)*want/rows {
			kept = append(kept, lines[i]...)
		}
	}
	return os.WriteFile(to, kept, 0o644)
}

// compress puts beside each file the same compressed once: the server, and hosts that know such files, send these.
func compress(j *job, patterns ...string) error {
	var names []string
	for _, p := range patterns {
		folder, ending, deep := strings.Cut(p, "/**")
		if !deep {
			found, err := filepath.Glob(p)
			if err != nil {
				return err
			}
			names = append(names, found...)
			continue
		}
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ending) {
				names = append(names, path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return j.run("node", append([]string{"web/site/compress.mjs"}, names...)...)
}

func makeBench(j *job, folder string) error {
	if err := copyFiles(folder, "bench/host.mjs", "bench/index.html", filepath.Join(goroot(), "lib/wasm/wasm_exec.js")); err != nil {
		return err
	}
	data, err := filepath.Glob("testdata/data/*")
	if err != nil {
		return err
	}
	if err = copyFiles(folder+"/data", data...); err != nil {
		return err
	}
	if _, err := os.Stat("web/package/kernels.js"); err == nil { // not so in earlier commits, which bench against measures
		if err := j.run("go", "run", "./web/bundle", "-out", folder, "kernels"); err != nil {
			return err
		}
	}
	return errors.Join(
		j.run("go", "test", "-c", "-o", folder+"/core.test", "./core"),
		j.with("GOOS=js", "GOARCH=wasm").run("go", "test", "-c", "-o", folder+"/core.test.wasm", "./core"))
}

// npm is a folder's packages, installed again when its lock file has changed.
func npm(folder string) *artefact {
	if npms[folder] == nil {
		lock, installed := folder+"/package-lock.json", folder+"/node_modules/.installed"
		npms[folder] = &artefact{name: "npm packages of " + folder, files: []string{lock}, made: []string{installed}, make: func(j *job) error {
			wanted, err := os.ReadFile(lock)
			if err != nil {
				return err
			}
			if there, err := os.ReadFile(installed); err == nil && bytes.Equal(there, wanted) {
				return nil
			}
			if err := j.in(folder).run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"); err != nil {
				return err
			}
			return os.WriteFile(installed, wanted, 0o644)
		}}
	}
	return npms[folder]
}

var npms = map[string]*artefact{}

// copyFiles copies files into a folder.
func copyFiles(folder string, files ...string) error {
	for _, from := range files {
		if err := copyFile(filepath.Join(folder, filepath.Base(from)), from); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
