package core

import "github.com/xaia-go/xaia/core/internal/sorting"

// This file tells which nodes of a pass an answer or an explanation is made from (propagation says what each is).

func (p *pass) strongest(dst []rankedNode, top int) []rankedNode {
	for k := p.depth; k < len(p.network.layers); k++ {
		p.layer(k)
	}
	return p.strongestBefore(dst, top, len(p.network.layers))
}

// strongestBefore looks at the layers before one.
func (p *pass) strongestBefore(dst []rankedNode, top, depth int) []rankedNode {
	var t sorting.TopK
	for k := range depth {
		t.Keys = append(t.Keys, p.v[k]...)
	}
	dst = dst[:0]
	for _, b := range t.Rank(top, func(i, j int) bool { return p.ranked(i).stronger(p.ranked(j)) }) {
		dst = append(dst, p.ranked(b.I))
	}
	return dst
}

// ranked is node i of those of all layers.
func (p *pass) ranked(i int) rankedNode {
	k := 0
	for ; i >= len(p.v[k]); k++ {
		i -= len(p.v[k])
	}
	return p.node(k, i)
}

func (p *pass) node(k, i int) rankedNode {
	return rankedNode{layer: int32(k), node: int32(i), point: int32(p.network.layers[k].point[i]), v: p.v[k][i], d2: p.d2[k][i]}
}

func (p *pass) familiar() rankedNode { return p.strongestBefore(nil, 1, p.depth)[0] }

func (p *pass) moderate(dst []rankedNode) []rankedNode {
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
func (p *pass) layerwise(dst []rankedNode) []rankedNode {
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
