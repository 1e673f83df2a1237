package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/network"
)

// InterpolationMode says how an output is made when no node is strongly
// activated (SPEC 3.5).
type InterpolationMode uint8

const (
	InterpolatePreset    InterpolationMode = iota
	InterpolateTop                         // Σ V_i α_i / Σ V_i (V times the sample's weight) over the K most strongly activated nodes; the plain mean if all V are 0
	InterpolateLayerwise                   // the same over the strongest node of each layer
	InterpolateTNN                         // a TNN on the points (0, α₂), (1, α₁), evaluated at V₁/(V₁+V₂)
	InterpolateNearest                     // α of the strongest
	InterpolateNone                        // no output: NaN, status StatusNone
	InterpolateFunction                    // the caller's: Function
	InterpolateLocal                       // a line through the K most strongly activated nodes of all layers: Local
	InterpolateAuto                        // the preset's top or a local line, whichever answers held-out samples better (choose.go)
)

// Interpolation is how outputs are made between the samples. The zero value
// stands for the preset's.
type Interpolation struct {
	Mode InterpolationMode
	Top  int     // InterpolateTop: K >= 1. InterpolateFunction: how many neurons it is given; 0 means the preset's number. InterpolateLocal: K; 0 means 64
	A    float64 // InterpolateTNN: the steepness, > 0

	Local  Local  // InterpolateLocal
	Forest Forest // beside InterpolateTop and InterpolateLocal

	// NoTakeover answers between the samples even where one is hit: samples aren't reproduced then. With InterpolateTop,
	// InterpolateLocal and InterpolateAuto.
	NoTakeover bool

	// Function writes the output for the neurons given, strongest first, to
	// value (one number an output; a score a class). It must not keep either.
	Function func(value []float64, neurons []Neuron)
}

// Chosen is what InterpolateAuto, or a Forest without a share, chose.
type Chosen struct {
	Interpolation Interpolation // InterpolateTop or InterpolateLocal
	Gain          float64       // Report.InterpolationGain
	Pairs         [][2]int      // SQANN.ForestPairs
	Exactness     Exactness     // Report.Exactness
}

// Interpolation is how m answers between the samples: with InterpolateAuto what that chose.
func (m *SQANN) Interpolation() Interpolation {
	if m.chosen != nil {
		return m.chosen.Interpolation
	}
	return m.options.Interpolation
}

// Filled returns i with the defaults of a local line filled in.
func (i Interpolation) Filled() Interpolation {
	if i.Mode == InterpolateLocal {
		if i.Local = i.Local.filled(); i.Top == 0 {
			i.Top = localTop
		}
	}
	return i
}

// chooses says whether a fit finds a part of it by samples held back.
func (i Interpolation) chooses() bool {
	return i.Mode == InterpolateAuto || i.Forest.Use == On && i.Forest.Share == 0
}

// unchosen is what answers where a fit had nothing to choose by.
func (i Interpolation) unchosen() Interpolation {
	if i.Mode == InterpolateAuto {
		i = Interpolation{Mode: InterpolateTop, Top: i.Top, Forest: i.Forest, NoTakeover: i.NoTakeover}
	}
	if i.Forest.Share == 0 {
		i.Forest = Forest{}
	}
	return i
}

// same says whether two interpolations are the same, as far as that can be told.
func (i Interpolation) same(other Interpolation) bool {
	return i.Mode == other.Mode && i.Top == other.Top && i.A == other.A && i.Local == other.Local && i.Forest == other.Forest && i.NoTakeover == other.NoTakeover && i.Mode != InterpolateFunction
}

func (i Interpolation) or(fallback Interpolation) Interpolation {
	if i.Mode == InterpolatePreset {
		fallback.Forest, fallback.NoTakeover = i.Forest, i.NoTakeover
		return fallback
	}
	if (i.Mode == InterpolateFunction || i.Mode == InterpolateAuto) && i.Top == 0 {
		i.Top = max(fallback.Top, 1)
	}
	return i.Filled()
}

const topHint = "Give a whole number of at least 1, as far as 32 bits go."

