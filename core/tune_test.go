package core

import (
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core/internal/folds"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// noisySet has two features, a smooth outcome and noise, or three classes.
func noisySet(r *rand.Rand, n int, labels bool) Dataset {
	d := Dataset{X: Matrix{Rows: n, Columns: 2}}
	for range n {
		x, y := r.Float64()*4, r.Float64()*2
		d.X.Data = append(d.X.Data, x, y)
		if labels {
			d.Labels = append(d.Labels, Text([]string{"a", "b", "c", "c"}[int(x+0.5*r.NormFloat64())&3]))
		} else {
			d.Values.Data = append(d.Values.Data, math.Sin(x)*y+0.1*r.NormFloat64())
		}
	}
	if !labels {
		d.Values.Rows, d.Values.Columns = n, 1
	}
	return d
}

// inReach has settings in units of the reach.
func inReach(a1, a2 float64, o SQANNOptions) Recipe {
	o.Settings, o.SettingsChoice = []Settings{{A1: a1, A2: a2, Admission: 0.1, Activation: 0.9}}, SettingsInReach
	return Recipe{SQANN: o}
}

// A fit takes settings in units of the reach, for each layer, leaves the caller's alone, and keeps the numbers.
func TestSettingsInUnitsOfTheReach(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(57)), 80, false)
	for _, preset := range []Preset{XAIA, Paper} {
		units := []Settings{{A1: 0.01, A2: 0.3, Admission: 0.1, Activation: 0.9}, {A1: 0.1, A2: 0.5, Admission: 0.2, Activation: 0.8}}
		given := slices.Clone(units)
		m := fit(t, d, SQANNOptions{Preset: preset, Scale: ScaleMinMax, Settings: given, SettingsChoice: SettingsInReach})
		for i := range units {
			q := m.Reach()
			units[i].A1, units[i].A2 = units[i].A1*q*q, units[i].A2*q
		}
		if o := m.Options(); !slices.Equal(o.Settings, units) || o.SettingsChoice == SettingsInReach || slices.Equal(given, units) {
			t.Errorf("%s: the model's settings are %+v for a reach of %v, the caller's %+v", preset, o.Settings, m.Reach(), given)
		}
		sameBits(t, m, fit(t, d, SQANNOptions{Preset: preset, Scale: ScaleMinMax, Settings: units}))
	}
}

// What "auto" chooses for a network with the skip connection is nothing for one without it, nor for another number of neurons.
func TestTunedFitsChooseForThemselves(t *testing.T) {
	d := slopesSet(200, 5, 0.1, 7)
	auto := func(skip Switch, top int) Recipe {
		return Recipe{SQANN: SQANNOptions{Skip: skip, Relevance: Relevance{Kind: RelevanceOff}, Interpolation: Interpolation{Mode: InterpolateAuto, Top: top}}}
	}
	candidates := []Recipe{auto(On, 8), auto(Off, 8), auto(Off, 2)}
	together, err := Tune(d, TuneOptions{Candidates: candidates, CrossValidateOptions: CrossValidateOptions{Folds: 2}})
	if err != nil {
		t.Fatal(err)
	}
	for i, candidate := range candidates {
		alone, err := CrossValidate(d, candidate, CrossValidateOptions{Folds: 2})
		if err != nil {
			t.Fatal(err)
		}
		if together.Scores[i].RMSE != alone.RMSE {
			t.Errorf("candidate %d: %v together, %v alone", i, together.Scores[i].RMSE, alone.RMSE)
		}
	}
}

