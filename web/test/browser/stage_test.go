//go:build !js

package web_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The stage: plane, network and answer, on the screen together whatever is open.

// openPanel opens one panel, or none.
func openPanel(t *testing.T, ctx context.Context, id string) {
	evaluate[bool](t, ctx, fmt.Sprintf(`(() => {
		for (const d of document.querySelectorAll(".below > details")) if (d.open !== (d.id === %q)) d.querySelector("summary").click();
		return true;
	})()`, id))
	until(t, ctx, fmt.Sprintf(`[...document.querySelectorAll(".below > details")].filter((d) => d.open).map((d) => d.id).join() === %q`, id))
}

// inWindow says which parts of a stage aren't wholly inside the window, or are too small to be read, and whether the panel that is
// open can't be seen or covers them.
func inWindow(t *testing.T, ctx context.Context, when, stage string) {
	if stage == "" {
		return
	}
	until(t, ctx, idle+` && (document.getElementById("view-plane").hidden || document.querySelectorAll("#network svg").length === document.querySelectorAll("#plane .pane").length)`)
	for _, part := range map[string][]string{"plane": {"plane", "network", "answer", "plane svg", "network svg"}, "line": {"line", "line svg", "view-line .inspector"}}[stage] {
		at := evaluate[[]float64](t, ctx, fmt.Sprintf(`(() => { const b = document.querySelector("#%s").getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom, innerWidth, innerHeight]; })()`, part))
		expect(t, at[0] >= 0 && at[1] >= 0 && at[2] <= at[4] && at[3] <= at[5] && at[2]-at[0] >= 240 && at[3]-at[1] >= 140, "%s, #%s is at %v", when, part, at)
	}
	suits(t, evaluate[float64](t, ctx, `document.documentElement.scrollHeight - innerHeight`), func(down float64) bool { return down <= 0 }, "%s, the page scrolls by %g", when)
	same(t, ctx, `(() => {
		const p = document.querySelector(".below > details[open] > .panel")?.getBoundingClientRect();
		const meets = ["plane", "network", "answer"].filter((id) => { const b = document.getElementById(id).getBoundingClientRect(); return p && p.left < b.right && b.left < p.right && p.top < b.bottom && b.top < p.bottom; });
		return [!p || (p.width > 200 && p.height > 200 && p.bottom <= innerHeight), ...meets].join();
	})()`, "true", "%s, the open panel is there, and covers: %s", when)
}

