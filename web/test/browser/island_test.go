//go:build !js

package web_test

import (
	"fmt"
	"testing"
)

// The first background: the answer's colour where the network knows its way, hatched paper elsewhere.

func TestIslands(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	for _, set := range []string{"moons", "iris"} {
		open(t, ctx, set)
		until(t, ctx, idle+` && document.querySelector("#plane canvas.background")?.dataset.kind === "island" && document.querySelector("#plane canvas.background").dataset.columns >= 120`)
		// Each sample stands on land of its own class; where nothing is familiar, no colour is left and stripes are.
		got := evaluate[struct{ Samples, Right, Sea, Grey, Striped int }](t, ctx, `(async () => {
			const {xaia, sets} = xaiaPage, canvas = document.querySelector("#plane canvas.background"), pen = canvas.getContext("2d");
			const known = sets.plane.find((s) => s.id === document.querySelector("#view-plane .sets [aria-pressed=true]").dataset.set);
			const {x: [left, right], y: [low, high]} = JSON.parse(canvas.dataset.domain);
			const around = (x, y, r) => {
				const [u, v] = [(x - left) / (right - left) * canvas.width, (high - y) / (high - low) * canvas.height];
				return pen.getImageData(Math.round(u) - r, Math.round(v) - r, 2 * r + 1, 2 * r + 1).data;
			};
			const found = {samples: 0, right: 0, sea: 0, grey: 0, striped: 0};
			const dots = [...document.querySelectorAll("#plane .samples > *")], svg = document.querySelector("#plane svg");
			for (const dot of dots) {
				const {e, f} = dot.cx ? {e: dot.cx.baseVal.value, f: dot.cy.baseVal.value} : dot.transform.baseVal[0].matrix;
				const [r, g, b, a] = around(svg.scale("x").invert(e), svg.scale("y").invert(f), 0);
				const ink = getComputedStyle(dot).fill.match(/\d+/g).map(Number);
				found.samples++;
				if (a > 60 && [r, g, b].indexOf(Math.max(r, g, b)) === ink.indexOf(Math.max(...ink))) found.right++;
			}
			if (!known) return found; // of a table the places' other columns aren't known here
			const model = await xaia.fit(known.x, known.labels);
			const places = [];
			for (let i = 1; i < 20; i++) for (let j = 1; j < 20; j++) places.push([left + (right - left) * i / 20, low + (high - low) * j / 20]);
			const judged = await model.outOfDistribution(places);
			places.forEach((p, k) => {
				if (judged[k].familiarity > 0.02) return;
				found.sea++;
				const data = around(...p, 5), alphas = new Set();
				let grey = true;
				for (let at = 0; at < data.length; at += 4) {
					alphas.add(data[at + 3]);
					grey &&= data[at + 3] > 0 && Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) < 60;
				}
				found.grey += grey;
				found.striped += alphas.size > 1;
			});
			return found;
		})()`)
		expect(t, got.Samples >= 48 && got.Right >= got.Samples*90/100, "%s: of %d samples %d stand on land of their own colour", set, got.Samples, got.Right)
		expect(t, set != "moons" || !(got.Sea < 100 || got.Grey < got.Sea || got.Striped < got.Sea), "%s: of %d unfamiliar places %d are grey, %d striped", set, got.Sea, got.Grey, got.Striped)
	}
}

// A first visitor sees one sentence, islands, and one × that is dragged: off the coast, the network doesn't know.
func TestFirstScreen(t *testing.T) {
	for _, size := range [][2]int{{1440, 900}, {1280, 720}, {390, 844}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			ctx, address := built(t, size[0], size[1])
			visitPage(t, ctx, address)
			until(t, ctx, idle+` && document.querySelector("#plane canvas.background")?.dataset.kind === "island"`)
			seen := evaluate[struct {
				Font, Bottom, Plane float64
				Crosses             int
				Text                string
			}](t, ctx, `(() => {
				const p = document.getElementById("promise");
				return {font: parseFloat(getComputedStyle(p).fontSize), bottom: p.getBoundingClientRect().bottom, plane: document.querySelector("#plane svg").getBoundingClientRect().bottom, crosses: document.querySelectorAll("#plane .external > *").length, text: p.textContent};
			})()`)
			expect(t, seen.Font >= map[bool]float64{true: 22, false: 18}[size[0] > 760] && seen.Font <= 28 && seen.Bottom <= float64(size[1]) && seen.Plane <= float64(size[1]) && seen.Crosses == 1, "%+v", seen)
			// The classes are called blue and orange, and have the page's colours nevertheless.
			same(t, ctx, `[...new Set([...document.querySelectorAll("#plane .samples > *")].map((e) => e.getAttribute("fill")))].sort().join()`, "var(--class-1, #0072B2),var(--class-2, #D55E00)", "the samples are filled with %q")
			said(t, ctx, "#answer-value", "▲ orange")
			drag(t, ctx, 1.35, -0.25, 2.6, -0.9)
			said(t, ctx, "#answer-value", "I don't know.")
		})
	}
}

