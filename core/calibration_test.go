package core

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

func TestCalibrationByDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(71))
	for name, way := range waysToFit(r) {
		m, err := plainFold(way.Dataset, way.Recipe, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := m.(*SQANN); ok && s.options.Interpolation.Mode == InterpolateNone {
			continue
		}
		c, err := Calibrate(m, CrossValidateOptions{Folds: 5, Seed: 8})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		plain := calibrateByDefinition(t, m, 5, 8)
		if !slices.Equal(c.Recognition, plain.recognition) || !slices.EqualFunc(c.Familiarity, plain.familiarity, about) ||
			!slices.EqualFunc(c.Scores.Data, plain.scores.Data, about) || !slices.EqualFunc(c.Median, plain.median, about) {
			t.Fatalf("%s: the calibration differs from its definition", name)
		}
		x := nearby(r, way.Dataset, 30)
		for _, coverage := range []float64{0.1, 0.5, 0.8, 0.9, 0.95, 0.999} {
			if m.Classes() != nil {
				plainSets(t, name, m, c, plain, x, coverage)
			} else {
				plainIntervals(t, name, m, c, plain, x, coverage)
			}
		}
		low := slices.Clone(c.Familiarity)
		slices.Sort(low)
		h := 0.05 * float64(len(low)-1)
		want := low[int(h)] + (h-math.Floor(h))*(low[int(h)+1]-low[int(h)])
		if !about(c.Threshold(), want) {
			t.Fatalf("%s: the threshold is %v, wanted %v", name, c.Threshold(), want)
		}
	}
}

// The folds answer as the model does, whatever each of them would have chosen: the spreads about a local line and about a
// mean of the nearest tell nothing of each other.
func TestCalibrationAnswersAsTheModel(t *testing.T) {
	chosen := make(map[Local]bool)
	for seed := range uint64(6) {
		d := slopesSet(120, 4, 1+float64(seed), seed)
		if seed%2 > 0 {
			d = walled(120, false, seed)
		}
		m := fit(t, d, SQANNOptions{})
		chosen[m.Interpolation().Local] = true
		var scores [2][]float64
		for i, how := range []Interpolation{{}, m.Interpolation()} {
			c, err := Calibrate(fit(t, d, SQANNOptions{Interpolation: how}), CrossValidateOptions{Folds: 5})
			if err != nil {
				t.Fatal(err)
			}
			scores[i] = c.Scores.Data
		}
		if !slices.Equal(scores[0], scores[1]) {
			t.Errorf("seed %d: the scores are others than where the interpolation is given", seed)
		}
	}
	if len(chosen) < 2 {
		t.Errorf("all models chose %v", chosen)
	}
}

// What is promised: among new samples drawn as the fitting ones were, a share of coverage is inside, among those that are
// recognised strongly, moderately and weakly, each.
func TestCalibrationKeepsItsPromise(t *testing.T) {
	r := rand.New(rand.NewSource(72))
	for _, labels := range []bool{false, true} {
		inside, asked := [3]int{}, [3]int{}
		for range 30 {
			all := noisySet(r, 1000, labels)
			known, fresh := all.Pick(sorting.Identity(500)), all.Pick(sorting.Identity(1000)[500:])
			m := fit(t, known, SQANNOptions{Duplicates: DuplicatesFirst})
			c, err := Calibrate(m, CrossValidateOptions{})
			if err != nil {
				t.Fatal(err)
			}
			e, err := m.Examine(fresh.X)
			if err != nil {
				t.Fatal(err)
			}
			held := make([]bool, fresh.X.Rows)
			if labels {
				sets, err := c.Sets(fresh.X, 0.9)
				if err != nil {
					t.Fatal(err)
				}
				for i, set := range sets {
					held[i] = slices.ContainsFunc(set, func(class int) bool { return m.Classes()[class] == fresh.Labels[i] })
				}
			} else {
				low, high, err := c.Intervals(fresh.X, 0.9)
				if err != nil {
					t.Fatal(err)
				}
				for i, y := range fresh.Values.Data {
					held[i] = low.Data[i] <= y && y <= high.Data[i]
				}
			}
			for i, in := range held {
				if c.Counts()[e.Recognition[i]] < 20 {
					continue // it is filled up with the scores of all
				}
				asked[e.Recognition[i]]++
				if in {
					inside[e.Recognition[i]]++
				}
			}
		}
		for recognition, n := range asked {
			share := float64(inside[recognition]) / float64(n)
			t.Logf("labels %v, %v: %.3f of %d", labels, Recognition(recognition), share, n)
			if n >= 200 && share < 0.86 {
				t.Errorf("labels %v: of %d that are recognised %vly, %.3f are inside, 0.9 was promised", labels, n, Recognition(recognition), share)
			}
			if !labels && n >= 200 && share > 0.965 { // where fewer than 100 are recognised so, Q is raised
				t.Errorf("of %d that are recognised %vly, %.3f are inside: the intervals are too wide for 0.9", n, Recognition(recognition), share)
			}
		}
	}
}

