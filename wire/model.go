package wire

import "github.com/xaia-go/xaia/core"

// Model is a model of one of the three kinds, with the encoding of its table.
type Model struct {
	core.Predictor           // an SQANN, a TNN or an ensemble
	Members        [2]*Model // of an ensemble

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
			"The model's file has no checksum: it may have been changed.")
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
	if m.Predictor, err = o.fit(d, core.FitSQANN); err != nil {
		return nil, how.inRows(err, d.X.Rows)
	}
	return m, nil
}

// fit(X, y, options) → a model.
func fit(q *Question, w Writer) error {
	o := &FitOptions{}
	if err := q.options(q.fitFields(o)); err != nil {
		return err
	}
	if err := o.others(q.Given[Options]); err != nil {
		return err
	}
	o.SQANN.Control, o.TNN.Control = q.Control, q.Control
	o.Samples.Unnumbered = q.Frames // as read_csv has them
	m, err := q.Fit(q.Given[X], q.Given[Y], o)
	return q.made(w, m, err)
}

// fitLike(model, X, y, {duplicates, weights, names, maxSteps, trace}) → a model of samples that are comparable with another
// one's: see core.SQANN.Like. Samples are read as that one reads questions.
func fitLike(q *Question, w Writer) error {
	o := FitOptions{}
	if s := q.Model.SQANN(); s != nil {
		o.SQANN = s.Like()
	}
	if err := q.options(q.fitFields(&o, "duplicates", "weights", "names", "maxSteps", "trace")); err != nil {
		return err
	}
	if q.Model.SQANN() == nil {
		return Unsupported("A model can be fitted like an SQANN, not like a model of kind \""+q.Model.Kind()+"\".", "Fit without like.")
	}
	o.SQANN.Control = q.Control
	d, err := q.labelled()
	if err != nil {
		return err
	}
	d.Weights, d.Names = o.Weights, o.Names
	if by := o.Samples.NamedBy; by != "" {
		if d.Names, err = q.namesBy(q.Given[X], by); err != nil {
			return err
		}
	}
	if q.Check != nil {
		if err := q.Check(d, &o); err != nil {
			return err
		}
	}
	m := &Model{Table: q.Model.Table}
	m.Predictor, err = made(core.FitSQANN(d, o.SQANN))
	return q.made(w, m, err)
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
	return &Model{Predictor: e, Members: [2]*Model{first, second}, Table: first.Table}, nil
}

// fit fits a TNN, or makes an SQANN.
func (o *FitOptions) fit(d core.Dataset, sqann func(core.Dataset, core.SQANNOptions) (*core.SQANN, error)) (core.Predictor, error) {
	if o.IsTNN {
		return made(core.FitTNN(d, o.TNN))
	}
	return made(sqann(d, o.SQANN))
}

// made keeps a nil pointer from becoming a Predictor that isn't nil.
func made[M core.Predictor](m M, err error) (core.Predictor, error) {
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Network returns the model's network; nil for an ensemble.
func (m *Model) Network() core.Model {
	n, _ := m.Predictor.(core.Model)
	return n
}

// SQANN returns the network if it is one, otherwise nil.
func (m *Model) SQANN() *core.SQANN {
	s, _ := m.Predictor.(*core.SQANN)
	return s
}

// TNN returns the network if it is one, otherwise nil.
func (m *Model) TNN() *core.TNN {
	t, _ := m.Predictor.(*core.TNN)
	return t
}

// With returns a model with the same table and another network.
func (m *Model) With(network core.Model) *Model {
	other := &Model{Predictor: network, Table: m.Table}
	if network == m.Network() { // nothing was absorbed
		other.Calibration = m.Calibration
	} else if m.Calibration != nil {
		other.Reading.warn(notCalibrated)
	}
	return other
}

// Kind is the model's kind as JavaScript names it.
func (m *Model) Kind() string {
	switch m.Predictor.(type) {
	case *core.SQANN:
		return "sqann"
	case *core.TNN:
		return "tnn"
	}
	return "ensemble"
}

// Samples is the number of fitted samples; for an ensemble, that of its second model.
func (m *Model) SampleCount() int {
	parts := m.Parts()
	return parts[len(parts)-1].Network().SampleCount()
}

// Parts returns the models with a network: the model itself, or the two of an ensemble.
func (m *Model) Parts() []*Model {
	if m.Network() == nil {
		return m.Members[:]
	}
	return []*Model{m}
}

// Labelled reads external samples with their outcomes.
func (r *Reader) Labelled(m *Model, x, y Value) (d core.Dataset, err error) {
	if y, _, err = outcomes(x, y); err != nil {
		return d, err
	}
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
	case how.Mode == core.InterpolatePreset || m.TNN() != nil:
		return m, nil
	case m.Network() == nil:
		return nil, Unsupported("An ensemble can't have its own interpolation.", "Give the interpolation to the fits of its models.")
	}
	other := *m
	other.Calibration = nil
	var err error
	other.Predictor, err = made(m.SQANN().Interpolating(how))
	return &other, err
}

// Bytes is the model's approximate size in memory.
func (m *Model) Bytes() int64 {
	bytes := m.Predictor.Bytes()
	if c := m.Calibration; c != nil {
		bytes += int64(len(c.Recognition)) * int64(16+16*c.Scores.Columns)
	}
	return bytes
}

// Published says that the model has a published preset, which doesn't guarantee that
// samples activate their own neurons.
func (m *Model) Published() bool {
	p := m.SQANN().Options().Preset
	return p == core.PublishedV1 || p == core.PublishedV2
}
