package ridge

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/parallel"
)

// Line is a ridge regression of several outputs on all features. Features are standardised; the intercept isn't
// penalised, and isn't kept. The penalty is λ times the number of rows.
type Line struct {
	Slopes  []float64 // for each output one number a feature
	Penalty float64   // λ
}

// Penalties are the λ that FitLine chooses from.
var Penalties = [...]float64{1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10}

// FitLine finds the line with the λ whose squared errors are least if each row is predicted by the line through the
// others. These errors follow exactly from one fit: with the hat matrix H, the error of row i is e_i / (1 - H_ii).
//
//	rows ≥ features:  H_ii = 1/N + |L⁻¹ x_i|²,          L Lᵀ = XᵀX + λN
//	else:         1 - H_ii = λN (L⁻ᵀL⁻¹)_ii - λ/(1+λ)/N, L Lᵀ = XXᵀ + 11ᵀ + λN
//
// (XXᵀ is 0 along 1, since columns are centred, and so is y. Without 11ᵀ that direction would hide the others.)
// x has rows of so many features, y rows of so many outputs. Errors count in units of the outputs' deviations unless the
// outputs are scores, which have one unit. goOn is asked now and then. Cost: with s the smaller of
// rows and features, s · rows · features for the products, and for each λ rows · s²/2 + s³/6.
func FitLine(x []float64, features int, y []float64, outputs int, scores bool, goOn func() error) (Line, error) {
	rows := len(x) / features
	line := Line{Slopes: make([]float64, outputs*features), Penalty: Penalties[len(Penalties)-1]}
	if rows < 2 {
		return line, nil
	}
	f := fitting{rows: rows, features: features, outputs: outputs, goOn: goOn}
	f.x, f.deviations = standardised(x, features)
	f.y, f.units = centred(y, outputs), make([]float64, outputs)
	for k := range f.units {
		if f.units[k] = 1; !scores {
			f.units[k] = deviation(f.y, outputs, k)
		}
	}
	if err := f.products(); err != nil {
		return line, err
	}
	least := math.Inf(1)
	for _, penalty := range Penalties {
		squares, err := f.leftOut(penalty)
		if err != nil {
			return line, err
		}
		if squares < least {
			least, line.Penalty = squares, penalty
			copy(line.Slopes, f.slopes)
		}
	}
	for k := range line.Slopes {
		if d := f.deviations[k%features]; d > 0 {
			line.Slopes[k] /= d
		} else {
			line.Slopes[k] = 0
		}
	}
	return line, nil
}

// fitting is what FitLine works with.
type fitting struct {
	rows, features, outputs int
	goOn                    func() error

	x, y       []float64
	deviations []float64 // of the features
	units      []float64 // of the outputs
	byRows     bool      // fewer rows than features: the products are those of rows
	n          int       // the size of gram
	gram       []float64 // lower triangle
	right      []float64 // byRows: y, else Xᵀy; an output after the other
	factor     []float64
	solved     []float64 // the solutions for right
	slopes     []float64 // an output after the other
	residues   []float64 // 1 - H_ii
}

const rowsInTurn = 64

func (f *fitting) products() error {
	f.byRows = f.rows < f.features
	f.n = min(f.rows, f.features)
	f.gram = make([]float64, f.n*f.n)
	f.factor, f.slopes = make([]float64, f.n*f.n), make([]float64, f.outputs*f.features)
	f.residues = make([]float64, f.rows)
	if f.byRows {
		f.right = transposed(f.y, f.outputs)
		f.solved = make([]float64, len(f.right))
		for i := range f.gram {
			f.gram[i] = 1
		}
		return f.gramOf(f.x, f.features)
	}
	f.right = make([]float64, f.outputs*f.n)
	f.solved = make([]float64, len(f.right))
	for i := range f.rows {
		for k, y := range f.y[i*f.outputs : (i+1)*f.outputs] {
			floatmath.AddTimes(f.right[k*f.n:(k+1)*f.n], y, f.row(i))
		}
	}
	return f.gramOf(transposed(f.x, f.features), f.rows)
}

// gramOf makes the products of the rows of m, some of them in turn.
func (f *fitting) gramOf(m []float64, columns int) error {
	const some = 1 << 10 // columns: those of some rows stay in the cache
	part := make([]float64, f.n*min(some, columns))
	sums := make([]float64, f.n*f.n)
	for from := 0; from < columns; from += some {
		if err := f.goOn(); err != nil {
			return err
		}
		width := min(some, columns-from)
		for i := range f.n {
			copy(part[i*width:(i+1)*width], m[i*columns+from:])
		}
		Gram(sums, part, f.n, width)
		for i := range f.n {
			floatmath.AddTimes(f.gram[i*f.n:i*f.n+i+1], 1, sums[i*f.n:])
		}
	}
	return nil
}