// Outcomes that all neurons agree on have a spread of exactly 0, whatever rounding does, and huge ones a finite one.
func TestSpreadsExactly(t *testing.T) {
	a := &answer{
		points: &points{alpha: matrix(2, 0.3, 9e299, 0.3, -9e299, 0.3, 9e299)},
		made:   []network.Neuron{{Point: 0, Weight: 0.1}, {Point: 1, Weight: 0.2}, {Point: 2, Weight: 0.7}},
	}
	if got := a.spread(0); got != 0 {
		t.Errorf("the spread of what is equal is %v", got)
	}
	if got, want := a.spread(1), 9e299*math.Sqrt(1-0.6*0.6); !(math.Abs(got/want-1) < 1e-12) {
		t.Errorf("the spread is %v, not %v", got, want)
	}
}

func TestCalibrationRefuses(t *testing.T) {
	d := random2D(3, 40)
	m := fit(t, d, SQANNOptions{})
	_, err := Calibrate(fit(t, d, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateNone}}), CrossValidateOptions{})
	refused(t, err, Unsupported, -1, -1, "none", "Fit with another interpolation")
	_, err = Calibrate(m, CrossValidateOptions{Folds: 41})
	refused(t, err, InvalidOption, -1, -1, "folds is 41")
	c, err := Calibrate(m, CrossValidateOptions{})
	if err != nil || c.Folds != 10 {
		t.Fatal(c, err)
	}
	for _, coverage := range []float64{0, 1, -1, 2, math.NaN(), math.Inf(1)} {
		_, _, err := c.Intervals(d.X, coverage)
		refused(t, err, InvalidOption, -1, -1, "coverage is", "below 1")
		_, err = c.Sets(d.X, coverage)
		refused(t, err, InvalidOption, -1, -1, "coverage is")
	}
	for what, damage := range map[string]func(c *Calibration){
		"folds":       func(c *Calibration) { c.Folds = 1 },
		"recognition": func(c *Calibration) { c.Recognition[3] = 3 },
		"familiarity": func(c *Calibration) { c.Familiarity[3] = math.NaN() },
		"scores":      func(c *Calibration) { c.Scores.Data[3] = -1 },
		"median":      func(c *Calibration) { c.Median[0] = 0 },
	} {
		damaged := *c
		damaged.Recognition, damaged.Familiarity, damaged.Median = slices.Clone(c.Recognition), slices.Clone(c.Familiarity), slices.Clone(c.Median)
		damaged.Scores.Data = slices.Clone(c.Scores.Data)
		damage(&damaged)
		refused(t, RestoreCalibration(m, &damaged), InvalidInput, -1, -1, "calibration."+what)
	}
	classes := fit(t, Dataset{X: d.X, Labels: labelsOf(d.X.Rows, 2)}, SQANNOptions{})
	ofClasses, err := Calibrate(classes, CrossValidateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, score := range []float64{1e308, -1e-9, 1.5, math.NaN()} {
		damaged := *ofClasses
		damaged.Scores.Data = slices.Clone(ofClasses.Scores.Data)
		damaged.Scores.Data[7] = score
		refused(t, RestoreCalibration(classes, &damaged), InvalidInput, -1, -1, "calibration.scores")
	}
	done := make(chan struct{})
	fits := 0
	_, err = Calibrate(m, CrossValidateOptions{Control: Control{Done: done, Progress: func(p Progress) {
		if p.Placed == 4 && fits == 0 {
			fits++
			close(done)
		}
	}}})

	refused(t, err, Aborted, -1, -1)
	if fits == 0 {
		t.Error("no progress was told")
	}
}

func labelsOf(n, classes int) (labels []Label) {
	for i := range n {
		labels = append(labels, Integer(int64(i*i%7%classes)))
	}
	return labels
}

