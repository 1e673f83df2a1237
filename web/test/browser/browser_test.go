//go:build !js

// Package web_test drives the built page in a browser. build.sh builds it first
// and says where the browser is.
package web_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/web/site"
)

// The words that the tests are written in: what opens a page, what is waited for, what must hold; hands_test.go has what hands do.

// browser opens the built page with two rings and waits until it is ready.
func browser(t *testing.T, width, height int, flags ...chromedp.ExecAllocatorOption) context.Context {
	ctx, address := built(t, width, height, flags...)
	visitPage(t, ctx, address+"/workshop.html#set=rings")
	return ctx
}

// opened opens the page with a sample set, as a link does, with all of its rows.
func opened(t *testing.T, set string, width, height int) context.Context {
	ctx, address := built(t, width, height)
	visitPage(t, ctx, address+"/workshop.html#set="+set)
	until(t, ctx, fmt.Sprintf(`document.querySelector("#view-plane .sets [aria-pressed=true]").dataset.set === %q && %s`, set, idle))
	allRows(t, ctx)
	return ctx
}

// built is a watched tab, a phone's if it is narrow, and the address of the built site.
func built(t *testing.T, width, height int, flags ...chromedp.ExecAllocatorOption) (ctx context.Context, address string) {
	if _, err := os.Stat("../../../dist/site/docs/index.html"); err != nil {
		t.Fatal("dist/site is not built: run ./build.sh first")
	}
	address = served(t, site.Handler("../../../dist/site")) // until the page was asked what went wrong
	ctx = tab(t, width, height, flags...)
	watch(t, ctx)
	return ctx, address
}

// visited is a watched tab at an address.
func visited(t *testing.T, width, height int, address string, flags ...chromedp.ExecAllocatorOption) context.Context {
	ctx := tab(t, width, height, flags...)
	watch(t, ctx)
	navigate(t, ctx, address)
	return ctx
}

// served is the address of a server that ends with the test.
func served(t *testing.T, handler http.Handler) string {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// watch collects what goes wrong in every document from now on. What the last one logged or threw, and a complaint that it
// still shows, fails the test at its end.
func watch(t *testing.T, ctx context.Context) {
	navigate(t, ctx, "about:blank")
	inEachDocument(t, ctx, `globalThis.wrong = [];
		addEventListener("error", (e) => wrong.push("error: " + e.message));
		addEventListener("unhandledrejection", (e) => wrong.push("rejection: " + e.reason));
		addEventListener("securitypolicyviolation", (e) => e.blockedURI.endsWith("/favicon.ico") || wrong.push("policy: " + e.violatedDirective + " " + e.blockedURI)); // which Firefox asks for by itself
		for (const kind of ["error", "warn"]) { const say = console[kind]; console[kind] = (...args) => { wrong.push(kind + ": " + args.join(" ")); say(...args); }; }`)
	t.Cleanup(func() {
		if !t.Failed() && ctx.Err() == nil {
			nothingWrong(t, ctx)
			problems(t, ctx)
		}
	})
}

// inEachDocument runs a script before any other of each document from now on.
func inEachDocument(t *testing.T, ctx context.Context, script string) {
	check(t, of(ctx).early(ctx, script))
}

func navigate(t *testing.T, ctx context.Context, address string) {
	check(t, of(ctx).navigate(ctx, address))
}

// visitPage opens the workshop anew, of a site or by a link, and waits until the first picture is there.
func visitPage(t *testing.T, ctx context.Context, address string) {
	page, link, linked := strings.Cut(address, "#")
	if !strings.HasSuffix(page, ".html") {
		page = strings.TrimSuffix(page, "/") + "/workshop.html"
	}
	if linked {
		page += "#" + link
	}
	navigate(t, ctx, "about:blank")
	navigate(t, ctx, page)
	until(t, ctx, `document.documentElement.hasAttribute("data-ready") && document.querySelector(".canvas svg") !== null`)
}

// home is the page's address without what a link says.
func home(t *testing.T, ctx context.Context) string {
	return evaluate[string](t, ctx, "location.origin + location.pathname")
}

// reload opens the same document anew.
func reload(t *testing.T, ctx context.Context) {
	after(t, ctx, `globalThis.before = true, location.reload()`, `!globalThis.before && document.readyState === "complete"`)
}

// view sets the room that the page has in its window, phone in one that is touched.
func view(t *testing.T, ctx context.Context, width, height int) {
	check(t, of(ctx).view(ctx, width, height, false))
}

func phone(t *testing.T, ctx context.Context, width, height int) {
	check(t, of(ctx).view(ctx, width, height, true))
}

// prefers sets what a reader prefers, more of it by names and values.
func prefers(t *testing.T, ctx context.Context, scheme string, more ...string) {
	features := map[string]string{"prefers-color-scheme": scheme}
	for i := 0; i < len(more); i += 2 {
		features[more[i]] = more[i+1]
	}
	check(t, of(ctx).prefer(ctx, features))
}

// inLooks runs a test light and dark, wide and on a phone.
func inLooks(t *testing.T, test func(t *testing.T, width int, scheme string)) {
	for _, width := range []int{1440, 390} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(fmt.Sprintf("%d-%s", width, scheme), func(t *testing.T) { test(t, width, scheme) })
		}
	}
}

