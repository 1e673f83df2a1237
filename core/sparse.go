package core

import "math"

var inf = math.Inf(1)

// With the skip connection two samples are at least as far apart in a deeper
// layer as in the input space, and activations below τ_ad count as 0. So a sample
// has to do only with the points near it, and its fingerprint is a short list, in any number of
// features. This file has such fingerprints; construct_sparse.go and search.go use them.
//
// The bits are those of the whole vector: an absent component would add (0-0)² to
// a sum, which changes nothing, and those present are added in the same order.

// component is one activation of a sparse fingerprint, times q/2; node counts
// in the layer below. Lists of them are in node order.
type component struct {
	node int32
	v    float64
}

// fingerprints are the sparse ones of points by their places, in few long lists. Slices of
// their own would each be looked at by the garbage collector (groups.go), one list
// would be copied as it grows: a million samples took 5.0 s and 880 MiB natively
// instead of 4.1 s and 618 MiB.
type fingerprints struct {
	lists [][]component // each is made with all its room; the first is nil, for points without one
	open  int           // the one that is being filled
	usual int           // room of a list
	room  int           // of all of them
	at    []place
}

// place is where in its list a fingerprint lies, and how far there is room for it.
type place struct{ list, from, to, end int32 }

const longestList = 1 << 16 // components, a megabyte

func newFingerprints(points int) fingerprints {
	return fingerprints{lists: make([][]component, 1), usual: min(8*points+8, longestList), at: make([]place, points)}
}

func (f *fingerprints) of(s int32) []component {
	at := &f.at[s]
	return f.lists[at.list][at.from:at.to]
}

// begin is where the fingerprint of s is appended to, up to so many components; end
// takes what came of it.
func (f *fingerprints) begin(s int32, most int) []component {
	for f.open < len(f.lists) && cap(f.lists[f.open])-len(f.lists[f.open]) < most {
		f.open++
	}
	if f.open == len(f.lists) {
		list := make([]component, 0, max(f.usual, most))
		f.lists = append(f.lists, list)
		f.room += cap(list)
	}
	list := f.lists[f.open]
	from := len(list)
	f.at[s] = place{list: int32(f.open), from: int32(from)}
	return list[from:]
}

func (f *fingerprints) end(s int32, fingerprint []component) {
	f.close(s, len(fingerprint), len(fingerprint))
}

func (f *fingerprints) close(s int32, size, room int) {
	at := &f.at[s]
	at.to, at.end = at.from+int32(size), at.from+int32(room)
	f.lists[f.open] = f.lists[f.open][:at.end]
}

// add gives s one more component. A fingerprint without room moves behind the others.
func (f *fingerprints) add(s int32, c component) {
	at := &f.at[s]
	if at.to == at.end {
		old := f.of(s)
		room := 2 + 2*len(old)
		copy(f.begin(s, room)[:len(old)], old)
		f.close(s, len(old), room)
	}
	f.lists[at.list][at.to] = c
	at.to++
}

// clear keeps the lists for other fingerprints.
func (f *fingerprints) clear() {
	clear(f.at)
	for i := range f.lists {
		f.lists[i] = f.lists[i][:0]
	}
	f.open = 0
}

// sparseNodes are the nodes of all layers with their fingerprints, in the
// index's order: what is near in the input space is near in memory.
type sparseNodes struct {
	*numbering
	index   *index
	coords  []float64   // few features: the tree's
	start   []int32     // the fingerprint at place i: parts[start[i]:start[i+1]-1], and the point's x
	parts   []component // each fingerprint is followed by the component lastNode
	rest    []float64   // the squared distance from [0; x] less what x itself adds
	longest int         // fingerprint
}

func newSparseNodes(n *network, eta *fingerprints) *sparseNodes {
	s := &sparseNodes{numbering: newNumbering(n), index: n.index}
	if n.index.tree != nil {
		s.coords = n.index.tree.coords
	}
	s.keep(eta)
	return s
}

// keep copies the fingerprints.
func (s *sparseNodes) keep(eta *fingerprints) {
	count, total := len(eta.at), mergeMost // so that each of them can be seen as an array
	for at := range eta.at {
		total += len(eta.of(int32(at))) + 1
	}
	s.start, s.rest = make([]int32, 1, count+1), make([]float64, count)
	s.parts = make([]component, 0, total)
	for at := range eta.at {
		list := eta.of(int32(at))
		for _, c := range list {
			s.rest[at] += float64(c.v * c.v)
		}
		s.longest = max(s.longest, len(list))
		s.parts = append(append(s.parts, list...), component{node: lastNode})
		s.start = append(s.start, int32(len(s.parts)))
	}
	s.parts = s.parts[:total]
}

func (s *sparseNodes) fingerprint(at int32) []component {
	return s.parts[s.start[at] : s.start[at+1]-1]
}

// readAhead reads the fingerprints at the places found, both ends, before they are merged one after
// the other (fetch.go).
func (s *sparseNodes) readAhead(found []near) (seen float64) {
	for i := range found {
		at := found[i].at
		seen += s.parts[s.start[at]].v + s.parts[s.start[at+1]-1].v
	}
	return seen
}

