//go:build !js

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/xaia-go/xaia/web/site"
)

// pageOf opens a page of the built site, beside index.html.
func pageOf(t *testing.T, path string, width, height int, scheme string) context.Context {
	t.Helper()
	if _, err := os.Stat("../../../dist/site/docs/index.html"); err != nil {
		t.Fatal("dist/site is not built: run ./build.sh first")
	}
	server := httptest.NewServer(site.Handler("../../../dist/site"))
	t.Cleanup(server.Close)
	ctx := chromium(t, max(width, 500), height)
	if width < 500 {
		do(t, ctx, chromedp.EmulateViewport(int64(width), int64(height), chromedp.EmulateMobile, chromedp.EmulateTouch))
	}
	prefers(t, ctx, scheme)
	watch(t, ctx)
	do(t, ctx, chromedp.Navigate(server.URL+path))
	return ctx
}

func prefers(t *testing.T, ctx context.Context, scheme string, more ...*emulation.MediaFeature) {
	t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: append([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}, more...)}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
}

// accessible says that axe finds nothing in the page as it is shown.
func accessible(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	axe, err := os.ReadFile("../../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatal(err)
	}
	evaluate[bool](t, ctx, string(axe)+"; true")
	found := evaluate[[]string](t, ctx, `axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations.map((v) => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120) + " " + n.failureSummary.slice(0, 200)).join(" | ")))`)
	for _, f := range found {
		t.Errorf("%s: %s", name, f)
	}
}

// The documentation site, light and dark, wide and narrow: documents and reference, under the policy of the site.
func TestDocs(t *testing.T) {
	for _, width := range []int{1440, 390} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(fmt.Sprintf("%d-%s", width, scheme), func(t *testing.T) {
				ctx := pageOf(t, "/docs/", width, 900, scheme)
				address := evaluate[string](t, ctx, "location.origin")
				for _, p := range []struct{ path, want string }{
					{"/docs/", "Getting started"},
					{"/docs/documents/Questions_people_ask.html", "How many rows can it take?"},
					{"/docs/documents/Quality.html", "How sure"},
					{"/docs/documents/Specification.html", "What the engine computes"},
					{"/docs/interfaces/SQANNModel.html", "Interface SQANNModel"},
					{"/docs/functions/fit.html", "Function fit"},
					{"/docs/functions/tune.html", "cross-validation"},
				} {
					do(t, ctx, chromedp.Navigate(address+p.path))
					until(t, ctx, `document.querySelector(".tsd-navigation a, #tsd-nav-container a") !== null && document.querySelector(".col-content h1, .col-content h2") !== null`)
					if got := text(t, ctx, ".col-content"); !strings.Contains(got, p.want) {
						t.Errorf("%s doesn't say %q: %.300q", p.path, p.want, got)
					}
					if n := count(t, ctx, "script:not([src])"); n != 0 {
						t.Errorf("%s has %d inline scripts, which the policy forbids", p.path, n)
					}
					// Every page leads back to the page.
					if back := evaluate[string](t, ctx, `[...document.querySelectorAll("#tsd-toolbar-links a")].map((a) => new URL(a.href).pathname).join(" ")`); back != "/ /teach.html /learn.html /paper.html" {
						t.Errorf("%s links to %q", p.path, back)
					}
					accessible(t, ctx, p.path)
					sideways(t, ctx)
					save(t, ctx, fmt.Sprintf("docs-%s-%d-%s", strings.ToLower(strings.NewReplacer("/docs/", "", "/", "-", ".html", "").Replace(p.path)), width, scheme))
				}
			})
		}
	}
}

// Step 4 of docs/start.md, as it is written: the page saved beside the package's file, opened from a server, says what the document says.
func TestFirstPage(t *testing.T) {
	document, err := os.ReadFile("../../../docs/start.md")
	if err != nil {
		t.Fatal(err)
	}
	_, step, found := strings.Cut(string(document), "\n## 4. ")
	if !found {
		t.Fatal("docs/start.md has no step 4")
	}
	code := regexp.MustCompile("(?s)Save this as `([^`]+)` .*?```html\n(.*?)```.*The page says: ([^\n]+)\\.\n").FindStringSubmatch(step)
	if code == nil {
		t.Fatalf("step 4 has no page to save, or doesn't tell what it says:\n%s", step)
	}
	folder := t.TempDir()
	module, err := os.ReadFile("../../../dist/site/files/inline.mjs") // what the document's first step lets a reader download
	if err != nil {
		t.Fatal("dist/site is not built: run ./build.sh first")
	}
	for name, content := range map[string][]byte{"inline.mjs": module, code[1]: []byte(code[2])} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(server.Close)
	ctx := chromium(t, 900, 700)
	watch(t, ctx)
	do(t, ctx, chromedp.Navigate(server.URL+"/"+code[1]))
	shown(t, ctx, fmt.Sprintf(`document.getElementById("said")?.textContent === %q`, code[3]))
}

