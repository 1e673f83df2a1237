//go:build !js

package web_test

import (
	"testing"
)

// The first background: the answer's colour where the network knows its way, hatched paper elsewhere.

func TestIslands(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	for _, set := range []string{"moons", "iris"} {
		open(t, ctx, set)
		until(t, ctx, idle+` && document.querySelector("#plane canvas.background")?.dataset.kind === "island" && document.querySelector("#plane canvas.background").columns >= 120`)
		// Each sample stands on land of its own class; where nothing is familiar, no colour is left and stripes are.
		got := evaluate[struct{ Samples, Right, Sea, Grey, Striped int }](t, ctx, `(async () => {
			const {xaia, sets} = xaiaPage, canvas = document.querySelector("#plane canvas.background"), pen = canvas.getContext("2d");
			const known = sets.plane.find((s) => s.id === document.querySelector("#plane-sets [aria-pressed=true]").dataset.set);
			const [left, right] = canvas.domain.x, [low, high] = canvas.domain.y;
			const around = (x, y, r) => {
				const [u, v] = [(x - left) / (right - left) * canvas.width, (high - y) / (high - low) * canvas.height];
				return pen.getImageData(Math.round(u) - r, Math.round(v) - r, 2 * r + 1, 2 * r + 1).data;
			};
			const found = {samples: 0, right: 0, sea: 0, grey: 0, striped: 0};
			const dots = [...document.querySelectorAll("#plane .samples > *")], svg = document.querySelector("#plane svg");
			for (const dot of dots) {
				const {e, f} = dot.transform.baseVal[0].matrix;
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
		if got.Samples < 48 || got.Right < got.Samples*90/100 {
			t.Errorf("%s: of %d samples %d stand on land of their own colour", set, got.Samples, got.Right)
		}
		if set == "moons" && (got.Sea < 100 || got.Grey < got.Sea || got.Striped < got.Sea) {
			t.Errorf("%s: of %d unfamiliar places %d are grey, %d striped", set, got.Sea, got.Grey, got.Striped)
		}
	}
	problems(t, ctx)
}
