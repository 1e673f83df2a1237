//go:build !js

package web_test

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// A table's first picture is a map: who answers for a row lies near it, islands are around the outcomes, off them it doesn't know.
func TestMap(t *testing.T) {
	ctx := browser(t, 1440, 900)
	openTable(t, ctx, "cars.csv", read(t, sampleTables+"cars.csv"), 398)
	equal(t, text(t, ctx, "#column-x-label")+": "+evaluate[string](t, ctx, `document.getElementById("column-x").selectedOptions[0].text`), "shown as: a map", "the picture is %q")
	said(t, ctx, "#projection-note", "Each of 398 rows")
	contains(t, ctx, "#projection-note", "398 rows lies near those that answer for it", "Directions mean nothing.")
	none(t, ctx, `[...document.querySelectorAll("#plane .pane text")].filter((e) => e.textContent.trim() && !e.closest(".names")).map((e) => e.textContent)`, "the map has axes: %q")
	press(t, ctx, "#row .buttons button", "A typical row")                                           // which openTable asks about only if the form is there
	until(t, ctx, `document.querySelector("#plane .names").textContent.startsWith("Ford Capri II")`) // who answers first, by name
	// The row that is asked about stands among those who answer for it.
	const apart = `(() => {
	const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
	const [x, y] = middle(document.querySelector("#plane .chosen circle"));
	const far = (e) => { const [u, v] = middle(e); return Math.hypot(u - x, v - y); };
	const links = [...document.querySelectorAll("#plane .links > *")].map((e) => [Number(e.getAttribute("stroke-width")) - 0.75, e.getBoundingClientRect()]);
	const own = links.reduce((sum, [w, b]) => sum + w * Math.hypot(b.width, b.height), 0) / links.reduce((sum, [w]) => sum + w, 0);
	const all = [...document.querySelectorAll("#plane .samples > *")].map(far);
	return own / (all.reduce((sum, d) => sum + d) / all.length);
})()`
	until(t, ctx, idle+` && document.querySelectorAll("#plane .links > *").length > 1`)
	if near := evaluate[float64](t, ctx, apart); !(near < 0.5) {
		t.Errorf("who answers for the row that is asked about is %v times as far from it as the others", near)
	}

	// A press in the sea asks far off, and the mark stays where it was put; a sample can't be dragged away from those it is like.
	until(t, ctx, `document.querySelector('#plane[data-painted="true"] canvas.background')?.dataset.columns === "240"`)
	sea := evaluate[[]float64](t, ctx, `(() => {
	const all = [...document.querySelectorAll("#plane .samples > *, #plane .external > *")].map((e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; });
	const room = document.querySelector("#plane canvas").getBoundingClientRect();
	let best = [0, 0, 0];
	for (let x = room.left + 20; x < room.right - 20; x += 10) for (let y = room.top + 20; y < room.bottom - 20; y += 10) {
		const far = Math.min(...all.map(([u, v]) => Math.hypot(u - x, v - y)));
		if (far > best[2] && document.elementFromPoint(x, y)?.closest("#plane")) best = [x, y, far];
	}
	return best;
})()`)
	clickXY(t, ctx, sea[0], sea[1])
	until(t, ctx, idle+` && document.querySelector("#plane .question") !== null && document.getElementById("answer-value").textContent.includes("I don't know")`)
	x, y := middle(t, ctx, `document.querySelector("#plane .chosen circle")`)
	if math.Hypot(x-sea[0], y-sea[1]) > 3 {
		t.Errorf("the question is at %v, %v; asked was at %v", x, y, sea[:2])
	}
	px, py := middle(t, ctx, `document.querySelectorAll("#plane .samples > *")[7]`)
	undone := evaluate[bool](t, ctx, `document.getElementById("undo").disabled`)
	hold(t, ctx, px, py, px+60, py+30, 15*time.Millisecond)
	mouse(t, ctx, lifts, px+60, py+30)
	until(t, ctx, idle)
	equal(t, evaluate[bool](t, ctx, `document.getElementById("undo").disabled`), undone, "a drag on a sample of a map is an edit: undo is off: %v")
	click(t, ctx, "#zoom-fit")

	// What is odd is named, and a press asks about it: what the others would say is what the list says, near enough.
	first := evaluate[string](t, ctx, `document.querySelector("#odd button").textContent`)
	click(t, ctx, "#odd button")
	said(t, ctx, "#this-point", first)
	contains(t, ctx, "#odd", "the others say", "nobody is like")

	// Two columns remain a choice; the link keeps it, and a map.
	contains(t, ctx, "#column-y", "principal component")
	choose(t, ctx, "column-x", "weight (lb)")
	until(t, ctx, idle+` && !document.getElementById("column-y").closest("label").hidden && [...document.querySelectorAll("#plane text")].some((e) => e.textContent.includes("weight (lb)"))`)
	until(t, ctx, `document.getElementById("odd").hidden`) // which the map alone tells
	choose(t, ctx, "column-x", "a map")
	until(t, ctx, idle+` && document.getElementById("column-y").closest("label").hidden && !document.getElementById("odd").hidden`)
	nextVisit(t, ctx, "view=map")
	until(t, ctx, idle+` && document.getElementById("projection-note").textContent.includes("Directions mean nothing")`)
}

