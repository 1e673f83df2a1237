//go:build !js

package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Among how good the answers are stands whether rows with a value missing are answered as well as the others, and whether the outcomes
// drift in the order of the rows: from where on, a press away.
func TestScoresOfGapsAndOrder(t *testing.T) {
	next := rand.New(rand.NewPCG(3, 4))
	rows := make([]string, 300)
	for i := range rows {
		x, z := next.Float64(), next.Float64()
		income, y := fmt.Sprintf("%.3f", z), x+z+0.1*next.Float64()
		if i%6 == 1 {
			income, y = "", x+2*next.Float64() // less is known of it
		}
		if i >= 200 {
			y += 2
		}
		rows[i] = fmt.Sprintf("%.3f,%s,%.3f", x, income, y)
	}
	ctx := browser(t, 1280, 900)
	table := func(name string) {
		give(t, ctx, "#file", name, "size,income,price\n"+strings.Join(rows, "\n")+"\n")
		until(t, ctx, `document.querySelector("dialog.table[open] #kind-of-target") !== null`)
		pick(t, ctx, "dialog.table select:has(option[value='as it is'])", "as it is")
		click(t, ctx, "dialog.table button.main")
		until(t, ctx, idle+fmt.Sprintf(` && document.getElementById("plane-title").textContent === %q`, name))
		allRows(t, ctx)
		panel(t, ctx, "scores")
		until(t, ctx, idle+` && document.querySelector("#scores-table .in-order") !== null`)
	}
	table("drifting.csv")
	words := evaluate[string](t, ctx, `document.querySelector("#scores-table .in-order").textContent`)
	var from int
	fmt.Sscanf(words, "From about row %d on", &from)
	if from < 185 || from > 215 || !strings.Contains(words, "in the order of time") {
		t.Errorf("outcomes are others from row 201 on; it says %q", words)
	}
	gaps := evaluate[string](t, ctx, `document.querySelector("#scores-table .mistakes .note").textContent`)
	if all := evaluate[string](t, ctx, `document.querySelector("#scores-table .mistakes").textContent`); !strings.Contains(all, "50 rows with a value missing: a typical miss of ") {
		t.Errorf("of gaps it says %q", gaps)
	}
	save(t, ctx, "scores-drift-1280")
	accessible(t, ctx, "scores")
	clickUntil(t, ctx, "#scores-table .in-order button", begins("#this-point", fmt.Sprintf("Row %d", from)))

	next.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	table("shuffled.csv")
	said(t, ctx, "#scores-table .in-order", "Nothing drifts in the order of the rows")
	problems(t, ctx)
}
