package wire

import (
	"maps"
	"math"

	"github.com/xaia-go/xaia/core"
)

// usualCoverage is the coverage of explanations, and the default of calls.
const usualCoverage = 0.9

// calibrate(model, {folds, seed, groups, lopsided, adapt}) → a model that also predicts intervals or sets.
func calibrate(q *Question, w Writer) error {
	o, adapt := core.CrossValidateOptions{Control: q.Control}, false
	known := FoldFields(&o.Folds, &o.Seed)
	maps.Copy(known, q.GroupFields(&o.Groups, nil))
	known["lopsided"] = func(v Value) error { return ReadBoolean("lopsided", v, &o.Lopsided) }
	known["adapt"] = func(v Value) error { return ReadBoolean("adapt", v, &adapt) }
	if err := q.options(known); err != nil {
		return err
	}
	if adapt && q.Model.SQANN() == nil {
		return Unsupported("Intervals adapt while a learner learns, and a learner begins with an SQANN, not with a model of kind \""+q.Model.Kind()+"\".", "Leave adapt out.")
	}
	calibrated, err := q.Model.Calibrate(o)
	if err == nil && adapt {
		calibrated.Calibration = calibrated.Calibration.Adapting()
	}
	return object(w, err, func() { q.Made(w, &Kept{Model: calibrated, left: q.Kept.left}) })
}

// Calibrate returns the same model with a calibration.
func (m *Model) Calibrate(o core.CrossValidateOptions) (*Model, error) {
	c, err := core.Calibrate(m.Network(), o)
	if err != nil {
		return nil, err
	}
	calibrated := *m
	calibrated.Calibration = c
	return &calibrated, nil
}

// predictInterval(model, X, {coverage}) → [low, high] a row, with several outputs a list of these.
func predictInterval(q *Question, w Writer) error { return q.certainty(w, false) }

// predictSet(model, X, {coverage}) → a list of labels a row.
func predictSet(q *Question, w Writer) error { return q.certainty(w, true) }

func (q *Question) certainty(w Writer, labels bool) error {
	coverage := usualCoverage
	if err := q.options(CoverageFields(&coverage)); err != nil {
		return err
	}
	if err := q.Model.CheckCalibrated(labels); err != nil {
		return err
	}
	return q.each(w, 0, func(w Writer, _ int, part core.Matrix) error { return writeCertainty(w, q.Model, part, coverage) })
}

// notCalibrated is the warning of a model that was derived from a calibrated one.
const notCalibrated = "The model is not calibrated, because its samples differ from those of the calibrated model. Call calibrate again."

// CoverageFields reads the coverage of an interval or a set.
func CoverageFields(coverage *float64) Fields {
	return Fields{"coverage": func(v Value) error {
		if err := ReadNumber("coverage", v, coverage); err != nil {
			return err
		}
		return core.CheckCoverage(*coverage)
	}}
}

// CheckCalibrated refuses models for which a set (labels) or an interval can't be computed.
func (m *Model) CheckCalibrated(labels bool) error {
	switch {
	case m.Network() == nil:
		return Unsupported("An ensemble is not calibrated.", "Calibrate one of its models, and use that model.")
	case m.Calibration == nil:
		return Unsupported("The model is not calibrated.", "Call calibrate first; it returns another model, which is calibrated.")
	case labels && m.Classes() == nil:
		return Unsupported("The model was fitted on numbers, so it doesn't have classes.", "Use predictInterval.")
	case !labels && m.Classes() != nil:
		return Unsupported("The model predicts labels, which don't have intervals.", "Use predictSet.")
	}
	return nil
}

// writeCertainty writes the interval or the set of each row of x as elements of an open list.
func writeCertainty(w Writer, m *Model, x core.Matrix, coverage float64) error {
	classes := m.Classes()
	numbers, raw := w.(certain)
	if classes != nil {
		sets, err := m.Calibration.Sets(x, coverage)
		for _, set := range sets {
			if raw {
				numbers.Set(set)
				continue
			}
			w.List()
			for _, class := range set {
				WriteLabel(w, classes[class])
			}
			w.End()
		}
		return err
	}
	low, high, err := m.Calibration.Intervals(x, coverage)
	if err != nil {
		return err
	}
	if raw {
		numbers.Intervals(low, high)
		return nil
	}
	for i := range x.Rows {
		if low.Columns > 1 {
			w.List()
		}
		for j := range low.Columns {
			w.Numbers([]float64{low.Row(i)[j], high.Row(i)[j]})
		}
		if low.Columns > 1 {
			w.End()
		}
	}
	return nil
}

