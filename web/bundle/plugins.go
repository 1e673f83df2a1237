//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// plugins resolve the imports that aren't files.
func (b bundler) plugins(entry string) []api.Plugin {
	host := "web/host.js"
	if entry == "web/inline.js" {
		host = "web/host-inline.js"
	}
	return []api.Plugin{
		virtual("go:wasm_exec", b.wasmExec),
		virtual("inline:wasm", b.inlineWasm),
		virtual("inline:worker", b.inlineWorker),
		{Name: "host", Setup: func(p api.PluginBuild) {
			p.OnResolve(api.OnResolveOptions{Filter: "^xaia:host$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
				path, err := filepath.Abs(host)
				return api.OnResolveResult{Path: path}, err
			})
		}},
		{Name: "version", Setup: func(p api.PluginBuild) {
			p.OnLoad(api.OnLoadOptions{Filter: `[\\/]xaia\.js$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
				source, err := os.ReadFile(a.Path)
				text := strings.Replace(string(source), "__XAIA_VERSION__", b.version, 1)
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
			})
		}},
	}
}

// virtual is a module whose text is made here.
func virtual(name string, make func() (string, error)) api.Plugin {
	return api.Plugin{Name: name, Setup: func(p api.PluginBuild) {
		p.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: name, Namespace: "made"}, nil
		})
		p.OnLoad(api.OnLoadOptions{Filter: "^" + name + "$", Namespace: "made"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := make()
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
		})
	}}
}

// wasmExec wraps Go's script, which sets globalThis.Go and fills in missing
// globals, into a function of the global object it works on.
func (b bundler) wasmExec() (string, error) {
	source, err := os.ReadFile(b.glue)
	return "export function createGo(globalThis) {\n" + string(source) + "\nreturn globalThis.Go;\n}", err
}

// inlineWasm is the module, compressed: Go's code shrinks to less than a third.
func (b bundler) inlineWasm() (string, error) {
	module, err := os.ReadFile(b.wasm)
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err = w.Write(module); err == nil {
		err = w.Close()
	}
	return `export const compressed = "` + base64.StdEncoding.EncodeToString(packed.Bytes()) + `";`, err
}

func (b bundler) inlineWorker() (string, error) {
	files := b.bundle("web/engineworker.js", "engineworker.js", api.BuildOptions{
		Format: api.FormatIIFE, Define: map[string]string{"import.meta.url": "location.href"},
	})
	text, err := json.Marshal(string(files[0].Contents))
	return "export const source = " + string(text) + ";", err
}
