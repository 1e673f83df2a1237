//go:build !js

package web_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
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

// TestSoak makes random calls, in Chromium in two tabs at a time: one has the
// engine in a worker, one in its own thread. web/test/soak says what is checked.
func TestSoak(t *testing.T) {
	server := soakServer(t)
	rounds := 8 // of large models
	if *soakTime >= time.Minute {
		rounds = 40
	}
	tab := soakBrowser(t)
	for i, worker := range []bool{true, false} {
		t.Run(fmt.Sprintf("worker %t", worker), func(t *testing.T) {
			if browserName == "chromium" {
				t.Parallel()
			}
			ctx := tab(t)
			seed := *soakSeed + int64(i)*100_000
			navigate(t, ctx, fmt.Sprintf("%s/soak/page.html?worker=%t&seed=%d&seconds=%g&rounds=%d", server, worker, seed, soakTime.Seconds(), rounds))
			within(t, ctx, *soakTime+pace.Of(2*time.Minute), "globalThis.soaked !== undefined")
			same(t, ctx, `soaked.failed ?? ""`, "", "it failed: %s")
			suits(t, evaluate[int](t, ctx, "soaked.episodes"), func(n int) bool { return n >= 3 }, "%d episodes")
			t.Log(evaluate[string](t, ctx, "JSON.stringify(soaked)"))
		})
	}
}

// soakServer has the package and the soak's files.
func soakServer(t *testing.T) (address string) {
	if _, err := os.Stat("../../../dist/npm/xaia.wasm"); err != nil {
		t.Fatal("dist/npm is not built: run ./build.sh first")
	}
	files := http.NewServeMux()
	files.Handle("/npm/", http.StripPrefix("/npm", site.Handler("../../../dist/npm")))
	files.Handle("/soak/", http.StripPrefix("/soak", site.Handler("../soak")))
	return served(t, files)
}

// In a tab, too, calls are refused or right wherever memory ends; in Node memory.test.mjs says so.
func TestTabsMemoryEnds(t *testing.T) {
	server := soakServer(t)
	gave := func(flags ...chromedp.ExecAllocatorOption) map[string]string {
		ctx := lasting(t, pace.Of(3*time.Minute), flags...)
		navigate(t, ctx, server+"/soak/page.html?worker=true&ending=true")
		within(t, ctx, pace.Of(2*time.Minute), "globalThis.soaked !== undefined")
		same(t, ctx, `soaked.failed ?? ""`, "", "it failed: %s")
		return evaluate[map[string]string](t, ctx, "soaked.gave")
	}
	right, refused := gave(), 0
	for name, what := range gave(chromedp.Flag("js-flags", "--wasm-max-mem-pages=160")) {
		if what == "internal" || what == "too-large" {
			refused++
		} else if what != right[name] {
			t.Errorf("%s gives %s, not %s", name, what, right[name])
		}
	}
	if len(right) < 10 || refused < 2 || refused == len(right) {
		t.Errorf("%d of %d calls are refused", refused, len(right))
	}
}

// soakBrowser starts a Chromium that can collect garbage when it is told to, for
// longer than other tests take.
func soakBrowser(t *testing.T) func(t *testing.T) context.Context {
	if browserName != "chromium" {
		return func(t *testing.T) context.Context { return tab(t, 800, 600) }
	}
	parent := lasting(t, *soakTime+pace.Of(4*time.Minute), chromedp.Flag("js-flags", "--expose-gc"), chromedp.Flag("enable-precise-memory-info", true),
		// A tab that is not on top would have its timers slowed down.
		chromedp.Flag("disable-background-timer-throttling", true), chromedp.Flag("disable-renderer-backgrounding", true))
	navigate(t, parent, "about:blank")
	return func(t *testing.T) context.Context {
		ctx, cancel := chromedp.NewContext(parent)
		t.Cleanup(cancel)
		return ctx
	}
}
