//go:build !js

package web_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// The stage: plane, network and answer, on the screen together whatever is open.

// panels are what can be open beside the stage, by their ids.
var panels = []string{"", "model", "construction", "scores", "absorption", "points-details", "takeaway"}

// openPanel opens one panel, or none.
func openPanel(t *testing.T, ctx context.Context, id string) {
	t.Helper()
	evaluate[bool](t, ctx, fmt.Sprintf(`(() => {
		for (const d of document.querySelectorAll(".below > details")) if (d.open !== (d.id === %q)) d.querySelector("summary").click();
		return true;
	})()`, id))
	until(t, ctx, fmt.Sprintf(`[...document.querySelectorAll(".below > details")].filter((d) => d.open).map((d) => d.id).join() === %q`, id))
}

func TestStageIsInTheWindow(t *testing.T) {
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			ctx := browser(t, int(size[0]), int(size[1]))
			do(t, ctx, chromedp.EmulateViewport(size[0], size[1]))
			until(t, ctx, idle+` && document.querySelector("#network svg") !== null`)
			for _, id := range panels {
				openPanel(t, ctx, id)
				until(t, ctx, idle)
				for _, part := range []string{"plane", "network", "answer", "plane svg", "network svg"} {
					at := evaluate[[]float64](t, ctx, fmt.Sprintf(`(() => { const b = document.querySelector("#%s").getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })()`, part))
					if at[0] < 0 || at[1] < 0 || at[2] > float64(size[0]) || at[3] > float64(size[1]) || at[2]-at[0] < 240 || at[3]-at[1] < 140 {
						t.Errorf("with panel %q, #%s is at %v", id, part, at)
					}
				}
				if id == "" {
					continue
				}
				// The panel itself can be seen, and covers nothing of the stage.
				if over := evaluate[string](t, ctx, fmt.Sprintf(`(() => {
					const p = document.querySelector("#%s > .panel").getBoundingClientRect();
					const meets = ["plane", "network", "answer"].filter((id) => { const b = document.getElementById(id).getBoundingClientRect(); return p.left < b.right && b.left < p.right && p.top < b.bottom && b.top < p.bottom; });
					return [p.width > 200 && p.height > 200 && p.bottom <= innerHeight, ...meets].join();
				})()`, id)); over != "true" {
					t.Errorf("panel %q: %s", id, over)
				}
			}
			problems(t, ctx)
		})
	}
}

