package core

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/shapes"
)

var learnerSets = flag.Int("learners", 0, "how many random learners TestLearnerIsAFit follows; 0: some")

// learnerRun is a learner and the plain way: what is present, in order, fitted like the model that it began with.
type learnerRun struct {
	l    *Learner
	like SQANNOptions
	d    Dataset
}

func (r *learnerRun) check(t *testing.T, what string, asked Matrix, whole bool) {
	t.Helper()
	want, err := FitSQANN(r.d, r.like)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if !sameExaminations(t, want, r.l, asked) { // before Model: it answers by itself
		t.Fatalf("%s: other answers", what)
	}
	if len(r.l.rows) != r.d.X.Rows {
		t.Fatalf("%s: %d samples, want %d", what, len(r.l.rows), r.d.X.Rows)
	}
	if !whole {
		return
	}
	got, err := r.l.Model()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if !isSameModel(t, want, got, asked) {
		t.Fatalf("%s: another model", what)
	}
	if err := Verify(r.l); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if got.report.MaxFittingError != want.report.MaxFittingError || got.report.Duplicates != want.report.Duplicates || !slices.Equal(got.report.Warnings, want.report.Warnings) {
		t.Fatalf("%s: another report", what)
	}
	alone := 0
	for i := range want.points.count() {
		near := 0
		for j := range want.points.count() {
			if d2 := squaredDistance(want.points.x.Row(i), want.points.x.Row(j)); i != j && d2 <= want.network.Q*want.network.Q {
				near++
			}
		}
		if near == 0 {
			alone++
		}
	}
	if alone != r.l.alone {
		t.Fatalf("%s: %d samples alone, want %d", what, r.l.alone, alone)
	}
}

func squaredDistance(x, y []float64) (sum float64) {
	for j, v := range x {
		sum += float64((v - y[j]) * (v - y[j]))
	}
	return sum
}

// learnerOptions are options of models that a learner begins with; classes says of what kind y is.
func learnerOptions(random *rand.Rand, classes bool) SQANNOptions {
	o := SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}}
	switch random.IntN(6) {
	case 0:
		o.Interpolation = Interpolation{Mode: InterpolateLocal}
	case 1:
		o.Interpolation = Interpolation{Mode: InterpolateLocal, Local: Local{Width: 2, Level: true}, Top: 5}
	case 2:
		o.Settings = []Settings{{A1: 0.01, A2: 0.1, Admission: 0.05, Activation: 0.5}, {A1: 0.02, A2: 0.2, Admission: 0.1, Activation: 0.8}}
	case 3:
		o.Preset, o.Skip = Paper, On
	case 4:
		o.Scale, o.Interpolation = ScaleStandard, Interpolation{Mode: InterpolateNearest}
	}
	if random.IntN(3) == 0 { // at 1 all that is far is activated by exactly 0: lower layers come first, not what is nearer
		r := float64(random.IntN(2))
		o.R = &r
	}
	switch random.IntN(3) {
	case 0:
		if o.Duplicates = DuplicatesMean; classes {
			o.Duplicates = DuplicatesMajority
		}
	case 1:
		o.Duplicates = DuplicatesFirst
	}
	return o
}

