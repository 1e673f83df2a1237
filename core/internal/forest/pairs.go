package forest

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// pair is a column that says what another one doesn't tell of it: of - slope·beside. Where two columns say nearly the same, a
// threshold of one of them parts little that matters, and their difference may part much.
type pair struct {
	of, beside int32
	slope      float64
}

// A pair is worth its column where the one tells some of the other, and not all.
const leastSquared, mostSquared = 0.09, 1 - 1e-9

// findPairs finds for each column of numbers with more than two values the other such column with the largest correlation, the
// first on ties. Sums are in the order of the samples' content. O(columns² · samples).
func (s *Set) findPairs() (pairs []pair) {
	places := make([]float64, s.count)
	for i, h := range s.hash {
		places[i] = float64(h >> 11)
	}
	order := sorting.Ascending(places)
	var numbers []int32
	var centred [][]float64
	var squares []float64
	for j, column := range s.columns {
		if !moreThanTwo(column) {
			continue
		}
		c, mean, sum := make([]float64, len(column)), 0.0, 0.0
		for at, i := range order {
			c[at] = column[i]
			mean += column[i]
		}
		mean /= float64(len(c))
		for at, v := range c {
			c[at] = v - mean
			sum += float64(c[at] * c[at])
		}
		numbers, centred, squares = append(numbers, int32(j)), append(centred, c), append(squares, sum)
	}
	for a, j := range numbers {
		best, beside, product := 0.0, -1, 0.0
		for b := range numbers {
			if a == b {
				continue
			}
			sum := 0.0
			for at, v := range centred[a] {
				sum += float64(v * centred[b][at])
			}
			if squared := float64(sum/squares[a]) * float64(sum/squares[b]); squared > best {
				best, beside, product = squared, b, sum
			}
		}
		if slope := product; best > leastSquared && best < mostSquared {
			if slope /= squares[beside]; math.Abs(slope) <= math.MaxFloat64 {
				pairs = append(pairs, pair{j, numbers[beside], slope})
			}
		}
	}
	return pairs
}

func moreThanTwo(column []float64) bool {
	second := math.NaN()
	for _, v := range column {
		if v != column[0] && v != second {
			if second == second {
				return true
			}
			second = v
		}
	}
	return false
}

// addPairs adds the pairs' columns.
func addPairs(columns [][]float64, pairs []pair) [][]float64 {
	for _, p := range pairs {
		column := make([]float64, len(columns[0]))
		for i := range column {
			column[i] = p.at(columns[p.of][i], columns[p.beside][i])
		}
		columns = append(columns, column)
	}
	return columns
}

func (p *pair) at(of, beside float64) float64 { return of - float64(p.slope*beside) }
