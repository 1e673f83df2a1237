package core

// numbering knows the nodes of all layers by rank, that is by layer and then by
// node, and by their places in the k-d tree.
type numbering struct {
	first []int32 // the rank of each layer's first node, and how many nodes there are
	rank  []int32 // of the node at a place
	place []int32 // the place of a point
}

// newNumbering is for a network whose layers are finished. O(N).
func newNumbering(n *network) *numbering {
	count := len(n.index.Point)
	m := &numbering{first: make([]int32, 1, len(n.layers)+1), rank: make([]int32, count), place: n.index.Places()}
	rank := int32(0)
	for _, l := range n.layers {
		for _, p := range l.point {
			m.rank[m.place[p]] = rank
			rank++
		}
		m.first = append(m.first, rank)
	}
	return m
}

// byRank lists the places by their nodes' ranks.
func (m *numbering) byRank() []int32 {
	at := make([]int32, len(m.rank))
	for s, rank := range m.rank {
		at[rank] = int32(s)
	}
	return at
}

// layerOf is the layer (from 0) of a rank; the number of layers for the rank
// behind all.
func (m *numbering) layerOf(rank int32) int {
	k := 0
	for k+1 < len(m.first) && m.first[k+1] <= rank {
		k++
	}
	return k
}
