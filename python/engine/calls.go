package main

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// asked are the calls of a model.
var asked = map[string]func(s *session, c *call, m *wire.Model) error{
	"calibrate": (*session).calibrate, "save": (*session).save, "rows": (*session).rows,
	"predict": (*session).predict, "predictProba": (*session).predictProba, "examine": (*session).examine,
	"explain": (*session).explain, "attributions": (*session).attributions, "counterfactual": (*session).counterfactual,
	"predictInterval": (*session).predictInterval, "predictSet": (*session).predictSet,
}

// ofLearner are the calls that a learner answers by itself. The others ask a model of the moment.
var ofLearner = map[string]bool{"predict": true, "predictProba": true, "examine": true}

// kept is a model under a number, or a learner.
type kept struct {
	*wire.Model
	learner *core.Learner
	moment  *wire.Model // the learner's, if one was asked
}

// now is a learner's model of this moment, or the model itself.
func (k *kept) now() (*wire.Model, error) {
	if k.learner == nil {
		return k.Model, nil
	}
	current, err := k.learner.Model()
	if err == nil && (k.moment == nil || k.moment.SQANN() != current) {
		k.moment, err = wire.Learned(k.learner, k.Table)
	}
	return k.moment, err
}

// run computes the answer. A defect of the engine is an error, too.
func (s *session) run(c *call) (err error) {
	defer func() {
		if defect := recover(); defect != nil {
			err = core.NewError(core.Internal, fmt.Sprint("The engine failed: ", defect, "."), "Report it, with the call.")
		}
	}()
	if c.err != nil {
		return c.err
	}
	switch c.do {
	case "fit":
		return s.fit(c)
	case "load":
		return s.load(c)
	}
	do, known := asked[c.do]
	if !known && c.do != "learn" {
		names := slices.Sorted(maps.Keys(asked))
		return core.NewError(core.UnknownOption, "There is no call \""+c.do+"\".", "Known are cancel, fit, learn, load, "+strings.Join(names, ", ")+".").In("do")
	}
	k, known := s.models[c.model]
	switch {
	case !known:
		return core.NewError(core.Disposed, "There is no such model.", "Fit or load it again.").In("model")
	case c.do == "learn":
		return s.learn(c, k)
	case ofLearner[c.do]:
		return do(s, c, k.Model)
	}
	m, err := k.now()
	if err != nil {
		return err
	}
	return do(s, c, m)
}

// samples reads X and y, which end the call.
func (c *call) samples() (x, y wire.Value, err error) {
	if x, err = c.table("X", c.x); err != nil {
		return x, y, err
	}
	if y, err = c.outcomes(); err != nil {
		return x, y, err
	}
	return x, y, c.whole()
}

// learn takes rows in. A model stays what it is: a learner begins with it, under another number. A learner changes.
func (s *session) learn(c *call, k *kept) error {
	var shares core.Dataset
	o := core.LearnOptions{Control: c.control()}
	known := wire.LearnFields(&o)
	maps.Copy(known, c.reader.ShareFields(&shares))
	if err := known.Read("", c.options); err != nil {
		return err
	}
	x, y, err := c.samples()
	if err != nil {
		return err
	}
	d, err := c.reader.Labelled(k.Model, x, y)
	if err != nil {
		return err
	}
	d.Weights, d.Names = shares.Weights, shares.Names
	number, more := c.model, 0
	if k.learner == nil {
		l, err := wire.NewLearner(k.Model, o.Control)
		if err != nil {
			return err
		}
		k, number, more = &kept{Model: &wire.Model{Predictor: l, Table: k.Table}, learner: l}, s.next+1, 1
	}
	done, err := k.learner.Learn(d, o)
	if err != nil {
		return err
	}
	s.models[number], s.next = k, max(s.next, number)
	s.held.Keep(k.Model, more)
	w := &c.answer
	w.Object()
	w.Key("model").Integer(number)
	wire.WriteLearning(w, done)
	wire.WriteLearnerState(w, k.learner, k.Table)
	w.End()
	return nil
}

func (s *session) fit(c *call) error {
	start := time.Now()
	o, err := c.reader.FitOptions(c.options)
	if err != nil {
		return err
	}
	o.SQANN.Control, o.TNN.Control = c.control(), c.control()
	o.Samples.Unnumbered = true // as read_csv has them
	x, y, err := c.samples()
	if err != nil {
		return err
	}
	m, err := c.reader.Fit(x, y, o)
	if err != nil {
		return err
	}
	return s.made(c, m, start)
}

