package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

func fit(t testing.TB, d Dataset, o SQANNOptions) *SQANN {
	t.Helper()
	m, err := FitSQANN(d, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func interpolating(t testing.TB, m *SQANN, how Interpolation) *SQANN {
	t.Helper()
	other, err := m.Interpolating(how)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

func random2D(seed int64, n int) Dataset {
	r := rand.New(rand.NewSource(seed))
	d := Dataset{X: Matrix{Rows: n, Columns: 2}, Values: Matrix{Rows: n, Columns: 1}}
	for range n {
		d.X.Data = append(d.X.Data, r.Float64(), r.Float64())
		d.Values.Data = append(d.Values.Data, r.NormFloat64())
	}
	return d
}

// The worked example of the appendix, with SPEC 4's corrections of its print.
func TestPencilAndPaper(t *testing.T) {
	d := Dataset{X: matrix(2, 1, 1.2, 1.2, 0.8, -1, -1, -1.2, -1.2), Values: column(1, 1, 0, 0)}
	m := fit(t, d, SQANNOptions{Preset: Paper, Trace: true, Settings: []Settings{{A1: 0.001, A2: 0.5, Admission: 0.1, Activation: 0.9}}})
	if got := m.Placement().Layers; !slices.EqualFunc(got, [][][]int{{{0}, {2}}, {{1}, {3}}}, func(a, b [][]int) bool {
		return slices.EqualFunc(a, b, func(x, y []int) bool { return slices.Equal(x, y) })
	}) {
		t.Fatalf("layers %v", got)
	}
	want := []Event{
		{Type: Admit, Sample: 0, Layer: 1, Node: 0},
		{Type: Filter, Sample: 1, Layer: 1, Node: 0, Activation: 0.3344454438567918},
		{Type: Admit, Sample: 2, Layer: 1, Node: 1, Activation: 5.655e-5},
		{Type: Filter, Sample: 3, Layer: 1, Node: 1, Activation: 0.50096},
		{Type: Admit, Sample: 1, Layer: 2, Node: 0},
		{Type: Admit, Sample: 3, Layer: 2, Node: 1, Activation: 0.00732},
	}
	for i, e := range m.Trace() {
		w := want[i]
		if e.Type != w.Type || e.Sample != w.Sample || e.Layer != w.Layer || e.Node != w.Node || math.Abs(e.Activation-w.Activation) > 1e-3*w.Activation {
			t.Errorf("event %d is %+v, want %+v", i, e, w)
		}
	}
	e, _ := m.Explain([]float64{1.25, 1.25})
	for _, c := range []struct{ got, want float64 }{
		{e.Fingerprint[0][0], 0.5053}, {e.Fingerprint[0][1], 4.938e-5}, {e.Fingerprint[1][0], 0.5165}, {e.Fingerprint[1][1], 9.86e-4}, {e.Value[0], 1},
	} {
		if math.Abs(c.got-c.want) > 2e-4*c.want {
			t.Errorf("the first external sample: %v, want %v", c.got, c.want)
		}
	}
	e, _ = m.Explain([]float64{-1.25, -1})
	if math.Abs(e.Fingerprint[0][0]-5.049e-5) > 1e-8 || math.Abs(e.Fingerprint[0][1]-0.5059) > 1e-4 || math.Abs(e.Fingerprint[1][1]-0.9880) > 1e-4 || e.Status != StatusHit || e.Layer != 2 {
		t.Errorf("the second external sample: %+v", e)
	}
}

func TestExplanation(t *testing.T) {
	d := random2D(12, 60)
	for _, preset := range []Preset{XAIA, Paper} {
		m := fit(t, d, SQANNOptions{Preset: preset})
		r := rand.New(rand.NewSource(13))
		seen := map[Recognition]int{}
		novel := 0
		for range 300 {
			spread := 1 + 4*float64(r.Intn(2))
			e, err := m.Explain([]float64{r.Float64() * spread, r.Float64() * spread})
			if err != nil {
				t.Fatal(err)
			}
			seen[e.Recognition]++
			familiarity, recognition, novelAt := 0.0, Weak, 0
			for k, v := range e.Fingerprint {
				top := slices.Max(v)
				if top > familiarity {
					familiarity = top
					recognition = Weak
					if top >= m.network.Layers[k].Settings.Admission {
						recognition = Moderate
					}
				}
				if top < m.network.Layers[k].Settings.Admission && novelAt == 0 {
					novelAt = k + 1
				}
			}
			if e.Status == StatusHit {
				recognition = Strong
				if e.Layer != len(e.Fingerprint) || slices.Max(e.Fingerprint[e.Layer-1]) != e.Neurons[0].Activation {
					t.Fatalf("the hit is not the last layer's strongest: %+v", e)
				}
			}
			if e.Familiarity != familiarity || e.Recognition != recognition || e.NovelAt != novelAt {
				t.Fatalf("%v %v %v, want %v %v %v", e.Familiarity, e.Recognition, e.NovelAt, familiarity, recognition, novelAt)
			}
			if novelAt > 0 {
				novel++
			}
			for _, n := range e.Neurons {
				if e.Fingerprint[n.Layer-1][n.Node] != n.Activation || !slices.Equal(m.Layers()[n.Layer-1].Nodes[n.Node], n.Samples) {
					t.Fatalf("neuron %+v is not in the fingerprint", n)
				}
			}
		}
		if seen[Strong] == 0 || seen[Moderate] == 0 || preset == XAIA && seen[Weak] == 0 || novel == 0 {
			t.Errorf("preset %d: recognitions %v, %d novel", preset, seen, novel)
		}
	}
}

func TestStepsAndCancel(t *testing.T) {
	d := random2D(16, 200)
	free := fit(t, d, SQANNOptions{})
	steps := free.Report().Steps
	sameBits(t, free, fit(t, d, SQANNOptions{MaxSteps: steps}))
	_, err := FitSQANN(d, SQANNOptions{MaxSteps: steps - 1})
	refused(t, err, TooLarge, -1, -1, "maxSteps")

	done := make(chan struct{})
	calls, last := 0, Progress{}
	_, err = FitSQANN(d, SQANNOptions{Control: Control{Done: done, Progress: func(p Progress) {
		if calls++; calls == 100 {
			close(done)
		}
		last = p
	}}})
	refused(t, err, Aborted, -1, -1, "cancelled")
	if calls != 100 || last.Total != 200 || last.Steps == 0 || last.Steps >= steps || last.Placed == 0 {
		t.Errorf("%d calls of progress, the last %+v", calls, last)
	}
	sameBits(t, free, fit(t, d, SQANNOptions{}))
}

// Placed only grows with the skip connection, also with collisions. Without it, it falls only where a collision drops what the
// unfinished layer had. By the end it is nearly all.
func TestProgressGrows(t *testing.T) {
	d := random2D(17, 400)
	o := SQANNOptions{Settings: []Settings{{A1: 0.02, A2: 0.1, Admission: 0.15, Activation: 0.5}}}
	for _, o.Skip = range []Switch{On, Off} {
		last := Progress{}
		o.Progress = func(p Progress) {
			dropped := o.Skip == Off && p.Collisions > last.Collisions
			if p.Placed < last.Placed && !dropped || p.Placed > p.Total {
				t.Fatalf("skip %v: %d placed after %d of %d", o.Skip, p.Placed, last.Placed, p.Total)
			}
			last = p
		}
		m := fit(t, d, o)
		if last.Placed < 380 || m.report.Collisions < 20 {
			t.Errorf("skip %v: in the end %d are placed, %d collisions", o.Skip, last.Placed, m.report.Collisions)
		}
	}
}

// Every builder refuses what would take too much memory, with the numbers, and
// nothing is lost by it.
func TestMaxBytes(t *testing.T) {
	d := random2D(25, 2000)
	for _, o := range []SQANNOptions{{}, {Preset: Paper}, {Preset: Paper, Trace: true}, {Skip: On, SettingsChoice: SettingsClassic}} {
		o.MaxBytes = 600 << 10
		_, err := FitSQANN(d, o)
		refused(t, err, TooLarge, -1, -1, "2000 samples", "0 MiB")
		o.MaxBytes = 1 << 30
		fit(t, d, o)
	}
	_, err := FitSQANN(d, SQANNOptions{MaxBytes: 1})
	refused(t, err, TooLarge, -1, -1)
	_, err = FitSQANN(d, SQANNOptions{MaxBytes: -1})
	refused(t, err, InvalidOption, -1, -1)
}

func TestPublishedNeedsEnoughSettings(t *testing.T) {
	_, err := FitSQANN(random2D(17, 50), SQANNOptions{Preset: PublishedV1, Settings: []Settings{ClassicSettings(1)}})
	refused(t, err, InvalidOption, -1, -1, "layer 2", "settings lists 1")
}

func TestUnfittedModelsPanic(t *testing.T) {
	for i, call := range []func(){
		func() { (&SQANN{}).Predict(column(0)) },
		func() { (&SQANN{}).Explain([]float64{0}) },
		func() { (&TNN{}).Predict(column(0)) },
		func() { (*TNN)(nil).Explain([]float64{0}) },
		func() { (*SQANN)(nil).Examine(column(0)) },
		func() { NewExplainer(&TNN{}) },
		func() { (&SQANN{}).RowCost() },
		func() { (*TNN)(nil).RowCost() },
		func() { (&SQANN{}).Bytes() },
		func() { (*TNN)(nil).Bytes() },
		func() { (&SQANN{}).Embedding(Control{}) },
		func() { (&SQANN{}).Like() },
		func() { (&SQANN{}).LikeWithout([]int{0}, Control{}) },
		func() { NewLearner(&SQANN{}, Control{}) },
		func() { (&SQANN{}).Lite() },
		func() { (&SQANN{}).Interpolating(Interpolation{}) },
		func() { (&SQANN{}).Prototypes(1, Control{}) },
		func() { (&SQANN{}).Fingerprints() },
		func() { (&SQANN{}).Suspects(0.1, Control{}) },
		func() { (&SQANN{}).Worth(Control{}) },
	} {
		func() {
			defer func() {
				if r := recover(); r != panicUnfitted {
					t.Errorf("call %d: panic is %v", i, r)
				}
			}()
			call()
		}()
	}
}

func TestWrongShapesPanic(t *testing.T) {
	long := Matrix{Data: []float64{0, 1, 2}, Rows: 1, Columns: 2}
	fitted := fit(t, Dataset{X: matrix(2, 0, 0, 1, 1), Values: column(1, 2)}, SQANNOptions{})
	for name, call := range map[string]func(){
		"fit, X":        func() { FitSQANN(Dataset{X: long, Values: column(1)}, SQANNOptions{}) },
		"fit, values":   func() { FitTNN(Dataset{X: column(1), Values: long}, TNNOptions{}) },
		"predict":       func() { fitted.Predict(long) },
		"squeezedOrder": func() { SqueezedOrder(long, 0.5, Matrix{}) },
		"external":      func() { SqueezedOrder(matrix(2, 1, 0), 0.5, long) },
	} {
		func() {
			defer func() {
				if r := recover(); r != panicShape {
					t.Errorf("%s: panic is %v", name, r)
				}
			}()
			call()
		}()
	}
}

// A model never changes, whatever a caller does with what it says.
func TestExplanationsAreCopies(t *testing.T) {
	x, y := column(0, 1, 3), column(1, 2, 3)
	m := fit(t, Dataset{X: x, Values: y}, SQANNOptions{})
	line, err := FitTNN(Dataset{X: x, Values: y}, TNNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		e, err := m.Explain([]float64{0.9})
		if err != nil {
			t.Fatal(err)
		}
		if n := e.Neurons[0]; n.Samples[0] != 1 || n.Alpha[0] != 2 {
			t.Fatalf("the neuron is sample %d with %v", n.Samples[0], n.Alpha)
		}
		e.Neurons[0].Samples[0], e.Neurons[0].Alpha[0] = 99, 99
		if e, err = line.Explain([]float64{1}); err != nil {
			t.Fatal(err)
		}
		if n := e.Neighbours[0]; n.Samples[0] != 1 || n.X[0] != 1 || n.Alpha[0] != 2 {
			t.Fatalf("the neighbour is sample %d at %v with %v", n.Samples[0], n.X, n.Alpha)
		}
		e.Neighbours[0].Samples[0], e.Neighbours[0].X[0], e.Neighbours[0].Alpha[0] = 99, 99, 99
	}
}

func TestLayersAreACopy(t *testing.T) {
	m, err := FitSQANN(Dataset{X: Matrix{Data: []float64{0, 1, 3}, Rows: 3, Columns: 1}, Values: Matrix{Data: []float64{1, 2, 3}, Rows: 3, Columns: 1}}, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	was := m.Layers()[0].Nodes[0][0]
	m.Layers()[0].Nodes[0][0] = 99
	if now := m.Layers()[0].Nodes[0][0]; now != was {
		t.Errorf("a caller's change to the layers reached the model: sample %d became %d", was, now)
	}
}
