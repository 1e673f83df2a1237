package wire

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core"
)

// Tables is what AllTables does.
type Tables interface {
	objects(r *Reader, v Value, single bool, query *core.Encoding, o SampleOptions, how *Reading) ([]core.Column, error)
	encode(r *Reader, d core.Dataset, columns []core.Column, fit *FitOptions, how Reading) (core.Dataset, *core.Encoding, Reading, []core.Column, error)
	query(r *Reader, m *Model, v Value) (x core.Matrix, given []core.Column, single bool, err error)
	split(d core.Dataset, table *core.Encoding, columns []core.Column) func(rest, held []int) (core.Dataset, core.Matrix, error)
	namesIn(r *Reader, x Value, column string) ([]string, error)
}

// AllTables reads tables of any kind.
type AllTables struct{}

func noTables() error {
	return Unsupported("The page's engine reads only numbers.", "Give rows of numbers, or use the package.")
}

// SampleOptions are the options of fit that say how X is to be read.
type SampleOptions struct {
	Columns    []string // of row objects; nil means the first row's keys, and where missing values are means all rows' keys
	Missing    core.MissingRule
	Clean      bool   // see clean.go
	telling    bool   // gaps are a feature only where they go with the outcomes
	Unnumbered bool   // the rows' numbers are left out without Clean as well, if there is another column
	Target     string // the column of row objects that has the outcomes, and is no feature; "" if none has
	NamedBy    string // the column of row objects that names the samples, which is then no feature unless Columns has it; "" if none
}

func readMissing(v Value, to *core.MissingRule) error {
	return named("missing", v, to, core.MissingError, core.MissingMean, core.MissingDrop, core.MissingAsItIs)
}

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
		"missing": func(v Value) error { return readMissing(v, &o.Missing) },
		"clean":   func(v Value) error { return ReadBoolean("clean", v, &o.Clean) },
	}
}

// Reading is the part of a fit's report about how its samples were read.
type Reading struct {
	Dropped  []int // rows omitted because of missing: "drop"
	Warnings []string
	wide     string // the last warning about a column with too many texts
}

//go:noinline
func rowsOf(n int) string {
	if n == 1 {
		return "1 row"
	}
	return itoa(n) + " rows"
}

// tabled reads X and y of a fit. Row objects and missing values are encoded by a table, which the model keeps; columns is
// this table, nil if X was numbers.
func (r *Reader) tabled(x, y Value, fit *FitOptions) (d core.Dataset, table *core.Encoding, how Reading, columns []core.Column, err error) {
	y, target, err := outcomes(x, y)
	if err != nil {
		return d, nil, how, nil, err
	}
	o := fit.encodedBy()
	if err = o.without(target); err != nil {
		return d, nil, how, nil, err
	}
	if swapped(x, y) {
		return d, nil, how, nil, InvalidInput(0, -1, "X has one value for each row, and y has rows.", "X and y seem to be swapped: give the rows first, then the outcomes.")
	}
	d.Names = fit.Names
	if o.NamedBy != "" {
		if d.Names, err = r.namesBy(x, o.NamedBy); err != nil {
			return d, nil, how, nil, err
		}
	}
	switch {
	case hasRowObjects(x):
		columns, err = r.objects(x, false, nil, o, &how)
	case o.Columns != nil:
		return d, nil, how, nil, core.NewError(core.InvalidOption, "columns is given, but X has no row objects.",
			"Omit columns, or give X as an array of objects.").In("columns")
	case o.Missing != core.MissingError && r.Tables == nil:
		return d, nil, how, nil, noTables()
	case o.Missing != core.MissingError:
		var m core.Matrix
		if m, _, err = r.numbers("X", x, 0, true); err == nil {
			columns = core.TableOf(m)
		}
	default:
		d.X, _, err = r.Matrix("X", x, 0)
	}
	if err != nil {
		return d, nil, how, nil, err
	}
	if err = r.targets(&d, y, fit.Classes, o.Clean || o.Missing == core.MissingDrop); err != nil {
		return d, nil, how, nil, err
	}
	if err = r.CheckScores(d.Labels); err != nil {
		return d, nil, how, nil, err
	}
	d.Weights = fit.Weights
	if columns == nil {
		how.labels(d.Labels)
		how.inspect(d, nil, nil, fit)
		return d, nil, how, nil, nil
	}
	return r.Tables.encode(r, d, columns, fit, how)
}