// writeCalibrated writes the part of a model's description that is about its calibration.
func writeCalibrated(w Writer, c *core.Calibration) {
	if c == nil {
		w.Null()
		return
	}
	counts := c.Counts()
	w.Object()
	w.Key("folds").Integer(c.Folds)
	w.Key("seed").Integer(int(c.Seed))
	for r := core.Strong; ; r-- {
		w.Key(r.String()).Integer(counts[r])
		if r == core.Weak {
			break
		}
	}
	if c.Lopsided {
		w.Key("lopsided").Bool(true)
	}
	if c.Adapt != nil {
		w.Key("adapt").Bool(true)
	}
	w.End()
}

// writeCalibration writes a calibration into a model file.
func writeCalibration(w Writer, c *core.Calibration) {
	if c == nil {
		return
	}
	recognition := make([]int, len(c.Recognition))
	for i, r := range c.Recognition {
		recognition[i] = int(r)
	}
	w.Key("calibration").Object()
	w.Key("folds").Integer(c.Folds)
	w.Key("seed").Integer(int(c.Seed))
	if c.Median != nil {
		w.Key("median").Numbers(c.Median)
	}
	w.Key("recognition").Integers(recognition)
	w.Key("familiarity").Numbers(c.Familiarity)
	writeValues(w.Key("scores"), c.Scores)
	if c.Lopsided {
		w.Key("lopsided").Bool(true)
	}
	if a := c.Adapt; a != nil {
		w.Key("adapt").Object()
		w.Key("levels").Rows(a.Levels)
		w.Key("against").Numbers(a.Against[:])
		w.Key("since").Integers(a.Since[:])
		w.End()
	}
	w.End()
}

// readCalibration reads the calibration of a model that was loaded.
func (r *Reader) readCalibration(m *Model, v Value) error {
	if !given(v) {
		return nil
	}
	c := &core.Calibration{}
	matrix := func(name string, into *core.Matrix) func(Value) error {
		return func(v Value) (err error) {
			*into, _, err = r.Matrix("calibration."+name, v, 0)
			return err
		}
	}
	var median, recognition, familiarity core.Matrix
	if !isObject(v) || v.Kind() == List {
		return badFile("calibration is "+v.Shown()+".", nil)
	}
	known := FoldFields(&c.Folds, &c.Seed)
	known["median"], known["recognition"] = matrix("median", &median), matrix("recognition", &recognition)
	known["familiarity"], known["scores"] = matrix("familiarity", &familiarity), matrix("scores", &c.Scores)
	known["lopsided"] = func(v Value) error { return ReadBoolean("calibration.lopsided", v, &c.Lopsided) }
	known["adapt"] = func(v Value) error {
		c.Adapt = &core.Adaptation{}
		var against, since core.Matrix
		err := Fields{"levels": matrix("adapt.levels", &c.Adapt.Levels), "against": matrix("adapt.against", &against), "since": matrix("adapt.since", &since)}.Read("calibration.adapt.", v)
		if err != nil {
			return err
		}
		if len(against.Data) != len(c.Adapt.Against) || len(since.Data) != len(c.Adapt.Since) {
			c.Adapt.Levels = core.Matrix{} // which is refused
			return nil
		}
		copy(c.Adapt.Against[:], against.Data)
		for i, f := range since.Data {
			c.Adapt.Since[i] = -1 // none
			if f == math.Trunc(f) && f >= 0 && f <= math.MaxInt32 {
				c.Adapt.Since[i] = int(f)
			}
		}
		return nil
	}
	err := known.Read("calibration.", v)
	if err == nil {
		for _, f := range recognition.Data {
			k := core.Strong + 1 // none
			if f >= 0 && f <= 2 && f == math.Trunc(f) {
				k = core.Recognition(f)
			}
			c.Recognition = append(c.Recognition, k)
		}
		c.Median, c.Familiarity = median.Data, familiarity.Data
		err = core.RestoreCalibration(m.Network(), c)
	}
	if err != nil {
		if ofTheCaller(err) {
			return err
		}
		return badFile("The file is wrong:", err)
	}
	m.Calibration = c
	return nil
}
