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

//go:noinline
func (w *Reading) warn(text string) { w.Warnings = append(w.Warnings, text) }

// Samples reads X and y of a fit. Row objects and missing values are encoded by a
// table, which the model keeps.
func (r *Reader) Samples(x, y Value, classes bool, o SampleOptions) (d core.Dataset, table *core.Encoding, how Reading, err error) {
	d, table, how, _, err = r.tabled(x, y, classes, o)
	return d, table, how, err
}

// tabled also returns the columns of the table, if X is one.
func (r *Reader) tabled(x, y Value, classes bool, o SampleOptions) (d core.Dataset, table *core.Encoding, how Reading, columns []core.Column, err error) {
	switch {
	case hasRowObjects(x):
		columns, err = r.objects(x, false, nil, o, &how)
	case o.Columns != nil:
		return d, nil, how, nil, core.NewError(core.InvalidOption, "columns is given, but X has no row objects.",
			"Omit columns, or give X as an array of objects.").In("columns")
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
	if err = r.targets(&d, y, classes, o.Missing == core.MissingDrop); err != nil {
		return d, nil, how, nil, err
	}
	if err = r.CheckScores(d.Labels); err != nil {
		return d, nil, how, nil, err
	}
	if columns == nil {
		how.classes(d.Labels)
		return d, nil, how, nil, nil
	}
	rows, outcomes := 0, max(len(d.Labels), d.Values.Rows)
	if len(columns) > 0 {
		rows = columns[0].Rows()
	}
	if rows != outcomes {
		return d, nil, how, nil, InvalidInput(min(rows, outcomes), -1, "X has "+rowsOf(rows)+", y has "+itoa(outcomes)+".", "Give one y for each row of X.")
	}
	all := columns
	if gone, n := withoutTarget(d); n > 0 && o.Missing == core.MissingDrop { // y counts as one more column, which isn't part of the model
		how.warn("Omitted because y is missing: " + rowsOf(n) + ".")
		all = append(all[:len(all):len(all)], core.Column{Texts: make([]string, rows), Missing: gone})
	}
	table, kept, err := core.NewEncoding(all, o.Missing)
	if err != nil {
		return d, nil, how, nil, err
	}
	table.Columns = table.Columns[:len(columns)]
	if err = r.checkSize("X", len(kept)*table.Features()); err != nil {
		if how.wide != "" {
			err.(*core.Error).Hint = how.wide
		}
		return d, nil, how, nil, err
	}
	if d.X, err = table.Matrix(columns, kept); err != nil {
		return d, nil, how, nil, err
	}
	if len(kept) < rows {
		d, how.Dropped = pickTargets(d, kept), missingFrom(kept, rows)
		columns = core.PickRows(columns, kept)
	}
	how.classes(d.Labels)
	return d, table, how, columns, nil
}

// classes warns about labels that may be meant as numbers.
func (w *Reading) classes(labels []core.Label) {
	seen := make(map[core.Label]bool)
	for _, l := range labels {
		if l.Kind != core.TextLabel || !isNumber(l.Text) {
			return
		}
		seen[l] = true
	}
	if len(seen) > 10 {
		w.warn("y has " + itoa(len(seen)) + " different numbers as texts, and each is a class. For a regression, convert them to numbers.")
	}
}

// pickTargets keeps the y of the remaining rows of X.
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

// Query reads X for a fitted model, by its table if it has one. A flat array of
// several features, and a row object, are one row.
func (r *Reader) Query(m *Model, v Value) (x core.Matrix, single bool, err error) {
	x, _, single, err = r.QueryTable(m, v)
	return x, single, err
}

// QueryTable is Query, and also returns the values before encoding; nil if X was numbers without missing ones.
func (r *Reader) QueryTable(m *Model, v Value) (x core.Matrix, given []core.Column, single bool, err error) {
	if m.Table == nil {
		x, single, err = r.Matrix("X", v, m.Features())
		return x, nil, single, err
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
			return x, nil, false, InvalidInput(0, -1, "X[0] is an object, but the model was fitted on rows of numbers.", "Give rows of numbers.")
		}
		columns, err := r.objects(v, single, m.Table, SampleOptions{Columns: names, Missing: m.Table.Missing}, &Reading{})
		if err != nil {
			return x, nil, false, err
		}
		if err = r.checkSize("X", columns[0].Rows()*m.Features()); err != nil {
			return x, nil, false, err
		}
		x, err = m.Table.Matrix(columns, nil)
		return x, columns, single, err
	}
	if x, single, err = r.numbers("X", v, m.Features(), true); err != nil {
		return x, nil, single, err
	}
	if m.Table.Missing == core.MissingError || named && m.texts() || x.Columns != m.Features() {
		return x, nil, single, nil // rows of encoded numbers; the engine checks them
	}
	given = core.TableOf(x)
	x, err = m.Table.Matrix(given, nil)
	return x, given, single, err
}

