package ridge

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/floatmath"
)

// Gram writes the dot products of the rows of m to the lower triangle of g, which has as many rows and columns as m has
// rows.
func Gram(g, m []float64, rows, columns int) {
	for i := range rows {
		for j := range i + 1 {
			g[i*rows+j] = floatmath.Dot(m[i*columns:(i+1)*columns], m[j*columns:(j+1)*columns])
		}
	}
}

// Factor replaces the lower triangle of a symmetric n × n matrix by that of its Cholesky factor L, where L Lᵀ is the
// matrix. It returns false if the matrix isn't positive definite.
func Factor(a []float64, n int) bool {
	for i := 0; i < n; i += 4 {
		block := min(4, n-i)
		if block == 4 {
			forwardFour(a, n, 0, i, a[i*n:], a[(i+1)*n:], a[(i+2)*n:], a[(i+3)*n:])
		}
		for k := range block {
			r := a[(i+k)*n : (i+k+1)*n]
			if block == 4 {
				forward(a, n, i, i+k, r)
			} else {
				forward(a, n, 0, i+k, r)
			}
			d := r[i+k]
			for _, v := range r[:i+k] {
				d -= float64(v * v)
			}
			if !(d > 0) {
				return false
			}
			r[i+k] = math.Sqrt(d)
		}
	}
	return true
}

// Forward replaces b by L⁻¹ b.
func Forward(l []float64, n int, b []float64) { forward(l, n, 0, n, b) }

// forward computes the elements from one on and before another; those below are done.
func forward(l []float64, n, from, to int, b []float64) {
	for j := from; j < to; j++ {
		row := l[j*n : j*n+j+1]
		s := b[j]
		for k, v := range row[:j] {
			s -= float64(v * b[k])
		}
		b[j] = s / row[j]
	}
}

// ForwardFour is Forward for four vectors, whose sums don't wait for each other.
func ForwardFour(l []float64, n int, b0, b1, b2, b3 []float64) {
	forwardFour(l, n, 0, n, b0, b1, b2, b3)
}

//go:noinline
func forwardFour(l []float64, n, from, to int, b0, b1, b2, b3 []float64) {
	for j := from; j < to; j++ {
		row := l[j*n : j*n+j]
		c0, c1, c2, c3 := b0[:len(row)+1], b1[:len(row)+1], b2[:len(row)+1], b3[:len(row)+1]
		s0, s1, s2, s3 := c0[j], c1[j], c2[j], c3[j]
		for k, v := range row {
			s0 -= float64(v * c0[k])
			s1 -= float64(v * c1[k])
			s2 -= float64(v * c2[k])
			s3 -= float64(v * c3[k])
		}
		d := l[j*n+j]
		c0[j], c1[j], c2[j], c3[j] = s0/d, s1/d, s2/d, s3/d
	}
}

// Solve replaces b by the solution of L Lᵀ x = b.
func Solve(l []float64, n int, b []float64) {
	Forward(l, n, b)
	for i := n - 1; i >= 0; i-- {
		row := l[i*n : i*n+i+1]
		v := b[i] / row[i]
		b[i] = v
		for k, c := range row[:i] {
			b[k] -= float64(c * v)
		}
	}
}
