package core

// What becomes of an input v at a growing layer depends on the least distance to its
// nodes alone: admission if it is above the moderate radius, a collision (but for the
// published presets) if it is at most the strong one, a wait otherwise. Where few
// components tell one fingerprint from another, that is found out from a part of the
// numbers:
//
//   - the last node to keep an input out comes first: it often does so again;
//   - a sum of squares is never below one of its terms, rounded or not, so a node
//     whose component telling, where v is largest, is beyond isn't looked at;
//   - the others are left where their sum is beyond.
//
// Under published-v1, most of whose layers fall before the distances are needed, 5000
// samples in the plane take 0.77 of the time that distances up to a node within the
// radius take; under paper 2000 samples take 0.87, since an admitted sample needs none.

// keepsOut says whether a node is within a squared distance of v, and how many numbers
// it looked at.
func (l *layer) keepsOut(v []float64, limit float64) (out bool, looks int) {
	if l.size() == 0 {
		return false, 0
	}
	out, looks = l.within(l.last, v, limit)
	if out {
		return true, looks
	}
	i, more := l.next(0, v, largestAt(v), limit)
	if i < 0 {
		return false, looks + more
	}
	l.last = i
	return true, looks + more
}

// leastThatMatters is the least squared distance to a node where that is within the
// strong radius; +Inf where all are beyond the moderate one; in between, the moderate one.
func (l *layer) leastThatMatters(v []float64) (least float64, looks int) {
	out, looks := l.keepsOut(v, l.act.moderate)
	if !out {
		return inf, looks
	}
	least = l.act.moderate
	telling := largestAt(v)
	for i := 0; ; i++ {
		var more int
		i, more = l.next(i, v, telling, l.act.strong)
		looks += more
		if i < 0 {
			return least, looks
		}
		least = min(least, l.distance(i, v))
	}
}

// next is the first node from one on that is within a squared distance of v; -1
// without one.
func (l *layer) next(from int, v []float64, telling int, limit float64) (node, looks int) {
	x := v[telling]
	for i := from; i < l.size(); i++ {
		looks++
		if d := l.blocks[i/lanes][telling*lanes+i%lanes] - x; float64(d*d) > limit {
			continue
		}
		within, more := l.within(i, v, limit)
		looks += more
		if within {
			return i, looks
		}
	}
	return -1, looks
}

// within says whether node i is within a squared distance of v.
func (l *layer) within(i int, v []float64, limit float64) (is bool, looks int) {
	block := l.blocks[i/lanes][i%lanes:]
	var sum float64
	w := v
	for ; len(w) >= 4 && len(block) >= 3*lanes+1; w = w[4:] {
		x, b := (*[4]float64)(w), (*[3*lanes + 1]float64)(block)
		d0, d1, d2, d3 := x[0]-b[0], x[1]-b[lanes], x[2]-b[2*lanes], x[3]-b[3*lanes]
		sum += float64(d0 * d0)
		sum += float64(d1 * d1)
		sum += float64(d2 * d2)
		sum += float64(d3 * d3)
		if sum > limit {
			return false, len(v) - len(w) + 4
		}
		block = block[min(4*lanes, len(block)):]
	}
	for j, x := range w {
		d := x - block[j*lanes]
		sum += float64(d * d)
	}
	return sum <= limit, len(v)
}

// largestAt is where the first of the largest numbers is.
//
//go:noinline
func largestAt(v []float64) int {
	at := 0
	for i, x := range v {
		if x > v[at] {
			at = i
		}
	}
	return at
}
