package core

// leaveOneOut: the fits share little. Without a sample, the reach, the settings and all activations change in their last
// digits.
func leaveOneOut(m Model, c Control) (*Examination, error) {
	n := m.Samples()
	if n < 2 {
		return nil, NewError(InvalidInput, "The model has 1 sample.", "Leaving one out needs at least two.")
	}
	e := newExamination(n, m.Outputs())
	left := make([]bool, n)
	for i := range n {
		if err := c.report(i, n); err != nil {
			return nil, err
		}
		left[i] = true
		others, err := m.without(left, c.part(i, n))
		if err != nil {
			return nil, err
		}
		one, err := others.Examine(oneRow(m.Data().X.Row(i)))
		if err != nil {
			return nil, err
		}
		e.set(i, one, 0, m.Classes(), others.Classes())
		left[i] = false
	}
	return e, nil
}

// EvaluateLeftOut is Evaluate for what LeaveOneOut returned.
func EvaluateLeftOut(m Model, e *Examination) *Evaluation {
	return evaluate(m.Classes(), &e.Predictions, m.Data())
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
