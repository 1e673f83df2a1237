package forest

import "github.com/xaia-go/xaia/core/internal/parallel"

// Stand is a forest of the same trees with other samples in its leaves: a column of each feature, as they were given, and the
// samples' outcomes, which it keeps. O(trees · samples · depth).
func (f *Forest) Stand(columns [][]float64, y *Outcomes) *Forest {
	own := make([][]float64, len(f.given), len(f.given)+len(f.pairs))
	for c, j := range f.given {
		own[c] = columns[j]
	}
	other := &Forest{given: f.given, pairs: f.pairs, trees: make([]tree, len(f.trees)), y: y, count: int32(len(columns[0]))}
	for t := range other.trees {
		other.trees[t].nodes = append([]node(nil), f.trees[t].nodes...)
	}
	other.stand(addPairs(own, f.pairs))
	return other
}

// stand puts all samples into the leaves.
func (f *Forest) stand(columns [][]float64) {
	rooms := make([]room, parallel.Processors())
	parallel.InParts(len(rooms), len(f.trees), parallel.SomeMilliseconds, 1, func(worker, from, to int) {
		r := &rooms[worker]
		r.columns = columns
		if r.in == nil {
			r.in, r.moved = make([]int32, f.count), make([]int32, f.count)
		}
		for t := from; t < to; t++ {
			for i := range r.in {
				r.in[i] = int32(i)
			}
			f.trees[t].next = make([]int32, f.count)
			f.trees[t].place(r, 0, r.in)
		}
	})
}

// room is where samples are parted.
type room struct {
	columns   [][]float64
	in, moved []int32
}

// part moves the samples up to a threshold to the front, and returns how many these are. Both sides keep their order.
func (r *room) part(in []int32, column int32, at float64) (lower int) {
	x, above := r.columns[column], r.moved[:0]
	for _, i := range in {
		if x[i] <= at {
			in[lower] = i
			lower++
		} else {
			above = append(above, i)
		}
	}
	copy(in[lower:], above)
	return lower
}

// place puts samples into a node and those below it.
func (t *tree) place(r *room, k int32, in []int32) {
	n := &t.nodes[k]
	n.size, n.first = int32(len(in)), none
	if n.column >= 0 {
		lower := r.part(in, n.column, n.at)
		t.place(r, k+1, in[:lower])
		t.place(r, n.above, in[lower:])
		return
	}
	for _, i := range in {
		t.next[i], n.first = n.first, i
	}
}

const none = -1

// Add puts a sample, whose outcome is known, into the leaves. Samples are numbered without gaps.
func (f *Forest) Add(sample int32, x []float64) {
	f.count = max(f.count, sample+1)
	row := f.row(nil, x)
	for k := range f.trees {
		t := &f.trees[k]
		for len(t.next) < int(f.count) {
			t.next = append(t.next, none)
		}
		n := t.walk(row, 1)
		t.next[sample], n.first = n.first, sample
	}
}

// Remove takes a sample out of the leaves.
func (f *Forest) Remove(sample int32, x []float64) {
	row := f.row(nil, x)
	for k := range f.trees {
		t := &f.trees[k]
		at := &t.walk(row, -1).first
		for *at != sample {
			at = &t.next[*at]
		}
		*at = t.next[sample]
	}
}

// walk goes down to the leaf of x, and counts who comes or goes.
func (t *tree) walk(x []float64, by int32) *node {
	for k := int32(0); ; {
		n := &t.nodes[k]
		if n.size += by; n.column < 0 {
			return n
		}
		k = n.next(k, x)
	}
}

// next is the node below n, which is node k, on the way of x.
func (n *node) next(k int32, x []float64) int32 {
	if x[n.column] <= n.at {
		return k + 1
	}
	return n.above
}

// row is x in the order of the trees' columns.
func (f *Forest) row(dst, x []float64) []float64 {
	dst = dst[:0]
	for _, j := range f.given {
		dst = append(dst, x[j])
	}
	for i := range f.pairs {
		p := &f.pairs[i]
		dst = append(dst, p.at(dst[p.of], dst[p.beside]))
	}
	return dst
}

// Stands says whether in each tree the samples, numbered from 0 on, and no others, stand in the leaves that their ways lead to, and
// are counted on it.
func (f *Forest) Stands(count int, x func(sample int) []float64) bool {
	leaf := make([]int32, count)
	var row []float64
	for k := range f.trees {
		t := &f.trees[k]
		sizes := make([]int32, len(t.nodes))
		for i := range leaf {
			row = f.row(row, x(i))
			at := int32(0)
			for sizes[0]++; t.nodes[at].column >= 0; sizes[at]++ {
				at = t.nodes[at].next(at, row)
			}
			leaf[i] = at
		}
		for at := range t.nodes {
			n := &t.nodes[at]
			if n.size != sizes[at] {
				return false
			}
			if n.column >= 0 {
				continue
			}
			for i := n.first; i != none; i = t.next[i] {
				if int(i) >= count || leaf[i] != int32(at) || sizes[at] == 0 {
					return false
				}
				sizes[at]--
			}
			if sizes[at] > 0 {
				return false
			}
		}
	}
	return true
}
