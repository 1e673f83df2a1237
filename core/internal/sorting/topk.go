package sorting

import (
	"cmp"
	"math"
)

// TopK finds the K greatest of some keys: activations, or squared distances below 0.
type TopK struct {
	Keys []float64
	best []Ranked // the K greatest, the greatest first
}

// Ranked is a key, and which it is.
type Ranked struct {
	V float64
	I int
}

// KeepMost is the largest K that a bound is known for.
const KeepMost = 64

// Rank finds them among all keys. Of equal keys the one comes first of which before says so, the one with the lower number
// if before is nil. O(keys · K) up to KeepMost unless too many keys are equal, else O(keys · log keys).
func (t *TopK) Rank(top int, before func(i, j int) bool) []Ranked {
	t.best = t.best[:0]
	if top <= 8 && len(t.Keys) >= 12 && len(t.Keys) <= number+1 && t.keepEight(top) {
		return t.best
	}
	t.best = t.best[:0]
	if least := math.Inf(-1); top > KeepMost || t.insert(top, 0) && before != nil {
		if n := len(t.best); n == top {
			least = t.best[n-1].V
		}
		t.sort(top, least, before)
	}
	return t.best
}

// Bound goes on with the keys from one on, or begins anew with the first, for K up to KeepMost. It returns the K-th
// greatest; -Inf where there are fewer.
func (t *TopK) Bound(top, from int) float64 {
	if from == 0 {
		t.best = t.best[:0]
	}
	t.insert(top, from)
	if len(t.best) < top {
		return math.Inf(-1)
	}
	return t.best[top-1].V
}

// insert goes on with the keys from one on, and says whether some of them may be equal. It calls nothing, and takes the list
// as an array, so that no bounds are checked: under WebAssembly either costs as much as a comparison.
//
//go:noinline
func (t *TopK) insert(top, from int) (tied bool) {
	const mask = KeepMost - 1
	if cap(t.best) < KeepMost {
		t.best = make([]Ranked, 0, KeepMost)
	}
	best, n, keys := (*[KeepMost]Ranked)(t.best[:KeepMost]), len(t.best), t.Keys
	for i := from; i < len(keys); i++ {
		v, j := keys[i], n
		if n < top {
			n++
		} else {
			j--
			if last := best[j&mask].V; v <= last {
				tied = tied || v == last
				continue
			}
		}
		for ; j > 0; j-- {
			b := best[(j-1)&mask]
			if v <= b.V {
				tied = tied || v == b.V
				break
			}
			best[j&mask] = b
		}
		best[j&mask] = Ranked{v, i}
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
func (t *TopK) keepEight(top int) bool {
	var a, b, c, d, e, f, g, h, rest int64
	for i, v := range t.Keys {
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
	for j, k := range list[:min(top, len(t.Keys))] {
		if k|number == list[j+1]|number {
			return false
		}
		i := int(number - k&number)
		t.best = append(t.best, Ranked{t.Keys[i], i})
	}
	return true
}

// sort ranks any number of the keys that aren't below one.
func (t *TopK) sort(top int, least float64, before func(i, j int) bool) {
	var order []int
	for i, v := range t.Keys {
		if !(v < least) {
			order = append(order, i)
		}
	}
	SortNumbers(order, func(i, j int) int {
		switch {
		case t.Keys[i] != t.Keys[j]:
			return cmp.Compare(t.Keys[j], t.Keys[i])
		case before != nil && before(i, j):
			return -1
		}
		return 1
	})
	t.best = t.best[:0]
	for _, i := range order[:min(top, len(order))] {
		t.best = append(t.best, Ranked{t.Keys[i], i})
	}
}
