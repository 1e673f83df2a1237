package core

import "slices"

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
// Only neighbours matter: points within the faint radius in the input space,
// found once. Cost: O(N log N) for the neighbours; then for each sample, in each
// layer it reaches, one look at each neighbour.
//
// Points go by their place in the k-d tree, so that neighbours are near in
// memory too; tree.point tells their order in the data set.
type sparseBuilder struct {
	counter
	network    *network
	tree       *kdTree
	start      []int // neighbours of s: neighbour[start[s]:start[s+1]], in data set order
	neighbour  []int32
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
	b.tree = n.tree
	at := b.places()
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
	b.finish()
	return nil
}

func (b *sparseBuilder) prepare(at []int32) error {
	count := b.network.points.count()
	b.layer, b.node = make([]int32, count), make([]int32, count)
	b.in, b.out, b.eta = newFingerprints(count), newFingerprints(count), newFingerprints(count)
	if err := b.makeCells(at); err != nil {
		return err
	}
	return b.findNeighbours()
}

func (b *sparseBuilder) makeCells(at []int32) error {
	cells := newCells(b.tree, b.network.faint())
	if cells == nil {
		return nil
	}
	if err := b.take(4 * int64(len(cells.list)+len(cells.start))); err != nil {
		return err
	}
	cells.fill(at)
	b.network.cells = cells
	return nil
}

// places lists the points' places in data set order.
func (b *sparseBuilder) places() []int32 {
	at := make([]int32, len(b.tree.point))
	for i, p := range b.tree.point {
		at[p] = int32(i)
	}
	return at
}

func (b *sparseBuilder) findNeighbours() error {
	t := b.tree
	faint := b.network.faint()
	b.start = make([]int, len(t.point)+1)
	b.neighbour = make([]int32, 0, 8*len(t.point))
	var found []near
	var keys, spare []int64
	for s := range t.point {
		if s&255 == 0 {
			if err := b.mayGoOn(1); err != nil {
				return err
			}
		}
		found = b.network.within(found[:0], t.row(int32(s)), faint)
		if err := b.take(int64(4*len(found) + 144)); err != nil {
			return err
		}
		from := len(b.neighbour)
		if most := from + len(found); most > cap(b.neighbour) { // room for as many as those so far predict
			all := float64(most) / float64(s+1) * float64(len(t.point)) * 1.06
			b.neighbour = slices.Grow(b.neighbour, max(most, int(all))-from)
		}
		for _, f := range found {
			if int(f.at) != s {
				b.neighbour = append(b.neighbour, f.at)
			}
		}
		if b.network.cells == nil {
			keys = keys[:0]
			for _, at := range b.neighbour[from:] {
				keys = append(keys, keyOf(t.point[at], at))
			}
			spare = sortKeys(keys, spare)
			for i, key := range keys {
				b.neighbour[from+i] = thingOf(key)
			}
		}
		b.start[s+1] = len(b.neighbour)
	}
	return nil
}

func (b *sparseBuilder) neighbours(s int32) []int32 { return b.neighbour[b.start[s]:b.start[s+1]] }

// distance is the squared distance of s and t where layer k sees them, given
// that both have their in for it.
func (b *sparseBuilder) distance(s, t int32) float64 {
	return sparseDistance(b.in.of(s), b.in.of(t), b.tree.row(s), b.tree.row(t))
}

// pass decides about each waiting sample and returns those that still wait.
//
// A decision depends on the neighbours that come before the sample in the data
// set. So it can be taken out of that order, once theirs are: the samples are
// gone through as they lie in memory, and who is waited for is decided first. In
// data set order, in which nothing they need is in a cache, a million samples
// took 1.7 times as long (5.0 s instead of 2.9).
func (b *sparseBuilder) pass(l *layer, waiting []int32) ([]int32, error) {
	k := int32(len(b.network.layers))
	for s := range b.layer {
		if b.undecided(int32(s), k) {
			if err := b.decide(l, int32(s), k); err != nil {
				return nil, err
			}
		}
	}
	kept := waiting[:0]
	for _, s := range waiting {
		if b.layer[s] < 0 {
			kept = append(kept, s)
		} else {
			b.number(l, s)
		}
	}
	return kept, nil
}

func (b *sparseBuilder) undecided(s, k int32) bool { return b.layer[s] <= 0 && b.layer[s] != -k }

// look is how far a decision has come.
type look struct {
	s       int32
	outcome EventType
	next    int // neighbour[next] is looked at next
}

// decide says whether layer k takes s, and before that whether it takes those
// that this depends on.
func (b *sparseBuilder) decide(l *layer, s, k int32) error {
	order := b.tree.point
	b.looks = append(b.looks[:0], look{s, Admit, b.start[s]})
next:
	for len(b.looks) > 0 {
		top := &b.looks[len(b.looks)-1]
		for s, end := top.s, b.start[top.s+1]; top.next < end && top.outcome != Collide; top.next++ {
			t := b.neighbour[top.next]
			if order[t] > order[s] {
				break // neighbours are in data set order
			}
			if b.undecided(t, k) {
				b.looks = append(b.looks, look{t, Admit, b.start[t]})
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
	l.point = append(l.point, int(b.tree.point[s]))
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
		near := b.neighbours(int32(s))
		out := b.out.begin(int32(s), len(near))
		for _, t := range near {
			if b.layer[t] != k {
				continue
			}
			d2 := b.distance(int32(s), t)
			recognised = recognised || d2 <= l.act.strong
			if v := l.act.at(d2); v >= floor {
				out = append(out, component{b.node[t], float64(half * v)})
			}
		}
		b.out.end(int32(s), out)
		if recognised {
			b.recognised.push(b.tree.point[s])
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
	order := b.tree.point
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
		for _, s := range b.neighbours(p) {
			if b.layer[s] > 0 {
				continue
			}
			d2 := b.distance(s, p)
			if v := l.act.at(d2); v >= floor {
				b.out.add(s, component{node, float64(half * v)})
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

// finish lays the nodes out in the order of the tree.
func (b *sparseBuilder) finish() {
	n := b.network
	nodes := newSparseNodes(n, &b.eta)
	n.nodes = nodes
	if n.cells != nil { // from now on they find by rank
		byRank := make([]int32, len(nodes.rank))
		for s, rank := range nodes.rank {
			byRank[rank] = int32(s)
		}
		n.cells.fill(byRank)
	}
}