// Every candidate's score by plain cross-validation, candidate by candidate.
func TestTuneEqualsPlainCrossValidation(t *testing.T) {
	r := rand.New(rand.NewSource(50))
	for round := range 6 {
		d := noisySet(r, 60, round%2 == 0)
		classic := Recipe{SQANN: SQANNOptions{Preset: Paper, Scale: ScaleMinMax}}
		usual := defaultCandidates(Recipe{}, d)
		candidates := append(usual[5:40:40], classic, Recipe{}, usual[50], Recipe{SQANN: SQANNOptions{Interpolation: Interpolation{Mode: InterpolateLayerwise}}})
		tuned, err := Tune(d, TuneOptions{Candidates: candidates, CrossValidateOptions: CrossValidateOptions{Folds: 3, Seed: uint64(round)}})
		if err != nil {
			t.Fatal(err)
		}
		fold := folds.Shuffled(d.classNumbers(), 3, uint64(round))
		for _, label := range []Label{Text("a"), Text("b"), Text("c")} {
			var per [3]int
			for i := range d.Labels {
				if d.Labels[i] == label {
					per[fold[i]]++
				}
			}
			if slices.Max(per[:])-slices.Min(per[:]) > 1 {
				t.Fatalf("class %v is dealt %v", label, per)
			}
		}
		best := -1
		for c, candidate := range candidates {
			right, squares := 0, 0.0
			for f := range 3 {
				var rest, held []int
				for i := range d.X.Rows {
					if fold[i] == f {
						held = append(held, i)
					} else {
						rest = append(rest, i)
					}
				}
				o := candidate.SQANN
				if unit := o.Settings; unit != nil {
					auto, err := FitSQANN(d.Pick(rest), SQANNOptions{Scale: o.Scale})
					if err != nil {
						t.Fatal(err)
					}
					q := auto.Reach()
					o.SettingsChoice, o.Settings = SettingsPreset, []Settings{{A1: unit[0].A1 * q * q, A2: unit[0].A2 * q, Admission: 0.1, Activation: 0.9}}
				}
				m, err := FitSQANN(d.Pick(rest), o)
				if err != nil {
					t.Fatal(err)
				}
				p, _ := m.Predict(d.Pick(held).X)
				for at, i := range held {
					if d.Labels != nil {
						if m.Classes()[p.Class(at)] == d.Labels[i] {
							right++
						}
						continue
					}
					e := p.Values.Data[at] - d.Values.Data[i]
					squares += e * e
				}
			}
			s := tuned.Scores[c]
			if d.Labels != nil && s.Accuracy != float64(right)/60 {
				t.Fatalf("candidate %d has accuracy %v, plainly %d of 60", c, s.Accuracy, right)
			}
			if d.Labels == nil && math.Abs(s.RMSE-math.Sqrt(squares/60)) > 1e-12 {
				t.Fatalf("candidate %d has an RMSE of %v, plainly %v", c, s.RMSE, math.Sqrt(squares/60))
			}
			if unit := candidate.SQANN.Settings; unit != nil {
				auto, _ := FitSQANN(d, SQANNOptions{Scale: candidate.SQANN.Scale})
				if got := s.SQANN.Settings[0]; got.A1 != unit[0].A1*auto.Reach()*auto.Reach() || got.A2 != unit[0].A2*auto.Reach() || s.SQANN.SettingsChoice != SettingsPreset {
					t.Fatalf("candidate %d is settled as %+v for a reach of %v", c, got, auto.Reach())
				}
			}
		}
		best = tuned.Untouched
		for c, s := range tuned.Scores {
			if s.Accuracy > tuned.Scores[best].Accuracy || !(s.Accuracy < tuned.Scores[best].Accuracy) && s.RMSE < tuned.Scores[best].RMSE {
				best = c
			}
		}
		if tuned.Best != best || tuned.Untouched != 36 || len(tuned.Scores) != len(candidates) {
			t.Fatalf("the best is %d, it should be %d; the untouched is %d", tuned.Best, best, tuned.Untouched)
		}
		if _, err := FitSQANN(d, tuned.Scores[best].SQANN); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTuneRefusesAndStops(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(51)), 30, true)
	folds := func(n int) TuneOptions { return TuneOptions{CrossValidateOptions: CrossValidateOptions{Folds: n}} }
	for _, o := range []TuneOptions{folds(1), folds(31), folds(-1), {Candidates: []Recipe{}},
		{Candidates: []Recipe{inReach(-1, 1, SQANNOptions{})}}, {Candidates: []Recipe{inReach(math.NaN(), 1, SQANNOptions{})}}, {Candidates: []Recipe{inReach(0.1, 0, SQANNOptions{})}},
		{Candidates: []Recipe{{SQANN: SQANNOptions{SettingsChoice: SettingsInReach}}}},
		{Candidates: []Recipe{{}, {SQANN: SQANNOptions{Preset: PublishedV1}}}}} {
		if _, err := Tune(d, o); err == nil || err.(*Error).Code != InvalidOption {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := Tune(d, TuneOptions{Candidates: []Recipe{{}, {SQANN: SQANNOptions{Preset: PublishedV1}}}}); err.(*Error).Path != "candidates[1].settings" {
		t.Errorf("the error is at %q", err.(*Error).Path)
	}
	done := make(chan struct{})
	var last Progress
	_, err := Tune(d, TuneOptions{CrossValidateOptions: CrossValidateOptions{Control: Control{Done: done, Progress: func(p Progress) {
		if p.Total != 130 || p.Placed < last.Placed { // 2 scalings, 6 widths and the untouched, 10 folds
			t.Fatalf("progress %+v after %+v", p, last)
		}
		if last = p; p.Placed == 50 {
			select {
			case <-done:
			default:
				close(done)
			}
		}
	}}}})
	if e, ok := err.(*Error); !ok || e.Code != Aborted || last.Placed != 50 {
		t.Errorf("%v at %+v", err, last)
	}
}

// What Tune returns has seen all folds, as the untouched model has, and is not worse there: whatever the data, also where
// nothing can be learned. The untouched one's figures are those of a cross-validation.
func TestTuneNeverFallsBelowTheUntouched(t *testing.T) {
	r := rand.New(rand.NewSource(52))
	won := 0
	for round := range 24 {
		n := 40 + 60*(round%3)
		d := noisySet(r, n, round%2 == 0)
		if round%4 > 1 { // y says nothing about x
			r.Shuffle(n, func(i, j int) {
				if d.Labels != nil {
					d.Labels[i], d.Labels[j] = d.Labels[j], d.Labels[i]
				} else {
					d.Values.Data[i], d.Values.Data[j] = d.Values.Data[j], d.Values.Data[i]
				}
			})
		}
		if round%5 == 0 {
			wide := Matrix{Rows: n, Columns: 5}
			for i := range n {
				wide.Data = append(wide.Data, d.X.Row(i)...)
				wide.Data = append(wide.Data, r.Float64(), r.Float64(), r.NormFloat64())
			}
			d.X = wide
		}
		folds := 2 + round%6
		tuned, err := Tune(d, TuneOptions{CrossValidateOptions: CrossValidateOptions{Folds: folds, Seed: uint64(round)}})
		if err != nil {
			t.Fatal(err)
		}
		u, best := tuned.Scores[tuned.Untouched], tuned.Scores[tuned.Best]
		if u.RowCount != n || best.RowCount != n {
			t.Fatalf("of %d samples the untouched has seen %d, the best %d", n, u.RowCount, best.RowCount)
		}
		if u.better(best.Figures) || best.Figures == u.Figures && tuned.Best != tuned.Untouched {
			t.Fatalf("the best is %+v, the untouched %+v", best.Figures, u.Figures)
		}
		if tuned.Best != tuned.Untouched {
			won++
		}
		v, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: folds, Seed: uint64(round)})
		if err != nil || v.RMSE != u.RMSE || v.Accuracy != u.Accuracy && v.Accuracy == v.Accuracy {
			t.Fatalf("the untouched has %+v, cross-validated %+v (%v)", u.Figures, v.Figures, err)
		}
	}
	if won < 8 {
		t.Errorf("a candidate won %d times of 24", won)
	}
}