func (m *Model) texts() bool {
	return slices.ContainsFunc(m.Table.Columns, func(c core.EncodedColumn) bool { return c.Categories != nil })
}

func hasRowObjects(v Value) bool { return v.Kind() == List && v.Size() > 0 && v.At(0).Kind() == Record }

const (
	acceptedCell = "Give a number, a text, a boolean, or null where it is missing; or omit the column with the option columns."
	sameKind     = "Give the same kind of value as in the fit, or null."
)

func (r *Reader) objects(v Value, single bool, query *core.Encoding, o SampleOptions, how *Reading) ([]core.Column, error) {
	if r.Objects == nil {
		return nil, Unsupported("The page's engine doesn't accept row objects.", "Give rows of numbers, or use the package.")
	}
	return r.Objects(r, v, single, query, o, how)
}

// RowObjects reads an array of objects as columns of numbers or of texts. single
// says that v itself is one row. A query is read by the table of its model: every row
// must have all columns, and each column has the same kind as in the fit.
func (r *Reader) RowObjects(v Value, single bool, query *core.Encoding, o SampleOptions, how *Reading) ([]core.Column, error) {
	n := 1
	if !single {
		n = v.Size()
	}
	names := o.Columns
	if names == nil {
		first := v.At(0)
		names = first.Keys()
		for j, name := range names {
			if strings.ContainsRune(name, utf8.RuneError) && !first.WellFormedKey(j) {
				return nil, InvalidInput(0, j, "The name of column "+itoa(j)+" of X[0] is not well-formed Unicode text.", loneSurrogate)
			}
		}
	}
	if len(names) == 0 {
		return nil, InvalidInput(0, -1, "X[0] has no columns.", "Give each row at least one value, or list the columns in the option columns.")
	}
	if slices.Contains(names, "") { // in a file, columns of plain rows have this name
		return nil, InvalidInput(0, -1, "X[0] has a column without a name.", "Name the column, or list the other columns in the option columns.")
	}
	if err := r.checkSize("X", n*len(names)); err != nil {
		return nil, err
	}
	read := make([]rawColumn, len(names))
	for j, name := range names {
		read[j].Column = core.Column{Name: name, Numbers: make([]float64, n)}
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
			if query != nil && !given(cell) && !slices.Contains(row.Keys(), name) {
				return nil, noColumn(row, names, i, j)
			}
			if err := read[j].cell(cell, i, j); err != nil {
				return nil, err
			}
		}
	}
	table := make([]core.Column, len(names))
	for j := range read {
		c := &read[j]
		var err error
		if query != nil {
			err = c.settleAs(query.Columns[j].Categories, o.Missing, j)
		} else if c.numbers+c.words+c.blanks+c.parsed == 0 && o.Columns != nil && !slices.Contains(v.At(0).Keys(), c.Name) {
			err = noSuchColumn(v.At(0), names, j)
		} else {
			err = c.settle(o.Missing, j, how)
		}
		if err != nil {
			return nil, err
		}
		table[j] = c.Column
	}
	return table, nil
}

