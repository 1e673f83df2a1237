package core

import "slices"

// AbsorbOptions are the options of Model.Absorb.
type AbsorbOptions struct {
	// Tolerance ε: a sample whose error is larger is absorbed. At least 0; without
	// effect on classes, where a wrong label is absorbed.
	Tolerance float64

	// Rounds bounds how often the model is fitted again; 0 means until every
	// sample is absorbed or within the tolerance. The paper's tables use 1.
	Rounds int

	Control // tells the progress of each round's fit, since the number of rounds isn't known
}

// Absorption is what Absorb did.
type Absorption struct {
	Model    Model
	Absorbed []int // rows of the new data that are in the model now, in order
	Rounds   int   // how often the model was fitted

	Kept          int     // samples of the old model
	KeptBefore    float64 // the largest error on them before
	KeptAfter     float64 // and after
	RestAfter     float64 // the largest error on the new rows that were not absorbed
	RestOverLimit int     // how many of them are beyond the tolerance: 0 unless Rounds ended it
}

func absorb(m Model, d Dataset, o AbsorbOptions) (*Absorption, error) {
	if err := checkTolerance(o.Tolerance); err != nil {
		return nil, err
	}
	if o.Rounds < 0 {
		return nil, badOption("rounds", "rounds is "+itoa(o.Rounds)+".", "Give a whole number of at least 1, or omit it.")
	}
	if err := checkExternal(m, d); err != nil {
		return nil, err
	}
	old := m.Data()
	a := &Absorption{Model: m, Kept: m.Samples()}
	before, _, err := rowErrors(m, old, o.Control)
	if err != nil {
		return nil, err
	}
	a.KeptBefore = slices.Max(before)
	in := make([]bool, d.X.Rows)
	for {
		errors, _, err := rowErrors(a.Model, d, o.Control)
		if err != nil {
			return nil, err
		}
		a.RestAfter, a.RestOverLimit = 0, 0
		for i, e := range errors {
			if in[i] {
				continue
			}
			a.RestAfter = max(a.RestAfter, e)
			if e > o.Tolerance {
				a.RestOverLimit++
			}
		}
		if a.RestOverLimit == 0 || o.Rounds > 0 && a.Rounds == o.Rounds {
			break
		}
		for i, e := range errors {
			in[i] = in[i] || e > o.Tolerance
		}
		a.Absorbed = marked(in)
		if a.Model, err = m.refit(old.with(d, a.Absorbed), o.Control); err != nil {
			return nil, absorbing(err, old.X.Rows, a.Absorbed)
		}
		a.Rounds++
	}
	a.KeptAfter = a.KeptBefore
	if a.Rounds > 0 {
		after, _, err := rowErrors(a.Model, old, o.Control)
		if err != nil {
			return nil, err
		}
		a.KeptAfter = slices.Max(after)
	}
	return a, nil
}

// absorbing brings the rows in an error of the joint fit back to those that the
// caller knows.
func absorbing(err error, kept int, absorbed []int) error {
	e, ok := err.(*Error)
	if !ok || e.Row < kept {
		return err
	}
	row := absorbed[e.Row-kept]
	if e.Code != IllDefined {
		e.Row = row
		return e
	}
	other := "the model's sample " + itoa(e.other)
	if e.other >= kept {
		other = "X[" + itoa(absorbed[e.other-kept]) + "]"
	}
	return NewError(IllDefined, "X["+itoa(row)+"] can't be distinguished from "+other+", and their y differ.",
		e.Hint).At(row, -1)
}

func remove(m Model, rows []int, c Control) (Model, error) {
	left, err := m.Data().rowSet(rows)
	if err != nil {
		return nil, err
	}
	if len(marked(left)) == len(left) {
		return nil, NewError(InvalidInput, "All samples would be removed.", "Leave at least one.")
	}
	if m, ok := m.(*SQANN); ok { // whose relevance is that of its samples
		return m.refit(m.data.without(left), c)
	}
	return m.without(left, c)
}
