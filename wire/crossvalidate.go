package wire

import (
	"math"

	"github.com/xaia-go/xaia/core"
)

// CrossValidateOptions are the options of a cross-validation: those of fit, and how the samples are assigned to folds.
type CrossValidateOptions struct {
	Fit *FitOptions
	core.CrossValidateOptions
}

// CrossValidateOptions reads them.
func (r *Reader) CrossValidateOptions(v Value) (o CrossValidateOptions, err error) {
	if o.Fit, err = r.FitOptions(v, FoldFields(&o.Folds, &o.Seed), r.GroupFields(&o.Groups, &o.Ordered)); err != nil {
		return o, err
	}
	if o.Fit.SQANN.Trace {
		return o, Unsupported("crossValidate doesn't support the option trace.", "Omit trace here, and give it to fit.")
	}
	return o, nil
}

// CrossValidation is a cross-validation with a report of how its samples were read.
type CrossValidation struct {
	*core.CrossValidation
	Reading Reading
}

// CrossValidate predicts each sample by a fit without its fold.
func (r *Reader) CrossValidate(x, y Value, o CrossValidateOptions) (*CrossValidation, error) {
	d, table, how, columns, err := r.tabled(x, y, o.Fit)
	if err != nil {
		return nil, err
	}
	if o.Groups, err = how.groups(o.Groups, d.X.Rows); err != nil {
		return nil, err
	}
	if r.Check != nil {
		if err := r.Check(d, o.Fit); err != nil {
			return nil, err
		}
	}
	if table != nil && o.Fit.SQANN.Relevance.Kind != core.RelevanceGiven { // a given relevance has a number for each feature of the whole table
		o.Split = r.Tables.split(d, table, columns)
	}
	v, err := core.CrossValidate(d, o.Fit.Recipe(), o.CrossValidateOptions)
	if err != nil {
		return nil, how.inRows(err, d.X.Rows)
	}
	return &CrossValidation{v, how}, nil
}

// groups leaves out those of omitted rows.
func (w *Reading) groups(list []int, samples int) ([]int, error) {
	if list == nil || w.Dropped == nil {
		return list, nil
	}
	if all := samples + len(w.Dropped); len(list) != all {
		return nil, core.NewError(core.InvalidOption, "groups has "+itoa(len(list))+" entries, X has "+rowsOf(all)+".", "Give the group of each row.").In("groups")
	}
	kept := missingFrom(w.Dropped, len(list))
	some := make([]int, len(kept))
	for i, row := range kept {
		some[i] = list[row]
	}
	return some, nil
}

// TuneOptions are the options of tune: those of every fit, and how the samples are assigned to folds.
type TuneOptions struct {
	Fit *FitOptions
	core.TuneOptions
}

// Tune chooses options of fit, and fits with them.
func (r *Reader) Tune(x, y Value, o TuneOptions) (*core.Tuned, *Model, error) {
	if o.Fit.SQANN.Trace {
		return nil, nil, Unsupported("tune doesn't support the option trace.", "Omit trace here, and give it to fit.")
	}
	d, table, how, columns, err := r.tabled(x, y, o.Fit)
	if err != nil {
		return nil, nil, err
	}
	if o.Groups, err = how.groups(o.Groups, d.X.Rows); err != nil {
		return nil, nil, err
	}
	o.Untouched = o.Fit.Recipe()
	whole := table == nil || o.Fit.SQANN.Relevance.Kind == core.RelevanceGiven
	for _, c := range o.Candidates {
		whole = whole || c.SQANN.Relevance.Kind == core.RelevanceGiven
	}
	if !whole {
		o.Split = r.Tables.split(d, table, columns)
	}
	t, err := core.Tune(d, o.TuneOptions)
	if err != nil {
		return nil, nil, how.inRows(err, d.X.Rows)
	}
	best := *o.Fit
	if best.SQANN = t.Scores[t.Best].SQANN; best.IsTNN {
		best.TNN = *t.Scores[t.Best].TNN
	}
	best.SQANN.Control, best.TNN.Control = core.Control{Done: o.Done}, core.Control{Done: o.Done}
	m := &Model{Table: table, Reading: how}
	m.Predictor, err = best.fit(d, core.FitSQANN)
	return t, m, how.inRows(err, d.X.Rows)
}

// WriteVaried adds to an open object the options in which a default candidate of Tune differs from the others.
func WriteVaried(w Writer, c core.Recipe) {
	if c.TNN != nil {
		(&FitOptions{IsTNN: true, TNN: *c.TNN}).write(w, "a")
		return
	}
	o := &FitOptions{SQANN: c.SQANN}
	if len(c.SQANN.Settings) == 1 { // not a list, as all layers have them
		WriteSettings(w.Key("settings"), c.SQANN.Settings[0])
	}
	if how := c.SQANN.Interpolation; how.Mode != core.InterpolatePreset {
		o.SQANN.Interpolation = how.Filled()
		o.write(w, "interpolation")
	}
	o.write(w, "scale", "relevance")
}

// split encodes the table again for each fit, so that means and categories don't depend on the rows that are held
// out.
func (AllTables) split(d core.Dataset, table *core.Encoding, columns []core.Column) func(rest, held []int) (core.Dataset, core.Matrix, error) {
	return func(rest, held []int) (core.Dataset, core.Matrix, error) {
		fitted := core.PickRows(columns, rest)
		e, kept, err := core.NewEncoding(fitted, table.Missing)
		if err != nil {
			return core.Dataset{}, core.Matrix{}, err
		}
		of := d.Pick(rest)
		if of.X, err = e.Matrix(fitted, kept); err != nil {
			return core.Dataset{}, core.Matrix{}, err
		}
		x, err := e.Matrix(core.PickRows(columns, held), nil)
		return of, x, err
	}
}

// WriteCrossValidation adds a cross-validation to an open object: the fields of an evaluation, spread, and for each row
// of the input its prediction and its fold. An omitted row has no output, and fold -1.
func WriteCrossValidation(w Writer, v *CrossValidation) {
	WriteEvaluation(w, v.Evaluation)
	w.Key("spread").Object()
	writeErrors(w, v.Spread)
	w.End()
	p, folds := &v.Answers.Predictions, v.Folds
	if dropped := v.Reading.Dropped; dropped != nil {
		rows := len(folds) + len(dropped)
		all := &core.Predictions{Values: core.Matrix{Rows: rows, Columns: p.Values.Columns}, Status: make([]core.Status, rows)}
		all.Values.Data = make([]float64, rows*p.Values.Columns)
		for i := range all.Values.Data {
			all.Values.Data[i] = math.NaN()
		}
		folds = make([]int, rows)
		for i := range rows {
			all.Status[i], folds[i] = core.StatusNone, -1
		}
		for i, row := range missingFrom(dropped, rows) {
			copy(all.Values.Row(row), p.Values.Row(i))
			all.Status[row], folds[row] = p.Status[i], v.Folds[i]
		}
		p = all
	}
	w.Key("predictions")
	if v.Classes == nil {
		writeValues(w, p.Values)
	} else {
		w.List()
		WritePredictions(w, v.Classes, p)
		w.End()
	}
	w.Key("folds").Integers(folds)
	if v.Reading.Dropped != nil {
		w.Key("dropped").Integers(v.Reading.Dropped)
	}
	WriteTexts(w.Key("warnings"), append(v.Reading.Warnings, v.Warnings...))
}
