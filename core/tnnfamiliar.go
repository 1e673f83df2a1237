package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
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
const recognisingShare = classicActivation

// line is the neurons of a TNN on one feature, or those of the TNN that would be
// there without one of its samples: of its neurons j is gone, the one above it
// has a wider gap, and the lowest another mean.
type line struct {
	of   *sorted
	left int     // the sample left out, beyond the last for none
	gap0 float64 // of the lowest
}

func (s *sorted) line() line {
	return line{of: s, left: len(s.unsaturated.X), gap0: s.unsaturated.Gap(0)}
}

func (s *sorted) familiarity(x []float64) (share float64, neuron int) {
	return s.line().familiarity(x[0])
}
func (s *sorted) recognition(x []float64) Recognition { return s.line().recognition(x[0]) }

func (l line) count() int {
	if l.left < len(l.of.unsaturated.X) {
		return len(l.of.unsaturated.X) - 1
	}
	return len(l.of.unsaturated.X)
}

// number is the neuron's number in the whole TNN.
func (l line) number(j int) int {
	if j >= l.left {
		return j + 1
	}
	return j
}

func (l line) x(j int) float64 { return l.of.unsaturated.X[l.number(j)] }

func (l line) gap(j int) float64 {
	switch {
	case j == 0:
		return l.gap0
	case j == l.left:
		return l.of.unsaturated.X[j+1] - l.of.unsaturated.X[j-1]
	}
	return l.of.unsaturated.Gap(l.number(j))
}

func (l line) z(j int, x float64) float64 { return zOf(l.of.a, x, l.x(j), l.gap(j)) }

// beyond is z of the imagined neuron above the highest sample.
func (l line) beyond(x float64) float64 {
	top := l.count() - 1
	return float64(2*l.of.a*((x-l.x(top))/l.gap(top))) - l.of.a
}

func (l line) share(j int, x float64) float64 {
	next := l.beyond(x)
	if j+1 < l.count() {
		next = l.z(j+1, x)
	}
	return floatmath.Sigmoid(l.z(j, x)) - floatmath.Sigmoid(next)
}

// above is how many samples are below x.
func (l line) above(x float64) int {
	at, _ := slices.BinarySearch(l.of.unsaturated.X, x)
	if at > l.left {
		at--
	}
	return at
}

// familiarity is the largest share, which one of the samples beside x has, and
// its neuron. O(log N).
func (l line) familiarity(x float64) (share float64, neuron int) {
	at := l.above(x)
	for j := max(at-1, 0); j <= min(at, l.count()-1); j++ {
		if s := l.share(j, x); s > share {
			share, neuron = s, l.number(j)
		}
	}
	return share, neuron
}

// recognition is strong when every σ is within σ(-a) of 0 or 1; only the neuron
// of the first sample at or above x can be otherwise. O(log N).
func (l line) recognition(x float64) Recognition {
	at := l.above(x)
	switch {
	case l.beyond(x) > 0 || l.z(0, x) < 0:
		return Weak
	case at == l.count():
		return Strong
	}
	if z := l.z(at, x); z < l.of.a && z > -l.of.a {
		return Moderate
	}
	return Strong
}
