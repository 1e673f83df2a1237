package core

import "math"

// Exactness is what reproducing the samples costs, by rows held back; NaN where none were.
type Exactness struct {
	Equal float64 // the share of them that equal a fitted sample
	Cost  float64 // by what share the root mean squared error would be lower without takeover
}

// costly exactness is worth a word.
const costly = 0.02

// exactness says what the takeover costs, beside a share of what leaves say to the rows judged.
func (j *judge) exactness(taken *trial, leaves []float64, share float64) {
	if j.m.chosen == nil {
		return
	}
	with, without := 0.0, 0.0
	for at, row := range j.judged {
		for k, want := range j.truth.Row(row) {
			i := at*j.truth.Columns + k
			answer, between := taken.values[i], taken.between[i]
			if share > 0 && leaves[i] == leaves[i] {
				d := float64(share * (leaves[i] - between))
				answer, between = answer+float64(taken.free[at]*d), between+d
			}
			with += squared((answer - want) / j.unit[k])
			without += squared((between - want) / j.unit[k])
		}
	}
	j.m.chosen.Exactness = Exactness{float64(j.equal) / float64(len(j.judged)), 1 - math.Sqrt(without/with)}
}

func squared(v float64) float64 { return float64(v * v) }
