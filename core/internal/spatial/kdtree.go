package spatial

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/internal/simd"
)

// Tree is a balanced k-d tree over the rows of a matrix. An inner node splits the widest side of its box in half by count.
// All leaves are at one depth, so nodes are numbered as in a heap (1 is the root, 2i and 2i+1 are below i) and need no
// links. Every node keeps the tight box of its points: only tight boxes prune far from the points.
//
// All bounds hold for computed distances, not only for exact ones. Rounding keeps order, so the sum over a box's gaps,
// added in the order of SquaredDistance, is never above the sum for a point inside the box.
//
// Building costs O(N n + N log N), memory 2N (n+1) numbers.
type Tree struct {
	Dims   int
	depth  int
	Point  []int32   // the row at each place, leaf by leaf
	Coords []float64 // the coordinates at each place
	Leaves []int32   // where each leaf starts, and the end of the last
	Box    []float64 // node i: dims lower, then dims upper ends at i*2*dims
	Axis   []int32   // where an inner node is split
}

const kdLeaf = 8 // points

// newTreeOf makes a tree with at most so many points in a leaf.
func newTreeOf(m Matrix, leaf int, account Account) (*Tree, error) {
	point := make([]int32, m.Rows)
	for i := range point {
		point[i] = int32(i)
	}
	t := newTreeIn(point, m.Columns, leaf)
	low, high := slices.Clone(m.Row(0)), slices.Clone(m.Row(0))
	for i := range m.Rows {
		stretch(low, high, m.Row(i), m.Row(i))
	}
	if err := t.split(m, make([]float64, m.Rows), 1, 0, 0, m.Rows, low, high, account); err != nil {
		return nil, err
	}
	t.fill(m)
	return t, nil
}

// newTreeIn makes a tree of points in their order, without coordinates. The number of points determines where leaves begin.
func newTreeIn(point []int32, dims, leaf int) *Tree {
	t := &Tree{Dims: dims, Point: point}
	for len(point)>>t.depth > leaf {
		t.depth++
	}
	t.Axis = make([]int32, 1<<t.depth)
	t.Leaves = make([]int32, 1<<t.depth+1)
	t.setLeaves(1, 0, 0, len(point))
	t.Leaves[1<<t.depth] = int32(len(point))
	return t
}

// setLeaves calls itself down to the leaves: t.depth deep, at most 31.
func (t *Tree) setLeaves(node, depth, from, to int) {
	if depth == t.depth {
		t.Leaves[node-1<<depth] = int32(from)
		return
	}
	t.setLeaves(2*node, depth+1, from, (from+to)/2)
	t.setLeaves(2*node+1, depth+1, (from+to)/2, to)
}

// fill copies the points' coordinates in their order.
func (t *Tree) fill(m Matrix) {
	t.Coords = make([]float64, 0, m.Rows*m.Columns)
	for _, p := range t.Point {
		t.Coords = append(t.Coords, m.Row(int(p))...)
	}
	t.makeBoxes()
}

// split divides the points of a node, and then those of the nodes below it, where the box is widest. The box holds the
// points; it is changed on the way and restored. The keys are copied once a node, since its points lie far apart in m. It
// calls itself down to the leaves: t.depth deep, at most 31.
func (t *Tree) split(m Matrix, key []float64, node, depth, from, to int, low, high []float64, account Account) error {
	if depth == t.depth {
		return nil
	}
	const aMillisecond = 1 << 13                        // points
	if !parallel.SideBySide && to-from > aMillisecond { // one goroutine at a time may ask
		if err := account.MayGoOn(0); err != nil {
			return err
		}
	}
	widest := 0
	for j := range low {
		if high[j]-low[j] > high[widest]-low[widest] {
			widest = j
		}
	}
	t.Axis[node] = int32(widest)
	for i, p := range t.Point[from:to] {
		key[from+i] = m.Data[int(p)*t.Dims+widest]
	}
	middle := (from + to) / 2
	split := sorting.SelectKeys(key[from:to], t.Point[from:to], middle-from)
	if parallel.SideBySide && depth == 0 { // one of the halves side by side with the other
		const perPoint = 64 // numbers, about as long as all the splits below take
		parallel.InParts(min(2, parallel.Processors()), 2, perPoint*(to-middle), 1, func(_, first, last int) {
			for half := first; half < last; half++ {
				low, high := slices.Clone(low), slices.Clone(high)
				if half == 0 {
					high[widest] = split
					_ = t.split(m, key, 2, 1, from, middle, low, high, account) // doesn't ask
				} else {
					low[widest] = split
					_ = t.split(m, key, 3, 1, middle, to, low, high, account)
				}
			}
		})
		return nil
	}
	upper, lower := high[widest], low[widest]
	high[widest] = split
	err := t.split(m, key, 2*node, depth+1, from, middle, low, high, account)
	if high[widest], low[widest] = upper, split; err == nil {
		err = t.split(m, key, 2*node+1, depth+1, middle, to, low, high, account)
	}
	low[widest] = lower
	return err
}

// makeBoxes makes the exact boxes of all nodes, from the leaves up.
func (t *Tree) makeBoxes() {
	t.Box = make([]float64, (2<<t.depth)*2*t.Dims)
	first := 1 << t.depth
	for leaf, from := range t.Leaves[:first] {
		node := first + leaf
		t.setBox(node, t.Row(from), t.Row(from))
		for at := from + 1; at < t.Leaves[leaf+1]; at++ {
			t.widen(node, t.Row(at), t.Row(at))
		}
	}
	for node := first - 1; node > 0; node-- {
		t.setBox(node, t.lower(2*node), t.upper(2*node))
		t.widen(node, t.lower(2*node+1), t.upper(2*node+1))
	}
}