// noColumn is the error of a query whose row lacks a column. It suggests a misspelt name. A
// missing value must be null in a query: otherwise a misspelt column would count as missing.
func noColumn(row Value, names []string, i, j int) error {
	hint := "Give every column of the fit, null where a value is missing."
	if key := meant(row, names, j); key != "" {
		hint = "Is \"" + key + "\" a misspelling of it? " + hint
	}
	return InvalidInput(i, j, "X["+itoa(i)+"] has no column "+names[j]+".", hint)
}

// noSuchColumn is the error of an option columns that names a column which no row has.
func noSuchColumn(first Value, names []string, j int) error {
	hint := "X[0] has the columns " + strings.Join(first.Keys(), ", ") + "."
	if key := meant(first, names, j); key != "" {
		hint = "Did you mean \"" + key + "\"? " + hint
	}
	return core.NewError(core.InvalidOption, "X has no column "+names[j]+".", hint).In("columns[" + itoa(j) + "]")
}

// meant returns the key of a row that resembles a missing name, but none of the other names; "" if there is none.
func meant(row Value, names []string, j int) string {
	for _, key := range row.Keys() {
		if alike(key, names[j]) && !slices.Contains(names, key) {
			return key
		}
	}
	return ""
}

// alike says whether two names differ like misspellings: in at most two adjacent letters,
// or in upper case.
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

// rawColumn is a column while it is read: as numbers (NaN for other values) and, from its
// first text on, also as texts.
type rawColumn struct {
	core.Column
	numbers int // numbers and booleans
	parsed  int // texts of numbers
	blanks  int // texts that may stand for a missing value
	words   int // other texts

	number, word int    // the first row of each
	shown        string // the first word
}

// cell reads the value of a row; rows come in order.
func (c *rawColumn) cell(v Value, row, column int) error {
	c.Numbers[row] = math.NaN()
	switch v.Kind() {
	case Missing, Null:
	case Boolean, Number:
		f := 0.0
		if v.Kind() == Boolean {
			if v.True() {
				f = 1
			}
		} else if f = v.Real(); f != f {
			return nil
		}
		c.setNumber(row, f)
		if c.numbers == 0 {
			c.number = row
		}
		c.numbers++
	case Text:
		if !v.WellFormed() {
			return InvalidInput(row, column, "X["+itoa(row)+"]."+c.Name+" is not well-formed Unicode text.", loneSurrogate)
		}
		c.makeTexts()
		text := v.Text()
		c.Texts[row], c.Missing[row] = text, false
		if isNumber(text) {
			if f := v.Real(); f-f == 0 {
				c.setNumber(row, f)
				c.parsed++
				return nil
			}
		}
		if standsForMissing(text) {
			c.blanks++
			return nil
		}
		if c.words == 0 {
			c.word, c.shown = row, v.Shown()
		}
		c.words++
	default:
		return c.wrong(row, column, v.Shown()+", no value for a table.", acceptedCell)
	}
	return nil
}

// makeTexts allocates the texts; all are missing at first.
func (c *rawColumn) makeTexts() {
	if c.Texts != nil {
		return
	}
	c.Texts, c.Missing = make([]string, len(c.Numbers)), make([]bool, len(c.Numbers))
	for i := range c.Missing {
		c.Missing[i] = true
	}
}

//go:noinline
func (c *rawColumn) setNumber(row int, f float64) {
	if f == 0 {
		f = 0 // not -0, as in Reader.numbers
	}
	c.Numbers[row] = f
}

//go:noinline
func (c *rawColumn) wrong(row, column int, what, hint string) error {
	return InvalidInput(row, column, "X["+itoa(row)+"]."+c.Name+" is "+what, hint)
}

