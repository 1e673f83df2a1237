package core

import (
	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// sparseNodes are the nodes of all layers with their fingerprints, in the
// index's order: what is near in the input space is near in memory.
type sparseNodes struct {
	*numbering
	index   *spatial.Index
	coords  []float64          // few features: the tree's
	start   []int32            // the fingerprint at place i: parts[start[i]:start[i+1]-1], and the point's x
	parts   []sparse.Component // each fingerprint is followed by the component lastNode
	base    []float64          // the squared distance from [0; x] less what x itself adds
	longest int                // fingerprint
}

func newSparseNodes(n *network, eta *sparse.Arena) *sparseNodes {
	s := &sparseNodes{numbering: newNumbering(n), index: n.index}
	if n.index.Tree != nil {
		s.coords = n.index.Tree.Coords
	}
	s.keep(eta)
	return s
}

// keep copies the fingerprints.
func (s *sparseNodes) keep(eta *sparse.Arena) {
	count, total := len(eta.Spans), sparse.MergeMost // so that each of them can be seen as an array
	for at := range eta.Spans {
		total += len(eta.Of(int32(at))) + 1
	}
	s.start, s.base = make([]int32, 1, count+1), make([]float64, count)
	s.parts = make([]sparse.Component, 0, total)
	for at := range eta.Spans {
		list := eta.Of(int32(at))
		for _, c := range list {
			s.base[at] += float64(c.V * c.V)
		}
		s.longest = max(s.longest, len(list))
		s.parts = append(append(s.parts, list...), sparse.Component{Node: sparse.LastNode})
		s.start = append(s.start, int32(len(s.parts)))
	}
	s.parts = s.parts[:total]
}

func (s *sparseNodes) fingerprint(at int32) []sparse.Component {
	return s.parts[s.start[at] : s.start[at+1]-1]
}

// readAhead reads both ends of the fingerprints at the places found, before they are merged one by one (fetch.go).
func (s *sparseNodes) readAhead(found []spatial.Found) (seen float64) {
	for i := range found {
		at := found[i].Place
		seen += s.parts[s.start[at]].V + s.parts[s.start[at+1]-1].V
	}
	return seen
}

// distances computes the squared distances from [a; x] to nodes of one layer, whose places the group has. Behind a lies a
// component EndOfIn, and room for an array that begins with a. In the plane it computes two at a time.
func (s *sparseNodes) distances(group []spatial.Found, a []sparse.Component, x []float64) {
	if len(x) != 2 || max(s.longest, len(a)) >= sparse.MergeMost {
		for i := range group {
			f := &group[i]
			f.D2 = sparse.SparseDistance(a, s.fingerprint(f.Place), x, s.index.Row(f.Place))
		}
		return
	}
	in := (*[sparse.MergeMost]sparse.Component)(a[:sparse.MergeMost])
	for i := 0; i < len(group); i += 2 {
		f, g := &group[i], &group[min(i+1, len(group)-1)]
		forF, forG := sparse.MergeTwo((*[sparse.MergeMost]sparse.Component)(s.parts[s.start[f.Place]:]), (*[sparse.MergeMost]sparse.Component)(s.parts[s.start[g.Place]:]), in)
		f.D2 = sparse.AddPlane(forF, x, s.coords[2*f.Place:])
		g.D2 = sparse.AddPlane(forG, x, s.coords[2*g.Place:])
	}
}

// distancesAtRest is distances from [0; x], for nodes of any layers.
func (s *sparseNodes) distancesAtRest(group []spatial.Found, x []float64) {
	for i := range group {
		f := &group[i]
		sum := s.base[f.Place]
		if len(x) == 2 {
			f.D2 = sparse.AddPlane(sum, x, s.coords[2*f.Place:])
			continue
		}
		y := s.index.Row(f.Place)
		for j, v := range x {
			d := v - y[j]
			sum += float64(d * d)
		}
		f.D2 = sum
	}
}
