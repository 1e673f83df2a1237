package core

// Answer is what a model answers to one input, and the neurons that made it.
type Answer struct {
	Value       []float64 // the outputs, or a score for each class; NaN for StatusNone
	Status      Status
	Recognition Recognition
	Familiarity float64
	Activation  float64 // Examination.Activation

	// Weights and Alphas are the neurons' shares of the output, which sum to 1, and what each stands for, a row a
	// neuron. A TNN's are the samples beside the input by their shares (tnnfamiliar.go). Without an output there are none.
	Weights []float64
	Alphas  Matrix

	// Deviations are those of the neurons' outputs from the local line, for each output; nil without one.
	Deviations []float64
}

//go:noinline
func (a *Answer) begin(value []float64) {
	*a = Answer{Value: value, Weights: a.Weights[:0], Alphas: Matrix{Data: a.Alphas.Data[:0], Columns: len(value)}}
}

//go:noinline
func (a *Answer) add(weight float64, alpha []float64) {
	a.Weights = append(a.Weights, weight)
	a.Alphas.Data = append(a.Alphas.Data, alpha...)
	a.Alphas.Rows++
}

// pack adds an answer over some classes to a list, over all.
//
//go:noinline
func (a *Answer) pack(list []float64, all, some []Label) []float64 {
	row := make([]float64, 4+max(len(all), len(a.Value)))
	row[0], row[1], row[2], row[3] = float64(a.Status), float64(a.Recognition), a.Familiarity, a.Activation
	if a.Status == StatusNone {
		fillNaN(row[4:])
	} else {
		spreadScores(row[4:], a.Value, all, some)
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

func (m *SQANN) answerEach(x Matrix, each func(i int, a *Answer)) error {
	m.mustBeFitted()
	if err := CheckQuery(x, m.Features()); err != nil {
		return err
	}
	values := newMatrix(x.Rows, m.Outputs())
	var shown Answer
	m.propagate(x, values, m.points.classes == nil, func(i int, a *answer, seen propagation) {
		shown.begin(a.value)
		shown.Deviations = a.line.spread
		shown.Status = a.status
		shown.Familiarity, shown.Recognition = m.network.knows(seen)
		shown.Activation = m.activation(a, seen)
		m.weigh(a, 1/float64(len(a.made)))
		for c := range a.made {
			shown.add(a.made[c].weight, m.alpha(&a.made[c]))
		}
		each(i, &shown)
	})
	return nil
}

func (m *TNN) answerEach(x Matrix, each func(i int, a *Answer)) error {
	seen, err := m.Examine(x)
	if err != nil {
		return err
	}
	scaled := make([]float64, m.Features())
	var shown Answer
	for i := range x.Rows {
		shown.begin(seen.Values.Row(i))
		shown.Status, shown.Recognition = seen.Status[i], seen.Recognition[i]
		shown.Familiarity, shown.Activation = seen.Familiarity[i], seen.Activation[i]
		m.scaled(scaled, x.Row(i))
		from, shares := m.sharesBeside(scaled)
		for j, share := range shares {
			shown.add(share, m.y.Row(from+j))
		}
		each(i, &shown)
	}
	return nil
}
