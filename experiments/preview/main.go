//go:build !js

// Command preview draws the picture that a link to the page shows, 1200 by 630, as PNG to
// standard output: two rings as islands in a hatched sea, which samples answer a new point, and the network that does.
package main

import (
	"image"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/experiments"
)

const (
	width, height = 1200, 630
	fine          = 3 // the picture is drawn so many times as large, and then made smaller: that smooths edges
)

var (
	paper  = color.RGBA{255, 255, 255, 255}
	ink    = color.RGBA{0x1d, 0x1d, 0x1b, 255}
	quiet  = color.RGBA{0xc9, 0xc9, 0xc4, 255}
	sea    = color.RGBA{0xef, 0xed, 0xe6, 255}
	hatch  = color.RGBA{0xd2, 0xcf, 0xc4, 255}
	colour = map[core.Label]color.RGBA{core.Text("inner"): {0, 0x72, 0xb2, 255}, core.Text("outer"): {0xd5, 0x5e, 0, 255}}
	asked  = []float64{1.35, 1.45}
)

func main() {
	log.SetFlags(0)
	X, y := experiments.Rings()
	d := core.Dataset{X: core.Matrix{Rows: len(X), Columns: 2}}
	for i, x := range X {
		d.X.Data = append(d.X.Data, x...)
		d.Labels = append(d.Labels, core.Text(map[float64]string{1: "inner", 0.5: "outer"}[y[i]]))
	}
	model, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		log.Fatal(err)
	}
	answer, err := model.Explain(asked)
	if err != nil {
		log.Fatal(err)
	}
	p := &picture{image.NewRGBA(image.Rect(0, 0, width*fine, height*fine))}
	p.disc(0, 0, 4*width, paper)
	p.plane(model, d, answer)
	p.network(model, d, answer)
	if err := png.Encode(os.Stdout, p.smaller()); err != nil {
		log.Fatal(err)
	}
}

type picture struct{ *image.RGBA }

const scale = 62 // pixels a unit: some sea lies around the islands

// at is where a point of the plane is in the picture.
func at(x, y float64) (float64, float64) { return 325 + scale*x, 315 - scale*y }

func (p *picture) plane(model *core.SQANN, d core.Dataset, answer *core.Explanation) {
	const cell = 5
	for j := 30; j < 600; j += cell {
		for i := 30; i < 620; i += cell {
			x := core.Matrix{Rows: 1, Columns: 2, Data: []float64{(float64(i) + cell/2. - 325) / scale, (315 - float64(j) - cell/2.) / scale}}
			said, err := model.Explain(x.Data)
			if err != nil {
				log.Fatal(err)
			}
			c := sea
			if (i+j)/cell%3 == 0 {
				c = hatch
			}
			land := landAt(said.Familiarity)
			p.box(i, j, cell, cell, between(c, mix(colour[said.Label], 0.3+0.3*clear(said.Value)), land))
		}
	}
	ax, ay := at(asked[0], asked[1])
	for _, n := range answer.Neurons {
		x, y := at(d.X.Row(n.Samples[0])[0], d.X.Row(n.Samples[0])[1])
		p.line(ax, ay, x, y, 2+14*n.Weight, ink)
	}
	for i, l := range d.Labels {
		x, y := at(d.X.Row(i)[0], d.X.Row(i)[1])
		p.glyph(x, y, 11, l)
	}
	p.disc(ax, ay, 13, ink)
	p.disc(ax, ay, 9, paper)
}

// network is a column for the input, one for each layer and one for the answer.
func (p *picture) network(model *core.SQANN, d core.Dataset, answer *core.Explanation) {
	layers := model.Layers()
	column := func(k int) float64 { return 690 + 440*float64(k)/float64(len(layers)+1) }
	row := func(i, of int) float64 { return 315 + 500*(float64(i)-float64(of-1)/2)/math.Max(9, float64(of)) }
	strength := map[[2]int]float64{}
	for _, n := range answer.Neurons {
		strength[[2]int{n.Layer, n.Node}] = n.Weight
	}
	end := column(len(layers) + 1)
	for k, l := range layers {
		for i := range l.Nodes {
			y := row(i, len(l.Nodes))
			if k == 0 {
				p.line(column(0), 315, column(1), y, 1, quiet)
			}
			if w := strength[[2]int{k + 1, i}]; w > 0 {
				p.line(column(k+1), y, end, 315, 2+14*w, ink)
			}
		}
	}
	for k, l := range layers {
		for i, samples := range l.Nodes {
			label, y := d.Labels[samples[0]], row(i, len(l.Nodes))
			p.disc(column(k+1), y, 14, paper)
			if strength[[2]int{k + 1, i}] > 0 {
				p.glyph(column(k+1), y, 11, label)
			} else {
				p.faint(column(k+1), y, 9, label)
			}
		}
	}
	p.disc(column(0), 315, 14, ink)
	p.disc(column(0), 315, 10, paper)
	p.disc(end, 315, 28, paper)
	p.glyph(end, 315, 24, answer.Label)
}

// landAt and clear are as in web/figures/draw/background.js.
func landAt(familiarity float64) float64 {
	t := math.Min(1, math.Max(0, (familiarity-0.02)/0.33))
	return t * t * (3 - 2*t)
}

func clear(scores []float64) float64 { return math.Abs(scores[0] - scores[1]) }

// between is a colour a part of the way to another.
func between(from, to color.RGBA, part float64) color.RGBA {
	step := func(a, b uint8) uint8 { return uint8(float64(a) + part*(float64(b)-float64(a))) }
	return color.RGBA{step(from.R, to.R), step(from.G, to.G), step(from.B, to.B), 255}
}

func (p *picture) glyph(x, y, r float64, l core.Label) {
	if l == core.Text("inner") {
		p.disc(x, y, r+2, paper)
		p.disc(x, y, r, colour[l])
		return
	}
	p.triangle(x, y, 1.3*r+3, paper)
	p.triangle(x, y, 1.3*r, colour[l])
}

func (p *picture) faint(x, y, r float64, l core.Label) {
	if l == core.Text("inner") {
		p.disc(x, y, r, mix(colour[l], 0.35))
		return
	}
	p.triangle(x, y, 1.3*r, mix(colour[l], 0.35))
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
