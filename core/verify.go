package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Verify checks what models promise. An error, of code Internal, says what doesn't hold:
//
//	a model     each sample stands in one layer, and hits its own neuron at distance 0 (not with the published presets); the
//	            largest error on the samples is the report's; in each tree of a forest the samples stand in the leaves that their
//	            ways lead to
//	a learner   all this of its model of this moment, whose network is that of a fit of the samples present; it, the model and
//	            the fit answer the samples, and points between them, with the same bits
//
// An ensemble promises nothing of its own. Cost: an answer for each sample; of a learner a fit, and eight answers.
func Verify(p Predictor) error {
	switch m := p.(type) {
	case *SQANN:
		return m.verify()
	case *TNN:
		return m.verify()
	case *Learner:
		return m.verify()
	}
	return nil
}

func (m *TNN) verify() error {
	if !eachOnce(slices.Clone(m.order), m.points.count()) {
		return broken("its order doesn't have each of its points once")
	}
	worst, err := m.maxFittingError(&counter{})
	return m.report.kept(worst, err)
}

// eachOnce says whether a list, which it sorts, has the numbers below count, and no others.
func eachOnce(list []int, count int) bool {
	sorting.SortAscending(list)
	return slices.Equal(list, sorting.Identity(count))
}

// kept says whether the samples are off by what the report says.
func (r *Report) kept(worst float64, err error) error {
	if err == nil && worst != r.MaxFittingError {
		return broken("its samples are off by " + ftoa(worst) + ", not by " + ftoa(r.MaxFittingError))
	}
	return err
}

func (m *SQANN) verify() error {
	var placed []int
	for _, l := range m.network.Layers {
		placed = append(placed, l.Point...)
	}
	if !eachOnce(placed, m.points.count()) {
		return broken("not each of its points stands in one layer")
	}
	if !m.options.Preset.published() {
		if lost := m.Unrecognised(sorting.Identity(m.SampleCount())); lost >= 0 {
			return broken("sample " + itoa(lost) + " doesn't hit its own neuron")
		}
		worst, err := m.measuredError()
		if err := m.report.kept(worst, err); err != nil {
			return err
		}
	}
	if f := m.leaves.forest; f != nil && !f.Stands(m.points.x.Rows, func(point int) []float64 { return m.points.x.Row(point) }) {
		return broken("a sample stands in the wrong leaf")
	}
	return nil
}

func (l *Learner) verify() error {
	m, err := l.Model()
	if err != nil {
		return err
	}
	if err := m.verify(); err != nil {
		return err
	}
	fit, err := FitSQANN(m.data, l.like)
	if err != nil {
		return err
	}
	if !slices.EqualFunc(m.network.Layers, fit.network.Layers, func(a, b *network.Layer) bool { return slices.Equal(a.Point, b.Point) }) {
		return broken("a fit of its samples has other layers")
	}
	if !slices.Equal(m.network.Pack(), fit.network.Pack()) {
		return broken("a fit of its samples has other fingerprints")
	}
	x := m.data.X
	asked := Matrix{Data: slices.Clone(x.Data), Rows: x.Rows, Columns: x.Columns}
	for i := range x.Rows {
		for j, v := range x.Row(i) {
			asked.Data = append(asked.Data, v/2+x.Row((i + 1) % x.Rows)[j]/2)
		}
		asked.Rows++
	}
	want, err := examineAll(fit, asked, Control{})
	if err != nil {
		return err
	}
	answering := []Predictor{m, l.view}
	if !l.answers() {
		answering = answering[:1]
	}
	for _, p := range answering {
		got, err := examineAll(p, asked, Control{})
		if err != nil {
			return err
		}
		if !slices.Equal(got.Status, want.Status) || !slices.Equal(got.Values.Data, want.Values.Data) || !slices.Equal(got.Familiarity, want.Familiarity) {
			return broken("a fit of its samples answers otherwise")
		}
	}
	return nil
}

func broken(what string) error {
	return NewError(Internal, "The model doesn't hold: "+what+".", "This is a defect of xaia; please report it with the input that caused it.")
}
