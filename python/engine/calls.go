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

// carried are the calls of wire's table.
var carried = map[string]*wire.Call{}

func init() {
	for _, row := range []*wire.Call{
		&wire.Fit, &wire.Learn, &wire.Forget, &wire.Calibrate, &wire.SampleAt, &wire.Suspects, &wire.Predict, &wire.Scores, &wire.Examine, &wire.Explain,
		&wire.Attributions, &wire.Counterfactual, &wire.PredictInterval, &wire.PredictSet,
	} {
		carried[row.Name] = row
	}
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
	if c.do == "load" {
		return s.load(c)
	}
	row := carried[c.do]
	if row == nil && c.do != "save" {
		names := slices.Sorted(maps.Keys(carried))
		return core.NewError(core.UnknownOption, "There is no call \""+c.do+"\".", "Known are cancel, load, save, "+strings.Join(names, ", ")+".").In("do")
	}
	k := s.shelf.Kept[c.model]
	if k == nil && c.do != "fit" {
		return core.NewError(core.Disposed, "There is no such model.", "Fit or load it again.").In("model")
	}
	if row == nil {
		return c.save(k)
	}
	start := time.Now()
	q := wire.Question{Reader: c.reader, Control: c.control(), Kept: k, Frames: true, Given: [...]wire.Value{wire.Samples: c.samples, wire.ScoreRows: jsontext.Missing, wire.Options: c.options},
		Each: c.each,
		Made: func(w wire.Writer, k *wire.Kept) {
			if k.Learner() == nil {
				c.out = jsontext.Packed(k.Model)
			}
			s.describe(w, k, start)
		},
		Changed: func(w wire.Writer, _ *wire.Kept) { w.Key("model").Integer(c.model) },
	}
	if slices.Contains(row.Takes, wire.X) {
		if q.Given[wire.X], err = c.table("X", c.x); err != nil {
			return err
		}
	}
	if slices.Contains(row.Takes, wire.Y) {
		if q.Given[wire.Y], err = c.outcomes(); err != nil {
			return err
		}
	}
	if err := c.whole(); err != nil {
		return err
	}
	if err := row.Run(&q, &c.answer); err != nil || c.columns == 0 {
		return err
	}
	// The answer is raw numbers; the text tells their shape.
	c.answer = answer{}
	c.answer.Object()
	c.answer.Key("rows").Integer(len(c.out) / 8 / c.columns)
	c.answer.Key("columns").Integer(c.columns)
	if row == &wire.Examine {
		c.answer.Key("levels").List()
		for r := core.Weak; r <= core.Strong; r++ {
			c.answer.Text(r.String())
		}
		c.answer.End()
	}
	c.answer.End()
	return nil
}

// describe keeps a model, and adds its number and what it is to an open object.
func (s *session) describe(w wire.Writer, k *wire.Kept, start time.Time) {
	w.Key("model").Integer(s.shelf.Keep(k))
	if k.Learner() == nil {
		k.Describe(w, float64(time.Since(start).Microseconds())/1000, false)
	}
}

func (s *session) load(c *call) error {
	start := time.Now()
	m, err := jsontext.Load(c.reader, c.raw)
	if err != nil {
		return err
	}
	c.answer.Object()
	s.describe(&c.answer, &wire.Kept{Model: m}, start)
	wire.WriteHead(c.answer.Key("head"), m)
	c.answer.End()
	return nil
}

func (c *call) save(k *wire.Kept) error {
	asText := false
	err := wire.Fields{"format": func(v wire.Value) error {
		if v.Kind() != wire.Text || v.Text() != "json" && v.Text() != "bytes" {
			return wire.InvalidOption("format", v, `"json" or "bytes"`)
		}
		asText = v.Text() == "json"
		return nil
	}}.Read("", c.options)
	if err == nil {
		k, err = k.Now()
	}
	if err != nil {
		return err
	}
	c.answer.Null()
	if asText {
		c.out = jsontext.Text(k.Model)
	} else {
		c.out = jsontext.Packed(k.Model)
	}
	return nil
}

// each answers some milliseconds' worth of rows at a time, so that a cancel is seen soon.
func (c *call) each(w wire.Writer, q *wire.Question, x core.Matrix, cost int, f func(w wire.Writer, from int, part core.Matrix) error) error {
	c.answer.to = c
	w.List()
	defer w.End()
	if x.Rows == 0 {
		return f(w, 0, x) // it still tells how many columns an answer has
	}
	return q.InParts(x, max(1, (4<<20)/max(1, cost)), func(from int, part core.Matrix) error { return f(w, from, part) })
}

// answer takes the numbers of rows' answers apart, which are sent as raw bytes.
type answer struct {
	jsontext.Writer
	to *call
}

func (a *answer) Outputs(m core.Matrix) {
	a.to.columns = m.Columns
	a.numbers(m.Data...)
}

func (a *answer) Scores(m core.Matrix) { a.Outputs(m) }

func (a *answer) Classes(p *core.Predictions, _ []core.Label) {
	a.to.columns = 1
	for i := range p.Values.Rows {
		a.numbers(float64(p.Class(i)))
	}
}

func (a *answer) Intervals(low, high core.Matrix) {
	a.to.columns = 2 * low.Columns
	for i := range low.Data {
		a.numbers(low.Data[i], high.Data[i])
	}
}

func (a *answer) Set(classes []int) { a.Integers(classes) }

func (a *answer) numbers(list ...float64) {
	for _, f := range list {
		a.to.out = binary.LittleEndian.AppendUint64(a.to.out, math.Float64bits(f))
	}
}
