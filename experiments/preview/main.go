//go:build !js

// Command preview draws the picture that a link to the page shows, 1200 by 630, as PNG to standard output: the front door's
// penguins by their bills, as islands in a hatched sea, and the first one that is asked about there, with those who answer.
package main

import (
	"image"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia/core"
)

const (
	width, height = 1200, 630
	fine          = 3   // the picture is drawn so many times as large, and then made smaller: that smooths edges
	asked         = 156 // the row that web/site/door/prepare.mjs begins with
)

var (
	paper  = color.RGBA{255, 255, 255, 255}
	ink    = color.RGBA{0x1d, 0x1d, 0x1b, 255}
	sea    = color.RGBA{0xef, 0xed, 0xe6, 255}
	hatch  = color.RGBA{0xd2, 0xcf, 0xc4, 255}
	colour = map[core.Label]color.RGBA{core.Text("Adelie"): {0, 0x72, 0xb2, 255}, core.Text("Chinstrap"): {0xd5, 0x5e, 0, 255}, core.Text("Gentoo"): {0, 0x80, 0x60, 255}}
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: preview PENGUINS.csv")
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	d, row := penguins(string(text))
	model, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		log.Fatal(err)
	}
	answer, err := model.Explain(row)
	if err != nil {
		log.Fatal(err)
	}
	p := &picture{image.NewRGBA(image.Rect(0, 0, width*fine, height*fine))}
	p.plane(model, d, row, answer)
	if err := png.Encode(os.Stdout, p.smaller()); err != nil {
		log.Fatal(err)
	}
}

// penguins are length and depth of each one's bill, and its species; row is the one that is left out.
func penguins(csv string) (d core.Dataset, row []float64) {
	lines := strings.Split(strings.TrimSpace(csv), "\n")
	names := strings.Split(strings.TrimSpace(lines[0]), ",")
	d.X.Columns = 2
	for i, line := range lines[1:] {
		cells := strings.Split(strings.TrimSpace(line), ",")
		var x []float64
		for _, name := range []string{"culmen_length_mm", "culmen_depth_mm"} {
			if v, err := strconv.ParseFloat(cells[slices.Index(names, name)], 64); err == nil && v == v {
				x = append(x, v)
			}
		}
		switch {
		case len(x) < 2: // not measured
		case i+1 == asked:
			row = x
		default:
			d.X.Data, d.Labels, d.X.Rows = append(d.X.Data, x...), append(d.Labels, core.Text(cells[slices.Index(names, "species")])), d.X.Rows+1
		}
	}
	return d, row
}

type picture struct{ *image.RGBA }

// The part of the plane that is shown, in mm.
const left, right, low, high = 29., 63., 12.1, 22.5

// at is where a point of the plane is in the picture.
func at(x []float64) (float64, float64) {
	return width * (x[0] - left) / (right - left), height * (high - x[1]) / (high - low)
}

func (p *picture) plane(model *core.SQANN, d core.Dataset, row []float64, answer *core.Explanation) {
	const cell = 5
	for j := 0; j < height; j += cell {
		for i := 0; i < width; i += cell {
			said, err := model.Explain([]float64{left + (float64(i)+cell/2.)*(right-left)/width, high - (float64(j)+cell/2.)*(high-low)/height})
			if err != nil {
				log.Fatal(err)
			}
			c := sea
			if (i+j)/cell%3 == 0 {
				c = hatch
			}
			p.box(i, j, cell, cell, between(c, mix(colour[said.Label], 0.3+0.3*clear(said.Value)), landAt(said.Familiarity)))
		}
	}
	ax, ay := at(row)
	for _, n := range answer.Neurons {
		x, y := at(d.X.Row(n.Samples[0]))
		p.line(ax, ay, x, y, 2+14*n.Weight, ink)
	}
	for i, l := range d.Labels {
		x, y := at(d.X.Row(i))
		p.glyph(x, y, 9, l)
	}
	for _, n := range answer.Neurons {
		x, y := at(d.X.Row(n.Samples[0]))
		p.disc(x, y, 18, ink)
		p.disc(x, y, 15, paper)
		p.glyph(x, y, 11, d.Labels[n.Samples[0]])
	}
	for _, c := range []struct {
		thick float64
		color.RGBA
	}{{17, paper}, {8, ink}} {
		p.line(ax-15, ay-15, ax+15, ay+15, c.thick, c.RGBA)
		p.line(ax-15, ay+15, ax+15, ay-15, c.thick, c.RGBA)
	}
}

