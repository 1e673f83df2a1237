package wire

import (
	"maps"
	"slices"

	"github.com/xaia-go/xaia/core"
)

// A Call is a row of the table of calls: what it is asked of, what it takes, the options that it reads, what core computes
// for it and the answer that it writes. JavaScript's binding, Python's engine and the server carry calls: they find what is
// asked, and keep what is made.
//
// Each row is a variable, because the linker drops what a module doesn't name: see RegisterPage in wasm/binding.
type Call struct {
	Name  string
	Of    Subject
	Takes []Argument // besides Of, in the order of JavaScript's arguments
	Long  bool       // it reports its progress, and can be aborted

	Do func(q *Question, w Writer) error
}

// Subject is what a call is asked of.
type Subject uint8

const (
	Nothing   Subject = iota
	Answering         // a model or a learner
	AModel            // a model; of a learner one of this moment
	ANetwork          // AModel, but no ensemble
	ALearner
)

// Argument is what a call takes.
type Argument uint8

const (
	X Argument = iota
	Y
	Samples // their numbers
	ScoreRows
	Options
	Second // model of an ensemble: it is a Kept, no Value
)

// Question is a call with what it got.
type Question struct {
	*Reader
	Control core.Control

	// What who carries a call does. Functions, not an interface: the linker keeps every method of all types in one.

	// Each writes a list of whose elements f writes those of some rows of x at a time. A row costs as much as the
	// comparison of so many numbers.
	Each func(w Writer, q *Question, x core.Matrix, cost int, f func(w Writer, from int, part core.Matrix) error) error
	// Made keeps what the call has made, and adds its description to an open object.
	Made func(w Writer, k *Kept)
	// Changed adds what describes a learner that has changed to an open object.
	Changed func(w Writer, k *Kept)

	Kept  *Kept  // what is asked; nil for Nothing
	Other *Kept  // the second model of an ensemble
	Model *Model // Kept's; set by Run

	Given [Second]Value // Missing where it wasn't

	More Fields // options that who carries the call reads, too

	// As data frames are read: fit leaves a column that numbers the rows out, learn takes weights and names, and begins a
	// learner with a model.
	Frames bool

	x      core.Matrix   // the rows of X, once each has read them
	table  []core.Column // X before encoding, if it was a table
	Single bool          // X is one flat row, so one answer is meant
}

// Run answers a call.
func (c *Call) Run(q *Question, w Writer) (err error) {
	switch k := q.Kept; {
	case c.Of == Nothing:
	case c.Of == ALearner && k.learner == nil && !q.Frames:
		return core.NewError(core.NotFound, "This model is no learner.", "Pass a learner that model.learner returned.")
	case c.Of == AModel, c.Of == ANetwork:
		if err = q.now(); err != nil {
			return err
		}
	default:
		q.Model = k.Model
	}
	if c.Of == ANetwork && q.Model.Network() == nil {
		return noNetwork()
	}
	if !slices.Contains(c.Takes, Options) {
		if err := q.options(nil); err != nil {
			return err
		}
	}
	broken := q.verifying()
	if err := c.Do(q, w); err != nil {
		return err
	}
	return broken()
}

// options reads the options, those of the call and those of who carries it.
func (q *Question) options(known Fields) error {
	if q.More != nil {
		if known == nil {
			known = Fields{}
		}
		maps.Copy(known, q.More)
	}
	return known.Read("", q.Given[Options])
}

func noNetwork() error {
	return Unsupported("An ensemble doesn't have its own fitting samples.", "Use one of its models.")
}

// now asks a model, of a learner one of this moment.
func (q *Question) now() (err error) {
	if q.Kept, err = q.Kept.Now(); err == nil {
		q.Model = q.Kept.Model
	}
	return err
}

// interpolating asks the model with the interpolation of a call. A learner can't be asked itself then.
func (q *Question) interpolating(how core.Interpolation) (err error) {
	if how.Mode == core.InterpolatePreset {
		return nil
	}
	if err = q.now(); err == nil {
		q.Model, err = q.Model.Interpolating(how)
	}
	return err
}

// each answers each row of X. All of them are read and checked before the first is answered.
func (q *Question) each(w Writer, cost int, f func(w Writer, from int, part core.Matrix) error) (err error) {
	if q.x, q.table, q.Single, err = q.QueryTable(q.Model, q.Given[X]); err == nil {
		err = core.CheckQuery(q.x, q.Model.FeatureCount())
	}
	if err != nil {
		return err
	}
	return q.Each(w, q, q.x, max(cost, q.Model.RowCost()), f)
}

// InParts calls f for so many rows of x at a time, and looks in between whether to go on.
func (q *Question) InParts(x core.Matrix, few int, f func(from int, part core.Matrix) error) error {
	for from := 0; from < x.Rows; from += few {
		if err := q.MayGoOn(); err != nil {
			return err
		}
		if from > 0 && q.Control.Progress != nil {
			q.Control.Progress(core.Progress{Placed: from, Total: x.Rows})
			select {
			case <-q.Control.Done:
				return core.NewError(core.Aborted, "The call was cancelled.", "Call it again to start over.")
			default:
			}
		}
		n := min(few, x.Rows-from)
		if err := f(from, core.Matrix{Data: x.Data[from*x.Columns : (from+n)*x.Columns], Rows: n, Columns: x.Columns}); err != nil {
			return err
		}
	}
	return nil
}

// within is the control of a long computation for rows from a number on.
func (q *Question) within(from int) core.Control {
	c := q.Control
	if c.Progress != nil {
		c.Progress = func(core.Progress) { q.Control.Progress(core.Progress{Placed: from, Total: q.x.Rows}) }
	}
	return c
}

// MayGoOn is nil unless the reader's GoOn says that the call must end.
func (q *Question) MayGoOn() error {
	if q.GoOn == nil {
		return nil
	}
	return q.GoOn()
}

// labelled reads X and y, external samples with their outcomes.
func (q *Question) labelled() (core.Dataset, error) {
	return q.Labelled(q.Model, q.Given[X], q.Given[Y])
}

// sampleNumbers reads the numbers of samples, or one; nil where none were given, if all are meant then.
func (q *Question) sampleNumbers(all bool) (numbers []int, err error) {
	switch {
	case all && isMissing(q.Given[Samples]):
		return nil, nil
	case q.Given[Samples].Kind() != Number:
		numbers, err = q.WholeNumbers("samples", q.Given[Samples])
	default:
		if numbers = []int{WholeNumber(q.Given[Samples])}; numbers[0] < 0 {
			err = InvalidOption("samples[0]", q.Given[Samples], "a sample's number, from 0 on")
		}
	}
	if e, ok := err.(*core.Error); ok && e.Code == core.InvalidOption {
		e.Code, e.Path = core.InvalidInput, ""
	}
	return numbers, err
}

// made ends a call that makes a model.
func (q *Question) made(w Writer, m *Model, err error) error {
	if err != nil {
		return err
	}
	w.Object()
	q.Made(w, &Kept{Model: m})
	w.End()
	return nil
}

// object writes the answer of a call as an object, unless it failed.
func object(w Writer, err error, write func()) error {
	if err != nil {
		return err
	}
	w.Object()
	write()
	w.End()
	return nil
}
