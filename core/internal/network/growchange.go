package network

import (
	"cmp"
	"slices"
)

// This file is one change of a network that grows (grow.go).

// Insert places a sample among the others, remove takes one out. Its number says where it stands in the data set; near
// and x must know it in both cases.
func (g *grown) Insert(s int32) { g.apply(&fate{sample: s, after: true}, -1) }
func (g *grown) Remove(s int32) { g.apply(&fate{sample: s, old: g.node[s], before: true}, s) }

func (g *grown) apply(first *fate, gone int32) {
	c := g.change(gone)
	entries := []*fate{first}
	for k := int32(1); len(entries) > 0; k++ {
		c.place(k, entries)
		entries = c.next(k)
	}
	for _, f := range c.all {
		if g.fates[f.sample] == f {
			g.node[f.sample], g.fates[f.sample] = f.now, nil
		}
	}
}

func (g *grown) change(gone int32) change {
	g.fates = append(g.fates, make([]*fate, len(g.node)-len(g.fates))...)
	return change{grown: g, gone: gone, nearby: map[int32][]Neighbour{}}
}

// change is what one sample's coming or going makes of the network.
type change struct {
	*grown
	gone   int32
	nearby map[int32][]Neighbour
	queue  []turn  // the least last
	seen   []*fate // in this layer
	all    []*fate // that were made
}

// fate is what a sample was before the change, and what it is after it. old and now are its nodes, nil where it is none of
// the layers so far.
type fate struct {
	sample        int32
	old, now      *grownNode
	before, after bool     // it comes to the layer, before and now
	was, in       []signal // what it brings then
	noted         bool     // by next
}

func (f *fate) changed() bool { return f.before != f.after || !slices.Equal(f.was, f.in) }

// turn is a time at which a sample may join, or be lost; empty in the pass.
type turn struct {
	time   []int32
	sample int32
}

// push gives a sample its turn.
func (c *change) push(time []int32, s int32) {
	at, is := slices.BinarySearchFunc(c.queue, turn{time, s}, func(a, b turn) int {
		return cmp.Or(slices.Compare(b.time, a.time), cmp.Compare(b.sample, a.sample))
	})
	if !is {
		c.queue = slices.Insert(c.queue, at, turn{time, s})
	}
}

func (c *change) around(s int32) []Neighbour {
	list, known := c.nearby[s]
	if !known {
		list = c.Near(s)
		c.nearby[s] = list
	}
	return list
}

// at is a sample's node, now or before: nil where it isn't one of the layers so far, or is gone.
func (c *change) at(s int32, now bool) *grownNode {
	switch f := c.fates[s]; {
	case f == nil:
		return c.node[s]
	case now:
		return f.now
	default:
		return f.old
	}
}

// comes says whether a sample comes to layer k, now or before.
func (c *change) comes(s, k int32, now bool) bool {
	n := c.at(s, now)
	return n != nil && n.layer >= k || n == nil && now && s != c.gone && c.fates[s] != nil
}

// through is what a sample that brings in to layer k brings to layer to, now or before.
func (c *change) through(s int32, in []signal, k, to int32, now bool) []signal {
	var below []*grownNode
	for _, t := range c.around(s) {
		if n := c.at(t.Sample, now); n != nil && n.layer >= k && n.layer < to && t.within(c.acts(int(n.layer)).Moderate) {
			below = append(below, n)
		}
	}
	slices.SortFunc(below, (*grownNode).order)
	for ; k < to; k++ {
		act := c.acts(int(k))
		var next []signal
		for ; len(below) > 0 && below[0].layer == k; below = below[1:] {
			if d2 := c.distance(in, below[0].in, s, below[0].sample); d2 <= act.Moderate {
				next = append(next, signal{below[0], float64(c.half * act.At(d2))})
			}
		}
		in = next
	}
	return in
}

// touch is the fate of a sample that comes to layer k.
func (c *change) touch(s, k int32) *fate {
	f := c.fates[s]
	if f == nil {
		f = &fate{sample: s, old: c.node[s], before: true, after: true}
		if f.old.of(k) {
			f.now, f.in = f.old, f.old.in
		} else {
			f.in = c.through(s, nil, 1, k, true)
		}
		f.was = f.in
		c.fates[s] = f
		c.seen, c.all = append(c.seen, f), append(c.all, f)
	}
	return f
}

