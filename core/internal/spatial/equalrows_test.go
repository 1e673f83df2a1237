package spatial

import (
	"math"
	"math/bits"
	"testing"
)

// Folds are taken by the hash (core/choose.go), so each bit of each number must move it, and rows that differ in a pattern must
// not fall into one fold.
func TestRowHash(t *testing.T) {
	row := []float64{3, 0, 0.1, 1e9, -7.25}
	plain := RowHash(row)
	for j, v := range row {
		for bit := range 64 {
			row[j] = math.Float64frombits(math.Float64bits(v) ^ 1<<bit)
			if math.Abs(row[j]) < 0x1p-484 && v == 0 {
				continue // counts as 0
			}
			if flipped := bits.OnesCount64(RowHash(row) ^ plain); flipped < 12 || flipped > 52 {
				t.Errorf("bit %d of number %d moves %d bits", bit, j, flipped)
			}
		}
		row[j] = v
	}
	if RowHash([]float64{0, 1}) != RowHash([]float64{math.Copysign(0, -1), 1}) {
		t.Error("-0 isn't 0")
	}
	const rows = 3000
	for name, of := range map[string]func(i int) []float64{
		"a row's number first": func(i int) []float64 { return []float64{float64(i), 1, 1} },
		"and last":             func(i int) []float64 { return []float64{1, 1, float64(i)} },
		"a grid":               func(i int) []float64 { return []float64{float64(i % 15), float64(i / 15 % 15), float64(i / 225)} },
		"tenths": func(i int) []float64 {
			return []float64{float64(i%15) / 10, float64(i/15%15) / 10, float64(i/225) / 10}
		},
		"texts as 0 and 1": func(i int) (x []float64) {
			for bit := range 12 {
				x = append(x, float64(i>>bit&1))
			}
			return x
		},
	} {
		for turn := 2; turn <= 6; turn++ {
			folds, halves := make([][3]int, turn), make([][2]int, turn)
			for i := range rows {
				h := RowHash(of(i))
				folds[i%turn][h%3]++
				halves[i%turn][h>>63]++
			}
			each := float64(rows) / float64(turn)
			for r := range turn {
				for _, n := range folds[r] {
					if sigma := math.Sqrt(each * 2 / 9); math.Abs(float64(n)-each/3) > 4.5*sigma {
						t.Errorf("%s, of every %d the %d-th: %d of %v are in a fold", name, turn, r, n, each)
					}
				}
				if n := halves[r][0]; math.Abs(float64(n)-each/2) > 4.5*math.Sqrt(each/4) {
					t.Errorf("%s, of every %d the %d-th: %d of %v are in the first half", name, turn, r, n, each)
				}
			}
		}
	}
}
