package wire

import "github.com/xaia-go/xaia/core"

// NewLearner begins a learner with a model.
func NewLearner(m *Model, c core.Control) (*core.Learner, error) {
	s := m.SQANN()
	if s == nil {
		return nil, Unsupported("A learner begins with an SQANN, not with a model of kind \""+m.Kind()+"\".", "Fit one with preset \"xaia\".")
	}
	l, err := core.NewLearner(s, c)
	if err == nil && m.Calibration != nil {
		err = l.Calibrate(m.Calibration)
	}
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Learned is a learner's model of this moment.
func Learned(l *core.Learner, table *core.Encoding) (*Model, error) {
	s, err := l.Model()
	if err != nil {
		return nil, err
	}
	c, err := l.Calibration()
	if err != nil {
		return nil, err
	}
	return &Model{Predictor: s, Table: table, Calibration: c}, nil
}

// LearnFields reads the options of learn.
func LearnFields(o *core.LearnOptions) Fields {
	return Fields{
		"tolerance": func(v Value) error {
			o.Tolerance = new(float64)
			return ReadNumber("tolerance", v, o.Tolerance)
		},
		"duplicates": func(v Value) error {
			o.Duplicates = new(core.DuplicateRule)
			return named("duplicates", v, o.Duplicates, core.DuplicatesError, core.DuplicatesFirst, core.DuplicatesMean, core.DuplicatesMajority)
		},
	}
}

// ShareFields reads, for a learner, the weights and the names of samples.
func (r *Reader) ShareFields(d *core.Dataset) Fields {
	return Fields{
		"weights": func(v Value) (err error) {
			if !isList(v) {
				return InvalidOption("weights", v, "a list with one number above 0 a sample")
			}
			d.Weights, err = r.aboveZero("weights", v)
			return err
		},
		"names": func(v Value) (err error) {
			d.Names, err = r.names(v)
			return err
		},
	}
}

// WriteLearning writes which rows were learned, and which not and why.
func WriteLearning(w Writer, l *core.Learning) {
	w.Key("learned").Integers(l.Learned)
	w.Key("refused").List()
	for _, r := range l.Refused {
		w.Object()
		w.Key("row").Integer(r.Row)
		w.Key("code").Text(string(r.Err.Code))
		w.Key("message").Text(r.Err.Error())
		w.End()
	}
	w.End()
}

// WriteLearnerState writes how many samples a learner has, and whether it is stale.
func WriteLearnerState(w Writer, l *core.Learner, table *core.Encoding) {
	w.Key("samples").Integer(l.Samples())
	s := l.Stale()
	if s == nil {
		w.Key("stale").Null()
		return
	}
	w.Key("stale").Object()
	w.Key("reason").Text(s.Reason.String())
	switch s.Reason {
	case core.StaleRange:
		column, feature := s.Column, s.Column
		if table != nil {
			for column = 0; feature >= table.Columns[column].Width(); column++ {
				feature -= table.Columns[column].Width()
			}
		}
		writeColumn(w, table, column)
	case core.StaleReach:
		w.Key("share").Number(s.Share)
	}
	w.End()
}