// distances takes the squared distances from [a; x] to nodes of one layer, whose
// places the group has. Behind a lies a component endOfIn, and room for an array
// that begins with a. In the plane it takes two at a time.
func (s *sparseNodes) distances(group []near, a []component, x []float64) {
	if len(x) != 2 || max(s.longest, len(a)) >= mergeMost {
		for i := range group {
			f := &group[i]
			f.d2 = sparseDistance(a, s.fingerprint(f.at), x, s.index.row(f.at))
		}
		return
	}
	in := (*[mergeMost]component)(a[:mergeMost])
	for i := 0; i < len(group); i += 2 {
		f, g := &group[i], &group[min(i+1, len(group)-1)]
		forF, forG := mergeTwo((*[mergeMost]component)(s.parts[s.start[f.at]:]), (*[mergeMost]component)(s.parts[s.start[g.at]:]), in)
		f.d2 = addPlane(forF, x, s.coords[2*f.at:])
		g.d2 = addPlane(forG, x, s.coords[2*g.at:])
	}
}

// distancesAtRest is distances from [0; x], for nodes of any layers.
func (s *sparseNodes) distancesAtRest(group []near, x []float64) {
	for i := range group {
		f := &group[i]
		sum := s.rest[f.at]
		if len(x) == 2 {
			f.d2 = addPlane(sum, x, s.coords[2*f.at:])
			continue
		}
		y := s.index.row(f.at)
		for j, v := range x {
			d := v - y[j]
			sum += float64(d * d)
		}
		f.d2 = sum
	}
}

// leafAtRest finds the places from one to another whose nodes are up to a squared distance from
// [0; u, v].
//
//go:noinline
func (s *sparseNodes) leafAtRest(dst *[2 * kdLeaf]near, from, to int32, u, v, limit float64) (found int) {
	rest := s.rest[from:to]
	for i, sum := range rest {
		y := (*[2]float64)(s.coords[2*(int(from)+i):])
		du, dv := u-y[0], v-y[1]
		f := &dst[found&(2*kdLeaf-1)]
		f.at = from + int32(i)
		f.d2 = sum + float64(du*du) + float64(dv*dv)
		if f.d2 <= limit {
			found++
		}
	}
	return found
}

// addPlane goes on with a squared distance in the plane.
func addPlane(sum float64, x, y []float64) float64 {
	p, q := (*[2]float64)(x), (*[2]float64)(y)
	du, dv := p[0]-q[0], p[1]-q[1]
	return sum + float64(du*du) + float64(dv*dv)
}

// What follows merges short lists without a branch on which comes next, which no
// processor can foresee, and two pairs of lists side by side, since each step waits
// for the one before. The lists are seen as arrays, which needs no bounds checks: under
// WebAssembly each of them costs as much as a step. Measured at a thousand samples
// in the plane: a prediction 1.3 µs instead of 1.5 natively, 2.9 instead of 3.3 in Node.
const (
	mergeMost = 64 // lists are shorter
	lastNode  = math.MaxInt32
	endOfIn   = lastNode - 1 // behind what enters a layer
)

var noComponents = (&[mergeMost]component{{node: endOfIn}})[:0]

// mergeTwo is the sum that sparseDistance begins with, for two fingerprints.
func mergeTwo(b, c, a *[mergeMost]component) (forB, forC float64) {
	const mask = mergeMost - 1
	const end = 2 * (lastNode + endOfIn)
	i, j, k, l := 0, 0, 0, 0
	for int64(b[i&mask].node)+int64(a[j&mask].node)+int64(c[k&mask].node)+int64(a[l&mask].node) < end {
		d2, nextB, nextA := mergeStep(&b[i&mask], &a[j&mask])
		forB, i, j = forB+d2, i+nextB, j+nextA
		d2, nextC, nextA := mergeStep(&c[k&mask], &a[l&mask])
		forC, k, l = forC+d2, k+nextC, l+nextA

		d2, nextB, nextA = mergeStep(&b[i&mask], &a[j&mask])
		forB, i, j = forB+d2, i+nextB, j+nextA
		d2, nextC, nextA = mergeStep(&c[k&mask], &a[l&mask])
		forC, k, l = forC+d2, k+nextC, l+nextA

		d2, nextB, nextA = mergeStep(&b[i&mask], &a[j&mask])
		forB, i, j = forB+d2, i+nextB, j+nextA
		d2, nextC, nextA = mergeStep(&c[k&mask], &a[l&mask])
		forC, k, l = forC+d2, k+nextC, l+nextA
	}
	return forB, forC
}

// mergeStep takes the component of the lower node, or both where it is the same:
// their squared difference, and 1 for each that was taken. At both ends it takes
// none.
func mergeStep(b, a *component) (d2 float64, nextB, nextA int) {
	m, n := int64(b.node), int64(a.node)
	nextB = int(uint64(m-n-1) >> 63)                             // m <= n
	nextA = int(uint64(n-m-1) >> 63 & (uint64(n-endOfIn) >> 63)) // n <= m, and not the end
	d := float64(b.v*float64(nextB)) - float64(a.v*float64(nextA))
	return float64(d * d), nextB, nextA
}

// sparseDistance is the squared distance between [a; x] and [b; y].
func sparseDistance(a, b []component, x, y []float64) float64 {
	var sum float64
	for i := range b {
		for len(a) > 0 && a[0].node < b[i].node {
			sum += float64(a[0].v * a[0].v)
			a = a[1:]
		}
		d := b[i].v
		if len(a) > 0 && a[0].node == b[i].node {
			d -= a[0].v
			a = a[1:]
		}
		sum += float64(d * d)
	}
	for i := range a {
		sum += float64(a[i].v * a[i].v)
	}
	y = y[:len(x)]
	for k, v := range x {
		d := v - y[k]
		sum += float64(d * d)
	}
	return sum
}