// Where the untouched model is better than all candidates it is returned; so it is where one does as well.
func TestTuneReturnsTheUntouched(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(53)), 60, false)
	bad := Recipe{SQANN: SQANNOptions{Interpolation: Interpolation{Mode: InterpolateNearest}}}
	tuned, err := Tune(d, TuneOptions{Candidates: []Recipe{bad, bad}})
	if err != nil || tuned.Best != 2 || tuned.Untouched != 2 || len(tuned.Scores) != 3 {
		t.Fatalf("%+v, %v", tuned, err)
	}
	alike := Recipe{SQANN: SQANNOptions{Scale: ScaleMinMax, MaxSteps: 1 << 40}} // another fit with the same answers
	tuned, err = Tune(d, TuneOptions{Candidates: []Recipe{alike, bad}})
	if err != nil || tuned.Best != 2 || tuned.Scores[0].Figures.RMSE != tuned.Scores[2].RMSE {
		t.Fatalf("%+v, %v", tuned, err)
	}
	given := Recipe{SQANN: SQANNOptions{Scale: ScaleMinMax, Interpolation: Interpolation{Mode: InterpolateAuto}}} // the preset's choices
	tuned, err = Tune(d, TuneOptions{Candidates: []Recipe{bad, given}})
	if err != nil || tuned.Untouched != 1 || len(tuned.Scores) != 2 {
		t.Fatalf("%+v, %v", tuned, err)
	}
}