// Beside xaia, an ordinary network on the same points: sure wherever one drags the ×, and moved by one more point, too.
func TestAgainstAnOrdinaryNetwork(t *testing.T) {
	ctx, address := built(t, 1440, 900)
	visitPage(t, ctx, address)
	click(t, ctx, "#against")
	painted := idle + ` && document.querySelectorAll("#plane .pane").length === 2 && document.getElementById("plane").dataset.painted === "true"`
	until(t, ctx, painted)
	until(t, ctx, `document.getElementById("network").textContent.includes("302 weights. None of them is a sample, so there is nobody to name.")`)
	drag(t, ctx, 1.35, -0.25, 2.2, -1.5)
	said(t, ctx, "#answer-value", "I don't know.")
	until(t, ctx, `/An ordinary network: orange, (9[5-9]|100)\.\d % sure/.test(document.getElementById("beside").textContent)`)

	look := `[...document.querySelectorAll("#plane canvas.background")].map((c) => { const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data; const seen = []; for (let i = 0; i < d.length; i += 4 * 7) seen.push((d[i] << 16) + (d[i + 1] << 8) + d[i + 2]); return seen; })`
	until(t, ctx, painted)
	evaluate[bool](t, ctx, `(globalThis.before = `+look+`, true)`)
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	click(t, ctx, "#brush button")
	clickAt(t, ctx, -0.6, -0.5) // at sea, within the samples' range
	samples(t, ctx, 141)
	until(t, ctx, painted)
	changed := evaluate[[]float64](t, ctx, `(() => {
		const far = (a, b) => [16, 8, 0].some((s) => Math.abs(((a >> s) & 255) - ((b >> s) & 255)) > 2);
		return `+look+`.map((now, k) => now.filter((c, i) => far(c, before[k][i])).length / now.length);
	})()`)
	expect(t, changed[0] != 0 && changed[0] <= 0.12 && changed[1] != 0, "one more point changes %.3f of xaia's picture, %.3f of the ordinary network's", changed[0], changed[1])
	clickUntil(t, ctx, "#against", painted[:len(idle)]+` && document.querySelectorAll("#plane .pane").length === 1`)
}

// The button that asks for the ordinary network lies on nothing, in any state and size: neither on a picture, in whose corner a place
// may be asked, nor on a title, also where these are long.
func TestAgainstLiesOnNothing(t *testing.T) {
	for _, size := range [][2]int{{390, 844}, {900, 700}, {1280, 720}, {1440, 900}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			ctx := browser(t, size[0], size[1])
			openTable(t, ctx, "penguins.csv", "width of the bill in millimetres,length of the flipper in mm,species\n1,2,a\n2,1,a\n3,5,b\n4,4,b\n1.5,1.5,a\n3.5,5,b\n", 6)
			for preset, panes := range map[string]int{"xaia": 1, "both": 2, "ordinary": 2} {
				after(t, ctx, fmt.Sprintf(`document.querySelector("input[name=preset][value=%s]").click()`, preset), idle+fmt.Sprintf(` && document.querySelectorAll("#plane .frame > svg").length === %d`, panes))
				until(t, ctx, fmt.Sprintf(`document.getElementById("against").getAttribute("aria-pressed") === "%t"`, preset == "ordinary"))
				none(t, ctx, `(() => {
					const b = document.getElementById("against").getBoundingClientRect();
					const meets = [...document.querySelectorAll("#plane .frame, #plane svg text, #plane .pane-title, #plane-legend, .zoom, .faces button, #promise")].filter((e) => {
						const r = e.getBoundingClientRect();
						return r.left < b.right && b.left < r.right && r.top < b.bottom && b.top < r.bottom;
					}).map((e) => e.className + " " + e.textContent);
					return meets.concat(b.left < 0 || b.right > innerWidth || b.height < 24 ? ["nothing: it isn't there"] : []);
				})()`, preset+": the button lies on %q")
			}
		})
	}
}
