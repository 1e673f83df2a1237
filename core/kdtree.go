package core

import (
	"math"
	"slices"
)

// kdTree is a balanced k-d tree over the rows of a matrix. Inner nodes split
// the widest side of their box in half by count; all leaves are at one depth, so
// that nodes are numbered as in a heap (1 is the root, 2i and 2i+1 are below i)
// and need no links. Every node keeps the tight box of its points: from far
// away, tight boxes are what prunes.
//
// All bounds hold for the computed distances, not only for the real ones:
// rounding keeps order, so the sum over a box's gaps, taken in the same order
// as squaredDistance, is never above the sum to a point inside it.
//
// Building costs O(N n + N log N), memory 2N (n+1) numbers.
type kdTree struct {
	dims   int
	depth  int
	point  []int32   // the row at each place, leaf by leaf
	coords []float64 // the coordinates at each place
	leaves []int32   // where each leaf starts, and the end of the last
	box    []float64 // node i: dims lower, then dims upper ends at i*2*dims
	axis   []int32   // where an inner node is split
}

const kdLeaf = 8

func newKDTree(m Matrix) *kdTree { return newKDTreeOf(m, kdLeaf) }

// newKDTreeOf has at most so many points in a leaf.
func newKDTreeOf(m Matrix, leaf int) *kdTree {
	point := make([]int32, m.Rows)
	for i := range point {
		point[i] = int32(i)
	}
	t := newKDTreeIn(point, m.Columns, leaf)
	low, high := slices.Clone(m.Row(0)), slices.Clone(m.Row(0))
	for i := range m.Rows {
		stretch(low, high, m.Row(i), m.Row(i))
	}
	t.split(m, make([]float64, m.Rows), 1, 0, 0, m.Rows, low, high)
	t.fill(m)
	return t
}

// newKDTreeIn is a tree of points in their order, without coordinates: where leaves begin follows from how many
// points there are.
func newKDTreeIn(point []int32, dims, leaf int) *kdTree {
	t := &kdTree{dims: dims, point: point}
	for len(point)>>t.depth > leaf {
		t.depth++
	}
	t.axis = make([]int32, 1<<t.depth)
	t.leaves = make([]int32, 1<<t.depth+1)
	t.setLeaves(1, 0, 0, len(point))
	t.leaves[1<<t.depth] = int32(len(point))
	return t
}

func (t *kdTree) setLeaves(node, depth, from, to int) {
	if depth == t.depth {
		t.leaves[node-1<<depth] = int32(from)
		return
	}
	t.setLeaves(2*node, depth+1, from, (from+to)/2)
	t.setLeaves(2*node+1, depth+1, (from+to)/2, to)
}

// fill takes the points' coordinates in their order.
func (t *kdTree) fill(m Matrix) {
	t.coords = make([]float64, 0, m.Rows*m.Columns)
	for _, p := range t.point {
		t.coords = append(t.coords, m.Row(int(p))...)
	}
	t.makeBoxes()
}

// split parts the points of a node, and then those of the nodes below it, where the box
// given, which holds them, is widest. That box is changed on the way and restored. The
// keys are what points are split by, fetched once a node: its points lie far apart in m.
func (t *kdTree) split(m Matrix, key []float64, node, depth, from, to int, low, high []float64) {
	if depth == t.depth {
		return
	}
	widest := 0
	for j := range low {
		if high[j]-low[j] > high[widest]-low[widest] {
			widest = j
		}
	}
	t.axis[node] = int32(widest)
	for i, p := range t.point[from:to] {
		key[from+i] = m.Data[int(p)*t.dims+widest]
	}
	middle := (from + to) / 2
	split := selectKeys(key[from:to], t.point[from:to], middle-from)
	if sideBySide && depth == 0 { // one of the halves side by side with the other
		const perPoint = 64 // numbers, about as long as all the splits below take
		inParts(min(2, processors()), 2, perPoint*(to-middle), 1, func(_, first, last int) {
			for half := first; half < last; half++ {
				low, high := slices.Clone(low), slices.Clone(high)
				if half == 0 {
					high[widest] = split
					t.split(m, key, 2, 1, from, middle, low, high)
				} else {
					low[widest] = split
					t.split(m, key, 3, 1, middle, to, low, high)
				}
			}
		})
		return
	}
	upper, lower := high[widest], low[widest]
	high[widest] = split
	t.split(m, key, 2*node, depth+1, from, middle, low, high)
	high[widest], low[widest] = upper, split
	t.split(m, key, 2*node+1, depth+1, middle, to, low, high)
	low[widest] = lower
}

