package forest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Each column's pair is the column with which its correlation is the largest, where that tells some of it and not all.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	found, none := 0, 0
	for range 40 {
		x, y := example(r, 3+r.IntN(100), 6, 1, false)
		s := NewSet(x, y, true)
		var want []pair
		for j, a := range s.columns[:len(x)] {
			p, largest := pair{of: int32(j)}, 0.0
			for k, b := range s.columns[:len(x)] {
				if k == j || distinct(a) < 3 || distinct(b) < 3 {
					continue
				}
				ab, aa, bb := covariance(a, b), covariance(a, a), covariance(b, b)
				if squared := ab * ab / aa / bb; squared > largest+1e-12 {
					largest, p.beside, p.slope = squared, int32(k), ab/bb
				}
			}
			if largest > 0.09 && largest < 1-1e-9 {
				want = append(want, p)
			} else {
				none++
			}
		}
		if len(want) != len(s.pairs) {
			t.Fatalf("pairs %v, want %v", s.pairs, want)
		}
		for i, p := range s.pairs {
			if p.of != want[i].of || p.beside != want[i].beside || math.Abs(p.slope-want[i].slope) > 1e-9*math.Abs(p.slope) {
				t.Fatalf("pairs %v, want %v", s.pairs, want)
			}
			for k, v := range s.columns[len(x)+i] {
				if v != s.columns[p.of][k]-float64(p.slope*s.columns[p.beside][k]) {
					t.Fatal("the column of a pair is another one")
				}
			}
			found++
		}
	}
	if found < 50 || none < 50 {
		t.Errorf("%d pairs, %d columns without one: too few to tell", found, none)
	}
}

// Of columns whose correlations are equally large, as those of one that a table has in two units, the first is the pair's: a row
// in which the two disagree is answered by that one.
func TestPairsOfEqualCorrelation(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 20 {
		a, b, twice := make([]float64, 40), make([]float64, 40), make([]float64, 40)
		for i := range a {
			b[i] = r.NormFloat64()
			a[i], twice[i] = b[i]+r.NormFloat64(), 2*b[i]
		}
		s := NewSet([][]float64{a, b, twice}, &Outcomes{Outputs: 1, Numbers: make([]int64, 40)}, true)
		of := slices.Index(s.given, 0)
		first := slices.IndexFunc(s.given, func(column int) bool { return column != 0 })
		if at := slices.IndexFunc(s.pairs, func(p pair) bool { return int(p.of) == of }); at < 0 || int(s.pairs[at].beside) != first {
			t.Fatalf("pairs %v of columns %v, want %d beside %d", s.pairs, s.given, of, first)
		}
	}
}

func distinct(column []float64) int {
	sorted := slices.Sorted(slices.Values(column))
	return len(slices.Compact(sorted))
}

func covariance(a, b []float64) (sum float64) {
	meanA, meanB := 0.0, 0.0
	for i := range a {
		meanA, meanB = meanA+a[i]/float64(len(a)), meanB+b[i]/float64(len(a))
	}
	for i := range a {
		sum += (a[i] - meanA) * (b[i] - meanB)
	}
	return sum
}
