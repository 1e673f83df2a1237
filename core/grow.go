package core

import (
	"cmp"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// This file keeps a network with the skip connection current while samples come and go (SPEC 3.14). Scaling, reach and
// settings stay; then the network is a function of the samples and their order, and a change is felt only near itself:
//
//	entries = the samples whose entry to layer 1 changed: the one that comes or goes
//	for k = 1, 2, ... while there are entries:
//	  pass: examine them in data set order; who becomes a node, or stops being one, wakes its later neighbours
//	  join: what a lost or changed node had let in is sought anew; nodes let in who is near, the least time first
//	  entries = those whose fingerprint for layer k+1 changed: neighbours of changed nodes, and who left or stayed
//
// A node's place in its layer is a time: empty for nodes of the pass, which stand in data set order; else the list of
// suffix maxima on the path of recognitions that let it in. resolve of sparseBuilder lets the first recognised sample in
// data set order join, then what that one lets in, and so on: lists that are compared lexicographically give the same order,
// and don't shift when another sample is inserted.
//
// Cost: a search among the points for each sample that is looked at, and its distances to those near it in the layers
// that it passes.

// grown is the network.
type grown struct {
	half float64 // q/2
	acts func(k int) *activation
	near func(s int32) []neighbour // the samples present that can matter to s; s itself isn't among them
	x    func(s int32) []float64
	node []*grownNode // of each sample by its number; nil: gone, or another sample stands for it

	looked int // samples examined so far
}

type neighbour struct {
	sample int32
	d2     float64 // in the input space: no distance in a deeper layer is below it
}

// grownNode is a neuron. It is replaced, never changed, when its fingerprint or its place changes: so two fingerprints are
// the same if they have the same nodes with the same activations.
type grownNode struct {
	sample, layer int32
	parent        int32   // whose recognition let it in; -1 in the pass
	collided      bool    // for the report
	time          []int32 // nil in the pass
	in            []signal
}

// signal is a component of a fingerprint: the activation of a node of the layer below, times q/2.
type signal struct {
	from *grownNode
	v    float64
}

// order is that of two nodes of a layer.
func (n *grownNode) order(o *grownNode) int {
	if c := slices.Compare(n.time, o.time); c != 0 {
		return c
	}
	return cmp.Compare(n.sample, o.sample)
}

// sortedNodes is in the order of layers and nodes.
func sortedNodes(list []*grownNode) []*grownNode {
	order := sorting.Identity(len(list))
	sorting.SortNumbers(order, func(i, j int) int {
		if a, b := list[i].layer, list[j].layer; a != b {
			return cmp.Compare(a, b)
		}
		return list[i].order(list[j])
	})
	sorted := make([]*grownNode, len(list))
	for at, i := range order {
		sorted[at] = list[i]
	}
	return sorted
}

// after is the time of a sample that a node of that time lets in.
func after(time []int32, s int32) []int32 {
	n := len(time)
	for n > 0 && time[n-1] < s {
		n--
	}
	return append(slices.Clip(time[:n]), s)
}

func (g *grown) distance(a, b []signal, s, t int32) float64 {
	return signalDistance(a, b, g.x(s), g.x(t))
}

// signalDistance is sparse.SparseDistance with the same bits.
func signalDistance(a, b []signal, x, y []float64) float64 {
	var sum float64
	for i := range b {
		for len(a) > 0 && a[0].from != b[i].from && a[0].from.order(b[i].from) < 0 {
			sum += float64(a[0].v * a[0].v)
			a = a[1:]
		}
		d := b[i].v
		if len(a) > 0 && a[0].from == b[i].from {
			d -= a[0].v
			a = a[1:]
		}
		sum += float64(d * d)
	}
	for i := range a {
		sum += float64(a[i].v * a[i].v)
	}
	y = y[:len(x)]
	for k, v := range x {
		d := v - y[k]
		sum += float64(d * d)
	}
	return sum
}

// change is what one sample's coming or going makes of the network.
type change struct {
	*grown
	touched map[int32]*fate
	nearby  map[int32][]neighbour
	gone    int32
}

// fate is what a sample was before, and what it is now; nil: not a node of the layers so far.
type fate struct {
	old, now *grownNode
	entry    *entry
	queued   bool // for the pass
	lost     bool // its time must be sought anew
}

// entry is what a sample brings to a layer, before and now.
type entry struct {
	before, after bool // waits there
	old, in       []signal
}

func (e *entry) changed() bool {
	return e.before != e.after || !slices.Equal(e.old, e.in)
}

// insert places a sample among the others, remove takes one out. Its number says where it stands in the data set; near
// and x must know it in both cases.
func (g *grown) insert(s int32) { g.apply(s, &entry{after: true}, -1) }
func (g *grown) remove(s int32) { g.apply(s, &entry{before: true}, s) }

func (g *grown) apply(s int32, first *entry, gone int32) {
	c := change{grown: g, touched: map[int32]*fate{}, nearby: map[int32][]neighbour{}, gone: gone}
	entries := map[int32]*entry{s: first}
	for k := int32(1); len(entries) > 0; k++ {
		entries = c.layer(k, entries)
	}
	for t, f := range c.touched {
		g.node[t] = f.now
	}
}

func (c *change) around(s int32) []neighbour {
	list, known := c.nearby[s]
	if !known {
		list = c.near(s)
		c.nearby[s] = list
	}
	return list
}

// was and is are a sample's node, before and now: nil where it isn't one of the layers so far, or is gone.
func (c *change) was(s int32) *grownNode {
	if f := c.touched[s]; f != nil {
		return f.old
	}
	return c.node[s]
}

func (c *change) is(s int32) *grownNode {
	if f := c.touched[s]; f != nil {
		return f.now
	}
	return c.node[s]
}

// waited and waits say whether a sample comes to layer k, before and now.
func (c *change) waited(s, k int32) bool {
	n := c.was(s)
	return n != nil && n.layer >= k
}

func (c *change) waits(s, k int32) bool {
	f := c.touched[s]
	if f == nil {
		return c.node[s] != nil && c.node[s].layer >= k
	}
	return s != c.gone && (f.now == nil || f.now.layer >= k)
}

// in is what an untouched sample brings to layer k.
func (c *change) in(s, k int32) []signal {
	if n := c.node[s]; n.layer == k {
		return n.in
	}
	var below []*grownNode
	for _, t := range c.around(s) {
		if n := c.is(t.sample); n != nil && n.layer < k {
			below = append(below, n)
		}
	}
	below = sortedNodes(below)
	var in []signal
	for j := int32(1); j < k; j++ {
		var next []signal
		for len(below) > 0 && below[0].layer == j {
			next = c.signal(next, in, s, below[0], j)
			below = below[1:]
		}
		in = next
	}
	return in
}

// signal appends the activation of node n of layer k by a sample that brings in there, if it is passed on.
func (c *change) signal(next, in []signal, s int32, n *grownNode, k int32) []signal {
	act := c.acts(int(k))
	if d2 := c.distance(in, n.in, s, n.sample); d2 <= act.moderate {
		next = append(next, signal{n, float64(c.half * act.at(d2))})
	}
	return next
}

// touch is the fate of a sample that comes to layer k.
func (c *change) touch(s, k int32) *fate {
	f := c.touched[s]
	if f == nil {
		in := c.in(s, k)
		f = &fate{old: c.node[s], entry: &entry{before: true, after: true, old: in, in: in}}
		c.touched[s] = f
	}
	return f
}

// layer takes the changed entries to layer k, and returns those to the next one.
func (c *change) layer(k int32, entries map[int32]*entry) map[int32]*entry {
	for s, e := range entries {
		f := c.touched[s]
		if f == nil {
			f = &fate{old: c.node[s]}
			c.touched[s] = f
		}
		f.entry = e
	}
	seen := c.pass(k, entries)
	seen = c.join(k, seen)
	return c.next(k, seen)
}

// of says whether a node is one of layer k, inPass whether of the pass over it, joined whether it joined after that.
func (n *grownNode) of(k int32) bool     { return n != nil && n.layer == k }
func (n *grownNode) inPass(k int32) bool { return n.of(k) && n.time == nil }
func (n *grownNode) joined(k int32) bool { return n.of(k) && n.time != nil }

// pass examines the entries, and whom they wake, in data set order. It returns all of them.
func (c *change) pass(k int32, entries map[int32]*entry) (seen []int32) {
	act := c.acts(int(k))
	var queue heapOf[int32]
	less := func(a, b int32) bool { return a < b }
	for s := range entries {
		c.touched[s].queued = true
		queue.push(s, less)
	}
	for len(queue) > 0 {
		s := queue.pop(less)
		f := c.touched[s]
		f.queued = false
		seen = append(seen, s)
		c.looked++
		node, collided := false, false
		if f.entry.after {
			node, collided = c.examine(s, k, f.entry.in)
		}
		was := f.old.inPass(k)
		switch {
		case !node:
			if f.entry.after {
				f.now = nil
			}
		case was && !f.entry.changed():
			f.now = f.old
			f.now.collided = collided
		default:
			f.now = &grownNode{sample: s, layer: k, parent: -1, collided: collided, in: f.entry.in}
		}
		if node == was && (!node || f.now == f.old) {
			continue
		}
		for _, t := range c.around(s) {
			if t.sample < s || t.d2 > act.moderate || !c.waits(t.sample, k) {
				continue
			}
			if g := c.touch(t.sample, k); !g.queued {
				g.queued = true
				queue.push(t.sample, less)
			}
		}
	}
	return seen
}

// examine holds a sample against the nodes of the pass over layer k before it.
func (c *change) examine(s, k int32, in []signal) (node, collided bool) {
	act := c.acts(int(k))
	nearest := inf
	for _, t := range c.around(s) {
		if t.sample > s || t.d2 > act.moderate {
			continue
		}
		if n := c.is(t.sample); n.inPass(k) {
			nearest = min(nearest, c.distance(in, n.in, s, t.sample))
		}
	}
	collided = nearest <= act.strong
	return collided || nearest > act.moderate, collided
}

// letIn is a sample that a node recognises, and its time then.
type letIn struct {
	sample, by int32
	time       []int32
}

// join lets the recognised samples in. It returns all that were touched in this layer.
func (c *change) join(k int32, seen []int32) []int32 {
	act := c.acts(int(k))
	// What stays as it was, but for those that a change must have lost.
	for _, s := range seen {
		f := c.touched[s]
		if f.old.joined(k) && f.now == nil {
			if f.lost = f.entry.changed(); !f.lost {
				f.now = f.old
			}
		}
	}
	for i := 0; i < len(seen); i++ { // grows by what they had let in
		s := seen[i]
		f := c.touched[s]
		if !f.old.of(k) || f.now == f.old {
			continue
		}
		for _, t := range c.around(s) {
			if n := c.was(t.sample); !n.joined(k) || n.parent != s {
				continue
			}
			if c.touched[t.sample] == nil {
				c.touch(t.sample, k)
				seen = append(seen, t.sample)
			} else if now := c.touched[t.sample].now; now != c.was(t.sample) {
				continue // lost already, or in the pass
			} else {
				// It was seen before s was lost: look at it again for what it had let in.
				seen = append(seen, t.sample)
			}
			g := c.touched[t.sample]
			g.now, g.lost = nil, true
		}
	}
	var queue heapOf[letIn]
	less := func(a, b letIn) bool { return slices.Compare(a.time, b.time) < 0 }
	relax := func(n *grownNode) {
		for _, t := range c.around(n.sample) {
			if t.d2 > act.strong || !c.waits(t.sample, k) {
				continue
			}
			now := c.is(t.sample)
			if now.inPass(k) {
				continue
			}
			time := after(n.time, t.sample)
			if now.joined(k) && slices.Compare(now.time, time) <= 0 {
				continue
			}
			var in []signal
			if f := c.touched[t.sample]; f != nil {
				in = f.entry.in
			} else {
				in = c.in(t.sample, k)
			}
			if c.distance(in, n.in, t.sample, n.sample) <= act.strong {
				queue.push(letIn{t.sample, n.sample, time}, less)
			}
		}
	}
	done := map[int32]bool{}
	for _, s := range seen {
		f := c.touched[s]
		if done[s] {
			continue
		}
		done[s] = true
		switch {
		case f.now.inPass(k):
			if f.now != f.old {
				relax(f.now)
			}
		case f.now == nil && f.entry.after && (f.lost || f.entry.changed() || f.old.inPass(k)):
			for _, t := range c.around(s) {
				if n := c.is(t.sample); n.of(k) && t.d2 <= act.strong && c.distance(f.entry.in, n.in, s, t.sample) <= act.strong {
					queue.push(letIn{s, t.sample, after(n.time, s)}, less)
				}
			}
		}
	}
	for len(queue) > 0 {
		l := queue.pop(less)
		if now := c.is(l.sample); now.joined(k) && slices.Compare(now.time, l.time) <= 0 {
			continue
		}
		if c.touched[l.sample] == nil {
			c.looked++
		}
		f := c.touch(l.sample, k)
		if !done[l.sample] {
			done[l.sample] = true
			seen = append(seen, l.sample)
		}
		if f.old.joined(k) && !f.entry.changed() && slices.Equal(f.old.time, l.time) {
			f.now = f.old
			f.now.parent = l.by
		} else {
			f.now = &grownNode{sample: l.sample, layer: k, parent: l.by, collided: true, time: l.time, in: f.entry.in}
		}
		relax(f.now)
	}
	return seen
}

// next finds the entries to layer k+1 that changed.
func (c *change) next(k int32, seen []int32) map[int32]*entry {
	act := c.acts(int(k))
	entries := map[int32]*entry{}
	looked := map[int32]bool{}
	look := func(s int32) {
		if looked[s] {
			return
		}
		looked[s] = true
		e := entry{before: c.waited(s, k+1), after: c.waits(s, k+1)}
		if !e.before && !e.after {
			return
		}
		var old, in []signal
		if f := c.touched[s]; f != nil {
			old, in = f.entry.old, f.entry.in
		} else {
			in = c.in(s, k)
			old = in
		}
		if e.before {
			e.old = c.passed(s, k, old, c.was)
		}
		if e.after {
			e.in = c.passed(s, k, in, c.is)
		}
		if e.changed() {
			entries[s] = &e
		}
	}
	for _, s := range seen {
		f := c.touched[s]
		look(s)
		if f.now == f.old || !f.old.of(k) && !f.now.of(k) {
			continue
		}
		for _, t := range c.around(s) {
			if t.d2 <= act.moderate && (c.waited(t.sample, k+1) || c.waits(t.sample, k+1)) {
				look(t.sample)
			}
		}
	}
	// What is as it was is no longer followed.
	for _, s := range seen {
		f := c.touched[s]
		if f == nil {
			continue // seen twice
		}
		f.lost = false
		if f.now != nil && f.now == f.old || f.now == nil && s != c.gone && entries[s] == nil {
			delete(c.touched, s)
		}
	}
	return entries
}

// passed is what a sample that brings in to layer k brings to the next one.
func (c *change) passed(s, k int32, in []signal, node func(int32) *grownNode) (next []signal) {
	var below []*grownNode
	for _, t := range c.around(s) {
		if n := node(t.sample); n.of(k) {
			below = append(below, n)
		}
	}
	for _, n := range sortedNodes(below) {
		next = c.signal(next, in, s, n, k)
	}
	return next
}

// heapOf is a binary heap.
type heapOf[T any] []T

func (h *heapOf[T]) push(v T, less func(a, b T) bool) {
	*h = append(*h, v)
	l := *h
	for i := len(l) - 1; i > 0 && less(l[i], l[(i-1)/2]); i = (i - 1) / 2 {
		l[i], l[(i-1)/2] = l[(i-1)/2], l[i]
	}
}

func (h *heapOf[T]) pop(less func(a, b T) bool) T {
	l := *h
	top := l[0]
	last := len(l) - 1
	l[0] = l[last]
	l = l[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && less(l[child+1], l[child]) {
			child++
		}
		if !less(l[child], l[i]) {
			break
		}
		l[i], l[child] = l[child], l[i]
		i = child
	}
	*h = l
	return top
}