// made keeps a model, and answers with its description and its file.
func (s *session) made(c *call, m *wire.Model, start time.Time) error {
	c.out = jsontext.Packed(m)
	s.describe(c, m, float64(time.Since(start).Microseconds())/1000, false)
	return nil
}

func (s *session) describe(c *call, m *wire.Model, took float64, head bool) {
	s.next++
	s.models[s.next] = &kept{Model: m}
	s.held.Keep(m, 1)
	w := &c.answer
	w.Object()
	w.Key("model").Integer(s.next)
	w.Key("kind").Text(m.Kind())
	w.Key("features").Integer(m.Features())
	w.Key("outputs").Integer(m.Outputs())
	w.Key("samples").Integer(m.Samples())
	if classes := m.Classes(); classes != nil {
		wire.WriteLabels(w.Key("classes"), classes)
	}
	if m.Table != nil {
		wire.WriteTable(w.Key("columns"), m.Table)
	}
	if m.Reading.Dropped != nil {
		w.Key("dropped").Integers(m.Reading.Dropped)
	}
	if m.Network() != nil {
		wire.WriteReport(w.Key("report"), m.Report(), took)
	}
	if m.Calibration != nil {
		wire.WriteCalibration(w.Key("calibration"), m.Calibration)
	}
	if head {
		wire.WriteHead(w.Key("head"), m)
	}
	w.End()
}

func (s *session) load(c *call) error {
	start := time.Now()
	m, err := jsontext.Load(c.reader, c.raw)
	if err != nil {
		return err
	}
	s.describe(c, m, float64(time.Since(start).Microseconds())/1000, true)
	return nil
}

func (s *session) save(c *call, m *wire.Model) error {
	asText := false
	err := wire.Fields{"format": func(v wire.Value) error {
		if v.Kind() != wire.Text || v.Text() != "json" && v.Text() != "bytes" {
			return wire.InvalidOption("format", v, `"json" or "bytes"`)
		}
		asText = v.Text() == "json"
		return nil
	}}.Read("", c.options)
	if err != nil {
		return err
	}
	c.answer.Null()
	if asText {
		c.out = jsontext.Text(m)
	} else {
		c.out = jsontext.Packed(m)
	}
	return nil
}

func (s *session) rows(c *call, m *wire.Model) error {
	if err := c.noOptions(); err != nil {
		return err
	}
	if m.Network() == nil {
		return wire.Unsupported("An ensemble has the samples of two models.", "Ask each of them.")
	}
	return wire.WriteSamples(&c.answer, m, nil)
}

func (s *session) calibrate(c *call, m *wire.Model) error {
	start := time.Now()
	if m.Network() == nil {
		return m.CheckCalibrated(false)
	}
	o := core.CrossValidateOptions{Control: c.control()}
	known := wire.FoldFields(&o.Folds, &o.Seed)
	maps.Copy(known, c.reader.GroupFields(&o.Groups, nil))
	if err := known.Read("", c.options); err != nil {
		return err
	}
	calibrated, err := m.Calibrate(o)
	if err != nil {
		return err
	}
	return s.made(c, calibrated, start)
}

// query reads and checks all rows before the first is answered.
func (c *call) query(m *wire.Model) (x core.Matrix, given []core.Column, err error) {
	v, err := c.table("X", c.x)
	if err == nil {
		err = c.whole()
	}
	if err != nil {
		return x, nil, err
	}
	if x, given, _, err = c.reader.QueryTable(m, v); err == nil {
		err = core.CheckQuery(x, m.Features())
	}
	return x, given, err
}

// inParts calls f for some milliseconds' worth of rows at a time, so that a cancel is seen soon.
func (c *call) inParts(x core.Matrix, cost int, f func(from int, part core.Matrix) error) error {
	few := max(1, (4<<20)/max(1, cost))
	for i := 0; i < x.Rows; i += few {
		if err := c.goOn(); err != nil {
			return err
		}
		n := min(few, x.Rows-i)
		if err := f(i, core.Matrix{Data: x.Data[i*x.Columns : (i+n)*x.Columns], Rows: n, Columns: x.Columns}); err != nil {
			return err
		}
	}
	return nil
}

func (c *call) numbers(list ...float64) {
	for _, f := range list {
		c.out = binary.LittleEndian.AppendUint64(c.out, math.Float64bits(f))
	}
}

func (c *call) shape(rows, columns int) {
	c.answer.Object()
	c.answer.Key("rows").Integer(rows)
	c.answer.Key("columns").Integer(columns)
	c.answer.End()
}

// noOptions refuses the options of a call that has none.
func (c *call) noOptions() error { return wire.Fields{}.Read("", c.options) }

