package network

import (
	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// sparseNodes are the nodes of all layers with their fingerprints, in the
// index's order: what is near in the input space is near in memory.
//
// A node's rank is its number by layer and then by node, its place that of its point in the index.
type sparseNodes struct {
	index *spatial.Index
	first []int32 // the rank of each layer's first node, and how many nodes there are
	rank  []int32 // of the node at a place
	place []int32 // the place of a point
	start []int32 // the fingerprint at place i: parts[start[i]:start[i+1]], and the point's x
	parts []sparse.Component
	base  []float64 // the squared distance from [0; x] less what x itself adds
}

// newSparseNodes is for a network whose layers are finished. O(N + components).
func newSparseNodes(n *Network, eta *sparse.Arena) *sparseNodes {
	count := len(eta.Spans)
	s := &sparseNodes{index: n.Index, first: make([]int32, 1, len(n.Layers)+1), rank: make([]int32, count), place: n.Index.Places()}
	rank := int32(0)
	for _, l := range n.Layers {
		for _, p := range l.Point {
			s.rank[s.place[p]] = rank
			rank++
		}
		s.first = append(s.first, rank)
	}
	s.keep(eta)
	return s
}

// keep copies the fingerprints.
func (s *sparseNodes) keep(eta *sparse.Arena) {
	count, total := len(eta.Spans), 0
	for at := range eta.Spans {
		total += len(eta.Of(int32(at)))
	}
	s.start, s.base = make([]int32, 1, count+1), make([]float64, count)
	s.parts = make([]sparse.Component, 0, total)
	for at := range eta.Spans {
		list := eta.Of(int32(at))
		for _, c := range list {
			s.base[at] += float64(c.V * c.V)
		}
		s.parts = append(s.parts, list...)
		s.start = append(s.start, int32(len(s.parts)))
	}
}

// byRank lists the places by their nodes' ranks.
func (s *sparseNodes) byRank() []int32 {
	at := make([]int32, len(s.rank))
	for place, rank := range s.rank {
		at[rank] = int32(place)
	}
	return at
}

// layerOf is the layer (from 0) of a rank; the number of layers for the rank behind all.
func (s *sparseNodes) layerOf(rank int32) int {
	k := 0
	for k+1 < len(s.first) && s.first[k+1] <= rank {
		k++
	}
	return k
}

func (s *sparseNodes) fingerprint(at int32) []sparse.Component {
	return s.parts[s.start[at]:s.start[at+1]]
}

func (s *sparseNodes) components() int { return len(s.parts) }

// activations are those of the layer below, of so many nodes, in a point's fingerprint.
func (s *sparseNodes) activations(point, below int) []float64 {
	v := make([]float64, below)
	for _, c := range s.fingerprint(s.place[point]) {
		v[c.Node] = c.V
	}
	return v
}

// Parts are what Fingerprint has besides the point's own: the nodes of the layer below, and their activations there, with the skip
// connection times q/2 and without those that are 0.
func (n *Network) Parts(k, i int) (below []int, parts []float64) {
	if l := n.Layers[k]; n.nodes == nil {
		return nil, l.eta.Point(i)
	}
	for _, c := range n.nodes.fingerprint(n.nodes.place[n.Layers[k].Point[i]]) {
		below, parts = append(below, int(c.Node)), append(parts, c.V)
	}
	return below, parts
}

// distances computes the squared distances from [a; x] to nodes of one layer, whose places the group has.
func (s *sparseNodes) distances(group []spatial.Found, a []sparse.Component, x []float64) {
	for i := range group {
		f := &group[i]
		f.D2 = sparse.SparseDistance(a, s.fingerprint(f.Place), x, s.index.Row(f.Place))
	}
}

// sparsePropagation is what enters a layer, and its nodes.
type sparsePropagation struct {
	parts []sparse.Component
	group []spatial.Found
}

// sparseLayer takes the distances to a layer's sparse fingerprints.
func (p *FullPropagation) sparseLayer(k int, x []float64) {
	n := p.Network
	p.parts = p.parts[:0]
	if k > 0 {
		half, furthest := n.Q/2, n.Layers[k-1].Act.Moderate
		for i, d2 := range p.D2[k-1] {
			if d2 <= furthest {
				p.parts = append(p.parts, sparse.Component{Node: int32(i), V: float64(half * p.V[k-1][i])})
			}
		}
	}
	p.group = p.group[:0]
	for _, point := range n.Layers[k].Point {
		p.group = append(p.group, spatial.Found{Place: n.nodes.place[point]})
	}
	n.nodes.distances(p.group, p.parts, x)
	p.D2[k] = p.D2[k][:0]
	for _, f := range p.group {
		p.D2[k] = append(p.D2[k], f.D2)
	}
	p.Nearest[k] = blocks.NearestOf(p.D2[k])
}
