package wire

import (
	"maps"
	"math"

	"github.com/xaia-go/xaia/core"
)

// crossValidate(X, y, {folds, seed, groups, ordered, and the options of fit}) → the fields of evaluate, spread, and for each
// row its prediction, by a fit without its fold, and its fold.
func crossValidate(q *Question, w Writer) error {
	fit, o := &FitOptions{}, core.CrossValidateOptions{Control: q.Control}
	known := q.fitFields(fit)
	maps.Copy(known, FoldFields(&o.Folds, &o.Seed))
	maps.Copy(known, q.GroupFields(&o.Groups, &o.Ordered))
	if err := q.options(known); err != nil {
		return err
	}
	if err := fit.others(q.Given[Options]); err != nil {
		return err
	}
	if fit.SQANN.Trace {
		return Unsupported("crossValidate doesn't support the option trace.", "Omit trace here, and give it to fit.")
	}
	d, table, how, columns, err := q.tabled(q.Given[X], q.Given[Y], fit)
	if err != nil {
		return err
	}
	if o.Groups, err = how.groups(o.Groups, d.X.Rows); err != nil {
		return err
	}
	if q.Check != nil {
		if err := q.Check(d, fit); err != nil {
			return err
		}
	}
	if table != nil && fit.SQANN.Relevance.Kind != core.RelevanceGiven { // a given relevance has a number for each feature of the whole table
		o.Split = q.Tables.split(d, table, columns)
	}
	v, err := core.CrossValidate(d, fit.Recipe(), o)
	return object(w, how.inRows(err, d.X.Rows), func() { writeCrossValidation(w, v, &how) })
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

// split encodes the table again for each fit, so that means and categories don't depend on the rows that are held
// out.
func (AllTables) split(d core.Dataset, table *core.Encoding, columns []core.Column) func(rest, held []int) (core.Dataset, core.Matrix, error) {
	return func(rest, held []int) (core.Dataset, core.Matrix, error) {
		fitted, of := core.PickRows(columns, rest), d.Pick(rest)
		e, kept, err := table.Again(fitted, of)
		if err != nil {
			return core.Dataset{}, core.Matrix{}, err
		}
		if of.X, err = e.Matrix(fitted, kept); err != nil {
			return core.Dataset{}, core.Matrix{}, err
		}
		x, err := e.Matrix(core.PickRows(columns, held), nil)
		return of, x, err
	}
}

// writeCrossValidation adds a cross-validation to an open object: the fields of an evaluation, spread, and for each row
// of the input its prediction and its fold. An omitted row has no output, and fold -1.
func writeCrossValidation(w Writer, v *core.CrossValidation, how *Reading) {
	writeEvaluation(w, v.Evaluation)
	w.Key("spread").Object()
	writeErrors(w, v.Spread)
	w.End()
	p, folds := &v.Answers.Predictions, v.Folds
	if dropped := how.Dropped; dropped != nil {
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
	if how.Dropped != nil {
		w.Key("dropped").Integers(how.Dropped)
	}
	WriteTexts(w.Key("warnings"), append(how.Warnings, v.Warnings...))
}