func (f *fitting) row(i int) []float64 { return f.x[i*f.features : (i+1)*f.features] }

// leftOut fits the line for λ, and returns the sum of the squared errors of the rows left out.
func (f *fitting) leftOut(penalty float64) (float64, error) {
	n, lambda := f.n, penalty*float64(f.rows)
	copy(f.factor, f.gram)
	for i := range n {
		f.factor[i*n+i] += lambda
	}
	if !Factor(f.factor, n) {
		return math.Inf(1), nil
	}
	copy(f.solved, f.right)
	for k := range f.outputs {
		Solve(f.factor, n, f.solved[k*n:(k+1)*n])
	}
	if f.byRows {
		clear(f.slopes)
		for k := range f.outputs {
			for i, a := range f.solved[k*n : (k+1)*n] {
				floatmath.AddTimes(f.slopes[k*f.features:(k+1)*f.features], a, f.row(i))
			}
		}
	} else {
		copy(f.slopes, f.solved)
	}
	if err := f.hats(penalty); err != nil {
		return 0, err
	}
	sum := 0.0
	for i := range f.rows {
		for k := range f.outputs {
			e := f.y[i*f.outputs+k]
			if f.byRows {
				e = lambda * f.solved[k*n+i]
			} else {
				e -= floatmath.Dot(f.slopes[k*f.features:(k+1)*f.features], f.row(i))
			}
			if e /= f.residues[i]; f.units[k] > 0 {
				sum += float64(e / f.units[k] * (e / f.units[k]))
			}
		}
	}
	if sum != sum {
		return math.Inf(1), nil
	}
	return sum, nil
}

// hats finds 1 - H_ii of each row.
func (f *fitting) hats(penalty float64) error {
	n, per, lambda := f.n, 1/float64(f.rows), penalty*float64(f.rows)
	for from := 0; from < f.rows; from += 8 * rowsInTurn {
		if err := f.goOn(); err != nil {
			return err
		}
		some := min(8*rowsInTurn, f.rows-from)
		parallel.InParts(parallel.Processors(), some, n*n/2, 4, func(_, first, last int) {
			var rows [4][]float64
			for k := range rows {
				rows[k] = make([]float64, n)
			}
			for i := from + first; i < from+last; i += 4 {
				for k, r := range rows {
					if f.byRows {
						clear(r)
						r[min(i+k, f.rows-1)] = 1
					} else {
						copy(r, f.row(min(i+k, f.rows-1)))
					}
				}
				ForwardFour(f.factor, n, rows[0], rows[1], rows[2], rows[3])
				for k, r := range rows[:min(4, f.rows-i)] {
					if h := floatmath.Dot(r, r); f.byRows {
						f.residues[i+k] = float64(lambda*h) - float64(penalty/(1+penalty)*per)
					} else {
						f.residues[i+k] = 1 - per - h
					}
				}
			}
		})
	}
	return nil
}

// standardised copies columns as differences from their means in units of their standard deviations, which it returns.
func standardised(m []float64, columns int) (out, deviations []float64) {
	out, deviations = centred(m, columns), make([]float64, columns)
	for j := range columns {
		if deviations[j] = deviation(out, columns, j); deviations[j] > 0 {
			for i := j; i < len(m); i += columns {
				out[i] /= deviations[j]
			}
		}
	}
	return out, deviations
}

// deviation is the standard deviation of a centred column. Values are divided by the largest one first, so that no square
// is lost.
func deviation(centred []float64, columns, j int) float64 {
	unit, squares := 0.0, 0.0
	for i := j; i < len(centred); i += columns {
		unit = math.Max(unit, math.Abs(centred[i]))
	}
	if unit == 0 {
		return 0
	}
	for i := j; i < len(centred); i += columns {
		d := centred[i] / unit
		squares += float64(d * d)
	}
	return float64(unit * math.Sqrt(squares/float64(len(centred)/columns)))
}

// centred copies columns as differences from their means. What rounding leaves of a constant column is 0.
func centred(m []float64, columns int) []float64 {
	out := make([]float64, len(m))
	n := float64(len(m) / columns)
	for j := range columns {
		mean := 0.0
		for i := j; i < len(m); i += columns {
			mean += m[i] / n
		}
		size, furthest := 0.0, 0.0
		for i := j; i < len(m); i += columns {
			out[i] = m[i] - mean
			size, furthest = math.Max(size, math.Abs(m[i])), math.Max(furthest, math.Abs(out[i]))
		}
		for i := j; i < len(m) && furthest <= 1e-14*size; i += columns {
			out[i] = 0
		}
	}
	return out
}

func transposed(m []float64, columns int) []float64 {
	rows := len(m) / columns
	out := make([]float64, 0, len(m))
	for j := range columns {
		for i := range rows {
			out = append(out, m[i*columns+j])
		}
	}
	return out
}
