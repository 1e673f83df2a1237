package forest

import (
	"cmp"
	"math"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Outcomes are those of some samples: rows of whole numbers, or classes.
type Outcomes struct {
	Outputs int
	Numbers []int64 // a row a sample; nil for classes
	Class   []int32 // of each sample
}

func (o *Outcomes) of(sample int32, m int) int64 {
	switch {
	case o.Numbers != nil:
		return o.Numbers[int(sample)*o.Outputs+m]
	case o.Class[sample] == int32(m):
		return 1
	}
	return 0
}

// Set is what trees grow on.
type Set struct {
	*Outcomes
	count   int
	given   []int // the column as given that each of the first columns is
	pairs   []pair
	columns [][]float64 // by their content, and then the pairs'
	rank    [][]int32   // of each value, among those of its column ...
	values  [][]float64 // ... each once, in order
	hash    []uint64    // of each sample's content
	below   uint64      // of 2⁵³ hashes of a tree and a sample, so many let it grow on it
}

// NewSet takes columns, as long as each other, and an outcome for each sample, and keeps them. With pairs, columns are added that
// say what another one doesn't tell.
func NewSet(columns [][]float64, y *Outcomes, pairs bool) *Set {
	s := &Set{Outcomes: y, count: len(columns[0])}
	s.below = uint64(math.Min(0.5, float64(MostGrowing)/float64(s.count)) * (1 << 53))
	keys := make([]uint64, len(columns))
	for j, column := range columns {
		for _, v := range column {
			keys[j] += mix(math.Float64bits(v))
		}
	}
	s.given = sorting.Identity(len(columns))
	sorting.SortNumbers(s.given, func(a, b int) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	s.hash = make([]uint64, s.count)
	for i := range s.hash {
		if y.Numbers == nil {
			s.hash[i] = mix(uint64(y.Class[i]))
			continue
		}
		for m, v := range y.Numbers[i*y.Outputs : (i+1)*y.Outputs] {
			s.hash[i] += mix(uint64(v) ^ mix(uint64(m)))
		}
	}
	for _, j := range s.given {
		for i, v := range columns[j] {
			s.hash[i] += mix(math.Float64bits(v) ^ keys[j])
		}
		s.columns = append(s.columns, columns[j])
	}
	if pairs {
		s.pairs = s.findPairs()
		s.columns = addPairs(s.columns, s.pairs)
	}
	for _, column := range s.columns {
		rank, values := ranks(column)
		s.rank, s.values = append(s.rank, rank), append(s.values, values)
	}
	return s
}

// ranks numbers a column's values, equal ones alike, and lists each once.
func ranks(column []float64) (rank []int32, values []float64) {
	rank = make([]int32, len(column))
	for _, i := range sorting.Ascending(column) {
		if n := len(values); n == 0 || column[i] != values[n-1] {
			values = append(values, column[i])
		}
		rank[i] = int32(len(values) - 1)
	}
	return rank, values
}

// mix is splitmix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