// place examines the entries to layer k, and whom they wake, each at its time.
func (c *change) place(k int32, entries []*fate) {
	act := c.acts(int(k))
	c.seen, c.all = append(c.seen[:0], entries...), append(c.all, entries...)
	for _, f := range entries {
		if c.fates[f.sample] = f; f.after && f.old.of(k) {
			f.now = f.old
		}
		c.push(nil, f.sample)
	}
	for len(c.queue) > 0 {
		next := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		f := c.touch(next.sample, k)
		was, is := f.old, (*grownNode)(nil)
		if f.after {
			was, is = f.now, c.examine(f, k, next.time)
			f.now = is
		}
		if is == was {
			continue
		}
		for _, t := range c.around(f.sample) {
			if !c.comes(t.Sample, k, true) {
				continue
			}
			if t.Sample > f.sample && t.within(act.Moderate) && (was.inPass(k) || is.inPass(k)) {
				c.push(nil, t.Sample)
			}
			now := c.at(t.Sample, true)
			if !t.within(act.Strong) || now.inPass(k) {
				continue
			}
			if was.of(k) && now.joined(k) && slices.Equal(now.time, after(was.time, t.Sample)) {
				c.push(now.time, t.Sample)
			}
			if is == nil {
				continue
			}
			time := after(is.time, t.Sample)
			if (!now.joined(k) || slices.Compare(time, now.time) < 0) && c.distance(c.touch(t.Sample, k).in, is.in, t.Sample, f.sample) <= act.Strong {
				c.push(time, t.Sample)
			}
		}
	}
}

// examine says what a sample that comes to layer k is at its turn there.
func (c *change) examine(f *fate, k int32, at []int32) *grownNode {
	if at == nil {
		if node, collided := c.pass(f.sample, k, f.in); node {
			return f.as(k, nil, collided)
		}
		if !f.changed() && (f.now == nil || f.now.time != nil) { // whom another one lets in or not has turns of its own
			return f.now
		}
	} else if f.now != nil && slices.Compare(f.now.time, at) < 0 {
		return f.now
	}
	time := c.recognised(f.sample, k, f.in)
	if time == nil {
		return nil
	}
	if slices.Equal(time, at) {
		return f.as(k, at, true)
	}
	c.push(time, f.sample)
	return nil
}

// as is its node of layer k with a time: the old one, if it is the same.
func (f *fate) as(k int32, time []int32, collided bool) *grownNode {
	if n := f.old; n.of(k) && slices.Equal(n.time, time) && !f.changed() {
		n.collided = collided
		return n
	}
	return &grownNode{sample: f.sample, layer: k, collided: collided, time: time, in: f.in}
}

// pass holds a sample against the nodes of the pass over layer k before it.
func (c *change) pass(s, k int32, in []signal) (node, collided bool) {
	act := c.acts(int(k))
	nearest := inf
	for _, t := range c.around(s) {
		if t.Sample > s || !t.within(act.Moderate) {
			continue
		}
		if n := c.at(t.Sample, true); n.inPass(k) {
			nearest = min(nearest, c.distance(in, n.in, s, t.Sample))
		}
	}
	collided = nearest <= act.Strong
	return collided || nearest > act.Moderate, collided
}

// recognised is the time at which the nodes of layer k let a sample in; nil if none does.
func (c *change) recognised(s, k int32, in []signal) (first []int32) {
	act := c.acts(int(k))
	for _, t := range c.around(s) {
		if n := c.at(t.Sample, true); n.of(k) && t.within(act.Strong) && c.distance(in, n.in, s, t.Sample) <= act.Strong {
			if time := after(n.time, s); first == nil || slices.Compare(time, first) < 0 {
				first = time
			}
		}
	}
	return first
}

// next finds the entries to layer k+1 that changed.
func (c *change) next(k int32) (entries []*fate) {
	act := c.acts(int(k))
	var others []*fate
	note := func(f *fate) {
		if !f.noted {
			f.noted = true
			others = append(others, f)
		}
	}
	for _, f := range c.seen {
		other := f.now != f.old && (f.now.of(k) || f.old.of(k))
		if other || f.changed() {
			note(f)
		}
		if !other {
			continue
		}
		for _, t := range c.around(f.sample) {
			if !t.within(act.Moderate) || !c.comes(t.Sample, k+1, false) && !c.comes(t.Sample, k+1, true) {
				continue
			}
			feels := func(n *grownNode, in []signal) bool {
				return n.of(k) && c.distance(in, n.in, t.Sample, n.sample) <= act.Moderate
			}
			if g := c.touch(t.Sample, k); !g.noted && !g.changed() && (feels(f.old, g.in) || feels(f.now, g.in)) {
				note(g)
			}
		}
	}
	for _, f := range others {
		e := &fate{sample: f.sample, old: f.old, before: c.comes(f.sample, k+1, false), after: c.comes(f.sample, k+1, true)}
		if !e.after {
			e.now = f.now
		} else {
			e.in = c.through(f.sample, f.in, k, k+1, true)
		}
		if e.old.of(k + 1) {
			e.was = e.old.in
		} else if e.before {
			e.was = c.through(f.sample, f.was, k, k+1, false)
		}
		if e.changed() {
			entries = append(entries, e)
		}
	}
	for _, f := range c.seen { // what is as it was is no longer followed
		if f.now == f.old || f.now == nil && f.sample != c.gone {
			c.fates[f.sample] = nil
		}
	}
	return entries
}
