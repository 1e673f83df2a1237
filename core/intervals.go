package core

import (
	"cmp"
	"slices"
)

// intervals answers which of N intervals contain a point, in O(log N + those):
// a centred interval tree. A node's centre is the middle of the median interval
// among those it got; the intervals that contain the centre stay, sorted by
// both ends, those entirely below or above go left or right. The middles are
// ascending, so each side gets at most half, and the depth is at most log2 N + 1.
type intervals struct {
	low, middle, high []float64
	nodes             []intervalNode
	byLow, byHigh     []int // each node's intervals, a window of both
	aside             []int // while building
}

type intervalNode struct {
	centre      float64
	from, to    int // its window
	left, right int // nodes, -1 for none
}

// newIntervals builds the tree; middle must be ascending and between low and
// high. O(N log N).
func newIntervals(low, middle, high []float64) *intervals {
	t := &intervals{low: low, middle: middle, high: high}
	all := make([]int, len(low))
	for i := range all {
		all[i] = i
	}
	t.byLow, t.byHigh = make([]int, 0, len(low)), make([]int, 0, len(low))
	t.build(all)
	t.aside = nil
	return t
}

func (t *intervals) build(list []int) int {
	if len(list) == 0 {
		return -1
	}
	centre := t.middle[list[len(list)/2]]
	from := len(t.byLow)
	left, right := list[:0], t.aside[:0] // in place: what is read stays ahead of what is written
	for _, i := range list {
		switch {
		case t.high[i] < centre:
			left = append(left, i)
		case t.low[i] > centre:
			right = append(right, i)
		default:
			t.byLow = append(t.byLow, i)
		}
	}
	t.aside = right
	right = append(left, right...)[len(left):]
	own := t.byLow[from:]
	t.byHigh = append(t.byHigh, own...)
	slices.SortFunc(own, func(a, b int) int { return cmp.Compare(t.low[a], t.low[b]) })
	slices.SortFunc(t.byHigh[from:], func(a, b int) int { return cmp.Compare(t.high[b], t.high[a]) })
	at := len(t.nodes)
	t.nodes = append(t.nodes, intervalNode{centre: centre, from: from, to: len(t.byLow)})
	l := t.build(left)
	r := t.build(right)
	t.nodes[at].left, t.nodes[at].right = l, r
	return at
}

// at appends the intervals that contain x to dst, in no particular order.
func (t *intervals) at(dst []int, x float64) []int {
	for node := 0; node >= 0 && node < len(t.nodes); {
		n := &t.nodes[node]
		if x < n.centre {
			for _, i := range t.byLow[n.from:n.to] {
				if t.low[i] > x {
					break
				}
				dst = append(dst, i)
			}
			node = n.left
		} else {
			for _, i := range t.byHigh[n.from:n.to] {
				if t.high[i] < x {
					break
				}
				dst = append(dst, i)
			}
			node = n.right
		}
	}
	return dst
}
