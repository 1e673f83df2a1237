package wire

import (
	"slices"

	"github.com/xaia-go/xaia/core"
)

// counterfactual(model, X, {target, hold}) → what would have to be different from a row: {sample, distance, point, row,
// changes, fraction, before, after}. Looking at a row costs about as much as 1100 predictions.
func counterfactual(q *Question, w Writer) error {
	m, o := q.Model, core.CounterfactualOptions{Control: q.Control}
	if m.Table != nil {
		o.Columns = m.Table.Columns
	}
	if err := q.options(Fields{
		"target": func(v Value) error { return m.readTarget(v, &o) },
		"hold":   func(v Value) error { return m.readHeld(v, &o) },
	}); err != nil {
		return err
	}
	return q.each(w, 1100*m.RowCost(), func(w Writer, _ int, part core.Matrix) error {
		for i := range part.Rows {
			c, err := core.CounterfactualOf(m.Network(), part.Row(i), o)
			if err != nil {
				return err
			}
			m.writeCounterfactual(w, part.Row(i), c)
		}
		return nil
	})
}

// readTarget reads one of the model's classes, or a number for a regression.
func (m *Model) readTarget(v Value, o *core.CounterfactualOptions) error {
	if m.Classes() == nil {
		o.Value = new(float64)
		return ReadNumber("target", v, o.Value)
	}
	for _, c := range m.Classes() {
		if isLabel(v, c) {
			o.Label = &c
			return nil
		}
	}
	return InvalidOption("target", v, "one of the model's classes")
}

func isLabel(v Value, l core.Label) bool {
	switch l.Kind {
	case core.TextLabel:
		return v.Kind() == Text && v.Text() == l.Text
	case core.BooleanLabel:
		return v.Kind() == Boolean && v.True() == (l.Integer != 0)
	}
	return v.Kind() == Number && v.Real() == float64(l.Integer)
}

// readHeld reads a list of columns: their names, or numbers where they have none.
func (m *Model) readHeld(v Value, o *core.CounterfactualOptions) error {
	if !isList(v) {
		return InvalidOption("hold", v, "a list of columns")
	}
	o.Hold = []int{}
	for i := range v.Size() {
		column := m.columnOf(v.At(i))
		if column < 0 {
			return InvalidOption("hold["+itoa(i)+"]", v.At(i), m.columnNames())
		}
		o.Hold = append(o.Hold, column)
	}
	return nil
}

func (m *Model) named() bool { return m.Table != nil && m.Table.Columns[0].Name != "" }

func (m *Model) columnOf(v Value) int {
	if m.named() {
		for j, c := range m.Table.Columns {
			if v.Kind() == Text && v.Text() == c.Name {
				return j
			}
		}
		return -1
	}
	if j := WholeNumber(v); j < m.columnCount() {
		return j
	}
	return -1
}

func (m *Model) columnCount() int {
	if m.Table != nil {
		return len(m.Table.Columns)
	}
	return m.FeatureCount()
}

func (m *Model) columnNames() string {
	if !m.named() {
		return "a column's number, from 0 to " + itoa(m.columnCount()-1)
	}
	text := "one of "
	for j, c := range m.Table.Columns {
		if j > 0 {
			text += ", "
		}
		text += visible(c.Name)
	}
	return text
}

// writeCounterfactual writes what would have to be different from x. changes has the columns that differ, as they were given.
func (m *Model) writeCounterfactual(w Writer, x []float64, c *core.Counterfactual) {
	w.Object()
	w.Key("sample").Integer(c.Sample)
	sampleName(w, m.Network().Data(), c.Sample)
	w.Key("distance").Number(c.Distance)
	w.Key("point").Numbers(c.Point)
	m.sample(w.Key("row"), c.Point)
	w.Key("changes").List()
	for j, from := 0, 0; from < len(x); j++ {
		column := core.EncodedColumn{}
		if m.Table != nil {
			column = m.Table.Columns[j]
		}
		to := from + column.Width()
		was, is := x[from:to], c.Point[from:to]
		from = to
		if slices.Equal(was, is) {
			continue
		}
		w.Object()
		if w.Key("column"); m.named() {
			w.Text(column.Name)
		} else {
			w.Integer(j)
		}
		writeEncoded(w.Key("from"), column, was)
		writeEncoded(w.Key("to"), column, is)
		w.End()
	}
	w.End()
	w.Key("fraction").Number(c.Fraction)
	m.writeOutcome(w.Key("before"), c.Before)
	m.writeOutcome(w.Key("after"), c.After)
	w.End()
}

func (m *Model) writeOutcome(w Writer, value []float64) {
	p := core.Predictions{Values: core.Matrix{Data: value, Rows: 1, Columns: len(value)}, Status: make([]core.Status, 1)}
	writeAnswer(w, m.Classes(), &p, 0)
}
