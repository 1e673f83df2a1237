package blocks

import (
	"slices"

	"github.com/xaia-go/xaia/internal/simd"
)

// List is points of one width, in blocks.
type List struct {
	Width, Count int
	blocks       [][]float64
}

// Push adds a point. (Not inlined, for the size of the module.)
//
//go:noinline
func (l *List) Push(point []float64) {
	l.Width = len(point)
	if l.Count == Lanes*len(l.blocks) {
		l.blocks = append(l.blocks, make([]float64, Lanes*l.Width))
	}
	Put(l.blocks[l.Count/Lanes], l.Count, point)
	l.Count++
}

// Point returns a copy of point i.
func (l *List) Point(i int) []float64 {
	point := make([]float64, l.Width)
	at := l.blocks[i/Lanes][i%Lanes:]
	for j := range point {
		point[j] = at[j*Lanes]
	}
	return point
}

// Extend appends to d2 the squared distances from v to the points that came since, and goes on with the nearest point, the
// first of equals: -1 at least +Inf for a start. O(points · width).
func (l *List) Extend(d2, v []float64, nearest int, least float64) (all []float64, now int, at float64) {
	n := l.Count
	for from := len(d2); from < n; from = len(d2) {
		if n-from < 3 { // a whole block would cost more
			d2 = append(d2, l.distance(from, v))
			if d2[from] < least || nearest < 0 {
				least, nearest = d2[from], from
			}
			continue
		}
		end := min(from/Lanes*Lanes+Lanes, n)
		d2 = slices.Grow(d2, n-from)
		var sums [Lanes]float64
		simd.AddDistances(sums[:], v, l.blocks[from/Lanes])
		d2 = d2[:end]
		copy(d2[from:], sums[from%Lanes:])
		if nearest >= 0 && simd.AllBeyond(&sums, least) {
			continue
		}
		for i, d := range d2[from:] {
			if d < least || nearest < 0 {
				least, nearest = d, from+i
			}
		}
	}
	return d2, nearest, least
}

// distance is the squared distance from v to point i.
func (l *List) distance(i int, v []float64) (sum float64) {
	at := l.blocks[i/Lanes][i%Lanes:]
	for j, x := range v {
		d := x - at[j*Lanes]
		sum += float64(d * d)
	}
	return sum
}
