package wire

import (
	"math"
	"slices"
	"strings"

	"github.com/xaia-go/xaia/core"
)

const acceptedX = "Give X as number[][], as an array of typed arrays or of row objects, as {data, rows, columns}, or for one feature as number[]."

// Reader reads samples and models. It limits the number of numbers, and checks this limit
// before it allocates.
type Reader struct {
	Most  int    // numbers in X, in y, and in y as one score a class
	Where string // the reason for the limit: "fit into WebAssembly's memory"

	// Tables reads row objects, texts and missing values: AllTables, or nil to refuse them. The page's module needs none
	// of it, and is 25 KB smaller without.
	Tables Tables

	// Forgetting is Forgetting, or FittedWithout in a module without learners, or nil to leave no samples out of answers: for a server's
	// guests they would take too much.
	Forgetting func(m *Model, c core.Control, rows []int) (*Kept, error)

	// Verify, when not nil, walks each model and learner that a call has made or changed, and each model that was loaded: core.Verify, or nil.
	Verify func(core.Predictor) error

	// Check, when not nil, is called with the samples before the fit. It may
	// change the options' limits, or refuse the fit.
	Check func(d core.Dataset, o *FitOptions) error

	// GoOn, when not nil, is called regularly during a long read; an error ends the read.
	GoOn func() error
}

// goOn calls GoOn once per a number of rows.
func (r *Reader) goOn(row int) error {
	if r.GoOn == nil || row&511 != 0 {
		return nil
	}
	return r.GoOn()
}

func (r *Reader) checkSize(name string, numbers int) error {
	if numbers <= r.Most {
		return nil
	}
	return core.NewError(core.TooLarge, name+" has "+itoa(numbers)+" numbers, at most "+itoa(r.Most)+" "+r.Where+".",
		"Fit or predict fewer rows at a time, or use the engine natively.")
}

// CheckScores refuses labels if their scores, one per class and row, would take too much
// memory in the engine.
func (r *Reader) CheckScores(lists ...[]core.Label) error {
	distinct := make(map[core.Label]bool)
	rows := 0
	for _, labels := range lists {
		rows += len(labels)
		for i, l := range labels {
			if i == 0 || l != labels[i-1] {
				distinct[l] = true
			}
		}
	}
	if rows == 0 || len(distinct) <= r.Most/rows {
		return nil
	}
	return core.NewError(core.TooLarge, "y has "+itoa(len(distinct))+" classes in "+itoa(rows)+" rows; with a score for each class that is more than the "+itoa(r.Most)+" numbers that "+r.Where+".",
		"Fit fewer rows, or give numbers instead of labels if y isn't a class.")
}

// Matrix reads rows of numbers: number[][], rows as typed arrays, {data, rows,
// columns}, or a flat array. A flat array is one column, unless features says
// that a row has more: then it is that row, and single is true, as it is for a
// lone number.
func (r *Reader) Matrix(name string, v Value, features int) (m core.Matrix, single bool, err error) {
	return r.numbers(name, v, features, false)
}

// numbers is Matrix in which nothing and null can stand for missing values; they
// become NaN. -0 becomes 0: JavaScript's JSON has no -0, and a model that was saved
// should be the model that was fitted.
func (r *Reader) numbers(name string, v Value, features int, missing bool) (m core.Matrix, single bool, err error) {
	m, single, err = r.signed(name, v, features, missing)
	for i, f := range m.Data {
		if f == 0 {
			m.Data[i] = 0
		}
	}
	return m, single, err
}

func (r *Reader) signed(name string, v Value, features int, missing bool) (m core.Matrix, single bool, err error) {
	switch {
	case v.Kind() == Number && features == 1:
		return core.Matrix{Data: []float64{v.Real()}, Rows: 1, Columns: 1}, true, nil
	case !isObject(v):
		return m, false, InvalidInput(-1, -1, name+" is "+v.Shown()+".", accepted(name))
	case v.Kind() == Record || v.Kind() == Thing:
		m, err = r.packed(name, v)
		return m, false, err
	}
	n := v.Size()
	if err = r.checkSize(name, n); err != nil {
		return m, false, err
	}
	if v.Kind() == List {
		if n == 0 {
			return m, false, nil
		}
		if isObject(v.At(0)) {
			m, err = r.rows(name, v, n, missing)
			return m, false, err
		}
	}
	if err = r.goOn(0); err != nil {
		return m, false, err
	}
	data, ok := v.Numbers(nil)
	if !ok {
		data = make([]float64, n)
		for i := range data {
			if err = r.goOn(i); err != nil {
				return m, false, err
			}
			var is bool
			if data[i], is = numberOrMissing(v.At(i), missing); !is {
				return m, false, notANumber(name, "["+itoa(i)+"]", v.At(i), i, 0)
			}
		}
	}
	m, single = flat(data, features)
	return m, single, nil
}

