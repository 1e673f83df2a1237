package folds

import (
	"math"
	"slices"
	"testing"
)

// Rows in turn, by sensor or by class, share the folds: none takes more of one of them than chance does. Of a class, a fold
// has its share.
func TestRowsInTurnShareTheFolds(t *testing.T) {
	const rows = 2400
	for folds := 2; folds <= 10; folds++ {
		for turn := 2; turn <= 12; turn++ {
			alike, inTurn := make([]int, rows), make([]int, rows)
			for i := range inTurn {
				inTurn[i] = i % turn
			}
			for seed := range uint64(5) {
				sensors, classes := make([]int, folds*turn), make([]int, folds*turn)
				byRow, byClass := Shuffled(alike, folds, seed), Shuffled(inTurn, folds, seed)
				for i, of := range inTurn {
					sensors[of*folds+byRow[i]]++
					classes[of*folds+byClass[i]]++
				}
				share := float64(rows) / float64(folds*turn)
				for k := range sensors {
					if math.Abs(float64(sensors[k])-share) > 5*math.Sqrt(share) {
						t.Errorf("%d folds, %d sensors, seed %d: a fold has %d rows of one, %.0f would be its share", folds, turn, seed, sensors[k], share)
					}
					if math.Abs(float64(classes[k])-share) > 1 {
						t.Errorf("%d folds, %d classes, seed %d: a fold has %d rows of one, %.0f would be its share", folds, turn, seed, classes[k], share)
					}
				}
			}
		}
	}
}

// Of folds with as little of a group's classes the one with the fewest rows takes it, however few groups it has.
func TestGroupsGoWhereTheFewestRowsAre(t *testing.T) {
	groups, classes := []int{7, 7, 7, 7, 7, 8, 9}, []int{0, 0, 0, 0, 0, 1, 2}
	for seed := range uint64(20) {
		if fold := Grouped(groups, classes, 2, seed); !slices.Equal(fold, []int{0, 0, 0, 0, 0, 1, 1}) {
			t.Errorf("seed %d: five rows of a class, and one of each of two others, are in the folds %v", seed, fold)
		}
	}
}
