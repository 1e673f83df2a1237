package core

import (
	"slices"
	"testing"
)

// Every point has its first row's x and outcome, in data set order, whether equal rows share
// a point or, as the published presets want it, don't.
func TestPointsOfRows(t *testing.T) {
	x, y := []float64{5, 3, 4, 3, 2, 5, 3}, []float64{50, 30, 40, 30, 20, 50, 30}
	for _, c := range []struct {
		share bool
		first []int // row of each point
	}{
		{true, []int{0, 1, 2, 4}},
		{false, []int{0, 1, 2, 3, 4, 5, 6}},
	} {
		d := Dataset{X: column(x...), Values: column(y...)}
		points, err := newPoints(d, nil, ScaleNone, nil, DuplicatesError, c.share, false, &counter{})
		if err != nil {
			t.Fatal(err)
		}
		var wantX, wantY []float64
		for i, row := range c.first {
			wantX, wantY = append(wantX, x[row]), append(wantY, y[row])
			if got := points.rows.At(i)[0]; got != row {
				t.Errorf("share %v: point %d begins with row %d, want %d", c.share, i, got, row)
			}
		}
		if !slices.Equal(points.x.Data, wantX) || !slices.Equal(points.alpha.Data, wantY) {
			t.Errorf("share %v: x %v, outputs %v, want %v, %v", c.share, points.x.Data, points.alpha.Data, wantX, wantY)
		}
	}
}
