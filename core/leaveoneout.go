package core

import "github.com/xaia-go/xaia/core/internal/sorting"

// leaveOneOut: the fits share little. Without a sample, the reach, the settings and all activations change in their last
// digits.
func leaveOneOut(m Model, c Control) (*Examination, error) {
	n := m.Samples()
	if n < 2 {
		return nil, NewError(InvalidInput, "The model has 1 sample.", "Leaving one out needs at least two.")
	}
	e := newExamination(n, m.Outputs())
	parts := min(n, mostLeftOutParts)
	from := func(part int) int { return part * n / parts }
	err := c.inParts(parts, len(m.Data().X.Data), func(part int, c Control) (list []float64, err error) {
		left := make([]bool, n)
		for i := from(part); i < from(part+1); i++ {
			if err := c.report(i, n); err != nil {
				return nil, err
			}
			left[i] = true
			others, err := without(m, left, c.part(i, n))
			if err != nil {
				return nil, err
			}
			others.ask(oneRow(m.Data().X.Row(i)), knowledge, func(_ int, a *answer) { list = a.pack(list, m.Classes(), others.Classes()) })
			left[i] = false
		}
		return list, nil
	}, func(part int, list []float64) {
		for i := from(part); i < from(part+1); i++ {
			list = e.take(i, list)
		}
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// mostLeftOutParts: so many parts keep many engines at work to the end, and each is some fits.
const mostLeftOutParts = 64

// EvaluateLeftOut is Evaluate for what LeaveOneOut returned.
func EvaluateLeftOut(m Model, e *Examination) *Evaluation {
	return evaluate(m.Classes(), &e.Predictions, m.Data(), sorting.Identity(m.Samples()))
}
