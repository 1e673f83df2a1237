package core

import (
	"cmp"
	"math"
	"slices"
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
	kept func() bool  // whether near costs nothing; nil: it does

	noted  []int32 // of each sample its place in notes, from 1; 0 without one
	notes  []note  // of the change that goes on
	looked int     // samples examined so far
}

// note is what a change notes of a sample.
type note struct {
	sample               int32
	looked, done, enters int32 // the turn in which it was looked at, done, or became an entry
	fate                 *fate // nil without one
}

// neighbour is a sample near another one. Lists of them take much of a learner's memory.
type neighbour struct {
	sample int32
	d2     float32 // at most the squared distance in the input space, and no distance in a deeper layer is below that
}

// atDistance is a neighbour at a squared distance.
func atDistance(sample int32, d2 float64) neighbour {
	down := float32(d2)
	if float64(down) > d2 {
		down = math.Nextafter32(down, 0)
	}
	return neighbour{sample, down}
}

// within says whether it may be within a squared distance.
func (n neighbour) within(d2 float64) bool { return float64(n.d2) <= d2 }

// grownNode is a neuron. It is replaced, never changed, when its fingerprint or its place changes: so two fingerprints are
// the same if they have the same nodes with the same activations.
type grownNode struct {
	sample, layer int32
	collided      bool     // for the report
	join          *joining // nil in the pass
	in            []signal
}

// joining is how a node came that joined after the pass.
type joining struct {
	parent int32 // whose recognition let it in
	time   []int32
}

// time is empty in the pass.
func (n *grownNode) time() []int32 {
	if n.join == nil {
		return nil
	}
	return n.join.time
}

// signal is a component of a fingerprint: the activation of a node of the layer below, times q/2.
type signal struct {
	from *grownNode
	v    float64
}

// order is that of two nodes of a layer.
func (n *grownNode) order(o *grownNode) int {
	if c := slices.Compare(n.time(), o.time()); c != 0 {
		return c
	}
	return cmp.Compare(n.sample, o.sample)
}

// before is the order of layers and nodes.
func (n *grownNode) before(o *grownNode) bool {
	if n.layer != o.layer {
		return n.layer < o.layer
	}
	if n.join == nil && o.join == nil {
		return n.sample < o.sample
	}
	return n.order(o) < 0
}

// sortNodes puts them in the order of layers and nodes.
func sortNodes(list []*grownNode) { sortFew(list, (*grownNode).before) }

// sortFew sorts by insertions, which cost least where there are few.
func sortFew[T any](list []T, before func(a, b T) bool) {
	const few = 32
	if len(list) > few {
		slices.SortFunc(list, func(a, b T) int {
			if before(a, b) {
				return -1
			}
			return 1
		})
		return
	}
	for i := 1; i < len(list); i++ {
		v, at := list[i], i
		for ; at > 0 && before(v, list[at-1]); at-- {
			list[at] = list[at-1]
		}
		list[at] = v
	}
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
