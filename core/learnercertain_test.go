package core

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Each sample that is learned has the score of the answer that the fit of the others gave just before; scores stay with their
// samples through refusals, aborts, samples that go, and a refresh.
func TestLearnerCalibratesItself(t *testing.T) {
	for _, classes := range []bool{false, true} {
		random := rand.New(rand.NewPCG(4, 8))
		outputs := 2
		if classes {
			outputs = 0
		}
		d := learnerSamples(random, 80, 0, 2, outputs)
		o := SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}, Interpolation: Interpolation{Mode: InterpolateLocal}}
		m := fit(t, d, o)
		base, err := Calibrate(m, CrossValidateOptions{Folds: 5})
		if err != nil {
			t.Fatal(err)
		}
		l, err := NewLearner(m, Control{})
		if err != nil {
			t.Fatal(err)
		}
		if c, err := l.Calibration(); c != nil || err != nil {
			t.Errorf("a calibration of nothing: %v, %v", c, err)
		}
		if err := l.Calibrate(base); err != nil {
			t.Fatal(err)
		}
		like := m.Like()
		type score struct {
			recognition Recognition
			familiarity float64
			scores      []float64
		}
		var want []score
		for i := range 80 {
			want = append(want, score{base.Recognition[i], base.Familiarity[i], base.Scores.Row(i)})
		}
		check := func(what string, like SQANNOptions) {
			t.Helper()
			got, err := l.Calibration()
			if err != nil || len(got.Recognition) != len(want) || got.Folds != min(5, len(want)) {
				t.Fatalf("%s: %v, %d scores, want %d", what, err, len(got.Recognition), len(want))
			}
			plain := &Calibration{Folds: got.Folds, Seed: base.Seed, Median: base.Median, Scores: Matrix{Columns: base.Scores.Columns}}
			for i, s := range want {
				if got.Recognition[i] != s.recognition || got.Familiarity[i] != s.familiarity || !slices.Equal(got.Scores.Row(i), s.scores) {
					t.Fatalf("%s: sample %d has the scores %v, want %v", what, i, got.Scores.Row(i), s.scores)
				}
				plain.Recognition, plain.Familiarity = append(plain.Recognition, s.recognition), append(plain.Familiarity, s.familiarity)
				plain.Scores.Data, plain.Scores.Rows = append(plain.Scores.Data, s.scores...), plain.Scores.Rows+1
			}
			whole := fit(t, d, like)
			if err := RestoreCalibration(whole, plain); err != nil {
				t.Fatal(err)
			}
			asked := learnerSamples(random, 9, 0, 2, outputs).X
			if classes {
				a, err := got.Sets(asked, 0.8)
				b, _ := plain.Sets(asked, 0.8)
				if err != nil || !slices.EqualFunc(a, b, slices.Equal[[]int]) {
					t.Fatalf("%s: sets %v, want %v, %v", what, a, b, err)
				}
				return
			}
			low, high, err := got.Intervals(asked, 0.8)
			wantLow, wantHigh, _ := plain.Intervals(asked, 0.8)
			if err != nil || !equalBits(low.Data, wantLow.Data) || !equalBits(high.Data, wantHigh.Data) {
				t.Fatalf("%s: other intervals, %v", what, err)
			}
		}
		learn := func() {
			one := learnerSamples(random, 1, 0, 2, outputs)
			before := fit(t, d, like)
			truth := one.outcomes(m.Classes())
			s := score{scores: make([]float64, base.Scores.Columns)}
			before.ask(one.X, reasons, func(_ int, a *answer) {
				s.recognition, s.familiarity = a.recognition, a.familiarity
				base.score(s.scores, a, truth.Row(0))
			})
			if done, err := l.Learn(one, LearnOptions{}); err != nil || len(done.Learned) != 1 {
				t.Fatal(done, err)
			}
			d, want = d.with(one, []int{0}), append(want, s)
		}
		forget := func(rows ...int) {
			if err := l.Forget(rows); err != nil {
				t.Fatal(err)
			}
			gone := make([]bool, d.X.Rows)
			for _, row := range rows {
				gone[row] = true
			}
			d = d.without(gone)
			for i := len(gone) - 1; i >= 0; i-- {
				if gone[i] {
					want = slices.Delete(want, i, i+1)
				}
			}
		}
		check("as it began", like)
		for range 20 {
			learn()
		}
		check("learned", like)
		forget(3, 85, 99)
		check("forgotten", like)

		wrong := d.Pick([]int{7}) // is there, with another y
		if classes {
			wrong.Labels = []Label{Integer((wrong.Labels[0].Integer + 1) % 3)}
		} else {
			wrong.Values.Data[0] += 9
		}
		if done, err := l.Learn(wrong, LearnOptions{}); err != nil || len(done.Refused) != 1 {
			t.Fatal(done, err)
		}
		learn()
		half, rows := make(chan struct{}), 0
		if _, err := l.Learn(learnerSamples(random, 4, 0, 2, outputs), LearnOptions{Control: Control{Done: half, Progress: func(Progress) {
			if rows++; rows == 3 {
				close(half)
			}
		}}}); err == nil {
			t.Fatal("not aborted")
		}
		learn()
		check("after a refusal and an abort", like)
		for len(want) > 30 {
			forget(0)
		}
		for range 1100 { // it begins anew in between
			before := l.net.Place
			one := learnerSamples(random, 1, 0, 2, outputs)
			if _, err := l.Learn(one, LearnOptions{}); err != nil {
				t.Fatal(err)
			}
			if err := l.Forget([]int{len(want)}); err != nil {
				t.Fatal(err)
			}
			if len(l.net.Place) < len(before) {
				break
			}
		}
		if len(l.net.Place) > 200 {
			t.Error("it never began anew")
		}
		learn()
		check("after it began anew", like)
		if err := l.Refresh(Control{}); err != nil {
			t.Fatal(err)
		}
		check("refreshed", o)
		if err := l.Calibrate(base); err == nil {
			t.Error("the calibration of another moment")
		}
	}
}
