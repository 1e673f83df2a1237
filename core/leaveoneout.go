package core

import "github.com/xaia-go/xaia/core/internal/sorting"

// LeaveOneOut answers every fitting sample by the model that the same options
// give without it: the honest counterpart of the fitting error, which is zero by
// construction. It is exact: reach, scaling and placement are those of the N-1
// others; relevance is the model's own, learned once from all. Outputs are over the model's own classes. It costs N
// fits, which share little: without a sample, the reach, the settings and all activations change in their last digits.
func LeaveOneOut(m Model, c Control) (*LeftOut, error) {
	n := m.SampleCount()
	if n < 2 {
		return nil, NewError(InvalidInput, "The model has 1 sample.", "Leaving one out needs at least two.")
	}
	e := &LeftOut{newExamination(n, m.OutputCount()), m}
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
			list = e.unpack(i, list)
		}
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// mostLeftOutParts: so many parts keep many engines at work to the end, and each is some fits.
const mostLeftOutParts = 64

// LeftOut is what LeaveOneOut returns: for each fitting sample the answer of the model without it.
type LeftOut struct {
	*Examination
	model Model
}

// Evaluate is Evaluate for these answers.
func (e *LeftOut) Evaluate() *Evaluation {
	return evaluate(e.model.Classes(), &e.Predictions, e.model.Data(), sorting.Identity(e.model.SampleCount()))
}

// Threshold is the calibrated threshold of what is known: the 5 % quantile of the familiarity that each sample has to the model
// without it. About one in twenty new samples of the same kind is below it.
func (e *LeftOut) Threshold() float64 { return unfamiliar(e.Familiarity) }
