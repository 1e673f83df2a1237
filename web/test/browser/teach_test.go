//go:build !js

package web_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/cdproto/input"
)

type point [2]float64

// ring is a closed curve of a square of 100.
func ring(x, y, rx, ry float64, points int) (list []point) {
	for i := range points + 1 {
		t := 2 * math.Pi * float64(i) / float64(points)
		list = append(list, point{x + rx*math.Cos(t), y + ry*math.Sin(t)})
	}
	return list
}

// figures are drawn by hand in the tests, each a little different by a number.
var figures = map[string]func(k float64) [][]point{
	"house": func(k float64) [][]point {
		return [][]point{{{20 + k, 50}, {20 + k, 90}, {80 - k, 90}, {80, 50}, {20 + k, 50}}, {{14, 52}, {50, 14 + 2*k}, {86, 52}}, {{45, 90}, {45, 68 + k}, {57, 68 + k}, {57, 90}}}
	},
	"face": func(k float64) [][]point {
		return [][]point{ring(50, 50, 36+k, 37, 24), ring(38, 42+k, 3, 4, 6), ring(62, 42, 3, 4, 6), {{34, 62}, {42, 70 + k}, {58, 70}, {67, 61}}}
	},
	"zigzag": func(k float64) [][]point {
		return [][]point{{{10, 80}, {25, 20 + k}, {40, 80}, {55, 20}, {70, 80 - k}, {88, 20}}}
	},
	"cross": func(k float64) [][]point {
		return [][]point{{{15, 15 + k}, {85, 85}}, {{85 - k, 15}, {15, 85}}}
	},
}

func teachPage(t *testing.T, address string, width, height int, scheme string) context.Context {
	t.Helper()
	ctx := pageOf(t, address, width, height, scheme)
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	return ctx
}

// onPad is where a place of the square is in the window.
func onPad(t *testing.T, ctx context.Context) func(p point) (x, y float64) {
	t.Helper()
	evaluate[bool](t, ctx, `(document.getElementById("draw").scrollIntoView({block: "center", behavior: "instant"}), true)`)
	box := evaluate[[]float64](t, ctx, `(({left, top, width}) => [left, top, width])(document.querySelector("#draw svg").getBoundingClientRect())`)
	return func(p point) (x, y float64) { return box[0] + p[0]*box[2]/100, box[1] + p[1]*box[2]/100 }
}

// sketch draws with the mouse, as a hand does.
func sketch(t *testing.T, ctx context.Context, strokes [][]point) {
	t.Helper()
	place := onPad(t, ctx)
	for _, s := range strokes {
		x, y := place(s[0])
		mouse(t, ctx, input.DispatchMouseEventTypeMouseMoved, x, y)
		mouse(t, ctx, input.DispatchMouseEventTypeMousePressed, x, y)
		for i := 1; i < len(s); i++ {
			for part := 1.0; part <= 3; part++ {
				x, y = place(point{s[i-1][0] + (s[i][0]-s[i-1][0])*part/3, s[i-1][1] + (s[i][1]-s[i-1][1])*part/3})
				mouse(t, ctx, input.DispatchMouseEventTypeMouseMoved, x, y)
			}
		}
		mouse(t, ctx, input.DispatchMouseEventTypeMouseReleased, x, y)
	}
	until(t, ctx, fmt.Sprintf(`document.getElementById("draw").getAttribute("aria-label") === "Your drawing: %d %s"`, len(strokes), map[bool]string{true: "stroke", false: "strokes"}[len(strokes) == 1]))
}

// sketched draws with a finger.
func sketched(t *testing.T, ctx context.Context, strokes [][]point) {
	t.Helper()
	place := onPad(t, ctx)
	for _, s := range strokes {
		for i, p := range s {
			x, y := place(p)
			kind := input.DispatchTouchEventTypeTouchMove
			if i == 0 {
				kind = input.DispatchTouchEventTypeTouchStart
			}
			touch(t, ctx, kind, [2]float64{x, y})
		}
		touch(t, ctx, input.DispatchTouchEventTypeTouchEnd)
	}
	until(t, ctx, fmt.Sprintf(`document.getElementById("draw").getAttribute("aria-label").startsWith("Your drawing: %d ")`, len(strokes)))
}

// named teaches what is drawn under a new name.
func named(t *testing.T, ctx context.Context, name string, drawings int) {
	t.Helper()
	evaluate[bool](t, ctx, fmt.Sprintf(`(() => { const e = document.querySelector(".new-name"); e.focus(); e.value = %q; return e.dispatchEvent(new Event("input", {bubbles: true})); })()`, name))
	click(t, ctx, ".create")
	taught(t, ctx, drawings)
}

// isA presses a card.
func isA(t *testing.T, ctx context.Context, name string, drawings int) {
	t.Helper()
	click(t, ctx, fmt.Sprintf(`[data-class=%q] button.teach`, name))
	taught(t, ctx, drawings)
}

func taught(t *testing.T, ctx context.Context, n int) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`xaiaTeach.teach.mind.drawings.length === %d && /^(All %d drawings are|This one drawing is) answered exactly/.test(document.querySelector(".proof").textContent)`, n, n))
}

func answers(t *testing.T, ctx context.Context, recognition, head string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`document.getElementById("answer").dataset.recognition === %q && document.querySelector("#answer .head").textContent.startsWith(%q)`, recognition, head))
}

