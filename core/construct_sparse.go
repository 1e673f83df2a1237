package core

import (
	"container/heap"
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
// Only neighbours matter: points within the faint radius in the input space,
// found once. Cost: O(N log N) for the neighbours; then for each sample, in each
// layer it reaches, one look at each neighbour.
type sparseBuilder struct {
	counter
	network    *network
	start      []int // neighbours of point p: neighbour[start[p]:start[p+1]], in data set order
	neighbour  []int32
	layer      []int32 // the layer a point is placed in, at most 0 while it waits
	node       []int32 // its node there
	in         [][]component
	out        [][]component
	recognised indexHeap
}

func (b *sparseBuilder) run(tree *kdTree) error {
	n := b.network
	if err := b.prepare(tree); err != nil {
		return err
	}
	waiting := make([]int32, len(b.layer))
	for i := range waiting {
		waiting[i] = int32(i)
	}
	var err error
	for len(waiting) > 0 {
		l := n.newLayer(len(n.layers) + 1)
		n.layers = append(n.layers, l)
		if waiting, err = b.pass(l, waiting); err != nil {
			return err
		}
		b.activate(l, waiting)
		if waiting, err = b.resolve(l, waiting); err != nil {
			return err
		}
		b.store(l)
		b.in, b.out = b.out, b.in
	}
	return nil
}

func (b *sparseBuilder) prepare(tree *kdTree) error {
	count := b.network.points.count()
	b.layer, b.node = make([]int32, count), make([]int32, count)
	b.in, b.out = make([][]component, count), make([][]component, count)
	return b.findNeighbours(tree)
}

func (b *sparseBuilder) findNeighbours(tree *kdTree) error {
	x := b.network.points.x
	faint := b.network.faint()
	b.start = make([]int, x.Rows+1)
	b.neighbour = make([]int32, 0, 8*x.Rows)
	var found []near
	for p := range x.Rows {
		if p&1023 == 0 {
			if err := b.mayGoOn(1); err != nil {
				return err
			}
		}
		found = tree.within(found[:0], x.Row(p), faint)
		at := len(b.neighbour)
		for _, f := range found {
			if int(f.point) != p {
				b.neighbour = append(b.neighbour, f.point)
			}
		}
		slices.Sort(b.neighbour[at:])
		b.start[p+1] = len(b.neighbour)
	}
	return nil
}

func (b *sparseBuilder) neighbours(p int32) []int32 { return b.neighbour[b.start[p]:b.start[p+1]] }

// distance is the squared distance of points s and t where layer k sees them,
// given that both have their in for it.
func (b *sparseBuilder) distance(s, t int32) float64 {
	x := b.network.points.x
	return sparseDistance(b.in[s], b.in[t], x.Row(int(s)), x.Row(int(t)))
}

// pass decides about each waiting sample and returns those that still wait.
func (b *sparseBuilder) pass(l *layer, waiting []int32) ([]int32, error) {
	k := int32(len(b.network.layers))
	kept := waiting[:0]
	for _, s := range waiting {
		if err := b.step(int(k)); err != nil {
			return nil, err
		}
		outcome := Admit
		for _, t := range b.neighbours(s) {
			if b.layer[t] != k {
				continue
			}
			d2 := b.distance(s, t)
			if d2 <= l.act.strong {
				outcome = Collide
				break
			}
			if d2 <= l.act.moderate {
				outcome = Filter
			}
		}
		if outcome == Filter {
			kept = append(kept, s)
			continue
		}
		if outcome == Collide {
			l.collided++
		}
		b.place(l, s, k)
	}
	return kept, nil
}

func (b *sparseBuilder) place(l *layer, s, k int32) {
	b.layer[s], b.node[s] = k, int32(len(l.point))
	l.point = append(l.point, int(s))
	b.placed++
}

// activate gives every waiting sample its fingerprint for the next layer, and
// finds those that this one recognises.
func (b *sparseBuilder) activate(l *layer, waiting []int32) {
	k := int32(len(b.network.layers))
	b.recognised = b.recognised[:0]
	var arena []component
	starts := make([]int, 0, len(waiting)+1)
	for _, s := range waiting {
		starts = append(starts, len(arena))
		recognised := false
		for _, t := range b.neighbours(s) {
			if b.layer[t] != k {
				continue
			}
			d2 := b.distance(s, t)
			recognised = recognised || d2 <= l.act.strong
			if v := l.act.at(d2); v >= floor {
				arena = append(arena, component{b.node[t], float64(b.network.q / 2 * v)})
			}
		}
		if recognised {
			b.recognised = append(b.recognised, s)
		}
	}
	starts = append(starts, len(arena))
	for i, s := range waiting {
		b.out[s] = arena[starts[i]:starts[i+1]:starts[i+1]]
	}
	// Appended in data set order, b.recognised is a heap already.
}

// resolve lets the recognised samples join the layer, first come first, and
// returns those that still wait.
func (b *sparseBuilder) resolve(l *layer, waiting []int32) ([]int32, error) {
	if len(b.recognised) == 0 {
		return waiting, nil
	}
	k := int32(len(b.network.layers))
	ranks := newRanks(len(waiting))
	for len(b.recognised) > 0 {
		p := heap.Pop(&b.recognised).(int32)
		if b.layer[p] != 0 {
			continue // recognised by several nodes
		}
		// The aborted pass looked at every sample up to this one.
		at, _ := slices.BinarySearch(waiting, p)
		if err := b.stepsBy(ranks.remove(at)+1, int(k)+1); err != nil {
			return nil, err
		}
		node := int32(len(l.point))
		b.place(l, p, k)
		l.collided++
		for _, s := range b.neighbours(p) {
			if b.layer[s] != 0 {
				continue
			}
			d2 := b.distance(s, p)
			if v := l.act.at(d2); v >= floor {
				b.out[s] = append(b.out[s], component{node, float64(b.network.q / 2 * v)})
			}
			if d2 <= l.act.strong {
				heap.Push(&b.recognised, s)
			}
		}
	}
	return slices.DeleteFunc(waiting, func(s int32) bool { return b.layer[s] != 0 }), nil
}

// store copies the fingerprints of the finished layer's nodes out of the arenas.
func (b *sparseBuilder) store(l *layer) {
	l.start = make([]int, 1, len(l.point)+1)
	total := 0
	for _, p := range l.point {
		total += len(b.in[p])
		l.start = append(l.start, total)
	}
	l.parts = make([]component, 0, total)
	for _, p := range l.point {
		l.parts = append(l.parts, b.in[p]...)
		b.in[p] = nil
	}
}

// places tells where each point ended.
func (b *sparseBuilder) places() []place {
	list := make([]place, len(b.layer))
	for p := range list {
		list[p] = place{b.layer[p] - 1, b.node[p]}
	}
	return list
}

// indexHeap is a heap of points by data set order.
type indexHeap []int32

func (h indexHeap) Len() int           { return len(h) }
func (h indexHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h indexHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *indexHeap) Push(v any)        { *h = append(*h, v.(int32)) }
func (h *indexHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// ranks counts, in a list from which places are removed, how many are left
// before a place: a Fenwick tree. O(log n) a call.
type ranks []int32

func newRanks(n int) ranks {
	r := make(ranks, n+1)
	for i := 1; i <= n; i++ {
		r[i] += 1
		if up := i + i&-i; up <= n {
			r[up] += r[i]
		}
	}
	return r
}

// remove takes place i (from 0) away and returns how many are left before it.
func (r ranks) remove(i int) int {
	before := int32(0)
	for j := i; j > 0; j -= j & -j {
		before += r[j]
	}
	for j := i + 1; j < len(r); j += j & -j {
		r[j]--
	}
	return int(before)
}
