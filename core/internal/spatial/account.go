package spatial

import "math"

// Account is told of memory and time while something is built, and says when that must end.
type Account interface {
	Reserve(bytes int64) error // accounts for memory before it is allocated
	MayGoOn(layer int) error   // asks whether to go on
	Limit() int64              // of the bytes; 0: none
}

// Matrix is rows of numbers, one behind the other, as the public Matrix has them.
type Matrix struct {
	Data          []float64
	Rows, Columns int
}

func NewMatrix(rows, columns int) Matrix {
	return Matrix{Data: make([]float64, rows*columns), Rows: rows, Columns: columns}
}

// Pick copies some rows.
//
//go:noinline
func (m Matrix) Pick(rows []int) Matrix {
	some := Matrix{Data: make([]float64, 0, len(rows)*m.Columns), Rows: len(rows), Columns: m.Columns}
	for _, i := range rows {
		if m.Columns == 1 { // a TNN's fit, without calls
			some.Data = append(some.Data, m.Data[i])
		} else {
			some.Data = append(some.Data, m.Row(i)...)
		}
	}
	return some
}

// Row is a window into Data.
func (m Matrix) Row(i int) []float64 {
	return m.Data[i*m.Columns : (i+1)*m.Columns : (i+1)*m.Columns]
}

var inf = math.Inf(1)
