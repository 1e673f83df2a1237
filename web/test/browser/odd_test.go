//go:build !js

package web_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// Somebody opens a table with ten wrong labels: a minute later they know nine of them at least, and have seen what one changes.
func TestTenWrongLabels(t *testing.T) {
	ctx := browser(t, 1280, 720)
	lines := strings.Split(strings.TrimSpace(read(t, sampleTables+"penguins.csv")), "\n")
	next := map[string]string{"Adelie": "Chinstrap", "Chinstrap": "Gentoo", "Gentoo": "Adelie"}
	table := []string{"species,beak (mm),depth (mm),flipper (mm),mass (g)"}
	var wrong []string // numbers of samples
	for _, line := range lines[1:] {
		part := strings.Split(line, ",")
		if part[4] == "" || part[4] == "NaN" {
			continue
		}
		if i := len(table) - 1; i%34 == 5 && len(wrong) < 10 {
			part[0], wrong = next[part[0]], append(wrong, fmt.Sprint(i))
		}
		table = append(table, strings.Join([]string{part[0], part[2], part[3], part[4], part[5]}, ","))
	}
	count := len(table) - 1
	from := time.Now()
	openTable(t, ctx, "penguins.csv", strings.Join(table, "\n")+"\n", count)
	const those = `[...document.querySelectorAll("#odd:not([style*=hidden]) li:has(.link[aria-label]) [data-sample]:first-child")].map((e) => Number(e.dataset.sample))`
	right := fmt.Sprintf(`%s.filter((sample) => [%s].includes(sample)).length`, those, strings.Join(wrong, ","))
	until(t, ctx, idle+" && "+right+" >= 9") // before, what was said while a row was left out may stand there, by other numbers
	took, listed := time.Since(from), evaluate[int](t, ctx, those+".length")
	t.Logf("%d of the 10 wrong labels are among %d that are listed after %v", evaluate[int](t, ctx, right), listed, took)
	if listed > 12 || took > pace.Of(time.Minute) {
		t.Errorf("%d are listed after %v", listed, took)
	}
	evaluate[bool](t, ctx, `(document.querySelector("#odd details").open = true)`)
	accessible(t, ctx, "odd")
	save(t, ctx, "odd-1280")

	// Taken out, the others answer it, and say what they make of it; it goes back where it was.
	first := evaluate[string](t, ctx, `document.querySelector("#odd [data-sample]").textContent`)
	samples := func(n int) string {
		return idle + fmt.Sprintf(` && document.querySelectorAll("#plane .samples > *").length === %d`, n)
	}
	press(t, ctx, "#odd li .link[aria-label]", "Take it out")
	until(t, ctx, samples(count-1))
	until(t, ctx, fmt.Sprintf(`document.getElementById("this-point").textContent.toLowerCase() === %q && document.querySelector("#truth .wrong") !== null`, strings.ToLower(first)+", left out"))
	until(t, ctx, fmt.Sprintf(`[...document.querySelectorAll("#odd [data-sample]")].every((e) => e.textContent !== %q) && document.querySelectorAll("#odd li").length > 7`, first))
	save(t, ctx, "odd-out-1280")
	press(t, ctx, "#truth button", "Put it back")
	until(t, ctx, samples(count))

	// All at once, and back in one press; so does undo.
	all := fmt.Sprintf("Take these %d out", listed)
	until(t, ctx, fmt.Sprintf(`[...document.querySelectorAll("#odd button")].some((e) => e.textContent === %q)`, all))
	press(t, ctx, "#odd p .link", all)
	until(t, ctx, samples(count-listed))
	said(t, ctx, "#left-out", fmt.Sprintf("%d samples are left out of the model. Put them back", listed))
	press(t, ctx, "#left-out button", "Put them back")
	until(t, ctx, samples(count))
	click(t, ctx, "#undo")
	until(t, ctx, samples(count-listed))
	click(t, ctx, "#undo")
	until(t, ctx, samples(count)+` && document.getElementById("left-out").textContent === ""`)
	problems(t, ctx)
}

// What the list says that the others say is what they say beside the sample: one fit of the others, like the model.
func TestOthersSayOneThing(t *testing.T) {
	ctx := browser(t, 1280, 900)
	openTable(t, ctx, "cars.csv", read(t, sampleTables+"cars.csv"), 398)
	const doubts = `#odd li:has(.link[aria-label])`
	until(t, ctx, idle+` && document.querySelectorAll("#odd:not([style*=hidden]) li:has(.link[aria-label])").length === 2`)
	for i := range 2 {
		one := fmt.Sprintf(`document.querySelectorAll(%q)[%d]`, doubts, i)
		evaluate[bool](t, ctx, `(`+one+`.querySelector("[data-sample]").click(), true)`)
		until(t, ctx, fmt.Sprintf(`%s && document.getElementById("this-point").textContent.toLowerCase().startsWith(%s.querySelector("[data-sample]").textContent.toLowerCase()) && document.querySelector("#without:not([style*=hidden]) .left-out") !== null`, idle, one))
		words := evaluate[[]string](t, ctx, `[`+one+`.textContent, document.querySelector("#without .left-out").textContent]`)
		var listed, beside float64
		if _, after, is := strings.Cut(words[0], "the others say about "); is {
			fmt.Sscanf(after, "%g", &listed)
		}
		if _, after, is := strings.Cut(words[1], "The others would answer "); is {
			fmt.Sscanf(after, "%g", &beside)
		}
		if listed == 0 || math.Abs(listed-beside) > 0.051 { // the list has three digits, of tens
			t.Errorf("%q, but %q", words[0], words[1])
		}
	}
	problems(t, ctx)
}
