package core

import "math"

// layer is a finished or growing layer: nodes in order, each with the
// fingerprint η that its sample had when it entered.
type layer struct {
	settings Settings
	act      activation
	point    []int // the node's point
	collided int   // nodes that joined by a collision

	// The fingerprints, dense: one row of width numbers a node ...
	width int
	eta   []float64
	// ... or sparse (start is not nil): node i has parts[start[i]:start[i+1]],
	// and the point's x.
	start []int
	parts []component
}

func (l *layer) size() int            { return len(l.point) }
func (l *layer) isSparse() bool       { return l.start != nil }
func (l *layer) node(i int) []float64 { return l.eta[i*l.width : (i+1)*l.width : (i+1)*l.width] }

func (l *layer) push(point int, eta []float64) {
	l.width = len(eta)
	l.point = append(l.point, point)
	l.eta = append(l.eta, eta...)
}

// distances writes the squared distance from v to every node to dst, which is
// grown as needed, and returns it with the nearest node, the first of equals;
// -1 when the layer is empty. O(nodes · width).
func (l *layer) distances(dst, v []float64) ([]float64, int) {
	dst = dst[:0]
	nearest, least := -1, math.Inf(1)
	for i := range l.point {
		d2 := squaredDistance(v, l.node(i))
		dst = append(dst, d2)
		if d2 < least || nearest < 0 {
			nearest, least = i, d2
		}
	}
	return dst, nearest
}

// network is the layers over a set of points.
type network struct {
	points *points
	skip   bool    // the skip connection: layers see the input again
	q      float64 // the reach
	r      float64
	rule   settingsRule
	layers []*layer
	tree   *kdTree // over the points
	places []place // where each point is; only with sparse fingerprints
}

// sparse says whether the layers have sparse fingerprints.
func (n *network) sparse() bool { return n.places != nil }

func (n *network) newLayer(k int) *layer {
	s := n.rule.layer(k, n.q)
	return &layer{settings: s, act: newActivation(s, n.r)}
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
