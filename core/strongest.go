package core

import (
	"cmp"
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// This file finds the K strongest of the nodes that a search has activated.

// ranked is the activation of nodes[i].
type ranked struct {
	v float64
	i int
}

// keepAll sets best to the K strongest of the nodes from one on. O(nodes · K) for the usual K, else O(nodes · log nodes).
func (s *search) keepAll(top, from int) {
	nodes := s.nodes[from:]
	top = min(top, len(nodes))
	s.best = slices.Grow(s.best[:0], max(top, keepMost))[:top]
	few := (*[keepMost]ranked)(s.best[:keepMost])
	switch {
	case top > keepMost:
		keepMany(s.best, nodes)
	case top > 8 || len(nodes) < 12 || !keepEight(few, nodes, top):
		keepFew(few, nodes, top)
	}
	for j := range s.best {
		s.best[j].i += from
	}
}

// keepMany fills best with the strongest of nodes.
func keepMany(best []ranked, nodes []activated) {
	order := sorting.Counting(len(nodes))
	sorting.SortNumbers(order, func(a, b int) int {
		switch {
		case nodes[a].v != nodes[b].v:
			return cmp.Compare(nodes[b].v, nodes[a].v)
		case nodes[a].before(&nodes[b]):
			return -1
		}
		return 1
	})
	for j, i := range order[:len(best)] {
		best[j] = ranked{nodes[i].v, i}
	}
}

const keepMost = 64

// keepFew is keepMany for at most keepMost nodes. It calls nothing, and takes the list as an array, so that no bounds are
// checked: under WebAssembly a call or a bounds check costs as much as a comparison.
//
//go:noinline
func keepFew(best *[keepMost]ranked, nodes []activated, top int) {
	const mask = keepMost - 1
	n := 0
	for i := range nodes {
		v := nodes[i].v
		j := n
		if n < top {
			n++
		} else {
			j--
			if b := best[j&mask]; v < b.v || v == b.v && !nodes[i].before(&nodes[b.i]) {
				continue
			}
		}
		for ; j > 0; j-- {
			b := best[(j-1)&mask]
			if v < b.v || v == b.v && !nodes[i].before(&nodes[b.i]) {
				break
			}
			best[j&mask] = b
		}
		best[j&mask] = ranked{v, i}
	}
}

// keepEight is keepFew for K up to eight. A sorting network sorts eight nodes at a time, and their upper half is merged
// with the eight kept so far. Branches on the order would mispredict, so there are none. A key is an activation (positive
// floats have the order of their bits) whose last eight bits count the nodes downwards. keepEight returns false where
// these bits would decide, and for more than 256 nodes.
//
// Ranking sixteen nodes in the plane takes half the time of keepFew, and a prediction 0.93 of it.
//
//go:noinline
func keepEight(best *[keepMost]ranked, nodes []activated, top int) bool {
	const number = 1<<8 - 1
	if len(nodes) > number+1 {
		return false
	}
	var a0, a1, a2, a3, a4, a5, a6, a7 int64 // kept, the greatest first
	var passed int64                         // the greatest of the others
	for from := 0; from < len(nodes); from += 8 {
		var keys [8]int64
		for j, c := range nodes[from:min(from+8, len(nodes))] {
			keys[j&7] = int64(math.Float64bits(c.v)|number) - int64(from+j)
		}
		b0, b1, b2, b3, b4, b5, b6, b7 := keys[0], keys[1], keys[2], keys[3], keys[4], keys[5], keys[6], keys[7]

		// Batcher's network of 19 comparators.
		b0, b1 = greaterFirst(b0, b1)
		b2, b3 = greaterFirst(b2, b3)
		b4, b5 = greaterFirst(b4, b5)
		b6, b7 = greaterFirst(b6, b7)
		b0, b2 = greaterFirst(b0, b2)
		b1, b3 = greaterFirst(b1, b3)
		b4, b6 = greaterFirst(b4, b6)
		b5, b7 = greaterFirst(b5, b7)
		b1, b2 = greaterFirst(b1, b2)
		b5, b6 = greaterFirst(b5, b6)
		b0, b4 = greaterFirst(b0, b4)
		b1, b5 = greaterFirst(b1, b5)
		b2, b6 = greaterFirst(b2, b6)
		b3, b7 = greaterFirst(b3, b7)
		b2, b4 = greaterFirst(b2, b4)
		b3, b5 = greaterFirst(b3, b5)
		b1, b2 = greaterFirst(b1, b2)
		b3, b4 = greaterFirst(b3, b4)
		b5, b6 = greaterFirst(b5, b6)

		// The greatest eight of both: a bitonic sequence, which the second half sorts.
		a0, b7 = greaterFirst(a0, b7)
		a1, b6 = greaterFirst(a1, b6)
		a2, b5 = greaterFirst(a2, b5)
		a3, b4 = greaterFirst(a3, b4)
		a4, b3 = greaterFirst(a4, b3)
		a5, b2 = greaterFirst(a5, b2)
		a6, b1 = greaterFirst(a6, b1)
		a7, b0 = greaterFirst(a7, b0)
		b0, _ = greaterFirst(b0, b1)
		b2, _ = greaterFirst(b2, b3)
		b4, _ = greaterFirst(b4, b5)
		b6, _ = greaterFirst(b6, b7)
		b0, _ = greaterFirst(b0, b2)
		b4, _ = greaterFirst(b4, b6)
		b0, _ = greaterFirst(b0, b4)
		passed, _ = greaterFirst(passed, b0)
		a0, a4 = greaterFirst(a0, a4)
		a1, a5 = greaterFirst(a1, a5)
		a2, a6 = greaterFirst(a2, a6)
		a3, a7 = greaterFirst(a3, a7)
		a0, a2 = greaterFirst(a0, a2)
		a1, a3 = greaterFirst(a1, a3)
		a4, a6 = greaterFirst(a4, a6)
		a5, a7 = greaterFirst(a5, a7)
		a0, a1 = greaterFirst(a0, a1)
		a2, a3 = greaterFirst(a2, a3)
		a4, a5 = greaterFirst(a4, a5)
		a6, a7 = greaterFirst(a6, a7)
	}
	keys := [9]int64{a0, a1, a2, a3, a4, a5, a6, a7, passed}
	for j := range min(top, 8) {
		key := keys[j]
		if key|number == keys[j+1]|number {
			return false
		}
		i := int(number - key&number)
		best[j] = ranked{nodes[i].v, i}
	}
	return true
}

// greaterFirst compares numbers from 0 on without a branch.
func greaterFirst(a, b int64) (greater, less int64) {
	d := a - b
	d &= d >> 63 // 0 where a is not below b
	return a - d, b + d
}