// encode completes what tabled has read. Rows with gaps may be left out, or filled.
func (AllTables) encode(r *Reader, d core.Dataset, columns []core.Column, fit *FitOptions, how Reading) (core.Dataset, *core.Encoding, Reading, []core.Column, error) {
	o := fit.encodedBy()
	rows, outcomes := 0, max(len(d.Labels), d.Values.Rows)
	if len(columns) > 0 {
		rows = columns[0].Rows()
	}
	if rows != outcomes {
		return d, nil, how, nil, InvalidInput(min(rows, outcomes), -1, "X has "+rowsOf(rows)+", y has "+itoa(outcomes)+".", "Give one y for each row of X.")
	}
	if err := core.CheckWeights(d.Weights, rows); err != nil {
		return d, nil, how, nil, err
	}
	if err := core.CheckNames(d.Names, rows); err != nil {
		return d, nil, how, nil, err
	}
	if o.Clean {
		fit.mergeDuplicates(d.Labels != nil)
		if o.Missing.Means() {
			d, columns = leaveUnknown(d, columns, &how)
			rows -= len(how.Dropped)
		}
	}
	all := columns
	if gone, n := withoutTarget(d); n > 0 && o.Missing == core.MissingDrop { // y counts as one more column, which isn't part of the model
		how.warn("Omitted because y is missing: " + rowsOf(n) + ".")
		all = append(all[:len(all):len(all)], core.Column{Texts: make([]string, rows), Missing: gone})
	}
	var told *core.Dataset
	if o.telling {
		told = &d
	}
	table, kept, err := core.NewEncoding(all, o.Missing, told)
	if err != nil {
		return d, nil, how, nil, err
	}
	if o.Clean && o.Missing.Means() {
		toldMeans(columns, table, &how)
	}
	table.Columns = table.Columns[:len(columns)]
	if err = r.checkSize("X", len(kept)*table.FeatureCount()); err != nil {
		if e, is := err.(*core.Error); is && how.wide != "" {
			e.Hint = how.wide
		}
		return d, nil, how, nil, err
	}
	x, err := table.Matrix(columns, kept)
	if err != nil {
		return d, nil, how, nil, err
	}
	if len(kept) < rows {
		d, how.Dropped = d.Pick(kept), missingFrom(kept, rows)
		columns = core.PickRows(columns, kept)
	}
	d.X = x
	how.labels(d.Labels)
	how.inspect(d, table, columns, fit)
	return d, table, how, columns, nil
}

// encodedBy is how X is to be read, with what clean settles.
func (o *FitOptions) encodedBy() SampleOptions {
	s := o.Samples
	if s.Clean && s.Missing == core.MissingError {
		s.Missing, s.telling = core.MissingAsItIs, true
	}
	return s
}

