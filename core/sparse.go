package core

import "math"

var inf = math.Inf(1)

// With the skip connection two samples are at least as far apart in a deeper
// layer as in the input space, and activations below the floor count as 0. Where
// the data has few dimensions a sample therefore has to do only with the points
// near it: its fingerprint is a short list. This file has such fingerprints;
// construct_sparse.go and search.go use them.
//
// The bits are those of the dense form: an absent component would add (0-0)² to
// a sum, which changes nothing, and those present are added in the same order.

// component is one activation of a sparse fingerprint, times q/2; node counts
// in the layer below. Lists of them are in node order.
type component struct {
	node int32
	v    float64
}

// sparseNodes are the nodes of all layers with their fingerprints, in the k-d
// tree's order: what is near in the input space is near in memory.
type sparseNodes struct {
	*numbering
	start []int32 // the fingerprint at place i: parts[start[i]:start[i+1]], and the point's x
	parts []component
}

func (s *sparseNodes) fingerprint(at int32) []component {
	return s.parts[s.start[at]:s.start[at+1]]
}

// sparseDistance is the squared distance between [a; x] and [b; y].
func sparseDistance(a, b []component, x, y []float64) float64 {
	var sum float64
	for i := range b {
		for len(a) > 0 && a[0].node < b[i].node {
			sum += float64(a[0].v * a[0].v)
			a = a[1:]
		}
		d := b[i].v
		if len(a) > 0 && a[0].node == b[i].node {
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

// within appends the places whose squared distance from x is at most limit, which
// is the faint radius's; in the order that the cells have, if there are some.
func (n *network) within(dst []near, x []float64, limit float64) []near {
	if n.cells != nil {
		return n.cells.within(dst, x)
	}
	return n.tree.within(dst, x, limit)
}

// suitsSparse says whether the network keeps sparse fingerprints: it has the skip
// connection, one setting for all layers, and few points in one another's reach.
// Either form gives the same bits; this only decides what it costs.
//
// A pair costs about 4 m²/L in the sparse form and N²/(2L) in the dense one, for
// m points within the faint radius and L layers. m is measured on some points.
func (n *network) suitsSparse() bool {
	x := n.points.x
	if !n.skip || !n.rule.uniform() || x.Rows < 8 {
		return false
	}
	faint := n.faint()
	probes := min(64, x.Rows)
	var found []near
	for i := range probes {
		found = n.tree.within(found, x.Row(i*(x.Rows/probes)), faint)
		if len(found) > probes*x.Rows/6 {
			return false
		}
	}
	return true
}

// faint is the largest squared distance at which an activation reaches the
// floor, in any layer: all layers have the same settings here.
func (n *network) faint() float64 {
	a := newActivation(n.rule.layer(1, n.q), n.r)
	return math.Max(a.radius(func(v float64) bool { return v >= floor }), a.moderate)
}

// uniform says whether all layers have the same settings.
func (r settingsRule) uniform() bool {
	if len(r.list) == 0 {
		return r.choice == SettingsAuto
	}
	for _, s := range r.list[1:] {
		if s != r.list[0] {
			return false
		}
	}
	return true
}
