package wire

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/xaia-go/xaia/core"
)

func hasRowObjects(v Value) bool { return v.Kind() == List && v.Size() > 0 && v.At(0).Kind() == Record }

func (r *Reader) objects(v Value, single bool, query *core.Encoding, o SampleOptions, how *Reading) ([]core.Column, error) {
	if r.Tables == nil {
		return nil, noTables()
	}
	return r.Tables.objects(r, v, single, query, o, how)
}

// objects reads an array of objects as columns of numbers or of texts. single
// says that v itself is one row. A query is read by the table of its model: every row
// must have all columns, and each column has the same kind as in the fit.
func (AllTables) objects(r *Reader, v Value, single bool, query *core.Encoding, o SampleOptions, how *Reading) ([]core.Column, error) {
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
		for _, other := range []string{o.NamedBy, o.Target} {
			if at := slices.Index(names, other); at >= 0 && other != "" {
				names = slices.Delete(names, at, at+1)
			}
		}
		if len(names) > 0 {
			how.marked(names[0])
		}
	}
	if len(names) == 0 {
		beside := ""
		if o.Target != "" {
			beside = " beside " + visible(o.Target)
		}
		return nil, InvalidInput(0, -1, "X[0] has no columns"+beside+".", "Give each row at least one value, or list the columns in the option columns.")
	}
	if err := r.checkSize("X", n*len(names)); err != nil {
		return nil, err
	}
	read := make([]rawColumn, len(names))
	for j, name := range names {
		read[j].query, read[j].nulls = query != nil, o.Missing.Means() || query == nil && o.Missing == core.MissingDrop
		read[j].Column = core.Column{Name: name, Numbers: make([]float64, n)}
	}
	more := laterColumns{mean: o.Missing.Means(), others: []string{o.NamedBy, o.Target}}
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
		found := 0
		if o.Target != "" && given(row.Own(o.Target)) {
			found++
		}
		for j, name := range names {
			cell := row.Own(name)
			if query != nil && !given(cell) && !slices.Contains(row.Keys(), name) {
				return nil, noColumn(row, names, i, j, read[j].nulls)
			}
			if err := read[j].cell(cell, i, j); err != nil {
				return nil, err
			}
			if given(cell) {
				found++
			}
		}
		if query != nil || o.Columns != nil || i == 0 || row.Size() == found {
			continue
		}
		added, err := more.of(row, i, names)
		if err != nil {
			return nil, err
		}
		names = append(names, added...)
		if err := r.checkSize("X", n*len(names)); err != nil {
			return nil, err
		}
		for _, name := range added {
			c := rawColumn{Column: core.Column{Name: name, Numbers: make([]float64, n)}}
			for before := range i {
				c.Numbers[before] = math.NaN()
			}
			if err := c.cell(row.Own(name), i, len(read)); err != nil {
				return nil, err
			}
			read = append(read, c)
		}
	}
	more.warn(how)
	table := make([]core.Column, 0, len(names))
	var converted, dates []string // columns of numbers as texts, and of dates: a file may have nothing else, so one warning names them all
	rows := 0
	for j := range read {
		c := &read[j]
		var err error
		if query == nil && o.Columns == nil && (o.Clean || o.Unnumbered && len(names) > 1) && c.words == 0 && NumbersRows(names, j, c.Numbers) {
			how.warn("Column " + called(c.Name) + " was left out: it has the numbers of the rows. To keep it, give it another name, or list it in the option columns.")
			continue
		}
		if c.Name == "" { // in a file, columns of plain rows have this name
			return nil, InvalidInput(0, -1, "X[0] has a column without a name.", "Name the column, or list the other columns in the option columns.")
		}
		if query == nil && o.Clean && o.Columns == nil && c.isID() {
			how.warn("Column " + visible(c.Name) + " was left out: it is an id or a name, different in each row or nearly. To keep it, list it in the option columns.")
			continue
		}
		if query != nil {
			err = c.settleAs(query.Columns[j].Categories, o.Missing, j)
		} else if c.numbers+c.words+c.blanks+c.parsed == 0 && o.Columns != nil && !slices.Contains(v.At(0).Keys(), c.Name) {
			err = noSuchColumn(v.At(0), names, j, "columns["+itoa(j)+"]")
		} else {
			err = c.settle(o.Missing, j, how)
		}
		if err != nil {
			return nil, err
		}
		if query == nil && c.parsed > 0 && c.Texts == nil {
			converted = append(converted, visible(c.Name))
			rows = max(rows, c.parsed)
		}
		if query == nil && (c.dates > 0 || c.dated()) {
			dates = append(dates, visible(c.Name))
		}
		table = append(table, c.Column)
	}
	if len(converted) > 0 {
		how.warn(columnsHave(converted) + "numbers as texts in " + rowsOf(rows) + "; they were converted to numbers. To keep texts, put a letter before them.")
	}
	if len(dates) > 0 {
		how.warn(columnsHave(dates) + "dates; they were converted to days since 1970-01-01 UTC.")
	}
	if len(table) == 0 {
		return nil, InvalidInput(0, -1, "Every column of X is different in each row or nearly, as ids and names are.", "List the columns to use in the option columns.")
	}
	return table, nil
}

