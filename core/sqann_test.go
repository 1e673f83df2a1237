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

func random2D(seed int64, n int) Dataset {
	r := rand.New(rand.NewSource(seed))
	d := Dataset{X: Matrix{Rows: n, Columns: 2}, Values: Matrix{Rows: n, Columns: 1}}
	for range n {
		d.X.Data = append(d.X.Data, r.Float64(), r.Float64())
		d.Values.Data = append(d.Values.Data, r.NormFloat64())
	}
	return d
}

// σ_dsa as the paper writes it, equation 3.
func plainActivation(d float64, s Settings, r float64) float64 {
	return (1-r)*s.A1/(s.A1+d*d) + r*math.Exp(-math.Pow(d/s.A2, 8))
}

func TestActivation(t *testing.T) {
	s := Settings{A1: 0.01, A2: 0.5, Admission: 0.1, Activation: 0.9}
	for _, r := range []float64{0, 0.3, 0.5, 0.7, 1} {
		a := newActivation(s, r)
		if a.at(0) != 1 || a.at(math.Inf(1)) != 0 {
			t.Errorf("r = %v: σ(0), σ(∞) = %v, %v", r, a.at(0), a.at(math.Inf(1)))
		}
		for d := 0.0; d < 3; d += 0.003 {
			if got, want := s.ActivationAt(d, r), plainActivation(d, s, r); math.Abs(got-want) > 1e-15 {
				t.Fatalf("r = %v: σ(%v) = %v, want %v", r, d, got, want)
			}
		}
		// Skipping the second term where it can't matter must not change a bit.
		whole := a
		whole.plateau = inf
		for _, d2 := range []float64{a.plateau, math.Nextafter(a.plateau, inf), a.plateau * 1.001, a.plateau * 1.3, a.plateau * 2, a.plateau * 100} {
			if a.at(d2) != whole.at(d2) {
				t.Errorf("r = %v: σ at d² = %v is %v, with both terms %v", r, d2, a.at(d2), whole.at(d2))
			}
		}
		if r > 0 && r < 1 && a.plateau > 4*s.A2*s.A2 {
			t.Errorf("r = %v: the second term is computed up to d² = %v", r, a.plateau)
		}
		// The radii are exact: the last squared distance that satisfies, and
		// the order is kept around them.
		for _, edge := range []struct {
			d2    float64
			holds func(float64) bool
		}{{a.strong, func(v float64) bool { return v > 0.9 }}, {a.moderate, func(v float64) bool { return v >= 0.1 }}} {
			inside, outside := edge.d2, math.Nextafter(edge.d2, 1)
			for range 1000 {
				if !edge.holds(a.at(inside)) || edge.holds(a.at(outside)) {
					t.Fatalf("r = %v: σ is not monotone around the threshold at d² = %v", r, edge.d2)
				}
				inside, outside = math.Nextafter(inside, 0), math.Nextafter(outside, 1)
			}
		}
	}
	if got := s.StrongRadius(0.5); math.Abs(plainActivation(got, s, 0.5)-0.9) > 1e-12 {
		t.Errorf("the strong radius %v has activation %v", got, plainActivation(got, s, 0.5))
	}
}

func TestClassicSettings(t *testing.T) {
	for _, c := range []struct {
		k      int
		a1, a2 float64
	}{{1, 0.02098, 0.997}, {24, 0.48052, 0.928}, {50, 1, 0.85}, {51, 1, 0.847}, {100, 1, 0.7}, {1000, 1, 0.7}} {
		s := ClassicSettings(c.k)
		if math.Abs(s.A1-c.a1) > 1e-12 || math.Abs(s.A2-c.a2) > 1e-12 || s.Admission != 0.1 || s.Activation != 0.9 {
			t.Errorf("layer %d: %+v", c.k, s)
		}
	}
}

