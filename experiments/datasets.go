// Package experiments holds the paper's experiments and the sample sets of the
// page.
package experiments

import (
	"math"

	"github.com/xaia-go/xaia/experiments/numpy"
)

// Fig4Noisy is the first data set of Fig. 4: points along the diagonal with
// Gaussian noise, y = |x|.
func Fig4Noisy(r *numpy.Random, n int) (x [][]float64, y []float64) {
	t := make([]float64, n)
	for i := range t {
		t[i] = r.Uniform(-1, 1)
	}
	x = make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, 2)
	}
	for j := range 2 {
		for i := range n {
			x[i][j] = t[i] + r.Normal(0, 0.1)
		}
	}
	for _, p := range x {
		y = append(y, math.Hypot(p[0], p[1]))
	}
	return x, y
}

// Fig4Donut is the second: a ring of radius 0.8 to 1.2, y = cos of the angle.
func Fig4Donut(r *numpy.Random, n int) (x [][]float64, y []float64) {
	t := make([]float64, n)
	for i := range t {
		t[i] = r.Uniform(0, 2*math.Pi*(1-1/float64(n)))
	}
	for i := range t {
		radius := r.Uniform(0.8, 1.2)
		x = append(x, []float64{radius * math.Cos(t[i]), radius * math.Sin(t[i])})
		y = append(y, math.Cos(t[i]))
	}
	return x, y
}

// Moved is X + U(-s, s), as the external samples of Fig. 4 are drawn.
func Moved(r *numpy.Random, x [][]float64, s float64) [][]float64 {
	var moved [][]float64
	for _, p := range x {
		q := make([]float64, len(p))
		for j, v := range p {
			q[j] = v + r.Uniform(-s, s)
		}
		moved = append(moved, q)
	}
	return moved
}

// Rings are the points of Fig. 3(C): twelve at radius 1 with y = 1, twelve at
// radius 3 with y = 0.5.
func Rings() (x [][]float64, y []float64) {
	for ring, radius := range []float64{1, 3} {
		for i := range 12 {
			angle := 2 * math.Pi * float64(i) / 12
			x = append(x, []float64{radius * math.Cos(angle), radius * math.Sin(angle)})
			y = append(y, 1-0.5*float64(ring))
		}
	}
	return x, y
}

// Moons are two interleaved half circles, n points each, with Gaussian noise.
func Moons(r *numpy.Random, n int, noise float64) (x [][]float64, label []string) {
	for i := range 2 * n {
		angle := math.Pi * float64(i/2) / float64(n-1)
		p := []float64{math.Cos(angle), math.Sin(angle)}
		if i%2 == 1 {
			p = []float64{1 - p[0], 0.5 - p[1]}
		}
		x = append(x, []float64{p[0] + r.Normal(0, noise), p[1] + r.Normal(0, noise)})
		label = append(label, []string{"a", "b"}[i%2])
	}
	return x, label
}

// Spirals are two arms of one and a half turns, n points each.
func Spirals(r *numpy.Random, n int, noise float64) (x [][]float64, label []string) {
	for i := range 2 * n {
		t := float64(i/2+2) / float64(n+1)
		angle := 3*math.Pi*t + math.Pi*float64(i%2)
		x = append(x, []float64{t*math.Cos(angle) + r.Normal(0, noise), t*math.Sin(angle) + r.Normal(0, noise)})
		label = append(label, []string{"a", "b"}[i%2])
	}
	return x, label
}