// Of points without a network there is no map; it comes with one.
func TestMapAfterAConflict(t *testing.T) {
	ctx := browser(t, 1280, 720)
	visitPage(t, ctx, home(t, ctx)+"#v=2&columns=x,y,z&classes=a,b&view=map&points=0,0,0,0;1,1,1,1;0,0,0,1;3,1,2,0;5,4,3,1;2,2,1,0")
	until(t, ctx, idle+` && document.getElementById("notice").textContent.includes("They are circled.") && document.getElementById("projection-note").textContent.includes("principal components")`)
	complains(t, ctx, "Samples 0 and 2 are at the same place")
	press(t, ctx, "#notice button", "Keep the first")
	until(t, ctx, idle+` && document.getElementById("projection-note").textContent.includes("Directions mean nothing") && !document.getElementById("odd").hidden`)
}

// A map of 5000 rows is there within a second of its network, and a larger table's is of those that are drawn.
func TestMapIsQuick(t *testing.T) {
	ctx := browser(t, 1280, 720)
	openTable(t, ctx, "large.csv", csv("a,b,c,d,e,f,kind", 5000, func(i int) string {
		r := func(k int) float64 { return float64((i*(7919+2*k)+k*104729)%10007) / 10007 }
		return fmt.Sprintf("%f,%f,%f,%f,%f,%f,%s", r(1), r(2), r(3), r(4), r(5), r(6), []string{"x", "y"}[int(2*r(1)*r(2)+0.5)%2])
	}), 5000)
	took := evaluate[float64](t, ctx, `(async () => {
	const from = performance.now(), done = () => document.querySelector('#plane[data-painted="true"] canvas.background') && document.getElementById("projection-note").textContent.includes("4,999 rows");
	while (!done() && performance.now() < from + 60000) await new Promise((go) => setTimeout(go, 20));
	return done() ? 0 : 1;
})()`)
	equal(t, took, 0, "its map isn't there: %v")
	// The embedding alone, in the package's engine.
	took = evaluate[float64](t, ctx, `(async () => {
	const xaia = await import(new URL("./xaia.mjs", location.href));
	const X = Array.from({length: 5000}, (_, i) => Array.from({length: 8}, (_, k) => ((i * (7919 + 2 * k) + k * 104729) % 10007) / 10007));
	const model = await xaia.fit(X, X.map((x) => x[0] + x[1] * x[2]), {interpolation: {top: 8}, relevance: false});
	let least = Infinity;
	for (let i = 0; i < 3; i++) { const from = performance.now(); await model.embedding(); least = Math.min(least, performance.now() - from); }
	return least;
})()`)
	t.Logf("5000 rows: %.0f ms", took)
	if took > 3000 { // a second, on a machine that does something else, too
		t.Errorf("a map of 5000 rows takes %.0f ms", took)
	}
}

// On the line a file is a series: a number over another, and texts are the names of its stretches.
func TestSeriesFromAFile(t *testing.T) {
	ctx := browser(t, 1280, 720)
	evaluate[bool](t, ctx, `(document.getElementById("tab-line").click(), true)`)
	until(t, ctx, idle)
	give(t, ctx, "#file", "beat.csv", csv("sensor,time,height,part", 24, func(i int) string {
		return fmt.Sprintf("%d,%d,%.3f,%s", 5+i%2, i*2, math.Sin(float64(i)), []string{"P", "", "QRS", "T"}[i/6])
	}))
	until(t, ctx, `document.querySelector("dialog.table[open] #kind-of-target") !== null`)
	same(t, ctx, `[...document.querySelectorAll("dialog.table .columns input:checked")].map((e) => e.closest("label").querySelector("span").textContent).join()`, "time", "a series is learned from %q")
	click(t, ctx, "dialog.table button.main")
	until(t, ctx, idle+` && document.querySelectorAll("#line .samples > *").length === 24`)
	same(t, ctx, `[...document.querySelectorAll("#line .stretches text")].map((e) => e.textContent).join()`, "P,QRS,T", "the stretches are called %q")
	problems(t, ctx)
	save(t, ctx, "series-1280")
}