func flat(data []float64, features int) (core.Matrix, bool) {
	if features > 1 {
		return core.Matrix{Data: data, Rows: 1, Columns: len(data)}, true
	}
	return core.Matrix{Data: data, Rows: len(data), Columns: 1}, false
}

func notANumber(name, place string, v Value, row, column int) error {
	hint := "Replace it by a number."
	switch {
	case isMissing(v):
		hint = `Replace missing values, omit the row, or set the option missing to "drop".`
	case v.Kind() == Date:
		hint = "Give its days since 1970-01-01: date / 864e5. Rows of named columns may have Dates."
	case name == "X" && v.Kind() == Text && !isNumber(v.Text()):
		hint = `Give rows with texts as objects, such as {size: 1, colour: "red"}, in the fit and in queries: each text then becomes a feature.`
	}
	return InvalidInput(row, column, name+place+" is "+v.Shown()+", not a number.", hint)
}

func accepted(name string) string {
	if name == "y" {
		return acceptedY
	}
	return acceptedX
}

func numberOrMissing(v Value, missing bool) (f float64, is bool) {
	switch v.Kind() {
	case Number:
		return v.Real(), true
	case Null, Missing:
		return math.NaN(), missing
	}
	return 0, false
}

func (r *Reader) rows(name string, v Value, n int, missing bool) (core.Matrix, error) {
	m := core.Matrix{Rows: n}
	for i := range n {
		if err := r.goOn(i); err != nil {
			return m, err
		}
		row, at := v.At(i), len(m.Data)
		if row.Kind() != List && row.Kind() != Packed {
			return m, InvalidInput(i, -1, name+"["+itoa(i)+"] is "+row.Shown()+", not a row of numbers.", accepted(name))
		}
		columns := row.Size()
		width := columns
		if i == 0 {
			m.Columns, width = columns, columns*n
		}
		if err := r.checkSize(name, at+width); err != nil {
			return m, err
		}
		if i == 0 {
			m.Data = make([]float64, 0, width)
		}
		if data, ok := row.Numbers(m.Data); ok {
			m.Data = data
		} else {
			for j := range columns {
				f, is := numberOrMissing(row.At(j), missing)
				if !is {
					return m, notANumber(name, "["+itoa(i)+"]["+itoa(j)+"]", row.At(j), i, j)
				}
				m.Data = append(m.Data, f)
			}
		}
		if columns != m.Columns {
			return m, InvalidInput(i, -1, name+"["+itoa(i)+"] has "+itoa(columns)+" numbers, "+name+"[0] has "+itoa(m.Columns)+".",
				"Give every row the same length.")
		}
	}
	return m, nil
}

// columnNames returns the keys of an object without the number of rows; nil of {data, rows, columns}, whose keys would take
// longer to read than its numbers.
func columnNames(v, rows Value) []string {
	if v.Kind() != Record || rows.Kind() == Number {
		return nil
	}
	return v.Keys()
}

// packed reads {data, rows, columns}, row-major.
func (r *Reader) packed(name string, v Value) (core.Matrix, error) {
	data, rows, columns := v.Get("data"), v.Get("rows"), v.Get("columns")
	if names := columnNames(v, rows); len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !isList(v.Own(name)) }) {
		return core.Matrix{}, InvalidInput(-1, -1, name+" is an object of columns ("+strings.Join(names[:min(3, len(names))], ", ")+").",
			"Give rows: an array with an object of the columns' values for each row, or with an array for each row.")
	}
	none := func() error { // made only if needed: describing X takes as long as predicting ten rows
		return InvalidInput(-1, -1, name+" is "+v.Shown()+" whose data isn't a typed array.", accepted(name))
	}
	if !isList(data) {
		return core.Matrix{}, none()
	}
	n := data.Size()
	if err := r.checkSize(name, n); err != nil {
		return core.Matrix{}, err
	}
	numbers, ok := data.Numbers(nil)
	if !ok {
		return core.Matrix{}, none()
	}
	h, w := WholeNumber(rows), WholeNumber(columns)
	if h < 0 || w < 0 || (w == 0) != (n == 0) || w > 0 && (n%w != 0 || n/w != h) {
		return core.Matrix{}, InvalidInput(-1, -1, name+" has rows "+rows.Shown()+" and columns "+columns.Shown()+", but its data has "+itoa(n)+" numbers.",
			"Give rows * columns numbers in data, row after row.")
	}
	return core.Matrix{Data: numbers, Rows: h, Columns: w}, nil
}

const loneSurrogate = "Remove the lone surrogate."

const acceptedY = "Give y as number[], number[][], string[] or boolean[], one entry for each row of X."

// noLabel stands for a missing label until its row is omitted.
var noLabel = core.Label{Kind: 255}

