package network

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/floatmath"
)

// Settings are the parameters of one layer (section 3, "Double selective
// activation" and "SQANN construction").
type Settings struct {
	A1         float64 // width of the sharp peak, in squared units of distance; > 0
	A2         float64 // width of the plateau, in units of distance; > 0
	Admission  float64 // τ_ad: below it for every node, a sample is new to the layer
	Activation float64 // τ_act: above it for some node, a sample is recognised; 0 < τ_ad <= τ_act < 1
}

// Classic are the authors' for layer k = 1, 2, ...: a1 = 0.001 +
// 0.999 k/50 (at most 1), a2 = 1 - 0.3 k/100 (at least 0.7), thresholds 0.1, 0.9.
func Classic(k int) Settings {
	return Settings{
		A1:         math.Min(0.001+float64(0.999*float64(k))/50, 1),
		A2:         math.Max(1-float64(0.3*float64(k))/100, 0.7),
		Admission:  ClassicAdmission,
		Activation: ClassicActivation,
	}
}

// The thresholds that the authors use, and all settings that aren't listed.
const (
	ClassicAdmission  = 0.1
	ClassicActivation = 0.9
)

// Auto fit the activation to the data: q, the reach, is how far almost
// every sample is from its nearest other one. At d = q a node is activated just
// under the admission threshold, so with the skip connection a fingerprint has the neurons nearer than q: one to two on
// average, in any number of features.
func Auto(q float64) Settings {
	return Settings{A1: float64(q / 3 * (q / 3)), A2: 0.9 * q, Admission: ClassicAdmission, Activation: ClassicActivation}
}

// Rule gives a layer's settings: those of a list, the last of which serve all deeper layers; without one the classic ones.
type Rule struct {
	List    []Settings
	Auto    bool // those that follow from the reach, for every layer; there is no list
	InReach bool // the list is in units of the reach q: a1 of q², a2 of q
}

// Layer gives those of layer k, for a reach.
func (r Rule) Layer(k int, q float64) Settings {
	switch {
	case len(r.List) > 0:
		s := r.List[min(k, len(r.List))-1]
		if r.InReach {
			s.A1, s.A2 = s.A1*q*q, s.A2*q
		}
		return s
	case r.Auto:
		return Auto(q)
	default:
		return Classic(k)
	}
}

// FollowsReach says whether settings do.
func (r Rule) FollowsReach() bool { return r.InReach || r.Auto }

// kinds is the number of layers from which on all have the same settings.
func (r Rule) kinds() int {
	switch {
	case len(r.List) > 0:
		return len(r.List)
	case r.Auto:
		return 1
	default:
		return 100 // a2 falls up to there
	}
}

// Uniform says whether all layers have the same settings.
func (r Rule) Uniform() bool {
	if len(r.List) == 0 {
		return r.Auto
	}
	for _, s := range r.List[1:] {
		if s != r.List[0] {
			return false
		}
	}
	return true
}

// Activation is σ_dsa with one layer's settings, as a function of the squared
// distance (equation 3), with its thresholds turned into squared radii.
//
//	σ_dsa(d) = (1-r) a1/(a1+d²) + r exp(-(d/a2)^8)
type Activation struct {
	a1, perA2, r, oneMinusR float64 // perA2 = 1/a2², oneMinusR = 1-r
	plateau                 float64 // beyond this d² the second term is 0
	Strong                  float64 // the largest d² at which σ_dsa > τ_act
	Moderate                float64 // the largest d² at which σ_dsa >= τ_ad
}

// NewActivation is for a mixing weight r; the paper has 0.5.
func NewActivation(s Settings, r float64) *Activation {
	a := &Activation{a1: s.A1, perA2: 1 / float64(s.A2*s.A2), r: r, oneMinusR: 1 - r}
	const zero = 5.25 // exp(-zero⁴) is 0
	a.plateau = math.Min(zero/a.perA2, math.MaxFloat64)
	a.Strong = a.radius(func(v float64) bool { return v > s.Activation })
	a.Moderate = a.radius(func(v float64) bool { return v >= s.Admission })
	return a
}

// At returns σ_dsa at squared distance d2. It is 1 at 0 and 0 at infinity.
func (a *Activation) At(d2 float64) float64 {
	v := peak(d2, a.a1, a.oneMinusR)
	if d2 <= a.plateau {
		n, part := floatmath.ExpReduced(exponent(d2, a.perA2))
		v += float64(a.r * floatmath.Scaled(floatmath.ExpFactors(n, part)))
	}
	return v
}

// all is At for a list. Like other loops that take many activations it has no calls: one
// took 12 ns natively and 28 under WebAssembly with two of them, and takes 9.6 and 12.
//
//go:noinline
func (a *Activation) all(v, d2 []float64) {
	v = v[:len(d2)]
	a1, perA2, r, rest, plateau := a.a1, a.perA2, a.r, a.oneMinusR, a.plateau
	for i, d2 := range d2 {
		sum := peak(d2, a1, rest)
		if d2 <= plateau {
			n, part := floatmath.ExpReduced(exponent(d2, perA2))
			sum += float64(r * floatmath.Scaled(floatmath.ExpFactors(n, part)))
		}
		v[i] = sum
	}
}

// peak is the first term.
func peak(d2, a1, rest float64) float64 { return float64(rest * (a1 / (a1 + d2))) }

// exponent is that of the second term.
func exponent(d2, perA2 float64) float64 {
	t := float64(d2 * perA2)
	t *= t
	return -float64(t * t)
}

// radius returns the largest squared distance whose activation still satisfies
// holds, by bisection over the bits: positive float64s are ordered as their bits.
func (a *Activation) radius(holds func(float64) bool) float64 {
	low, high := uint64(0), math.Float64bits(math.Inf(1))
	for low+1 < high {
		middle := (low + high) / 2
		if holds(a.At(math.Float64frombits(middle))) {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Float64frombits(low)
}