// csv is a table of so many rows.
func csv(header string, rows int, row func(i int) string) string {
	lines := []string{header}
	for i := range rows {
		lines = append(lines, row(i))
	}
	return strings.Join(lines, "\n") + "\n"
}

// uniform returns numbers from 0 to 1, the same ones for the same seed (Knuth's MMIX generator).
func uniform(seed uint64) func() float64 {
	return func() float64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return float64(seed>>40) / (1 << 24)
	}
}

// sampleTables are tables that people have.
const sampleTables = "../../node_modules/@observablehq/sample-datasets/"

func read(t *testing.T, path string) string {
	return string(must(os.ReadFile(path))(t))
}

// ran is the output of a program, which must end well.
func ran(t *testing.T, c *exec.Cmd) string {
	var complaint strings.Builder
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s\n%s%s", c.Args, err, out, complaint.String(), where())
	}
	return string(out)
}

// responds waits for a server that a test has started.
func responds(t *testing.T, address string) {
	if !eventually(30*time.Second, func() bool {
		response, err := http.Get(address)
		if err == nil {
			response.Body.Close()
		}
		return err == nil
	}) {
		t.Fatalf("%s doesn't answer", address)
	}
}

// folderOf is a folder of the test's own with these files.
func folderOf(t *testing.T, files map[string]string) string {
	folder := t.TempDir()
	for name, content := range files {
		check(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644))
	}
	return folder
}

// downloads waits for files that the page saves, each of which it then takes away.
func downloads(t *testing.T, ctx context.Context) func(name string) string {
	folder := t.TempDir()
	check(t, of(ctx).save(ctx, folder))
	return func(name string) string {
		file := filepath.Join(folder, name)
		var content []byte
		if !eventually(20*time.Second, func() bool { content, _ = os.ReadFile(file); return len(content) > 0 }) {
			t.Fatalf("there is no %s; the page says %q%s", name, evaluate[string](t, ctx, `document.getElementById("notice")?.textContent ?? ""`), where())
		}
		check(t, os.Remove(file))
		return string(content)
	}
}

// evaluate runs JavaScript, an expression.
func evaluate[T any](t *testing.T, ctx context.Context, expression string) T {
	return must(evaluated[T](ctx, expression))(t)
}

func evaluated[T any](ctx context.Context, expression string) (value T, err error) {
	text, err := of(ctx).evaluate(ctx, expression)
	if err == nil && (len(text) == 0 || string(text) == "null") {
		err = errors.New("undefined, or null")
	}
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	return value, err
}

// text is what an element says, once it is there.
func text(t *testing.T, ctx context.Context, selector string) string {
	until(t, ctx, fmt.Sprintf("document.querySelector(%q) !== null", selector))
	return evaluate[string](t, ctx, fmt.Sprintf("document.querySelector(%q).textContent", selector))
}

func count(t *testing.T, ctx context.Context, selector string) int {
	return evaluate[int](t, ctx, fmt.Sprintf("document.querySelectorAll(%q).length", selector))
}

// idle says that the pictures show what they should.
const idle = `document.querySelector('.canvas[aria-busy="true"]') === null`

// until waits for an expression to be true, and fails with what the page says.
func until(t *testing.T, ctx context.Context, expression string) {
	within(t, ctx, 20*time.Second, expression)
}

func within(t *testing.T, ctx context.Context, limit time.Duration, expression string) {
	var said string // by what can't be computed yet, or a page that is just being left
	if eventually(limit, func() bool {
		got, err := evaluated[string](ctx, "(() => { try { return String(Boolean("+expression+")); } catch (e) { return String(e); } })()")
		said = cmp.Or(got, fmt.Sprint(err))
		return said == "true"
	}) {
		return
	}
	t.Fatalf("%s: %s%s\nthe page says: %s", said, expression, where(), evaluate[string](t, ctx,
		`["notice", "live", "plane-report", "answer-value", "verdict", "made-by", "step-sentence", "absorb-state", "absorb-proof", "tune-report", "scores-table"].map((id) => id + ": " + document.getElementById(id)?.textContent).join("\n") + "\n" + JSON.stringify([globalThis.wrong, globalThis.census]) + (document.querySelector("dialog")?.textContent ?? "")`))
}

func eventually(limit time.Duration, is func() bool) bool {
	for end := time.Now().Add(pace.Of(limit)); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if is() {
			return true
		}
	}
	return false
}

// after runs JavaScript, a statement, and waits for what that brings about.
func after(t *testing.T, ctx context.Context, statement, then string) {
	evaluate[bool](t, ctx, "(() => { "+statement+"; return true; })()")
	until(t, ctx, then)
}

// begins says that an element's text begins so, drawn that the plane has so many samples; said and samples wait for that.
func begins(selector, text string) string {
	return fmt.Sprintf(`document.querySelector(%q).textContent.trim().startsWith(%q)`, selector, text)
}

