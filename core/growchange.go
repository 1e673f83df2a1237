package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// This file is one change of a network that grows (grow.go): the passes, the joining and the entries of each layer.

// insert places a sample among the others, remove takes one out. Its number says where it stands in the data set; near
// and x must know it in both cases.
func (g *grown) insert(s int32) { g.apply(&entry{sample: s, after: true}, -1) }
func (g *grown) remove(s int32) { g.apply(&entry{sample: s, before: true}, s) }

func (g *grown) apply(first *entry, gone int32) {
	c := change{grown: g, gone: gone}
	if more := len(g.node) - len(g.noted); more > 0 {
		g.noted = append(g.noted, make([]int32, more)...)
	}
	entries := []*entry{first}
	for k := int32(1); len(entries) > 0; k++ {
		entries = c.layer(k, entries)
	}
	for i := range g.notes {
		n := &g.notes[i]
		if g.noted[n.sample] = 0; n.fate != nil {
			g.node[n.sample] = n.fate.now
		}
	}
	clear(g.notes)
	g.notes = g.notes[:0]
}

// change is what one sample's coming or going makes of the network.
type change struct {
	*grown
	turn   int32
	nearby map[int32][]neighbour // where finding them costs something
	below  []*grownNode          // of in and passed
	gone   int32
}

// fate is what a sample was before, and what it is now; nil: not a node of the layers so far.
type fate struct {
	sample   int32
	old, now *grownNode
	entry    *entry
	queued   bool // for the pass
	lost     bool // its time must be sought anew
}

// entry is what a sample brings to a layer, before and now.
type entry struct {
	sample        int32
	before, after bool // waits there
	old, in       []signal
}

func (e *entry) changed() bool {
	return e.before != e.after || !slices.Equal(e.old, e.in)
}

// note is good until the next one is made. (Not inlined, for the size of the module.)
//
//go:noinline
func (g *grown) note(s int32) *note {
	if g.noted[s] == 0 {
		g.notes = append(g.notes, note{sample: s})
		g.noted[s] = int32(len(g.notes))
	}
	return &g.notes[g.noted[s]-1]
}

// touched is a sample's fate; nil where it has none so far.
func (c *change) touched(s int32) *fate {
	if at := c.noted[s]; at > 0 {
		return c.notes[at-1].fate
	}
	return nil
}

func (c *change) add(f *fate) { c.note(f.sample).fate = f }

func (c *change) around(s int32) []neighbour {
	if c.kept != nil && c.kept() {
		return c.near(s)
	}
	if c.nearby == nil {
		c.nearby = map[int32][]neighbour{}
	}
	list, known := c.nearby[s]
	if !known {
		list = c.near(s)
		c.nearby[s] = list
	}
	return list
}

// was and is are a sample's node, before and now: nil where it isn't one of the layers so far, or is gone.
func (c *change) was(s int32) *grownNode {
	if f := c.touched(s); f != nil {
		return f.old
	}
	return c.node[s]
}

