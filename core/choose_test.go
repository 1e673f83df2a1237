package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/nca"
	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// slopes is a set whose outcome rises along some features, with noise.
func slopesSet(rows, columns int, noise float64, seed uint64) Dataset {
	r := rand.New(rand.NewPCG(seed, 3))
	d := Dataset{X: newMatrix(rows, columns), Values: newMatrix(rows, 1)}
	for i := range d.X.Data {
		d.X.Data[i] = r.Float64()
	}
	for i := range rows {
		x := d.X.Row(i)
		d.Values.Data[i] = 3*x[0] + 2*x[1]*x[1] - x[2] + noise*r.NormFloat64()
	}
	return d
}

// Relevance that is learned on request leaves the interpolation to be chosen.
func TestLearnedRelevanceLeavesTheRestOpen(t *testing.T) {
	m, err := FitSQANN(slopesSet(300, 6, 0.05, 4), SQANNOptions{Relevance: Relevance{Kind: RelevanceLearn}})
	if err != nil {
		t.Fatal(err)
	}
	if m.learned == nil || m.points.scaler.relevance == nil || m.Interpolation().Mode != InterpolateLocal || !(m.chosen.Gain > 0.1) {
		t.Errorf("of a slope in three of six features it takes %+v (%+v)", m.Interpolation(), m.chosen)
	}
}

// Where two features tell the class only together, among twenty that tell nothing, a fold's few steps may find one of
// them. The next ones go on from there.
func TestAutoWhereAFoldHasHardlyBegun(t *testing.T) {
	const rows, columns = 1300, 22
	r := rand.New(rand.NewPCG(15, 9))
	d := Dataset{X: newMatrix(rows, columns)}
	for i := range d.X.Data {
		d.X.Data[i] = r.Float64()
	}
	for i := range rows {
		x := d.X.Row(i)
		class := (int(3*x[0]) + int(3*x[1])) % 2
		if x[2] > 0.9 {
			class = 1
		}
		if r.Float64() < 0.25 {
			class = r.IntN(3)
		}
		d.Labels = append(d.Labels, Texts("a", "b", "c")[class])
	}
	fitted := make([]bool, rows)
	for i := range 1000 {
		fitted[i] = true
	}
	m := fit(t, d.Pick(marked(fitted)), SQANNOptions{})
	s := m.learned.Features
	if s == nil || min(s[0], s[1]) < 0.5 || slices.Max(s[3:]) > 0.2 {
		t.Errorf("it learned %.2f", s)
	}
	found, err := Evaluate(m, d.without(fitted), Control{})
	if err != nil || found.Accuracy < 0.7 { // .65 where it goes on with what the first fold judged
		t.Errorf("it answers %.3f of the others (%v)", found.Accuracy, err)
	}
}

// "auto" takes a local line where the outcome has a slope, on three folds and on one, and keeps it: in files, for samples
// left out, and in the report. Its answers to new samples are better.
func TestAutoTakesALine(t *testing.T) {
	for _, rows := range []int{150, 2100} {
		d := slopesSet(rows+200, 5, 0.1, 7)
		fitted := make([]bool, rows+200)
		for i := range rows {
			fitted[i] = true
		}
		held, some := d.without(fitted), d.Pick(marked(fitted))
		m := fit(t, some, SQANNOptions{})
		if how := m.Interpolation(); how.Mode != InterpolateLocal || how.Top != localTop || m.Options().Interpolation.Mode != InterpolateAuto {
			t.Fatalf("%d rows: it chose %+v", rows, how)
		}
		if r := m.Report(); !(r.InterpolationGain > 0.2 && r.InterpolationGain < 1) || !r.Interpolation.same(m.Interpolation()) {
			t.Errorf("%d rows: the report is %+v", rows, r)
		}
		own, err := Evaluate(m, held, Control{})
		if err != nil {
			t.Fatal(err)
		}
		means, err := Evaluate(interpolating(t, m, Interpolation{Mode: InterpolateTop, Top: 8}), held, Control{})
		if err != nil || !(own.RMSE < 0.8*means.RMSE) {
			t.Errorf("%d rows: the error is %v, of means %v (%v)", rows, own.RMSE, means.RMSE, err)
		}
		again, err := RestoreSQANN(m.Data(), m.Options(), m.Placement())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(valuesAt(t, again, held.X), valuesAt(t, m, held.X)) {
			t.Errorf("%d rows: restored, it answers otherwise", rows)
		}
		left := make([]bool, rows)
		left[3] = true
		without, err := without(m, left, Control{})
		if err != nil || !without.(*SQANN).Interpolation().same(m.Interpolation()) {
			t.Errorf("%d rows: without a sample it has another interpolation (%v)", rows, err)
		}
		placed := m.Placement()
		placed.Chosen.Interpolation.Top = 1
		if m.Interpolation().Top != localTop {
			t.Error("what Placement returns changes the model")
		}
	}
}