// exact asks the learner itself for every drawing that was taught, and the kept strokes anew.
func exact(t *testing.T, ctx context.Context, want string) {
	t.Helper()
	got := evaluate[string](t, ctx, `(async () => {
		const {teach} = xaiaTeach;
		const {encodeDrawing} = await import("./files/drawing.mjs");
		const said = await teach.mind.learner.explain(teach.mind.drawings.map(({strokes}) => Array.from(encodeDrawing(strokes))));
		return said.map((a, i) => (a.status === "hit" && a.value === teach.mind.drawings[i].label && a.neurons[0].samples.includes(i) ? a.value : "!" + a.value)).join(" ");
	})()`)
	if got != want {
		t.Errorf("the drawings are answered %s, want %s", got, want)
	}
}

// Draw three things, be answered, draw a fourth, which it doesn't know, teach that; nothing is forgotten, and nothing is sent.
func TestTeach(t *testing.T) {
	ctx := teachPage(t, "/teach.html", 1440, 900, "light")
	accessible(t, ctx, "empty")
	asked := evaluate[int](t, ctx, `performance.getEntriesByType("resource").length`)
	drawings := 0
	for _, name := range []string{"house", "face", "zigzag"} {
		for k := range 3 {
			sketch(t, ctx, figures[name](float64(2*k)))
			if drawings++; k == 0 {
				named(t, ctx, name, drawings)
			} else {
				isA(t, ctx, name, drawings)
			}
		}
	}
	for _, name := range []string{"face", "zigzag", "house"} {
		sketch(t, ctx, figures[name](3))
		until(t, ctx, fmt.Sprintf(`document.querySelector("#answer .head").textContent.startsWith("A %s")`, name))
		if weights := evaluate[float64](t, ctx, `[...document.querySelectorAll("#answer .maker")].reduce((sum, e) => sum + Number(e.dataset.weight), 0)`); weights < 0.8 || weights > 1.001 {
			t.Errorf("the shown drawings of a %s have weights of %g together", name, weights)
		}
		if strange := evaluate[int](t, ctx, fmt.Sprintf(`[...document.querySelectorAll("#answer .maker")].filter((e) => !e.title.startsWith("a %s")).length`, name)); strange > 0 {
			t.Errorf("%d drawings of something else are shown as behind a %s", strange, name)
		}
		if name != "house" {
			click(t, ctx, ".pen button:nth-child(2)")
		}
	}
	accessible(t, ctx, "answered")
	save(t, ctx, "teach-answered")
	click(t, ctx, ".pen button:nth-child(2)")
	sketch(t, ctx, figures["cross"](0))
	answers(t, ctx, "weak", "I have never seen anything like this. What is it?")
	if n := count(t, ctx, "#answer .maker"); n != 0 {
		t.Errorf("%d drawings are shown behind an answer that isn't known", n)
	}
	accessible(t, ctx, "unknown")
	save(t, ctx, "teach-unknown")
	named(t, ctx, "cross", 10)
	exact(t, ctx, "house house house face face face zigzag zigzag zigzag cross")
	sketch(t, ctx, figures["cross"](2))
	until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A cross")`)

	// A drawing is forgotten: only that one.
	evaluate[bool](t, ctx, `(document.querySelector('#network [data-sample="0"]').click(), true)`)
	click(t, ctx, ".forget")
	taught(t, ctx, 9)
	exact(t, ctx, "house house face face face zigzag zigzag zigzag cross")

	// Stroke by stroke back.
	click(t, ctx, ".pen button:nth-child(1)")
	until(t, ctx, `document.getElementById("draw").getAttribute("aria-label") === "Your drawing: 1 stroke"`)
	click(t, ctx, ".pen button:nth-child(1)")
	until(t, ctx, `document.getElementById("answer").dataset.recognition === "" && document.querySelector("#answer .head").textContent === "Draw something."`)

	// exact imports a file; nothing else was asked of anybody since the page was ready.
	if list := evaluate[[]string](t, ctx, fmt.Sprintf(`performance.getEntriesByType("resource").slice(%d).map((e) => e.name).filter((name) => !name.endsWith("/files/drawing.mjs"))`, asked)); len(list) > 0 {
		t.Errorf("requests after loading: %q", list)
	}
}

// On a phone by touch, in both themes; and what is on the screen.
func TestTeachLooks(t *testing.T) {
	for _, width := range []int{1440, 1280, 390} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(fmt.Sprintf("%d-%s", width, scheme), func(t *testing.T) {
				ctx := teachPage(t, "/teach.html", width, map[bool]int{true: 844, false: 900}[width == 390], scheme)
				accessible(t, ctx, "empty")
				save(t, ctx, fmt.Sprintf("teach-%d-%s-empty", width, scheme))
				click(t, ctx, ".start")
				taught(t, ctx, 10)
				draw := sketch
				if width == 390 {
					draw = sketched
				}
				draw(t, ctx, figures["house"](2))
				until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A house")`)
				accessible(t, ctx, "answered")
				sideways(t, ctx)
				evaluate[bool](t, ctx, `(document.querySelector("#answer .maker").click(), scrollTo(0, 0), true)`)
				until(t, ctx, `document.querySelector(".one .difference") !== null`)
				accessible(t, ctx, "where they differ")
				sideways(t, ctx)
				save(t, ctx, fmt.Sprintf("teach-%d-%s", width, scheme))
				click(t, ctx, ".pen button:nth-child(2)")
				draw(t, ctx, figures["zigzag"](0))
				answers(t, ctx, "weak", "I have never seen anything like this.")
				evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
				save(t, ctx, fmt.Sprintf("teach-%d-%s-unknown", width, scheme))
				named(t, ctx, "zigzag", 11)
			})
		}
	}
}
