//go:build !js

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// pageOf opens a page of the built site, beside index.html.
func pageOf(t *testing.T, path string, width, height int, scheme string) context.Context {
	ctx, address := built(t, width, height)
	prefers(t, ctx, scheme)
	navigate(t, ctx, address+path)
	return ctx
}

// The documentation site, light and dark, wide and narrow: documents and reference, under the policy of the site.
func TestDocs(t *testing.T) {
	inLooks(t, func(t *testing.T, width int, scheme string) {
		ctx := pageOf(t, "/docs/", width, 900, scheme)
		address := evaluate[string](t, ctx, "location.origin")
		for _, p := range []struct{ path, want string }{
			{"/docs/", "Getting started"},
			{"/docs/documents/Questions_people_ask.html", "How many rows can it take?"},
			{"/docs/documents/Quality.html", "How sure"},
			{"/docs/documents/Performance.html", "What to expect"},
			{"/docs/documents/Specification.html", "What the engine computes"},
			{"/docs/interfaces/SQANNModel.html", "Interface SQANNModel"},
			{"/docs/functions/fit.html", "Function fit"},
			{"/docs/functions/tune.html", "cross-validation"},
		} {
			navigate(t, ctx, address+p.path)
			until(t, ctx, `document.querySelector(".tsd-navigation a, #tsd-nav-container a") !== null && document.querySelector(".col-content h1, .col-content h2") !== null`)
			contains(t, ctx, ".col-content", p.want)
			equal(t, count(t, ctx, "script:not([src])"), 0, "%s has %d inline scripts, which the policy forbids", p.path)
			// Every page leads back to the page.
			same(t, ctx, `[...document.querySelectorAll("#tsd-toolbar-links a")].map((a) => new URL(a.href).pathname).join(" ")`, "/ /teach.html /learn.html /paper.html", "%s links to %q", p.path)
			accessible(t, ctx, p.path)
			sideways(t, ctx, p.path)
			// On a phone a table is moved under the finger; its words aren't squeezed to a letter a line.
			none(t, ctx, `[...document.querySelectorAll(".scroll :is(td, th)")].filter((cell) => innerWidth < 500 && cell.textContent.length > 3 && cell.clientWidth < 48).map((cell) => cell.textContent)`, "%s has cells too narrow to read: %q", p.path)
			none(t, ctx, `[...document.querySelectorAll("tr")].filter((row) => innerWidth < 500 && row.clientHeight > 300).map((row) => row.textContent)`, "%s has rows as tall as towers: %q", p.path)
			none(t, ctx, `[...document.querySelectorAll(".scroll")].filter((table) => table.scrollWidth > table.clientWidth && !getComputedStyle(table).backgroundAttachment.includes("local")).map((table) => table.textContent)`, "%s has tables that go on without a sign: %q", p.path)
			save(t, ctx, fmt.Sprintf("docs-%s-%d-%s", strings.ToLower(strings.NewReplacer("/docs/", "", "/", "-", ".html", "").Replace(p.path)), width, scheme))
		}
	})
}

// The ways to a first fit are tabs: one is open at a time, by a click and by the keyboard, and what it shows fits a phone.
func TestDocsTabs(t *testing.T) {
	inLooks(t, func(t *testing.T, width int, scheme string) {
		ctx := pageOf(t, "/docs/", width, 900, scheme)
		open := func(want string) {
			until(t, ctx, fmt.Sprintf(`[...document.querySelectorAll(".tabs [open] > summary")].map((s) => s.textContent.trim()).join() === %q`, want))
			none(t, ctx, `[...document.querySelectorAll(".tabs pre")].filter((pre) => pre.checkVisibility({contentVisibilityAuto: true}) !== pre.closest("details").open).map((pre) => pre.textContent)`, "with "+want+" open, this is shown or hidden wrongly: %q")
			sideways(t, ctx, want)
			none(t, ctx, `[...document.querySelectorAll(".tabs [open] pre, .tabs summary")].filter((e) => e.getBoundingClientRect().right > document.querySelector(".tabs").getBoundingClientRect().right + 1).map((e) => e.textContent)`, "with "+want+" open, this is wider than the page: %q")
		}
		open("JavaScript")
		same(t, ctx, `new Set([...document.querySelectorAll(".tabs summary")].map((s) => s.getBoundingClientRect().top)).size`, 1, "the tabs have %d rows")
		click(t, ctx, ".tabs details:nth-of-type(2) > summary")
		open("Python")
		sendKeys(t, ctx, ".tabs details:nth-of-type(3) > summary", "\r")
		open("Terminal")
		save(t, ctx, fmt.Sprintf("docs-tabs-%d-%s", width, scheme))
		click(t, ctx, ".tabs details:nth-of-type(4) > summary")
		open("Go")
		accessible(t, ctx, "tabs")
	})
}

