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
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/xaia-go/xaia/internal/simd/kernels"
)

// plugins resolve the imports that aren't files.
func (b bundler) plugins(entry string) []api.Plugin {
	host := map[string]string{"web/package/entry/sync.js": "web/package/entry/host-sync.js", "web/package/entry/inline.js": "web/package/entry/host-inline.js", "web/package/entry/inline-global.js": "web/package/entry/host-inline.js", "web/embed/embed.js": "web/package/entry/host-inline.js", "web/embed/report.js": "web/package/entry/host-inline.js"}[entry]
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
		// Plot carries map projections, seventy colour schemes, the writing of dates and tips along, a
		// quarter of the page's script. The page draws no maps and no dates, uses one scheme, and has
		// marks of its own for what is pointed at.
		virtual("d3-geo", b.noMaps),
		virtual("d3-scale-chromatic", b.oneScheme),
		virtual("d3-time-format", b.noDates),
		instead("tips", `[\\/]plot[\\/]src[\\/](marks[\\/]tip|interactions[\\/]pointer)\.js$`,
			nothing("This build has no tips.", "tip", "Tip", "anchorX", "anchorY", "pointer", "pointerX", "pointerY")),
		// Plot makes a number format while it loads, which takes a phone a twelfth of a
		// second, and the page never formats with it.
		changed("lazy-format", `[\\/]plot[\\/]src[\\/]format\.js$`, [][2]string{{"const format = numberFormat(locale);", "const format = {format: (i) => numberFormat(locale).format(i)};"}}),
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
	if entry != "web/site/paper/main.js" {
		plugins = append(plugins, lighter()...)
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

// lighter leaves out of Plot what the figures of the page don't use, and the paper's do: curves, dates,
// schemes, projections, markers, diverging scales, groups, bins, stacks and swatches.
func lighter() []api.Plugin {
	return []api.Plugin{
		instead("curves", `[\\/]plot[\\/]src[\\/]curve\.js$`,
			`import {curveLinear} from "d3"; export const curveAuto = curveLinear, maybeCurve = () => curveLinear, maybeCurveAuto = maybeCurve;`),
		droppable("curves of d3-shape", `[\\/]d3-shape[\\/]dist[\\/]d3-shape\.mjs$`, `\(?(?:Basis|Bundle|Cardinal|CatmullRom|LinearClosed|Monotone|Natural|Reflect|Step)\w*\.prototype = `),
		rewritten("few scales, and rgb alone", `[\\/]plot[\\/]src[\\/]scales[\\/]quantitative\.js$`, func(text string) (string, error) {
			left := strings.Replace(otherScale.ReplaceAllString(text, `export function createScale$1() { throw new Error("This build has no such scale."); }`), `,
  ["hsl", interpolateHsl],
  ["hcl", interpolateHcl],
  ["lab", interpolateLab]`, "", 1)
			if len(text)-len(left) < 1500 {
				return "", errors.New("it has changed")
			}
			return left, nil
		}),
		droppable("colours of d3-color", `[\\/]d3-color[\\/]dist[\\/]d3-color\.mjs$`, `define\((?:Lab|Hcl|Cubehelix), `),
		rewritten("made while d3 loads", `[\\/]d3-interpolate[\\/]dist[\\/]d3-interpolate\.mjs$`, func(text string) (string, error) {
			return madeAtOnce.ReplaceAllString(text, "$1/* @__PURE__ */ $2"), nil
		}),
		instead("schemes", `[\\/]plot[\\/]src[\\/]scales[\\/]schemes\.js$`, `import {interpolateViridis} from "d3";
export const isCategoricalScheme = () => false, isDivergingScheme = () => false, maybeBooleanRange = () => {}, quantitativeScheme = () => interpolateViridis;
`+nothing("This build has no scheme but viridis.", "ordinalScheme", "ordinalRange")),
		instead("projections", `[\\/]plot[\\/]src[\\/]projection\.js$`, "export const createProjection = () => {}, hasProjection = () => false, projectionAspectRatio = () => {};\n"+
			nothing("This build has no maps.", "project", "applyPosition", "getGeometryChannels", "xyProjection")),
		instead("dates", `[\\/]plot[\\/]src[\\/]time\.js$`, "export const intervalDuration = Symbol(), intervalType = Symbol();\n"+
			nothing("This build has no dates.", "parseTimeInterval", "timeInterval", "utcInterval", "generalizeTimeInterval", "inferTimeFormat")),
		instead("scales of dates", `[\\/]plot[\\/]src[\\/]scales[\\/]temporal\.js$`, nothing("This build has no dates.", "createScaleTime", "createScaleUtc")),
		instead("diverging scales", `[\\/]plot[\\/]src[\\/]scales[\\/]diverging\.js$`,
			nothing("This build has no diverging scales.", "createScaleDiverging", "createScaleDivergingSqrt", "createScaleDivergingPow", "createScaleDivergingLog", "createScaleDivergingSymlog")),
		instead("markers", `[\\/]plot[\\/]src[\\/]marker\.js$`, "export const markers = () => {}, applyMarkers = markers, applyGroupedMarkers = markers;\n"),
		instead("groups", `[\\/]plot[\\/]src[\\/]transforms[\\/]group\.js$`,
			nothing("This build has no groups.", "find", "group", "groupX", "groupY", "groupZ", "hasOutput", "maybeGroup", "maybeGroupOutputs", "maybeReduce", "maybeSubgroup")),
		instead("bins", `[\\/]plot[\\/]src[\\/]transforms[\\/]bin\.js$`,
			"export const maybeDenseIntervalX = (o) => o, maybeDenseIntervalY = (o) => o;\n"+nothing("This build has no bins.", "bin", "binX", "binY", "maybeThresholds")),
		instead("stacks", `[\\/]plot[\\/]src[\\/]transforms[\\/]stack\.js$`, `
const both = (a) => ({[a + 1]: from, [a + 2]: to, ...options}) => {
  if (from === undefined && to === undefined) throw new Error("This build has no stacks: say " + a + "1 and " + a + "2.");
  return {...options, [a + 1]: from, [a + 2]: to};
};
export const maybeStackX = both("x"), maybeStackY = both("y");
`+nothing("This build has no stacks.", "stackX", "stackX1", "stackX2", "stackY", "stackY1", "stackY2")),
		instead("swatches", `[\\/]plot[\\/]src[\\/]legends[\\/]swatches\.js$`, nothing("This build has no swatches.", "legendSwatches", "legendSymbols")),
	}
}

// otherScale is what makes a kind of scale that no figure has.
var otherScale = regexp.MustCompile(`(?ms)^export function createScale(Log|Symlog|Quantile|Quantize|Threshold)\(.*?^\}`)

// madeAtOnce is a function that another one makes, which has no other effect.
var madeAtOnce = regexp.MustCompile(`(?m)^(var [\w$]+ = )([\w$]+\()`)

// droppable leaves out statements of a module that make constructors able, so that a bundler can leave out the constructors:
// it keeps whatever gets a prototype.
func droppable(name, path, begin string) api.Plugin {
	statement := regexp.MustCompile(`(?ms)^` + begin + `.*?^\}\)*;\n`)
	return rewritten(name, path, func(text string) (string, error) {
		left := statement.ReplaceAllString(text, "")
		if left == text {
			return "", errors.New("it has changed: " + begin)
		}
		return left, nil
	})
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

// noMaps has the names that Plot imports from d3-geo.
func (b bundler) noMaps() (string, error) {
	const calledWhilePlotLoads = "export const geoTransform = () => ({});\n"
	return calledWhilePlotLoads + nothing("This build has no maps.", "geoAlbers", "geoAlbersUsa", "geoAzimuthalEqualArea", "geoAzimuthalEquidistant",
		"geoCentroid", "geoConicConformal", "geoConicEqualArea", "geoConicEquidistant", "geoEqualEarth", "geoEquirectangular", "geoGnomonic",
		"geoGraticule10", "geoIdentity", "geoInterpolate", "geoMercator", "geoNaturalEarth1", "geoOrthographic", "geoPath", "geoStereographic",
		"geoStream", "geoTransverseMercator", "geoClipRectangle", "geoVoronoi"), nil
}

// noDates has the names of d3-time-format.
func (b bundler) noDates() (string, error) {
	return nothing("This build writes no dates.", "timeFormat", "timeFormatDefaultLocale", "timeFormatLocale", "timeParse", "utcFormat", "utcParse", "isoFormat", "isoParse"), nil
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

var chromaticName = regexp.MustCompile(`\b((?:interpolate|scheme)[A-Z]\w*)`)

// oneScheme has all names of d3-scale-chromatic, and viridis (by van der Walt and
// Smith, at eleven places) behind its own.
func (b bundler) oneScheme() (string, error) {
	module, err := os.ReadFile("web/node_modules/d3-scale-chromatic/dist/d3-scale-chromatic.mjs")
	_, names, found := strings.Cut(string(module), "\nexport {")
	if err == nil && !found {
		err = errors.New("d3-scale-chromatic has no list of exports")
	}
	text := `import {interpolateRgb, piecewise} from "d3-interpolate";
export const interpolateViridis = piecewise(interpolateRgb, ["#440154", "#482475", "#414487", "#355f8d", "#2a788e", "#21918c", "#22a884", "#44bf70", "#7ad151", "#bddf26", "#fde725"]);
`
	others := slices.DeleteFunc(chromaticName.FindAllString(names, -1), func(name string) bool { return name == "interpolateViridis" })
	return text + nothing("This build has no scheme but viridis.", others...), err
}
