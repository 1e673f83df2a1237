package core

// memory keeps what is known of each point's propagation, so that a pass that starts over doesn't compute it again. Layers
// only grow while they stand, and a layer that falls never comes back. So a memo belongs to one layer and covers its first
// nodes; an update adds the later ones.
//
// Memory: one number for each point and node of the layers it passed.
type memory struct {
	network *network
	memos   [][]memo
	grown   int64       // numbers kept since the caller last took account of them
	seen    [][]float64 // what enters layer k, for the point looked at last
}

type memo struct {
	layer     *layer
	values    []float64 // activations, and from activated on still squared distances
	activated int
	least     float64
	nearest   int // the first node at that distance, -1 for none
}

func newMemory(n *network) memory {
	return memory{network: n, memos: make([][]memo, n.points.count())}
}

// look counts one examination of p, which waits for the layer that grows. Where a finished layer recognises p, hit is that
// layer (from 1); else m is what p finds in the growing one.
func (b *builder) look(p int, current *layer) (hit int, m *memo, err error) {
	k := len(b.network.layers) + 1
	if err := b.step(k); err != nil {
		return 0, nil, err
	}
	if hit = b.propagate(p); hit == 0 {
		m = b.update(p, k-1, current, b.seen[k-1])
	}
	grown := b.grown
	b.grown = 0
	return hit, m, b.Reserve(8 * grown)
}

// propagate brings point p's memos up to date with the finished layers. It
// returns the first layer (from 1) that recognises p, or 0; m.seen then has what
// entered each layer passed, and what enters the one after them.
func (m *memory) propagate(p int) (hit int) {
	for k, l := range m.network.layers {
		in := m.entering(p, k)
		if memo := m.update(p, k, l, in); memo.least <= l.act.strong {
			return k + 1
		}
	}
	m.entering(p, len(m.network.layers))
	return 0
}

// entering is what layer k (from 0) sees of p, whose memo for the layer below
// is up to date.
func (m *memory) entering(p, k int) []float64 {
	for len(m.seen) <= k {
		m.seen = append(m.seen, nil)
	}
	x := m.network.points.x.Row(p)
	if k == 0 {
		m.seen[0] = x
		return x
	}
	below := &m.memos[p][k-1]
	later := below.values[below.activated:]
	below.layer.act.all(later, later)
	below.activated = len(below.values)
	if m.network.skip {
		m.seen[k] = m.network.enter(m.seen[k], k, below.values, x)
	} else {
		m.seen[k] = below.values // not appended to while the layer above stands
	}
	return m.seen[k]
}

// update brings the memo of p for layer k (from 0), which is l, up to date.
func (m *memory) update(p, k int, l *layer, in []float64) *memo {
	memo := m.memo(p, k, l)
	before := cap(memo.values)
	memo.extend(in)
	m.grown += int64(cap(memo.values) - before)
	return memo
}

// memo is that of p for layer k (from 0), which is l.
func (m *memory) memo(p, k int, l *layer) *memo {
	if len(m.memos[p]) <= k {
		m.memos[p] = append(m.memos[p], make([]memo, k+1-len(m.memos[p]))...)
	}
	memo := &m.memos[p][k]
	if memo.layer != l {
		*memo = newMemo(l, memo.values[:0])
	}
	return memo
}

func newMemo(l *layer, values []float64) memo {
	return memo{layer: l, values: values, least: inf, nearest: -1}
}

// extend adds the distances to the nodes that came since.
func (m *memo) extend(in []float64) {
	m.values, m.nearest, m.least = m.layer.eta.Extend(m.values, in, m.nearest, m.least)
}