// laterColumns are columns that the first row doesn't have. Where missing values become means, they are columns like others,
// missing in the rows before. Otherwise they aren't used, with a warning: they would make those rows errors, or drop them.
type laterColumns struct {
	mean   bool
	others []string // that are no features
	unused []string
	seen   map[string]bool
}

// of returns the columns that a row has and none before it; nil where they aren't used.
func (l *laterColumns) of(row Value, i int, names []string) (added []string, err error) {
	for j, name := range row.Keys() {
		if name != "" && slices.Contains(l.others, name) || slices.Contains(names, name) || slices.Contains(added, name) || l.seen[name] {
			continue
		}
		if strings.ContainsRune(name, utf8.RuneError) && !row.WellFormedKey(j) {
			return nil, InvalidInput(i, -1, "The name of a column of X["+itoa(i)+"] is not well-formed Unicode text.", loneSurrogate)
		}
		if l.mean {
			added = append(added, name)
			continue
		}
		if l.seen == nil {
			l.seen = make(map[string]bool)
		}
		l.seen[name] = true
		l.unused = append(l.unused, visible(name))
	}
	return added, nil
}

func (l *laterColumns) warn(how *Reading) {
	few := l.unused[:min(len(l.unused), 5)]
	if len(few) == 0 {
		return
	}
	what := "Column " + few[0] + " isn't used, since X[0] doesn't have it."
	if len(l.unused) > 1 {
		what = "Columns " + strings.Join(few, ", ")
		if more := len(l.unused) - len(few); more > 0 {
			what += " and " + itoa(more) + " more"
		}
		what += " aren't used, since X[0] doesn't have them."
	}
	how.warn(what + " Give each row every column, null where a value is missing; or set the option missing to \"mean\".")
}

// called is a column's name in a message.
func called(name string) string {
	if name == "" {
		return "without a name"
	}
	return visible(name)
}

func columnsHave(names []string) string {
	if len(names) == 1 {
		return "Column " + names[0] + " has "
	}
	return "Columns " + strings.Join(names, ", ") + " have "
}

// noColumn is the error of a query whose row lacks a column. It suggests a misspelt name. A
// missing value must be null in a query: otherwise a misspelt column would count as missing.
func noColumn(row Value, names []string, i, j int, nulls bool) error {
	hint := "Give every column of the fit."
	if nulls {
		hint = "Give every column of the fit, null where a value is missing."
	}
	if key := meant(row, names, j); key != "" {
		hint = "Is \"" + visible(key) + "\" a misspelling of it? " + hint
		if unmarked(key) == unmarked(names[j]) {
			hint = markHint
		}
	}
	return InvalidInput(i, j, "X["+itoa(i)+"] has no column "+visible(names[j])+".", hint)
}

// noSuchColumn is the error of an option that names a column which no row has.
func noSuchColumn(first Value, names []string, j int, path string) error {
	keys := first.Keys()
	for i, key := range keys {
		keys[i] = visible(key)
	}
	hint := "X[0] has the columns " + strings.Join(keys, ", ") + "."
	if key := meant(first, names, j); key != "" {
		hint = "Did you mean \"" + visible(key) + "\"? " + hint
		if unmarked(key) == unmarked(names[j]) {
			hint = markHint
		}
	}
	return core.NewError(core.InvalidOption, "X has no column "+visible(names[j])+".", hint).In(path)
}

// meant returns the key of a row that resembles a missing name, but none of the other names; "" if there is none.
func meant(row Value, names []string, j int) string {
	for _, key := range row.Keys() {
		if alike(unmarked(key), unmarked(names[j])) && !slices.Contains(names, key) {
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
