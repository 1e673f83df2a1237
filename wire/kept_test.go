package wire

import (
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core"
)

// A row that is known well enough isn't learned, so the model of the moment stays the same one; where the calibration adapts, what
// the row says of it moves the levels all the same, and Now has those of the moment.
func TestNowHasTheCalibrationOfTheMoment(t *testing.T) {
	x, y := core.Matrix{Columns: 1}, core.Matrix{Columns: 1}
	for i := range 60 {
		x.Data, y.Data = append(x.Data, float64(i)), append(y.Data, float64(i*i%7))
		x.Rows, y.Rows = i+1, i+1
	}
	m, err := core.FitSQANN(core.Dataset{X: x, Values: y}, core.SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := core.Calibrate(m, core.CrossValidateOptions{Folds: 5})
	if err != nil {
		t.Fatal(err)
	}
	l, err := core.NewLearner(m, core.Control{})
	if err == nil {
		err = l.Calibrate(c.Adapting())
	}
	if err != nil {
		t.Fatal(err)
	}
	k := LearnerOf(l, nil)
	before, err := k.Now()
	if err != nil {
		t.Fatal(err)
	}
	levels := slices.Clone(before.Model.Calibration.Adapt.Levels.Data)
	a, err := l.Absorb(core.Dataset{X: core.ColumnOf(7), Values: core.ColumnOf(0)}, core.AbsorbOptions{Tolerance: 1})
	if err != nil || len(a.Absorbed) != 0 {
		t.Fatal(a, err)
	}
	after, err := k.Now()
	if err != nil {
		t.Fatal(err)
	}
	want, err := l.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	if after.Model.SQANN() != before.Model.SQANN() || slices.Equal(want.Adapt.Levels.Data, levels) {
		t.Error("the row has changed the model, or no level: this tests nothing")
	}
	if got := after.Model.Calibration.Adapt; !slices.Equal(got.Levels.Data, want.Adapt.Levels.Data) || got.Against != want.Adapt.Against {
		t.Errorf("levels %v, against %v; want %v, %v", got.Levels.Data, got.Against, want.Adapt.Levels.Data, want.Adapt.Against)
	}
	if same, err := k.Now(); err != nil || same != after {
		t.Errorf("asked again without a change, it is another one (%v)", err)
	}
}