// Every candidate sees all samples.
func TestTuneShowsAllSamples(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(54)), 620, false)
	var total int
	tuned, err := Tune(d, TuneOptions{CrossValidateOptions: CrossValidateOptions{Control: Control{Progress: func(p Progress) { total = p.Total }}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range tuned.Scores {
		if s.RowCount != 620 {
			t.Fatalf("candidate %d saw %d of 620 samples", i, s.RowCount)
		}
	}
	if total != 13*3 || len(tuned.Scores) != 85 { // 2 scalings, 6 widths and the untouched, 3 folds; 7 interpolations
		t.Fatalf("%d fits of %d candidates", total, len(tuned.Scores))
	}
}

// The options that every fit has are given to Tune itself, and what they leave open is varied.
func TestTuneVariesWhatIsLeftOpen(t *testing.T) {
	r := rand.New(rand.NewSource(55))
	d := noisySet(r, 120, false)
	d.X = Matrix{Rows: 120, Columns: 4}
	for range 4 * 120 {
		d.X.Data = append(d.X.Data, float64(r.Intn(4)))
	}
	if _, err := Tune(d, TuneOptions{}); err == nil || err.(*Error).Code != IllDefined || !strings.Contains(err.Error(), `duplicates to "mean"`) {
		t.Fatalf("equal rows: %v", err)
	}
	count := func(o SQANNOptions) (scores int, kinds map[RelevanceKind]int, scales map[ScaleKind]int) {
		o.Duplicates = DuplicatesMean
		tuned, err := Tune(d, TuneOptions{Untouched: Recipe{SQANN: o}, CrossValidateOptions: CrossValidateOptions{Folds: 2}})
		if err != nil {
			t.Fatal(err)
		}
		kinds, scales = map[RelevanceKind]int{}, map[ScaleKind]int{}
		for _, s := range tuned.Scores {
			if s.SQANN.Duplicates != DuplicatesMean || s.SQANN.Preset != o.Preset || o.R != nil && s.SQANN.R != o.R {
				t.Fatalf("a candidate lost an option: %+v", s.SQANN)
			}
			kinds[s.SQANN.Relevance.Kind]++
			scales[s.SQANN.Scale]++
		}
		return len(tuned.Scores), kinds, scales
	}
	half := 0.4
	if n, kinds, scales := count(SQANNOptions{R: &half}); n < 160 || kinds[RelevanceLearn] != 42 || kinds[RelevanceOff] < 83 || scales[ScaleStandard] != 42 {
		t.Errorf("nothing given: %d candidates, %v, %v", n, kinds, scales)
	}
	if n, kinds, _ := count(SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}}); n != 85 || len(kinds) != 1 {
		t.Errorf("relevance given: %d candidates, %v", n, kinds)
	}
	if n, _, scales := count(SQANNOptions{Scale: ScaleNone, Relevance: Relevance{Kind: RelevanceOff}}); n != 43 || len(scales) != 1 {
		t.Errorf("scale given: %d candidates, %v", n, scales)
	}
	if n, _, _ := count(SQANNOptions{Scale: ScaleNone, Relevance: Relevance{Kind: RelevanceOff}, SettingsChoice: SettingsClassic}); n != 8 {
		t.Errorf("settings given: %d candidates", n)
	}
	if n, _, scales := count(SQANNOptions{Preset: Paper, Interpolation: Interpolation{Mode: InterpolateLayerwise}, SettingsChoice: SettingsClassic}); n != 3 || len(scales) != 3 {
		t.Errorf("the paper's: %d candidates, %v", n, scales)
	}

	line := noisySet(r, 60, false)
	line.X = Matrix{Data: line.X.Data[:60], Rows: 60, Columns: 1}
	tuned, err := Tune(line, TuneOptions{Untouched: Recipe{TNN: &TNNOptions{}}})
	if err != nil || len(tuned.Scores) != 5 || tuned.Scores[tuned.Best].TNN == nil {
		t.Fatalf("a TNN: %+v, %v", tuned, err)
	}
	order := make([]int, 60)
	for i := range order {
		order[i] = 59 - i
	}
	if _, err = Tune(noisySet(r, 60, true), TuneOptions{Untouched: Recipe{TNN: &TNNOptions{Order: order}}}); err != nil {
		t.Errorf("a TNN with an order: %v", err)
	}
}

