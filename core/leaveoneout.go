package core

// LeaveOneOut answers every fitting sample by the model that the same options
// give without it: the honest counterpart of the fitting error, which is zero by
// construction. It is exact: reach, scaling and placement are those of the N-1
// others; relevance is the model's own, learned once from all. Outputs are over the model's own classes.
//
// Cost: an SQANN is fitted once for almost every sample; a TNN on one feature is
// not, it takes O(log N + unsaturated neurons) a sample. leaveout_sqann.go and
// leaveout_tnn.go say what is shared.
func LeaveOneOut(m Model, c Control) (*Examination, error) {
	if m.Samples() < 2 {
		return nil, NewError(InvalidInput, "The model has 1 sample.", "Leaving one out needs at least two.")
	}
	e := newExamination(m.Samples(), m.Outputs())
	if err := m.leaveOut(e, c); err != nil {
		return nil, err
	}
	return e, nil
}

// EvaluateLeftOut is Evaluate for what LeaveOneOut returned.
func EvaluateLeftOut(m Model, e *Examination) *Evaluation {
	return evaluate(m.Classes(), &e.Predictions, m.Data())
}

// leaveOut answers sample i by the model fitted without it, and nothing shared.
func (e *Examination) leaveOut(m Model, i int, c Control) error {
	left := make([]bool, m.Samples())
	left[i] = true
	others, err := m.without(left, c)
	if err != nil {
		return err
	}
	return e.answerBy(i, m, others, m.Data().X.Row(i))
}

// answerBy answers row i by another model of the same outcomes, whose classes may be fewer.
func (e *Examination) answerBy(i int, m, others Model, x []float64) error {
	one, err := others.Examine(oneRow(x))
	if err != nil {
		return err
	}
	e.set(i, one, 0, m.Classes(), others.Classes())
	return nil
}

// set takes over row j of an examination over some of the classes.
func (e *Examination) set(i int, other *Examination, j int, all, some []Label) {
	e.Status[i], e.Recognition[i] = other.Status[j], other.Recognition[j]
	e.Familiarity[i], e.Activation[i] = other.Familiarity[j], other.Activation[j]
	if other.Status[j] == StatusNone {
		fillNaN(e.Values.Row(i))
		return
	}
	spreadScores(e.Values.Row(i), other.Values.Row(j), all, some)
}