func (c *change) is(s int32) *grownNode {
	if f := c.touched(s); f != nil {
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
	f := c.touched(s)
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
	below := c.below[:0]
	for _, t := range c.around(s) {
		if n := c.is(t.sample); n != nil && n.layer < k && t.within(c.acts(int(n.layer)).moderate) {
			below = append(below, n)
		}
	}
	sortNodes(below)
	c.below = below
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
	f := c.touched(s)
	if f == nil {
		in := c.in(s, k)
		f = &fate{sample: s, old: c.node[s], entry: &entry{sample: s, before: true, after: true, old: in, in: in}}
		c.add(f)
	}
	return f
}

// layer takes the changed entries to layer k, and returns those to the next one.
func (c *change) layer(k int32, entries []*entry) []*entry {
	for _, e := range entries {
		f := c.touched(e.sample)
		if f == nil {
			f = &fate{sample: e.sample, old: c.node[e.sample]}
			c.add(f)
		}
		f.entry = e
	}
	seen := c.pass(k, entries)
	seen = c.join(k, seen)
	return c.next(k, seen)
}

// of says whether a node is one of layer k, inPass whether of the pass over it, joined whether it joined after that.
func (n *grownNode) of(k int32) bool     { return n != nil && n.layer == k }
func (n *grownNode) inPass(k int32) bool { return n.of(k) && n.join == nil }
func (n *grownNode) joined(k int32) bool { return n.of(k) && n.join != nil }

// pass examines the entries, and whom they wake, in data set order. It returns all of them.
func (c *change) pass(k int32, entries []*entry) (seen []int32) {
	act := c.acts(int(k))
	var queue sorting.MinHeap
	for _, e := range entries {
		c.touched(e.sample).queued = true
		queue.Push(e.sample)
	}
	for len(queue) > 0 {
		s := queue.Pop()
		f := c.touched(s)
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
			f.now = &grownNode{sample: s, layer: k, collided: collided, in: f.entry.in}
		}
		if node == was && (!node || f.now == f.old) {
			continue
		}
		for _, t := range c.around(s) {
			if t.sample < s || !t.within(act.moderate) || !c.waits(t.sample, k) {
				continue
			}
			if g := c.touch(t.sample, k); !g.queued {
				g.queued = true
				queue.Push(t.sample)
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
		if t.sample > s || !t.within(act.moderate) {
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
		f := c.touched(s)
		if f.old.joined(k) && f.now == nil {
			if f.lost = f.entry.changed(); !f.lost {
				f.now = f.old
			}
		}
	}
	for i := 0; i < len(seen); i++ { // grows by what they had let in
		s := seen[i]
		f := c.touched(s)
		if !f.old.of(k) || f.now == f.old {
			continue
		}
		for _, t := range c.around(s) {
			if n := c.was(t.sample); !n.joined(k) || n.join.parent != s {
				continue
			}
			if c.touched(t.sample) == nil {
				c.touch(t.sample, k)
				seen = append(seen, t.sample)
			} else if now := c.touched(t.sample).now; now != c.was(t.sample) {
				continue // lost already, or in the pass
			} else {
				// It was seen before s was lost: look at it again for what it had let in.
				seen = append(seen, t.sample)
			}
			g := c.touched(t.sample)
			g.now, g.lost = nil, true
		}
	}
	var queue []letIn // the least time last
	push := func(l letIn) {
		at := len(queue)
		for queue = append(queue, l); at > 0 && slices.Compare(queue[at-1].time, l.time) < 0; at-- {
			queue[at] = queue[at-1]
		}
		queue[at] = l
	}
	relax := func(n *grownNode) {
		for _, t := range c.around(n.sample) {
			if !t.within(act.strong) || !c.waits(t.sample, k) {
				continue
			}
			now := c.is(t.sample)
			if now.inPass(k) {
				continue
			}
			time := after(n.time(), t.sample)
			if now.joined(k) && slices.Compare(now.join.time, time) <= 0 {
				continue
			}
			var in []signal
			if f := c.touched(t.sample); f != nil {
				in = f.entry.in
			} else {
				in = c.in(t.sample, k)
			}
			if c.distance(in, n.in, t.sample, n.sample) <= act.strong {
				push(letIn{t.sample, n.sample, time})
			}
		}
	}
	c.turn++
	for _, s := range seen {
		f := c.touched(s)
		n := c.note(s)
		if n.done == c.turn {
			continue
		}
		n.done = c.turn
		switch {
		case f.now.inPass(k):
			if f.now != f.old {
				relax(f.now)
			}
		case f.now == nil && f.entry.after && (f.lost || f.entry.changed() || f.old.inPass(k)):
			for _, t := range c.around(s) {
				if n := c.is(t.sample); n.of(k) && t.within(act.strong) && c.distance(f.entry.in, n.in, s, t.sample) <= act.strong {
					push(letIn{s, t.sample, after(n.time(), s)})
				}
			}
		}
	}
	for len(queue) > 0 {
		l := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if now := c.is(l.sample); now.joined(k) && slices.Compare(now.join.time, l.time) <= 0 {
			continue
		}
		if c.touched(l.sample) == nil {
			c.looked++
		}
		f := c.touch(l.sample, k)
		if n := c.note(l.sample); n.done != c.turn {
			n.done = c.turn
			seen = append(seen, l.sample)
		}
		if f.old.joined(k) && !f.entry.changed() && slices.Equal(f.old.join.time, l.time) {
			f.now = f.old
			f.now.join.parent = l.by
		} else {
			f.now = &grownNode{sample: l.sample, layer: k, collided: true, join: &joining{l.by, l.time}, in: f.entry.in}
		}
		relax(f.now)
	}
	return seen
}

// next finds the entries to layer k+1 that changed.
func (c *change) next(k int32, seen []int32) (entries []*entry) {
	act := c.acts(int(k))
	c.turn++
	look := func(s int32) {
		n := c.note(s)
		if n.looked == c.turn {
			return
		}
		n.looked = c.turn
		e := entry{sample: s, before: c.waited(s, k+1), after: c.waits(s, k+1)}
		if !e.before && !e.after {
			return
		}
		f := c.touched(s)
		var in []signal // to layer k, of a sample that isn't touched
		if f == nil && (e.after || c.was(s).layer > k+1) {
			in = c.in(s, k)
		}
		if n := c.was(s); e.before && n.layer == k+1 {
			e.old = n.in
		} else if e.before {
			if f != nil {
				in = f.entry.old
			}
			e.old = c.passed(s, k, in, c.was)
		}
		if f != nil {
			in = f.entry.in
		}
		if e.after && e.before && (f == nil || !f.entry.changed()) {
			e.in = c.updated(s, k, in, e.old)
		} else if e.after {
			e.in = c.passed(s, k, in, c.is)
		}
		if e.changed() {
			c.note(s).enters = c.turn
			entries = append(entries, &e)
		}
	}
	for _, s := range seen {
		f := c.touched(s)
		look(s)
		if f.now == f.old || !f.old.of(k) && !f.now.of(k) {
			continue
		}
		for _, t := range c.around(s) {
			if t.within(act.moderate) && (c.waited(t.sample, k+1) || c.waits(t.sample, k+1)) {
				look(t.sample)
			}
		}
	}
	// What is as it was is no longer followed.
	for _, s := range seen {
		f := c.touched(s)
		if f == nil {
			continue // seen twice
		}
		f.lost = false
		if n := c.note(s); f.now != nil && f.now == f.old || f.now == nil && s != c.gone && n.enters != c.turn {
			n.fate = nil
		}
	}
	return entries
}

// passed is what a sample that brings in to layer k brings to the next one.
func (c *change) passed(s, k int32, in []signal, node func(int32) *grownNode) (next []signal) {
	below, act := c.below[:0], c.acts(int(k))
	for _, t := range c.around(s) {
		if !t.within(act.moderate) {
			continue
		}
		if n := node(t.sample); n.of(k) {
			below = append(below, n)
		}
	}
	sortNodes(below)
	c.below = below
	for _, n := range below {
		next = c.signal(next, in, s, n, k)
	}
	return next
}

// updated is what a sample that brings the same to layer k as before brings to the next one, where that was old: only
// signals of nodes that changed are others.
func (c *change) updated(s, k int32, in, old []signal) []signal {
	act := c.acts(int(k))
	next, same := old, true
	for _, t := range c.around(s) {
		if !t.within(act.moderate) {
			continue
		}
		was, is := c.was(t.sample), c.is(t.sample)
		if was == is || !was.of(k) && !is.of(k) {
			continue
		}
		if same {
			next, same = slices.Clone(old), false
		}
		if was.of(k) {
			next = slices.DeleteFunc(next, func(v signal) bool { return v.from == was })
		}
		if is.of(k) {
			n := len(next)
			if next = c.signal(next, in, s, is, k); len(next) > n {
				v := next[n]
				for ; n > 0 && is.before(next[n-1].from); n-- {
					next[n] = next[n-1]
				}
				next[n] = v
			}
		}
	}
	return next
}
