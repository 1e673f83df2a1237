package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// This file tells which nodes of a pass an answer or an explanation is made from (propagation says what each is).

func (p *pass) strongest(dst []neuron, top int) []neuron {
	var t sorting.TopK
	for k := range p.network.layers {
		if k >= p.depth {
			p.layer(k)
		}
		t.Keys = append(t.Keys, p.v[k]...)
	}
	dst = dst[:0]
	for _, b := range t.Rank(top, func(i, j int) bool { return p.network.stronger(p.ranked(i), p.ranked(j)) }) {
		dst = append(dst, p.ranked(b.I))
	}
	return dst
}

// ranked is node i of those of all layers.
func (p *pass) ranked(i int) neuron { return p.node(p.network.nodeOf(int32(i))) }

func (p *pass) node(k, i int) neuron {
	rank := i
	for _, l := range p.network.layers[:k] {
		rank += l.size()
	}
	return neuron{point: int32(p.network.layers[k].point[i]), rank: int32(rank), v: p.v[k][i], d2: p.d2[k][i]}
}

// actOf is the activation of a node's layer.
func (n *network) actOf(c *neuron) *activation {
	if n.rule.uniform() {
		return &n.layers[0].act
	}
	k, _ := n.nodeOf(c.rank)
	return &n.layers[k].act
}

func (p *pass) familiarity() (strongest float64) {
	for _, v := range p.v[:p.depth] {
		strongest = max(strongest, slices.Max(v))
	}
	return strongest
}

func (p *pass) moderate(dst []neuron) []neuron {
	dst = dst[:0]
	for k := range p.depth {
		for i, d2 := range p.d2[k] {
			if d2 <= p.network.layers[k].act.moderate {
				dst = append(dst, p.node(k, i))
			}
		}
	}
	return dst
}

// layerwise appends the strongest node of each layer passed, strongest first.
func (p *pass) layerwise(dst []neuron) []neuron {
	var t sorting.TopK
	for k := range p.depth {
		t.Keys = append(t.Keys, p.v[k][p.nearest[k]])
	}
	dst = dst[:0]
	for _, b := range t.Rank(p.depth, nil) {
		dst = append(dst, p.node(b.I, p.nearest[b.I]))
	}
	return dst
}
