package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Matrix is Rows × Columns numbers in one slice, row after row.
type Matrix struct {
	Data          []float64
	Rows, Columns int
}

// Row returns row i, a window into Data.
func (m Matrix) Row(i int) []float64 { return m.Data[i*m.Columns : (i+1)*m.Columns : (i+1)*m.Columns] }

//go:noinline
func newMatrix(rows, columns int) Matrix {
	return Matrix(spatial.NewMatrix(rows, columns))
}

func (m Matrix) pick(rows []int) Matrix { return Matrix(spatial.Matrix(m).Pick(rows)) }

func (m Matrix) transposed() Matrix {
	t := newMatrix(m.Columns, m.Rows)
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			t.Data[j*m.Rows+i] = v
		}
	}
	return t
}

func oneRow(x []float64) Matrix { return Matrix{Data: x, Rows: 1, Columns: len(x)} }

// MatrixOf copies rows into a Matrix; a row of another length than the first is
// an InvalidInput error that names it.
func MatrixOf(rows [][]float64) (Matrix, error) {
	if len(rows) == 0 {
		return Matrix{}, nil
	}
	m := Matrix{Rows: len(rows), Columns: len(rows[0])}
	m.Data = make([]float64, 0, m.Rows*m.Columns)
	for i, row := range rows {
		if len(row) != m.Columns {
			return Matrix{}, NewError(InvalidInput, "X["+itoa(i)+"] has "+count(len(row), "number")+", X[0] has "+itoa(m.Columns)+".",
				"Give every row the same length.").At(i, -1)
		}
		m.Data = append(m.Data, row...)
	}
	return m, nil
}

// ColumnOf is a Matrix of one column: a feature, or the outcomes of a regression.
func ColumnOf(values ...float64) Matrix {
	return Matrix{Data: values, Rows: len(values), Columns: 1}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return itoa(n) + " " + noun + "s"
}

// Dataset is what a model is fitted on: N rows of X, and for each either a row
// of Values (N × m, the outputs of a regression) or a label.
type Dataset struct {
	X      Matrix
	Values Matrix
	Labels []Label

	// Weights are factors of the samples' shares in answers between samples: one a row, above 0. nil: all 1. Not for a TNN.
	Weights []float64

	// Names are what explanations call the samples, one a row, "" for a sample without a name. nil: there are none.
	Names []string
}

var inf = math.Inf(1)

// largestNumber bounds the magnitude of every number that enters. Squares of differences must stay finite.
const largestNumber = 1e150

// usable says whether a number may enter. It is false for NaN.
func usable(v float64) bool { return math.Abs(v) <= largestNumber }

func (m Matrix) mustHaveShape() {
	if len(m.Data) != m.Rows*m.Columns {
		panic(panicShape)
	}
}

// validate checks that there are samples, features and as many outcomes, and that all numbers are finite and not too large.
func (d Dataset) validate() error {
	if d.X.Rows == 0 {
		return NewError(InvalidInput, "X is empty.", "Give at least one sample.")
	}
	if d.X.Columns == 0 {
		return NewError(InvalidInput, "X[0] has no features.", "Give every sample at least one number.").At(0, -1)
	}
	d.X.mustHaveShape()
	d.Values.mustHaveShape()
	if err := CheckWeights(d.Weights, d.X.Rows); err != nil {
		return err
	}
	if err := CheckNames(d.Names, d.X.Rows); err != nil {
		return err
	}
	rows := d.Values.Rows
	if d.Labels != nil && (rows != 0 || d.Values.Columns != 0) {
		return NewError(InvalidInput, "y has labels and values.", "Give labels to fit classes, or values to fit numbers.")
	}
	if d.Labels != nil {
		rows = len(d.Labels)
	}
	if rows != d.X.Rows {
		return NewError(InvalidInput, "X has "+count(d.X.Rows, "row")+", y has "+itoa(rows)+".",
			"Give one y for each row of X.").At(min(rows, d.X.Rows), -1)
	}
	if err := checkNumbers("X", d.X); err != nil {
		return err
	}
	if d.Labels != nil {
		return checkLabels(d.Labels)
	}
	if d.Values.Columns == 0 {
		return NewError(InvalidInput, "y[0] has no outputs.", "Give every sample at least one output.").At(0, -1)
	}
	return checkNumbers("y", d.Values)
}

// CheckNames refuses names that aren't one a sample; nil are none.
func CheckNames(names []string, samples int) error {
	if names != nil && len(names) != samples {
		return badOption("names", "names has "+count(len(names), "name")+", X has "+count(samples, "row")+".", "Give one name a sample.")
	}
	return nil
}

// withoutMinusZeros has a 0 for each −0, which a model file can't tell from it. What has none is returned as it is.
func (d Dataset) withoutMinusZeros() Dataset {
	d.X, d.Values = d.X.withoutMinusZeros(), d.Values.withoutMinusZeros()
	return d
}

func (m Matrix) withoutMinusZeros() Matrix {
	first := slices.IndexFunc(m.Data, func(v float64) bool { return v == 0 && math.Signbit(v) })
	if first < 0 {
		return m
	}
	m.Data = slices.Clone(m.Data)
	for i := range m.Data[first:] {
		m.Data[first+i] += 0
	}
	return m
}

// checkNumbers refuses numbers that aren't usable.
func checkNumbers(name string, m Matrix) error {
	for i, v := range m.Data {
		if usable(v) {
			continue
		}
		row, column := i/m.Columns, i%m.Columns
		place := cell(name, row, column)
		if name == "y" && m.Columns == 1 {
			place = "y[" + itoa(row) + "]"
		}
		switch {
		case v != v:
			hint := "Replace or drop missing values before fitting or predicting."
			if name == "y" {
				hint = `Omit the row, or set the option missing to "drop".`
			}
			return NewError(InvalidInput, place+" is NaN.", hint).At(row, column)
		case math.IsInf(v, 0):
			return NewError(InvalidInput, place+" is infinite.", "Give finite numbers.").At(row, column)
		default:
			return NewError(InvalidInput, place+" is "+ftoa(v)+", beyond the limit of "+ftoa(largestNumber)+".",
				"Express the column in a larger unit.").At(row, column)
		}
	}
	return nil
}

// CheckQuery checks rows that a fitted model is asked about: their number of
// features, and that all numbers are as a fit takes them.
func CheckQuery(x Matrix, features int) error {
	x.mustHaveShape()
	if x.Rows > 0 && x.Columns != features {
		return NewError(InvalidInput, "The model was fitted on "+count(features, "feature")+", X has "+itoa(x.Columns)+".",
			"Give the same features in the same order as in the fit.").At(0, min(x.Columns, features))
	}
	return checkNumbers("X", x)
}