// After each change a learner is the fit of what is present: sets of every kind, classes, numbers and vectors, equal samples,
// samples that are forgotten in the middle.
func TestLearnerIsAFit(t *testing.T) {
	sets, changes := 60, 60
	if testing.Short() {
		sets = 12
	}
	if *learnerSets > 0 {
		sets = *learnerSets
	}
	done, refused := 0, 0
	for set := range sets {
		random := rand.New(rand.NewPCG(uint64(set), 48))
		kind, columns, outputs := set%5, 1+random.IntN(5), random.IntN(3)
		classes := outputs == 0
		begin, weighed := 1+random.IntN(40), set%6 == 0
		d := Dataset{X: Matrix{Columns: columns}, Values: Matrix{Columns: outputs}}
		sample := func() Dataset {
			one := Dataset{X: oneRow(shapes.Point(random, kind, columns)), Values: Matrix{Columns: outputs}}
			if weighed && random.IntN(2) == 0 {
				one.Weights = someWeights(random, 1)
			}
			if classes {
				one.Labels = []Label{Integer(int64(random.IntN(3)))}
				return one
			}
			one.Values = newMatrix(1, outputs)
			for j := range one.Values.Data {
				one.Values.Data[j] = float64(random.IntN(5)) - 2
			}
			return one
		}
		o := learnerOptions(random, classes)
		o.Balanced = classes && set%2 == 0
		for range begin {
			d.add(sample(), 0)
		}
		m, err := FitSQANN(d, o)
		if err != nil {
			continue // equal x with another y
		}
		l, err := NewLearner(m, Control{})
		if err != nil {
			t.Fatal(err)
		}
		run := learnerRun{l, m.Like(), d.Pick(marked(slices.Repeat([]bool{true}, d.X.Rows)))}
		weighed = set%3 == 0 // in half of these from here on
		asked := newMatrix(7, columns)
		for i := range changes {
			what := "set " + itoa(set) + ", change " + itoa(i)
			if random.IntN(3) == 0 && run.d.X.Rows > 1 {
				rows := []int{random.IntN(run.d.X.Rows)}
				if random.IntN(8) == 0 {
					rows = append(rows, random.IntN(run.d.X.Rows))
				}
				gone := make([]bool, run.d.X.Rows)
				for _, row := range rows {
					gone[row] = true
				}
				if slices.Contains(gone, false) {
					if err := l.Forget(rows); err != nil {
						t.Fatal(err)
					}
					run.d = run.d.without(gone)
				}
			} else {
				one := sample()
				if random.IntN(4) == 0 { // equal to another one
					copy(one.X.Data, run.d.X.Row(random.IntN(run.d.X.Rows)))
				}
				both := run.d.with(one, []int{0})
				_, wrong := FitSQANN(both, run.like)
				done, err := l.Learn(one, LearnOptions{})
				if err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				if (wrong == nil) != (len(done.Learned) == 1) || len(done.Learned)+len(done.Refused) != 1 {
					t.Fatalf("%s: learned %v, refused %v; the fit says %v", what, done.Learned, done.Refused, wrong)
				}
				if wrong == nil {
					run.d = both
				} else {
					refused++
				}
			}
			done++
			for a := range asked.Rows {
				copy(asked.Row(a), shapes.Point(random, kind, columns))
				if a == 0 {
					copy(asked.Row(a), run.d.X.Row(random.IntN(run.d.X.Rows)))
				}
			}
			for j := range asked.Row(6) {
				asked.Row(5)[j] *= 3
				asked.Row(6)[j] *= 1e5
			}
			run.check(t, what, asked, random.IntN(4) == 0)
		}
	}
	t.Logf("%d changes, %d refused", done, refused)
}

