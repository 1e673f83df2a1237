package core

import (
	"math"
	"math/rand"
	rand2 "math/rand/v2"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/shapes"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// After absorb: the model is fit(D then A), every old and absorbed sample has no
// error (a TNN: as little as theorem 1 says), every other one is within ε.
func TestAbsorbForgetsNothing(t *testing.T) {
	r := rand.New(rand.NewSource(43))
	several := 0
	for range 200 {
		m := generatedModel(t, r, 30)
		old := m.Data()
		d := Dataset{X: nearby(r, old, 20)}
		truth := withOutcomes(r, Dataset{X: Matrix{Data: slices.Concat(old.X.Data, d.X.Data), Rows: old.X.Rows + d.X.Rows, Columns: d.X.Columns}})
		for (truth.Labels == nil) != (old.Labels == nil) || truth.Labels == nil && truth.Values.Columns != old.Values.Columns {
			truth = withOutcomes(r, Dataset{X: truth.X})
		}
		d = truth.Pick(sorting.Identity(truth.X.Rows)[old.X.Rows:])
		for i := range d.X.Rows { // what D has already keeps D's outcome
			for j := range old.X.Rows {
				if slices.Equal(d.X.Row(i), old.X.Row(j)) {
					if old.Labels != nil {
						d.Labels[i] = old.Labels[j]
					} else {
						copy(d.Values.Row(i), old.Values.Row(j))
					}
				}
			}
		}
		tolerance := 0.02 + r.Float64()
		a, err := Absorb(m, d, AbsorbOptions{Tolerance: tolerance})
		if e, ok := err.(*Error); ok && e.Code == IllDefined {
			continue // another scaling brought two samples together
		}
		if err != nil {
			t.Fatal(err)
		}
		if a.Rounds > 1 {
			several++
		}
		again, err := refit(m, old.with(d, a.Absorbed), Control{})
		if err != nil {
			t.Fatal(err)
		}
		queries := nearby(r, d, 30)
		x, _ := a.Model.Examine(queries)
		y, _ := again.Examine(queries)
		if !equalBits(x.Values.Data, y.Values.Data) || !equalBits(x.Familiarity, y.Familiarity) {
			t.Fatal("the absorbed model is not the one that fit gives on D and A")
		}
		allowed := a.Model.Report().MaxFittingError
		if s, ok := m.(*SQANN); ok && s.options.Interpolation.Mode != InterpolateNone && allowed != 0 {
			t.Fatalf("a SQANN errs by %v on its samples", allowed)
		}
		kept, _, _ := rowErrors(a.Model, old, Control{})
		all, _, _ := rowErrors(a.Model, d, Control{})
		if slices.Max(kept) != a.KeptAfter || a.Kept != old.X.Rows {
			t.Fatalf("the report says %v on the %d kept samples, it is %v on %d", a.KeptAfter, a.Kept, slices.Max(kept), old.X.Rows)
		}
		if _, sqann := m.(*SQANN); sqann && a.KeptAfter != 0 {
			t.Fatalf("an old sample errs by %v", a.KeptAfter)
		}
		rest := 0.0
		for i, e := range all {
			if slices.Contains(a.Absorbed, i) {
				if _, sqann := m.(*SQANN); sqann && e != 0 {
					t.Fatalf("an absorbed sample errs by %v", e)
				}
				continue
			}
			rest = math.Max(rest, e)
			if e > tolerance {
				t.Fatalf("sample %d errs by %v, beyond %v, and was not absorbed", i, e, tolerance)
			}
		}
		if rest != a.RestAfter || a.RestOverLimit != 0 {
			t.Fatalf("the report says %v on the rest, it is %v", a.RestAfter, rest)
		}
	}
	if several < 20 {
		t.Errorf("only %d absorptions took several rounds", several)
	}
}

// A thousand samples come one after the other, in the plane. None is forgotten.
func TestAThousandAbsorptions(t *testing.T) {
	r := rand.New(rand.NewSource(44))
	point := func() Dataset {
		x := []float64{r.Float64(), r.Float64()}
		return Dataset{X: Matrix{Data: x, Rows: 1, Columns: 2}, Values: Matrix{Data: []float64{math.Sin(9*x[0]) * x[1]}, Rows: 1, Columns: 1}}
	}
	first := point().with(point(), []int{0})
	fitted, err := FitSQANN(first, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var m Model = fitted
	for range 1000 {
		d := point()
		a, err := Absorb(m, d, AbsorbOptions{Tolerance: 1e-9})
		if err != nil {
			t.Fatal(err)
		}
		if a.KeptAfter != 0 || len(a.Absorbed) != 1 || a.Rounds != 1 {
			t.Fatalf("sample %d: %+v", m.SampleCount(), a)
		}
		m = a.Model
	}
	walk(t, m.(*SQANN))
	if m.SampleCount() != 1002 {
		t.Errorf("%d samples after a thousand absorptions", m.SampleCount())
	}
	whole, _ := FitSQANN(m.Data(), SQANNOptions{})
	if !slices.EqualFunc(whole.Layers(), m.(*SQANN).Layers(), func(a, b Layer) bool {
		return slices.EqualFunc(a.Nodes, b.Nodes, slices.Equal[[]int])
	}) {
		t.Error("the placement is not the one of a fit on all samples")
	}
}

func TestRemoveThenAbsorb(t *testing.T) {
	r := rand.New(rand.NewSource(45))
	for range 100 {
		m := generatedModel(t, r, 30)
		n := m.SampleCount()
		rows := []int{r.Intn(n), r.Intn(n)}
		if rows[0] == rows[1] && n == 1 || n == 2 {
			continue
		}
		smaller, err := Remove(m, rows, Control{})
		if err != nil {
			t.Fatal(err)
		}
		gone := 1
		if rows[0] != rows[1] {
			gone = 2
		}
		if smaller.SampleCount() != n-gone || m.SampleCount() != n {
			t.Fatalf("%d samples of %d are left after %v", smaller.SampleCount(), n, rows)
		}
		a, err := Absorb(smaller, m.Data().Pick(rows[:gone]), AbsorbOptions{})
		if err != nil {
			t.Fatal(err)
		}
		before, _ := m.Examine(m.Data().X)
		after, _ := a.Model.Examine(m.Data().X)
		if _, tnn := m.(*TNN); tnn {
			bound := m.Report().MaxFittingError + a.Model.Report().MaxFittingError + 1e-9
			for i := range before.Values.Data {
				if d := math.Abs(before.Values.Data[i] - after.Values.Data[i]); m.Classes() == nil && d > bound {
					t.Fatalf("a TNN's prediction on its samples changed by %v, its fitting errors are %v together", d, bound)
				}
			}
			continue
		}
		if m.Classes() == nil && !equalBits(before.Values.Data, after.Values.Data) {
			t.Fatalf("removing and absorbing %v changed a prediction on the samples:\n%v\n%v", rows, before.Values.Data, after.Values.Data)
		}
		for i, l := range m.Data().Labels {
			if after.Status[i] == StatusNone || a.Model.Classes()[after.Class(i)] != l {
				t.Fatalf("sample %d is no longer %v", i, l)
			}
		}
	}
	m, _ := FitSQANN(Dataset{X: Matrix{Data: []float64{0, 1}, Rows: 2, Columns: 1}, Values: Matrix{Data: []float64{0, 1}, Rows: 2, Columns: 1}}, SQANNOptions{})
	for _, rows := range [][]int{{2}, {-1}, {0, 1}} {
		if _, err := Remove(m, rows, Control{}); err == nil {
			t.Errorf("removing %v of 2 samples is allowed", rows)
		}
	}
}

// The member with the stronger activation answers, the second on ties.
func TestEnsembleListensToTheStronger(t *testing.T) {
	r := rand.New(rand.NewSource(46))
	spoke := [2]int{}
	for range 200 {
		first := generatedModel(t, r, 20)
		second := generatedModel(t, r, 20)
		e, err := NewEnsemble(first, second)
		if err != nil {
			if first.FeatureCount() == second.FeatureCount() && (first.Classes() == nil) == (second.Classes() == nil) && (first.Classes() != nil || first.OutputCount() == second.OutputCount()) {
				t.Fatal(err)
			}
			continue
		}
		x := nearby(r, first.Data(), 20)
		got, err := e.Examine(x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.Rows {
			s0, _, _, a0 := plainRow(t, first, x.Row(i))
			s1, _, _, a1 := plainRow(t, second, x.Row(i))
			want := 1
			if s0 != StatusNone && (s1 == StatusNone || a0 > a1+1e-12) {
				want = 0
			}
			if math.Abs(a0-a1) <= 1e-12 && a0 != a1 {
				continue
			}
			if got.Member[i] != want {
				t.Fatalf("member %d answers; activations %v and %v", got.Member[i], a0, a1)
			}
			spoke[want]++
			one, _ := e.Members()[want].Examine(Matrix{Data: x.Row(i), Rows: 1, Columns: x.Columns})
			switch {
			case e.Classes() == nil && !equalBits(got.Values.Row(i), one.Values.Data):
				t.Fatalf("row %d: %v, member %d says %v", i, got.Values.Row(i), want, one.Values.Data)
			case e.Classes() != nil && one.Status[0] != StatusNone:
				if l, w := e.Classes()[got.Class(i)], e.Members()[want].Classes()[one.Class(0)]; l != w && one.Values.Data[one.Class(0)] > 0 {
					t.Fatalf("row %d: %v, member %d says %v", i, l, want, w)
				}
			}
		}
	}
	if spoke[0] < 100 || spoke[1] < 100 {
		t.Errorf("the members answered %v times", spoke)
	}
}

func TestOutOfDistribution(t *testing.T) {
	x := Matrix{Data: []float64{0, 0, 0, 1, 1, 0, 1, 1}, Rows: 4, Columns: 2}
	m, err := FitSQANN(Dataset{X: x, Values: Matrix{Data: []float64{0, 1, 2, 3}, Rows: 4, Columns: 1}}, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	queries := Matrix{Data: []float64{0, 1, 0.5, 0.5, 40, 40}, Rows: 3, Columns: 2}
	byError, err := OutByError(m, Dataset{X: queries, Values: Matrix{Data: []float64{1.25, 1.5, 9}, Rows: 3, Columns: 1}}, 0.25, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if byError[0].Out || byError[0].Error != 0.25 || byError[1].Out || !byError[2].Out || byError[2].Error < 7 {
		t.Errorf("by error: %+v", byError)
	}
	known, err := OutByFamiliarity(m, queries, nil, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if known[0].Out || known[1].Out || !known[2].Out || known[0].Familiarity != 1 {
		t.Errorf("by recognition: %+v", known)
	}
	above := known[1].Familiarity * (1 + 1e-12)
	for threshold, want := range map[float64]bool{known[1].Familiarity: false, above: true} {
		judged, err := OutByFamiliarity(m, queries, &threshold, Control{})
		if err != nil || judged[1].Out != want || judged[0].Out || !judged[2].Out {
			t.Errorf("threshold %v: %+v, %v", threshold, judged, err)
		}
	}
	bad := math.NaN()
	if _, err := OutByFamiliarity(m, queries, &bad, Control{}); err == nil {
		t.Error("a threshold of NaN is taken")
	}
	if _, err := OutByError(m, Dataset{X: queries, Values: Matrix{Data: []float64{1, 2, 3}, Rows: 3, Columns: 1}}, -1, Control{}); err == nil {
		t.Error("a negative tolerance is taken")
	}
}

// Theorem T5 says what the measurement of all old samples finds: by the report of each absorption both are equal, for every
// kind of interpolation and rule.
func TestAbsorbAudit(t *testing.T) {
	wrong := 0
	for set := range 60 {
		random := rand2.New(rand2.NewPCG(uint64(set), 5))
		kind, columns, outputs := set%5, 1+random.IntN(3), random.IntN(3)
		d := learnerSamples(random, 30, kind, columns, outputs)
		o := learnerOptions(random, outputs == 0)
		if o.Duplicates == DuplicatesError {
			o.Duplicates = DuplicatesFirst
		}
		m := fit(t, d, o)
		if set%2 == 0 {
			m = fit(t, d, m.Like())
		}
		more := learnerSamples(random, 20, kind, columns, outputs)
		told, err := Absorb(m, more, AbsorbOptions{})
		if err != nil {
			t.Fatal(err)
		}
		measured, err := Absorb(m, more, AbsorbOptions{Audit: true})
		if err != nil {
			t.Fatal(err)
		}
		if told.KeptBefore != measured.KeptBefore || told.KeptAfter != measured.KeptAfter {
			t.Errorf("set %d: kept %v, then %v; measured %v, then %v", set, told.KeptBefore, told.KeptAfter, measured.KeptBefore, measured.KeptAfter)
		}
		if told.KeptAfter > 0 {
			wrong++
		}
	}
	if wrong < 10 {
		t.Errorf("only %d sets had samples that are merged", wrong)
	}
}

// An absorption counts predictions of the new rows alone: those of the old ones are left to an audit.
func TestAbsorbLeavesTheOldAlone(t *testing.T) {
	d := random2D(3, 3000)
	m := fit(t, d, SQANNOptions{})
	for _, audit := range []bool{false, true} {
		examined := 0
		control := Control{Progress: func(p Progress) {
			if p.Total == d.X.Rows && p.Layer == 0 && p.Steps == 0 {
				examined++
			}
		}}
		if _, err := Absorb(m, random2D(4, 1), AbsorbOptions{Audit: audit, Rounds: 1, Control: control}); err != nil {
			t.Fatal(err)
		}
		if audit != (examined > 1) {
			t.Errorf("audit %v: %d parts of the old samples were answered", audit, examined)
		}
	}
}

// A learner's absorption is that of the model: the same samples in the same rounds, and bit for bit the fit on D and A; what
// it refuses or ends changes nothing.
func TestLearnerAbsorbs(t *testing.T) {
	several, refused := 0, 0
	for set := range 80 {
		random := rand2.New(rand2.NewPCG(uint64(set), 6))
		kind, columns, outputs := set%5, 1+random.IntN(3), random.IntN(3)
		begun, err := FitSQANN(learnerSamples(random, 30, kind, columns, outputs), learnerOptions(random, outputs == 0))
		if err != nil {
			continue
		}
		m := fit(t, begun.data, begun.Like())
		l, err := NewLearner(begun, Control{})
		if err != nil {
			t.Fatal(err)
		}
		more := learnerSamples(random, 25, kind, columns, outputs)
		if set%2 == 0 {
			copy(more.X.Row(24), begun.data.X.Row(0))
		}
		o := AbsorbOptions{Tolerance: 0.3 * random.Float64(), Rounds: random.IntN(3)}
		want, wrong := Absorb(m, more, o)
		got, err := l.Absorb(more, o)
		if (wrong == nil) != (err == nil) {
			t.Fatalf("set %d: %v, want %v", set, err, wrong)
		}
		if wrong != nil {
			refused++
			if a, b := err.(*Error), wrong.(*Error); a.Code != b.Code || a.Row != b.Row && a.Row >= more.X.Rows {
				t.Fatalf("set %d: %v, want %v", set, err, wrong)
			}
			now, err := l.Model()
			if err != nil || !isSameModel(t, now, m, more.X) {
				t.Fatalf("set %d: what was refused has changed something", set)
			}
			continue
		}
		if got.Rounds > 1 {
			several++
		}
		if !slices.Equal(got.Absorbed, want.Absorbed) || got.Rounds != want.Rounds || got.KeptBefore != want.KeptBefore || got.KeptAfter != want.KeptAfter ||
			got.RestAfter != want.RestAfter || got.RestOverLimit != want.RestOverLimit || got.Kept != want.Kept {
			t.Fatalf("set %d: %+v, want %+v", set, got, want)
		}
		if !isSameModel(t, got.Model.(*SQANN), want.Model.(*SQANN), more.X) || l.SampleCount() != want.Model.SampleCount() {
			t.Fatalf("set %d: another model", set)
		}
		ended := make(chan struct{})
		close(ended)
		if _, err := l.Absorb(more, AbsorbOptions{Control: Control{Done: ended}}); err == nil || l.SampleCount() != want.Model.SampleCount() {
			t.Fatalf("set %d: aborted: %v", set, err)
		}
	}
	if several < 10 || refused < 5 {
		t.Errorf("%d took several rounds, %d were refused", several, refused)
	}
}

func learnerSamples(random *rand2.Rand, n, kind, columns, outputs int) Dataset {
	d := Dataset{X: newMatrix(n, columns), Values: Matrix{Columns: outputs}}
	for i := range n {
		copy(d.X.Row(i), shapes.Point(random, kind, columns))
		if outputs == 0 {
			d.Labels = append(d.Labels, Integer(int64(random.IntN(3))))
		}
	}
	if outputs > 0 {
		d.Values = newMatrix(n, outputs)
		for j := range d.Values.Data {
			d.Values.Data[j] = float64(random.IntN(5)) - 2
		}
	}
	return d
}
