package wire

import (
	"maps"

	"github.com/xaia-go/xaia/core"
)

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

// LearnerOf is a learner as it is kept.
func LearnerOf(l *core.Learner, table *core.Encoding) *Kept {
	return &Kept{Model: &Model{Predictor: l, Table: table}, learner: l}
}

func (q *Question) begin(m *Model) (*Kept, error) {
	l, err := NewLearner(m, q.Control)
	if err != nil {
		return nil, err
	}
	return LearnerOf(l, m.Table), nil
}

// learner(model, {adapt}) → a learner, and its state.
func learner(q *Question, w Writer) error {
	m := *q.Model
	adapt := m.Calibration != nil && m.Calibration.Adapt != nil
	before := adapt
	if err := q.options(Fields{"adapt": func(v Value) error { return ReadBoolean("adapt", v, &adapt) }}); err != nil {
		return err
	}
	switch {
	case adapt && m.Calibration == nil:
		return Unsupported("The model is not calibrated, so no intervals can adapt.", "Call calibrate first, and begin the learner with the model that it returns.")
	case adapt && !before:
		m.Calibration = m.Calibration.Adapting()
	case before && !adapt:
		same := *m.Calibration
		same.Adapt = nil
		m.Calibration = &same
	}
	k, err := q.begin(&m)
	return object(w, err, func() {
		q.Made(w, k)
		k.writeState(w)
	})
}

// learn(learner, X, y, {tolerance, duplicates}) → {learned, refused, samples, stale}.
func learn(q *Question, w Writer) error {
	o := core.LearnOptions{Control: q.Control}
	var shares core.Dataset
	known := learnFields(&o)
	if q.Frames {
		maps.Copy(known, q.shareFields(&shares))
	}
	if err := q.options(known); err != nil {
		return err
	}
	d, err := q.labelled()
	if err != nil {
		return err
	}
	d.Weights, d.Names = shares.Weights, shares.Names
	return q.learning(w, func(l *core.Learner) (*core.Learning, error) { return l.Learn(d, o) })
}

// correct(learner, X, y) → {learned, refused, samples, stale}.
func correct(q *Question, w Writer) error {
	if err := q.options(nil); err != nil {
		return err
	}
	d, err := q.labelled()
	if err != nil {
		return err
	}
	return q.learning(w, func(l *core.Learner) (*core.Learning, error) { return l.Correct(d, q.Control) })
}

// forget(learner, rows) → {samples, stale}.
func forget(q *Question, w Writer) error {
	return q.changed(w, func(l *core.Learner) error {
		rows, err := q.sampleNumbers(false)
		if err != nil {
			return err
		}
		return l.Forget(rows)
	}, func() {})
}

// refresh(learner) → {samples, stale}.
func refresh(q *Question, w Writer) error {
	return q.changed(w, func(l *core.Learner) error { return l.Refresh(q.Control) }, func() {})
}

// learning is changed, and says which rows were learned.
func (q *Question) learning(w Writer, learn func(l *core.Learner) (*core.Learning, error)) error {
	var done *core.Learning
	return q.changed(w, func(l *core.Learner) (err error) {
		done, err = learn(l)
		return err
	}, func() { writeLearning(w, done) })
}

func (q *Question) changed(w Writer, change func(l *core.Learner) error, more func()) (err error) {
	k, keep := q.Kept, q.Changed
	if k.learner == nil { // a model stays what it is: a learner begins with it
		if k, err = q.begin(q.Model); err != nil {
			return err
		}
		keep = q.Made
	}
	return object(w, k.changing(change), func() {
		keep(w, k)
		more()
		k.writeState(w)
	})
}

// changing lets f change a learner, which others can't ask meanwhile.
func (k *Kept) changing(f func(l *core.Learner) error) error {
	k.Busy = true
	defer func() {
		k.Busy = false
		k.held.Keep(k.Model, 0)
	}()
	return f(k.Learner())
}

// learnedModel(learner) → a model of this moment.
func learnedModel(q *Question, w Writer) error {
	err := q.now()
	return q.made(w, q.Model, err)
}

// learnFields reads the options of learn.
func learnFields(o *core.LearnOptions) Fields {
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

// shareFields reads, for a learner, the weights and the names of samples.
func (r *Reader) shareFields(d *core.Dataset) Fields {
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

// writeLearning writes which rows were learned, and which not and why.
func writeLearning(w Writer, l *core.Learning) {
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

// columnOf is the column of a feature.
func columnOf(table *core.Encoding, feature int) (column int) {
	if table == nil {
		return feature
	}
	for ; feature >= table.Columns[column].Width(); column++ {
		feature -= table.Columns[column].Width()
	}
	return column
}

func (k *Kept) writeState(w Writer) { WriteLearnerState(w, k.Learner(), k.Model.Table) }

// WriteLearnerState writes how many samples a learner has, whether it is stale, and since when its outcomes drift.
func WriteLearnerState(w Writer, l *core.Learner, table *core.Encoding) {
	w.Key("sampleCount").Integer(l.SampleCount())
	if s := l.Stale(); s != nil {
		w.Key("stale").Object()
		w.Key("reason").Text(s.Reason.String())
		switch s.Reason {
		case core.StaleRange:
			writeColumn(w, table, columnOf(table, s.Column))
		case core.StaleReach:
			w.Key("share").Number(s.Share)
		}
		w.End()
	} else {
		w.Key("stale").Null()
	}
	if d := l.Drift(); d != nil {
		w.Key("drift").Object()
		w.Key("since").Integer(d.Since)
		w.Key("what").Text(d.What.String())
		w.End()
	} else {
		w.Key("drift").Null()
	}
}
