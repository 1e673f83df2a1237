package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/blocks"
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
	parts   []sparse.Component // each fingerprint is followed by a component of sparse.LastNode
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

// sparseLayer takes the distances to a layer's sparse fingerprints.
func (p *pass) sparseLayer(k int, x []float64) {
	n := p.network
	p.parts = p.parts[:0]
	if k > 0 {
		half, furthest := n.q/2, n.layers[k-1].act.moderate
		for i, d2 := range p.d2[k-1] {
			if d2 <= furthest {
				p.parts = append(p.parts, sparse.Component{Node: int32(i), V: float64(half * p.v[k-1][i])})
			}
		}
	}
	p.parts = append(p.parts, sparse.Component{Node: sparse.EndOfIn})
	in := slices.Grow(p.parts, sparse.MergeMost)[:len(p.parts)-1]
	p.group = p.group[:0]
	for _, point := range n.layers[k].point {
		p.group = append(p.group, spatial.Found{Place: n.nodes.place[point]})
	}
	if len(in) > 0 {
		n.nodes.distances(p.group, in, x)
	} else {
		n.nodes.distancesAtRest(p.group, x)
	}
	p.d2[k] = p.d2[k][:0]
	for _, f := range p.group {
		p.d2[k] = append(p.d2[k], f.D2)
	}
	p.nearest[k] = blocks.NearestOf(p.d2[k])
}
