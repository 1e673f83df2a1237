package spatial

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/parallel"
)

// Groups are lists of rows, one behind the other. A slice for each of a million samples would make the garbage collector
// visit a million places of memory each time, which cost more than the rest of a fit (docs/performance.md).
type Groups struct {
	All  []int
	Ends []int // group i ends before all[ends[i]], where the next one begins
}

func (g *Groups) Count() int { return len(g.Ends) }

// (Not inlined, for the size of the module.)
//
//go:noinline
func (g *Groups) At(i int) []int {
	from := 0
	if i > 0 {
		from = g.Ends[i-1]
	}
	return g.All[from:g.Ends[i]:g.Ends[i]]
}

func (g *Groups) Add(rows ...int) {
	g.All = append(g.All, rows...)
	g.Ends = append(g.Ends, len(g.All))
}

// EqualRows groups the rows at squared distance 0 from one another. Groups are in the order of their first row, rows in
// their own order.
//
// Differences below 2^-537.5 square to 0. Distinct numbers this close are themselves below 2^-484. So rows are hashed with
// such numbers as 0, and then compared by their distance. Rows made to hash alike cost the square of their number, so the
// account is asked often whether to go on.
func EqualRows(m Matrix, account Account) (Groups, error) {
	size := 4
	for size < 2*m.Rows {
		size *= 2
	}
	table := make([]int32, size) // open addressing: group + 1, 0 for a free slot
	of := make([]int32, m.Rows)  // the group of each row
	first := make([]int32, 0, m.Rows)
	work := 0
	for i := range of {
		row := m.Row(i)
		slot := int(RowHash(row) & uint64(size-1))
		for table[slot] != 0 && SquaredDistance(row, m.Row(int(first[table[slot]-1]))) != 0 {
			slot = (slot + 1) & (size - 1)
			work += m.Columns + 16
		}
		if work += m.Columns; work > parallel.SomeMilliseconds {
			work = 0
			if err := account.MayGoOn(0); err != nil {
				return Groups{}, err
			}
		}
		if table[slot] == 0 {
			first = append(first, int32(i))
			table[slot] = int32(len(first))
		}
		of[i] = table[slot] - 1
	}
	g := Groups{All: make([]int, m.Rows), Ends: make([]int, len(first))}
	for _, group := range of {
		g.Ends[group]++
	}
	from := 0
	for group, rows := range g.Ends {
		g.Ends[group] = from
		from += rows
	}
	for i, group := range of {
		g.All[g.Ends[group]] = i
		g.Ends[group]++
	}
	return g, nil
}

func RowHash(row []float64) uint64 {
	h := uint64(14695981039346656037)
	for _, v := range row {
		bits := math.Float64bits(v)
		if math.Abs(v) < 0x1p-484 {
			bits = 0
		}
		h = (h ^ bits) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>32
}
