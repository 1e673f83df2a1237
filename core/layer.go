package core

// layer is a finished or growing layer: nodes in order, each with the
// fingerprint η that its sample had when it entered.
type layer struct {
	settings Settings
	act      activation
	point    []int // the node's point
	collided int   // nodes that joined by a collision
	last     int   // the node that kept a sample out last (keepsOut)

	// The fingerprints, dense: width numbers a node, in blocks (dense.go) ...
	width  int
	blocks [][]float64
	rest   []float64 // with the skip connection: Σ of the squared activations (rests)
	tails  []float64 // ... and the blocks' features, which are looked at without the rest
	// ... or sparse: in the network.
}

func (l *layer) size() int { return len(l.point) }

// network is the layers over a set of points.
type network struct {
	points *points
	skip   bool    // the skip connection: layers see the input again
	q      float64 // the reach
	r      float64
	rule   settingsRule
	layers []*layer
	acts   []activation // of layers 1, 2, ..., found when the first of them is made: many fall and are made again
	tree   *kdTree      // over the points; nil where neither the reach nor a skip connection needs it
	cells  *cells       // with sparse fingerprints of few features, over the tree's places
	nodes  *sparseNodes // sparse fingerprints; nil where the layers have dense ones

	// For search, which a single prediction makes anew:
	faintD2   float64 // faint()
	numbering *numbering
}

func (n *network) newLayer(k int) *layer {
	for len(n.acts) < k {
		n.acts = append(n.acts, newActivation(n.rule.layer(len(n.acts)+1, n.q), n.r))
	}
	return &layer{settings: n.rule.layer(k, n.q), act: n.acts[k-1]}
}

// floor is the activation below which the skip connection passes on 0: it
// keeps fingerprints sparse, only nodes within about 2.3 q count.
const floor = 0.01

// enter writes the vector that layer k+1 sees to dst, given the activations v
// of layer k and the scaled input x:
//
//	paper:  v
//	skip:   [ (q/2)·v' ; x ],  v' = v where v >= floor, else 0
func (n *network) enter(dst, v, x []float64) []float64 {
	if !n.skip {
		return append(dst[:0], v...)
	}
	dst = dst[:0]
	half := n.q / 2
	for _, a := range v {
		if a < floor {
			dst = append(dst, 0)
		} else {
			dst = append(dst, float64(half*a))
		}
	}
	return append(dst, x...)
}
