package wire

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/xaia-go/xaia/core"
)

// SampleOptions are the options of fit that say how X is to be read.
type SampleOptions struct {
	Columns []string // of row objects; nil means the first row's keys
	Missing core.MissingRule
}

var (
	missingNames = []string{"error", "mean", "drop"}
	missingRules = []core.MissingRule{core.MissingError, core.MissingMean, core.MissingDrop}
)

// Fields reads them.
func (o *SampleOptions) Fields() Fields {
	return Fields{
		"columns": func(v Value) error {
			if v.Kind() != List || v.Size() == 0 {
				return InvalidOption("columns", v, "a list of the columns' names")
			}
			seen := make(map[string]bool)
			for i := range v.Size() {
				e := v.At(i)
				if e.Kind() != Text || seen[e.Text()] || !e.WellFormed() {
					return InvalidOption("columns["+itoa(i)+"]", e, "each column's name once")
				}
				seen[e.Text()] = true
				o.Columns = append(o.Columns, e.Text())
			}
			return nil
		},
		"missing": func(v Value) error { return choice("missing", v, &o.Missing, missingNames, missingRules) },
	}
}

// Samples reads the X of a fit and its y. Row objects and missing values go
// through a table, which the model keeps; dropped are the rows left out.
func (r *Reader) Samples(x, y Value, classes bool, o SampleOptions) (d core.Dataset, table *core.Encoding, dropped []int, err error) {
	var columns []core.Column
	switch {
	case hasRowObjects(x):
		columns, err = r.objects(x, false, false, o.Columns)
	case o.Columns != nil:
		return d, nil, nil, &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: "columns",
			Message: "columns is given, but X has no row objects.", Hint: "Leave columns away, or give X as an array of objects."}
	case o.Missing != core.MissingError:
		var m core.Matrix
		if m, _, err = r.numbers("X", x, 0, true); err == nil {
			columns = core.TableOf(m)
		}
	default:
		d.X, _, err = r.Matrix("X", x, 0)
	}
	if err != nil {
		return d, nil, nil, err
	}
	if err = r.targets(&d, y, classes); err != nil {
		return d, nil, nil, err
	}
	if err = r.CheckScores(d.Labels); err != nil || columns == nil {
		return d, nil, nil, err
	}
	table, kept, err := core.NewEncoding(columns, o.Missing)
	if err != nil {
		return d, nil, nil, err
	}
	if err = r.checkSize("X", len(kept)*table.Features()); err != nil {
		return d, nil, nil, err
	}
	if d.X, err = table.Matrix(columns, kept); err != nil {
		return d, nil, nil, err
	}
	rows := columns[0].Rows()
	if len(kept) < rows && max(len(d.Labels), d.Values.Rows) == rows {
		d, dropped = pickTargets(d, kept), missingFrom(kept, rows)
	}
	return d, table, dropped, nil
}

// pickTargets keeps the y of the rows that X has kept.
func pickTargets(d core.Dataset, kept []int) core.Dataset {
	out := core.Dataset{X: d.X}
	for _, i := range kept {
		if d.Labels != nil {
			out.Labels = append(out.Labels, d.Labels[i])
		} else {
			out.Values.Data = append(out.Values.Data, d.Values.Row(i)...)
		}
	}
	if d.Labels == nil {
		out.Values.Rows, out.Values.Columns = len(kept), d.Values.Columns
	}
	return out
}

func missingFrom(kept []int, rows int) []int {
	var out []int
	for row := range rows {
		if len(kept) > 0 && kept[0] == row {
			kept = kept[1:]
		} else {
			out = append(out, row)
		}
	}
	return out
}

// Query reads X for a fitted model, through its table where it has one. A flat
// array of several features, and a row object, are one row.
func (r *Reader) Query(m *Model, v Value) (x core.Matrix, single bool, err error) {
	if m.Table == nil {
		return r.Matrix("X", v, m.Features())
	}
	var names []string
	for _, c := range m.Table.Columns {
		names = append(names, c.Name)
	}
	named := names[0] != ""
	if named && v.Kind() == Record && !isObject(v.Get("data")) {
		single = true
	}
	if single || hasRowObjects(v) {
		if !named {
			return x, false, InvalidInput(0, -1, "X[0] is an object, the model was fitted on rows of numbers.", "Give rows of numbers.")
		}
		columns, err := r.objects(v, single, true, names)
		if err != nil {
			return x, false, err
		}
		if err = r.checkSize("X", columns[0].Rows()*m.Features()); err != nil {
			return x, false, err
		}
		m.settleKinds(columns)
		x, err = m.Table.Matrix(columns, nil)
		return x, single, err
	}
	if x, single, err = r.numbers("X", v, m.Features(), true); err != nil {
		return x, single, err
	}
	if m.Table.Missing == core.MissingError || named && m.texts() || x.Columns != m.Features() {
		return x, single, nil // rows as encoded; the engine checks them
	}
	x, err = m.Table.Matrix(core.TableOf(x), nil)
	return x, single, err
}