func (s *session) predict(c *call, m *wire.Model) error {
	if m.Classes() == nil {
		return s.predicted(c, m, m.Outputs(), func(p *core.Predictions) { c.numbers(p.Values.Data...) })
	}
	return s.predicted(c, m, 1, func(p *core.Predictions) {
		for i := range p.Values.Rows {
			c.numbers(float64(p.Class(i)))
		}
	})
}

func (s *session) predictProba(c *call, m *wire.Model) error {
	if m.Classes() == nil {
		return wire.Unsupported("The model was fitted on numbers, so it doesn't have classes.", "Use predict.")
	}
	return s.predicted(c, m, len(m.Classes()), func(p *core.Predictions) { c.numbers(p.Probabilities().Data...) })
}

func (s *session) predicted(c *call, m *wire.Model, columns int, each func(p *core.Predictions)) error {
	if err := c.noOptions(); err != nil {
		return err
	}
	x, _, err := c.query(m)
	if err != nil {
		return err
	}
	c.shape(x.Rows, columns)
	return c.inParts(x, m.RowCost(), func(_ int, part core.Matrix) error {
		p, err := m.Predict(part)
		if err == nil {
			each(p)
		}
		return err
	})
}

func (s *session) examine(c *call, m *wire.Model) error {
	if err := c.noOptions(); err != nil {
		return err
	}
	x, _, err := c.query(m)
	if err != nil {
		return err
	}
	c.answer.Object()
	c.answer.Key("levels").List()
	for r := core.Weak; r <= core.Strong; r++ {
		c.answer.Text(r.String())
	}
	c.answer.End()
	c.answer.End()
	return c.inParts(x, m.RowCost(), func(_ int, part core.Matrix) error {
		e, err := m.Examine(part)
		if err == nil {
			for i := range part.Rows {
				c.numbers(e.Familiarity[i], float64(e.Recognition[i]))
			}
		}
		return err
	})
}

func (s *session) explain(c *call, m *wire.Model) error {
	full := false
	if err := wire.ExplainFields(&full).Read("", c.options); err != nil {
		return err
	}
	x, given, err := c.query(m)
	if err != nil {
		return err
	}
	how, w := wire.NewExplaining(m, full), &c.answer
	w.List()
	for i := range x.Rows {
		if err := c.goOn(); err != nil {
			return err
		}
		if err := how.Write(w, x.Row(i), given, i); err != nil {
			return err
		}
	}
	w.End()
	return nil
}

func (s *session) attributions(c *call, m *wire.Model) error {
	if err := c.noOptions(); err != nil {
		return err
	}
	x, given, err := c.query(m)
	if err != nil {
		return err
	}
	a := wire.NewAttributor(m)
	c.answer.List()
	err = c.inParts(x, a.RowCost(), func(from int, part core.Matrix) error {
		return a.Write(&c.answer, part, given, from, c.control())
	})
	c.answer.End()
	return err
}

func (s *session) counterfactual(c *call, m *wire.Model) error {
	var o core.CounterfactualOptions
	if err := m.CounterfactualFields(&o).Read("", c.options); err != nil {
		return err
	}
	x, _, err := c.query(m)
	if err != nil {
		return err
	}
	o.Control = c.control()
	c.answer.List()
	err = c.inParts(x, wire.CounterfactualCost(m), func(_ int, part core.Matrix) error {
		return wire.Counterfactuals(&c.answer, m, part, o)
	})
	c.answer.End()
	return err
}

func (s *session) predictInterval(c *call, m *wire.Model) error {
	x, coverage, err := c.covered(m, false)
	if err != nil {
		return err
	}
	c.shape(x.Rows, 2*m.Outputs())
	return c.inParts(x, m.RowCost(), func(_ int, part core.Matrix) error {
		low, high, err := m.Calibration.Intervals(part, coverage)
		for i := range low.Data {
			c.numbers(low.Data[i], high.Data[i])
		}
		return err
	})
}

func (s *session) predictSet(c *call, m *wire.Model) error {
	x, coverage, err := c.covered(m, true)
	if err != nil {
		return err
	}
	c.answer.List()
	err = c.inParts(x, m.RowCost(), func(_ int, part core.Matrix) error {
		sets, err := m.Calibration.Sets(part, coverage)
		for _, set := range sets {
			c.answer.Integers(set)
		}
		return err
	})
	c.answer.End()
	return err
}

func (c *call) covered(m *wire.Model, labels bool) (x core.Matrix, coverage float64, err error) {
	if coverage, err = wire.Coverage(c.options); err != nil {
		return x, 0, err
	}
	if err = m.CheckCalibrated(labels); err != nil {
		return x, 0, err
	}
	x, _, err = c.query(m)
	return x, coverage, err
}
