//go:build !js

package web_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/web/site"
)

var (
	soakTime = flag.Duration("soak", 5*time.Second, "how long TestSoak calls at random")
	soakSeed = flag.Int64("soakseed", 1, "where its seeds begin")
)

// TestSoak makes random calls in Chromium, in two tabs at a time: one has the
// engine in a worker, one in its own thread. web/test/soak says what is checked.
func TestSoak(t *testing.T) {
	if _, err := os.Stat("../../../dist/npm/xaia.wasm"); err != nil {
		t.Fatal("dist/npm is not built: run ./build.sh first")
	}
	files := http.NewServeMux()
	files.Handle("/npm/", http.StripPrefix("/npm", site.Handler("../../../dist/npm")))
	files.Handle("/soak/", http.StripPrefix("/soak", site.Handler("../soak")))
	server := httptest.NewServer(files)
	t.Cleanup(server.Close)

	tab := soakBrowser(t)
	for i, worker := range []bool{true, false} {
		t.Run(fmt.Sprintf("worker %t", worker), func(t *testing.T) {
			t.Parallel()
			ctx := tab(t)
			seed := *soakSeed + int64(i)*100_000
			do(t, ctx, chromedp.Navigate(fmt.Sprintf("%s/soak/page.html?worker=%t&seed=%d&seconds=%g", server.URL, worker, seed, soakTime.Seconds())))
			for end := time.Now().Add(*soakTime + pace.Of(time.Minute)); ; time.Sleep(100 * time.Millisecond) {
				if run(t, ctx, chromedp.Evaluate[bool]("globalThis.soaked !== undefined")) {
					break
				}
				if time.Now().After(end) {
					t.Fatal("it doesn't end")
				}
			}
			if failed := run(t, ctx, chromedp.Evaluate[string](`soaked.failed ?? ""`)); failed != "" {
				t.Fatal(failed)
			}
			if n := run(t, ctx, chromedp.Evaluate[int]("soaked.episodes")); n < 3 {
				t.Errorf("%d episodes", n)
			}
			t.Log(run(t, ctx, chromedp.Evaluate[string]("JSON.stringify(soaked)")))
		})
	}
}

// soakBrowser starts a browser that can collect garbage when it is told to, for
// longer than other tests take.
func soakBrowser(t *testing.T) func(t *testing.T) context.Context {
	path := os.Getenv("CHROMIUM")
	if path == "" {
		path = "chromium"
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("js-flags", "--expose-gc"), chromedp.Flag("enable-precise-memory-info", true),
		// A tab that is not on top would have its timers slowed down.
		chromedp.Flag("disable-background-timer-throttling", true), chromedp.Flag("disable-renderer-backgrounding", true))
	t.Cleanup(cancel)
	parent, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	parent, cancel = context.WithTimeout(parent, *soakTime+pace.Of(2*time.Minute))
	t.Cleanup(cancel)
	do(t, parent, chromedp.Navigate("about:blank"))
	return func(t *testing.T) context.Context {
		ctx, cancel := chromedp.NewContext(parent)
		t.Cleanup(cancel)
		return ctx
	}
}
