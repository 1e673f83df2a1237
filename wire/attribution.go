package wire

import (
	"math"

	"github.com/xaia-go/xaia/core"
)

// attributions(model, X, {without}) → {value, score?, familiarity, columns: [{column, value, typical, relevance, share, effect}],
// fingerprint} a row.
func attributions(q *Question, w Writer) error {
	var left without
	if err := q.options(left.fields(q, Fields{})); err != nil {
		return err
	}
	if err := q.leave(&left); err != nil {
		return err
	}
	a := &attributor{core.NewAttributor(q.Model.Predictor, q.Model.Table), q.Model.Classes()}
	return q.each(w, a.RowCost(), func(w Writer, from int, part core.Matrix) error {
		said, err := a.Attribute(part, q.within(from))
		if err != nil {
			return err
		}
		for i := range part.Rows {
			a.row(w, said, i, part.Row(i), q.table, from+i)
		}
		return nil
	})
}

// attributor says how much each column contributed to a model's answers. It names columns as the table does.
type attributor struct {
	*core.Attributor
	classes []core.Label
}

func (a *attributor) row(w Writer, said *core.Attributions, i int, x []float64, given []core.Column, asked int) {
	class := -1
	if a.classes != nil {
		class = said.Answers.Class(i)
	}
	typical, relevance := a.Typical(said, i), a.Relevance(said, i)
	var line *core.LineParts
	if said.Lines != nil && said.Lines[i].Limit != nil {
		line = &said.Lines[i]
	}
	w.Object()
	a.answer(w, said.Answers, i, class)
	if line != nil {
		writeOutput(w.Key("limit"), ofClass(line.Limit, class))
	}
	w.Key("columns").List()
	at := 0
	for j, column := range a.Table.Columns {
		width := column.Width()
		w.Object()
		writeColumn(w, a.Table, j)
		w.Key("value")
		if given != nil {
			writeCell(w, given[j], asked)
		} else {
			writeEncoded(w, column, x[at:at+width])
		}
		writeEncoded(w.Key("typical"), column, typical[at:at+width])
		w.Key("relevance").Number(relevance[j])
		w.Key("share").Number(said.Shares.Row(i)[j])
		if line != nil {
			writeOutput(w.Key("correction"), ofClass(line.Corrections.Row(j), class))
			if column.Categories == nil && !column.IsGap(x[at:at+width]) && (given == nil || given[j].Texts == nil && !math.IsNaN(given[j].Numbers[asked])) {
				w.Key("difference").Number(line.Differences[at])
			}
		}
		w.Key("effect").Object()
		a.answer(w, said.Effects[j], i, class)
		w.End()
		w.End()
		at += width
	}
	w.End()
	w.Key("earlierLayers").Number(said.EarlierLayers[i])
	w.End()
}

// answer writes an answer, and for classes the score of the predicted one.
func (a *attributor) answer(w Writer, e *core.Examination, i, class int) {
	writeAnswer(w.Key("value"), a.classes, &e.Predictions, i)
	if class >= 0 {
		w.Key("score").Number(e.Values.Row(i)[class])
	}
	w.Key("familiarity").Number(e.Familiarity[i])
}

// ofClass is the part of a class, or all of several outputs.
func ofClass(values []float64, class int) []float64 {
	if class < 0 {
		return values
	}
	return values[class : class+1]
}

// writeColumn writes the name of column j, or its number if it has none.
func writeColumn(w Writer, table *core.Encoding, j int) {
	writeColumnName(w.Key("column"), table, j)
}

func writeColumnName(w Writer, table *core.Encoding, j int) {
	if table != nil && table.Columns[j].Name != "" {
		w.Text(table.Columns[j].Name)
	} else {
		w.Integer(j)
	}
}

// writeCell writes a value as the caller gave it, null if it was missing.
func writeCell(w Writer, c core.Column, row int) {
	switch {
	case c.Texts == nil && math.IsNaN(c.Numbers[row]), c.Texts != nil && c.Missing != nil && c.Missing[row]:
		w.Null()
	case c.Texts == nil:
		w.Number(c.Numbers[row])
	default:
		w.Text(c.Texts[row])
	}
}

// writeEncoded writes a number, or the text that the features encode; null if they encode none, or a gap.
func writeEncoded(w Writer, column core.EncodedColumn, features []float64) {
	switch {
	case column.IsGap(features):
	case column.Categories == nil:
		w.Number(features[0])
		return
	default:
		for i, text := range column.Categories {
			if features[i] == 1 {
				w.Text(text)
				return
			}
		}
	}
	w.Null()
}