func (i Interpolation) check(o SQANNOptions) error {
	o.Interpolation = i
	if err := i.Forest.check(o); err != nil {
		return err
	}
	switch {
	case i.Mode > InterpolateAuto:
		return badOption("interpolation", "interpolation is unknown.", "Use one of the constants from InterpolatePreset to InterpolateAuto.")
	case i.NoTakeover && i.Mode != InterpolateTop && i.Mode != InterpolateLocal && i.Mode != InterpolateAuto:
		return badOption("takeover", "takeover stands beside the interpolations top and local.", "Use one of these, or omit takeover.")
	case i.Mode == InterpolateLocal && o.Skip != On:
		return badOption("interpolation.local", "Local lines need the skip connection: without it, deeper layers don't see the features.", `Set skip to true, or use preset "xaia".`)
	case i.Mode == InterpolateLocal && (i.Top < 1 || i.Top > math.MaxInt32):
		return badOption("interpolation.local.top", "interpolation.local.top is "+itoa(i.Top)+".", topHint)
	case i.Mode == InterpolateLocal:
		return i.Local.check()
	case (i.Mode == InterpolateTop || i.Mode == InterpolateFunction || i.Mode == InterpolateAuto) && (i.Top < 1 || i.Top > math.MaxInt32):
		return badOption("interpolation.top", "interpolation.top is "+itoa(i.Top)+".", topHint)
	case i.Mode == InterpolateTNN && !(i.A > 0 && usable(i.A)):
		return badOption("interpolation.tnn", "interpolation.tnn is "+ftoa(i.A)+".", "Give a steepness above 0, at most "+ftoa(largestNumber)+"; the paper uses 5.")
	case i.Mode == InterpolateFunction && i.Function == nil:
		return badOption("interpolation", "The interpolation function is missing.", "Give one.")
	}
	return nil
}

// fill turns the finished propagation of a's input into an output.
func (m *SQANN) fill(a *answer, how *Interpolation) {
	hit, isHit := a.seen.Recognised()
	a.status, a.hit, a.isHit = StatusInterpolated, hit, isHit
	if isHit && !how.NoTakeover {
		a.status = StatusHit
	}
	switch a.local = how.Mode == InterpolateLocal; {
	case a.local:
		m.answerLocally(a, how)
	case a.status == StatusHit:
		a.leaves.share = 0
		hit.Weight = 1
		a.made = append(a.made[:0], hit)
		copy(a.value, m.alpha(&hit))
	default:
		m.interpolate(a, how)
	}
	if a.want >= knowledge {
		m.know(a)
	}
	if a.want == reasons {
		m.addLeaves(a, &how.Forest)
	}
}

// interpolate answers from several nodes where none is hit.
func (m *SQANN) interpolate(a *answer, how *Interpolation) {
	a.leaves.share = 0
	switch how.Mode {
	case InterpolateNone:
		a.status = StatusNone
		a.made = a.made[:0]
		fillNaN(a.value)
	case InterpolateNearest:
		a.made = a.seen.Strongest(a.made, 1)
		a.made[0].Weight = 1
		copy(a.value, m.alpha(&a.made[0]))
	case InterpolateTop:
		a.made = a.seen.Strongest(a.made, how.Top)
		m.mix(a)
		m.mixLeaves(a, &how.Forest, 1)
		for i := range a.made {
			a.made[i].Weight *= 1 - how.Forest.Share
		}
	case InterpolateLayerwise:
		a.made = a.whole().Layerwise(a.made)
		m.mix(a)
	case InterpolateTNN:
		a.made = a.seen.Strongest(a.made, 2)
		m.shareByActivation(a)
		normalise(a.made)
		if len(a.made) < 2 {
			copy(a.value, m.alpha(&a.made[0]))
			return
		}
		// TNN of (0, α₂), (1, α₁): α₂ σ(2au+a) + (α₁-α₂) σ(2au-a), u = V₁/(V₁+V₂).
		z := float64(2*how.A) * a.made[0].Weight
		low, high := floatmath.Sigmoid(z+how.A), floatmath.Sigmoid(z-how.A)
		first, second := m.alpha(&a.made[0]), m.alpha(&a.made[1])
		for j := range a.value {
			a.value[j] = float64(second[j]*low) + float64((first[j]-second[j])*high)
		}
		a.made[0].Weight, a.made[1].Weight = high/low, (low-high)/low
	case InterpolateFunction:
		a.made = a.seen.Strongest(a.made, how.Top)
		for i := range a.made {
			a.made[i].Weight = math.NaN() // which nobody knows
		}
		how.Function(a.value, m.neurons(a))
	}
}

// mix is the weighted mean of the outputs of the nodes that make the answer.
func (m *SQANN) mix(a *answer) {
	m.shareByActivation(a)
	m.mean(a.value, a.shares)
	if a.want == reasons {
		normalise(a.made)
	}
}

// shareByActivation makes the shares of the nodes that make the answer, and their weights.
func (m *SQANN) shareByActivation(a *answer) {
	a.shares = a.shares[:0]
	for i := range a.made {
		a.shares = append(a.shares, network.Share{V: a.made[i].V, Point: int(a.made[i].Point)})
	}
	m.points.weighBySamples(a.shares)
	for i := range a.made {
		a.made[i].Weight = a.shares[i].V
	}
}

// normalise makes neurons' weights sum to 1: equal ones where they are all 0.
func normalise(made []network.Neuron) {
	var sum float64
	for i := range made {
		sum += made[i].Weight
	}
	for i := range made {
		if sum > 0 {
			made[i].Weight /= sum
		} else {
			made[i].Weight = 1 / float64(len(made))
		}
	}
}

// alpha is a node's output.
func (m *SQANN) alpha(c *network.Neuron) []float64 {
	return m.points.alpha.Row(int(c.Point))
}
