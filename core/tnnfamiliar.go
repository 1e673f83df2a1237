package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/network"
)

// A TNN's output is also a sum over its samples,
//
//	TNN(x) = Σ_j y_j s_j,   s_j = σ(W_j x + b_j) - σ(W_{j+1} x + b_{j+1})
//
// in which s_j, the share of sample j, is near 1 at the sample and ½ in the
// middle of a gap. Familiarity is the larger share of the samples beside x (with
// an order, the largest of all). Above the highest sample
// none follows, and its share would stay 1 for ever; a neuron is therefore
// imagined there as far off as the last gap is wide, as SPEC 2 bounds what is
// known by half a gap: where recognition turns weak, familiarity falls below ½.

// recognisingShare is the share from which a sample recognises an input: the
// classic τ_act.
const recognisingShare = network.ClassicActivation

// near are the neurons that can tell how well x is known: all, but on one feature those of the samples beside x.
func (m *TNN) near(x []float64) (from, to int) {
	n := len(m.order)
	if m.index == nil {
		return 0, n - 1
	}
	at, _ := slices.BinarySearch(m.x.Data, x[0])
	return max(at-1, 0), min(at, n-1)
}

// knows says how well the scaled x is known: the largest share, and the neuron whose sample has it. Recognition is
// strong when every σ is within σ(-a) of 0 or 1. On one feature it costs O(log N).
func (m *TNN) knows(x []float64) (share float64, neuron int, r Recognition) {
	from, to := m.near(x)
	top := len(m.order) - 1
	beyond := float64(2*m.a*m.steps(top, x)) - m.a // z of the imagined neuron
	next := beyond
	if to < top {
		next = m.z(to+1, x)
	}
	above := floatmath.Sigmoid(next)
	r = Strong
	for j := to; j >= from; j-- {
		z := m.z(j, x)
		if z < m.a && z > -m.a {
			r = Moderate
		}
		on := floatmath.Sigmoid(z)
		if s := on - above; s > share {
			share, neuron = s, j
		}
		above = on
	}
	if beyond > 0 || m.z(0, x) < 0 {
		r = Weak
	}
	return share, neuron, r
}
