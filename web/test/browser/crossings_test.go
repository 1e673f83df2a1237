//go:build !js

package web_test

import (
	"encoding/json"
	"testing"
	"time"
)

// tolled counts what crosses between Go and JavaScript, by its kind, what JavaScript is asked for by name, and how often the layout is read.
const tolled = `
	globalThis.toll = {crossings: 0, names: {}, reads: 0, fits: 0};
	const imported = (imports) => {
		for (const [name, does] of Object.entries(imports.gojs)) {
			if (!name.startsWith("syscall/js.")) continue;
			imports.gojs[name] = (...args) => {
				toll.crossings++;
				return does(...args);
			};
		}
		return imports;
	};
	for (const name of ["instantiate", "instantiateStreaming"]) {
		const begin = WebAssembly[name];
		WebAssembly[name] = (from, imports, ...more) => begin.call(WebAssembly, from, imported(imports), ...more);
	}
	for (const name of ["clientWidth", "clientHeight"]) {
		const {get} = Object.getOwnPropertyDescriptor(Element.prototype, name);
		Object.defineProperty(Element.prototype, name, {configurable: true, get() { toll.reads++; return get.call(this); }});
	}
	let here;
	Object.defineProperty(globalThis, "xaiaPage", {configurable: true, get: () => here, set({view, xaia, ...others}) {
		const counted = new Proxy(view, {get(_, name) {
			const value = view[name];
			return typeof value === "function" ? (...args) => (toll.names[name] = (toll.names[name] ?? 0) + 1, value.apply(view, args)) : value;
		}});
		here = {...others, view: counted, xaia: {...xaia, fit(...args) { toll.fits++; return xaia.fit(...args); }}};
	}});`

// One move of a drag costs few crossings between Go and JavaScript, one drawing and hardly a read of the layout, whatever is on the page;
// letting go fits nothing anew.
func TestTollOfADrag(t *testing.T) {
	ctx, address := built(t, 1440, 1000)
	inEachDocument(t, ctx, tolled)
	visitPage(t, ctx, address+"/#set=rings")
	until(t, ctx, idle+` && document.getElementById("plane").dataset.painted === "true"`)
	settle := func() {
		evaluate[bool](t, ctx, `new Promise((done) => setTimeout(() => done(true), 900))`)
		until(t, ctx, idle)
	}
	toll := func(do func()) (count struct{ Crossings, Reads, Fits, Pictures, Controls, Networks int }) {
		settle()
		evaluate[bool](t, ctx, `(Object.assign(toll, {crossings: 0, names: {}, reads: 0, fits: 0}), true)`)
		do()
		settle()
		text := evaluate[string](t, ctx, `JSON.stringify({...toll, pictures: toll.names.showPlane ?? 0, controls: toll.names.showControls ?? 0, networks: toll.names.showNetwork ?? 0})`)
		t.Log(text)
		check(t, json.Unmarshal([]byte(text), &count))
		return count
	}
	place := evaluate[[]float64](t, ctx, `xaiaPage.benches.plane.find(({id}) => id === "rings").X[5]`)
	x, y := screen(t, ctx, place[0], place[1])
	hold(t, ctx, x, y, x+10, y+10, 15*time.Millisecond)
	move := toll(func() { mouse(t, ctx, moves, x+14, y+12) })
	expect(t, move.Fits == 1 && move.Pictures == 1 && move.Controls == 1 && move.Networks == 1, "a move has %d fits, %d pictures, %d times the controls, %d networks", move.Fits, move.Pictures, move.Controls, move.Networks)
	expect(t, move.Crossings > 50 && move.Crossings <= 150, "a move has %d crossings, at most 150 are allowed", move.Crossings)
	expect(t, move.Reads <= 6, "a move has %d reads of the layout, at most 6 are allowed", move.Reads)
	end := toll(func() { mouse(t, ctx, lifts, x+14, y+12) })
	expect(t, end.Fits == 0 && end.Controls == 0, "letting go has %d fits, and shows the controls %d times", end.Fits, end.Controls)
	expect(t, end.Crossings <= 300 && end.Reads <= 6, "letting go has %d crossings and %d reads of the layout, at most 300 and 6 are allowed", end.Crossings, end.Reads)
}
