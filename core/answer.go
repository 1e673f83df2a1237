package core

import "github.com/xaia-go/xaia/core/internal/network"

// want is how much is asked for. Each includes those before it.
type want uint8

const (
	passage   want = iota // what the propagation saw, without an output
	output                // value, status and the neurons that made it
	knowledge             // recognition, familiarity, activation
	reasons               // the neurons' weights, and what a local line adds
)

// answer is what a model says to one input: Predictions, Examination, Explanation and Attributions are made from it. The
// next input has the same memory.
type answer struct {
	want        want
	value       []float64 // the outputs, or a score for each class; NaN for StatusNone
	status      Status
	recognition Recognition
	familiarity float64          // Examination.Familiarity
	activation  float64          // Examination.Activation
	made        []network.Neuron // strongest first; a TNN's with the reasons: those of the samples beside the input, lowest first
	shares      []network.Share  // what mix works with
	local       bool             // whether line made it
	line        localLine
	leaves      leavesAnswer

	x      []float64 // the input, scaled
	points *points

	// Of an SQANN.
	network *network.Network
	seen    network.Propagation
	hit     network.Neuron // where there is one
	isHit   bool
}

// answers keeps the memory of an answer for the next question.
type answers chan *answer

// get is nil where nothing is kept.
func (kept answers) get() *answer {
	select {
	case a := <-kept:
		return a
	default:
		return nil
	}
}

func (kept answers) put(a *answer) {
	select {
	case kept <- a:
	default:
	}
}

// begin makes room for the answers of a network over some points.
func (a *answer) begin(p *points, w want) {
	a.points, a.want, a.leaves.trees = p, w, a.leaves.trees[:0]
	a.x, a.value = resized(a.x, p.x.Columns), resized(a.value, p.alpha.Columns)
}

// weight is that of a neuron that made the answer, or a number for those that nobody knows.
func (a *answer) weight(i int, unknown float64) float64 {
	if w := a.made[i].Weight; w == w {
		return w
	}
	return unknown
}

// whole is the propagation with all activations. A search doesn't find every layer's strongest node.
func (a *answer) whole() *network.FullPropagation {
	p, is := a.seen.(*network.FullPropagation)
	if !is {
		p = &network.FullPropagation{Network: a.network}
		p.Run(a.x)
	}
	return p
}

func predict(m Model, x Matrix) (*Predictions, error) {
	m.mustBeFitted()
	if err := CheckQuery(x, m.FeatureCount()); err != nil {
		return nil, err
	}
	p := newPredictions(x.Rows, m.OutputCount())
	if s, is := m.(*SQANN); is && s.network.Searchable() && s.Interpolation().Mode == InterpolateTop && !s.needsLeaves() && !s.Interpolation().NoTakeover {
		s.predictTop(x, s.Interpolation().Top, p)
		return p, nil
	}
	m.ask(x, output, func(i int, a *answer) {
		p.Status[i] = a.status
		copy(p.Values.Row(i), a.value)
	})
	return p, nil
}

func examine(m Model, x Matrix) (*Examination, error) {
	m.mustBeFitted()
	if err := CheckQuery(x, m.FeatureCount()); err != nil {
		return nil, err
	}
	e := newExamination(x.Rows, m.OutputCount())
	m.ask(x, knowledge, func(i int, a *answer) {
		e.Status[i], e.Recognition[i], e.Familiarity[i], e.Activation[i] = a.status, a.recognition, a.familiarity, a.activation
		copy(e.Values.Row(i), a.value)
	})
	return e, nil
}

// pack adds an answer over some classes to a list, over all.
//
//go:noinline
func (a *answer) pack(list []float64, all, some []Label) []float64 {
	row := make([]float64, 4+max(len(all), len(a.value)))
	row[0], row[1], row[2], row[3] = float64(a.status), float64(a.recognition), a.familiarity, a.activation
	if a.status == StatusNone {
		fillNaN(row[4:])
	} else {
		spreadScores(row[4:], a.value, all, some)
	}
	return append(list, row...)
}

// spreadScores copies a row of outputs over some classes into a row over all classes.
//
//go:noinline
func spreadScores(dst, values []float64, all, some []Label) {
	if len(some) == len(all) {
		copy(dst, values)
		return
	}
	clear(dst)
	at := 0
	for j, c := range all { // both lists are sorted
		if at < len(some) && some[at] == c {
			dst[j] = values[at]
			at++
		}
	}
}