// The search finds the documents' words, and leads to them, without a server's help.
func TestDocsSearch(t *testing.T) {
	ctx := pageOf(t, "/docs/", 1440, 900, "light")
	until(t, ctx, `document.querySelector("#tsd-nav-container details[open]") !== null`)
	do(t, ctx, chromedp.Click("#tsd-search-trigger"))
	until(t, ctx, `document.querySelector("#tsd-search").open`)
	do(t, ctx, chromedp.SendKeys("#tsd-search-input", "teachers"))
	until(t, ctx, `[...document.querySelectorAll("#tsd-search-results a")].some((a) => a.pathname.endsWith("/documents/Notes_for_teachers.html"))`)
	evaluate[bool](t, ctx, `(document.querySelector('#tsd-search-results a[href*="Notes_for_teachers"]').click(), true)`)
	until(t, ctx, `document.querySelector(".col-content h1")?.textContent.startsWith("Notes for teachers")`)
}

// What people type, and the page that must stand first: their own words for it, names of calls, tools.
func TestDocsSearchTable(t *testing.T) {
	ctx := pageOf(t, "/docs/", 1440, 900, "light")
	do(t, ctx, chromedp.Click("#tsd-search-trigger"))
	until(t, ctx, `document.querySelector("#tsd-search").open && window.searchData && document.querySelector("#tsd-search-status > *") === null`)
	for _, q := range []struct{ query, first string }{
		{"confidence", "documents/Learning_and_asking.html#how-sure-is-it-"},
		{"uncertainty", "documents/Learning_and_asking.html#how-sure-is-it-"},
		{"importance", "documents/Learning_and_asking.html#which-columns-matter"},
		{"feature importance", "documents/Learning_and_asking.html#which-columns-matter"},
		{"save", "documents/Learning_and_asking.html#save-and-load-"},
		{"persist", "documents/Learning_and_asking.html#save-and-load-"},
		{"save model", "documents/Learning_and_asking.html#save-and-load-"},
		{"IndexedDB", "documents/Learning_and_asking.html#save-and-load-"},
		{"online", "documents/Learning_and_asking.html#learning-from-a-stream"},
		{"stream", "documents/Learning_and_asking.html#learning-from-a-stream"},
		{"incremental learning", "documents/Learning_and_asking.html#learning-from-a-stream"},
		{"missing values", "documents/Learning_and_asking.html#tables-row-objects-texts-missing-values"},
		{"class weights", "documents/Learning_and_asking.html#a-rare-class"},
		{"imbalanced", "documents/Learning_and_asking.html#a-rare-class"},
		{"CSV", "documents/Learning_and_asking.html#tables-from-files"},
		{"docker", "documents/Running_it_as_a_service.html#in-a-container"},
		{"scikit-learn", "documents/Python.html"},
		{"pip install", "documents/Python.html"},
		{"anomaly", "documents/Learning_and_asking.html#does-it-know"},
		{"cross-validation", "documents/Learning_and_asking.html#how-good-is-it-on-samples-it-has-not-seen"},
		{"hyperparameter", "documents/Learning_and_asking.html#which-options"},
		{"how many rows", "documents/Questions_people_ask.html#how-many-rows-can-it-take"},
		{"privacy", "documents/Questions_people_ask.html#is-my-data-sent-anywhere"},
		{"xgboost", "documents/Questions_people_ask.html#when-to-use-something-else"},
		{"cite", "documents/Questions_people_ask.html#how-do-i-cite-it"},
		{"next.js", "documents/Recipes_for_apps.html#nextjs"},
		{"script tag", "documents/Recipes_for_apps.html#a-script-tag-tested"},
		{"vite", "documents/Recipes_for_apps.html#vite-tested-6-7-8-dev-server-and-build"},
		{"jupyter", "documents/Embedding_and_notebooks.html"},
		{"counterfactual", "documents/Learning_and_asking.html#what-would-have-to-be-different"},
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
		until(t, ctx, `document.querySelector("#tsd-search-results a, #tsd-search-status > *") !== null`)
		if got := evaluate[string](t, ctx, `(([a]) => a ? (a.pathname + a.hash).replace("/docs/", "") : "nothing")(document.querySelectorAll("#tsd-search-results a"))`); got != q.first {
			t.Errorf("%q finds %s first, not %s", q.query, got, q.first)
		}
		// Nothing twice: a member stands where it is declared.
		if twice := evaluate[[]string](t, ctx, `[...document.querySelectorAll("#tsd-search-results a")].map((a) => a.textContent).filter((name, i, all) => all.indexOf(name) !== i)`); len(twice) > 0 {
			t.Errorf("%q lists twice: %q", q.query, twice)
		}
	}
}
