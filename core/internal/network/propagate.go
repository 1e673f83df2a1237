package network

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Propagation takes inputs through a network, and tells what outputs are made from. A full one keeps all that it
// computes. A search finds only what an output needs, with the same bits.
type Propagation interface {
	// Run propagates the scaled input x. What the others return holds until the next run.
	Run(x []float64)
	// Recognised is the node that is hit, if there is one.
	Recognised() (Neuron, bool)
	// Familiarity is, after a hit, the strongest activation in the layers passed.
	Familiarity() float64
	// Strongest returns the K strongest nodes of all layers, also behind a hit, strongest first, in the memory of dst.
	Strongest(dst []Neuron, top int) []Neuron
	// Neuron is a point's, of whatever layer.
	Neuron(point int32) Neuron
	// Moderate returns the nodes of the layers passed that reach their layer's
	// admission threshold, in the order of layers and nodes.
	Moderate(dst []Neuron) []Neuron
}

// FullPropagation is one propagation through a network (SPEC 3.5) and everything that was
// seen on the way: what an explanation shows, and what the plain construction reads. Predictions come
// from a search, which finds the same (search.go). Its slices are reused from input to input.
type FullPropagation struct {
	Network *Network
	seen    [][]float64 // the vector that entered layer k
	D2      [][]float64 // squared distances to layer k's nodes
	V       [][]float64 // activations of layer k's nodes
	Nearest []int       // layer k's nearest node, the most strongly activated
	Depth   int         // layers passed, the hit's included
	Hit     bool        // the last layer passed has a strongly activated node
	known   int         // layers activated, those behind a hit, too
	X       []float64
	sparsePropagation
}

// Run propagates the scaled input x through the layers until one has a node
// activated above τ_act. O(nodes · width) over the layers passed.
func (p *FullPropagation) Run(x []float64) {
	p.X, p.Depth, p.Hit, p.known = x, 0, false, 0
	for k, l := range p.Network.Layers {
		p.layer(k)
		p.Depth = k + 1
		if p.least(k) <= l.Act.Strong {
			p.Hit = true
			return
		}
	}
}

// layer activates layer k; those below are activated.
func (p *FullPropagation) layer(k int) {
	n, l := p.Network, p.Network.Layers[k]
	p.grow(k)
	if n.nodes != nil {
		p.sparseLayer(k, p.X)
	} else if k == 0 {
		p.seen[0] = append(p.seen[0][:0], p.X...)
	} else {
		p.seen[k] = n.enter(p.seen[k], k, p.V[k-1], p.X)
	}
	if n.nodes == nil {
		p.D2[k], p.Nearest[k], _ = l.eta.Extend(p.D2[k][:0], p.seen[k], -1, inf)
	}
	p.V[k] = slices.Grow(p.V[k][:0], l.Size())[:l.Size()]
	l.Act.all(p.V[k], p.D2[k])
}

// next is the vector that the layer after the passed ones would see.
func (p *FullPropagation) next(x []float64) []float64 {
	if p.Depth == 0 {
		return x
	}
	p.grow(p.Depth)
	p.seen[p.Depth] = p.Network.enter(p.seen[p.Depth], p.Depth, p.V[p.Depth-1], x)
	return p.seen[p.Depth]
}

// least is the squared distance to layer k's nearest node.
func (p *FullPropagation) least(k int) float64 { return p.D2[k][p.Nearest[k]] }

func (p *FullPropagation) grow(k int) {
	for len(p.seen) <= k {
		p.seen, p.D2, p.V = append(p.seen, nil), append(p.D2, nil), append(p.V, nil)
		p.Nearest = append(p.Nearest, -1)
	}
}

func (p *FullPropagation) Recognised() (Neuron, bool) {
	if !p.Hit {
		return Neuron{}, false
	}
	k := p.Depth - 1
	return p.node(k, p.Nearest[k]), true
}

func (p *FullPropagation) Strongest(dst []Neuron, top int) []Neuron {
	var t sorting.TopK
	p.behind()
	for k := range p.Network.Layers {
		t.Keys = append(t.Keys, p.V[k]...)
	}
	dst = dst[:0]
	for _, b := range t.Rank(top, func(i, j int) bool { return p.Network.stronger(p.ranked(i), p.ranked(j)) }) {
		dst = append(dst, p.ranked(b.I))
	}
	return dst
}

// behind activates the layers behind a hit, once.
func (p *FullPropagation) behind() {
	for p.known = max(p.known, p.Depth); p.known < len(p.Network.Layers); p.known++ {
		p.layer(p.known)
	}
}

func (p *FullPropagation) Neuron(point int32) Neuron {
	p.behind()
	for k, l := range p.Network.Layers {
		if i := slices.Index(l.Point, int(point)); i >= 0 {
			return p.node(k, i)
		}
	}
	panic("network: no such point")
}

// ranked is node i of those of all layers.
func (p *FullPropagation) ranked(i int) Neuron { return p.node(p.Network.NodeOf(int32(i))) }

func (p *FullPropagation) node(k, i int) Neuron {
	rank := i
	for _, l := range p.Network.Layers[:k] {
		rank += l.Size()
	}
	return Neuron{Point: int32(p.Network.Layers[k].Point[i]), Rank: int32(rank), V: p.V[k][i], D2: p.D2[k][i]}
}

func (p *FullPropagation) Familiarity() (strongest float64) {
	for _, v := range p.V[:p.Depth] {
		strongest = max(strongest, slices.Max(v))
	}
	return strongest
}

func (p *FullPropagation) Moderate(dst []Neuron) []Neuron {
	dst = dst[:0]
	for k := range p.Depth {
		for i, d2 := range p.D2[k] {
			if d2 <= p.Network.Layers[k].Act.Moderate {
				dst = append(dst, p.node(k, i))
			}
		}
	}
	return dst
}

// Layerwise appends the strongest node of each layer passed, strongest first.
func (p *FullPropagation) Layerwise(dst []Neuron) []Neuron {
	var t sorting.TopK
	for k := range p.Depth {
		t.Keys = append(t.Keys, p.V[k][p.Nearest[k]])
	}
	dst = dst[:0]
	for _, b := range t.Rank(p.Depth, nil) {
		dst = append(dst, p.node(b.I, p.Nearest[b.I]))
	}
	return dst
}
