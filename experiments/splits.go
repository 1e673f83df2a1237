package experiments

import (
	"math"

	"github.com/xaia-go/xaia/core"
)

// mulberry draws the numbers of web/test/data.mjs, so that the splits and the
// queries far outside are those of docs/quality.md.
type mulberry uint32

func (m *mulberry) next() float64 {
	*m += 0x6d2b79f5
	t := uint32(*m)
	t = (t ^ t>>15) * (t | 1)
	t ^= t + (t^t>>7)*(t|61)
	return float64(t^t>>14) / 4294967296
}

func shuffled(n int, seed uint32) []int {
	m := mulberry(seed)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := int(math.Floor(m.next() * float64(i+1)))
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// split deals the rows into those that are fitted, a share of each class, and
// the others. Numbers have one class.
func split(classes []string, share float64, seed uint32) (fitted, held []int) {
	left := map[string]int{}
	for _, c := range classes {
		left[c]++
	}
	for c, n := range left {
		left[c] = int(math.Floor(share*float64(n) + 0.5))
	}
	for _, row := range shuffled(len(classes), seed) {
		if left[classes[row]] > 0 {
			fitted = append(fitted, row)
			left[classes[row]]--
		} else {
			held = append(held, row)
		}
	}
	return fitted, held
}

// farOutside are queries 10⁴ times the range away from the samples: every other
// one in all features, each to a random side, the rest in one feature alone.
func farOutside(x [][]float64, seed uint32, count int) [][]float64 {
	m := mulberry(seed)
	below := func(n int) int { return int(math.Floor(m.next() * float64(n))) }
	ranges := make([]float64, len(x[0]))
	for j := range ranges {
		low, high := math.Inf(1), math.Inf(-1)
		for _, row := range x {
			low, high = math.Min(low, row[j]), math.Max(high, row[j])
		}
		ranges[j] = high - low
		if ranges[j] == 0 {
			ranges[j] = 1
		}
	}
	out := make([][]float64, count)
	for i := range out {
		row := x[below(len(x))]
		one := below(len(row))
		for j, v := range row {
			if i%2 == 0 || j == one {
				if m.next() < 0.5 {
					v -= 1e4 * ranges[j]
				} else {
					v += 1e4 * ranges[j]
				}
			}
			out[i] = append(out[i], v)
		}
	}
	return out
}

// labelled is a data set of classes.
func labelled(x [][]float64, labels []string) core.Dataset {
	m, err := core.MatrixOf(x)
	if err != nil {
		panic(err) // only rows read by readRows come here
	}
	return core.Dataset{X: m, Labels: textLabels(labels)}
}

func pickRows[T any](list []T, at []int) []T {
	out := make([]T, len(at))
	for i, row := range at {
		out[i] = list[row]
	}
	return out
}
