//go:build !js

package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// xaia/plot and its peer, bundled by an app: the figures are in the page itself, not in a shadow.
func TestFiguresOfModels(t *testing.T) {
	folder := apps(t).Apps["plot"]
	check(t, os.WriteFile(filepath.Join(folder, "census.js"), []byte(census), 0o644))
	ctx := visitEmbed(t, serving(t, folder, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:", "")+"/index.html")
	until(t, ctx, "globalThis.refused")
	for _, c := range []struct{ what, expression, want string }{
		{"each is a figure with a picture", `Object.values(figures).map((f) => f.localName + (f.querySelector("svg") ? 1 : 0)).join()`, strings.Repeat("figure1,", 21) + "figure0"},
		{"nobody has heard anything yet", `Object.values(figures).some((f) => f.heard)`, "false"},
		{"the plane's value is what was selected", `[figures.plane.value.sample, figures.plane.value.explanation.value].join()`, "3,b"},
		{"the background is the ground of the samples", `figures.plane.querySelector("canvas").width`, "640"},
		{"its samples came from the model's file", `["plane", "columns", "components", "alone"].map((n) => figures[n].querySelectorAll(".samples > *").length).join()`, "8,8,8,3"},
		{"columns are named", `figures.columns.querySelector("svg").textContent.includes("u →")`, "true"},
		{"neurons are named by their samples", `[...figures.fingerprint.querySelectorAll(".layer")].length + " " + figures.fingerprint.querySelector("svg").getAttribute("aria-description").includes("of sample")`, "3 true"},
		{"without the model only who answered has a name", `[...figures.bare.querySelectorAll("svg")].map((s) => s.getAttribute("aria-description").includes("of sample")).join()`, "false,false,true"},
		{"the last step", `figures.construction.value.sentence`, "16 of 16: Sample 6 strongly activates sample 2 in layer 3: a near twin. Sample 6 joins layer 3."},
		{"a step before", `JSON.stringify([figures.sentences.value.step, figures.sentences.value.layers])`, "[13,[[0,3,5],[1,7]]]"},
		{"what is refused", `JSON.stringify(refused)`, `{"unknown":"planePlot has no option colour. Known options are X, background, columns, external, height, legend, links, lit, selected, title, width, y.","background":"background is \"pink\". Known values are \"none\", \"island\", \"prediction\", \"familiarity\", \"territory\", \"layer\".","wrong":"planePlot shows an SQANN, but this is a tnn.","selected":"selected is neither a row nor an existing {sample} or {external}.","row":"Row 0 is not a row of 2 numbers.","trace":"The trace is missing. Fit with {trace: true}, and give model.trace.","tnn":"networkPlot shows an SQANN, but this is a tnn. Its neurons have no layers: tnnPlot draws its curve, fingerprintPlot its triangle.","other":"The explanation is not from this model. Give the result of model.explain(x) for one row.","column":"There is no column weight. The columns are size.","rows":"These are attributions of several rows. Give one of them.","effect":"This is not an effect. Give the result of await model.effect(column)."}`},
		{"a bar a column, and the fingerprint", `["why", "some"].map((n) => figures[n].querySelectorAll(".shares rect").length).join()`, "4,2"},
		{"an answer part by part adds up", `["parts", "together"].map((n) => {
			const [answer, ...parts] = [...figures[n].querySelectorAll(".amounts text")].map((e) => Number(e.textContent.replaceAll(/[,\s+]/g, "").replace("−", "-"))).reverse();
			return parts.length + " " + (Math.round(100 * parts.reduce((a, b) => a + b)) === Math.round(100 * answer)) + " " + figures[n].querySelectorAll(".shares").length;
		}).join()`, "4 true 0,3 true 0"},
		{"it reads as a sentence", `/^[\d.,]+ = [\d.,]+ from these samples, [+−]\u00a0[\d.,]+ because .*\.$/.test(figures.parts.querySelector("svg").getAttribute("aria-description")) + " " + / because town is Bern, .* from 2 more columns\.$/.test(figures.together.querySelector("svg").getAttribute("aria-description"))`, "true true"},
		{"a score stands below the shares", `[...figures.score.querySelectorAll("svg")].map((s) => [".shares", ".amounts"].findIndex((c) => s.querySelector(c))).join() + " " + figures.score.querySelectorAll("svg")[1].getAttribute("aria-description").startsWith("the score of ")`, "0,1 true"},
		{"an effect: its mean, its spread, its rows", `["effect", "texts", "scores"].map((n) => ["mean", "spread", "means", "each"].map((c) => figures[n].querySelectorAll("." + c + " > *").length).join("")).join()`, "1134,0220,2260"},
		{"the mean stands where the engine says", `wanted.mean.every((m, i) => Math.abs(figures.effect.querySelector("svg").scale("y").apply(m) - Number(figures.effect.querySelectorAll(".means > *")[i].getAttribute("cy"))) < 0.01)`, "true"},
		{"the classes are named at their lines", `[...figures.scores.querySelectorAll(".name text")].map((t) => t.textContent).join()`, "cheap,dear"},
		{"lines in the table's words", `["size = 44", "town = Bern", "floor = 2"].every((t) => figures.why.querySelector("svg").getAttribute("aria-description").includes(t))`, "true"},
		{"a band, and the interval of the chosen place", `figures.band.querySelectorAll(".band path").length + " " + figures.band.querySelectorAll(".interval line").length`, "1 1"},
		{"a bar in the answer, and words", `figures.sure.querySelectorAll(".interval rect").length + " " + /9 times in 10 it is between/.test(figures.sure.textContent) + " " + figures.plane.querySelectorAll(".interval").length`, "1 true 0"},
	} {
		same(t, ctx, "String("+c.expression+")", c.want, "%s: %s", c.what)
	}
	// A click in each: its value changes, and one input is one event.
	for _, c := range []struct{ figure, event, at, value string }{
		{"plane", "click", "0.5, 0.5", `figures.plane.value.sample === 0`},
		{"line", "click", "0.5, 0.5", `figures.line.value.explanation.active === 2 && Math.abs(figures.line.value.x - 1.5) < 0.2`},
		{"activation", "pointermove", "0.5, 0.5", `Math.abs(figures.activation.value.distance - 0.87) < 0.1 && Math.abs(figures.activation.value.activation - 0.37) < 0.1`},
		{"network", "click", "0, 0", `figures.network.value.chosen && figures.network.value.sample === 2 && figures.network.value.activation === 1`},
		{"why", "pointermove", "0.5, 0.28", `figures.why.value.column === "size"`},
		{"parts", "pointermove", "0.5, 0.3", `figures.parts.value.column === "size" && /^With a typical size .* the answer would be /.test(figures.parts.querySelector("figcaption").textContent)`},
		{"effect", "pointermove", "0.5, 0.5", `figures.effect.value.at === 60 && figures.effect.value.mean === wanted.mean[1] && figures.effect.querySelector("figcaption").textContent.startsWith("size = 60: ")`},
		{"fingerprint", "pointermove", "0.5, 0.5", `figures.fingerprint.value.layer === 1`},
	} {
		evaluate[bool](t, ctx, fmt.Sprintf(`(() => {
			const svg = figures.%s.querySelector("svg");
			svg.scrollIntoView({block: "center", behavior: "instant"});
			const box = svg.getBoundingClientRect();
			const [u, v] = [%s];
			if (%q === "network") return figures.network.querySelector(".hit .ground").dispatchEvent(new MouseEvent("click", {bubbles: true}));
			const near = %q === "plane" ? [svg.scale("x").apply(0) / svg.viewBox.baseVal.width, svg.scale("y").apply(0) / svg.viewBox.baseVal.height] : [u, v];
			return svg.dispatchEvent(new MouseEvent(%q, {bubbles: true, clientX: box.left + near[0] * box.width, clientY: box.top + near[1] * box.height}));
		})()`, c.figure, c.at, c.figure, c.figure, c.event))
		until(t, ctx, fmt.Sprintf(`figures.%s.heard === 1 && %s`, c.figure, c.value))
	}
	after(t, ctx, `figures.construction.querySelectorAll("button")[1].click()`, `figures.construction.heard === 1 && figures.construction.value.step === 15 && figures.construction.querySelector("input").value === "15"`)

	// The network under both presets is what the engine says.
	same(t, ctx, `compareNetworks().then(({lit, hits, links, silent, folded, rails, wrong}) => wrong.join("\n") || JSON.stringify([lit > 30, hits > 3, links > 100, silent > 0, folded, rails]))`, `[true,true,true,true,0,"10"]`, "the pictures of networks: %s")
	// The arrow keys reach every neuron, those that are folded, too; Enter chooses.
	same(t, ctx, `(() => {
		const place = figures.network.querySelector(".network");
		const seen = new Set(), press = (key) => place.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
		for (const layer of [-1, -1, -1, 0, 1, 1, 1]) {
			if (layer) press(layer < 0 ? "ArrowLeft" : "ArrowRight");
			for (let i = 0; i < 8; i++) press("ArrowUp");
			for (let i = 0; i < 8; i++) { seen.add(figures.network.value.samples.join()); press("ArrowDown"); }
		}
		const said = figures.network.querySelector("figcaption").textContent;
		press("Enter");
		return [...seen].sort().join() + " " + /^Layer 3, neuron \d of \d: sample \d, /.test(said) + " " + figures.network.value.chosen;
	})()`, "0,1,2,3,4,5,6,7 true true", "walking the network: %s")
	policyKept(t, ctx)
}