// Half of the least spread is 0: without a unit above 0, a score would be 0/0.
func TestCalibrationOfTheLeastSpreads(t *testing.T) {
	d := Dataset{X: Matrix{Rows: 64, Columns: 1}, Values: newMatrix(64, 1)}
	for i := range 64 {
		d.X.Data = append(d.X.Data, float64(i))
	}
	d.Values.Data[20] = 5e-324
	for _, m := range []Model{fit(t, d, SQANNOptions{}), fitTNN(t, d.X.Data, d.Values.Data, TNNOptions{})} {
		c, err := Calibrate(m, CrossValidateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, score := range c.Scores.Data {
			if !(score >= 0 && score <= math.MaxFloat64) {
				t.Fatalf("%T: a score is %v", m, score)
			}
		}
		checkCertainty(t, m, c)
	}
}

// checkCertainty checks that every interval has its answer, every set its class, and that they grow with the coverage.
func checkCertainty(t *testing.T, m Model, c *Calibration) {
	t.Helper()
	x := m.Data().X
	p, err := m.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	if m.Classes() != nil {
		var smaller [][]int
		for _, coverage := range []float64{1e-300, 0.5, 0.9, 1 - 0x1p-53} {
			sets, err := c.Sets(x, coverage)
			if err != nil {
				t.Fatal(err)
			}
			for i, set := range sets {
				if !slices.Contains(set, p.Class(i)) || smaller != nil && len(set) < len(smaller[i]) {
					t.Fatalf("row %d at %v: %v, the class is %d", i, coverage, set, p.Class(i))
				}
			}
			smaller = sets
		}
		return
	}
	for _, coverage := range []float64{1e-300, 0.5, 0.9, 1 - 0x1p-53} {
		low, high, err := c.Intervals(x, coverage)
		if err != nil {
			t.Fatal(err)
		}
		for at, f := range p.Values.Data {
			if !(low.Data[at] <= f && f <= high.Data[at]) {
				t.Fatalf("number %d at %v: %v is not from %v to %v", at, coverage, f, low.Data[at], high.Data[at])
			}
		}
	}
}

// FuzzCalibration calibrates models of outcomes of all magnitudes, and damages what it gets: that is refused, or can be used.
func FuzzCalibration(f *testing.F) {
	for i, seed := range fuzzSeeds {
		long := slices.Concat(seed, bytes.Repeat([]byte{3, 9, 200, 7, 45}, 30), bytes.Repeat([]byte{1, 2, 5, 8, 77, 40, 6, 3}, 20))
		for kind := range byte(8) {
			f.Add(long, kind, []byte{})
			f.Add(long, kind, []byte{0, byte(i), 0x7f, 0xe1, 0xcc, 0xf3, 0x85, 0xeb, 0xc8, 0xa0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1})
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, kind byte, damage []byte) {
		d, o, ok := bytesToSet(b)
		if !ok {
			return
		}
		o.Trace = false
		unit := []float64{1, 5e-324, 1e-310, 1e147}[kind/4%4]
		for i, y := range d.Values.Data {
			d.Values.Data[i] = unit * math.Trunc(y/8) // many are equal
		}
		if kind&1 != 0 {
			d.Labels, d.Values = labelsOf(d.X.Rows, 2+int(kind/16)), Matrix{}
		}
		var m Model
		var err error
		if kind&2 != 0 && d.X.Columns == 1 {
			m, err = made(FitTNN(d, TNNOptions{Duplicates: o.Duplicates, A: 1 + float64(kind)}))
		} else {
			m, err = FitSQANN(d, o)
		}
		if err != nil {
			return
		}
		c, err := Calibrate(m, CrossValidateOptions{Folds: 2 + int(kind)%3, Seed: uint64(kind)})
		if err != nil {
			if e, typed := err.(*Error); !typed || e.Message == "" || e.Hint == "" {
				t.Fatalf("not a proper error: %v", err)
			}
			return
		}
		checkCertainty(t, m, c)
		stored := Calibration{Folds: c.Folds, Seed: c.Seed, Recognition: c.Recognition, Familiarity: c.Familiarity, Scores: c.Scores, Median: c.Median}
		for ; len(damage) >= 10; damage = damage[10:] {
			v, at := math.Float64frombits(binary.BigEndian.Uint64(damage[2:])), int(damage[1])
			put := func(list []float64) {
				if len(list) > 0 {
					list[at%len(list)] = v
				}
			}
			switch damage[0] % 6 {
			case 0:
				put(stored.Scores.Data)
			case 1:
				put(stored.Median)
			case 2:
				put(stored.Familiarity)
			case 3:
				stored.Recognition[at%len(stored.Recognition)] = Recognition(damage[9] % 4)
			case 4:
				stored.Folds = at
			case 5:
				for i := range stored.Scores.Data {
					if i%(at+1) == 0 {
						stored.Scores.Data[i] = v
					}
				}
			}
		}
		if err := RestoreCalibration(m, &stored); err != nil {
			if e, typed := err.(*Error); !typed || e.Code != InvalidInput {
				t.Fatalf("not a proper error: %v", err)
			}
			return
		}
		checkCertainty(t, m, &stored)
	})
}

// What can't be computed is refused, and nothing panics.
func TestCalibrationOfAnotherKind(t *testing.T) {
	d := random2D(3, 40)
	numbers, classes := fit(t, d, SQANNOptions{}), fit(t, Dataset{X: d.X, Labels: labelsOf(40, 3)}, SQANNOptions{})
	calibrated := make(map[Model]*Calibration)
	for _, m := range []Model{numbers, classes} {
		c, err := Calibrate(m, CrossValidateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		calibrated[m] = c
	}
	_, _, err := calibrated[classes].Intervals(d.X, 0.9)
	refused(t, err, Unsupported, -1, -1, "classes", "Use Sets")
	_, err = calibrated[numbers].Sets(d.X, 0.9)
	refused(t, err, Unsupported, -1, -1, "numbers", "Use Intervals")
	for _, empty := range []*Calibration{nil, {}} {
		_, _, err = empty.Intervals(d.X, 0.9)
		refused(t, err, Unsupported, -1, -1, "empty", "RestoreCalibration")
		_, err = empty.Sets(d.X, 0.9)
		refused(t, err, Unsupported, -1, -1, "empty")
		refused(t, RestoreCalibration(numbers, empty), InvalidInput, -1, -1, "calibration.folds")
	}
	if v := new(Calibration).Threshold(); !math.IsNaN(v) {
		t.Errorf("the threshold of nothing is %v", v)
	}
}
