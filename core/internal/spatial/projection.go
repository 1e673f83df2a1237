package spatial

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/internal/simd"
)

// projection maps inputs of many features to few numbers: their coordinates along the directions in which the points
// differ most (principal directions of some of the points), and their distance from the space of these directions.
//
//	f(x) = [ Vᵀz ; |z - VVᵀz| ],  z = x - mean,  V n × m with orthonormal columns
//
// Orthonormal directions divide a squared distance among them, and the last number obeys the triangle inequality, so
//
//	|f(a) - f(b)| <= |a - b|
//
// Points that f separates needn't be measured in all features. widened allows for rounding, so pruning by f loses nothing.
// The directions change only the cost, never a result.
type projection struct {
	mean       []float64
	directions Matrix    // a row each
	blocks     []float64 // the directions, eight side by side
	residual   bool      // whether f has the last number; not where the directions span everything
	Width      int       // of f, filled up with zeros to a multiple of eight
	slack      float64
	largest    float64 // norm of a point's z
}

const (
	MostDirections = 15
	manySampled    = 256 // points, by which directions are chosen
	sweeps         = 3   // of the iteration that turns them towards the principal ones
)

func NewProjection(x Matrix) *projection {
	n := x.Columns
	p := &projection{mean: make([]float64, n)}
	stride := max(1, x.Rows/manySampled)
	sampled := (x.Rows + stride - 1) / stride
	for i := 0; i < x.Rows; i += stride {
		for j, v := range x.Row(i) {
			p.mean[j] += v / float64(sampled)
		}
	}
	return projectionAlong(x, p.mean, p.choose(x, stride))
}

// projectionAlong is that of the points x along given directions.
func projectionAlong(x Matrix, mean []float64, directions Matrix) *projection {
	n := x.Columns
	p := &projection{mean: mean, directions: directions, slack: float64(float64(64*(n+MostDirections)) * 0x1p-53)}
	p.blocks = blocks.Of(p.directions.Data, n)
	p.residual = p.directions.Rows < n
	p.Width = blocks.Padded(min(p.directions.Rows+1, n))
	z := make([]float64, n)
	for i := range x.Rows {
		p.largest = math.Max(p.largest, p.centre(z, x.Row(i)))
	}
	return p
}

// centre writes x less the mean to z, and returns its norm.
func (p *projection) centre(z, x []float64) float64 {
	var sum float64
	for j, v := range x {
		d := v - p.mean[j]
		z[j] = d
		sum += float64(d * d)
	}
	return math.Sqrt(sum)
}

// choose finds the directions by orthogonal iteration from the widest features on: times the
// covariance of the sampled points, made orthonormal again.
func (p *projection) choose(x Matrix, stride int) Matrix {
	n := x.Columns
	variance, z := make([]float64, n), make([]float64, n)
	for i := 0; i < x.Rows; i += stride {
		p.centre(z, x.Row(i))
		for j, d := range z {
			variance[j] += float64(d * d)
		}
	}
	widest := sorting.Ascending(variance)
	slices.Reverse(widest)
	v := Matrix{Rows: min(n, MostDirections), Columns: n}
	v.Data = make([]float64, v.Rows*n)
	for k, j := range widest[:v.Rows] {
		v.Row(k)[j] = 1
	}
	axes := Matrix{Data: slices.Clone(v.Data), Rows: v.Rows, Columns: n}
	for range sweeps {
		inBlocks, along := blocks.Of(v.Data, n), make([]float64, blocks.Padded(v.Rows))
		next := Matrix{Data: make([]float64, len(v.Data)), Rows: v.Rows, Columns: n}
		for i := 0; i < x.Rows; i += stride {
			p.centre(z, x.Row(i))
			clear(along)
			simd.AddProducts(along, z, inBlocks)
			for k := range v.Rows {
				simd.AddTimes(next.Row(k), along[k], z)
			}
		}
		next.orthonormalize()
		v = next
	}
	if !v.isOrthonormal() {
		return axes
	}
	return v
}

// orthonormalize makes the rows orthonormal, one after the other; one that depends on those before
// it becomes 0.
func (m *Matrix) orthonormalize() {
	for k := range m.Rows {
		row := m.Row(k)
		before := math.Sqrt(floatmath.Dot(row, row))
		for range 2 {
			for i := range k {
				simd.AddTimes(row, -floatmath.Dot(m.Row(i), row), m.Row(i))
			}
		}
		norm := math.Sqrt(floatmath.Dot(row, row))
		if !(norm > 1e-8*before) || math.IsInf(norm, 1) {
			clear(row)
			continue
		}
		for j := range row {
			row[j] /= norm
		}
	}
}

// isOrthonormal says whether the rows are, but for some that are 0.
func (m *Matrix) isOrthonormal() bool {
	for k := range m.Rows {
		for i := range k + 1 {
			d := floatmath.Dot(m.Row(i), m.Row(k))
			if i == k && d > 0.5 {
				d--
			}
			if !(math.Abs(d) < 1e-12) {
				return false
			}
		}
	}
	return true
}

// Apply writes f(x) to dst and returns the norm of z, which is changed.
func (p *projection) Apply(dst, x, z []float64) (norm float64) {
	norm = p.centre(z, x)
	dst = dst[:p.Width]
	clear(dst)
	simd.AddProducts(dst, z, p.blocks)
	clear(dst[p.directions.Rows:])
	if p.residual {
		for k := range p.directions.Rows {
			simd.AddTimes(z, -dst[k], p.directions.Row(k))
		}
		dst[p.directions.Rows] = math.Sqrt(floatmath.Dot(z, z))
	}
	return norm
}

// widened is a bound on the computed |f(x) - f(b)|² for every point b whose computed squared
// distance from x is at most limit; norm is that of x's z. The errors of the sums that make f, and
// of both distances, are below the slack in parts of the norms; below 1e-150 squares lose digits.
func (p *projection) widened(limit, norm float64) float64 {
	d := math.Sqrt(limit)*(1+1e-9) + float64(p.slack*(norm+p.largest)) + 1e-150
	return float64(d*d) * (1 + 1e-9)
}