// makeBoxes makes the exact boxes of all nodes, from the leaves up.
func (t *kdTree) makeBoxes() {
	t.box = make([]float64, (2<<t.depth)*2*t.dims)
	first := 1 << t.depth
	for leaf, from := range t.leaves[:first] {
		node := first + leaf
		t.setBox(node, t.row(from), t.row(from))
		for at := from + 1; at < t.leaves[leaf+1]; at++ {
			t.widen(node, t.row(at), t.row(at))
		}
	}
	for node := first - 1; node > 0; node-- {
		t.setBox(node, t.lower(2*node), t.upper(2*node))
		t.widen(node, t.lower(2*node+1), t.upper(2*node+1))
	}
}

func (t *kdTree) lower(node int) []float64 { return t.box[node*2*t.dims:][:t.dims] }
func (t *kdTree) upper(node int) []float64 { return t.box[(node*2+1)*t.dims:][:t.dims] }

func (t *kdTree) setBox(node int, low, high []float64) {
	copy(t.lower(node), low)
	copy(t.upper(node), high)
}

// widen makes a node's box hold another.
func (t *kdTree) widen(node int, low, high []float64) {
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

// row is the coordinates at a place.
func (t *kdTree) row(at int32) []float64 { return t.coords[int(at)*t.dims:][:t.dims:t.dims] }

// bound is at most the squared distance from x to any point below the node. Once
// it is above limit, it may stop at any number above limit.
func (t *kdTree) bound(node int32, x []float64, limit float64) float64 {
	sum, _ := t.boundCounting(node, x, limit)
	return sum
}

// boundCounting is bound, and counts the features it looked at.
func (t *kdTree) boundCounting(node int32, x []float64, limit float64) (sum float64, looks int) {
	n := t.dims
	box := t.box[int(node)*2*n:][:2*n]
	if n == 2 && len(x) == 2 { // the plane, without the loop
		return bound2((*[4]float64)(box), x[0], x[1]), 2
	}
	low, high := box[:n], box[n:]
	x = x[:n]
	for ; len(x) >= 4; x, low, high = x[4:], low[4:], high[4:] {
		v, l, h := (*[4]float64)(x), (*[4]float64)(low), (*[4]float64)(high)
		d0, d1, d2, d3 := gapUnforeseen(v[0], l[0], h[0]), gapUnforeseen(v[1], l[1], h[1]), gapUnforeseen(v[2], l[2], h[2]), gapUnforeseen(v[3], l[3], h[3])
		sum += float64(d0 * d0)
		sum += float64(d1 * d1)
		sum += float64(d2 * d2)
		sum += float64(d3 * d3)
		if looks += 4; sum > limit {
			return sum, looks
		}
	}
	for j, v := range x {
		d := gapUnforeseen(v, low[j], high[j])
		sum += float64(d * d)
	}
	return sum, n
}

func bound2(box *[4]float64, u, v float64) float64 {
	u, v = gap(u, box[0], box[2]), gap(v, box[1], box[3])
	return float64(u*u) + float64(v*v)
}

// gap is how far v is outside an interval.
func gap(v, low, high float64) float64 {
	if v < low {
		return low - v
	}
	if v > high {
		return v - high
	}
	return 0
}

// gapUnforeseen is gap without branches, for where no processor can tell which of them
// is next: at most one of the sides is above 0.
func gapUnforeseen(v, low, high float64) float64 { return aboveZero(low-v) + aboveZero(v-high) }

// aboveZero is d or 0, exactly.
func aboveZero(d float64) float64 { return float64(0.5 * (d + math.Abs(d))) }

// near is a place found, with its squared distance in the input space.
type near struct {
	at   int32
	rank int32 // of the node there, where search numbers them
	d2   float64
}

// within appends the places at squared distance up to limit, in no particular
// order. O(log N + those) where the dimensions are few.
func (t *kdTree) within(dst []near, x []float64, limit float64) []near {
	dst, _ = t.withinCounting(dst, x, limit)
	return dst
}

// withinCounting is within, and counts the features of boxes and points it looked
// at: eight of a point, where most are left out.
func (t *kdTree) withinCounting(dst []near, x []float64, limit float64) (found []near, looks int) {
	var stack [64]int32
	stack[0] = 1
	first := int32(1) << t.depth
	for top := 1; top > 0; {
		top--
		node := stack[top]
		if node >= first {
			dst = t.leaf(dst, node-first, x, limit)
			looks += kdLeaf * min(t.dims, 8)
			continue
		}
		// Where x is within one of the halves and beside the other, the other sides
		// of its own half are left for the boxes below.
		left := 2 * node
		gaps := [2]float64{t.besideAlong(t.axis[node], left, x), t.besideAlong(t.axis[node], left+1, x)}
		for half := int32(1); half >= 0; half-- {
			if gaps[half] > limit {
				continue
			}
			if gaps[half] > 0 || gaps[1-half] == 0 || left >= first {
				sum, features := t.boundCounting(left+half, x, limit)
				looks += features
				if sum > limit {
					continue
				}
			}
			stack[top] = left + half
			top++
		}
		looks += 2
	}
	return dst, looks
}

// besideAlong is the squared gap between x and a node's box along an axis, a bound
// as well.
func (t *kdTree) besideAlong(axis, node int32, x []float64) float64 {
	at := int(node)*2*t.dims + int(axis)
	d := gap(x[axis], t.box[at], t.box[at+t.dims])
	return float64(d * d)
}

// leaf is within for the points of a leaf.
func (t *kdTree) leaf(dst []near, leaf int32, x []float64, limit float64) []near {
	at, end := t.leaves[leaf], t.leaves[leaf+1]
	if len(x) == 2 { // the plane, without the loop
		u, v := x[0], x[1]
		for row := t.coords[2*at : 2*end]; len(row) >= 2; row = row[2:] {
			du, dv := u-row[0], v-row[1]
			if d2 := float64(du*du) + float64(dv*dv); d2 <= limit {
				dst = append(dst, near{at: at, d2: d2})
			}
			at++
		}
		return dst
	}
	for ; at < end; at++ {
		if d2 := squaredDistanceUpTo(x, t.row(at), limit); d2 <= limit {
			dst = append(dst, near{at: at, d2: d2})
		}
	}
	return dst
}

// nearestOther is the least squared distance above 0 to a point, +Inf without one.
func (t *kdTree) nearestOther(x []float64) float64 {
	least := inf
	var w descent
	w.begin()
	for leaf := t.nextLeaf(&w, x, least); leaf >= 0; leaf = t.nextLeaf(&w, x, least) {
		for at, end := t.leaves[leaf], t.leaves[leaf+1]; at < end; at++ {
			if d2 := squaredDistanceUpTo(x, t.row(at), least); d2 < least && d2 > 0 {
				least = d2
			}
		}
	}
	return least
}

// descent is a way through the leaves near an input, the nearer half of each box first.
type descent struct {
	node   [64]int32 // boxes to look into ...
	bound  [64]float64
	height int // ... so many
}

func (w *descent) begin() { w.node[0], w.bound[0], w.height = 1, 0, 1 }

// nextLeaf is the next leaf whose bound is at most limit, which may have come down since the
// last one; -1 if there is none.
func (t *kdTree) nextLeaf(w *descent, x []float64, limit float64) int32 {
	first := int32(1) << t.depth
	if len(x) == 2 {
		return w.nextInPlane(t.box, first, x[0], x[1], limit)
	}
	for w.height > 0 {
		w.height--
		node, least := w.node[w.height], w.bound[w.height]
		for node < first && least <= limit {
			near, far := 2*node, 2*node+1
			bound, other := t.bound(near, x, limit), t.bound(far, x, limit)
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

// nextInPlane is nextLeaf without a call or a branch that can't be foreseen.
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
			du, dv := gapUnforeseen(u, b[0], b[2]), gapUnforeseen(v, b[1], b[3])
			bound := float64(du*du) + float64(dv*dv)
			du, dv = gapUnforeseen(u, b[4], b[6]), gapUnforeseen(v, b[5], b[7])
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

// squaredDistanceUpTo is squaredDistance where that is at most limit, else any
// number above limit. Many features are added eight at a time between looks.
func squaredDistanceUpTo(a, b []float64, limit float64) float64 {
	b = b[:len(a)]
	var sum float64
	for len(a) >= 8 {
		x, y := (*[8]float64)(a), (*[8]float64)(b)
		d0, d1, d2, d3 := x[0]-y[0], x[1]-y[1], x[2]-y[2], x[3]-y[3]
		sum += float64(d0 * d0)
		sum += float64(d1 * d1)
		sum += float64(d2 * d2)
		sum += float64(d3 * d3)
		d0, d1, d2, d3 = x[4]-y[4], x[5]-y[5], x[6]-y[6], x[7]-y[7]
		sum += float64(d0 * d0)
		sum += float64(d1 * d1)
		sum += float64(d2 * d2)
		sum += float64(d3 * d3)
		if sum > limit {
			return sum
		}
		a, b = a[8:], b[8:]
	}
	b = b[:len(a)]
	for j, v := range a {
		d := v - b[j]
		sum += float64(d * d)
	}
	return sum
}
