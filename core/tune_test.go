package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
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

// Every candidate's score by plain cross-validation, candidate by candidate.
func TestTuneEqualsPlainCrossValidation(t *testing.T) {
	r := rand.New(rand.NewSource(50))
	for round := range 6 {
		d := noisySet(r, 60, round%2 == 0)
		classic := Candidate{SQANN: SQANNOptions{Preset: Paper, Scale: ScaleMinMax}}
		candidates := append(DefaultCandidates()[:40], classic, Candidate{}, DefaultCandidates()[70])
		tuned, err := Tune(d, TuneOptions{Candidates: candidates, Folds: 3, Seed: uint64(round)})
		if err != nil {
			t.Fatal(err)
		}
		fold := folds(d, 3, uint64(round))
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
				if candidate.A1 > 0 {
					auto, err := FitSQANN(d.pick(rest), SQANNOptions{Scale: o.Scale})
					if err != nil {
						t.Fatal(err)
					}
					q := auto.Reach()
					o.Settings = []Settings{{A1: candidate.A1 * q * q, A2: candidate.A2 * q, Admission: 0.1, Activation: 0.9}}
				}
				m, err := FitSQANN(d.pick(rest), o)
				if err != nil {
					t.Fatal(err)
				}
				p, _ := m.Predict(d.pick(held).X, Interpolation{})
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
			if best < 0 || s.Accuracy > tuned.Scores[best].Accuracy || !(s.Accuracy < tuned.Scores[best].Accuracy) && s.RMSE < tuned.Scores[best].RMSE {
				best = c
			}
			if candidate.A1 > 0 {
				auto, _ := FitSQANN(d, SQANNOptions{Scale: candidate.SQANN.Scale})
				if got := s.SQANN.Settings[0]; got.A1 != candidate.A1*auto.Reach()*auto.Reach() || got.A2 != candidate.A2*auto.Reach() || s.A1 != 0 {
					t.Fatalf("candidate %d is settled as %+v for a reach of %v", c, got, auto.Reach())
				}
			}
		}
		if tuned.Best != best {
			t.Fatalf("the best is %d, it should be %d", tuned.Best, best)
		}
		if _, err := FitSQANN(d, tuned.Scores[best].SQANN); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTuneRefusesAndStops(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(51)), 30, true)
	for _, o := range []TuneOptions{{Folds: 1}, {Folds: 31}, {Folds: -1}, {Candidates: []Candidate{}},
		{Candidates: []Candidate{{}, {SQANN: SQANNOptions{Preset: PublishedV1}}}}} {
		if _, err := Tune(d, o); err == nil || err.(*Error).Code != InvalidOption {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := Tune(d, TuneOptions{Candidates: []Candidate{{}, {SQANN: SQANNOptions{Preset: PublishedV1}}}}); err.(*Error).Path != "candidates[1].settings" {
		t.Errorf("the error is at %q", err.(*Error).Path)
	}
	done := make(chan struct{})
	var last Progress
	_, err := Tune(d, TuneOptions{Control: Control{Done: done, Progress: func(p Progress) {
		if p.Total != 120 || p.Placed < last.Placed {
			t.Fatalf("progress %+v after %+v", p, last)
		}
		if last = p; p.Placed == 50 {
			select {
			case <-done:
			default:
				close(done)
			}
		}
	}}})
	if e, ok := err.(*Error); !ok || e.Code != Aborted || last.Placed != 50 {
		t.Errorf("%v at %+v", err, last)
	}
}
