//go:build !js && looks

package web_test

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/xaia-go/xaia/web/site"
)

// What a visitor sees first, as it was in XAIA_BEFORE, a folder of built pages, on the left, and as it is on the right.
func TestLooksBeside(t *testing.T) {
	before := os.Getenv("XAIA_BEFORE")
	if before == "" {
		t.Fatal("XAIA_BEFORE is no folder of built pages: run ./build.sh looks COMMIT")
	}
	front := `document.querySelectorAll("[data-guess]").length === 3 || (` + idle + ` && document.getElementById("answer-value")?.textContent !== "")`
	cars := read(t, sampleTables+"cars.csv")
	for _, s := range [][2]int{{390, 844}, {1280, 720}, {1440, 900}} {
		for _, scheme := range []string{"light", "dark"} {
			sides := map[string][]image.Image{}
			var names []string
			for _, folder := range []string{before, "../../../dist/site"} {
				address, ctx := served(t, site.Handler(folder)), tab(t, s[0], s[1])
				prefers(t, ctx, scheme)
				picture := func(name string) {
					shot := must(png.Decode(bytes.NewReader(must(chromedp.Run(ctx, chromedp.CaptureScreenshot()))(t))))(t)
					if sides[name] == nil {
						names = append(names, name)
					}
					sides[name] = append(sides[name], shot)
				}
				navigate(t, ctx, address+"/")
				until(t, ctx, front)
				picture("first")
				if _, err := os.Stat(folder + "/workshop.html"); err == nil {
					navigate(t, ctx, address+"/workshop.html")
					until(t, ctx, front)
				}
				give(t, ctx, "#file", "cars.csv", cars) // earlier dialogs have no kind-of-target, which openTable waits for
				until(t, ctx, `document.querySelector("dialog.table[open] button.main") !== null`)
				click(t, ctx, "dialog.table button.main")
				until(t, ctx, idle+` && document.getElementById("plane-title").textContent === "cars.csv" && document.querySelector("#plane canvas.background") !== null`)
				evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
				picture("table")
				for _, page := range []string{"teach", "learn"} {
					navigate(t, ctx, address+"/"+page+".html")
					until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
					picture(page)
				}
			}
			for _, name := range names {
				if len(sides[name]) != 2 {
					t.Fatalf("%s has %d pictures", name, len(sides[name]))
				}
				const gap = 12
				left, right := sides[name][0].Bounds(), sides[name][1].Bounds()
				both := image.NewRGBA(image.Rect(0, 0, left.Dx()+gap+right.Dx(), max(left.Dy(), right.Dy())))
				draw.Draw(both, left, sides[name][0], left.Min, draw.Src)
				draw.Draw(both, right.Add(image.Pt(left.Dx()+gap, 0)), sides[name][1], right.Min, draw.Src)
				var file bytes.Buffer
				check(t, png.Encode(&file, both))
				artefact(t, fmt.Sprintf("beside-%s-%d-%s.png", name, s[0], scheme), file.Bytes())
			}
		}
	}
}
