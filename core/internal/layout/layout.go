// Package layout places the points of a graph in the plane so that linked ones lie near each other.
//
// It begins with two sums of the columns. 40 times each point moves half of the way to the weighted mean of its links, and both
// coordinates get mean 0, deviation 1 and no correlation again. At a deviation of 5 then come 100 rounds of forces, each weaker by
// a hundredth: those of UMAP (McInnes, Healy, Melville 2018) for the kernel 1 / (1 + d²), with as many pushes. A point at
// distance d of another one is drawn by 2 w d / (1 + d²) along each link w, and pushed by (5/6) · 2 Σ w d / ((0.001 + d²)(1 + d²))
// from each of 6 others that a fixed sequence chooses; no force moves it by more than 4 in a coordinate. 0.05 of its place goes to
// the middle, which holds groups together that have no link. At last half of each coordinate is its rank, so that the picture
// is filled. Nothing depends on chance, or on the order of the points.
package layout

import (
	"cmp"
	"math"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Link says how strongly a point is linked to another one.
type Link struct {
	To     int32
	Weight float64 // above 0, at most 1
}

const (
	smoothings = 40
	rounds     = 100
	pushes     = 5 // for each pull
	pushing    = 6 // others push a point in a round
	middle     = 0.05
	nearest    = 1e-3
	farthest   = 4.0 // that one force moves a point
	wide       = 5.0 // the deviation of each coordinate when the forces begin
	ranked     = 0.5
)

// Place returns x and y of each point by turns, the longer side of the picture from 0 to 1. links has for each point those that it
// is linked to, each at most once, never itself; start has numbers for each point, columns of them, that say where it belongs at
// first, and tell points apart. turn is called now and then, and ends the work with an error.
//
// Cost: O(rounds · links + columns · points).
func Place(links [][]Link, start []float64, columns int, turn func(done, of int) error) ([]float64, error) {
	n := len(links)
	order := sorting.Identity(n)
	sorting.SortNumbers(order, func(a, b int) int {
		for k := range columns {
			if c := cmp.Compare(start[a*columns+k], start[b*columns+k]); c != 0 {
				return c
			}
		}
		return 0
	})
	here := begin(start, order, columns)
	g := graphOf(links, order)
	g.smooth(here)
	if err := g.pull(here, turn); err != nil {
		return nil, err
	}
	fit(here)
	for axis := range 2 {
		by := sorting.Identity(n)
		sorting.SortNumbers(by, func(a, b int) int {
			return cmp.Or(cmp.Compare(here[2*a+axis], here[2*b+axis]), cmp.Compare(a, b))
		})
		for rank, i := range by {
			here[2*i+axis] += float64(ranked * (float64(rank)/float64(n) - here[2*i+axis]))
		}
	}
	fit(here)
	at := make([]float64, 2*n)
	for k, i := range order {
		at[2*i], at[2*i+1] = here[2*k], here[2*k+1]
	}
	return at, nil
}

// graph is links in both directions, the weight of a link that both have being the probable one: a + b - ab.
type graph struct {
	from   []int32 // of each point, where its links begin
	to     []int32
	weight []float64
	sum    []float64 // of each point's weights
}

func graphOf(links [][]Link, order []int) *graph {
	n := len(links)
	place := make([]int32, n)
	for k, i := range order {
		place[i] = int32(k)
	}
	towards := make([][]Link, n) // of each point, who is linked to it
	for _, i := range order {
		for _, l := range links[i] {
			towards[l.To] = append(towards[l.To], Link{int32(i), l.Weight})
		}
	}
	g := &graph{from: make([]int32, n+1), sum: make([]float64, n)}
	weight := make([]float64, n)
	var others []int
	for k, i := range order {
		others = others[:0]
		for _, list := range [2][]Link{links[i], towards[i]} {
			for _, l := range list {
				w := &weight[place[l.To]]
				if *w == 0 {
					others = append(others, int(place[l.To]))
				}
				*w += l.Weight - float64(*w*l.Weight)
			}
		}
		sorting.SortAscending(others)
		for _, j := range others {
			g.to, g.weight = append(g.to, int32(j)), append(g.weight, weight[j])
			g.sum[k] += weight[j]
			weight[j] = 0
		}
		g.from[k+1] = int32(len(g.to))
	}
	return g
}

// smooth moves each point towards those that it is linked to, while the two coordinates stay as wide as they were and across each
// other: groups that are linked come together before the forces begin.
func (g *graph) smooth(at []float64) {
	n := len(g.sum)
	next := make([]float64, len(at))
	for range smoothings {
		for i := range n {
			if g.sum[i] == 0 {
				next[2*i], next[2*i+1] = at[2*i], at[2*i+1]
				continue
			}
			var x, y float64
			for k := g.from[i]; k < g.from[i+1]; k++ {
				j := g.to[k]
				x += float64(g.weight[k] * at[2*j])
				y += float64(g.weight[k] * at[2*j+1])
			}
			next[2*i], next[2*i+1] = (at[2*i]+x/g.sum[i])/2, (at[2*i+1]+y/g.sum[i])/2
		}
		at, next = next, at
		across(at, 0)
		across(at, 1)
	}
	if smoothings%2 == 1 {
		copy(next, at)
	}
	for axis := range 2 {
		for i := range n {
			at[2*i+axis] *= wide
		}
	}
}

// across centres a coordinate, takes the one before it out, and makes its deviation 1.
func across(at []float64, axis int) {
	n := len(at) / 2
	if n == 0 {
		return
	}
	var mean, along, square float64
	for i := range n {
		mean += at[2*i+axis]
	}
	mean /= float64(n)
	for i := range n {
		at[2*i+axis] -= mean
		if axis == 1 {
			along += float64(at[2*i] * at[2*i+1])
		}
	}
	along /= float64(n)
	for i := range n {
		if axis == 1 {
			at[2*i+1] -= float64(along * at[2*i])
		}
		square += float64(at[2*i+axis] * at[2*i+axis])
	}
	if deviation := math.Sqrt(square / float64(n)); deviation > 1e-12 {
		for i := range n {
			at[2*i+axis] /= deviation
		}
	}
}

// pull lets the forces work.
func (g *graph) pull(at []float64, turn func(done, of int) error) error {
	n := len(g.sum)
	var chance uint64
	for round := range rounds {
		if err := turn(round, rounds); err != nil {
			return err
		}
		step := 1 - float64(round)/rounds
		for i := range n {
			x, y := at[2*i], at[2*i+1]
			for k := g.from[i]; k < g.from[i+1]; k++ {
				j := g.to[k]
				dx, dy := x-at[2*j], y-at[2*j+1]
				force := -2 * g.weight[k] / (1 + float64(dx*dx) + float64(dy*dy))
				x += float64(step * clipped(force*dx))
				y += float64(step * clipped(force*dy))
			}
			strength := 2 * g.sum[i] * pushes / pushing
			for range pushing {
				chance = chance*6364136223846793005 + 1442695040888963407
				j := int(chance >> 33 % uint64(n))
				if j == i {
					continue
				}
				dx, dy := x-at[2*j], y-at[2*j+1]
				d := float64(dx*dx) + float64(dy*dy)
				force := strength / float64((nearest+d)*(1+d))
				if dx == 0 && dy == 0 { // two in one place: one goes to the right
					dx = nearest
				}
				x += float64(step * clipped(force*dx))
				y += float64(step * clipped(force*dy))
			}
			at[2*i], at[2*i+1] = x-float64(step*middle*x), y-float64(step*middle*y)
		}
	}
	return nil
}

func clipped(v float64) float64 { return math.Max(-farthest, math.Min(farthest, v)) }

// fit moves a picture so that it begins at 0, and its longer side ends at 1.
func fit(at []float64) {
	var low, high [2]float64
	for axis := range 2 {
		low[axis], high[axis] = math.Inf(1), math.Inf(-1)
		for i := axis; i < len(at); i += 2 {
			low[axis], high[axis] = math.Min(low[axis], at[i]), math.Max(high[axis], at[i])
		}
	}
	side := math.Max(high[0]-low[0], high[1]-low[1])
	if !(side > 0) {
		side = 1
	}
	for i := range at {
		at[i] = (at[i] - low[i%2]) / side
	}
}

// begin is where points are along two directions that no symmetry of the columns makes alike. What is seen of the groups comes from the
// links.
func begin(start []float64, order []int, columns int) []float64 {
	at := make([]float64, 0, 2*len(order))
	for _, i := range order {
		var x, y float64
		for k, v := range start[i*columns : (i+1)*columns] {
			x += float64(v * (1 + float64(k)/float64(columns)))
			y += float64(v * (float64(k%2) - 0.4 + float64(k)/float64(columns)))
		}
		at = append(at, x, y)
	}
	return at
}