// landAt and clear are as in web/figures/draw/background.js.
func landAt(familiarity float64) float64 {
	t := math.Min(1, math.Max(0, (familiarity-0.02)/0.33))
	return t * t * (3 - 2*t)
}

// clear is how far the best class is before the next.
func clear(scores []float64) float64 {
	s := slices.Sorted(slices.Values(scores))
	return s[len(s)-1] - s[len(s)-2]
}

// between is a colour a part of the way to another.
func between(from, to color.RGBA, part float64) color.RGBA {
	step := func(a, b uint8) uint8 { return uint8(float64(a) + part*(float64(b)-float64(a))) }
	return color.RGBA{step(from.R, to.R), step(from.G, to.G), step(from.B, to.B), 255}
}

// glyph is the sign of a class, as on the page: a disc, a triangle, a square.
func (p *picture) glyph(x, y, r float64, l core.Label) {
	switch l {
	case core.Text("Adelie"):
		p.disc(x, y, r+2, paper)
		p.disc(x, y, r, colour[l])
	case core.Text("Chinstrap"):
		p.triangle(x, y, 1.3*r+3, paper)
		p.triangle(x, y, 1.3*r, colour[l])
	default:
		p.square(x, y, 0.9*r+2, paper)
		p.square(x, y, 0.9*r, colour[l])
	}
}

// mix puts a part of a colour on the paper.
func mix(c color.RGBA, part float64) color.RGBA {
	over := func(v uint8) uint8 { return uint8(255 - part*(255-float64(v))) }
	return color.RGBA{over(c.R), over(c.G), over(c.B), 255}
}

func (p *picture) fill(x0, y0, x1, y1 float64, inside func(x, y float64) bool, c color.RGBA) {
	area := image.Rect(int(fine*x0), int(fine*y0), int(fine*x1)+1, int(fine*y1)+1).Intersect(p.Rect)
	for j := area.Min.Y; j < area.Max.Y; j++ {
		for i := area.Min.X; i < area.Max.X; i++ {
			if inside((float64(i)+0.5)/fine, (float64(j)+0.5)/fine) {
				p.SetRGBA(i, j, c)
			}
		}
	}
}

func (p *picture) box(x, y, w, h int, c color.RGBA) {
	p.fill(float64(x), float64(y), float64(x+w), float64(y+h), func(float64, float64) bool { return true }, c)
}

func (p *picture) square(x, y, r float64, c color.RGBA) {
	p.fill(x-r, y-r, x+r, y+r, func(i, j float64) bool { return math.Abs(i-x) <= r && math.Abs(j-y) <= r }, c)
}

func (p *picture) disc(x, y, r float64, c color.RGBA) {
	p.fill(x-r, y-r, x+r, y+r, func(i, j float64) bool { return math.Hypot(i-x, j-y) <= r }, c)
}

func (p *picture) triangle(x, y, r float64, c color.RGBA) {
	p.fill(x-r, y-r, x+r, y+r, func(i, j float64) bool { return j-y <= r/2 && math.Abs(i-x)*math.Sqrt(3) <= j-y+r }, c)
}

func (p *picture) line(x0, y0, x1, y1, thick float64, c color.RGBA) {
	length := math.Hypot(x1-x0, y1-y0)
	p.fill(math.Min(x0, x1)-thick, math.Min(y0, y1)-thick, math.Max(x0, x1)+thick, math.Max(y0, y1)+thick, func(i, j float64) bool {
		along := ((i-x0)*(x1-x0) + (j-y0)*(y1-y0)) / length
		across := ((i-x0)*(y1-y0) - (j-y0)*(x1-x0)) / length
		return along >= 0 && along <= length && math.Abs(across) <= thick/2
	}, c)
}

// smaller takes the mean of each block of dots.
func (p *picture) smaller() image.Image {
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	for j := range height {
		for i := range width {
			var sum [3]int
			for k := range fine * fine {
				c := p.RGBAAt(fine*i+k%fine, fine*j+k/fine)
				sum[0], sum[1], sum[2] = sum[0]+int(c.R), sum[1]+int(c.G), sum[2]+int(c.B)
			}
			small.SetRGBA(i, j, color.RGBA{uint8(sum[0] / (fine * fine)), uint8(sum[1] / (fine * fine)), uint8(sum[2] / (fine * fine)), 255})
		}
	}
	return small
}
