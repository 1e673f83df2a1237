package forest

import (
	"cmp"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Parting is a threshold at which an input's ways and those of some samples part.
type Parting struct {
	Column int     // as it was given
	At     float64 // the middle one of its thresholds
	Above  bool    // whether the input is above it
	Times  int     // ways that part there or at another threshold of the column, on the same side
}

// Apart finds the columns at which the ways of x and of some samples down the trees part, the most frequent first. Those of pairs
// don't count. O(trees · samples · depth).
func (a *Asker) Apart(x []float64, samples [][]float64) []Parting {
	a.x = a.row(a.x, x)
	at := make([][]float64, 2*len(a.given)) // thresholds, of a column with the input below and above
	var other []float64
	for _, s := range samples {
		other = a.row(other, s)
		for k := range a.trees {
			t := &a.trees[k]
			for i := int32(0); t.nodes[i].column >= 0; {
				n := &t.nodes[i]
				own := n.next(i, a.x)
				if own != n.next(i, other) {
					if c := int(n.column); c < len(a.given) {
						if c *= 2; own == n.above {
							c++
						}
						at[c] = append(at[c], n.at)
					}
					break
				}
				i = own
			}
		}
	}
	var list []Parting
	for c, thresholds := range at {
		if len(thresholds) > 0 {
			order := sorting.Ascending(thresholds)
			list = append(list, Parting{a.given[c/2], thresholds[order[len(order)/2]], c%2 == 1, len(thresholds)})
		}
	}
	order := sorting.Identity(len(list))
	sorting.SortNumbers(order, func(i, j int) int { return cmp.Or(cmp.Compare(list[j].Times, list[i].Times), cmp.Compare(i, j)) })
	sorted := make([]Parting, len(list))
	for to, from := range order {
		sorted[to] = list[from]
	}
	return sorted
}

// Pairs lists the columns, as they were given, of each pair.
func (f *Forest) Pairs() (list [][2]int) {
	for _, p := range f.pairs {
		list = append(list, [2]int{f.given[p.of], f.given[p.beside]})
	}
	return list
}
