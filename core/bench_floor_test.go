package core

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/xaia-go/xaia/core/internal/blocks"
)

// floorOf is the measure that a fit's time is held against: how many distance
// terms (one feature of one point against one node) there are when every point
// is propagated once through the final network, without what collisions undid,
// and what they cost in the engine's best kernel with all data in the cache. A
// fit can stay below it: where a tree or sparse fingerprints leave terms out, and
// in layers that take most of the points that reach them, since a point only met
// the nodes before it.
func floorOf(m *SQANN) (terms, milliseconds float64) {
	layers := m.Layers()
	reached := m.points.count()
	width := m.FeatureCount()
	for _, l := range layers {
		nodes := len(l.Nodes)
		n := float64(reached) * float64(nodes) * float64(width)
		terms += n
		milliseconds += n * kernelNanosecondsPerTerm(width) / 1e6
		reached -= nodes
		width = nodes
		if m.options.Skip == On {
			width += m.FeatureCount()
		}
	}
	return terms, milliseconds
}

// kernelNanosecondsPerTerm times the engine's distances from one vector to the
// nodes of a layer that fits into the cache, as far as eight nodes do; the
// fastest of five rounds. A round shorter than 3 ms doesn't count: a page's clock
// ticks every 0.1 ms, and a pause in a first round must not end the doubling.
func kernelNanosecondsPerTerm(width int) float64 {
	r := rand.New(rand.NewPCG(1, 2))
	vector := func() []float64 {
		v := make([]float64, width)
		for j := range v {
			v[j] = r.Float64()
		}
		return v
	}
	var eta blocks.List
	nodes := max(4096/width, 8)
	for range nodes {
		eta.Push(vector())
	}
	v := vector()
	var d2 []float64
	least := math.Inf(1)
	for rounds, times := 0, 1; rounds < 5; {
		start := time.Now()
		for range times {
			d2, _, _ = eta.Extend(d2[:0], v, -1, inf)
		}
		took := time.Since(start)
		if took < 3*time.Millisecond {
			times *= 2
			continue
		}
		least = min(least, float64(took)/float64(times*nodes*width))
		rounds++
	}
	return least
}
