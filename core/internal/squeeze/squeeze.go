// Package squeeze places rows of scores on a line, class by class. core's SqueezedOrder says how.
package squeeze

import (
	"cmp"
	"math"

	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Position is where a row stands on [0, 1].
type Position struct {
	Value float64
	Class int
	Grey  bool
}

// Place places the samples with such scores, and the external rows among them. order has the samples from the highest
// position to the lowest. O(N (C + log N)).
func Place(scores, external spatial.Matrix, share float64) (order []int, positions, outside []Position) {
	sides := make([]side, 2*scores.Columns) // of class c: left 2c, right 2c+1
	centres := make([]int, scores.Columns)
	for c := range centres {
		centres[c] = -1
	}
	for i := range scores.Rows {
		c := sorting.Argmax(scores.Row(i))
		if best := centres[c]; best < 0 || scores.Row(i)[c] > scores.Row(best)[c] {
			centres[c] = i
		}
	}
	for i := range scores.Rows {
		if c := sorting.Argmax(scores.Row(i)); centres[c] != i {
			k := sideOf(scores.Row(i), c)
			sides[k] = append(sides[k], placed{sample: i, score: scores.Row(i)[c], lead: lead(scores.Row(i), k)})
		}
	}
	positions = make([]Position, scores.Rows)
	half := 0.5 / float64(scores.Columns)
	for k, s := range sides {
		c := k / 2
		sides[k] = s.ranked()
		s = sides[k]
		for rank := range s {
			step := share * half * float64(rank+1) / float64(len(s))
			if share == 1 { // the end of the interval is the next class's too
				step = half * float64(rank+1) / float64(len(s)+1)
			}
			s[rank].step = step
			positions[s[rank].sample] = Position{Value: position(k, step, half), Class: c}
		}
	}
	for c, i := range centres {
		if i >= 0 {
			positions[i] = Position{Value: position(2*c, 0, half), Class: c}
		}
	}
	order = sorting.Identity(scores.Rows)
	sorting.SortNumbers(order, func(a, b int) int {
		return cmp.Compare(positions[b].Value, positions[a].Value)
	})
	for i := range external.Rows {
		row := external.Row(i)
		c := sorting.Argmax(row)
		k := sideOf(row, c)
		if centres[c] < 0 { // no sample is of this class
			outside = append(outside, Position{Value: position(k, 0, half), Class: c, Grey: true})
			continue
		}
		middle := scores.Row(centres[c])
		step, grey := sides[k].place(placed{score: row[c], lead: lead(row, k)}, placed{score: middle[c], lead: lead(middle, k)}, half)
		outside = append(outside, Position{Value: position(k, step, half), Class: c, Grey: grey})
	}
	return order, positions, outside
}

// placed is a sample on one side of its class's centre.
type placed struct {
	sample      int
	score, lead float64
	step        float64 // from the centre
}

// side has the highest score first.
type side []placed

// ranked is the side with the highest score first, of equals the first sample.
func (s side) ranked() side {
	order := sorting.Identity(len(s))
	sorting.SortNumbers(order, func(a, b int) int { return cmp.Compare(s[b].score, s[a].score) })
	sorted := make(side, len(s))
	for rank, i := range order {
		sorted[rank] = s[i]
	}
	return sorted
}

// position is a step to the left (even k) or right of the centre of class k/2.
func position(k int, step, half float64) float64 {
	centre := float64(2*(k/2)+1) * half
	if k%2 == 0 {
		return centre - step
	}
	return centre + step
}

// sideOf is 2c+1, right, if the next class's score is at least that of the one
// before; the first class has only a right side, the last only a left one.
func sideOf(row []float64, c int) int {
	before, after := math.Inf(-1), math.Inf(-1)
	if c > 0 {
		before = row[c-1]
	}
	if c+1 < len(row) {
		after = row[c+1]
	}
	if after >= before && c+1 < len(row) || len(row) == 1 {
		return 2*c + 1
	}
	return 2 * c
}

// lead is the score of class k/2 above that of the neighbouring class on side k.
func lead(row []float64, k int) float64 {
	neighbour := k/2 - 1 + 2*(k%2)
	if neighbour < 0 || neighbour >= len(row) {
		return 0
	}
	return row[k/2] - row[neighbour]
}

// place is the step of a row among the samples of a side, after the centre:
// between two of them in proportion to the score, beyond the last in the grey
// area, in proportion to what is left of the last one's lead.
func (s side) place(row, centre placed, half float64) (step float64, grey bool) {
	above := centre
	for _, p := range s {
		if row.score >= p.score {
			if row.score >= above.score {
				return above.step, false
			}
			return above.step + float64((p.step-above.step)*((above.score-row.score)/(above.score-p.score))), false
		}
		above = p
	}
	if row.score >= above.score {
		return above.step, false
	}
	part := 0.5
	if above.lead > 0 {
		part = math.Min(math.Max(1-row.lead/above.lead, 0), 1)
	}
	return above.step + float64((half-above.step)*part), true
}
