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
	Trees       int       // of the forest, in which its sample shares the input's leaf
}

// ForestPart is what a forest had to do with an answer.
type ForestPart struct {
	Share float64   // of the leaves in the answer: 0 for a hit that gives its own output
	Apart []Parting // the features that part the input from the strongest neurons' samples most often, at most 3
}

// Parting is a threshold at which an input and its strongest neurons' samples part in a forest's trees.
type Parting struct {
	Feature   int
	Threshold float64 // as the feature was given
	Above     bool    // whether the input is above it
	Times     int     // so often, in all trees and for all of these neurons
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

	Forest *ForestPart // nil where no forest was asked

	// Of a TNN.
	Active     int         // neurons with σ > ½: the height of the triangle
	Neighbours []Neighbour // the fitting samples on both sides, lower first; one at an end or on a sample
}

// Explain says how the model comes to its output for one input x. It lists every activation of the layers passed:
// O(nodes · fingerprint), also where a prediction searches.
func (m *SQANN) Explain(x []float64) (*Explanation, error) { return explain(m, x, true) }

func explain(m Model, x []float64, fingerprint bool) (*Explanation, error) {
	m.mustBeFitted()
	row := oneRow(x)
	if err := CheckQuery(row, m.FeatureCount()); err != nil {
		return nil, err
	}
	e := new(Explanation)
	m.ask(row, reasons, func(_ int, a *answer) {
		e.Value, e.Status, e.Recognition, e.Familiarity = slices.Clone(a.value), a.status, a.recognition, a.familiarity
		if classes := m.Classes(); classes != nil && a.status != StatusNone {
			e.Label = classes[argmax(a.value)]
		}
		m.describe(e, a)
		if fingerprint {
			e.Fingerprint = m.fingerprint(a)
		}
	})
	return e, nil
}

func (m *SQANN) fingerprint(a *answer) [][]float64 {
	p := a.whole()
	list := make([][]float64, p.Depth)
	for k := range list {
		list[k] = slices.Clone(p.V[k])
	}
	return list
}

func (m *SQANN) describe(e *Explanation, a *answer) {
	e.Neurons = m.neurons(a)
	passed := len(m.network.Layers)
	if a.isHit {
		layer, _ := m.network.NodeOf(a.hit.Rank)
		e.Layer = layer + 1
		passed = e.Layer
	}
	known := 0 // layers in which some node knows the input, from the first on
	for _, node := range a.seen.Moderate(nil) {
		layer, _ := m.network.NodeOf(node.Rank)
		if layer == known {
			known++
		}
		if layer >= known {
			break
		}
	}
	if known < passed {
		e.NovelAt = known + 1
	}
	if a.leaves.share > 0 {
		e.Forest = &ForestPart{a.leaves.rest, m.apart(a)}
	}
	if a.local {
		e.Corrections, e.Limit, e.Deviations = a.line.corrections.transposed(), slices.Clone(a.line.limit), nil
		for k := range a.line.spread {
			e.Deviations = append(e.Deviations, a.spread(k))
		}
	}
}

// Explainer explains inputs without their fingerprints, each at about the cost of a prediction.
type Explainer struct{ model Model }

// NewExplainer is for a fitted model.
func NewExplainer(m Model) *Explainer {
	m.mustBeFitted()
	return &Explainer{m}
}

// Explain is Model.Explain without a fingerprint.
func (e *Explainer) Explain(x []float64) (*Explanation, error) { return explain(e.model, x, false) }

// neurons describes the nodes that made an answer.
func (m *SQANN) neurons(a *answer) []Neuron {
	list := make([]Neuron, len(a.made))
	samples, alphas := make([]int, 0, len(list)), make([]float64, 0, len(list)*m.OutputCount())
	for i, c := range a.made {
		point := int(c.Point)
		some, first := len(samples), len(alphas)
		samples, alphas = append(samples, m.points.rows.At(point)...), append(alphas, m.points.alpha.Row(point)...)
		layer, node := m.network.NodeOf(c.Rank)
		list[i] = Neuron{
			Layer: layer + 1, Node: node,
			Samples:    samples[some:len(samples):len(samples)],
			Distance:   math.Sqrt(c.D2),
			Activation: c.V,
			Alpha:      alphas[first:len(alphas):len(alphas)],
			Weight:     c.Weight,
		}
		if len(a.leaves.trees) > 0 {
			list[i].Trees = int(a.leaves.trees[i])
		}
	}
	return list
}

func fillNaN(v []float64) {
	for i := range v {
		v[i] = math.NaN()
	}
}
