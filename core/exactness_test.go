package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// repeated has the inputs of few places, again and again, each time with another noise.
func repeated(rows, places int, noise float64, seed uint64) Dataset {
	r := rand.New(rand.NewPCG(seed, 77))
	from := slopesSet(places, 4, 0, seed)
	d := Dataset{X: newMatrix(rows, 4), Values: newMatrix(rows, 1)}
	for i := range rows {
		p := r.IntN(places)
		copy(d.X.Row(i), from.X.Row(p))
		d.Values.Data[i] = from.Values.Data[p] + noise*r.NormFloat64()
	}
	return d
}

// What takeover costs is said as large as it is on new rows, and leaving it out brings that.
func TestCostOfExactness(t *testing.T) {
	all := repeated(1200, 500, 1, 3)
	some, held := all.Pick(sortedFrom(0, 700)), all.Pick(sortedFrom(700, 1200))
	o := SQANNOptions{Duplicates: DuplicatesMean}
	m := fit(t, some, o)
	told := m.Report().Exactness
	if told.Equal < 0.5 || told.Equal > 0.95 || !(told.Cost > 0.05) || !slices.ContainsFunc(m.Report().Warnings, func(w string) bool { return strings.Contains(w, "takeover") }) {
		t.Fatalf("it says %+v, and warns %q", told, m.Report().Warnings)
	}
	o.Interpolation.NoTakeover = true
	free := fit(t, some, o)
	with, err := Evaluate(m, held, Control{})
	if err != nil {
		t.Fatal(err)
	}
	without, err := Evaluate(free, held, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if cost := 1 - without.RMSE/with.RMSE; cost < told.Cost-0.04 || cost > told.Cost+0.2 { // without takeover, another line may be better still
		t.Errorf("on new rows it costs %v, told is %v", cost, told.Cost)
	}
	r := free.Report()
	worst := 0.0
	for i, y := range valuesAt(t, free, some.X) {
		worst = math.Max(worst, math.Abs(y-some.Values.Data[i]))
	}
	if !(worst > 0.1) || r.MaxFittingError != worst || len(r.Warnings) > 1 {
		t.Errorf("the fitting error is %v, measured %v; it warns %q", r.MaxFittingError, worst, r.Warnings)
	}
	x, err := free.Examine(some.X)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(x.Status, StatusHit) || slices.ContainsFunc(x.Recognition, func(r Recognition) bool { return r != Strong }) {
		t.Errorf("samples are %v, %v", x.Status, x.Recognition)
	}
	again, err := RestoreSQANN(free.Data(), free.Options(), free.Placement())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(valuesAt(t, again, held.X), valuesAt(t, free, held.X)) || again.Report().Exactness != r.Exactness || again.Report().MaxFittingError != worst {
		t.Errorf("restored, its report is %+v", again.Report())
	}
	done, err := Absorb(free, held, AbsorbOptions{Rounds: 2})
	if err != nil || done.KeptBefore != worst {
		t.Errorf("absorbing, its error on its samples is %v (%v)", done.KeptBefore, err)
	}
}

// Where no row is met again, it costs nothing.
func TestExactnessIsFree(t *testing.T) {
	r := fit(t, slopesSet(500, 4, 0.1, 4), SQANNOptions{}).Report()
	if r.Exactness.Equal != 0 || !(math.Abs(r.Exactness.Cost) < costly) || len(r.Warnings) > 0 {
		t.Errorf("it says %+v, and warns %q", r.Exactness, r.Warnings)
	}
	if e := fit(t, slopesSet(60, 4, 0.1, 4), SQANNOptions{}).Report().Exactness; !math.IsNaN(e.Equal) || !math.IsNaN(e.Cost) {
		t.Errorf("of a few rows it says %+v", e)
	}
	_, err := FitSQANN(slopesSet(60, 4, 0.1, 4), SQANNOptions{Interpolation: Interpolation{Mode: InterpolateNearest, NoTakeover: true}})
	refused(t, err, InvalidOption, -1, -1, "top and local")
}
