package core

import (
	"math"
	"slices"
)

// Status says how an output came about.
type Status uint8

const (
	StatusHit          Status = iota // a strongly activated node gave its α
	StatusInterpolated               // nodes together gave it
	StatusNone                       // interpolation "none": there is no output
)

// Recognition says how well an input is known.
type Recognition uint8

const (
	Weak     Recognition = iota // no node reaches its layer's admission threshold: unknown
	Moderate                    // some node does
	Strong                      // a hit
)

// Neuron is a node that took part in an output. Layers count from 1. The output is Σ Weight·Alpha, a local line's corrections
// aside; under InterpolateTNN it is σ(2au+a) times that, u = V₁/(V₁+V₂), which is above 0.99995 from a = 5 on.
type Neuron struct {
	Layer, Node int
	Samples     []int   // rows of the fitting data that it stands for
	Distance    float64 // in the space its layer sees, features scaled
	Activation  float64
	Alpha       []float64 // its output; one-hot for classes
	Weight      float64   // its share of the output; they sum to 1; NaN under a caller's function

}

// Explanation is what one propagation saw (SPEC 3.6), or what a TNN says about one input (SPEC 2).
type Explanation struct {
	Value       []float64 // the outputs, or a score for each class; NaN for StatusNone
	Label       Label     // the class with the highest score, the first on ties
	Status      Status
	Recognition Recognition
	Familiarity float64     // the strongest activation in the layers passed; of a TNN the largest share that a sample has in the output (tnnfamiliar.go)
	Fingerprint [][]float64 // activations of each layer passed, the hit's included; of a TNN σ of every neuron, the lowest sample's first

	// Of an SQANN.
	NovelAt int // the first layer before the hit at which no node reaches τ_ad; 0 if none
	Layer   int // of the hit, 0 without one
	Neurons []Neuron

	// Of local lines; else empty. For each output, Value is Σ Weight·Alpha + Σ Corrections + Limit.
	Corrections Matrix    // a row a feature: the slope there times the difference to the neurons' mean
	Limit       []float64 // what limiting the answer adds
	Deviations  []float64 // for each output that of the neurons' outputs from the line, which intervals are measured in

	// Of a TNN.
	Active     int         // neurons with σ > ½: the height of the triangle
	Neighbours []Neighbour // the fitting samples on both sides, lower first; one at an end or on a sample
}

// Explain says how the model comes to its output for one input x, from the
// propagation that predicts. It lists every activation of the layers passed:
// O(nodes · fingerprint), also where a prediction searches.
func (m *SQANN) Explain(x []float64) (*Explanation, error) {
	m.mustBeFitted()
	p := pass{network: m.network}
	e, err := m.explainer(&p).Explain(x)
	if err == nil {
		e.Fingerprint = p.v[:p.depth]
	}
	return e, err
}

// explanation is all of one but its fingerprint. It shares no memory with what it is made from.
func (m *SQANN) explanation(a *answer, seen propagation) *Explanation {
	e := &Explanation{Value: slices.Clone(a.value), Status: a.status, Neurons: m.neurons(a)}
	if m.points.classes != nil && a.status != StatusNone {
		e.Label = m.points.classes[argmax(a.value)]
	}
	e.Familiarity, e.Recognition = m.network.knows(seen)
	passed := len(m.network.layers)
	if hit, is := seen.recognised(); is {
		e.Layer = int(hit.layer) + 1
		passed = e.Layer
	}
	known := 0 // layers in which some node knows the input, from the first on
	for _, node := range seen.moderate(nil) {
		if int(node.layer) == known {
			known++
		}
		if int(node.layer) >= known {
			break
		}
	}
	if known < passed {
		e.NovelAt = known + 1
	}
	if m.Interpolation().Mode == InterpolateLocal {
		e.Corrections, e.Limit, e.Deviations = a.line.corrections.transposed(), slices.Clone(a.line.limit), slices.Clone(a.line.spread)
	}
	return e
}

// Explainer explains inputs one after the other without their fingerprints, each at about the cost of a prediction. It belongs
// to one goroutine; what it returns is the caller's.
type Explainer struct {
	model  Model
	seen   propagation // of an SQANN
	answer answer
	scaled []float64
}

// NewExplainer is for a fitted model.
func NewExplainer(m Model) *Explainer {
	s, is := m.(*SQANN)
	if !is {
		return &Explainer{model: m}
	}
	s.mustBeFitted()
	return s.explainer(s.network.newPropagation())
}

func (m *SQANN) explainer(seen propagation) *Explainer {
	return &Explainer{model: m, seen: seen, scaled: make([]float64, m.Features()), answer: answer{closely: true, value: make([]float64, m.Outputs())}}
}

// Explain is Model.Explain without a fingerprint.
func (e *Explainer) Explain(x []float64) (*Explanation, error) {
	if err := CheckQuery(oneRow(x), e.model.Features()); err != nil {
		return nil, err
	}
	m, is := e.model.(*SQANN)
	if !is {
		return e.model.(*TNN).explain(x, false)
	}
	m.points.scaler.apply(e.scaled, x)
	e.seen.run(e.scaled)
	m.answer(&e.answer, e.seen, e.scaled)
	return m.explanation(&e.answer, e.seen), nil
}

// neurons describes the nodes that made an answer.
func (m *SQANN) neurons(a *answer) []Neuron {
	m.weigh(a, math.NaN())
	list := make([]Neuron, len(a.made))
	samples, alphas := make([]int, 0, len(list)), make([]float64, 0, len(list)*m.Outputs())
	for i, c := range a.made {
		point := int(c.point)
		some, first := len(samples), len(alphas)
		samples, alphas = append(samples, m.points.rows.At(point)...), append(alphas, m.points.alpha.Row(point)...)
		list[i] = Neuron{
			Layer: int(c.layer) + 1, Node: int(c.node),
			Samples:    samples[some:len(samples):len(samples)],
			Distance:   math.Sqrt(c.d2),
			Activation: c.v,
			Alpha:      alphas[first:len(alphas):len(alphas)],
			Weight:     c.weight,
		}
	}
	return list
}

func fillNaN(v []float64) {
	for i := range v {
		v[i] = math.NaN()
	}
}

// weigh gives the nodes that made the answer their shares in it, where answer has not. Under a caller's function nobody knows
// them; there each is unknown.
func (m *SQANN) weigh(a *answer, unknown float64) {
	if a.status != StatusInterpolated {
		return
	}
	switch m.Interpolation().Mode {
	case InterpolateTop, InterpolateLayerwise:
		a.weighByActivation()
	case InterpolateFunction:
		for i := range a.made {
			a.made[i].weight = unknown
		}
	}
}

// weighByActivation gives each node its share of the weighted activation, equal shares where there is none.
func (a *answer) weighByActivation() {
	var sum float64
	for i := range a.shares {
		sum += a.shares[i].v
	}
	for i := range a.made {
		if sum == 0 {
			a.made[i].weight = 1 / float64(len(a.made))
		} else {
			a.made[i].weight = a.shares[i].v / sum
		}
	}
}
