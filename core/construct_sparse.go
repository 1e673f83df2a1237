package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// sparseBuilder constructs a network with the skip connection. It makes the decisions of the plain construction without
// repeating its passes.
//
// In the plain construction a collision at a finished layer restarts the pass. After a pass over layer k, no waiting
// sample is recognised below k: it was compared with all nodes there, and they stay. So in the pass over k+1 collisions
// happen at layer k only, and only the unfinished layer falls. Which sample collides doesn't depend on that layer: it is
// always the first, in data set order, that layer k recognises. Hence:
//
//	for k = 1, 2, ... until no sample waits:
//	  pass over layer k: admission, joining, filtering, each sample once
//	  activate: the fingerprints that the waiting samples bring to layer k+1
//	  while layer k recognises a waiting sample:
//	    the first of them joins layer k as its last node;
//	    its neighbours' fingerprints gain a component
//
// Only neighbours matter: points so near in the input space that an activation reaches τ_ad. A sample that becomes a node
// decides about its neighbours, whose turn comes later. So each pair is measured when the first of its samples is placed,
// however many layers there are. Cost: finding the pairs (spatial: reach.go, join.go), one or two distances for each, and the
// waiting samples of each layer.
//
// Points are numbered by their places in the index, so that neighbours are near in memory, too.
type sparseBuilder struct {
	counter
	network    *network
	order      []int32 // the point at a place
	neighbours spatial.Neighbours
	layer      []int32         // the layer a point is placed in, 0 while it waits
	outcome    []EventType     // what the unfinished layer's nodes make of a waiting point; Admit as long as none is near
	nodes      []int32         // of the layer, by their places
	in         sparse.Arena    // of the waiting samples, for layer k ...
	out        sparse.Arena    // ... and for the next one
	recognised sorting.MinHeap // points in the data set's numbering
	eta        sparse.Arena    // of placed points
	lists      int64           // the bytes of in, out and eta that are reserved
}

func (b *sparseBuilder) run() error {
	n := b.network
	places := n.index.Places()
	if err := b.prepare(places); err != nil {
		return err
	}
	waiting := slices.Clone(places)
	var err error
	for len(waiting) > 0 {
		l := b.begin()
		if waiting, err = b.pass(l, waiting); err != nil {
			return err
		}
		if err = b.activate(l); err != nil {
			return err
		}
		if waiting, err = b.resolve(l, waiting, places); err != nil {
			return err
		}
		b.store()
	}
	return b.finish()
}

func (b *sparseBuilder) prepare(places []int32) (err error) {
	count := b.network.points.count()
	if err := b.Reserve(int64(144 * count)); err != nil {
		return err
	}
	b.order = b.network.index.Point
	b.layer, b.outcome = make([]int32, count), make([]EventType, count)
	b.in, b.out, b.eta = sparse.NewArena(count), sparse.NewArena(count), sparse.NewArena(count)
	n := b.network
	found := n.joined
	n.joined = nil
	b.neighbours, err = spatial.FindNeighbours(n.index, n.passed(n.q), found, places, &b.counter)
	return err
}

// begin makes the next layer.
func (b *sparseBuilder) begin() *layer {
	n := b.network
	l := n.newLayer(len(n.layers) + 1)
	n.layers = append(n.layers, l)
	b.nodes = b.nodes[:0]
	return l
}

// distance is the squared distance of s and t as layer k sees them. Both must have their input for it.
func (b *sparseBuilder) distance(s, t int32) float64 {
	return sparse.SparseDistance(b.in.Of(s), b.in.Of(t), b.network.index.Row(s), b.network.index.Row(t))
}

// pass decides about each waiting sample, in data set order, and returns those that still wait.
func (b *sparseBuilder) pass(l *layer, waiting []int32) ([]int32, error) {
	left := waiting[:0]
	for _, s := range waiting {
		if err := b.step(len(b.network.layers)); err != nil {
			return nil, err
		}
		switch b.outcome[s] {
		case Filter:
			b.outcome[s] = Admit // until the next layer tells
			left = append(left, s)
			continue
		case Collide:
			l.collided++
		}
		b.place(l, s)
		for _, t := range b.neighbours.Of(s) {
			if b.layer[t] > 0 || b.outcome[t] == Collide || b.order[t] < b.order[s] {
				continue
			}
			if d2 := b.distance(s, t); d2 <= l.act.strong {
				b.outcome[t] = Collide
			} else if d2 <= l.act.moderate {
				b.outcome[t] = Filter
			}
		}
	}
	return left, nil
}

