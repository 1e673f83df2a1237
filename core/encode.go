package core

import (
	"cmp"
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// MissingRule says what a fit does with the missing values of a table.
type MissingRule uint8

const (
	MissingError  MissingRule = iota // an InvalidInput error that names row and column
	MissingMean                      // the mean of the column's values; for texts the share of each category
	MissingDrop                      // the row is left out; in a query, missing values are errors
	MissingAsItIs                    // as the mean; where at least fewestGaps rows lack a column, another feature says so
)

// fewestGaps is how many rows must lack a column for its gaps to be a feature. Fewer say nothing about other rows.
const fewestGaps = 5

// Column is one column of a table. It has either numbers, where a missing one is NaN, or texts, where a missing one is ""
// and marked in Missing.
type Column struct {
	Name    string // empty for a column of a matrix
	Numbers []float64
	Texts   []string
	Missing []bool // for texts; nil means none is
}

// Rows is the number of values, missing ones included.
func (c Column) Rows() int {
	if c.Texts != nil {
		return len(c.Texts)
	}
	return len(c.Numbers)
}

func (c Column) missing(row int) bool {
	if c.Texts != nil {
		return c.Missing != nil && c.Missing[row]
	}
	return math.IsNaN(c.Numbers[row])
}

// EncodedColumn says how a column becomes features.
type EncodedColumn struct {
	Name       string
	Categories []string  // sorted; a text becomes a feature for each of them, 1 for its own and 0 for others; nil for numbers
	Means      []float64 // of each feature: what stands for a missing value under MissingMean and MissingAsItIs; nil under others
	Gap        bool      // the last feature is 1 where the value is missing, and 0 elsewhere
}

// Encoding turns a table into the matrix that a model is fitted on, and later queries into the same features. A text that
// the fit didn't have is 0 in every category.
type Encoding struct {
	Columns []EncodedColumn
	Missing MissingRule
	telling bool // gaps are a feature only where they go with the outcomes
}

// NewEncoding learns the categories and means of a table. kept lists its rows without those that MissingDrop leaves out. With told, the
// rows' outcomes, gaps are a feature under MissingAsItIs only where they go with these. O(cells · log categories).
func NewEncoding(table []Column, rule MissingRule, told *Dataset) (e *Encoding, kept []int, err error) {
	rows, err := rowsOf(table)
	if err != nil {
		return nil, nil, err
	}
	e = &Encoding{Missing: rule, telling: told != nil}
	whole := make([]bool, rows)
	for row := range whole {
		whole[row] = true
		for j, c := range table {
			if !c.missing(row) {
				continue
			}
			if rule == MissingError {
				return nil, nil, missingAt(c, row, j, `Replace missing values, or set the option missing to "mean" or "drop".`)
			}
			whole[row] = rule != MissingDrop
		}
	}
	kept = marked(whole)
	if rows > 0 && len(kept) == 0 {
		return nil, nil, NewError(InvalidInput, "Every row has a missing value, so no rows remain.", `Set missing to "mean", or omit the column with the most missing values.`)
	}
	for j, c := range table {
		column := EncodedColumn{Name: c.Name}
		order := slices.DeleteFunc(slices.Clone(kept), c.missing)
		if c.Texts != nil {
			column.Categories = []string{}
			sorting.SortNumbers(order, func(a, b int) int { return cmp.Compare(c.Texts[a], c.Texts[b]) })
			for _, row := range order {
				if n := len(column.Categories); n == 0 || column.Categories[n-1] != c.Texts[row] {
					column.Categories = append(column.Categories, c.Texts[row])
				}
			}
		}
		if rule.Means() {
			column.Gap = rule == MissingAsItIs && len(kept)-len(order) >= fewestGaps && (told == nil || gapsTell(c, *told))
			column.Means = make([]float64, column.Width())
			if c.Texts == nil { // the last bits of a mean follow from the order of its numbers, which isn't that of the rows
				sorting.SortNumbers(order, func(a, b int) int { return cmp.Compare(c.Numbers[a], c.Numbers[b]) })
			}
			one := make([]float64, column.Width())
			for before, row := range order {
				column.encode(one, c, row)
				for i, v := range one {
					column.Means[i] += (v - column.Means[i]) / float64(before+1)
				}
			}
			if len(order) == 0 {
				return nil, nil, missingAt(c, 0, j, "All values of the column are missing: omit the column.")
			}
			if column.Gap {
				if c.Texts != nil { // a text that is missing is a category like the others
					clear(column.Means)
				}
				column.Means[len(column.Means)-1] = 1
			}
		}
		e.Columns = append(e.Columns, column)
	}
	return e, kept, nil
}

// notByChance is the square of how many standard deviations gaps and an outcome go together by; by chance one of a thousand does.
const notByChance = 10.83

// gapsTell says whether the rows that lack a column have other outcomes than the rest, by the correlation with a class or an output.
func gapsTell(c Column, d Dataset) bool {
	n, gaps := float64(c.Rows()), 0.0
	for row := range c.Rows() {
		if c.missing(row) {
			gaps++
		}
	}
	tell := func(together, squares float64) bool { // of the gaps and an outcome, from their means
		return float64(n*n)*float64(together*together) > float64(notByChance*float64(float64(gaps*(n-gaps))*squares))
	}
	if d.Labels != nil {
		all, lacking := make(map[Label]float64), make(map[Label]float64)
		for row, l := range d.Labels {
			all[l]++
			if c.missing(row) {
				lacking[l]++
			}
		}
		for l, k := range all {
			if tell(lacking[l]-gaps*k/n, k*(n-k)/n) {
				return true
			}
		}
		return false
	}
	order := sorting.Identity(d.Values.Rows)
	for output := range d.Values.Columns {
		y := func(row int) float64 { return d.Values.Row(row)[output] }
		sorting.SortNumbers(order, func(a, b int) int { return cmp.Compare(y(a), y(b)) }) // the last bits don't depend on the rows' order
		mean, together, squares := 0.0, 0.0, 0.0
		for i, row := range order {
			mean += (y(row) - mean) / float64(i+1)
		}
		for _, row := range order {
			off := y(row) - mean
			squares += float64(off * off)
			if c.missing(row) {
				together += off
			}
		}
		if tell(together, squares) {
			return true
		}
	}
	return false
}

// Again learns an encoding of other rows by the same rules; d has their outcomes.
func (e *Encoding) Again(table []Column, d Dataset) (again *Encoding, kept []int, err error) {
	if e.telling {
		return NewEncoding(table, e.Missing, &d)
	}
	return NewEncoding(table, e.Missing, nil)
}

// rowsOf is how many rows a table has. All its columns must have as many.
func rowsOf(table []Column) (rows int, err error) {
	for j, c := range table {
		if j == 0 {
			rows = c.Rows()
		}
		if c.Rows() != rows || c.Texts != nil && c.Missing != nil && len(c.Missing) != rows {
			return 0, NewError(InvalidInput, "Column "+itoa(j)+" ("+c.Name+") has "+count(c.Rows(), "value")+" and "+count(len(c.Missing), "mark")+" in Missing, the table has "+count(rows, "row")+".",
				"Give every column as many values, and as many marks or none.").At(-1, j)
		}
	}
	return rows, nil
}

func missingAt(c Column, row, column int, hint string) *Error {
	place := cell("X", row, column)
	if c.Name != "" {
		place = "X[" + itoa(row) + "]." + c.Name
	}
	e := NewError(InvalidInput, place+" is missing.", hint).At(row, column)
	e.among = func(number []int) *Error { return missingAt(c, number[row], column, hint) }
	return e
}

// Means says whether something stands for missing values, in queries as well.
func (r MissingRule) Means() bool { return r == MissingMean || r == MissingAsItIs }

// Width is how many features the column has.
func (c EncodedColumn) Width() int {
	n := 1
	if c.Categories != nil {
		n = len(c.Categories)
	}
	if c.Gap {
		n++
	}
	return n
}

// EachGap calls see with each column whose gaps are a feature, and with this feature. A nil Encoding has none.
func (e *Encoding) EachGap(see func(column, feature int)) {
	if e == nil {
		return
	}
	at := 0
	for j, c := range e.Columns {
		at += c.Width()
		if c.Gap {
			see(j, at-1)
		}
	}
}

// IsGap says whether features say that the column's value is missing.
func (c EncodedColumn) IsGap(features []float64) bool { return c.Gap && features[len(features)-1] == 1 }

// encode writes a value that isn't missing.
func (c EncodedColumn) encode(dst []float64, from Column, row int) {
	clear(dst)
	if c.Categories == nil {
		dst[0] = from.Numbers[row]
		return
	}
	if i, known := slices.BinarySearch(c.Categories, from.Texts[row]); known {
		dst[i] = 1
	}
}

// Features is how many features a row has.
func (e *Encoding) FeatureCount() int {
	n := 0
	for _, c := range e.Columns {
		n += c.Width()
	}
	return n
}

// Matrix encodes the listed rows of a table with the same columns. nil means all rows of a query, where no row can be
// left out. O(rows · features).
func (e *Encoding) Matrix(table []Column, rows []int) (Matrix, error) {
	if len(table) != len(e.Columns) {
		return Matrix{}, NewError(InvalidInput, "The model was fitted on "+count(len(e.Columns), "column")+", X has "+itoa(len(table))+".",
			"Give the same columns as in the fit.")
	}
	for j, c := range table {
		if (c.Texts != nil) != (e.Columns[j].Categories != nil) && c.Rows() > 0 {
			kind := "numbers"
			if e.Columns[j].Categories != nil {
				kind = "texts"
			}
			return Matrix{}, NewError(InvalidInput, "Column "+itoa(j)+" ("+c.Name+") held "+kind+" in the fit, but not now.",
				"Give the same kind of values as in the fit.").At(-1, j)
		}
	}
	all, err := rowsOf(table)
	if err != nil {
		return Matrix{}, err
	}
	if rows == nil {
		rows = sorting.Identity(all)
	}
	for i, row := range rows {
		if row < 0 || row >= all {
			return Matrix{}, NewError(InvalidInput, "rows["+itoa(i)+"] is "+itoa(row)+", the table has "+count(all, "row")+".", "Give rows of the table, from 0 on.")
		}
	}
	m := Matrix{Rows: len(rows), Columns: e.FeatureCount()}
	m.Data = make([]float64, m.Rows*m.Columns)
	for i, row := range rows {
		at := 0
		for j, c := range e.Columns {
			dst := m.Row(i)[at : at+c.Width()]
			switch {
			case !table[j].missing(row):
				c.encode(dst, table[j], row)
			case e.Missing.Means():
				copy(dst, c.Means)
			default:
				return Matrix{}, missingAt(table[j], row, j, "Give a value: every row needs an answer.")
			}
			at += c.Width()
		}
	}
	return m, nil
}

// PickRows is the listed rows of a table.
func PickRows(table []Column, rows []int) []Column {
	out := make([]Column, len(table))
	for j, c := range table {
		out[j].Name = c.Name
		if c.Texts != nil {
			out[j].Texts = make([]string, 0, len(rows))
		}
		for _, row := range rows {
			if c.Texts == nil {
				out[j].Numbers = append(out[j].Numbers, c.Numbers[row])
				continue
			}
			out[j].Texts = append(out[j].Texts, c.Texts[row])
			out[j].Missing = append(out[j].Missing, c.missing(row))
		}
	}
	return out
}

// TableOf is a matrix as a table, in which NaN is a missing value. The two share no memory.
func TableOf(m Matrix) []Column {
	table := make([]Column, m.Columns)
	for j := range table {
		table[j].Numbers = make([]float64, m.Rows)
		for i := range m.Rows {
			table[j].Numbers[i] = m.Row(i)[j]
		}
	}
	return table
}