func TestStageOnAPhone(t *testing.T) {
	ctx := browser(t, 500, 844)
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	until(t, ctx, `document.documentElement.clientWidth === 390 && `+idle)
	for _, face := range []string{"plane", "network"} {
		click(t, ctx, "button[data-face="+face+"]")
		until(t, ctx, fmt.Sprintf(`document.querySelector("#%s svg")?.checkVisibility()`, face))
		for _, id := range panels {
			openPanel(t, ctx, id)
			// At every place of the scroll the picture is whole on the screen, on at most 45 % of it.
			gone := evaluate[[]string](t, ctx, fmt.Sprintf(`(async () => {
				const gone = [], most = document.documentElement.scrollHeight - innerHeight;
				for (let y = 0; ; y = Math.min(most, y + 150)) {
					scrollTo(0, y);
					await new Promise((done) => requestAnimationFrame(done));
					const b = document.querySelector("#%s svg").getBoundingClientRect();
					if (b.top < 0 || b.bottom > innerHeight || b.height < 200 || document.querySelector(".stage").getBoundingClientRect().height > 0.45 * innerHeight + 1) gone.push(y + ": " + Math.round(b.top) + " to " + Math.round(b.bottom));
					if (y >= most) return gone;
				}
			})()`, face))
			if len(gone) > 0 {
				t.Errorf("with panel %q, the %s is not on the screen at %q", id, face, gone)
			}
		}
	}
	problems(t, ctx)
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
		if got := evaluate[bool](t, ctx, `(document.querySelectorAll("#network [data-rail]").length === 1) === (document.querySelector("#network .neuron[data-layer='2']") !== null)`); !got {
			t.Errorf("%s: under preset xaia there is a rail where there are layers behind the first, and else none", set)
		}
	}
	click(t, ctx, "input[name=preset][value=paper]")
	until(t, ctx, idle+` && document.querySelectorAll("#network [data-rail]").length === 0 && document.querySelectorAll("#network .neuron").length > 3`)

	// The flow: a layer after the other, ended by the next choice.
	open(t, ctx, "rings")
	evaluate[bool](t, ctx, `(() => { globalThis.flows = () => document.querySelector("#network svg").getAnimations({subtree: true}); return true; })()`)
	click(t, ctx, "#model summary")
	evaluate[bool](t, ctx, `(document.querySelector("input[name=preset][value=xaia]").click(), true)`)
	until(t, ctx, idle+` && document.querySelectorAll("#network [data-rail]").length === 1`)
	delays := `(() => { const found = document.querySelector("#network .network") && flows().map((a) => a.effect.getTiming()).map((e) => e.delay / 150 + ":" + e.duration); return [...new Set(found)].sort().join(); })()`
	if got := evaluate[string](t, ctx, `(async () => {
		document.querySelectorAll("#made-by li")[0] && document.querySelector("#network [data-layer='1'].neuron .ground").dispatchEvent(new MouseEvent("click", {bubbles: true}));
		const before = document.querySelector("#network svg");
		for (let i = 0; i < 200 && document.querySelector("#network svg") === before; i++) await new Promise((done) => setTimeout(done, 5));
		return `+delays+` + " " + before.getAnimations({subtree: true}).length;
	})()`); got != "0:150,1:150 0" {
		t.Errorf("a choice that is hit in layer 1 flows as %s", got)
	}

	// The construction is replayed in the network, too: every sample is a neuron, or waits.
	click(t, ctx, "#construction summary")
	until(t, ctx, `document.getElementById("step").max > 0`)
	click(t, ctx, "#step-first")
	until(t, ctx, `document.querySelectorAll("#network .waiting").length === 24`)
	click(t, ctx, "#step-on")
	until(t, ctx, `document.querySelectorAll("#network .waiting").length === 23 && document.querySelectorAll("#network .step-new").length === 1`)
	click(t, ctx, "#step-last")
	until(t, ctx, `document.querySelectorAll("#network .waiting").length === 0 && document.querySelectorAll("#network .answer-link").length > 0`)
	openPanel(t, ctx, "")
	click(t, ctx, "#clear")
	said(t, ctx, "#network", "Each sample that you add becomes a neuron")
	// The paper's terms are explained where they stand.
	open(t, ctx, "rings")
	samples(t, ctx, 24)
	until(t, ctx, `["layers", "collisions", "fingerprint", "absorb"].every((word) => [...document.querySelectorAll("abbr[title]")].some((e) => e.textContent === word && e.title.length > 30))`)
	problems(t, ctx)
}

// Who prefers less motion has none.
func TestNetworkKeepsStill(t *testing.T) {
	ctx := browser(t, 1440, 900, chromedp.Flag("force-prefers-reduced-motion", true))
	until(t, ctx, idle+` && document.querySelector("#network svg") !== null`)
	evaluate[bool](t, ctx, `(globalThis.moved = 0, new MutationObserver(() => (moved += document.querySelector("#network svg")?.getAnimations({subtree: true}).length ?? 0)).observe(document.getElementById("network"), {childList: true}), true)`)
	open(t, ctx, "moons")
	until(t, ctx, `document.querySelectorAll("#network .neuron").length > 10`)
	if n := evaluate[int](t, ctx, "moved"); n != 0 {
		t.Errorf("%d animations run", n)
	}
	problems(t, ctx)
}