// It is the preset's K strongest where samples or features are few, where nothing helps, and without the skip connection.
func TestAutoStaysWithMeans(t *testing.T) {
	noise := slopesSet(300, 5, 0.1, 9)
	r := rand.New(rand.NewPCG(5, 5))
	for i := range noise.Values.Data {
		noise.Values.Data[i] = math.Trunc(r.Float64() * 2)
	}
	for name, c := range map[string]struct {
		d Dataset
		o SQANNOptions
	}{
		"99 samples":   {slopesSet(99, 5, 0.1, 7), SQANNOptions{}},
		"two features": {Dataset{X: Matrix{Data: slopesSet(300, 5, 0, 7).X.Data[:600], Rows: 300, Columns: 2}, Values: slopesSet(300, 5, 0, 7).Values}, SQANNOptions{}},
		"no skip":      {slopesSet(200, 5, 0.1, 7), SQANNOptions{Skip: Off}},
		"one outcome":  {Dataset{X: slopesSet(200, 5, 0, 7).X, Values: newMatrix(200, 1)}, SQANNOptions{}},
	} {
		m := fit(t, c.d, c.o)
		if how := m.Interpolation(); how.Mode != InterpolateTop || how.Top != 8 {
			t.Errorf("%s: it chose %+v", name, how)
		}
	}
	m := fit(t, noise, SQANNOptions{})
	if how := m.Interpolation(); how.Mode == InterpolateLocal && !(m.Report().InterpolationGain > 0) {
		t.Errorf("for noise it chose %+v with a gain of %v", how, m.Report().InterpolationGain)
	}
	_, err := fit(t, noise, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateNearest}}).Interpolating(Interpolation{Mode: InterpolateAuto})
	refused(t, err, InvalidOption, -1, -1, "a fit chooses")
}

// Relevance is learned wherever it answers rows held back better, whatever the interpolation: of ten columns three matter.
func TestAutoRelevanceUnderEveryInterpolation(t *testing.T) {
	d := slopesSet(300, 10, 0.1, 7)
	for _, how := range []Interpolation{{Mode: InterpolateTop, Top: 1}, {Mode: InterpolateNearest}, {Mode: InterpolateLayerwise}, {Mode: InterpolateTNN, A: 5}} {
		if m := fit(t, d, SQANNOptions{Interpolation: how}); m.Relevance() == nil || !(m.Report().RelevanceGain > 0.1) {
			t.Errorf("under %+v relevance is %v with a gain of %v", how, m.Relevance(), m.Report().RelevanceGain)
		}
	}
}

