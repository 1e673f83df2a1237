package network

import (
	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Layer is a finished or growing layer: nodes in order, each with the
// fingerprint η that its sample had when it entered.
type Layer struct {
	Settings Settings
	Act      *Activation
	Point    []int // the node's point
	Collided int   // nodes that joined by a collision

	eta blocks.List // without the skip connection; with it the network has the fingerprints (sparsenodes.go)
}

func (l *Layer) Size() int { return len(l.Point) }

func (l *Layer) push(point int, eta []float64) {
	l.eta.Push(eta)
	l.Point = append(l.Point, point)
}

// Network is the layers over a set of points.
type Network struct {
	Choices
	Q      float64 // the reach; 0 where nothing depends on it
	Layers []*Layer
	acts   []*Activation // of layers 1, 2, ..., found when the first of them is made: many fall and are made again

	Index    *spatial.Index // over the points; nil where neither the reach nor the skip connection needs it
	joined   *spatial.Pairs // many features: pairs that finding the reach has found, until they are taken
	nodes    *sparseNodes   // fingerprints, with the skip connection
	Searched float64        // the squared radius that a search begins with
	cells    *spatial.Grid  // few features: what is within it
}

// Choices are what the layers are to be.
type Choices struct {
	X      *spatial.Matrix     // the points
	Sample func(point int) int // what a point is called
	Skip   bool                // the skip connection: layers see the input again
	R      float64
	Rule   Rule
}

func New(c Choices) *Network { return &Network{Choices: c} }

// FindReach makes the index over the points and finds their reach, or takes the given one, where the layers depend on them.
func (n *Network) FindReach(given *float64, a Account) (err error) {
	if !n.Rule.FollowsReach() && !n.Skip {
		return nil
	}
	if n.Index, err = spatial.NewIndex(*n.X, a); err != nil {
		return err
	}
	if given != nil {
		n.Q = *given
		return nil
	}
	matters := n.matters
	if !n.Skip {
		matters = nil
	}
	n.Q, n.joined, err = spatial.Reach(n.Index, matters, a)
	return err
}

// NodeOf is the layer, from 0, and the number in it of the node with a rank.
func (n *Network) NodeOf(rank int32) (layer, node int) {
	node = int(rank)
	for node >= n.Layers[layer].Size() {
		node -= n.Layers[layer].Size()
		layer++
	}
	return layer, node
}

func (n *Network) newLayer(k int) *Layer {
	return &Layer{Settings: n.Rule.Layer(k, n.Q), Act: n.actOf(k)}
}

// actOf is the activation of layer k.
func (n *Network) actOf(k int) *Activation {
	for len(n.acts) < k {
		n.acts = append(n.acts, NewActivation(n.Rule.Layer(len(n.acts)+1, n.Q), n.R))
	}
	return n.acts[k-1]
}

// ActivationOf is that of its layer.
func (n *Network) ActivationOf(c *Neuron) *Activation {
	if n.Rule.Uniform() {
		return n.actOf(1)
	}
	k, _ := n.NodeOf(c.Rank)
	return n.Layers[k].Act
}

// enter writes the vector that layer k+1 sees to dst, given the activations v
// of layer k and the scaled input x:
//
//	paper:  v
//	skip:   [ (q/2)·v' ; x ],  v' = v where v >= τ_ad of layer k, else 0
func (n *Network) enter(dst []float64, k int, v, x []float64) []float64 {
	if !n.Skip {
		return append(dst[:0], v...)
	}
	dst = dst[:0]
	half, least := n.Q/2, n.Rule.Layer(k, n.Q).Admission
	for _, a := range v {
		if a < least {
			dst = append(dst, 0)
		} else {
			dst = append(dst, float64(half*a))
		}
	}
	return append(dst, x...)
}

// Fingerprint is η of node i of layer k, both from 0.
func (n *Network) Fingerprint(k, i int) []float64 {
	l := n.Layers[k]
	if n.nodes == nil {
		return l.eta.Point(i)
	}
	var v []float64
	if k > 0 {
		v = n.nodes.activations(l.Point[i], n.Layers[k-1].Size())
	}
	return append(v, n.X.Row(l.Point[i])...)
}

// Components are how many numbers the fingerprints have; with the skip connection without the points' own.
func (n *Network) Components() (count int) {
	if n.nodes != nil {
		return n.nodes.components()
	}
	for _, l := range n.Layers {
		count += l.Size() * l.eta.Width
	}
	return count
}

// Neuron is a node that an input activates.
type Neuron struct {
	Point  int32
	Rank   int32 // its number by layer and then by node
	V, D2  float64
	Weight float64 // in the output
}

// Share is what a node adds to a mean: its point's output, weighted by its activation, and by its point's weight.
type Share struct {
	V     float64
	Point int
}

// stronger orders nodes from different layers: by activation, then by layer,
// and inside a layer by squared distance, which tells apart what rounds to the
// same activation, then by node.
func (n *Network) stronger(a, b Neuron) bool {
	if a.V != b.V {
		return a.V > b.V
	}
	k, _ := n.NodeOf(a.Rank)
	other, _ := n.NodeOf(b.Rank)
	switch {
	case k != other:
		return k < other
	case a.D2 != b.D2:
		return a.D2 < b.D2
	}
	return a.Rank < b.Rank
}
