//go:build !js

// Command bundle makes the JavaScript of dist/: it resolves the import
// "go:wasm_exec" to the wasm_exec.js of the Go toolchain that compiled the
// module, and stamps the version.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	out := flag.String("out", "", "output folder")
	version := flag.String("version", "0.0.0", "version to stamp")
	glue := flag.String("glue", "wasm_exec.js", "Go's wasm_exec.js")
	names := flag.String("external", "", "comma-separated imports left as they are")
	flag.Parse()
	var entries []api.EntryPoint
	for _, entry := range flag.Args() {
		base := strings.TrimSuffix(filepath.Base(entry), filepath.Ext(entry))
		entries = append(entries, api.EntryPoint{InputPath: entry, OutputPath: base})
	}
	var external []string
	if *names != "" {
		external = strings.Split(*names, ",")
	}
	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: entries,
		Outdir:              *out,
		OutExtension:        map[string]string{".js": ".mjs"},
		Bundle:              true,
		Format:              api.FormatESModule,
		Target:              api.ES2022,
		Charset:             api.CharsetUTF8,
		MinifyWhitespace:    true,
		MinifySyntax:        true,
		LegalComments:       api.LegalCommentsEndOfFile,
		External:            append(external, "node:fs/promises"),
		Plugins:             []api.Plugin{wasmExec(*glue), stamp(*version)},
		LogLevel:            api.LogLevelWarning,
		Write:               true,
	})
	if len(result.Errors) > 0 {
		os.Exit(1)
	}
	for _, f := range result.OutputFiles {
		fmt.Printf("%8d  %s\n", len(f.Contents), f.Path)
	}
}

// wasmExec wraps Go's script, which sets globalThis.Go and fills in missing
// globals, into a function of the global object it works on.
func wasmExec(file string) api.Plugin {
	return api.Plugin{Name: "wasm_exec", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "^go:wasm_exec$"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: "wasm_exec", Namespace: "go"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "go"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			source, err := os.ReadFile(file)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			text := "export function createGo(globalThis) {\n" + string(source) + "\nreturn globalThis.Go;\n}"
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

func stamp(version string) api.Plugin {
	return api.Plugin{Name: "version", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `[\\/]xaia\.js$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			source, err := os.ReadFile(a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			text := strings.Replace(string(source), "__XAIA_VERSION__", version, 1)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
