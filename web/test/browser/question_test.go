//go:build !js

package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// What is asked, and how: a table begins with one of its rows, and open ground is asked about, not built on.

// A table leaves a row like most of them out, and asks the others about it: what they say is what the engine says without it.
func TestTableBeginsWithAQuestion(t *testing.T) {
	ctx := browser(t, 1440, 900)
	table := read(t, sampleTables+"penguins.csv")
	give(t, ctx, "#file", "penguins.csv", table)
	until(t, ctx, `document.querySelector("dialog.table[open] #kind-of-target") !== null`)
	click(t, ctx, "dialog.table button.main")
	said(t, ctx, "#this-point", "Row ")
	contains(t, ctx, "#this-point", ", left out")
	samples(t, ctx, 343)
	row, answer := text(t, ctx, "#this-point"), text(t, ctx, "#answer-value")
	var number int
	fmt.Sscanf(row, "Row %d,", &number)
	species, _, _ := strings.Cut(strings.Split(table, "\n")[number], ",")
	contains(t, ctx, "#truth", "It is ", species)
	none(t, ctx, fmt.Sprintf(`[...document.querySelectorAll("#made-by li")].filter((li) => li.textContent.startsWith("row %d ")).map((li) => li.textContent)`, number), "it is among those who answer: %q")
	said(t, ctx, "#left-out", strings.TrimSuffix(row, ", left out")+" is left out of the model.")
	// Back in its place it is a sample as the others are, and is answered by itself; what the others say is what was said before. Undo leaves it out again.
	evaluate[bool](t, ctx, `(() => { const back = document.querySelector("#truth button"); back.click(); back.click(); return true; })()`) // as a hurried hand does
	samples(t, ctx, 344)
	said(t, ctx, "#verdict", "Recognised")
	equal(t, text(t, ctx, "#this-point")+", left out", row, "back, it is %q")
	until(t, ctx, fmt.Sprintf(`document.getElementById("without").textContent.includes("The others would answer " + %q)`, answer))
	until(t, ctx, `document.getElementById("left-out").textContent === ""`)
	clickUntil(t, ctx, "#undo", drawn(343))

	// Of a few rows each counts; what has no outcome is the question where there is such a row.
	for _, c := range []struct {
		name string
		rows int
		said string
	}{
		{"few", 19, "Row "}, {"enough", 20, "left out"},
	} {
		give(t, ctx, "#file", c.name+".csv", csv("a,b,c,kind", c.rows, func(i int) string { return fmt.Sprintf("%d,%d,%d,%s", i, i*7%11, i%3, []string{"x", "y"}[i%2]) }))
		clickUntil(t, ctx, "dialog.table button.main", fmt.Sprintf(`document.getElementById("plane-title").textContent.includes(%q)`, c.name))
		until(t, ctx, fmt.Sprintf(idle+` && document.getElementById("this-point").textContent.includes(%q)`, c.said))
		samples(t, ctx, map[string]int{"few": 19, "enough": 19}[c.name])
	}
	give(t, ctx, "#file", "open.csv", csv("e,f,g,v", 30, func(i int) string {
		if i == 7 {
			return "7,5,1,"
		}
		return fmt.Sprintf("%d,%d,%d,%d", i, i*7%11, i%3, i*i)
	}))
	clickUntil(t, ctx, "dialog.table button.main", drawn(29))
	equal(t, text(t, ctx, "#this-point"), "Row 8", "the question is %q")
	// A class that one row alone is of isn't left out.
	give(t, ctx, "#file", "lone.csv", csv("p,q,r,kind", 30, func(i int) string {
		if i == 29 {
			return "15,5,1,lone"
		}
		return fmt.Sprintf("%d,%d,%d,%s", i, i*7%11, i%3, []string{"x", "y"}[i%2])
	}))
	clickUntil(t, ctx, "dialog.table button.main", drawn(29))
	expect(t, text(t, ctx, "#this-point") != "Row 30, left out", "the only row of a class is left out")
}

// A click on open ground asks; its × is dragged like any other, which changes no point and is no step to undo.
func TestOpenGroundIsAsked(t *testing.T) {
	ctx := opened(t, "moons", 1440, 900)
	same(t, ctx, `document.getElementById("undo").checkVisibility() + "," + document.getElementById("redo").checkVisibility()`, "false,false", "before there is anything to undo, its buttons show: %s")
	n := count(t, ctx, "#plane .samples > *")
	clickAt(t, ctx, 0.45, 0.2)
	until(t, ctx, `document.querySelectorAll("#plane .question > *").length === 1 && Math.abs(Number(document.getElementById("point-x").value) - 0.45) < 0.02`)
	drag(t, ctx, 0.45, 0.2, 2.6, -0.9)
	said(t, ctx, "#answer-value", "I don't know.")
	contains(t, ctx, "#recognition", "never seen")
	contains(t, ctx, "#verdict", "The nearest guess would be")
	until(t, ctx, `document.querySelector("#plane .question > *").getAttribute("stroke") === "currentColor" && Math.abs(Number(document.getElementById("point-y").value) + 0.9) < 0.05`)
	samples(t, ctx, n)
	same(t, ctx, `document.getElementById("undo").checkVisibility()`, false, "asking can be undone: %v")
	// Adding is a tool.
	adding(t, ctx)
	clickAt(t, ctx, 0.45, 0.2)
	samples(t, ctx, n+1)
	clickUntil(t, ctx, "#undo", drawn(n))
}

// What one seldom needs is behind one menu, which the next press anywhere closes; all numbers are a choice that is kept.
func TestOneMenu(t *testing.T) {
	for _, size := range [][2]int{{390, 844}, {1280, 720}} {
		ctx := browser(t, size[0], size[1])
		until(t, ctx, idle)
		seen := `[...document.querySelectorAll("#background, #all-links, #far, #tab-line, #theme, #keys, .ways, .who h3 small")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 1).length`
		same(t, ctx, seen, 0, "%d things of the menu are there before it is opened")
		same(t, ctx, `document.querySelectorAll(".below > details").length`, 3, "there are %d panels")
		clickUntil(t, ctx, "#more", `document.getElementById("menu").matches(":popover-open") && document.getElementById("far").checkVisibility()`)
		none(t, ctx, `(({left, right, top, bottom}) => left < 0 || right > innerWidth || top < 0 || bottom > innerHeight ? ["it"] : [])(document.getElementById("menu").getBoundingClientRect())`, "the menu is cut off: %q")
		accessible(t, ctx, "the menu")
		clickUntil(t, ctx, "#figures", `document.querySelector(".who h3 small").getBoundingClientRect().width > 20`)
		contains(t, ctx, "#verdict", "Familiarity: ")
		clickUntil(t, ctx, "#share", `!document.getElementById("menu").matches(":popover-open")`)
		visitPage(t, ctx, home(t, ctx))
		until(t, ctx, idle+` && document.getElementById("figures").checked && document.querySelector(".ways").checkVisibility() === `+fmt.Sprint(size[0] > 760))
	}
}
