package network

import (
	"cmp"
	"math"
	"slices"
)

// This file keeps a network with the skip connection current while samples come and go (SPEC 3.15). Scaling, reach and
// settings stay; then the network is a function of the samples and their order, and a change is felt only near itself:
//
//	entries = the samples whose entry to layer 1 changed: the one that comes or goes
//	for k = 1, 2, ... while there are entries:
//	  examine them, the least time first, in data set order within the pass; who becomes a node, or stops being one,
//	  wakes those whom it filters, and those whom it lets in or had let in
//	  entries = those whose fingerprint for layer k+1 changed: neighbours of changed nodes, and who left or stayed
//
// A node's place in its layer is a time: empty for nodes of the pass, which stand in data set order; else the list of
// suffix maxima on the path of recognitions that let it in. resolve of sparseBuilder lets the first recognised sample in
// data set order join, then what that one lets in, and so on: lists that are compared lexicographically give the same order,
// and don't shift when another sample is inserted. What a node lets in has a later time than the node.
//
// Cost: a search among the points for each sample that is looked at, and its distances to those near it in the layers
// that it passes.

// grown is the network.
type grown struct {
	half float64 // q/2
	acts func(k int) *Activation
	Near func(s int32) []Neighbour // the samples present that can matter to s; s itself isn't among them
	x    func(s int32) []float64
	node []*grownNode // of each sample by its number; nil: gone, or another sample stands for it

	fates []*fate // of each sample that a change goes on about
}

// Neighbour is a sample near another one. Lists of them take much of a learner's memory.
type Neighbour struct {
	Sample int32
	d2     float32 // at most the squared distance in the input space, and no distance in a deeper layer is below that
}

// atDistance is a neighbour at a squared distance.
func atDistance(sample int32, d2 float64) Neighbour {
	down := float32(d2)
	if float64(down) > d2 {
		down = math.Nextafter32(down, 0)
	}
	return Neighbour{sample, down}
}

// within says whether it may be within a squared distance.
func (n Neighbour) within(d2 float64) bool { return float64(n.d2) <= d2 }

// grownNode is a neuron. It is replaced, never changed, when its fingerprint or its place changes: so two fingerprints are
// the same if they have the same nodes with the same activations.
type grownNode struct {
	sample, layer int32
	collided      bool    // for the report
	time          []int32 // empty in the pass
	in            []signal
}

// signal is a component of a fingerprint: the activation of a node of the layer below, times q/2.
type signal struct {
	from *grownNode
	v    float64
}

// order is that of layers and nodes.
func (n *grownNode) order(o *grownNode) int {
	if n.layer != o.layer {
		return cmp.Compare(n.layer, o.layer)
	}
	if c := slices.Compare(n.time, o.time); c != 0 {
		return c
	}
	return cmp.Compare(n.sample, o.sample)
}

// of says whether a node is one of layer k, inPass whether of the pass over it, joined whether it joined after that.
func (n *grownNode) of(k int32) bool     { return n != nil && n.layer == k }
func (n *grownNode) inPass(k int32) bool { return n.of(k) && n.time == nil }
func (n *grownNode) joined(k int32) bool { return n.of(k) && n.time != nil }

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
