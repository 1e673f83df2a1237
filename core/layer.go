package core

import (
	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// layer is a finished or growing layer: nodes in order, each with the
// fingerprint η that its sample had when it entered.
type layer struct {
	settings Settings
	act      activation
	point    []int // the node's point
	collided int   // nodes that joined by a collision

	eta blocks.List // without the skip connection; with it the network has the fingerprints (sparsenodes.go)
}

func (l *layer) size() int { return len(l.point) }

func (l *layer) push(point int, eta []float64) {
	l.eta.Push(eta)
	l.point = append(l.point, point)
}

// network is the layers over a set of points.
type network struct {
	choices
	basis
	layers []*layer
	answering
}

// choices are what the layers are to be.
type choices struct {
	points *points
	skip   bool // the skip connection: layers see the input again
	r      float64
	rule   settingsRule
}

// basis is what the layers are built on.
type basis struct {
	q      float64        // the reach
	index  *spatial.Index // over the points; nil where neither the reach nor a skip connection needs it
	joined *spatial.Pairs // many features: pairs that finding the reach has found, until the builder takes them
	acts   []activation   // of layers 1, 2, ..., found when the first of them is made: many fall and are made again
}

// answering is what a search in a finished network with the skip connection needs.
type answering struct {
	nodes    *sparseNodes                         // fingerprints
	searched float64                              // the squared radius that a search begins with
	cells    *spatial.Grid                        // few features: what is within it
	kept     answers                              // with a propagation to be used again: to make one takes longer than an answer in the plane
	grows    interface{ newSearch() propagation } // the learner that changes it; nil for a model (an interface: the page's module links no learner)
}

// nodeOf is the layer, from 0, and the number in it of the node with a rank.
func (n *network) nodeOf(rank int32) (layer, node int) {
	node = int(rank)
	for node >= n.layers[layer].size() {
		node -= n.layers[layer].size()
		layer++
	}
	return layer, node
}

func (n *network) newLayer(k int) *layer {
	for len(n.acts) < k {
		n.acts = append(n.acts, n.activation(len(n.acts)+1, n.q))
	}
	return &layer{settings: n.rule.layer(k, n.q), act: n.acts[k-1]}
}

// activation is that of layer k, given the reach.
func (n *network) activation(k int, q float64) activation {
	return newActivation(n.rule.layer(k, q), n.r)
}

// enter writes the vector that layer k+1 sees to dst, given the activations v
// of layer k and the scaled input x:
//
//	paper:  v
//	skip:   [ (q/2)·v' ; x ],  v' = v where v >= τ_ad of layer k, else 0
func (n *network) enter(dst []float64, k int, v, x []float64) []float64 {
	if !n.skip {
		return append(dst[:0], v...)
	}
	dst = dst[:0]
	half, least := n.q/2, n.rule.layer(k, n.q).Admission
	for _, a := range v {
		if a < least {
			dst = append(dst, 0)
		} else {
			dst = append(dst, float64(half*a))
		}
	}
	return append(dst, x...)
}
