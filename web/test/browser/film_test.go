//go:build !js

package web_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// film collects pictures of a part of the window, and how long each is shown in hundredths of a second.
type film struct {
	ctx    context.Context
	clip   page.Viewport
	frames []image.Image
	delays []int
}

func (f *film) take(t *testing.T, delay int) {
	shot := must(chromedp.Call(f.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Clip: &f.clip}))(t)
	picture := must(png.Decode(bytes.NewReader(shot.Data)))(t)
	f.frames, f.delays = append(f.frames, picture), append(f.delays, delay)
}

// animated has the 255 colours that are most frequent in all frames, and of each frame only what has changed.
func (f *film) animated() *gif.GIF {
	coarse := func(c color.Color) color.RGBA {
		r, g, b, _ := c.RGBA()
		round := func(v uint32) uint8 { return uint8(v>>8) &^ 3 }
		return color.RGBA{round(r), round(g), round(b), 255}
	}
	count := map[color.RGBA]int{}
	for _, frame := range f.frames {
		b := frame.Bounds()
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				count[coarse(frame.At(x, y))]++
			}
		}
	}
	colours := make([]color.RGBA, 0, len(count))
	for c := range count {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(a, b color.RGBA) int {
		if d := count[b] - count[a]; d != 0 {
			return d
		}
		return int(a.R)<<16 + int(a.G)<<8 + int(a.B) - int(b.R)<<16 - int(b.G)<<8 - int(b.B)
	})
	var palette color.Palette
	for _, c := range colours[:min(255, len(colours))] {
		palette = append(palette, c)
	}
	near := map[color.RGBA]uint8{}
	out := &gif.GIF{}
	var before *image.Paletted
	for i, frame := range f.frames {
		b := frame.Bounds()
		now := image.NewPaletted(b, palette)
		changed := image.Rectangle{}
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				c := coarse(frame.At(x, y))
				index, known := near[c]
				if !known {
					index = uint8(palette.Index(c))
					near[c] = index
				}
				now.SetColorIndex(x, y, index)
				if before == nil || before.ColorIndexAt(x, y) != index {
					changed = changed.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		before = now
		if changed.Empty() {
			out.Delay[len(out.Delay)-1] += f.delays[i]
			continue
		}
		part := image.NewPaletted(changed, palette)
		draw.Draw(part, changed, now, changed.Min, draw.Src)
		out.Image, out.Delay = append(out.Image, part), append(out.Delay, f.delays[i])
		out.Disposal = append(out.Disposal, gif.DisposalNone)
	}
	return out
}

var (
	filmedCat  = [][]point{ring(50, 60, 30, 27, 26), {{25, 46}, {24, 16}, {42, 34}}, {{59, 34}, {77, 15}, {76, 46}}, ring(39, 55, 3, 4, 6), ring(62, 55, 3, 4, 6), {{46, 66}, {55, 66}, {50, 71}, {46, 66}}, {{38, 68}, {15, 64}}, {{38, 72}, {17, 77}}, {{63, 68}, {86, 63}}, {{63, 72}, {84, 78}}}
	filmedFish = func(k float64) [][]point {
		return [][]point{{{70, 47 + k}, {55, 33}, {33, 31}, {13, 48}, {32, 66}, {55, 65}, {70, 54 + k}}, {{70, 47 + k}, {92, 31}, {86, 50}, {92, 69}, {70, 54 + k}}, ring(28, 44, 2.5, 2.5, 6)}
	}
)

// The film of README: a cat is answered, a fish isn't known, is taught, and is known. It is written to dist/screenshots;
// docs/teach.gif is a copy.
func TestTeachFilm(t *testing.T) {
	ctx := teachPage(t, "/teach.html", 1120, 900, "light")
	click(t, ctx, ".start")
	taught(t, ctx, 10)
	evaluate[bool](t, ctx, `(scrollTo(0, document.querySelector(".teach").getBoundingClientRect().top + scrollY - 8), true)`)
	place := onPadNow(t, ctx)
	box := evaluate[[]float64](t, ctx, `(({left, top, width}) => [left + scrollX, top + scrollY, width])(document.querySelector(".teach").getBoundingClientRect())`)
	f := &film{ctx: ctx, clip: page.Viewport{X: box[0] - 12, Y: box[1] - 10, Width: box[2] + 24, Height: 690, Scale: 0.62}}
	hand := func(strokes [][]point) {
		for i, s := range strokes {
			x, y := place(s[0])
			mouse(t, ctx, moves, x, y)
			mouse(t, ctx, presses, x, y)
			for k := 1; k < len(s); k++ {
				x, y = place(s[k])
				mouse(t, ctx, moves, x, y)
				if k%5 == 0 {
					f.take(t, 12)
				}
			}
			mouse(t, ctx, lifts, x, y)
			if i%2 == 1 || i == 0 || len(s) > 4 {
				f.take(t, 18)
			}
		}
	}
	f.take(t, 80)
	hand(filmedCat)
	until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A cat")`)
	f.take(t, 260)
	evaluate[bool](t, ctx, `(document.querySelector(".pen button:nth-child(2)").click(), true)`)
	f.take(t, 40)
	hand(filmedFish(0))
	answers(t, ctx, "weak", "I have never seen anything like this.")
	f.take(t, 280)
	evaluate[bool](t, ctx, `(() => { const e = document.querySelector(".new-name"); e.value = "fish"; return e.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	f.take(t, 110)
	evaluate[bool](t, ctx, `(document.querySelector(".create").click(), true)`)
	taught(t, ctx, 11)
	f.take(t, 200)
	hand(filmedFish(3))
	until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A fish")`)
	f.take(t, 380)

	var out bytes.Buffer
	made := f.animated()
	check(t, gif.EncodeAll(&out, made))
	expect(t, len(made.Image) >= 20 && out.Len() <= 900_000, "the film has %d pictures and %d bytes", len(made.Image), out.Len())
	t.Logf("%d pictures, %d bytes, %v", len(made.Image), out.Len(), made.Image[0].Bounds())
	artefact(t, "teach.gif", out.Bytes())
}
