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
	columns [2][]int // where a member's scores go among all classes
}

// NewEnsemble joins two models of the same features and outcomes. The classes
// are those of both.
func NewEnsemble(first, second Model) (*Ensemble, error) {
	switch {
	case first.Features() != second.Features():
		return nil, failure(InvalidInput, "The first model has "+count(first.Features(), "feature")+", the second "+itoa(second.Features())+".",
			"Join models of the same features.")
	case (first.Classes() == nil) != (second.Classes() == nil):
		return nil, failure(InvalidInput, "One model gives labels, the other numbers.", "Join models of the same outcomes.")
	case first.Classes() == nil && first.Outputs() != second.Outputs():
		return nil, failure(InvalidInput, "The first model has "+count(first.Outputs(), "output")+", the second "+itoa(second.Outputs())+".",
			"Join models of the same outputs.")
	case first.Classes() != nil && first.Classes()[0].Kind != second.Classes()[0].Kind:
		return nil, failure(InvalidInput, "The models' labels are of different kinds.", "Join models of the same outcomes.")
	}
	e := &Ensemble{members: [2]Model{first, second}}
	if first.Classes() != nil {
		e.classes = sortedClasses(slices.Concat(first.Classes(), second.Classes()))
		for i, m := range e.members {
			for _, c := range m.Classes() {
				e.columns[i] = append(e.columns[i], slices.Index(e.classes, c))
			}
		}
	}
	return e, nil
}

func (e *Ensemble) Features() int     { return e.members[0].Features() }
func (e *Ensemble) Classes() []Label  { return e.classes }
func (e *Ensemble) Members() [2]Model { return e.members }
func (e *Ensemble) Outputs() int {
	if e.classes != nil {
		return len(e.classes)
	}
	return e.members[0].Outputs()
}

// Examine asks both models, and says for each row what the stronger one says. A
// row costs a prediction of each.
func (e *Ensemble) Examine(x Matrix) (*Examination, error) {
	var said [2]*Examination
	for i, m := range e.members {
		var err error
		if said[i], err = m.Examine(x); err != nil {
			return nil, err
		}
	}
	out := newExamination(x.Rows, e.Outputs())
	for i := range x.Rows {
		member := e.stronger(said, i)
		s := said[member]
		out.Status[i], out.Recognition[i] = s.Status[i], s.Recognition[i]
		out.Familiarity[i], out.Activation[i] = s.Familiarity[i], s.Activation[i]
		if e.classes == nil {
			copy(out.Values.Row(i), s.Values.Row(i))
			continue
		}
		if s.Status[i] == StatusNone {
			fillNaN(out.Values.Row(i))
			continue
		}
		for j, v := range s.Values.Row(i) {
			out.Values.Row(i)[e.columns[member][j]] = v
		}
	}
	return out, nil
}

// Speaker says which member, 0 or 1, answers for x.
func (e *Ensemble) Speaker(x []float64) (int, error) {
	row := Matrix{Data: x, Rows: 1, Columns: len(x)}
	var said [2]*Examination
	for i, m := range e.members {
		var err error
		if said[i], err = m.Examine(row); err != nil {
			return 0, err
		}
	}
	return e.stronger(said, 0), nil
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