// The guides' plots live once they are seen, under the site's policy: until then no engine is asked for, and then each answers.
func TestDocsLivingPlots(t *testing.T) {
	inLooks(t, func(t *testing.T, width int, scheme string) {
		ctx := pageOf(t, "/docs/", width, 900, scheme)
		address := evaluate[string](t, ctx, "location.origin")
		for _, page := range []string{"Read_a_table", "Judge_a_model", "See_why", "Say_how_sure", "Choose_options", "Change_and_save_a_model"} {
			navigate(t, ctx, address+"/docs/documents/"+page+".html")
			until(t, ctx, `document.querySelector(".tsd-navigation a, #tsd-nav-container a") !== null`)
			none(t, ctx, `performance.getEntriesByType("resource").map(({name}) => name).filter((name) => name.endsWith("embed.mjs") && document.querySelector("figure[data-plot]").getBoundingClientRect().top > innerHeight + 200)`, page+" loads %q before a plot is seen")
			plots := count(t, ctx, "figure[data-plot]")
			if plots == 0 {
				t.Fatalf("%s has no plot", page)
			}
			for i := range plots {
				figure := fmt.Sprintf(`document.querySelectorAll("figure[data-plot]")[%d]`, i)
				evaluate[bool](t, ctx, `(`+figure+`.scrollIntoView({block: "center"}), true)`)
				until(t, ctx, figure+`.ariaBusy === "false" || `+figure+`.lastChild.nodeName !== "FIGCAPTION"`)
				same(t, ctx, figure+`.lastChild.textContent.startsWith(" (") ? `+figure+`.textContent : ""`, "", "%s: plot %d says %q", page, i)
				same(t, ctx, figure+`.querySelector(".xaia-plot").shadowRoot.querySelectorAll("svg").length > 0`, true, "%s: plot %d has a picture: %v", page, i)
			}
			sideways(t, ctx, page)
			accessible(t, ctx, page)
			save(t, ctx, fmt.Sprintf("docs-plot-%s-%d-%s", page, width, scheme))
		}
	})
}

// Step 4 of docs/start.md, as it is written: the page saved beside the package's file, opened from a server, says what the document says.
func TestFirstPage(t *testing.T) {
	_, step, _ := strings.Cut(read(t, "../../../docs/start.md"), "\n## 4. ")
	code := regexp.MustCompile("(?s)Save this as `([^`]+)` .*?```html\n(.*?)```.*The page says: ([^\n]+)\\.\n").FindStringSubmatch(step)
	if code == nil {
		t.Fatalf("step 4 has no page to save, or doesn't tell what it says:\n%s", step)
	}
	folder := folderOf(t, map[string]string{"inline.mjs": read(t, "../../../dist/site/files/inline.mjs"), code[1]: code[2]}) // the module that its first step lets a reader download
	ctx := visited(t, 900, 700, served(t, http.FileServer(http.Dir(folder)))+"/"+code[1])
	until(t, ctx, fmt.Sprintf(`document.getElementById("said")?.textContent === %q`, code[3]))
}