// The errors of each candidate on each held row are those of the definition: nearest points by all distances, weights by
// automatic settings, slopes by elimination.
func TestJudgeEqualsPlain(t *testing.T) {
	for i, classes := range []bool{false, true, false, true} {
		d := slopesSet(130, 4, 0.2, 11)
		if i > 1 {
			d.Weights = someWeights(rand.New(rand.NewPCG(11, 47)), 130)
		}
		if classes {
			for _, y := range d.Values.Data {
				d.Labels = append(d.Labels, Integer(int64(y)))
			}
			d.Values = Matrix{}
		}
		m, err := newSQANN(d, SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		j := judge{m: m, account: &counter{}}
		j.sort()
		j.list(true)
		var some, held, answering []int
		for i, row := range j.order {
			if i%3 == 0 {
				held = append(held, row)
			} else {
				some = append(some, row)
			}
		}
		answering = some
		if err := j.fold(some, held, nca.Whole); err != nil {
			t.Fatal(err)
		}
		scaled := func(rows []int) Matrix {
			x := newMatrix(len(rows), d.X.Columns)
			for i, row := range rows {
				m.scaled(x.Row(i), d.X.Row(row))
			}
			return x
		}
		x, asked, y, truth := scaled(answering), scaled(held), j.truth.pick(answering), j.truth.pick(held)
		line := (&slopes{})
		if err := line.find(x, y, classes, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		all := d.Weights
		if all == nil {
			all = slices.Repeat([]float64{1}, d.X.Rows)
		}
		var weights []float64
		for _, i := range answering {
			weights = append(weights, all[i])
		}
		var first []float64
		for row := range held {
			least := inf
			for i := range x.Rows {
				least = math.Min(least, spatial.SquaredDistance(asked.Row(row), x.Row(i)))
			}
			first = append(first, least)
		}
		act := network.NewActivation(network.Auto(spatial.ReachOf(first)), defaultR)
		unit := 1.0
		if !classes {
			_, unit = floatmath.MeanAndDeviation(d.Values.Data)
		}
		if len(j.trials) != 4 || !slices.Equal(j.judged, held) {
			t.Fatalf("%d trials on %d rows", len(j.trials), len(j.judged))
		}
		for _, c := range j.trials {
			for at, row := range held {
				want := 0.0
				value := plainHeld(asked.Row(at), x, y, weights, act, c.how, line.of, classes)
				for k, v := range truth.Row(at) {
					want += (value[k] - v) * (value[k] - v) / unit / unit
					if got := c.values[at*len(value)+k]; !(math.Abs(got-value[k]) <= 1e-7*math.Max(1, math.Abs(value[k]))) {
						t.Fatalf("classes %v, %+v, row %d: it answers %v, not %v", classes, c.how, row, got, value[k])
					}
				}
				want *= all[row]
				if got := c.errors[at]; !(math.Abs(got-want) <= 1e-7*math.Max(1, want)) {
					t.Fatalf("classes %v, %+v, row %d: the error is %v, not %v", classes, c.how, row, got, want)
				}
			}
		}
	}
}

// A way drops out where another one is better by three standard errors of the difference, on all rows that it has answered,
// and not before. The least error of all wins nonetheless.
func TestWaysDropOut(t *testing.T) {
	for _, rows := range []int{700, 2500} {
		d := slopesSet(rows, 6, 0.3, 23)
		m, err := newSQANN(d, SQANNOptions{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		j := judge{m: m, account: m.newAccount(), learns: true}
		j.sort()
		j.list(true)
		if err := j.run(); err != nil {
			t.Fatal(err)
		}
		surely := func(one, other *trial, n int) bool {
			mean, squares := 0.0, 0.0
			for i := range n {
				mean += (one.errors[i] - other.errors[i]) / float64(n)
			}
			for i := range n {
				d := one.errors[i] - other.errors[i] - mean
				squares += d * d
			}
			return mean > 3*math.Sqrt(squares)/float64(n)
		}
		lost, best := 0, j.best(func(t *trial) bool { return !t.lost })
		for _, one := range j.trials {
			n := len(one.errors)
			if one.lost {
				lost++
			} else if n != len(j.judged) {
				t.Errorf("%d rows: a way has answered %d of %d", rows, n, len(j.judged))
			}
			if one.lost && !slices.ContainsFunc(j.trials, func(other *trial) bool { return len(other.errors) >= n && surely(one, other, n) }) {
				t.Errorf("%d rows: %+v drops out after %d rows, and no other is surely better", rows, one.how, n)
			}
			if n < len(j.judged) && rows >= 2*lessonRows {
				if n%judgedInTurn != 0 {
					t.Errorf("a way drops out after %d rows", n)
				}
				for before := judgedInTurn; before < n; before += judgedInTurn {
					for _, other := range j.trials {
						if (one.learned || !other.learned) && len(other.errors) >= before && surely(one, other, before) {
							t.Errorf("%+v drops out after %d rows, not after %d", one.how, n, before)
						}
					}
				}
			}
			if mean, least := one.mean(n), best.mean(n); !one.lost && mean < least {
				t.Errorf("%+v has the error %v, less than that of the best, %v", one.how, mean, least)
			}
		}
		if lost < 2 || lost == len(j.trials) {
			t.Errorf("%d rows: %d of %d ways have dropped out: too few to test", rows, lost, len(j.trials))
		}
	}
}

func sortedFrom(from, to int) (list []int) {
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// plainHeld answers a held row.
func plainHeld(asked []float64, x, y Matrix, factor []float64, act *network.Activation, how Interpolation, line Matrix, classes bool) []float64 {
	type near struct {
		d2 float64
		i  int
	}
	var all []near
	for i := range x.Rows {
		all = append(all, near{spatial.SquaredDistance(asked, x.Row(i)), i})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmpFloat(a.d2, b.d2) })
	all = all[:min(how.Top, len(all))]
	hit := all[0].d2 <= act.Strong
	first := y.Row(all[0].i)
	if how.Mode == InterpolateTop && hit {
		return first
	}
	width := 1.0
	if how.Mode == InterpolateLocal {
		width = how.Local.Width
	}
	weights, sum, n := make([]float64, len(all)), 0.0, len(asked)
	for k, c := range all {
		weights[k] = act.At(c.d2/(width*width)) * factor[c.i]
		sum += weights[k]
	}
	mean := make([]float64, n)
	for k, c := range all {
		weights[k] /= sum
		for j, v := range x.Row(c.i) {
			mean[j] += weights[k] * v
		}
	}
	a, trace := newMatrix(n, n), 0.0
	for k, c := range all {
		for p := range n {
			trace += weights[k] * (x.Row(c.i)[p] - mean[p]) * (x.Row(c.i)[p] - mean[p])
			for q := range n {
				a.Row(p)[q] += weights[k] * (x.Row(c.i)[p] - mean[p]) * (x.Row(c.i)[q] - mean[q])
			}
		}
	}
	for j := range n {
		a.Row(j)[j] += how.Local.Ridge * trace
	}
	value, total := make([]float64, y.Columns), 0.0
	for o := range value {
		b := make([]float64, n)
		if how.Mode == InterpolateLocal && !how.Local.Level {
			b = line.Row(o)
		}
		f, right, residual := 0.0, make([]float64, n), make([]float64, len(all))
		average := 0.0
		for k, c := range all {
			f += weights[k] * y.Row(c.i)[o]
			residual[k] = y.Row(c.i)[o] - floatmath.Dot(b, x.Row(c.i))
			average += weights[k] * residual[k]
		}
		for k, c := range all {
			for j, v := range x.Row(c.i) {
				right[j] += weights[k] * (v - mean[j]) * (residual[k] - average)
			}
		}
		slope := make([]float64, n)
		if how.Mode == InterpolateLocal && !how.Local.Flat {
			slope = plainSolve(a, right)
		}
		for j, v := range asked {
			f += (b[j] + slope[j]) * (v - mean[j])
		}
		if how.Mode == InterpolateLocal {
			low, high := 0.0, 1.0
			if !classes {
				low, high = inf, -inf
				for _, c := range all[:8] {
					low, high = math.Min(low, y.Row(c.i)[o]), math.Max(high, y.Row(c.i)[o])
				}
			}
			f = math.Max(low, math.Min(high, f))
		}
		value[o] = f
		total += f
	}
	if how.Mode == InterpolateTop {
		return value
	}
	own := 0.0
	if hit {
		if own = math.Max(0, 1-math.Sqrt(all[0].d2)/(0.1*math.Sqrt(act.Strong))); how.Local.OnHit {
			own = 1
		}
	}
	for o := range value {
		if classes {
			value[o] /= total
		}
		value[o] += own * (first[o] - value[o])
	}
	return value
}

// A line is no worse than the mean where 1 or 5 % of the outcomes, or of the values of one column, lie 10 or 100 times away.
func TestAutoBesideOutliers(t *testing.T) {
	lines := 0
	for seed := range uint64(16) {
		r := rand.New(rand.NewPCG(seed, 6))
		share, factor, inColumn := []float64{0.01, 0.05}[seed&1], []float64{10, 100}[seed>>1&1], seed&4 == 0
		d := slopesSet(500, 5, 0.1, seed+20)
		for i := range d.X.Rows {
			if r.Float64() > share {
				continue
			}
			if inColumn {
				d.X.Row(i)[0] *= factor
			} else {
				d.Values.Data[i] += factor * r.NormFloat64()
			}
		}
		some, held := d.Pick(sortedFrom(0, 300)), d.Pick(sortedFrom(300, 500))
		m := fit(t, some, SQANNOptions{})
		if m.Interpolation().Mode != InterpolateLocal {
			continue
		}
		lines++
		plain := fit(t, some, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}})
		line, err := Evaluate(m, held, Control{})
		if err != nil {
			t.Fatal(err)
		}
		mean, err := Evaluate(plain, held, Control{})
		if err != nil {
			t.Fatal(err)
		}
		if !(line.RMSE <= 1.01*mean.RMSE) {
			t.Errorf("seed %d, %v of the rows %v times away, in a column %v: the error is %v, and %v with the mean", seed, share, factor, inColumn, line.RMSE, mean.RMSE)
		}
	}
	if lines < 8 {
		t.Errorf("%d lines alone were taken", lines)
	}
}
