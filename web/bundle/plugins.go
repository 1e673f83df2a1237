//go:build !js

package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/xaia-go/xaia/internal/simd/kernels"
)

// plugins resolve the imports that aren't files.
func (b bundler) plugins(entry string) []api.Plugin {
	host := map[string]string{"web/package/entry/sync.js": "web/package/entry/host-sync.js", "web/package/entry/inline.js": "web/package/entry/host-inline.js", "web/package/entry/inline-global.js": "web/package/entry/host-inline.js", "web/embed/embed.js": "web/package/entry/host-inline.js", "web/embed/report.js": "web/package/entry/host-inline.js", "web/embed/lessons/inline.js": "web/package/entry/host-inline.js", "web/course/kit.js": "web/package/entry/host-inline.js"}[entry]
	if host == "" {
		host = "web/package/entry/host.js"
	}
	pool := "web/package/entry/no-pool.js"
	if strings.HasPrefix(entry, "web/package/") {
		pool = "web/package/pool.js"
	}
	plugins := []api.Plugin{
		virtual("go:wasm_exec", b.wasmExec),
		virtual("xaia:kernels", b.kernelModules),
		virtual("inline:wasm", b.inlineWasm),
		virtual("inline:worker", b.inlineWorker),
		found("xaia:host", host),
		found("xaia:pool", pool),
		{Name: "version", Setup: func(p api.PluginBuild) {
			p.OnLoad(api.OnLoadOptions{Filter: `[\\/]xaia\.js$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
				source, err := os.ReadFile(a.Path)
				text := strings.Replace(string(source), "__XAIA_VERSION__", b.version, 1)
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
			})
		}},
	}
	if entry == "web/site/boot.js" {
		plugins = append(plugins, instead("what the page never calls", `[\\/]package[\\/](effect|learner|certificate)\.js$`, nothing("The page's engine doesn't have this.", "effectOf", "effectPlan", "outliersOf", "Learner", "certificateOf")))
	}
	for file, places := range distrustful {
		plugins = append(plugins, changed("distrustful "+file, `[\\/]hyparquet[\\/]src[\\/]`+file+`\.js$`, places))
	}
	return plugins
}

// distrustful has the reader of parquet refuse what a damaged file says: it believes lengths of runs, blocks and texts,
// may write or turn in a circle without an end, and takes what its dictionary lacks as missing.
var distrustful = map[string][][2]string{
	"encoding": {
		{"const count = header >>> 1\n", "const count = header >>> 1\n      if (count > output.length - seen) throw new Error('a run is longer than its page')\n"},
		{"let count = header >> 1 << 3", "if ((header >>> 1) * 8 > output.length - seen + 511) throw new Error('a run is longer than its page')\n  let count = header >> 1 << 3"},
	},
	"assemble": {
		{"const rep = repetitionLevels[i]\n", "const rep = repetitionLevels[i]\n    if (def > maxDefinitionLevel || def === maxDefinitionLevel && valueIndex >= values.length) throw new Error('a page has other values than it says')\n"},
	},
	"convert": {
		{"if (dictionary && encoding.endsWith('_DICTIONARY')) {", "if (!dictionary && data.length && encoding.endsWith('_DICTIONARY')) throw new Error('a dictionary is missing')\n  if (dictionary && encoding.endsWith('_DICTIONARY')) {\n    for (let i = 0; i < data.length; i++) if (!(data[i] < dictionary.length)) throw new Error('a value is not in its dictionary')"},
	},
	"delta": {
		{"const valuesPerMiniblock = blockSize / miniblockPerBlock\n", "const valuesPerMiniblock = blockSize / miniblockPerBlock\n  if (!(valuesPerMiniblock > 0 && miniblockPerBlock > 0 && miniblockPerBlock <= reader.view.byteLength)) throw new Error('the length of a block is damaged')\n"},
		{"if (prefixData[i]) {", "if (prefixData[i]) {\n      if (!(i > 0 && prefixData[i] <= output[i - 1].length && (copied += prefixData[i]) <= 2 ** 28)) throw new Error('the beginnings of its texts are damaged, or too long')"},
		{"const suffixData = new Int32Array(count)\n", "const suffixData = new Int32Array(count)\n  let copied = 0\n"},
	},
	"thrift": {
		{"const values = new Array(listSize)\n", "if (listSize > reader.view.byteLength - reader.offset) throw new Error('a list is longer than the file')\n    const values = new Array(listSize)\n"},
		{"result |= BigInt(byte & 0x7f) << shift\n", "if (shift > 63n) throw new Error('a number is damaged')\n    result |= BigInt(byte & 0x7f) << shift\n"},
	},
	"snappy": {
		{"if (pos + len > inputLength) {", "if (len < 1 || pos + len > inputLength) {"},
	},
}

// changed replaces parts of a module, wherever they stand in it; each must be there.
func changed(name, path string, places [][2]string) api.Plugin {
	return rewritten(name, path, func(text string) (string, error) {
		for _, place := range places {
			if !strings.Contains(text, place[0]) {
				return "", errors.New("it has changed: " + place[0])
			}
			text = strings.ReplaceAll(text, place[0], place[1])
		}
		return text, nil
	})
}

// rewritten makes another text of a module.
func rewritten(name, path string, make func(text string) (string, error)) api.Plugin {
	return api.Plugin{Name: name, Setup: func(p api.PluginBuild) {
		p.OnLoad(api.OnLoadOptions{Filter: path}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			source, err := os.ReadFile(a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			text, err := make(string(source))
			if err != nil {
				err = errors.New(a.Path + ": " + err.Error())
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
		})
	}}
}

// found is a file of this repository under another name.
func found(name, file string) api.Plugin {
	return api.Plugin{Name: name, Setup: func(p api.PluginBuild) {
		p.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			path, err := filepath.Abs(file)
			return api.OnResolveResult{Path: path}, err
		})
	}}
}

// virtual is a module whose text is made here.
func virtual(name string, make func() (string, error)) api.Plugin {
	return api.Plugin{Name: name, Setup: func(p api.PluginBuild) {
		p.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: name, Namespace: "made"}, nil
		})
		p.OnLoad(api.OnLoadOptions{Filter: "^" + name + "$", Namespace: "made"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := make()
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS, ResolveDir: "web"}, err
		})
	}}
}

// wasmExec wraps Go's script, which sets globalThis.Go and fills in missing
// globals, into a function of the global object it works on, whose clock and timers it takes.
func (b bundler) wasmExec() (string, error) {
	source, err := os.ReadFile(b.glue)
	text := string(source)
	for _, change := range [][2]string{
		{"\tfs.writeSync(", "\tglobalThis.fs.writeSync("},                           // the one global that the script sets, and then reads by its bare name
		{`new TextDecoder("utf-8")`, `new TextDecoder("utf-8", {ignoreBOM: true})`}, // a text that begins with a byte order mark stays as it is
	} {
		if err == nil && !strings.Contains(text, change[0]) {
			err = errors.New("wasm_exec.js of Go has changed")
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	return "export function createGo(globalThis) {\nconst {setTimeout, clearTimeout, performance} = globalThis;\n" + text + "\nreturn globalThis.Go;\n}", err
}

// kernelModules are empty in the page's own scripts, whose first load they would lengthen: large tables get the package's engine.
func (b bundler) kernelModules() (string, error) {
	var module, table []byte
	if b.kernels {
		module, table = kernels.Module(), kernels.Switch()
	}
	text := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("export const kernelModule = %q, kernelTable = %q;", text(module), text(table)), nil
}

// inlineWasm is the module, compressed: Go's code shrinks to less than a third. The program gzip makes 20 KB less text of
// it than Go's package does, or Node's.
func (b bundler) inlineWasm() (string, error) {
	if b.wasm == "" {
		return "", errors.New("a file that fetches nothing carries the module: say -wasm")
	}
	gzip := exec.Command("gzip", "-9nc", b.wasm)
	gzip.Stderr = os.Stderr
	packed, err := gzip.Output()
	return `export const compressed = "` + base64.StdEncoding.EncodeToString(packed) + `";`, err
}

func (b bundler) inlineWorker() (string, error) {
	files := b.bundle("web/package/entry/engineworker.js", "engineworker.js", api.BuildOptions{
		Format: api.FormatIIFE, Define: map[string]string{"import.meta.url": "location.href"},
	})
	text, err := json.Marshal(string(files[0].Contents))
	return "export const source = " + string(text) + ";", err
}

// nothing is a module whose functions say what is missing.
func nothing(what string, names ...string) string {
	text := "const none = () => { throw new Error(\"" + what + "\"); };\n"
	for _, name := range names {
		text += "export {none as " + name + "};\n"
	}
	return text
}

// instead is one text for all files whose paths match. A name that it lacks fails the build.
func instead(name, path, text string) api.Plugin {
	return api.Plugin{Name: name, Setup: func(p api.PluginBuild) {
		p.OnLoad(api.OnLoadOptions{Filter: path}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
