//go:build !js

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The first minute of a new user, step by step, in three sizes, light and dark, with a picture of each: the question, a guess, the sea, an
// ordinary network, the story, the workshop, a table, what is odd in it, drawings, a lesson on a projector.
func TestFirstMinute(t *testing.T) {
	for _, s := range [][2]int{{1440, 900}, {1280, 720}, {390, 844}} {
		for _, scheme := range []string{"light", "dark"} {
			ctx := door(t, s[0], s[1])
			prefers(t, ctx, scheme)
			address := evaluate[string](t, ctx, "location.origin")
			steps := 0
			step := func(what, headline string) {
				t.Helper()
				steps++
				until(t, ctx, headline)
				sideways(t, ctx, fmt.Sprintf("%s, %d wide", what, s[0]))
				save(t, ctx, fmt.Sprintf("minute-%02d-%s-%d-%s", steps, what, s[0], scheme))
			}
			step("question", `document.querySelectorAll("[data-guess]").length === 3 && document.querySelectorAll("#answer [data-sample]").length === 0`)
			click(t, ctx, `[data-guess="Chinstrap"]`)
			step("answer", `document.querySelectorAll("#answer [data-sample]").length === 5`)
			evaluate[bool](t, ctx, `(document.getElementById("asked").focus(), true)`)
			for range 30 { // by keys: a hand does it in TestOutToSea
				evaluate[bool](t, ctx, `(document.getElementById("asked").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", shiftKey: true, cancelable: true})), true)`)
			}
			step("sea", begins("#answer h2", "I don't know."))
			click(t, ctx, "#ordinary")
			step("ordinary", `document.getElementById("ordinary-said")?.textContent.includes("% sure")`)
			evaluate[bool](t, ctx, `(document.querySelectorAll("#story [data-stop]")[4].scrollIntoView({block: "center", behavior: "instant"}), true)`)
			step("mistakes", `document.querySelectorAll("#story [data-stop]")[4].getBoundingClientRect().top < innerHeight`)

			visitPage(t, ctx, address+"/workshop.html")
			step("workshop", idle+` && document.getElementById("answer-value").textContent !== ""`)
			openTable(t, ctx, "cars.csv", read(t, sampleTables+"cars.csv"))
			step("table", idle+` && document.getElementById("plane-title").textContent === "cars.csv" && document.querySelector('#plane[data-painted="true"] canvas.background')?.dataset.columns === "240"`)
			until(t, ctx, `document.querySelectorAll("#odd button").length > 2`)
			evaluate[bool](t, ctx, `(document.querySelector("#odd button").click(), true)`)
			step("odd", idle+` && document.getElementById("this-point").textContent === document.querySelector("#odd button").textContent && document.getElementById("without").textContent.includes("The others would answer")`)

			navigate(t, ctx, address+"/teach.html")
			until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
			evaluate[bool](t, ctx, `(async () => {
				const {teach} = xaiaTeach;
				for (const [name, strokes] of [["ring", [[60, 120, 120, 60, 190, 120, 120, 190, 60, 120]]], ["cross", [[60, 60, 190, 190], [190, 60, 60, 190]]]]) {
					teach.draw(strokes);
					await new Promise((done) => setTimeout(done, 50));
					await teach.teach(name);
				}
				teach.draw([[70, 122, 122, 70, 180, 122, 122, 186, 66, 122]]);
				return true;
			})()`)
			step("drawing", `document.querySelector(".teach-place h2, .teach-place [role=status], #answer")?.textContent.length > 3`)

			navigate(t, ctx, address+"/learn.html#sample&present")
			until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
			key(t, ctx, kb.PageDown)
			step("lesson", `document.querySelectorAll(".exercise svg").length > 0 && document.querySelector(".exercise").checkVisibility()`)
			equal(t, steps, 10, "it has %d steps")
			problems(t, ctx)
		}
	}
}