// place makes a waiting sample the next node of the layer.
func (b *sparseBuilder) place(l *layer, s int32) {
	b.layer[s] = int32(len(b.network.layers))
	b.placed++
	b.nodes = append(b.nodes, s)
	l.point = append(l.point, int(b.order[s]))
}

// activate gives every waiting sample its fingerprint for the next layer, and
// finds those that this one recognises.
func (b *sparseBuilder) activate(l *layer) error {
	b.recognised = b.recognised[:0]
	b.out.Clear()
	for i, s := range b.nodes {
		if i&15 == 0 {
			if err := b.MayGoOn(len(b.network.layers)); err != nil {
				return err
			}
		}
		b.tell(l, int32(i), s)
	}
	return b.reserveGrown()
}

// tell adds the activation of node s of the layer to what the waiting neighbours of s bring to the next layer.
func (b *sparseBuilder) tell(l *layer, node, s int32) {
	half := b.network.q / 2
	for _, t := range b.neighbours.Of(s) {
		if b.layer[t] > 0 {
			continue
		}
		d2 := b.distance(t, s)
		if d2 <= l.act.moderate {
			b.out.Add(t, sparse.Component{Node: node, V: float64(half * l.act.at(d2))})
		}
		if d2 <= l.act.strong {
			b.recognised.Push(b.order[t])
		}
	}
}

// reserveGrown accounts for the growth of the lists of components.
func (b *sparseBuilder) reserveGrown() error {
	before := b.lists
	b.lists = 16 * int64(b.in.Room+b.out.Room+b.eta.Room)
	return b.Reserve(b.lists - before)
}

// resolve lets the recognised samples join the layer, first come first, and
// returns those that still wait.
func (b *sparseBuilder) resolve(l *layer, waiting, places []int32) ([]int32, error) {
	if len(b.recognised) == 0 {
		return waiting, nil
	}
	left := sorting.NewFenwick(len(waiting))
	for len(b.recognised) > 0 {
		p := places[b.recognised.Pop()]
		if b.layer[p] > 0 {
			continue // recognised by several nodes
		}
		// The aborted pass looked at every sample up to this one.
		i, _ := slices.BinarySearchFunc(waiting, p, func(s, p int32) int { return int(b.order[s] - b.order[p]) })
		if err := b.stepsBy(left.Remove(i)+1, len(b.network.layers)+1); err != nil {
			return nil, err
		}
		node := int32(l.size())
		b.place(l, p)
		l.collided++
		b.tell(l, node, p)
	}
	return slices.DeleteFunc(waiting, func(s int32) bool { return b.layer[s] > 0 }), nil
}

// store copies the fingerprints of the finished layer's nodes out of the arena of all waiting samples, and turns to the
// next layer.
func (b *sparseBuilder) store() {
	for _, s := range b.nodes {
		in := b.in.Of(s)
		b.eta.End(s, append(b.eta.Begin(s, len(in)), in...))
	}
	b.in, b.out = b.out, b.in
}

// finish stores the nodes in the order of the index.
func (b *sparseBuilder) finish() (err error) {
	n := b.network
	n.nodes = newSparseNodes(n, &b.eta)
	if !n.rule.uniform() {
		return nil
	}
	n.searched = n.layers[0].act.moderate
	if !n.index.Projected() {
		act := &n.layers[0].act
		n.searched = math.Max(n.searched, act.radius(func(v float64) bool { return v >= worthFinding }))
		n.cells, err = spatial.NewGrid(n.index, n.searched, n.nodes.byRank(), &b.counter)
	}
	return err
}

// passed is the largest squared distance at which an activation matters to the construction, in any layer,
// given the reach.
func (n *network) passed(q float64) (largest float64) {
	return n.passedBy(min(n.rule.kinds(), n.points.count()), q)
}

// passedBy is passed by so many layers.
func (n *network) passedBy(layers int, q float64) (largest float64) {
	for k := range layers {
		if k > 0 && n.rule.layer(k+1, q) == n.rule.layer(k, q) {
			continue
		}
		a := n.activation(k+1, q)
		largest = math.Max(largest, a.moderate)
	}
	return largest
}

// withoutVectors gives a traced network with the skip connection the fingerprints that others have.
func (m *SQANN) withoutVectors() error {
	layers := m.network.layers
	m.network.layers = nil
	nodes := make([][]int, len(layers))
	for k, l := range layers {
		nodes[k] = l.point
	}
	b := sparseBuilder{network: m.network, counter: m.newAccount()}
	if err := b.restore(nodes); err != nil {
		return err
	}
	for k, l := range layers {
		m.network.layers[k].collided = l.collided
	}
	return nil
}
