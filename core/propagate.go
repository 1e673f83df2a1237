package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// propagation takes inputs through a network, and tells what outputs are made from. A pass keeps all that it
// computes. A search finds only what an output needs, with the same bits.
type propagation interface {
	// run propagates the scaled input x. What the others return holds until the next run.
	run(x []float64)
	// recognised is the node that is hit, if there is one.
	recognised() (neuron, bool)
	// familiarity is, after a hit, the strongest activation in the layers passed.
	familiarity() float64
	// strongest returns the K strongest nodes of all layers, also behind a hit, strongest first, in the memory of dst.
	strongest(dst []neuron, top int) []neuron
	// moderate returns the nodes of the layers passed that reach their layer's
	// admission threshold, in the order of layers and nodes.
	moderate(dst []neuron) []neuron
}

// pass is one propagation through a network (SPEC 3.5) and everything that was
// seen on the way: what an explanation shows, and what the plain construction reads. Predictions come
// from a search, which finds the same (search.go). Its slices are reused from input to input.
type pass struct {
	network *network
	seen    [][]float64        // the vector that entered layer k
	d2      [][]float64        // squared distances to layer k's nodes
	v       [][]float64        // activations of layer k's nodes
	nearest []int              // layer k's nearest node, the most strongly activated
	depth   int                // layers passed, the hit's included
	parts   []sparse.Component // sparse: what enters the layer ...
	group   []spatial.Found    // ... and its nodes
	hit     bool               // the last layer passed has a strongly activated node
	x       []float64
}

// run propagates the scaled input x through the layers until one has a node
// activated above τ_act. O(nodes · width) over the layers passed.
func (p *pass) run(x []float64) {
	p.x, p.depth, p.hit = x, 0, false
	for k, l := range p.network.layers {
		p.layer(k)
		p.depth = k + 1
		if p.least(k) <= l.act.strong {
			p.hit = true
			return
		}
	}
}

// layer activates layer k; those below are activated.
func (p *pass) layer(k int) {
	n, l := p.network, p.network.layers[k]
	p.grow(k)
	if n.nodes != nil {
		p.sparseLayer(k, p.x)
	} else if k == 0 {
		p.seen[0] = append(p.seen[0][:0], p.x...)
	} else {
		p.seen[k] = n.enter(p.seen[k], k, p.v[k-1], p.x)
	}
	if n.nodes == nil {
		p.d2[k], p.nearest[k], _ = l.eta.Extend(p.d2[k][:0], p.seen[k], -1, inf)
	}
	p.v[k] = slices.Grow(p.v[k][:0], l.size())[:l.size()]
	l.act.all(p.v[k], p.d2[k])
}

// next is the vector that the layer after the passed ones would see.
func (p *pass) next(x []float64) []float64 {
	if p.depth == 0 {
		return x
	}
	p.grow(p.depth)
	p.seen[p.depth] = p.network.enter(p.seen[p.depth], p.depth, p.v[p.depth-1], x)
	return p.seen[p.depth]
}

// least is the squared distance to layer k's nearest node.
func (p *pass) least(k int) float64 { return p.d2[k][p.nearest[k]] }

func (p *pass) grow(k int) {
	for len(p.seen) <= k {
		p.seen, p.d2, p.v = append(p.seen, nil), append(p.d2, nil), append(p.v, nil)
		p.nearest = append(p.nearest, -1)
	}
}

func (p *pass) recognised() (neuron, bool) {
	if !p.hit {
		return neuron{}, false
	}
	k := p.depth - 1
	return p.node(k, p.nearest[k]), true
}