func drawn(samples int) string {
	return fmt.Sprintf(`document.querySelectorAll("#plane .pane:first-child .samples > *").length === %d`, samples)
}

func said(t *testing.T, ctx context.Context, selector, beginning string) {
	until(t, ctx, begins(selector, beginning))
}

// complains waits until the page's complaint begins so, with which the test may end.
func complains(t *testing.T, ctx context.Context, beginning string) {
	said(t, ctx, "#notice", beginning)
	evaluate[bool](t, ctx, "globalThis.complained = true")
}

func samples(t *testing.T, ctx context.Context, n int) {
	until(t, ctx, drawn(n))
}

// expect fails the test where something doesn't hold, and goes on.
func expect(t *testing.T, holds bool, format string, args ...any) {
	if !holds {
		t.Errorf(format+"%s", append(args, where())...)
	}
}

// equal compares; what says so has verbs for the last arguments and for what is there.
func equal[T comparable](t *testing.T, got, want T, what string, args ...any) {
	expect(t, got == want, what+", not %#v", append(args, got, want)...)
}

// suits expects something of a value, for which what says so has its last verb.
func suits[T any](t *testing.T, got T, is func(T) bool, what string, args ...any) {
	expect(t, is(got), what, append(args, got)...)
}

// same compares what the page says with what it should.
func same[T comparable](t *testing.T, ctx context.Context, expression string, want T, what string, args ...any) {
	equal(t, evaluate[T](t, ctx, expression), want, what, args...)
}

// none expects a list, an expression, to be empty.
func none(t *testing.T, ctx context.Context, list, what string, args ...any) {
	got := evaluate[[]string](t, ctx, list)
	expect(t, len(got) == 0, what, append(args, got)...)
}

// contains expects each of the words in what an element says.
func contains(t *testing.T, ctx context.Context, selector string, words ...string) {
	for _, w := range words {
		got := text(t, ctx, selector)
		expect(t, strings.Contains(got, w), "%s says %q, without %q", selector, got, w)
	}
}

// nothingWrong is what watch asks of the document that a test ends with.
func nothingWrong(t *testing.T, ctx context.Context) {
	none(t, ctx, "globalThis.wrong ?? []", "the page logged or threw: %q")
}

// problems expects the page not to complain.
func problems(t *testing.T, ctx context.Context) {
	none(t, ctx, `((e) => (e?.className && !globalThis.complained ? [e.textContent] : []))(document.getElementById("notice"))`, "the page says: %q")
}

func sideways(t *testing.T, ctx context.Context, when string) {
	same(t, ctx, `Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)`, 0.0, "%s, the page scrolls %v px sideways", when)
}

// accessible says that axe finds nothing in the page as it is shown.
func accessible(t *testing.T, ctx context.Context, name string) {
	evaluate[bool](t, ctx, "("+strings.TrimRight(read(t, "../../node_modules/axe-core/axe.min.js"), ";\n")+"\n, true)")
	none(t, ctx, `axe.run(document, {resultTypes: ["violations"]}).then((r) => r.violations.map((v) => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120) + " " + n.failureSummary.slice(0, 200)).join(" | ")))`, "%s: %q", name)
}

// save keeps a screenshot as a build artefact. On a busy machine Chromium now and then
// waits for a frame that doesn't come, though the page answers; asked again it has one.
func save(t *testing.T, ctx context.Context, name string) {
	var png []byte
	err := context.DeadlineExceeded
	for tries := 1; tries <= 4 && errors.Is(err, context.DeadlineExceeded); tries++ {
		if tries > 1 {
			t.Logf("no screenshot %s within 20 s, once more", name)
			evaluate[bool](t, ctx, "true")
		}
		soon, cancel := context.WithTimeout(ctx, pace.Of(20*time.Second))
		png, err = of(ctx).screenshot(soon)
		cancel()
	}
	check(t, err)
	expect(t, len(png) >= 10000, "the screenshot %s has %d bytes", name, len(png))
	artefact(t, strings.TrimPrefix(browserName+"-", "chromium-")+name+".png", png)
}

func artefact(t *testing.T, name string, content []byte) {
	check(t, os.MkdirAll("../../../dist/screenshots", 0o755))
	check(t, os.WriteFile("../../../dist/screenshots/"+name, content, 0o644))
}

func call[P, R any](t *testing.T, ctx context.Context, command cdp.Command[P, R], params P) R {
	return must(chromedp.Call(ctx, command, params))(t)
}

// must takes a result that is there, or ends the test: must(os.ReadFile(path))(t).
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		check(t, err)
		return v
	}
}

func check(t *testing.T, err error) {
	if err != nil {
		t.Fatalf("%v%s", err, where())
	}
}

// where says which lines of the tests led to a failure, so that no step has to be marked as a helper.
func where() string {
	callers := make([]uintptr, 32)
	lines, frames := "", runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if strings.HasSuffix(frame.File, "_test.go") {
			lines += fmt.Sprintf("; %s:%d", filepath.Base(frame.File), frame.Line)
		}
	}
	return lines
}
