package network

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
	work
	network    *Network
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

func (n *Network) constructSparse(a Account) error {
	b := sparseBuilder{network: n, work: workOn(a)}
	return b.run()
}

func (b *sparseBuilder) run() error {
	n := b.network
	places := n.Index.Places()
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
	count := b.network.X.Rows
	if err := b.Reserve(int64(144 * count)); err != nil {
		return err
	}
	b.order = b.network.Index.Point
	b.layer, b.outcome = make([]int32, count), make([]EventType, count)
	b.in, b.out, b.eta = sparse.NewArena(count), sparse.NewArena(count), sparse.NewArena(count)
	n := b.network
	found := n.joined
	n.joined = nil
	b.neighbours, err = spatial.FindNeighbours(n.Index, n.matters(n.Q), found, places, b.Account)
	return err
}

// begin makes the next layer.
func (b *sparseBuilder) begin() *Layer {
	n := b.network
	l := n.newLayer(len(n.Layers) + 1)
	n.Layers = append(n.Layers, l)
	b.nodes = b.nodes[:0]
	return l
}

// distance is the squared distance of s and t as layer k sees them. Both must have their input for it.
func (b *sparseBuilder) distance(s, t int32) float64 {
	return sparse.SparseDistance(b.in.Of(s), b.in.Of(t), b.network.Index.Row(s), b.network.Index.Row(t))
}

// pass decides about each waiting sample, in data set order, and returns those that still wait.
func (b *sparseBuilder) pass(l *Layer, waiting []int32) ([]int32, error) {
	left := waiting[:0]
	for _, s := range waiting {
		if err := b.step(len(b.network.Layers)); err != nil {
			return nil, err
		}
		switch b.outcome[s] {
		case Filter:
			b.outcome[s] = Admit // until the next layer tells
			left = append(left, s)
			continue
		case Collide:
			l.Collided++
		}
		b.place(l, s)
		for _, t := range b.neighbours.Of(s) {
			if b.layer[t] > 0 || b.outcome[t] == Collide || b.order[t] < b.order[s] {
				continue
			}
			if d2 := b.distance(s, t); d2 <= l.Act.Strong {
				b.outcome[t] = Collide
			} else if d2 <= l.Act.Moderate {
				b.outcome[t] = Filter
			}
		}
	}
	return left, nil
}

// place makes a waiting sample the next node of the layer.
func (b *sparseBuilder) place(l *Layer, s int32) {
	b.layer[s] = int32(len(b.network.Layers))
	b.Placed++
	b.nodes = append(b.nodes, s)
	l.Point = append(l.Point, int(b.order[s]))
}

// activate gives every waiting sample its fingerprint for the next layer, and
// finds those that this one recognises.
func (b *sparseBuilder) activate(l *Layer) error {
	b.recognised = b.recognised[:0]
	b.out.Clear()
	for i, s := range b.nodes {
		if i&15 == 0 {
			if err := b.MayGoOn(len(b.network.Layers)); err != nil {
				return err
			}
		}
		b.tell(l, int32(i), s)
	}
	return b.reserveLists()
}

// tell adds the activation of node s of the layer to what the waiting neighbours of s bring to the next layer.
func (b *sparseBuilder) tell(l *Layer, node, s int32) {
	half := b.network.Q / 2
	for _, t := range b.neighbours.Of(s) {
		if b.layer[t] > 0 {
			continue
		}
		d2 := b.distance(t, s)
		if d2 <= l.Act.Moderate {
			b.out.Add(t, sparse.Component{Node: node, V: float64(half * l.Act.At(d2))})
		}
		if d2 <= l.Act.Strong {
			b.recognised.Push(b.order[t])
		}
	}
}

// reserveLists accounts for the growth of the lists of components.
func (b *sparseBuilder) reserveLists() error {
	before := b.lists
	b.lists = 16 * int64(b.in.Room+b.out.Room+b.eta.Room)
	return b.Reserve(b.lists - before)
}

// resolve lets the recognised samples join the layer, first come first, and
// returns those that still wait.
func (b *sparseBuilder) resolve(l *Layer, waiting, places []int32) ([]int32, error) {
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
		if err := b.stepsBy(left.Remove(i)+1, len(b.network.Layers)+1); err != nil {
			return nil, err
		}
		node := int32(l.Size())
		b.place(l, p)
		l.Collided++
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
	if !n.Rule.Uniform() {
		return nil
	}
	n.Searched = n.Layers[0].Act.Moderate
	if !n.Index.Projected() {
		act := n.Layers[0].Act
		n.Searched = math.Max(n.Searched, act.radius(func(v float64) bool { return v >= worthFinding }))
		n.cells, err = spatial.NewGrid(n.Index, n.Searched, n.nodes.byRank(), b.Account)
	}
	return err
}

// matters is the largest squared distance at which an activation matters to the construction, in any layer,
// given the reach.
func (n *Network) matters(q float64) (largest float64) {
	return n.mattersTo(min(n.Rule.kinds(), n.X.Rows), q)
}

// mattersTo is matters to so many layers.
func (n *Network) mattersTo(layers int, q float64) (largest float64) {
	for k := range layers {
		if k > 0 && n.Rule.Layer(k+1, q) == n.Rule.Layer(k, q) {
			continue
		}
		a := NewActivation(n.Rule.Layer(k+1, q), n.R)
		largest = math.Max(largest, a.Moderate)
	}
	return largest
}

// withoutVectors gives a traced network with the skip connection the fingerprints that others have.
func (n *Network) withoutVectors(a Account) error {
	layers := n.Layers
	n.Layers = nil
	nodes := make([][]int, len(layers))
	for k, l := range layers {
		nodes[k] = l.Point
	}
	b := sparseBuilder{network: n, work: work{a, new(Tally)}}
	if err := b.restore(nodes); err != nil {
		return err
	}
	for k, l := range layers {
		n.Layers[k].Collided = l.Collided
	}
	return nil
}
