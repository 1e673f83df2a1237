package core

import (
	"cmp"
	"math"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// topK finds the K greatest of some keys: activations, or squared distances below 0.
type topK struct {
	keys []float64
	best []ranked // the K greatest, the greatest first
}

// ranked is a key with its number.
type ranked struct {
	v float64
	i int
}

const keepMost = 64

// rank finds them among all keys. Of equal keys the one comes first of which before says so. O(keys · K) up to keepMost
// unless keys are equal, else O(keys · log keys).
func (t *topK) rank(top int, before func(i, j int) bool) []ranked {
	t.best = t.best[:0]
	if top <= 8 && len(t.keys) >= 12 && len(t.keys) <= number+1 && t.keepEight(top) {
		return t.best
	}
	t.best = t.best[:0]
	if top > keepMost || t.insert(top, 0) {
		t.sort(top, before)
	}
	return t.best
}

// bound goes on with the keys from one on, for K up to keepMost. It returns the K-th greatest; -Inf where there are fewer.
func (t *topK) bound(top, from int) float64 {
	t.insert(top, from)
	if len(t.best) < top {
		return -inf
	}
	return t.best[top-1].v
}

// insert goes on with the keys from one on, and says whether some of them may be equal. It calls nothing, and takes the list
// as an array, so that no bounds are checked: under WebAssembly either costs as much as a comparison.
//
//go:noinline
func (t *topK) insert(top, from int) (tied bool) {
	const mask = keepMost - 1
	if cap(t.best) < keepMost {
		t.best = make([]ranked, 0, keepMost)
	}
	best, n, keys := (*[keepMost]ranked)(t.best[:keepMost]), len(t.best), t.keys
	for i := from; i < len(keys); i++ {
		v, j := keys[i], n
		if n < top {
			n++
		} else {
			j--
			if last := best[j&mask].v; v <= last {
				tied = tied || v == last
				continue
			}
		}
		for ; j > 0; j-- {
			b := best[(j-1)&mask]
			if v <= b.v {
				tied = tied || v == b.v
				break
			}
			best[j&mask] = b
		}
		best[j&mask] = ranked{v, i}
	}
	t.best = t.best[:n]
	return tied
}

const number = 1<<8 - 1

// keepEight is insert for K up to eight and keys from 0 on. Branches on the order would mispredict, so there are none. A
// key's bits have its order; the last eight of them count the keys downwards. keepEight returns false where these bits
// decide. A prediction in the plane takes 0.85 of the time that it takes with insert.
//
//go:noinline
func (t *topK) keepEight(top int) bool {
	var a, b, c, d, e, f, g, h, rest int64
	for i, v := range t.keys {
		k := int64(math.Float64bits(v)|number) - int64(i)
		a, k = max(a, k), min(a, k)
		b, k = max(b, k), min(b, k)
		c, k = max(c, k), min(c, k)
		d, k = max(d, k), min(d, k)
		e, k = max(e, k), min(e, k)
		f, k = max(f, k), min(f, k)
		g, k = max(g, k), min(g, k)
		h, k = max(h, k), min(h, k)
		rest = max(rest, k)
	}
	list := [...]int64{a, b, c, d, e, f, g, h, rest}
	for j, k := range list[:min(top, len(t.keys))] {
		if k|number == list[j+1]|number {
			return false
		}
		i := int(number - k&number)
		t.best = append(t.best, ranked{t.keys[i], i})
	}
	return true
}

// sort ranks any number.
func (t *topK) sort(top int, before func(i, j int) bool) {
	order := sorting.Counting(len(t.keys))
	sorting.SortNumbers(order, func(i, j int) int {
		switch {
		case t.keys[i] != t.keys[j]:
			return cmp.Compare(t.keys[j], t.keys[i])
		case before(i, j):
			return -1
		}
		return 1
	})
	t.best = t.best[:0]
	for _, i := range order[:min(top, len(order))] {
		t.best = append(t.best, ranked{t.keys[i], i})
	}
}

// What a pass says about its strongest nodes.

func (p *pass) strongest(dst []rankedNode, top int) []rankedNode {
	for k := p.depth; k < len(p.network.layers); k++ {
		p.layer(k)
	}
	return p.strongestBefore(dst, top, len(p.network.layers))
}

// strongestBefore looks at the layers before one.
func (p *pass) strongestBefore(dst []rankedNode, top, depth int) []rankedNode {
	var t topK
	for k := range depth {
		t.keys = append(t.keys, p.v[k]...)
	}
	dst = dst[:0]
	for _, b := range t.rank(top, func(i, j int) bool { return p.ranked(i).stronger(p.ranked(j)) }) {
		dst = append(dst, p.ranked(b.i))
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

func (p *pass) layerwise(dst []rankedNode) []rankedNode {
	var t topK
	for k := range p.depth {
		t.keys = append(t.keys, p.v[k][p.nearest[k]])
	}
	dst = dst[:0]
	for _, b := range t.rank(p.depth, func(i, j int) bool { return i < j }) {
		dst = append(dst, p.node(b.i, p.nearest[b.i]))
	}
	return dst
}
