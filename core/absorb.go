package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// AbsorbOptions are the options of Absorb.
type AbsorbOptions struct {
	// Tolerance ε: a sample whose error is larger is absorbed. At least 0; without
	// effect on classes, where a wrong label is absorbed.
	Tolerance float64

	// Rounds bounds how often the model is fitted again; 0 means until every
	// sample is absorbed or within the tolerance. The paper's tables use 1.
	Rounds int

	// Audit has the errors on the old samples measured by two predictions of each. Otherwise they follow from theorem T5
	// (docs/note.md): an SQANN of preset XAIA or Paper answers a sample with the output that its neuron stands for. For
	// other models they are measured in any case.
	Audit bool

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

// Absorb takes samples in that the model gets wrong, and forgets none of the old
// ones (SPEC 3.9, propositions 1 and 3 of the paper):
//
//	A = the new samples with an error above ε
//	fit the old samples, then A, in order
//	repeat with what errs now and is not in A, until nothing does
//
// The result is bit for bit what a fit on the old samples and A gives. It ends at the latest when all new samples are
// in A. A round costs a fit and a prediction for each row.
func Absorb(m Model, d Dataset, o AbsorbOptions) (*Absorption, error) {
	return o.into(&refitted{Model: m, old: m}, m, d)
}

// absorber is what takes samples in: a model that is fitted again, or a learner.
type absorber interface {
	Predictor
	hold(d Dataset, rows []int, c Control) error // has the old samples, then these of d, and no others
	now() (Model, error)
}

type refitted struct {
	Model
	old Model
}

func (r *refitted) now() (Model, error) { return r.Model, nil }

func (r *refitted) hold(d Dataset, rows []int, c Control) error {
	if t, is := r.old.(*TNN); is && t.options.Order != nil {
		return NewError(Unsupported, "A TNN with an order can't absorb samples, because their place in the order is unknown.",
			"Fit again with an order that includes them.")
	}
	old := r.old.Data()
	m, err := refit(r.old, old.with(d, rows), c)
	if err != nil {
		return absorbing(err, old.X.Rows, rows)
	}
	r.Model = m
	return nil
}

// into absorbs samples in a, which begins as m.
func (o AbsorbOptions) into(a absorber, m Model, d Dataset) (*Absorption, error) {
	if err := checkTolerance(o.Tolerance); err != nil {
		return nil, err
	}
	if o.Rounds < 0 {
		return nil, badOption("rounds", "rounds is "+itoa(o.Rounds)+".", "Give a whole number of at least 1, or omit it.")
	}
	if err := checkExternal(m, d); err != nil {
		return nil, err
	}
	done := &Absorption{Model: m, Kept: m.SampleCount()}
	var err error
	if done.KeptBefore, err = o.errorOn(m, done.Kept); err != nil {
		return nil, err
	}
	in := make([]bool, d.X.Rows)
	for {
		errors, _, err := rowErrors(a, d, o.Control)
		if err != nil {
			return nil, err
		}
		done.RestAfter, done.RestOverLimit = 0, 0
		for i, e := range errors {
			if in[i] {
				continue
			}
			done.RestAfter = max(done.RestAfter, e)
			if e > o.Tolerance {
				done.RestOverLimit++
			}
		}
		if done.RestOverLimit == 0 || o.Rounds > 0 && done.Rounds == o.Rounds {
			break
		}
		for i, e := range errors {
			in[i] = in[i] || e > o.Tolerance
		}
		done.Absorbed = marked(in)
		if err := a.hold(d, done.Absorbed, o.Control); err != nil {
			return nil, err
		}
		done.Rounds++
	}
	if done.KeptAfter = done.KeptBefore; done.Rounds > 0 {
		if done.Model, err = a.now(); err != nil {
			return nil, err
		}
		if done.KeptAfter, err = o.errorOn(done.Model, done.Kept); err != nil {
			return nil, err
		}
	}
	return done, nil
}

// errorOn is the largest error on the first samples of a model.
func (o AbsorbOptions) errorOn(m Model, first int) (float64, error) {
	if s, is := m.(*SQANN); is && !o.Audit && !s.options.Preset.published() && !s.Interpolation().NoTakeover {
		worst := s.ownError(first)
		if worst > 0 && s.Classes() != nil {
			worst = inf // as rowError has it
		}
		return worst, nil
	}
	errors, _, err := rowErrors(m, m.Data().Pick(sorting.Identity(first)), o.Control)
	if err != nil {
		return 0, err
	}
	return slices.Max(errors), nil
}

// absorbing brings the rows in an error of the joint fit back to those that the
// caller knows.
func absorbing(err error, kept int, absorbed []int) error {
	e, ok := err.(*Error)
	if !ok || e.Row < kept {
		return err
	}
	if e.Code != IllDefined {
		return InRows(e, append(sorting.Identity(kept), absorbed...))
	}
	row := absorbed[e.Row-kept]
	other := "the model's sample " + itoa(e.other)
	if e.other >= kept {
		other = "X[" + itoa(absorbed[e.other-kept]) + "]"
	}
	return NewError(IllDefined, "X["+itoa(row)+"] can't be distinguished from "+other+", and their y differ.",
		e.Hint).At(row, -1)
}

// Remove is the model that the same options give without some of its samples
// (rows of Data; naming one twice does no harm). A fit.
func Remove(m Model, rows []int, c Control) (Model, error) {
	left, err := m.Data().leaving(rows)
	if err != nil {
		return nil, err
	}
	return RecipeOf(m).without(left).fit(m.Data().without(left), c, new(prepared)) // the relevance is that of the samples left
}

// leaving marks rows, which aren't all.
func (d Dataset) leaving(rows []int) (left []bool, err error) {
	if left, err = d.rowSet(rows); err == nil && len(marked(left)) == len(left) {
		err = NewError(InvalidInput, "All samples would be removed.", "Leave at least one.")
	}
	return left, err
}