// targets reads y into the data set. classes says that numbers are labels; drop, that values
// may be missing: they become NaN or noLabel.
func (r *Reader) targets(d *core.Dataset, v Value, classes, drop bool) error {
	if !isObject(v) || v.Kind() == Thing {
		return InvalidInput(-1, -1, "y is "+v.Shown()+".", acceptedY)
	}
	if v.Kind() == Record && v.Own("codes").Kind() == Packed {
		return r.coded(d, v.Own("codes"), v.Own("texts"), drop)
	}
	if v.Kind() == List && v.Size() > 0 {
		at := 0
		first := v.At(0)
		for drop && isMissing(first) && at+1 < v.Size() {
			if err := r.goOn(at); err != nil {
				return err
			}
			at++
			first = v.At(at)
		}
		switch first.Kind() {
		case Text, Boolean:
			return r.labels(d, v, first, at, drop)
		case Missing, Null:
			return missingTarget(at, first)
		case List:
			if k := first.Size(); k > 0 && (first.At(0).Kind() == Text || first.At(0).Kind() == Boolean) {
				return InvalidInput(at, -1, "y["+itoa(at)+"] is an array with "+first.At(0).Shown()+", not a label.", "Give one label for each row, without brackets around it: y.flat().")
			}
		}
	}
	m, _, err := r.numbers("y", v, 0, drop)
	if err != nil {
		return err
	}
	if !classes {
		d.Values = m
		return nil
	}
	if m.Columns > 1 {
		return InvalidInput(-1, -1, "y has "+itoa(m.Columns)+" numbers per row, but classes need one label per row.", "Give one label per row, or omit the option classes.")
	}
	d.Labels = make([]core.Label, len(m.Data))
	for i, f := range m.Data {
		if f != f && drop {
			d.Labels[i] = noLabel
			continue
		}
		if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
			return InvalidInput(i, -1, "y["+itoa(i)+"] is "+ftoa(f)+", not a whole number.",
				"Give whole numbers, strings or booleans as classes, or omit the option classes.")
		}
		d.Labels[i] = core.Integer(int64(f))
	}
	return nil
}

func isMissing(v Value) bool { return v.Kind() == Missing || v.Kind() == Null }

func missingTarget(row int, v Value) error {
	return InvalidInput(row, -1, "y["+itoa(row)+"] is "+v.Shown()+".", `Omit the row, or set the option missing to "drop".`)
}

// withoutTarget marks the rows whose y is missing; nil if there are none.
func withoutTarget(d core.Dataset) (gone []bool, count int) {
	rows := max(len(d.Labels), d.Values.Rows)
	for i := range rows {
		missing := d.Labels != nil && d.Labels[i] == noLabel
		if d.Labels == nil {
			for _, f := range d.Values.Row(i) {
				missing = missing || f != f
			}
		}
		if missing {
			if gone == nil {
				gone = make([]bool, rows)
			}
			gone[i] = true
			count++
		}
	}
	return gone, count
}

// labels reads texts or booleans, the first of which is in a given row.
func (r *Reader) labels(d *core.Dataset, v, first Value, at int, drop bool) error {
	n := v.Size()
	if err := r.checkSize("y", n); err != nil {
		return err
	}
	d.Labels = make([]core.Label, n)
	for i := range n {
		if err := r.goOn(i); err != nil {
			return err
		}
		e := v.At(i)
		switch {
		case drop && (isMissing(e) || e.Kind() == Text && standsForMissing(e.Text())):
			d.Labels[i] = noLabel
		case isMissing(e):
			return missingTarget(i, e)
		case e.Kind() != first.Kind():
			return InvalidInput(i, -1, "y["+itoa(i)+"] is "+e.Shown()+", y["+itoa(at)+"] is "+first.Shown()+".",
				"Give all labels as strings, or all as numbers with classes: true, or all as booleans.")
		case e.Kind() == Boolean:
			d.Labels[i] = core.Boolean(e.True())
		case !e.WellFormed():
			return InvalidInput(i, -1, "y["+itoa(i)+"] is not well-formed Unicode text.", loneSurrogate)
		default:
			d.Labels[i] = core.Text(e.Text())
		}
	}
	return nil
}

// coded reads labels in the form that web/package packs: a list of distinct texts, and an
// index for each row.
func (r *Reader) coded(d *core.Dataset, codes, texts Value, drop bool) error {
	if err := r.checkSize("y", codes.Size()); err != nil {
		return err
	}
	var classes core.Dataset
	if texts.Kind() == List && texts.Size() > 0 && texts.At(0).Kind() == Text {
		if err := r.labels(&classes, texts, texts.At(0), 0, drop); err != nil {
			return err
		}
	}
	list, _ := codes.Numbers(nil)
	for i, code := range list {
		k := int(code)
		if float64(k) != code || k < 0 || k >= len(classes.Labels) {
			return InvalidInput(i, -1, "y.codes["+itoa(i)+"] is not the index of a text.", acceptedY)
		}
		d.Labels = append(d.Labels, classes.Labels[k])
	}
	return nil
}