// What people type, and the page that must stand first: their own words for it, names of calls, tools. It leads there, without a
// server's help.
func TestDocsSearch(t *testing.T) {
	ctx := pageOf(t, "/docs/", 1440, 900, "light")
	click(t, ctx, "#tsd-search-trigger")
	until(t, ctx, `document.querySelector("#tsd-search").open && window.searchData && document.querySelector("#tsd-search-status > *") === null`)
	for _, q := range []struct{ query, first string }{
		{"confidence", "documents/Say_how_sure.html#how-sure-is-it-"},
		{"uncertainty", "documents/Say_how_sure.html#how-sure-is-it-"},
		{"importance", "documents/See_why.html#which-columns-matter"},
		{"feature importance", "documents/See_why.html#which-columns-matter"},
		{"save", "documents/Change_and_save_a_model.html#save-and-load-"},
		{"persist", "documents/Change_and_save_a_model.html#save-and-load-"},
		{"save model", "documents/Change_and_save_a_model.html#save-and-load-"},
		{"IndexedDB", "documents/Change_and_save_a_model.html#save-and-load-"},
		{"online", "documents/Change_and_save_a_model.html#learning-from-a-stream"},
		{"stream", "documents/Change_and_save_a_model.html#learning-from-a-stream"},
		{"incremental learning", "documents/Change_and_save_a_model.html#learning-from-a-stream"},
		{"missing values", "documents/Read_a_table.html#texts-and-missing-values"},
		{"class weights", "documents/Choose_options.html#a-rare-class"},
		{"imbalanced", "documents/Choose_options.html#a-rare-class"},
		{"CSV", "documents/Read_a_table.html#tables-from-files"},
		{"docker", "documents/Running_it_as_a_service.html#in-a-container"},
		{"scikit-learn", "documents/Python.html"},
		{"pip install", "documents/Python.html#install"},
		{"anomaly", "documents/See_why.html#does-it-know"},
		{"cross-validation", "documents/Judge_a_model.html#how-good-is-it-on-samples-it-has-not-seen"},
		{"hyperparameters", "documents/Questions_people_ask.html#which-options-matter"},
		{"cancelling", "documents/Choose_options.html#stop-a-call-show-how-far-it-is"},
		{"saving", "documents/Change_and_save_a_model.html#save-and-load-"},
		{"How is it different from k-NN?", "documents/Questions_people_ask.html#how-is-it-different-from-k-nearest-neighbours"},
		{"glossary", "documents/The_API_at_a_glance.html#words"},
		{"how many rows", "documents/Questions_people_ask.html#how-many-rows-can-it-take"},
		{"privacy", "documents/Questions_people_ask.html#is-my-data-sent-anywhere"},
		{"xgboost", "documents/Questions_people_ask.html#when-to-use-something-else"},
		{"cite", "documents/Questions_people_ask.html#how-do-i-cite-it"},
		{"next.js", "documents/Recipes_for_apps.html#nextjs"},
		{"script tag", "documents/Recipes_for_apps.html#a-script-tag"},
		{"vite", "documents/Recipes_for_apps.html#vite"},
		{"jupyter", "documents/Python.html#jupyter"},
		{"counterfactual", "documents/See_why.html#what-would-have-to-be-different"},
		{"predictInterval", "interfaces/FittedModel.html#predictinterval"},
		{"fit", "functions/fit.html"},
		{"api", "documents/The_API_at_a_glance.html"},
		{"complexity", "documents/The_API_at_a_glance.html"},
		{"XaiaError", "classes/XaiaError.html"},
	} {
		evaluate[bool](t, ctx, fmt.Sprintf(`(() => {
			const field = document.getElementById("tsd-search-input");
			document.getElementById("tsd-search-results").replaceChildren();
			field.value = %q;
			return field.dispatchEvent(new Event("input"));
		})()`, q.query))
		// On a busy machine what the query before found may come once more.
		until(t, ctx, fmt.Sprintf(`(([a]) => a ? (a.pathname + a.hash).replace("/docs/", "") : "nothing")(document.querySelectorAll("#tsd-search-results a")) === %q /* first for %s */`, q.first, q.query))
		// Nothing twice: a member stands where it is declared.
		none(t, ctx, `[...document.querySelectorAll("#tsd-search-results a")].map((a) => a.textContent).filter((name, i, all) => all.indexOf(name) !== i)`, "%q lists twice: %q", q.query)
	}
	evaluate[bool](t, ctx, `(document.getElementById("tsd-search-input").value = "", true)`)
	sendKeys(t, ctx, "#tsd-search-input", "teachers")
	until(t, ctx, `[...document.querySelectorAll("#tsd-search-results a")].some((a) => a.pathname.endsWith("/documents/Notes_for_teachers.html"))`)
	after(t, ctx, `document.querySelector('#tsd-search-results a[href*="Notes_for_teachers"]').click()`, `document.querySelector(".col-content h1")?.textContent.startsWith("Notes for teachers")`)
}