// settleKinds makes a column whose values are all missing one of the kind it had.
func (m *Model) settleKinds(columns []core.Column) {
	for j := range columns {
		if m.Table.Columns[j].Categories == nil || columns[j].Texts != nil {
			continue
		}
		if slices.IndexFunc(columns[j].Numbers, func(f float64) bool { return f == f }) < 0 {
			n := len(columns[j].Numbers)
			columns[j].Texts, columns[j].Missing, columns[j].Numbers = make([]string, n), make([]bool, n), nil
			for i := range n {
				columns[j].Missing[i] = true
			}
		}
	}
}

func (m *Model) texts() bool {
	return slices.ContainsFunc(m.Table.Columns, func(c core.EncodedColumn) bool { return c.Categories != nil })
}

func hasRowObjects(v Value) bool { return v.Kind() == List && v.Size() > 0 && v.At(0).Kind() == Record }

const acceptedCell = "Give a number, a text, a boolean, or null where it is missing."

func (r *Reader) objects(v Value, single, query bool, names []string) ([]core.Column, error) {
	if r.Objects == nil {
		return nil, Unsupported("This page's engine takes no row objects.", "Give rows of numbers, or use the package.")
	}
	return r.Objects(r, v, single, query, names)
}

// RowObjects reads an array of objects as columns: texts where the first value
// that isn't missing is a text, else numbers, true and false as 1 and 0. single
// says that v is one row itself; query, that every row must have all columns.
func (r *Reader) RowObjects(v Value, single, query bool, names []string) ([]core.Column, error) {
	n := 1
	if !single {
		n = v.Size()
	}
	if names == nil {
		first := v.At(0)
		names = first.Keys()
		for j, name := range names {
			if strings.ContainsRune(name, utf8.RuneError) && !first.WellFormedKey(j) {
				return nil, InvalidInput(0, j, "The name of column "+itoa(j)+" of X[0] is no well-formed Unicode text.", loneSurrogate)
			}
		}
	}
	if len(names) == 0 {
		return nil, InvalidInput(0, -1, "X[0] has no columns.", "Give each row at least one value, or list the columns.")
	}
	if slices.Contains(names, "") { // a file couldn't tell it from a column of plain rows
		return nil, InvalidInput(0, -1, "X[0] has a column without a name.", "Name it, or list the columns without it.")
	}
	if err := r.checkSize("X", n*len(names)); err != nil {
		return nil, err
	}
	table := make([]core.Column, len(names))
	for j, name := range names {
		table[j] = core.Column{Name: name, Numbers: make([]float64, n)}
	}
	for i := range n {
		if err := r.goOn(i); err != nil {
			return nil, err
		}
		row := v
		if !single {
			row = v.At(i)
		}
		if !isObject(row) || row.Kind() == List {
			return nil, InvalidInput(i, -1, "X["+itoa(i)+"] is "+row.Shown()+", X[0] is an object.", "Give every row as an object of the same columns.")
		}
		for j, name := range names {
			cell := row.Own(name)
			if query && !given(cell) && !slices.Contains(row.Keys(), name) {
				return nil, noColumn(row, names, i, j)
			}
			if err := readCell(&table[j], cell, i, j); err != nil {
				return nil, err
			}
		}
	}
	return table, nil
}

// noColumn says that a row of a query lacks a column, and which other one may be meant for
// it. A missing value must be written as one there: a misspelt name would pass for it.
func noColumn(row Value, names []string, i, j int) error {
	hint := "Give every column of the fit, null where a value is missing."
	for _, key := range row.Keys() {
		if alike(key, names[j]) && !slices.Contains(names, key) {
			hint = "Did you mean it where it says \"" + key + "\"? " + hint
			break
		}
	}
	return InvalidInput(i, j, "X["+itoa(i)+"] has no column "+names[j]+".", hint)
}

