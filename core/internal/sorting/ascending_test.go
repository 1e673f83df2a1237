package sorting

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// ascending against a sort that compares, on numbers that share cells as well: far
// outliers, equal but for the last bits, subnormal, with room for few.
func TestAscending(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for name, draw := range map[string]func(i int) float64{
		"uniform":          func(int) float64 { return r.Float64() },
		"normal":           func(int) float64 { return 1e6 + r.NormFloat64() },
		"rising":           func(i int) float64 { return float64(i) },
		"falling":          func(i int) float64 { return -float64(i) },
		"an outlier":       func(i int) float64 { return r.Float64() + []float64{1e150, 0}[min(i, 1)] },
		"two outliers":     func(i int) float64 { return r.Float64() + []float64{1e150, -1e150, 0}[min(i, 2)] },
		"all magnitudes":   func(int) float64 { return math.Copysign(math.Exp(-345+690*r.Float64()), r.Float64()-0.5) },
		"last bits":        func(int) float64 { return math.Float64frombits(math.Float64bits(3) + r.Uint64N(2000)) },
		"subnormal":        func(int) float64 { return math.Float64frombits(r.Uint64N(5000)) },
		"zeros":            func(int) float64 { return 0 },
		"equal ones":       func(int) float64 { return float64(r.IntN(10)) },
		"a NaN":            func(i int) float64 { return []float64{math.NaN(), r.Float64()}[min(i, 1)] },
		"many NaN":         func(i int) float64 { return []float64{math.NaN(), r.Float64()}[i%2] },
		"infinities":       func(i int) float64 { return []float64{math.Inf(1), r.Float64(), math.Inf(-1)}[i%3] },
		"too wide a span":  func(i int) float64 { return []float64{1.7e308, r.Float64(), -1.7e308}[i%3] },
		"the largest ones": func(int) float64 { return 1e150 * (1 - 0x1p-53*float64(r.IntN(5000))) },
	} {
		for _, n := range []int{1, 2, 3, 100, 5000} {
			x := make([]float64, n)
			for i := range x {
				x[i] = draw(i)
			}
			got := Ascending(x)
			if numbers := slices.Sorted(slices.Values(got)); !slices.Equal(numbers, Identity(n)) {
				t.Fatalf("%s, %d: not each number once", name, n)
			}
			for i := range n - 1 {
				if cmp.Compare(x[got[i]], x[got[i+1]]) > 0 {
					t.Fatalf("%s, %d: %v comes before %v", name, n, x[got[i]], x[got[i+1]])
				}
			}
		}
	}
}