// What fits share is found once, and the networks are those of fits that share nothing.
func TestTunedFitsShare(t *testing.T) {
	r := rand.New(rand.NewSource(56))
	d := noisySet(r, 150, false)
	d.X = Matrix{Rows: 150, Columns: 12}
	for range 12 * 150 {
		d.X.Data = append(d.X.Data, r.NormFloat64())
	}
	for i := range d.Values.Data {
		d.Values.Data[i] = d.X.Row(i)[3]
	}
	var known prepared
	for i, c := range append(defaultCandidates(Recipe{}, d), Recipe{SQANN: SQANNOptions{Preset: Paper, Scale: ScaleMinMax}},
		Recipe{SQANN: SQANNOptions{Preset: Paper, Scale: ScaleMinMax, SettingsChoice: SettingsAuto}}) {
		if i%len(tunedTops) > 0 {
			continue // another interpolation of the same fit
		}
		m, err := c.fit(d, Control{}, &known)
		if err != nil {
			t.Fatal(err)
		}
		o, unit := c.SQANN, c.SQANN.Settings
		if unit != nil {
			q := m.(*SQANN).Reach()
			o.SettingsChoice, o.Settings = SettingsPreset, []Settings{{A1: unit[0].A1 * q * q, A2: unit[0].A2 * q, Admission: 0.1, Activation: 0.9}}
		}
		if o.Relevance.Kind == RelevanceLearn && unit != nil { // learned once for the test, too
			o.Relevance = Relevance{Kind: RelevanceGiven, Features: m.(*SQANN).Relevance()}
		}
		if o.Relevance.Kind == RelevanceAuto && unit != nil && m.(*SQANN).Relevance() != nil {
			o.Relevance = Relevance{Kind: RelevanceGiven, Features: m.(*SQANN).Relevance()}
		}
		alone, err := FitSQANN(d, o)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(m.(*SQANN).Layers(), alone.Layers(), func(a, b Layer) bool {
			return a.Settings == b.Settings && slices.EqualFunc(a.Nodes, b.Nodes, slices.Equal[[]int])
		}) || !slices.Equal(m.(*SQANN).Relevance(), alone.Relevance()) {
			t.Fatalf("%+v gives another network", c)
		}
		shares := false
		for _, k := range known {
			shares = shares || k.points == m.(*SQANN).points
		}
		if !shares {
			t.Fatalf("%+v has points of its own", c)
		}
	}
	if len(known) != 4 { // learned, auto, alike, standard
		t.Errorf("points were made %d times", len(known))
	}
}

// One propagation for all K gives what each K gives alone, to the bit.
func TestTuneAnswersAsPredict(t *testing.T) {
	r := rand.New(rand.NewSource(57))
	for range 150 {
		m := generatedModel(t, r, 60)
		x := nearby(r, m.Data(), 25)
		for i := range 2 {
			for j := range x.Columns {
				x.Row(i)[j] *= 1e6 // where nothing is activated
			}
		}
		ways := []Interpolation{{Mode: InterpolateTop, Top: 1 + r.Intn(30)}, {Mode: InterpolateTop, Top: 8}, {Mode: InterpolateLayerwise}, {Mode: InterpolateTop, Top: 100}}
		tuned := tuning{classes: m.Classes(), rows: [][]int{sorting.Identity(x.Rows)}}
		for _, how := range ways {
			tuned.candidates = append(tuned.candidates, Recipe{SQANN: SQANNOptions{Interpolation: how}})
			tuned.answers = append(tuned.answers, newPredictions(x.Rows, m.OutputCount()))
		}
		answers := make([]float64, len(ways)*x.Rows*tuned.width())
		if err := tuned.answerTo(m, x, answers, sorting.Identity(len(ways))); err != nil {
			t.Fatal(err)
		}
		tuned.collect(0, answers)
		list := tuned.answers
		for k, how := range ways {
			var err error
			var want *Predictions
			if s, ok := m.(*SQANN); ok {
				want, err = interpolating(t, s, how).Predict(x)
			} else {
				want, err = m.(*TNN).Predict(x)
			}
			if err != nil || !slices.Equal(list[k].Status, want.Status) || !slices.EqualFunc(list[k].Values.Data, want.Values.Data,
				func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
				t.Fatalf("%T, %+v: another answer (%v)", m, how, err)
			}
		}
	}
}
