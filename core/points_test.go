package core

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/nca"
	"github.com/xaia-go/xaia/core/internal/spatial"
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
		points, err := newPoints(d, nil, nil, ScaleNone, nil, DuplicatesError, c.share, false, &counter{})
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

// Points that are weighed in place are those that a data set gives with these weights from the beginning: samples that the
// weights bring together, too, share a point or are refused.
func TestPointsWeighedInPlace(t *testing.T) {
	t0 := []float64{0, -1, -3, -20} // weights 1, 0.6, 0.2, 0.02
	// Two numbers beside each other, which 0.02 times them doesn't tell apart.
	near := math.Nextafter(1.75, 2)
	if s := nca.Weights(t0)[3]; float64(s*1.75) != float64(s*near) {
		t.Fatal("the test's numbers stay apart")
	}
	rows := func(far float64) Matrix {
		return matrix(4, 0.3, 0.1, -0.2, 1.75, 0.5, -1.5, 0.25, -5e-324, 0.3, 0.1, -0.2, far, 0.5, -1.5, 0.25, 0)
	}
	values := func(y ...float64) Dataset { return Dataset{X: rows(near), Values: column(y...)} }
	weighted := values(1, 3, 2, 3)
	weighted.Weights = []float64{1, 2, 3, 4}
	for name, c := range map[string]struct {
		d      Dataset
		o      SQANNOptions
		before int // points
		after  int // 0: an error
	}{
		"distinct":                   {Dataset{X: rows(3), Values: column(1, 2, 3, 2)}, SQANNOptions{}, 3, 3},
		"brought together":           {values(1, 2, 1, 2), SQANNOptions{}, 3, 2},
		"with other outcomes":        {values(1, 2, 1.5, 2), SQANNOptions{}, 3, 0},
		"their mean":                 {values(1, 2, 1.5, 2), SQANNOptions{Duplicates: DuplicatesMean}, 3, 2},
		"means before and after":     {values(1, 2, 1.5, 7), SQANNOptions{Duplicates: DuplicatesMean}, 3, 2},
		"the first":                  {weighted, SQANNOptions{Duplicates: DuplicatesFirst}, 3, 2},
		"classes":                    {Dataset{X: rows(near), Labels: Texts("b", "a", "c", "a")}, SQANNOptions{Duplicates: DuplicatesMajority, Balanced: true}, 3, 2},
		"classes as they were given": {Dataset{X: rows(3), Labels: Texts("b", "a", "c", "a")}, SQANNOptions{Balanced: true}, 3, 3},
		"not shared":                 {values(1, 2, 1, 2), SQANNOptions{Preset: PublishedV2, Settings: []Settings{ClassicSettings(1)}}, 4, 4},
	} {
		c.o.Scale, c.o.Relevance.Kind = ScaleNone, RelevanceLearn
		m, err := newSQANN(c.d, c.o, nil)
		if err != nil || m.points.count() != c.before {
			t.Fatalf("%s: %v, %+v", name, err, m)
		}
		m.learned = &Learned{}
		err = m.weighBy(t0)
		want, other := newSQANN(c.d, c.o, &Learned{Features: nca.Weights(t0)})
		if c.after == 0 {
			if err == nil || other == nil || err.Error() != other.Error() {
				t.Errorf("%s: %v, anew %v", name, err, other)
			}
			continue
		}
		if err != nil || other != nil {
			t.Fatalf("%s: %v, anew %v", name, err, other)
		}
		p, q := m.points, want.points
		bits := func(list []float64) (b []uint64) {
			for _, v := range list {
				b = append(b, math.Float64bits(v))
			}
			return b
		}
		if p.count() != c.after || m.network.X != (*spatial.Matrix)(&p.x) || p.merged != q.merged || !slices.Equal(bits(p.x.Data), bits(q.x.Data)) || !slices.Equal(bits(p.alpha.Data), bits(q.alpha.Data)) ||
			!reflect.DeepEqual(p.rows, q.rows) || !reflect.DeepEqual(p.scaler, q.scaler) || !slices.Equal(p.weights, q.weights) || !slices.Equal(p.classes, q.classes) {
			t.Errorf("%s: %+v\nanew %+v", name, p, q)
		}
	}
}
