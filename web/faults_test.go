//go:build !js

package web_test

import "testing"

// What people found by trying everything: each of these went wrong once.

// A table that can't be fitted is chosen of again from where one was, also after its
// first line was said to be a row like the others.
func TestTableIsChosenOfAgain(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	give(t, ctx, "file", "texts.csv", "Ada,red\nBob,green\nCy,blue\nDee,white\n")
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "texts.csv: 3 rows, 2 columns" && document.getElementById("table-doubt") !== null`)
	click(t, ctx, "dialog.table [name=header]")
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "texts.csv: 4 rows, 2 columns"`)
	choose(t, ctx, "kind-of-target", "values")
	evaluate[bool](t, ctx, `(() => { const s = document.querySelector("dialog.table select[aria-label=target]"); s.value = "0"; s.dispatchEvent(new Event("change")); return true; })()`)
	choose(t, ctx, "kind-of-target", "values")
	click(t, ctx, "dialog.table button.main")
	said(t, ctx, "#notice", "“column 1” holds texts: they can only be classes.")
	click(t, ctx, "#notice button")
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "texts.csv: 4 rows, 2 columns"`)
	if got := evaluate[string](t, ctx, `[document.querySelector("dialog.table select[aria-label=target]").value, document.getElementById("kind-of-target").value].join()`); got != "0,values" {
		t.Errorf("chosen again, it begins with %q", got)
	}
	save(t, ctx, "table-doubt-1440")
	choose(t, ctx, "kind-of-target", "classes")
	click(t, ctx, "dialog.table button.main")
	said(t, ctx, "#plane-report", "4 samples")
}