// alike says whether two names differ in at most two letters that stand together, as
// slips of the finger do, or in upper case.
func alike(a, b string) bool {
	shorter, from, to := min(len(a), len(b)), 0, 0
	for from < shorter && a[from]|0x20 == b[from]|0x20 {
		from++
	}
	for from+to < shorter && a[len(a)-1-to]|0x20 == b[len(b)-1-to]|0x20 {
		to++
	}
	return from+to > 0 && from+to >= len(a)-2 && from+to >= len(b)-2
}

func readCell(c *core.Column, v Value, row, column int) error {
	wrong := func(what string) error {
		return InvalidInput(row, column, "X["+itoa(row)+"]."+c.Name+" is "+v.Shown()+what, acceptedCell)
	}
	kind := v.Kind()
	missing := kind == Missing || kind == Null || kind == Number && math.IsNaN(v.Real())
	if kind == Text && c.Texts == nil {
		for i := range row {
			if !math.IsNaN(c.Numbers[i]) {
				return wrong(", the rows before it have numbers there.")
			}
		}
		n := len(c.Numbers)
		c.Texts, c.Missing, c.Numbers = make([]string, n), make([]bool, n), nil
		for i := range row {
			c.Missing[i] = true
		}
	}
	switch {
	case c.Texts != nil && missing:
		c.Missing[row] = true
	case c.Texts != nil && kind != Text:
		return wrong(", the rows before it have texts there.")
	case c.Texts != nil && !v.WellFormed():
		return InvalidInput(row, column, "X["+itoa(row)+"]."+c.Name+" is no well-formed Unicode text.", loneSurrogate)
	case c.Texts != nil:
		c.Texts[row] = v.Text()
	case missing:
		c.Numbers[row] = math.NaN()
	case kind == Number:
		if c.Numbers[row] = v.Real(); c.Numbers[row] == 0 {
			c.Numbers[row] = 0 // not -0, as in Reader.numbers
		}
	case kind == Boolean:
		c.Numbers[row] = 0
		if v.True() {
			c.Numbers[row] = 1
		}
	default:
		return wrong(", no value for a table.")
	}
	return nil
}

// WriteTable lists the columns in the model, and in its file.
func WriteTable(w Writer, table *core.Encoding) {
	w.List()
	for _, c := range table.Columns {
		w.Object()
		if c.Name != "" {
			w.Key("name")
			w.Text(c.Name)
		}
		if c.Categories != nil {
			w.Key("categories")
			w.List()
			for _, s := range c.Categories {
				w.Text(s)
			}
			w.End()
		}
		if c.Means != nil {
			w.Key("means")
			w.Numbers(c.Means)
		}
		w.End()
	}
	w.End()
}

// table reads what WriteTable wrote.
func (r *Reader) table(columns, missing Value, features int) (*core.Encoding, error) {
	table := &core.Encoding{}
	if columns.Kind() != List || columns.Size() == 0 || columns.Size() > features {
		return nil, badFile("columns is "+columns.Shown()+".", nil)
	}
	if choice("missing", missing, &table.Missing, missingNames, missingRules) != nil {
		return nil, badFile("missing is "+missing.Shown()+".", nil)
	}
	for i := range columns.Size() {
		v := columns.At(i)
		wrong := badFile("columns["+itoa(i)+"] is wrong.", nil)
		if !isObject(v) {
			return nil, wrong
		}
		var c core.EncodedColumn
		width := 1
		if name := v.Get("name"); name.Kind() == Text {
			c.Name = name.Text()
		}
		if (c.Name == "") != (i == 0 || table.Columns[0].Name == "") && i > 0 {
			return nil, wrong
		}
		if list := v.Get("categories"); given(list) {
			if list.Kind() != List || list.Size() > features || c.Name == "" { // rows without names have numbers only
				return nil, wrong
			}
			c.Categories = []string{}
			for j := range list.Size() {
				e := list.At(j)
				if e.Kind() != Text || !e.WellFormed() || j > 0 && c.Categories[j-1] >= e.Text() {
					return nil, wrong
				}
				c.Categories = append(c.Categories, e.Text())
			}
			width = len(c.Categories)
		}
		if table.Missing == core.MissingMean {
			m, _, err := r.Matrix("means", v.Get("means"), 0)
			if err != nil || len(m.Data) != width || slices.ContainsFunc(m.Data, func(f float64) bool { return math.IsNaN(f - f) }) {
				return nil, wrong
			}
			c.Means = m.Data
		}
		table.Columns = append(table.Columns, c)
	}
	if table.Features() != features {
		return nil, badFile("columns make "+itoa(table.Features())+" features, X has "+itoa(features)+".", nil)
	}
	return table, nil
}
