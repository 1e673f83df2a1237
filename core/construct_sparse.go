package core

import (
	"math"
	"slices"
)

// sparseBuilder constructs a network with sparse fingerprints. It makes the
// decisions of the plain construction without repeating its passes.
//
// In the plain construction a collision at a finished layer restarts the pass.
// When a pass over layer k has been finished, no waiting sample is recognised
// below k: it was looked at against all nodes there, and they don't change while
// they stand. So in the pass over k+1 collisions happen at layer k only, nothing
// but the unfinished layer falls, and which sample collides doesn't depend on
// it: always the first, in data set order, that layer k recognises. Hence:
//
//	for k = 1, 2, ... until no sample waits:
//	  pass over layer k: admission, joining, filtering, each sample once
//	  activate: the fingerprints that the waiting samples bring to layer k+1
//	  while layer k recognises a waiting sample:
//	    the first of them joins layer k as its last node;
//	    its neighbours' fingerprints gain a component
//
// Only neighbours matter: points whose distance in the input space is one at which an activation
// reaches τ_ad. Cost: finding them (reach.go, index.go); then for each sample, in each
// layer it reaches, one look at each neighbour.
//
// Points go by their place in the index, so that neighbours are near in
// memory too; order tells where they are in the data set.
type sparseBuilder struct {
	counter
	network    *network
	order      []int32 // the point at a place
	neighbours neighbours
	layer      []int32      // the layer a point is placed in; while it waits, less the last one that has filtered it
	node       []int32      // its node there
	in         fingerprints // of the waiting samples, for layer k ...
	out        fingerprints // ... and for the next one
	looks      []look       // of decide
	recognised queue        // points in the data set's numbering
	eta        fingerprints // of placed points
	lists      int64        // the bytes of these three that were taken account of
}

func (b *sparseBuilder) run() error {
	n := b.network
	at := n.index.places()
	if err := b.prepare(at); err != nil {
		return err
	}
	waiting := slices.Clone(at)
	var err error
	for len(waiting) > 0 {
		l := n.newLayer(len(n.layers) + 1)
		n.layers = append(n.layers, l)
		if waiting, err = b.pass(l, waiting); err != nil {
			return err
		}
		if err = b.activate(l); err != nil {
			return err
		}
		if waiting, err = b.resolve(l, waiting, at); err != nil {
			return err
		}
		b.store()
	}
	return b.finish()
}

func (b *sparseBuilder) prepare(at []int32) (err error) {
	count := b.network.points.count()
	if err := b.take(int64(144 * count)); err != nil {
		return err
	}
	b.order = b.network.index.point
	b.layer, b.node = make([]int32, count), make([]int32, count)
	b.in, b.out, b.eta = newFingerprints(count), newFingerprints(count), newFingerprints(count)
	b.neighbours, err = findNeighbours(b.network, at, &b.counter)
	return err
}

// distance is the squared distance of s and t where layer k sees them, given
// that both have their in for it.
func (b *sparseBuilder) distance(s, t int32) float64 {
	return sparseDistance(b.in.of(s), b.in.of(t), b.network.index.row(s), b.network.index.row(t))
}

// pass decides about each waiting sample and returns those that still wait.
//
// A decision depends on the neighbours that come before the sample in the data
// set. So it can be taken out of that order, once theirs are: the samples are
// gone through as they lie in memory, and a sample's dependencies are decided first. In
// data set order, in which nothing they need is in a cache, a million samples
// took 1.7 times as long (5.0 s instead of 2.9).
func (b *sparseBuilder) pass(l *layer, waiting []int32) ([]int32, error) {
	k := int32(len(b.network.layers))
	if b.neighbours.kept() {
		for s := range b.layer {
			if b.undecided(int32(s), k) {
				if err := b.decide(l, int32(s), k); err != nil {
					return nil, err
				}
			}
		}
	} else {
		for _, s := range waiting {
			if err := b.decide(l, s, k); err != nil {
				return nil, err
			}
		}
	}
	left := waiting[:0]
	for _, s := range waiting {
		if b.layer[s] < 0 {
			left = append(left, s)
		} else {
			b.number(l, s)
		}
	}
	return left, nil
}

func (b *sparseBuilder) undecided(s, k int32) bool { return b.layer[s] <= 0 && b.layer[s] != -k }

// look is how far a decision has come.
type look struct {
	s       int32
	outcome EventType
	left    []int32 // neighbours to look at
}