// swapped says that X has labels where y has rows.
func swapped(x, y Value) bool {
	if hasRowObjects(y) {
		return !hasRowObjects(x)
	}
	rows := y.Kind() == List && y.Size() > 0 && isObject(y.At(0)) || y.Kind() == Record && isObject(y.Get("data"))
	if !rows || x.Kind() != List || x.Size() == 0 {
		return false
	}
	kind := x.At(0).Kind()
	return kind == Text || kind == Boolean
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

// Query reads X for a fitted model, by its table if it has one. A flat array of
// several features, and a row object, are one row.
func (r *Reader) Query(m *Model, v Value) (x core.Matrix, single bool, err error) {
	x, _, single, err = r.QueryTable(m, v)
	return x, single, err
}

// QueryTable is Query, and also returns the values before encoding; nil if X was numbers without missing ones.
func (r *Reader) QueryTable(m *Model, v Value) (x core.Matrix, given []core.Column, single bool, err error) {
	if m.Table == nil {
		x, single, err = r.Matrix("X", v, m.FeatureCount())
		return x, nil, single, err
	}
	if r.Tables == nil {
		return x, nil, false, noTables()
	}
	return r.Tables.query(r, m, v)
}

func (AllTables) query(r *Reader, m *Model, v Value) (x core.Matrix, given []core.Column, single bool, err error) {
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
			return x, nil, false, InvalidInput(0, -1, "X[0] is an object, but the model was fitted on rows of numbers.", "Give rows of numbers.")
		}
		columns, err := r.objects(v, single, m.Table, SampleOptions{Columns: names, Missing: m.Table.Missing}, &Reading{})
		if err != nil {
			return x, nil, false, err
		}
		if err = r.checkSize("X", columns[0].Rows()*m.FeatureCount()); err != nil {
			return x, nil, false, err
		}
		x, err = m.Table.Matrix(columns, nil)
		return x, columns, single, err
	}
	if x, single, err = r.numbers("X", v, len(names), true); err != nil {
		return x, nil, single, err
	}
	if m.Table.Missing == core.MissingError || named && m.texts() || x.Columns != len(names) {
		return x, nil, single, nil // rows of encoded numbers; the engine checks them
	}
	given = core.TableOf(x)
	x, err = m.Table.Matrix(given, nil)
	return x, given, single, err
}

func (m *Model) texts() bool {
	return slices.ContainsFunc(m.Table.Columns, func(c core.EncodedColumn) bool { return c.Categories != nil })
}

// writeTable lists the columns in the model, and in its file.
func writeTable(w Writer, table *core.Encoding) {
	w.List()
	for _, c := range table.Columns {
		w.Object()
		if c.Name != "" {
			w.Key("name").Text(c.Name)
		}
		if c.Categories != nil {
			WriteTexts(w.Key("categories"), c.Categories)
		}
		if c.Means != nil {
			w.Key("means").Numbers(c.Means)
		}
		if c.Gap {
			w.Key("gap").Bool(true)
		}
		w.End()
	}
	w.End()
}

// table reads what writeTable wrote.
func (r *Reader) table(columns, missing Value, features int) (*core.Encoding, error) {
	table := &core.Encoding{}
	if columns.Kind() != List || columns.Size() == 0 || columns.Size() > features {
		return nil, badFile("columns is "+columns.Shown()+".", nil)
	}
	if readMissing(missing, &table.Missing) != nil {
		return nil, badFile("missing is "+missing.Shown()+".", nil)
	}
	for i := range columns.Size() {
		v := columns.At(i)
		wrong := badFile("columns["+itoa(i)+"] is wrong.", nil)
		if !isObject(v) {
			return nil, wrong
		}
		var c core.EncodedColumn
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
		}
		if gap := v.Get("gap"); given(gap) {
			if gap.Kind() != Boolean || !gap.True() || table.Missing != core.MissingAsItIs {
				return nil, wrong
			}
			c.Gap = true
		}
		if table.Missing.Means() {
			m, _, err := r.Matrix("means", v.Get("means"), 0)
			if err != nil || len(m.Data) != c.Width() || c.Gap && m.Data[c.Width()-1] != 1 || slices.ContainsFunc(m.Data, func(f float64) bool { return math.IsNaN(f - f) }) {
				return nil, wrong
			}
			c.Means = m.Data
		}
		table.Columns = append(table.Columns, c)
	}
	if table.FeatureCount() != features {
		return nil, badFile("columns make "+itoa(table.FeatureCount())+" features, X has "+itoa(features)+".", nil)
	}
	return table, nil
}
