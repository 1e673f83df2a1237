package network

// memory keeps what is known of each point's propagation, so that a pass that starts over doesn't compute it again. Layers
// only grow while they stand, and a layer that falls never comes back. So a memo belongs to one layer and covers its first
// nodes; an update adds the later ones.
//
// Memory: one number for each waiting point and node of the layers it passed. Points of finished layers are forgotten.
type memory struct {
	network *Network
	memos   [][]memo
	grown   int64     // numbers kept since the caller last took account of them
	seen    []float64 // what entered a layer last, with the skip connection
	free    []float64 // the longest that was forgotten since one was needed
}

type memo struct {
	layer     *Layer
	values    []float64 // activations, and from activated on still squared distances
	activated int
	least     float64
	nearest   int // the first node at that distance, -1 for none
}

const numbersOfMemo = 7 // as long as a memo is without its values

func newMemory(n *Network) memory {
	return memory{network: n, memos: make([][]memo, n.X.Rows)}
}

// look counts one examination of p, which waits for the layer that grows. hit is the finished layer (from 1) that recognises
// p, 0 without one.
func (b *builder) look(p int) (hit int, err error) {
	if err := b.step(len(b.network.Layers) + 1); err != nil {
		return 0, err
	}
	return b.propagate(p), b.reserveGrown()
}

// hold is what p, which no finished layer recognises, finds in the growing one.
func (b *builder) hold(p int, current *Layer) (*memo, error) {
	k := len(b.network.Layers)
	if err := b.MayGoOn(k + 1); err != nil {
		return nil, err
	}
	return b.update(p, k, current), b.reserveGrown()
}

// reserveGrown takes account of the numbers that are kept since.
func (b *builder) reserveGrown() error {
	grown := b.grown
	b.grown = 0
	return b.Reserve(8 * grown)
}

// propagate brings point p's memos up to date with the finished layers. It returns the first layer (from 1) that recognises
// p, or 0. The layers below one don't change while it stands, so they need no second look.
func (m *memory) propagate(p int) (hit int) {
	layers := m.network.Layers
	known := min(len(m.memos[p]), len(layers))
	for known > 0 && m.memos[p][known-1].layer != layers[known-1] {
		known--
	}
	for k := max(0, known-1); k < len(layers); k++ {
		if memo := m.update(p, k, layers[k]); memo.least <= layers[k].Act.Strong {
			return k + 1
		}
	}
	return 0
}

// entering is what layer k (from 0) sees of p, whose memo for the layer below is up to date. It is good until the next call.
func (m *memory) entering(p, k int) []float64 {
	x := m.network.X.Row(p)
	if k == 0 {
		return x
	}
	below := &m.memos[p][k-1]
	later := below.values[below.activated:]
	below.layer.Act.all(later, later)
	below.activated = len(below.values)
	if !m.network.Skip {
		return below.values
	}
	m.seen = m.network.enter(m.seen, k, below.values, x)
	return m.seen
}

// update brings the memo of p for layer k (from 0), which is l, up to date.
func (m *memory) update(p, k int, l *Layer) *memo {
	if before := cap(m.memos[p]); len(m.memos[p]) <= k {
		m.memos[p] = append(m.memos[p], make([]memo, k+1-len(m.memos[p]))...)
		m.grown += int64(cap(m.memos[p])-before) * numbersOfMemo
	}
	found := &m.memos[p][k]
	before := cap(found.values)
	if found.layer != l {
		*found = memo{layer: l, values: found.values[:0], least: inf, nearest: -1}
	}
	if len(found.values) < l.Size() {
		if before == 0 {
			found.values, m.free = m.free, nil
		}
		found.values, found.nearest, found.least = l.eta.Extend(found.values, m.entering(p, k), found.nearest, found.least)
		m.grown += int64(cap(found.values) - before)
	}
	return found
}

// forget drops what is known of p from layer k (from 0) on.
func (b *builder) forget(p, k int) {
	for _, of := range b.memos[p][k:] {
		b.Release(int64(8 * cap(of.values)))
		if cap(of.values) > cap(b.free) {
			b.free = of.values[:0]
		}
	}
	clear(b.memos[p][k:])
	b.memos[p] = b.memos[p][:k]
}
