package core

import (
	"math"
	"slices"
)

// Ensemble answers with that one of two models whose activation is stronger
// (SPEC 3.9): for a hit its activation, for an interpolation the mean of those
// used; the second wins ties. A model without an output doesn't count. Tables 1
// to 3 of the paper keep the old model beside the one that absorbed.
type Ensemble struct {
	members [2]Model
	classes []Label
}

// NewEnsemble joins two models of the same features and outcomes. The classes
// are those of both.
func NewEnsemble(first, second Model) (*Ensemble, error) {
	switch {
	case first.FeatureCount() != second.FeatureCount():
		return nil, NewError(InvalidInput, "The first model has "+count(first.FeatureCount(), "feature")+", the second "+itoa(second.FeatureCount())+".",
			"Combine models with the same features.")
	case (first.Classes() == nil) != (second.Classes() == nil):
		return nil, NewError(InvalidInput, "One model gives labels, the other numbers.", "Combine models with the same kind of outcome.")
	case first.Classes() == nil && first.OutputCount() != second.OutputCount():
		return nil, NewError(InvalidInput, "The first model has "+count(first.OutputCount(), "output")+", the second "+itoa(second.OutputCount())+".",
			"Combine models with the same outputs.")
	case first.Classes() != nil && first.Classes()[0].Kind != second.Classes()[0].Kind:
		return nil, NewError(InvalidInput, "The models' labels are of different kinds.", "Combine models with the same kind of outcome.")
	}
	e := &Ensemble{members: [2]Model{first, second}}
	if first.Classes() != nil {
		e.classes = sortedClasses(slices.Concat(first.Classes(), second.Classes()))
	}
	return e, nil
}

func (e *Ensemble) FeatureCount() int { return e.members[0].FeatureCount() }
func (e *Ensemble) Classes() []Label  { return e.classes }
func (e *Ensemble) Members() [2]Model { return e.members }
func (e *Ensemble) OutputCount() int {
	if e.classes != nil {
		return len(e.classes)
	}
	return e.members[0].OutputCount()
}

// Predict answers every row of x as Examine does.
func (e *Ensemble) Predict(x Matrix) (*Predictions, error) {
	seen, err := e.Examine(x)
	if err != nil {
		return nil, err
	}
	return &seen.Predictions, nil
}

// Examine asks both models, and says for each row what the stronger one says, and
// in Member which that is. A row costs a prediction of each.
func (e *Ensemble) Examine(x Matrix) (*Examination, error) {
	var said [2]*Examination
	for i, m := range e.members {
		var err error
		if said[i], err = m.Examine(x); err != nil {
			return nil, err
		}
	}
	out := newExamination(x.Rows, e.OutputCount())
	out.Member = make([]int, x.Rows)
	for i := range x.Rows {
		member := e.stronger(said, i)
		out.Member[i] = member
		s := said[member]
		a := answer{value: s.Values.Row(i), status: s.Status[i], recognition: s.Recognition[i], familiarity: s.Familiarity[i], activation: s.Activation[i]}
		out.unpack(i, a.pack(nil, e.classes, e.members[member].Classes()))
	}
	return out, nil
}

func (e *Ensemble) stronger(said [2]*Examination, i int) int {
	var strength [2]float64
	for j, s := range said {
		strength[j] = s.Activation[i]
		if s.Status[i] == StatusNone {
			strength[j] = math.Inf(-1)
		}
	}
	if strength[0] > strength[1] {
		return 0
	}
	return 1
}