func (t *Tree) lower(node int) []float64 { return t.Box[node*2*t.Dims:][:t.Dims] }
func (t *Tree) upper(node int) []float64 { return t.Box[(node*2+1)*t.Dims:][:t.Dims] }

func (t *Tree) setBox(node int, low, high []float64) {
	copy(t.lower(node), low)
	copy(t.upper(node), high)
}

// widen makes a node's box hold another.
func (t *Tree) widen(node int, low, high []float64) {
	stretch(t.lower(node), t.upper(node), low, high)
}

// stretch makes a box hold another. (min and max are calls under WebAssembly.)
func stretch(low, high, otherLow, otherHigh []float64) {
	high, otherLow, otherHigh = high[:len(low)], otherLow[:len(low)], otherHigh[:len(low)]
	for j, v := range otherLow {
		if v < low[j] {
			low[j] = v
		}
		if w := otherHigh[j]; w > high[j] {
			high[j] = w
		}
	}
}

// Row is the coordinates at a place.
func (t *Tree) Row(at int32) []float64 { return t.Coords[int(at)*t.Dims:][:t.Dims:t.Dims] }

// bound is at most the squared distance from x to any point below the node.
func (t *Tree) bound(node int32, x []float64) (sum float64) {
	n := t.Dims
	box := t.Box[int(node)*2*n:][:2*n]
	low, high := box[:n], box[n:]
	for j, v := range x[:n] {
		d := gap(v, low[j], high[j])
		sum += float64(d * d)
	}
	return sum
}

// gap is how far v is outside an interval. Branches would mispredict, so there are none: at most one of the sides is above 0.
func gap(v, low, high float64) float64 { return simd.AboveZero(low-v) + simd.AboveZero(v-high) }

// leaf appends the places of a leaf up to a squared distance, which begins with a place's sum.
func (t *Tree) leaf(dst []Found, leaf int32, x, sums []float64, limit float64) []Found {
	at, end := t.Leaves[leaf], t.Leaves[leaf+1]
	if len(x) == 2 {
		dst = slices.Grow(dst, 2*kdLeaf)
		n := len(dst)
		return dst[:n+leafInPlane((*[2 * kdLeaf]Found)(dst[n:n+2*kdLeaf]), at, t.Coords[2*at:2*end], sums, x[0], x[1], limit)]
	}
	for ; at < end; at++ {
		if d2 := simd.SquaredDistanceUpTo(begun(sums, at), x, t.Row(at), limit); d2 <= limit {
			dst = append(dst, Found{Place: at, D2: d2})
		}
	}
	return dst
}

// leafInPlane is leaf without a branch that would mispredict, for places from one on.
//
//go:noinline
func leafInPlane(dst *[2 * kdLeaf]Found, at int32, coords, sums []float64, u, v, limit float64) (found int) {
	var sum float64
	for ; len(coords) >= 2; coords = coords[2:] {
		if sums != nil {
			sum = sums[at]
		}
		du, dv := u-coords[0], v-coords[1]
		f := &dst[found&(2*kdLeaf-1)]
		f.Place = at
		f.D2 = sum + float64(du*du) + float64(dv*dv)
		if f.D2 <= limit {
			found++
		}
		at++
	}
	return found
}

// descent visits the leaves near an input, the nearer half of each box first.
type descent struct {
	node   [64]int32 // boxes to look into ...
	bound  [64]float64
	height int // ... so many
}

func (w *descent) begin() { w.node[0], w.bound[0], w.height = 1, 0, 1 }

// nextLeaf is the next leaf whose bound is at most limit, which may have fallen since the last call; -1 without one.
func (t *Tree) nextLeaf(w *descent, x []float64, limit float64) int32 {
	first := int32(1) << t.depth
	if len(x) == 2 {
		return w.nextInPlane(t.Box, first, x[0], x[1], limit)
	}
	for w.height > 0 {
		w.height--
		node, least := w.node[w.height], w.bound[w.height]
		for node < first && least <= limit {
			near, far := 2*node, 2*node+1
			bound, other := t.bound(near, x), t.bound(far, x)
			if other <= bound {
				near, far, bound, other = far, near, other, bound
			}
			w.node[w.height], w.bound[w.height] = far, other
			w.height++
			node, least = near, bound
		}
		if least <= limit {
			return node - first
		}
	}
	return -1
}

// nextInPlane is nextLeaf without a call, and without a branch that would mispredict.
//
//go:noinline
func (w *descent) nextInPlane(box []float64, first int32, u, v, limit float64) int32 {
	const mask = len(w.node) - 1
	height, most := w.height, int64(math.Float64bits(limit))
	for height > 0 {
		height--
		node, least := w.node[height&mask], w.bound[height&mask]
		for node < first && least <= limit {
			b := (*[8]float64)(box[8*int(node):])
			du, dv := gap(u, b[0], b[2]), gap(v, b[1], b[3])
			bound := float64(du*du) + float64(dv*dv)
			du, dv = gap(u, b[4], b[6]), gap(v, b[5], b[7])
			other := float64(du*du) + float64(dv*dv)
			// Numbers from 0 on are ordered as their bits.
			less, more := int64(math.Float64bits(bound)), int64(math.Float64bits(other))
			d := more - less
			further := d >> 63 // -1 where the other one is nearer
			less, more = less+d&further, more-d&further
			w.node[height&mask], w.bound[height&mask] = 2*node+1+int32(further), math.Float64frombits(uint64(more))
			height += 1 + int((most-more)>>63)
			node, least = 2*node-int32(further), math.Float64frombits(uint64(less))
		}
		if least <= limit {
			w.height = height
			return node - first
		}
	}
	w.height = 0
	return -1
}
