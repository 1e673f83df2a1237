package wire

import (
	"github.com/xaia-go/xaia/core"
)

// Model is a model of one of the three kinds, with the encoding of its table.
type Model struct {
	SQANN    *core.SQANN
	TNN      *core.TNN
	Ensemble *core.Ensemble
	Members  [2]*Model // of an ensemble

	Table   *core.Encoding // nil if X was numbers
	Reading Reading        // how its samples were read; empty for a loaded model

	Calibration *core.Calibration // nil before calibrate, and for an ensemble

	Unchecked bool // loaded from a file without a checksum
}

// Report describes the fit; not for an ensemble.
func (m *Model) Report() core.Report {
	r := m.Network().Report()
	r.Warnings = append(m.Reading.Warnings[:len(m.Reading.Warnings):len(m.Reading.Warnings)], r.Warnings...)
	if m.Unchecked {
		r.Warnings = append(r.Warnings[:len(r.Warnings):len(r.Warnings)],
			"The model's file is of an earlier version and has no checksum: it may have been changed.")
	}
	return r
}

// Recipe returns the options as core takes them.
func (o *FitOptions) Recipe() core.Recipe {
	if o.IsTNN {
		return core.Recipe{TNN: &o.TNN}
	}
	return core.Recipe{SQANN: o.SQANN}
}

// Fit fits a model to samples.
func (r *Reader) Fit(x, y Value, o *FitOptions) (*Model, error) {
	d, table, how, _, err := r.tabled(x, y, o)
	if err != nil {
		return nil, err
	}
	if r.Check != nil {
		if err := r.Check(d, o); err != nil {
			return nil, err
		}
	}
	m := &Model{Table: table, Reading: how}
	if o.IsTNN {
		m.TNN, err = core.FitTNN(d, o.TNN)
	} else {
		m.SQANN, err = core.FitSQANN(d, o.SQANN)
	}
	if err != nil {
		return nil, how.inRows(err, d.X.Rows)
	}
	return m, nil
}

// inRows makes an error about the remaining samples name the rows of the input.
func (w *Reading) inRows(err error, samples int) error {
	if w.Dropped == nil {
		return err
	}
	return core.InRows(err, missingFrom(w.Dropped, samples+len(w.Dropped)))
}

// Join makes an ensemble of two models. Neither may be an ensemble.
func Join(first, second *Model) (*Model, error) {
	e, err := core.NewEnsemble(first.Network(), second.Network())
	if err != nil {
		return nil, err
	}
	return &Model{Ensemble: e, Members: [2]*Model{first, second}, Table: first.Table}, nil
}

// Network returns the SQANN or the TNN; not for an ensemble.
func (m *Model) Network() core.Model {
	if m.TNN != nil {
		return m.TNN
	}
	return m.SQANN
}

// With returns a model with the same table and another network.
func (m *Model) With(network core.Model) *Model {
	other := &Model{Table: m.Table}
	if network == m.Network() { // nothing was absorbed
		other.Calibration = m.Calibration
	} else if m.Calibration != nil {
		other.Reading.warn(notCalibrated)
	}
	switch network := network.(type) {
	case *core.SQANN:
		other.SQANN = network
	case *core.TNN:
		other.TNN = network
	}
	return other
}

func (m *Model) Predictor() core.Predictor {
	if m.Ensemble != nil {
		return m.Ensemble
	}
	return m.Network()
}

func (m *Model) Features() int         { return m.Predictor().Features() }
func (m *Model) Outputs() int          { return m.Predictor().Outputs() }
func (m *Model) Classes() []core.Label { return m.Predictor().Classes() }

// Kind is the model's kind as JavaScript names it.
func (m *Model) Kind() string {
	switch {
	case m.Ensemble != nil:
		return "ensemble"
	case m.TNN != nil:
		return "tnn"
	}
	return "sqann"
}

// Samples is the number of fitted samples; for an ensemble, that of its second model.
func (m *Model) Samples() int {
	if m.Ensemble != nil {
		return m.Members[1].Samples()
	}
	return m.Network().Samples()
}

// Parts returns the models with a network: the model itself, or the two of an ensemble.
func (m *Model) Parts() []*Model {
	if m.Ensemble != nil {
		return m.Members[:]
	}
	return []*Model{m}
}

// Labelled reads external samples with their outcomes.
func (r *Reader) Labelled(m *Model, x, y Value) (d core.Dataset, err error) {
	if d.X, _, err = r.Query(m, x); err != nil {
		return d, err
	}
	classes := m.Classes()
	return d, r.targets(&d, y, classes != nil && classes[0].Kind == core.IntegerLabel, false)
}

// Interpolating returns the model with the interpolation of a call; the zero one is the model's own. Calibrations hold
// for that alone. A TNN has no other.
func (m *Model) Interpolating(how core.Interpolation) (*Model, error) {
	switch {
	case how.Mode == core.InterpolatePreset || m.TNN != nil:
		return m, nil
	case m.Ensemble != nil:
		return nil, Unsupported("An ensemble can't have its own interpolation.", "Give the interpolation to the fits of its models.")
	}
	other := *m
	other.Calibration = nil
	var err error
	other.SQANN, err = m.SQANN.Interpolating(how)
	return &other, err
}

// Predict answers every row of x.
func (m *Model) Predict(x core.Matrix) (*core.Predictions, error) {
	switch {
	case m.TNN != nil:
		return m.TNN.Predict(x)
	case m.Ensemble != nil:
		e, err := m.Ensemble.Examine(x)
		if err != nil {
			return nil, err
		}
		return &e.Predictions, nil
	}
	return m.SQANN.Predict(x)
}

// Bytes is the model's approximate size in memory.
func (m *Model) Bytes() int64 {
	switch {
	case m.Ensemble != nil:
		return m.Members[0].Bytes() + m.Members[1].Bytes()
	}
	bytes := int64(0)
	if c := m.Calibration; c != nil {
		bytes = int64(len(c.Recognition)) * int64(16+16*c.Scores.Columns)
	}
	if m.TNN != nil {
		return bytes + m.TNN.Bytes()
	}
	return bytes + m.SQANN.Bytes()
}

// Published says that the model has a published preset, which doesn't guarantee that
// samples activate their own neurons.
func (m *Model) Published() bool {
	p := m.SQANN.Options().Preset
	return p == core.PublishedV1 || p == core.PublishedV2
}