// views are all that can be looked at, one after the other: each with what shows it, and the stage that must stay in sight then.
var views = []struct {
	name, stage string
	show        func(t *testing.T, ctx context.Context)
}{
	{"columns", "", func(t *testing.T, ctx context.Context) {
		open(t, ctx, "iris")
		click(t, ctx, ".ways [data-way=table]", "#takeaway > summary")
		until(t, ctx, `document.querySelector("#fingerprint-table td") !== null && document.querySelector("#points-table td") !== null`)
	}},
	{"table", "plane", func(t *testing.T, ctx context.Context) {
		click(t, ctx, ".ways [data-way=network]", "#takeaway > summary")
		open(t, ctx, "penguins")
	}},
	{"row", "plane", func(t *testing.T, ctx context.Context) {
		clickUntil(t, ctx, "#row summary", `document.querySelector("#row .field").checkVisibility()`)
	}},
	{"beside", "plane", func(t *testing.T, ctx context.Context) {
		open(t, ctx, "moons")
		clickUntil(t, ctx, "input[name=preset][value=both]", idle+` && document.querySelectorAll("#plane .pane").length === 2`)
	}},
	{"values", "", func(t *testing.T, ctx context.Context) {
		clickUntil(t, ctx, "input[name=preset][value=xaia]", idle+` && document.querySelectorAll("#plane .pane").length === 1`)
		open(t, ctx, "donut")
		until(t, ctx, `!document.getElementById("absorb").disabled`) // as it is for a set without external points
		typeInto(t, ctx, "epsilon", "0.02")
		clickUntil(t, ctx, "#absorb", `!document.getElementById("absorb-decide").hidden`)
	}},
	{"empty", "", func(t *testing.T, ctx context.Context) {
		clickUntil(t, ctx, "#clear", begins("#notice", "No points yet."))
	}},
	{"keys", "", func(t *testing.T, ctx context.Context) {
		clickUntil(t, ctx, "#keys", `document.querySelector("dialog[open]") !== null`)
	}},
	{"line", "line", func(t *testing.T, ctx context.Context) {
		click(t, ctx, "dialog button.main")
		openLine(t, ctx, "wave")
		until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 48`)
	}},
	{"line-table", "line", func(t *testing.T, ctx context.Context) {
		clickUntil(t, ctx, "#line-points summary", `document.querySelectorAll("#line-table tbody tr").length === 48`)
	}},
}

// eachView shows the panels of a page one after the other, then the other views.
func eachView(t *testing.T, ctx context.Context, look func(name, stage string)) {
	panels := evaluate[[]string](t, ctx, `["", ...[...document.querySelectorAll("details[name=panel]")].map((d) => d.id)]`) // "" is the data
	expect(t, len(panels) == 4, "the page's panels are %q", panels)
	for _, id := range panels {
		openPanel(t, ctx, id)
		until(t, ctx, cmp.Or(map[string]string{"construction": `document.querySelectorAll("#step-layers li").length > 0 && document.querySelector("#activation svg") !== null`}[id], "true"))
		look(cmp.Or(id, "first"), "plane")
	}
	openPanel(t, ctx, "")
	for _, v := range views {
		v.show(t, ctx)
		look(v.name, v.stage)
	}
}

// Every view, light and dark, wide and on a phone: axe finds nothing, nothing scrolls sideways, the stage is on the screen, and the
// picture is kept.
func TestViews(t *testing.T) {
	inLooks(t, func(t *testing.T, width int, scheme string) {
		ctx := browser(t, width, map[bool]int{true: 844, false: 900}[width < 500])
		if width > 500 { // with the bars of its window, a browser has less room
			view(t, ctx, width, 900)
		}
		prefers(t, ctx, scheme)
		ground := map[string]string{"light": "rgb(247, 246, 242)", "dark": "rgb(21, 22, 23)"}[scheme]
		until(t, ctx, fmt.Sprintf(`getComputedStyle(document.documentElement).backgroundColor === %q && document.documentElement.clientWidth === %d`, ground, width))
		until(t, ctx, `document.querySelectorAll("#made-by li").length > 0`)
		eachView(t, ctx, func(name, stage string) {
			until(t, ctx, idle)
			accessible(t, ctx, name)
			sideways(t, ctx, name)
			if width < 500 {
				none(t, ctx, `[...document.querySelectorAll("button, select, summary, input:not([type=range])")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height > 0 && e.getBoundingClientRect().height < 24 && !e.matches(".link, [type=checkbox], [type=radio]")).map((e) => e.outerHTML.slice(0, 80))`, "%s has targets too small for a finger: %q", name)
				staysOnAPhone(t, ctx, name, stage)
			} else {
				inWindow(t, ctx, name, stage)
			}
			evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
			save(t, ctx, fmt.Sprintf("view-%s-%d-%s", name, width, scheme))
		})
	})
}

func TestStageInASmallWindow(t *testing.T) {
	ctx := browser(t, 1280, 720)
	view(t, ctx, 1280, 720)
	eachView(t, ctx, func(name, stage string) { inWindow(t, ctx, name, stage) })
}

// staysOnAPhone says where, while a phone's page is scrolled, a picture of a stage is not whole on the screen, or takes more than
// 45 % of it.
func staysOnAPhone(t *testing.T, ctx context.Context, when, stage string) {
	for _, picture := range map[string][]string{"plane": {"network", "plane"}, "line": {"line"}}[stage] {
		if stage == "plane" {
			click(t, ctx, "button[data-face="+picture+"]")
			until(t, ctx, fmt.Sprintf(`document.querySelector("#%s svg")?.checkVisibility() && document.querySelector("#%[1]s svg").getBoundingClientRect().height > 190`, picture)) // drawn for its room
		}
		until(t, ctx, idle)
		none(t, ctx, fmt.Sprintf(`(async () => {
			const gone = [], picture = () => document.querySelector("#%s svg"), stage = picture().closest(".stage");
			for (let y = 0; ; y += 150) {
				const most = document.documentElement.scrollHeight - innerHeight;
				scrollTo(0, Math.min(y, most));
				await new Promise((done) => requestAnimationFrame(done));
				const b = picture().getBoundingClientRect();
				if (b.top < 0 || b.bottom > innerHeight || b.height < 190 || stage.getBoundingClientRect().height > 0.45 * innerHeight + 1) gone.push(scrollY + ": " + Math.round(b.top) + " to " + Math.round(b.bottom));
				if (y >= most) return gone;
			}
		})()`, picture), "%s, the %s is not on the screen at %q", when, picture)
	}
}

// A phone on its side, and a small window at twice its size, have a plane that one can work in; the rest scrolls.
func TestStageInLowWindows(t *testing.T) {
	ctx := browser(t, 844, 390)
	for _, size := range [][2]int{{844, 390}, {640, 360}} {
		view(t, ctx, size[0], size[1])
		until(t, ctx, fmt.Sprintf(`document.documentElement.clientWidth <= %d && %s && document.querySelector("#plane svg")?.getBoundingClientRect().height >= 200`, size[0], idle))
		// The answer comes under it or beside it, not behind it.
		expect(t, evaluate[bool](t, ctx, `(() => {
			document.getElementById("answer").scrollIntoView({behavior: "instant"});
			const b = document.getElementById("answer-value").getBoundingClientRect();
			return document.elementFromPoint(b.x + 5, b.y + b.height / 2)?.closest("#answer") !== null && document.documentElement.scrollWidth <= innerWidth;
		})()`), "at %d × %d the answer isn't seen, or the page is too wide", size[0], size[1])
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		save(t, ctx, fmt.Sprintf("low-%d", size[0]))
	}
}

// Where the system sets the colours, one sees what is pressed, and how long a bar is.
func TestForcedColours(t *testing.T) {
	ctx := browser(t, 1280, 720)
	prefers(t, ctx, "dark", "forced-colors", "active")
	until(t, ctx, idle+` && document.querySelector("#answer .bar") !== null`)
	same(t, ctx, `(() => {
		const pressed = [...document.querySelectorAll('[aria-pressed="true"], [aria-selected="true"]')].filter((e) => e.checkVisibility());
		const bar = getComputedStyle(document.querySelector("#answer .bar"));
		return pressed.length >= 2 && pressed.every((e) => getComputedStyle(e).outlineStyle === "solid") && bar.forcedColorAdjust === "none" && bar.backgroundImage.includes("gradient") ? "" : pressed.map((e) => e.outerHTML).join() + bar.backgroundImage;
	})()`, "", "with forced colours: %s")
	save(t, ctx, "forced-colours-1280")
}

// From the top, a phone has the stage, the answer, what a click does, the data, the panels.
func TestOrderOnAPhone(t *testing.T) {
	ctx := browser(t, 390, 844)
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	same(t, ctx, `[...document.querySelectorAll("#view-plane > .stage, .brushes, #answer, .data, #view-plane > .below")].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top).map((e) => e.id || e.classList[0]).join()`, "stage,answer,brushes,data,below", "on a phone the order is %s")
}

// The network on the page is that of the engine's answer, flows through once, and chooses samples.
func TestNetworkOfThePage(t *testing.T) {
	ctx := browser(t, 1440, 900)
	for _, set := range []string{"rings", "pencil", "donut", "xor", "iris"} {
		open(t, ctx, set)
		until(t, ctx, idle+` && document.querySelector("#network svg") !== null`)
		// The first sample is chosen: its own neuron is the hit, solid, and linked to the answer alone.
		evaluate[bool](t, ctx, `(document.querySelector("#network .neuron .ground").dispatchEvent(new MouseEvent("click", {bubbles: true})), true)`)
		until(t, ctx, idle+` && (() => {
			const hit = document.querySelectorAll("#network .hit"), links = document.querySelectorAll("#network .answer-link"), sample = document.querySelector("#made-by li")?.dataset.sample;
			return hit.length === 1 && links.length === 1 && hit[0].dataset.activation === "1" && hit[0].dataset.sample === sample && document.querySelector("#network .hit .halo").getAttribute("visibility") === "visible";
		})()`)
		expect(t, evaluate[bool](t, ctx, `(document.querySelectorAll("#network [data-rail]").length === 1) === (document.querySelector("#network .neuron[data-layer='2']") !== null)`), "%s: under preset xaia there is a rail where there are layers behind the first, and else none", set)
	}
	clickUntil(t, ctx, "input[name=preset][value=paper]", idle+` && document.querySelectorAll("#network [data-rail]").length === 0 && document.querySelectorAll("#network .neuron").length > 3`)

	// The flow: a layer after the other, ended by the next choice.
	open(t, ctx, "rings")
	evaluate[bool](t, ctx, `(() => { globalThis.flows = () => document.querySelector("#network svg").getAnimations({subtree: true}); return true; })()`)
	click(t, ctx, "#construction > summary")
	after(t, ctx, `document.querySelector("input[name=preset][value=xaia]").click()`, idle+` && document.querySelectorAll("#network [data-rail]").length === 1`)
	delays := `(() => { const found = document.querySelector("#network .network") && flows().map((a) => a.effect.getTiming()).map((e) => e.delay / 150 + ":" + e.duration); return [...new Set(found)].sort().join(); })()`
	same(t, ctx, `(async () => {
		document.querySelectorAll("#made-by li")[0] && document.querySelector("#network [data-layer='1'].neuron .ground").dispatchEvent(new MouseEvent("click", {bubbles: true}));
		const before = document.querySelector("#network svg");
		for (let i = 0; i < 200 && document.querySelector("#network svg") === before; i++) await new Promise((done) => setTimeout(done, 5));
		return `+delays+` + " " + document.getAnimations().filter((a) => before.contains(a.effect.target)).length;
	})()`, "0:150,1:150,1:600 0", "a choice that is hit in layer 1 flows as %s")
	// The neuron that recognised it and its sample pulse together, once; nothing moves where the system says so.
	const pulses = `(async () => {
		document.querySelector("#network [data-layer='1'].neuron:not(.hit) .ground").dispatchEvent(new MouseEvent("click", {bubbles: true}));
		const before = document.querySelector("#network svg");
		for (let i = 0; i < 400 && document.querySelector("#network svg") === before; i++) await new Promise((done) => setTimeout(done, 5));
		const hit = document.querySelector("#network .hit"), moves = document.getAnimations().filter((a) => a.effect.target.closest("#plane, #network"));
		const ring = moves.find((a) => a.effect.target.closest("#network .hit"))?.effect, pulse = moves.find((a) => a.effect.target.closest("#plane .pulse"))?.effect;
		if (!moves.length) return "nothing moves, " + document.querySelectorAll(".pulse").length;
		const at = (e) => { const {x, y, width, height} = e.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
		const dot = document.querySelectorAll("#plane .samples > *")[hit.dataset.sample], [a, b] = [at(dot), at(pulse.target.closest(".pulse"))];
		const together = ring.getTiming().delay === pulse.getTiming().delay && ring.getTiming().iterations === 1, there = Math.hypot(a[0] - b[0], a[1] - b[1]) < 3;
		await Promise.all(moves.map((m) => m.finished.catch(() => {})));
		await new Promise((done) => setTimeout(done, 50));
		return [together ? "together" : "apart", there ? "on the sample" : "elsewhere " + [a, b], document.querySelectorAll(".pulse").length].join();
	})()`
	same(t, ctx, pulses, "together,on the sample,0", "hit neuron and sample pulse: %s")
	media := func(value string) { prefers(t, ctx, "light", "prefers-reduced-motion", value) }
	media("reduce")
	same(t, ctx, pulses, "nothing moves, 0", "with reduced motion: %s")
	evaluate[bool](t, ctx, `(globalThis.moved = 0, new MutationObserver(() => (moved += document.querySelector("#network svg")?.getAnimations({subtree: true}).length ?? 0)).observe(document.getElementById("network"), {childList: true}), true)`)
	open(t, ctx, "moons")
	until(t, ctx, `document.querySelectorAll("#network .neuron").length > 10`)
	same(t, ctx, "moved", 0, "with reduced motion, %d animations run as a set is opened")
	open(t, ctx, "rings")
	media("")

	// The construction is replayed in the network, too: every sample is a neuron, or waits.
	clickUntil(t, ctx, "#construction summary", `document.getElementById("step").max > 0`)
	clickUntil(t, ctx, "#step-first", `document.querySelectorAll("#network .waiting").length === 24`)
	clickUntil(t, ctx, "#step-on", `document.querySelectorAll("#network .waiting").length === 23 && document.querySelectorAll("#network .step-new").length === 1`)
	clickUntil(t, ctx, "#step-last", `document.querySelectorAll("#network .waiting").length === 0 && document.querySelectorAll("#network .answer-link").length > 0`)
	openPanel(t, ctx, "")
	clickUntil(t, ctx, "#clear", begins("#network", "Each sample that you add becomes a neuron"))
	// The paper's terms are explained where they stand.
	open(t, ctx, "rings")
	until(t, ctx, `["layers", "near twins", "earlier layers", "absorption"].every((word) => [...document.querySelectorAll("abbr[title]")].some((e) => e.textContent === word && e.title.length > 30))`)
}

// Neurons that are folded are reached by the keyboard, each of a layer, and chosen by Enter.
func TestFoldedNeuronsByKeys(t *testing.T) {
	ctx := opened(t, "noisy", 1440, 900)
	until(t, ctx, idle+` && document.querySelector("#network [data-rest]") !== null`)
	evaluate[bool](t, ctx, `(document.activeElement.blur(), true)`)
	keyUntil(t, ctx, "n", `document.activeElement.className === "network"`)
	keyUntil(t, ctx, kb.ArrowRight, `document.querySelector("#network .walked") !== null`)
	// To the layer with the most neurons, then down to its last one.
	walked := evaluate[[]string](t, ctx, `(() => {
		const network = document.querySelector("#network .network"), press = (key) => network.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
		const folded = [...document.querySelectorAll("#network [data-rest]")].sort((a, b) => b.dataset.rest - a.dataset.rest)[0], layer = Number(folded.closest(".layer").dataset.step);
		const size = Number(folded.dataset.rest) + folded.closest(".layer").querySelectorAll(".neuron").length;
		let value;
		network.addEventListener("input", (event) => (value = event.detail));
		for (let i = 0; i < 40; i++) press("ArrowLeft");
		for (let i = 1; i < layer; i++) press("ArrowRight");
		for (let i = 0; i < size; i++) press("ArrowUp");
		const seen = new Set(), wrong = [];
		for (let i = 0; i < size; i++) {
			seen.add(value.node);
			if (value.layer !== layer) wrong.push("layer " + value.layer);
			const halo = network.querySelector('.neuron[data-layer="' + layer + '"][data-node="' + value.node + '"] .halo');
			if (halo?.getAttribute("visibility") !== "visible") wrong.push("neuron " + value.node + " isn't marked");
			if (!document.getElementById("live").textContent.startsWith("Layer " + layer + ", neuron " + (value.node + 1) + " of " + size)) wrong.push("said: " + document.getElementById("live").textContent);
			press("ArrowDown");
		}
		return [size > 12, seen.size === size, network.querySelectorAll(".extra").length, ...wrong.slice(0, 3)].map(String);
	})()`)
	equal(t, strings.Join(walked, ","), "true,true,1", "more than twelve, all visited, one drawn besides: %s")
	sample := evaluate[int](t, ctx, `Number(document.querySelector("#network .walked").dataset.sample)`)
	keyUntil(t, ctx, kb.Enter, fmt.Sprintf(`%s && document.getElementById("made-by").textContent.startsWith("sample %d (") && document.activeElement.className === "network"`, idle, sample))
}

// A sample under the pointer lights up in the network and in the list, and one of the list in the plane and the network.
func TestHoverLights(t *testing.T) {
	ctx := browser(t, 1440, 900)
	until(t, ctx, idle+` && document.querySelectorAll("#made-by li").length > 2`)
	lit := func(sample int) string {
		return fmt.Sprintf(`[...document.querySelectorAll("#network .halo[visibility=visible]")].map((h) => h.parentNode.dataset.sample).join() === "%d"`, sample)
	}
	for k := range 2 {
		sample := evaluate[int](t, ctx, fmt.Sprintf(`Number(document.querySelectorAll("#made-by li")[%d].dataset.sample)`, k))
		hoverMiddle(t, ctx, fmt.Sprintf(`document.querySelectorAll("#plane .samples > *")[%d]`, sample))
		until(t, ctx, lit(sample)+fmt.Sprintf(` && [...document.querySelectorAll("#made-by li.lit")].map((li) => li.dataset.sample).join() === "%d"`, sample))
	}
	hover(t, ctx, 5, 5)
	until(t, ctx, `document.querySelector("#made-by li.lit") === null && document.querySelector("#network .halo[visibility=visible]") === null`)
	sample := evaluate[int](t, ctx, `Number(document.querySelectorAll("#made-by li")[1].dataset.sample)`)
	hoverMiddle(t, ctx, `document.querySelectorAll("#made-by li")[1]`)
	until(t, ctx, lit(sample)+` && document.querySelectorAll("#plane .lit > *").length === 1`)
	hover(t, ctx, 5, 5)
	until(t, ctx, `document.querySelectorAll("#plane .lit > *").length === 0`)
	// A pointer that only crosses the plane leaves nothing behind.
	none(t, ctx, `(async () => {
		const place = document.getElementById("plane"), dot = place.querySelector(".samples > *"), {left, top, width, height} = dot.getBoundingClientRect();
		const event = (name, target) => target.dispatchEvent(new PointerEvent(name, {bubbles: true, pointerType: "mouse", clientX: left + width / 2, clientY: top + height / 2}));
		event("pointermove", dot);
		event("pointerleave", place);
		await new Promise((done) => setTimeout(done, 400));
		return [...document.querySelectorAll("#tip:not([hidden]), #made-by li.lit, #network .halo[visibility=visible]")].map((e) => e.outerHTML);
	})()`, "the pointer is gone, and there is still %q")
}

// The answer says why: the columns' shares are those of the engine; on a sample there is nothing between.
func TestAnswerSaysWhy(t *testing.T) {
	ctx := opened(t, "rings", 1440, 900)
	until(t, ctx, idle+` && document.querySelector("#how-sure .set") !== null`) // what comes late would draw the fields anew
	typeUntil(t, ctx, "point-x", "1.1", idle+` && document.getElementById("point-x").value === "1.1"`)
	typeUntil(t, ctx, "point-y", "0.4", idle+` && document.getElementById("point-x").value === "1.1" && document.getElementById("point-y").value === "0.4" && document.querySelectorAll("#why dt").length >= 2`)
	const want = `(async () => {
		const set = xaiaPage.sets.plane.find((s) => s.id === "rings"), model = await xaiaPage.xaia.fit(set.x, set.labels, {classes: true});
		const {columns, earlierLayers} = await model.attributions([1.1, 0.4]);
		model.dispose();
		return [["x₁", columns[0].share], ["x₂", columns[1].share], ["earlier layers", earlierLayers]].filter(([, share]) => share > 0).sort((a, b) => b[1] - a[1]).map(([name, share]) => name + " " + share.toFixed(2)).join();
	})()`
	shown := `[...document.querySelectorAll("#why dt")].map((name) => name.textContent + " " + name.nextSibling.nextSibling.textContent).join()`
	until(t, ctx, shown+` === `+fmt.Sprintf("%q", evaluate[string](t, ctx, want)))
	after(t, ctx, `document.querySelector("#network .neuron .ground").dispatchEvent(new MouseEvent("click", {bubbles: true}))`, `document.getElementById("why").textContent.includes("It is one of the samples")`)
}

// With local lines, why is a waterfall: what is shown adds up to the answer that is shown, and each part is the engine's.
func TestAnswerIsAWaterfall(t *testing.T) {
	ctx := opened(t, "boston", 1440, 900)
	until(t, ctx, idle+` && document.getElementById("answer-value").textContent !== ""`)
	clickUntil(t, ctx, "#construction > summary", begins("#settings-state", "Automatic: from the distances between the samples. Local lines lowered the squared error"))
	choose(t, ctx, "lines", "no: a weighted mean")
	until(t, ctx, idle+` && document.querySelector("#why svg") === null && document.querySelectorAll("#why dt").length >= 2`)
	choose(t, ctx, "lines", "yes: answers follow the slope")
	until(t, ctx, idle+` && document.querySelector("#why .amounts") !== null`)
	const shown = `[...document.querySelectorAll("#why .amounts text")].map((e) => Number(e.textContent.replaceAll(/[,\s+]/g, "").replace("−", "-")))`
	for _, value := range []string{"6.9", "5.1"} { // of rm, whose correction is the largest
		evaluate[bool](t, ctx, fmt.Sprintf(`(() => {
			document.getElementById("row").open = true;
			const field = [...document.querySelectorAll("#row label")].find((l) => l.firstChild.textContent === "rm").lastChild;
			field.focus(); field.value = %q;
			return field.dispatchEvent(new Event("input", {bubbles: true}));
		})()`, value))
		until(t, ctx, fmt.Sprintf(`%s && new URLSearchParams(localStorage.getItem("xaia-page")).get("ask")?.split(",")[5] === %q`, idle, value))
		want := evaluate[string](t, ctx, `(async () => {
			const {view} = xaiaPage, bench = view.edited(await view.fetchTable(view.tables.find((t) => t.id === "boston")), "turn", "external", 0), model = await xaiaPage.xaia.fit(bench.X, bench.y, {interpolation: {local: {}}});
			const {neurons, value, limit, corrections} = await model.explain(new URLSearchParams(localStorage.getItem("xaia-page")).get("ask").split(",").map(Number));
			model.dispose();
			const parts = corrections.map((c) => c.value).sort((a, b) => Math.abs(b) - Math.abs(a)), sum = (list) => list.reduce((a, b) => a + b, 0);
			return [value, sum(neurons.map((n) => n.weight * n.alpha)), ...parts.slice(0, 6), sum(parts.slice(6)), ...(Math.abs(limit) > 0.05 ? [limit] : [])].join();
		})()`)
		until(t, ctx, fmt.Sprintf(`(() => {
			const [value, ...parts] = %q.split(",").map(Number), amounts = %s, said = document.getElementById("answer-value").firstChild.textContent;
			const unit = 10 ** -said.split(".")[1].length, near = (a, b) => Math.abs(a - b) < 1.01 * unit, units = amounts.map((v) => Math.round(v / unit));
			return units.length === parts.length + 1 && units.slice(0, -1).reduce((a, b) => a + b) === units.at(-1) && near(amounts.at(-1), value) && parts.every((v, i) => near(v, amounts[i]))
				&& Number(said) === amounts.at(-1) && document.getElementById("network").textContent.includes(said);
		})()`, want, shown))
		suits(t, evaluate[string](t, ctx, `document.querySelector("#why svg").getAttribute("aria-description")`), func(got string) bool {
			return strings.Contains(got, " from these samples, ") && strings.Contains(got, " because rm is ")
		}, "in words: %q")
		// The sentence above the bars adds up, too.
		same(t, ctx, `(() => {
			const said = document.querySelector("#why .sum").textContent, number = (text) => Number(text.replace("−", "-").replaceAll(/[\s+]/g, ""));
			const [whole, rest] = said.split(" = "), parts = rest.split(/, (?=[+−])/).map((part) => number(/^[+−]?\s?[\d.]+/.exec(part)[0]));
			return Math.abs(parts.reduce((a, b) => a + b) - number(whole)) < 1e-6 && whole === document.getElementById("answer-value").firstChild.textContent && parts.length > 2 ? "" : said;
		})()`, "", "the sentence %q doesn't add up to the answer")
	}
	// The choice is undone and done again as the others are, and stands in the link.
	clickUntil(t, ctx, "#undo", idle+` && document.getElementById("lines").value === "off" && document.querySelector("#why svg") === null && document.querySelectorAll("#why dt").length >= 2`)
	clickUntil(t, ctx, "#redo", idle+` && document.getElementById("lines").value === "on" && document.querySelector("#why .amounts") !== null`)
	until(t, ctx, `new URLSearchParams(localStorage.getItem("xaia-page")).get("lines") === "on"`)
	// A sample answers for itself.
	after(t, ctx, `document.querySelector("#network .neuron .ground").dispatchEvent(new MouseEvent("click", {bubbles: true}))`, `document.getElementById("why").textContent.includes("It is one of the samples") && document.querySelector("#why > svg") === null`)
}

// A sample answers for itself. Beside it stands what the others would have answered, as explain has it without the sample: value, who and
// why; and how sure an answer is, as calibrate has it.
func TestAnswerWithoutTheSample(t *testing.T) {
	ctx := opened(t, "iris", 1440, 900)
	until(t, ctx, `document.querySelector("#how-sure .set") !== null && !document.querySelector("#how-sure progress")`)
	until(t, ctx, `document.getElementById("without").hidden`) // a row that is asked about is no sample to leave out
	const alone = `(async (k) => {
		// Those with most weight are listed: of more than nine the first eight, and the others together.
		const listed = (neurons) => [...neurons.toSorted((a, b) => b.weight - a.weight).slice(0, neurons.length > 9 ? 8 : neurons.length).map((n) => n.sample), ...(neurons.length > 9 ? [""] : [])];
		const {view} = xaiaPage, bench = view.edited(await view.fetchTable(view.tables.find((t) => t.id === "iris")), "turn", "external", 0);
		const model = await xaiaPage.xaia.fit(bench.X, bench.y, {classes: true});
		const answer = await model.explain(bench.X[k], {without: k}), {columns} = await model.attributions(bench.X[k], {without: k});
		model.dispose();
		return answer.value + " " + listed(answer.neurons.map((n) => ({sample: n.samples[0], weight: n.weight}))).join() + " " + columns.map((c) => c.share.toFixed(2)).sort().join();
	})`
	for _, sample := range []int{70, 3} {
		chooseSample(t, ctx, sample)
		want := evaluate[string](t, ctx, fmt.Sprintf(alone+"(%d)", sample))
		until(t, ctx, fmt.Sprintf(`(() => {
			const place = document.getElementById("without"), value = place.querySelector(".left-out .key")?.textContent.replace(/^\S+\s*/, "");
			const shares = [...place.querySelectorAll(".why dt")].filter((d) => d.textContent !== "earlier layers").map((d) => d.nextSibling.nextSibling.textContent);
			while (shares.length < 4) shares.push("0.00");
			return !place.hidden && value + " " + [...place.querySelectorAll("li")].map((li) => li.dataset.sample).join() + " " + shares.sort().join() === %q;
		})()`, want))
	}
	save(t, ctx, "without-1440")
}