// settle decides whether a column of a fit is numbers or texts. A column whose texts are all numbers is numbers.
func (c *rawColumn) settle(rule core.MissingRule, column int, how *Reading) error {
	numbers := c.numbers + c.parsed
	switch {
	case c.words > 0 && numbers >= c.words && (c.numbers > 0 || numbers > c.words):
		return c.wrong(c.word, column, c.shown+", though "+itoa(numbers)+" of the column's "+itoa(numbers+c.words)+" values are numbers.",
			"Correct it, or give null where a value is missing. For a column of texts, put a letter before the numbers.")
	case c.words > 0 && c.numbers > 0:
		return c.wrong(c.number, column, ftoa(c.Numbers[c.number])+", though "+itoa(c.words)+" of the column's "+itoa(numbers+c.words)+" values are texts.",
			"Give it as a text, or null where a value is missing.")
	case numbers > 0 && c.words == 0:
		c.Texts, c.Missing = nil, nil
		if c.parsed > 0 {
			how.warn("Column " + c.Name + " has numbers as texts in " + rowsOf(c.parsed) +
				"; they were converted to numbers. To keep texts, put a letter before them.")
		}
	case c.Texts != nil:
		c.Numbers = nil
		if rule == core.MissingError {
			c.blanks = 0
		} else {
			c.blank(nil)
		}
		c.judge(how)
	}
	if c.blanks > 0 {
		how.warn("Column " + c.Name + " has texts that stand for a missing value in " + rowsOf(c.blanks) + ", such as \"\" or \"NA\".")
	}
	return nil
}

// judge warns about a column of texts that says nothing about new rows: it has at least ten
// different texts, and on average fewer than three rows for each.
func (c *rawColumn) judge(how *Reading) {
	different, present := make(map[string]bool), 0
	for i, text := range c.Texts {
		if !c.Missing[i] {
			different[text] = true
			present++
		}
	}
	if n := len(different); n >= 10 && present < 3*n {
		how.wide = "Column " + c.Name + " has " + itoa(n) + " different texts in " + rowsOf(present) +
			", and each text becomes a feature. Ids and free text say nothing about new rows. Omit the column with the option columns."
		how.warn(how.wide)
	}
}

// settleAs reads a column of a query with the kind that it had in the fit: numbers, or texts
// with these categories. A text that was a category in the fit doesn't stand for a missing value.
func (c *rawColumn) settleAs(categories []string, rule core.MissingRule, column int) error {
	if categories == nil {
		if c.words > 0 {
			return c.wrong(c.word, column, c.shown+", but the fit has numbers there.", sameKind)
		}
		c.Texts, c.Missing = nil, nil
		return nil
	}
	if c.numbers > 0 {
		return c.wrong(c.number, column, ftoa(c.Numbers[c.number])+", but the fit has texts there.", sameKind)
	}
	c.makeTexts()
	c.Numbers = nil
	if rule != core.MissingError {
		c.blank(categories)
	}
	return nil
}

// Trimmed returns a text without the spaces that are allowed around a number.
func Trimmed(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// standsForMissing says whether a text may stand for a missing value.
func standsForMissing(s string) bool {
	switch Trimmed(s) {
	case "", "NA", "NaN", "null", "?":
		return true
	}
	return false
}

// isNumber says whether a text is a number in decimal notation: "12", "-0.5", ".5", "1e-3".
func isNumber(s string) bool {
	s = Trimmed(s)
	digits := 0
	dot, exponent := false, false
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c == '.' && !dot && !exponent:
			dot = true
		case (c == 'e' || c == 'E') && !exponent && digits > 0:
			exponent, digits = true, 0
		case (c == '+' || c == '-') && (i == 0 || s[i-1]|0x20 == 'e'):
		default:
			return false
		}
	}
	return digits > 0
}

// blank marks texts that stand for a missing value as missing, except those among the categories.
func (c *rawColumn) blank(categories []string) {
	for i, text := range c.Texts {
		if standsForMissing(text) && !slices.Contains(categories, text) {
			c.Texts[i], c.Missing[i] = "", true
		}
	}
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