// The answer says why: the columns' shares are those of the engine; on a sample there is nothing between.
func TestAnswerSaysWhy(t *testing.T) {
	ctx := browser(t, 1440, 900)
	open(t, ctx, "rings")
	typeInto(t, ctx, "point-x", "1.1")
	typeInto(t, ctx, "point-y", "0.4")
	until(t, ctx, idle+` && document.getElementById("point-y").value === "0.4" && document.querySelectorAll("#why dt").length >= 2`)
	const want = `(async () => {
		const set = xaiaPage.sets.plane.find((s) => s.id === "rings"), model = await xaiaPage.xaia.fit(set.x, set.labels, {classes: true});
		const {columns, fingerprint} = await model.attributions([1.1, 0.4]);
		model.dispose();
		return [["x₁", columns[0].share], ["x₂", columns[1].share], ["fingerprint", fingerprint]].filter(([, share]) => share > 0).sort((a, b) => b[1] - a[1]).map(([name, share]) => name + " " + share.toFixed(2)).join();
	})()`
	shown := `[...document.querySelectorAll("#why dt")].map((name) => name.textContent + " " + name.nextSibling.nextSibling.textContent).join()`
	until(t, ctx, shown+` === `+fmt.Sprintf("%q", evaluate[string](t, ctx, want)))
	evaluate[bool](t, ctx, `(document.querySelector("#network .neuron .ground").dispatchEvent(new MouseEvent("click", {bubbles: true})), true)`)
	until(t, ctx, `document.getElementById("why").textContent.includes("It is one of the samples")`)
	problems(t, ctx)
}

// A sample answers for itself. Beside it stands what the others would have answered, as a network of the others does: value, who and
// why; and how sure an answer is, as calibrate has it.
func TestAnswerWithoutTheSample(t *testing.T) {
	ctx := browser(t, 1440, 900)
	open(t, ctx, "iris")
	samples(t, ctx, 150)
	if got := evaluate[bool](t, ctx, `document.getElementById("without").hidden`); !got {
		t.Error("a row that is asked about is no sample to leave out")
	}
	until(t, ctx, `document.querySelector("#how-sure .set") !== null && !document.querySelector("#how-sure progress")`)
	const alone = `(async (k) => {
		const bench = await xaiaPage.view.fetchTable(xaiaPage.view.tables.find((t) => t.id === "iris")), rest = (list) => list.filter((_, i) => i !== k);
		const model = await xaiaPage.xaia.fit(rest(bench.X), rest(bench.y), {classes: true});
		const answer = await model.explain(bench.X[k]), {columns} = await model.attributions(bench.X[k]);
		model.dispose();
		return answer.value + " " + answer.neurons.map((n) => n.samples[0] + (n.samples[0] >= k)).join() + " " + columns.map((c) => c.share.toFixed(2)).sort().join();
	})`
	for _, sample := range []int{70, 3} {
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.getElementById("scores-table").dispatchEvent(new CustomEvent("choose", {detail: {sample: %d}})), true)`, sample))
		want := evaluate[string](t, ctx, fmt.Sprintf(alone+"(%d)", sample))
		until(t, ctx, fmt.Sprintf(`(() => {
			const place = document.getElementById("without"), value = place.querySelector(".left-out .key")?.textContent.replace(/^\S+\s*/, "");
			const shares = [...place.querySelectorAll(".why dt")].filter((d) => d.textContent !== "fingerprint").map((d) => d.nextSibling.nextSibling.textContent);
			while (shares.length < 4) shares.push("0.00");
			return !place.hidden && value + " " + [...place.querySelectorAll("li")].map((li) => li.dataset.sample).join() + " " + shares.sort().join() === %q;
		})()`, want))
	}
	save(t, ctx, "without-1440")
	problems(t, ctx)
}

// The line's band holds nine outcomes in ten, and says so of the chosen place.
func TestLineHasABand(t *testing.T) {
	ctx := browser(t, 1440, 900)
	click(t, ctx, "#tab-line")
	open(t, ctx, "wave")
	until(t, ctx, `document.querySelector("#line .band path") !== null || document.querySelector("#line path.band") !== null`)
	said(t, ctx, "#place-verdict", "At 90 % it is between ")
	problems(t, ctx)
}
