package core

import (
	"math"
	"slices"
)

// Frame is what a fit finds from the data set as a whole. With it, a network is a function of the samples and their order
// alone (docs/spec.md 3.15). It shares memory with the models that it was made of and for, so it must never be changed: who
// wants another one fills in a copy.
type Frame struct {
	Features, Outputs int
	Classes           []Label   // nil for a regression
	Shift, Divide     []float64 // of the features; nil where they aren't scaled
	Learned           *Learned  // the relevance; nil where it wasn't to be learned
	Reach             float64
	Slopes            Matrix       // of the line through all samples, a row an output; empty where answers don't need it
	Penalty           float64      // that the line was found with
	Forest            *GrownForest // nil where answers don't need it
	ClassWeights      []float64    // with SQANNOptions.Balanced: of each class; else nil
}

// Like is the options for another fit that shall be comparable with this one: FitSQANN then takes the scaling, relevance,
// reach, classes and line of this model instead of finding them. Duplicates, Trace and the limits may be changed.
func (m *SQANN) Like() SQANNOptions {
	m.mustBeFitted()
	o := m.options.copied()
	o.Control, o.Trace, o.MaxSteps = Control{}, false, 0
	if o.Frame != nil {
		return o
	}
	o.Interpolation = m.Interpolation()
	s := m.points.scaler
	o.Frame = &Frame{
		Features: m.FeatureCount(), Outputs: m.OutputCount(), Classes: m.points.classes,
		Shift: s.shift, Divide: s.divide, Learned: m.learned, Reach: m.network.Q,
		ClassWeights: m.points.classWeights,
	}
	o.Frame.Forest = m.grown()
	if m.needsLine() {
		o.Frame.Slopes, o.Frame.Penalty = m.line().of, m.line().penalty
	}
	return o
}

// LikeWithout is the fit of the other samples, like the model: what a learner has that forgets these.
func (m *SQANN) LikeWithout(rows []int, c Control) (*SQANN, error) {
	m.mustBeFitted()
	left, err := m.data.leaving(rows)
	if err != nil {
		return nil, err
	}
	return m.likeWithout(left, c)
}

func (m *SQANN) likeWithout(left []bool, c Control) (*SQANN, error) {
	like := m.Like()
	like.Control = c
	return FitSQANN(m.data.without(left), like)
}

// Settled says that all that a fit finds from a data set as a whole was given (Like), so that a learner takes the place of a
// fit on more samples with the options of this one.
func (m *SQANN) Settled() bool {
	o := m.options
	return o.Frame != nil && o.Skip == On && !o.Trace && o.MaxSteps == 0
}

// check refuses samples of another form, and numbers that no fit finds.
func (f *Frame) check(d Dataset, kind ScaleKind) error {
	scaled := 0
	if kind != ScaleNone {
		scaled = f.Features
	}
	hasLine := f.Slopes.Rows == f.Outputs && f.Slopes.Columns == f.Features && len(f.Slopes.Data) == f.Outputs*f.Features
	if len(f.Shift) != scaled || len(f.Divide) != scaled || !finite(f.Shift) || !finite(f.Divide) || slices.Contains(f.Divide, 0) ||
		!(f.Reach >= 0 && f.Reach <= math.MaxFloat64) || f.Classes != nil && f.Outputs != len(f.Classes) ||
		f.ClassWeights != nil && (len(f.ClassWeights) != f.Outputs || slices.ContainsFunc(f.ClassWeights, func(w float64) bool { return !(w > 0 && usable(w)) })) ||
		!hasLine && (f.Slopes.Rows != 0 || f.Slopes.Columns != 0 || len(f.Slopes.Data) != 0) || !finite(f.Slopes.Data) ||
		f.Forest != nil && (f.Classes == nil) != (len(f.Forest.low) == f.Outputs) || !(f.Penalty >= 0 && f.Penalty <= math.MaxFloat64) || checkLabels(f.Classes) != nil || !slices.Equal(f.Classes, sortedClasses(f.Classes)) {
		return notAModel("its frame has other numbers than a fit finds.", -1)
	}
	if err := checkForm(f.Features, f.Outputs, f.Classes, d); err != nil {
		return err
	}
	index := indexOf(f.Classes)
	for i, l := range d.Labels {
		if _, known := index[l]; !known {
			return notAClass(i)
		}
	}
	return nil
}

func notAClass(row int) *Error {
	e := NewError(InvalidInput, "y["+itoa(row)+"] is none of the model's classes.", "Give one of its classes, or fit anew with samples of the new one.").At(row, -1)
	e.among = func(number []int) *Error { return notAClass(number[row]) }
	return e
}

func finite(list []float64) bool {
	return !slices.ContainsFunc(list, func(v float64) bool { return !(math.Abs(v) <= math.MaxFloat64) })
}