// decide says whether layer k takes s, and before that whether it takes those
// that this depends on.
func (b *sparseBuilder) decide(l *layer, s, k int32) error {
	order := b.order
	b.looks = append(b.looks[:0], look{s, Admit, b.neighbours.of(s)})
next:
	for len(b.looks) > 0 {
		top := &b.looks[len(b.looks)-1]
		for s := top.s; len(top.left) > 0 && top.outcome != Collide; top.left = top.left[1:] {
			t := top.left[0]
			if order[t] > order[s] {
				break // neighbours are in data set order
			}
			if b.undecided(t, k) {
				b.looks = append(b.looks, look{t, Admit, b.neighbours.of(t)})
				continue next
			}
			if b.layer[t] != k {
				continue
			}
			if d2 := b.distance(s, t); d2 <= l.act.strong {
				top.outcome = Collide
			} else if d2 <= l.act.moderate {
				top.outcome = Filter
			}
		}
		if err := b.shortStep(int(k)); err != nil {
			return err
		}
		switch top.outcome {
		case Filter:
			b.layer[top.s] = -k
		case Collide:
			l.collided++
			fallthrough
		default:
			b.layer[top.s] = k
			b.placed++
		}
		b.looks = b.looks[:len(b.looks)-1]
	}
	return nil
}

// place puts a waiting sample into the layer as its next node.
func (b *sparseBuilder) place(l *layer, s, k int32) {
	b.layer[s] = k
	b.placed++
	b.number(l, s)
}

// number makes a sample that the layer has taken its next node.
func (b *sparseBuilder) number(l *layer, s int32) {
	b.node[s] = int32(len(l.point))
	l.point = append(l.point, int(b.order[s]))
}

// activate gives every waiting sample its fingerprint for the next layer, and
// finds those that this one recognises.
func (b *sparseBuilder) activate(l *layer) error {
	k := int32(len(b.network.layers))
	b.recognised = b.recognised[:0]
	half := b.network.q / 2
	b.out.clear()
	for s := range b.layer { // in the order of memory: none depends on another
		if s&63 == 0 {
			if err := b.mayGoOn(int(k)); err != nil {
				return err
			}
		}
		if b.layer[s] > 0 {
			continue
		}
		recognised := false
		near := b.neighbours.of(int32(s))
		waiting := 0 // the others don't matter to deeper layers
		out := b.out.begin(int32(s), len(near))
		for _, t := range near {
			if b.layer[t] <= 0 {
				near[waiting] = t
				waiting++
			}
			if b.layer[t] != k {
				continue
			}
			d2 := b.distance(int32(s), t)
			recognised = recognised || d2 <= l.act.strong
			if d2 <= l.act.passed {
				out = append(out, component{b.node[t], float64(half * l.act.at(d2))})
			}
		}
		b.out.end(int32(s), out)
		b.neighbours.keepFirst(int32(s), waiting)
		if recognised {
			b.recognised.push(b.order[s])
		}
	}
	return b.takeGrown()
}

// takeGrown takes account of what the lists of components have grown by.
func (b *sparseBuilder) takeGrown() error {
	before := b.lists
	b.lists = 16 * int64(b.in.room+b.out.room+b.eta.room)
	return b.take(b.lists - before)
}

// resolve lets the recognised samples join the layer, first come first, and
// returns those that still wait.
func (b *sparseBuilder) resolve(l *layer, waiting, at []int32) ([]int32, error) {
	if len(b.recognised) == 0 {
		return waiting, nil
	}
	k := int32(len(b.network.layers))
	half := b.network.q / 2
	order := b.order
	left := newRanks(len(waiting))
	for len(b.recognised) > 0 {
		p := at[b.recognised.pop()]
		if b.layer[p] > 0 {
			continue // recognised by several nodes
		}
		// The aborted pass looked at every sample up to this one.
		i, _ := slices.BinarySearchFunc(waiting, p, func(s, p int32) int { return int(order[s] - order[p]) })
		if err := b.stepsBy(left.remove(i)+1, int(k)+1); err != nil {
			return nil, err
		}
		node := int32(len(l.point))
		b.place(l, p, k)
		l.collided++
		for _, s := range b.neighbours.of(p) {
			if b.layer[s] > 0 {
				continue
			}
			d2 := b.distance(s, p)
			if d2 <= l.act.passed {
				b.out.add(s, component{node, float64(half * l.act.at(d2))})
			}
			if d2 <= l.act.strong {
				b.recognised.push(order[s])
			}
		}
	}
	return slices.DeleteFunc(waiting, func(s int32) bool { return b.layer[s] > 0 }), nil
}

// store keeps the fingerprints of the finished layer's nodes, out of the arena
// that has those of all waiting samples, and turns to the next layer.
func (b *sparseBuilder) store() {
	k := int32(len(b.network.layers))
	for s, layer := range b.layer {
		if layer == k {
			in := b.in.of(int32(s))
			b.eta.end(int32(s), append(b.eta.begin(int32(s), len(in)), in...))
		}
	}
	b.in, b.out = b.out, b.in
}

// finish lays the nodes out in the order of the index.
func (b *sparseBuilder) finish() (err error) {
	n := b.network
	n.nodes = newSparseNodes(n, &b.eta)
	if !n.rule.uniform() {
		return nil
	}
	n.searched = n.layers[0].act.passed
	if n.index.tree != nil {
		act := &n.layers[0].act
		n.searched = math.Max(n.searched, act.radius(func(v float64) bool { return v >= worthFinding }))
		n.cells, err = makeCells(n.index, n.searched, n.nodes.byRank(), &b.counter)
	}
	return err
}