// SPEC 3.1: with auto settings σ_dsa(q) is just under τ_ad, and a hit means
// nearer than about q/6.
func TestAutoSettings(t *testing.T) {
	for _, q := range []float64{1e-6, 1, 300} {
		s := AutoSettings(q)
		if v := s.ActivationAt(q, 0.5); !(v < 0.1 && v > 0.09) {
			t.Errorf("σ(q) = %v", v)
		}
		if radius := s.StrongRadius(0.5); radius < q/7 || radius > q/5 {
			t.Errorf("a hit ends at %v q", radius/q)
		}
	}
}

func TestReach(t *testing.T) {
	reachOf := func(x Matrix) float64 {
		q, err := reach(x, newKDTree(x), new(counter))
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	if q := reachOf(column(3)); q != 1 {
		t.Errorf("the reach of one sample is %v", q)
	}
	// Nearest distances 1, 1, 2, 4: the 95 % quantile is at 2.85 of 0..3.
	if q := reachOf(column(0, 1, 3, 7)); math.Abs(q-(2+0.85*2)) > 1e-12 {
		t.Errorf("the reach is %v", q)
	}
	// Samples that share a point have no nearer neighbour for it.
	m := fit(t, Dataset{X: column(0, 0, 1, 1), Values: column(2, 2, 3, 3)}, SQANNOptions{Scale: ScaleNone})
	if m.Reach() != 1 {
		t.Errorf("the reach of two doubled samples is %v", m.Reach())
	}
}

// The worked example of the appendix, with SPEC 4's corrections of its print.
func TestPencilAndPaper(t *testing.T) {
	d := Dataset{X: matrix(2, 1, 1.2, 1.2, 0.8, -1, -1, -1.2, -1.2), Values: column(1, 1, 0, 0)}
	m := fit(t, d, SQANNOptions{Preset: Paper, Trace: true, Settings: []Settings{{A1: 0.001, A2: 0.5, Admission: 0.1, Activation: 0.9}}})
	if got := placementOf(m); !slices.EqualFunc(got, [][][]int{{{0}, {2}}, {{1}, {3}}}, func(a, b [][]int) bool {
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
	e, _ := m.Explain([]float64{1.25, 1.25}, Interpolation{})
	for _, c := range []struct{ got, want float64 }{
		{e.Fingerprint[0][0], 0.5053}, {e.Fingerprint[0][1], 4.938e-5}, {e.Fingerprint[1][0], 0.5165}, {e.Fingerprint[1][1], 9.86e-4}, {e.Value[0], 1},
	} {
		if math.Abs(c.got-c.want) > 2e-4*c.want {
			t.Errorf("the first external sample: %v, want %v", c.got, c.want)
		}
	}
	e, _ = m.Explain([]float64{-1.25, -1}, Interpolation{})
	if math.Abs(e.Fingerprint[0][0]-5.049e-5) > 1e-8 || math.Abs(e.Fingerprint[0][1]-0.5059) > 1e-4 || math.Abs(e.Fingerprint[1][1]-0.9880) > 1e-4 || e.Status != StatusHit || e.Layer != 2 {
		t.Errorf("the second external sample: %+v", e)
	}
}

// Every mode against its formula, from the explanation's own fingerprint.
func TestInterpolationModes(t *testing.T) {
	d := random2D(10, 40)
	m := fit(t, d, SQANNOptions{})
	r := rand.New(rand.NewSource(11))
	interpolated := 0
	for range 200 {
		x := []float64{r.Float64(), r.Float64()}
		e, _ := m.Explain(x, Interpolation{Mode: InterpolateNone})
		if e.Status == StatusHit {
			continue
		}
		interpolated++
		if e.Status != StatusNone || !math.IsNaN(e.Value[0]) || len(e.Neurons) != 0 {
			t.Fatalf("none: %+v", e)
		}
		type node struct {
			v, alpha float64
			layer    int
		}
		var all, best []node
		for k, v := range e.Fingerprint {
			var in []node
			for i, a := range v {
				in = append(in, node{a, m.points.alpha.Data[m.network.layers[k].point[i]], k + 1})
			}
			slices.SortStableFunc(in, func(a, b node) int { return -cmpFloat(a.v, b.v) })
			best = append(best, in[0])
			all = append(all, in...)
		}
		slices.SortStableFunc(all, func(a, b node) int { return -cmpFloat(a.v, b.v) })
		mean := func(nodes []node) float64 {
			var sum, weight float64
			for _, n := range nodes {
				sum, weight = sum+n.v*n.alpha, weight+n.v
			}
			return sum / weight
		}
		u := all[0].v / (all[0].v + all[1].v)
		tnn := fitTNN(t, []float64{0, 1}, []float64{all[1].alpha, all[0].alpha}, TNNOptions{A: 3})
		for _, c := range []struct {
			how  Interpolation
			want float64
			made int
		}{
			{Interpolation{}, mean(all[:8]), 8},
			{Interpolation{Mode: InterpolateTop, Top: 1}, all[0].alpha, 1},
			{Interpolation{Mode: InterpolateTop, Top: 3}, mean(all[:3]), 3},
			{Interpolation{Mode: InterpolateTop, Top: 1000}, mean(all), 40},
			{Interpolation{Mode: InterpolateLayerwise}, mean(best), len(e.Fingerprint)},
			{Interpolation{Mode: InterpolateNearest}, all[0].alpha, 1},
			{Interpolation{Mode: InterpolateTNN, A: 3}, tnn.dense(u)[0], 2},
			{Interpolation{Mode: InterpolateFunction, Top: 5, Function: func(value []float64, neurons []Neuron) {
				value[0] = neurons[4].Alpha[0] + 100
			}}, all[4].alpha + 100, 5},
		} {
			e, err := m.Explain(x, c.how)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(e.Value[0]-c.want) > 1e-9*math.Max(1, math.Abs(c.want)) || len(e.Neurons) != c.made || e.Status != StatusInterpolated {
				t.Fatalf("mode %d: %v from %d neurons, want %v from %d", c.how.Mode, e.Value[0], len(e.Neurons), c.want, c.made)
			}
			var sum float64
			for _, n := range e.Neurons {
				sum += n.Weight
			}
			if c.how.Mode != InterpolateFunction && math.Abs(sum-1) > 1e-12 {
				t.Fatalf("mode %d: the weights sum to %v", c.how.Mode, sum)
			}
			p, _ := m.Predict(Matrix{Data: x, Rows: 1, Columns: 2}, c.how)
			if p.Values.Data[0] != e.Value[0] || p.Status[0] != e.Status {
				t.Fatalf("mode %d: Predict gives %v, Explain %v", c.how.Mode, p.Values.Data[0], e.Value[0])
			}
		}
	}
	if interpolated < 50 {
		t.Errorf("only %d queries were interpolated", interpolated)
	}
	// Equal activations, here all 0: the lower layer first, then the lower node.
	far, _ := m.Explain([]float64{1e300, 1e300}, Interpolation{Mode: InterpolateTop, Top: 1000})
	for i, n := range far.Neurons[1:] {
		if p := far.Neurons[i]; n.Activation != 0 || n.Layer < p.Layer || n.Layer == p.Layer && n.Node != p.Node+1 {
			t.Fatalf("without activation %+v comes before %+v", p, n)
		}
	}
	if last := far.Neurons[len(far.Neurons)-1]; last.Layer < 2 {
		t.Fatalf("this test needs more than %d layers", last.Layer)
	}
	// One neuron, and activations that are all 0.
	one := fit(t, Dataset{X: column(5), Values: column(7)}, SQANNOptions{})
	for _, how := range []Interpolation{{}, {Mode: InterpolateTNN, A: 2}, {Mode: InterpolateLayerwise}, {Mode: InterpolateNearest}} {
		if e, _ := one.Explain([]float64{1e200}, how); e.Value[0] != 7 || e.Status != StatusInterpolated || e.Neurons[0].Weight != 1 {
			t.Errorf("one neuron, mode %d: %+v", how.Mode, e)
		}
	}
	two := fit(t, Dataset{X: column(0, 1), Values: column(1, 2)}, SQANNOptions{})
	for _, how := range []Interpolation{{}, {Mode: InterpolateTNN, A: 40}} {
		if e, _ := two.Explain([]float64{1e300}, how); math.Abs(e.Value[0]-1.5) > 1e-12 || e.Familiarity != 0 || e.Recognition != Weak {
			t.Errorf("no activation at all, mode %d: %+v", how.Mode, e)
		}
	}
}

func cmpFloat(a, b float64) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
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
			e, err := m.Explain([]float64{r.Float64() * spread, r.Float64() * spread}, Interpolation{})
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
					if top >= m.network.layers[k].settings.Admission {
						recognition = Moderate
					}
				}
				if top < m.network.layers[k].settings.Admission && novelAt == 0 {
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

func TestClassScores(t *testing.T) {
	d := random2D(14, 50)
	d.Values = Matrix{}
	for i := range d.X.Rows {
		d.Labels = append(d.Labels, Integer(int64(i%3)*10))
	}
	m := fit(t, d, SQANNOptions{})
	r := rand.New(rand.NewSource(19))
	for range 100 {
		e, _ := m.Explain([]float64{r.Float64(), r.Float64()}, Interpolation{})
		var sum float64
		for _, s := range e.Value {
			sum += s
		}
		if math.Abs(sum-1) > 1e-12 || e.Label != m.Classes()[argmax(e.Value)] {
			t.Fatalf("scores %v, label %v", e.Value, e.Label)
		}
	}
	p, _ := m.Predict(matrix(2, 1e9, 1e9), Interpolation{Mode: InterpolateNone})
	if p.Class(0) != -1 {
		t.Errorf("without an output the class is %d", p.Class(0))
	}
}

func TestVectorOutputs(t *testing.T) {
	d := random2D(15, 30)
	d.Values = Matrix{Rows: 30, Columns: 3}
	for i := range 90 {
		d.Values.Data = append(d.Values.Data, float64(i))
	}
	m := fit(t, d, SQANNOptions{})
	walk(t, m)
	x := matrix(2, 0.41, 0.57)
	whole, _ := m.Predict(x, Interpolation{})
	for j := range 3 { // each output as if it were alone
		y := Matrix{Rows: 30, Columns: 1}
		for i := range 30 {
			y.Data = append(y.Data, d.Values.Row(i)[j])
		}
		alone, _ := fit(t, Dataset{X: d.X, Values: y}, SQANNOptions{}).Predict(x, Interpolation{})
		if alone.Values.Data[0] != whole.Values.Data[j] {
			t.Errorf("output %d is %v, alone %v", j, whole.Values.Data[j], alone.Values.Data[0])
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
	_, err = FitSQANN(d, SQANNOptions{Done: done, Progress: func(p Progress) {
		if calls++; calls == 100 {
			close(done)
		}
		last = p
	}})
	refused(t, err, Aborted, -1, -1, "cancelled")
	if calls != 100 || last.Total != 200 || last.Steps == 0 || last.Steps >= steps || last.Placed == 0 {
		t.Errorf("%d calls of progress, the last %+v", calls, last)
	}
	sameBits(t, free, fit(t, d, SQANNOptions{}))
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
	for _, call := range []func(){
		func() { (&SQANN{}).Predict(column(0), Interpolation{}) },
		func() { (&SQANN{}).Explain([]float64{0}, Interpolation{}) },
		func() { (&TNN{}).Predict(column(0)) },
		func() { (*TNN)(nil).Explain([]float64{0}) },
	} {
		func() {
			defer func() {
				if r := recover(); r != panicUnfitted {
					t.Errorf("panic is %v", r)
				}
			}()
			call()
		}()
	}
}