// What can't be learned is refused by itself: with its row, its reason and a remedy; the others are learned. What is wrong with
// the call as a whole, or ends it, changes nothing.
func TestLearnerRefuses(t *testing.T) {
	labels := framedCases()["relevance"].d
	m := fit(t, labels, SQANNOptions{})
	l, err := NewLearner(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	d := labels.Pick([]int{0, 1, 2, 3})
	for i := range d.X.Data {
		d.X.Data[i] += 0.01
	}
	copy(d.X.Row(1), labels.X.Row(7)) // that is there, with another label
	d.Labels[1] = Text(map[string]string{"a": "b", "b": "c", "c": "a"}[labels.Labels[7].Text])
	d.Labels[2] = Text("z")
	wrong := d.Pick([]int{0, 1, 2, 3})
	wrong.X.Data[9] = math.NaN()
	ended := make(chan struct{})
	close(ended)
	rows := 0
	half := make(chan struct{})
	for name, refused := range map[string]func() error{
		"NaN":      func() error { _, err := l.Learn(wrong, LearnOptions{}); return err },
		"features": func() error { _, err := l.Learn(random2D(1, 3), LearnOptions{}); return err },
		"aborted":  func() error { _, err := l.Learn(d, LearnOptions{Control: Control{Done: ended}}); return err },
		"in between": func() error {
			_, err := l.Learn(d, LearnOptions{Control: Control{Done: half, Progress: func(Progress) {
				if rows++; rows == 3 {
					close(half)
				}
			}}})
			return err
		},
		"a rule":      func() error { r := DuplicatesMean; _, err := l.Learn(d, LearnOptions{Duplicates: &r}); return err },
		"a tolerance": func() error { e := -1.0; _, err := l.Learn(d, LearnOptions{Tolerance: &e}); return err },
		"no rows":     func() error { return l.Forget(nil) },
		"a row":       func() error { return l.Forget([]int{3, 120}) },
		"all":         func() error { return l.Forget(marked(slices.Repeat([]bool{true}, 120))) },
	} {
		if e, ok := refused().(*Error); !ok || e.Hint == "" {
			t.Errorf("%s: %v", name, e)
		}
		now, err := l.Model()
		if err != nil || !isSameModel(t, now, fit(t, labels, m.Like()), d.X) {
			t.Errorf("%s: something has changed", name)
		}
	}
	done, err := l.Learn(d, LearnOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(done.Learned, []int{0, 3}) || done.Samples != 122 || len(done.Refused) != 2 ||
		done.Refused[0].Row != 1 || done.Refused[0].Err.Code != IllDefined || done.Refused[0].Err.Row != 1 || done.Refused[1].Row != 2 || done.Refused[1].Err.Code != InvalidInput {
		t.Errorf("learned %+v", done)
	}
	run := learnerRun{l, m.Like(), labels.with(d, []int{0, 3})}
	run.check(t, "good rows among bad ones", d.X, true)
	zero := 0.0
	if done, err = l.Learn(labels.with(d, []int{0, 3}), LearnOptions{Tolerance: &zero}); err != nil || len(done.Learned) != 0 || done.Samples != 122 {
		t.Errorf("learned what it knew: %+v, %v", done, err)
	}
	first := DuplicatesFirst
	if done, err = l.Learn(d.Pick([]int{1}), LearnOptions{Duplicates: &first}); err != nil || done.Samples != 123 {
		t.Errorf("with a rule: %+v, %v", done, err)
	}
	run.like.Duplicates = DuplicatesFirst
	run.d = run.d.with(d, []int{1})
	run.check(t, "with a rule", d.X, true)
	majority := DuplicatesMajority
	if _, err = l.Learn(d, LearnOptions{Duplicates: &majority}); err == nil {
		t.Error("another rule for samples that are merged")
	}
	if _, err = NewLearner(fit(t, labels, SQANNOptions{Preset: Paper}), Control{}); err == nil || err.(*Error).Code != Unsupported {
		t.Errorf("preset paper: %v", err)
	}
}

// A learner says when it is stale, and why; refreshed it is a fit of its own samples.
func TestLearnerIsStale(t *testing.T) {
	d := random2D(3, 400)
	start := func() *Learner {
		l, err := NewLearner(fit(t, d, SQANNOptions{}), Control{})
		if err != nil {
			t.Fatal(err)
		}
		if l.Stale() != nil {
			t.Fatalf("stale at once: %+v", l.Stale())
		}
		return l
	}
	learn := func(l *Learner, d Dataset) {
		if _, err := l.Learn(d, LearnOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	far := random2D(4, 1)
	far.X.Data[0], far.X.Data[1] = 0.5, 1.2
	l := start()
	half, rows := make(chan struct{}), 0
	ended := LearnOptions{Control: Control{Done: half, Progress: func(Progress) {
		if rows++; rows == 2 {
			close(half)
		}
	}}}
	if _, err := l.Learn(far.with(random2D(8, 3), []int{0, 1, 2}), ended); err == nil || l.Stale() != nil {
		t.Errorf("what was ended has made it stale: %v, %+v", err, l.Stale())
	}
	learn(l, far)
	if s := l.Stale(); s == nil || s.Reason != StaleRange || s.Column != 1 {
		t.Errorf("a range that grew: %+v", s)
	}
	if err := l.Refresh(Control{}); err != nil || l.Stale() != nil {
		t.Errorf("refreshed: %v, %+v", err, l.Stale())
	}
	now, err := l.Model()
	if err != nil || !isSameModel(t, now, fit(t, d.with(far, []int{0}), SQANNOptions{}), d.X) {
		t.Errorf("refreshed it isn't a fit: %v", err)
	}
	learn(l, random2D(5, 1)) // and it goes on
	if l.SampleCount() != 402 {
		t.Errorf("%d samples", l.SampleCount())
	}

	l = start()
	var most []int
	for i := range 390 {
		most = append(most, i)
	}
	if err := l.Forget(most); err != nil {
		t.Fatal(err)
	}
	if s := l.Stale(); s == nil || s.Reason != StaleReach || s.Share < 0.1 {
		t.Errorf("samples far from each other: %+v", s)
	}
	l = start()
	twice := random2D(6, 400)
	for i := range twice.X.Data { // as far from each other as the others are
		twice.X.Data[i] = d.X.Data[i] + 1e-9
	}
	l.base.alone = 0 // so that the reach is no reason
	learn(l, twice)
	if s := l.Stale(); s == nil || s.Reason != StaleCount {
		t.Errorf("twice as many: %+v", s)
	}
}

// Memory follows the samples that are present: a stream that comes and goes doesn't grow.
func TestLearnerOfAStream(t *testing.T) {
	d := random2D(9, 3000)
	begin := d.Pick([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	m := fit(t, begin, SQANNOptions{})
	l, err := NewLearner(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	for i := 10; i < 3000; i++ {
		if _, err := l.Learn(d.Pick([]int{i}), LearnOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := l.Forget([]int{0}); err != nil {
			t.Fatal(err)
		}
		if len(l.net.Place) > 1100 {
			t.Fatalf("%d rows are kept for 10 samples", len(l.net.Place))
		}
	}
	run := learnerRun{l, m.Like(), d.Pick([]int{2990, 2991, 2992, 2993, 2994, 2995, 2996, 2997, 2998, 2999})}
	run.check(t, "the last ten", begin.X, true)
}

// Where a dense spot has too many pairs, samples are sought when they are needed.
func TestLearnerOfADenseSpot(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 48))
	d := learnerSamples(random, 60, 0, 4, 1)
	m := fit(t, d, SQANNOptions{Settings: []Settings{{A1: 0.3, A2: 0.6, Admission: 0.1, Activation: 0.9}}})
	l, err := NewLearner(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if l.net.Lists == nil {
		t.Fatal("pairs of few samples aren't kept")
	}
	for l.net.Lists != nil {
		more := learnerSamples(random, 50, 0, 4, 1)
		if _, err := l.Learn(more, LearnOptions{}); err != nil {
			t.Fatal(err)
		}
		d = d.with(more, marked(slices.Repeat([]bool{true}, 50)))
		if l.SampleCount() > 1000 {
			t.Fatal("all pairs of a dense spot are kept")
		}
	}
	if err := l.Forget([]int{3}); err != nil {
		t.Fatal(err)
	}
	run := learnerRun{l, m.Like(), d.without(slices.Insert(make([]bool, d.X.Rows-1), 3, true))}
	run.check(t, "a dense spot", d.X, true)
}

// What a learner learns doesn't change the model that it began with.
func TestLearnerLeavesItsModel(t *testing.T) {
	d := Dataset{X: ColumnOf(0, 1, 2, 3), Values: ColumnOf(0, 1, 2, 3), Weights: []float64{1, 2, 3, 4}}
	for _, how := range []Interpolation{{}, {Mode: InterpolateLocal}} {
		o := SQANNOptions{Duplicates: DuplicatesMean, Interpolation: how}
		m, same := fit(t, d, o), fit(t, d, o)
		l, err := NewLearner(m, Control{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Learn(Dataset{X: ColumnOf(1), Values: ColumnOf(9)}, LearnOptions{}); err != nil {
			t.Fatal(err)
		}
		if !isSameModel(t, m, same, ColumnOf(0.3, 1, 1.4, 2.6)) {
			t.Errorf("%+v: the model has changed", how)
		}
	}
}
