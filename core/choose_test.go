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

// Strong activation by its definition, over all nodes of the layer of the hit.
func TestRedundancyByDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(52))
	found := 0
	for range 200 {
		m := generatedModel(t, r, 40)
		var rows []int
		small, number := m, counting(m.Samples())
		if r.Intn(2) == 0 {
			for i := range m.Samples() {
				if i == 0 || r.Intn(3) > 0 {
					rows = append(rows, i)
				}
			}
			number = rows
			var err error
			if small, err = m.without(negated(markRows(m.Samples(), rows)), Control{}); err != nil {
				continue
			}
		}
		list, err := Redundancy(m, rows, Control{})
		if err != nil {
			t.Fatal(err)
		}
		spare := map[int]bool{}
		at := 0
		for row := range m.Samples() {
			var want []int
			for _, s := range stronglyActivated(t, small, m.Data().X.Row(row)) {
				if number[s] != row {
					want = append(want, number[s])
				}
			}
			slices.Sort(want)
			if len(want) == 0 {
				if at < len(list) && list[at].Row == row {
					t.Fatalf("row %d is listed with %v", row, list[at].Strong)
				}
				continue
			}
			for _, other := range want {
				if other < row && !spare[other] {
					spare[row] = true
				}
			}
			if at == len(list) || list[at].Row != row || !slices.Equal(list[at].Strong, want) || list[at].Spare != spare[row] {
				t.Fatalf("row %d: %+v, want %v, spare %v", row, list[min(at, len(list)-1)], want, spare[row])
			}
			at++
			found++
		}
		if at != len(list) {
			t.Fatalf("%d rows are listed, want %d", len(list), at)
		}
	}
	if found < 300 {
		t.Errorf("only %d rows were redundant", found)
	}
}

func markRows(n int, rows []int) []bool {
	in := make([]bool, n)
	for _, row := range rows {
		in[row] = true
	}
	return in
}

func stronglyActivated(t testing.TB, m Model, x []float64) (rows []int) {
	t.Helper()
	switch m := m.(type) {
	case *SQANN:
		e, err := m.Explain(x, Interpolation{})
		if err != nil {
			t.Fatal(err)
		}
		if e.Status != StatusHit {
			return nil
		}
		layer := m.Layers()[e.Layer-1]
		for node, v := range e.Fingerprint[e.Layer-1] {
			if v > layer.Settings.Activation {
				rows = append(rows, layer.Nodes[node]...)
			}
		}
	case *TNN:
		e, _ := m.Explain(x)
		_, _, familiarity, _ := plainRow(t, m, x)
		if familiarity <= 0.9 {
			return nil
		}
		best := e.Neighbours[0]
		if len(e.Neighbours) > 1 && math.Abs(scaledRow(m, best.X)[0]-scaledRow(m, x)[0]) > math.Abs(scaledRow(m, e.Neighbours[1].X)[0]-scaledRow(m, x)[0]) {
			best = e.Neighbours[1]
		}
		rows = append(rows, best.Samples...)
	}
	return rows
}

func TestRepresentativesAreEnough(t *testing.T) {
	r := rand.New(rand.NewSource(53))
	saved, all := 0, 0
	for range 150 {
		m := generatedModel(t, r, 40)
		tolerance := 0.05 + r.Float64()
		rep, err := Representatives(m, tolerance, Control{})
		if e, ok := err.(*Error); ok && e.Code == IllDefined {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		errors, _, _ := rowErrors(rep.Model, m.Data())
		worst := 0.0
		for i, e := range errors {
			if !slices.Contains(rep.Rows, i) {
				worst = math.Max(worst, e)
			}
		}
		if worst > tolerance || worst != rep.Error || rep.Model.Samples() != len(rep.Rows) {
			t.Fatalf("%d representatives err by %v on the rest, reported %v, allowed %v", len(rep.Rows), worst, rep.Error, tolerance)
		}
		saved += m.Samples() - len(rep.Rows)
		all += m.Samples()
	}
	if saved < all/10 {
		t.Errorf("%d of %d samples were found superfluous", saved, all)
	}
}

// The fewest by trying all subsets that have both ends.
func TestTNNRepresentativesAreFewest(t *testing.T) {
	r := rand.New(rand.NewSource(54))
	fewer := 0
	for round := range 150 {
		n := 3 + r.Intn(9)
		d := Dataset{X: Matrix{Rows: n, Columns: 1}, Values: Matrix{Rows: n, Columns: 1}}
		for range n {
			d.X.Data = append(d.X.Data, r.Float64())
			d.Values.Data = append(d.Values.Data, float64(r.Intn(4))/2)
		}
		if round%3 == 0 {
			d.Values = Matrix{}
			for range n {
				d.Labels = append(d.Labels, Integer(int64(r.Intn(2))))
			}
		}
		m, err := FitTNN(d, TNNOptions{A: 25}) // so steep that far neurons add nothing
		if err != nil {
			t.Fatal(err)
		}
		tolerance := 0.3 + r.Float64()
		got, err := Representatives(m, tolerance, Control{})
		if err != nil {
			t.Fatal(err)
		}
		fewest := n
		for set := range 1 << n {
			var in []bool
			size := 0
			for j := range n {
				in = append(in, set>>j&1 == 1)
				if in[j] {
					size++
				}
			}
			if size >= fewest || !in[m.order[0]] || !in[m.order[n-1]] {
				continue
			}
			small, _ := m.without(negated(in), Control{})
			errors, _, _ := rowErrors(small, d)
			enough := true
			for i, e := range errors {
				enough = enough && (in[i] || e <= tolerance)
			}
			if enough {
				fewest = size
			}
		}
		if len(got.Rows) != fewest {
			t.Fatalf("%v, y %v %v within %v: %d representatives %v, %d are enough", d.X.Data, d.Values.Data, d.Labels, tolerance, len(got.Rows), got.Rows, fewest)
		}
		if fewest < n {
			fewer++
		}
	}
	if fewer < 100 {
		t.Errorf("only %d sets had superfluous samples", fewer)
	}
}

// Two tight groups and one stray: the groups' samples carry each other's hits.
func TestPrototypesAndCriticisms(t *testing.T) {
	x := Matrix{Columns: 2}
	var labels []Label
	for i := range 4 {
		for _, c := range []struct {
			x, y float64
			l    string
		}{{0, 0, "low"}, {1, 1, "high"}} {
			x.Data = append(x.Data, c.x+0.001*float64(i), c.y)
			labels = append(labels, Text(c.l))
			x.Rows++
		}
	}
	x.Data = append(x.Data, 0.3, 0.1)
	x.Rows++
	labels = append(labels, Text("low"))
	m, err := FitSQANN(Dataset{X: x, Labels: labels}, SQANNOptions{Scale: ScaleNone, Settings: []Settings{{A1: 0.01, A2: 0.2, Admission: 0.1, Activation: 0.9}}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := FindPrototypes(m, 1, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Prototypes) != 2 || p.Prototypes[0].Sample%2 != 1 || p.Prototypes[1].Sample%2 != 0 || p.Prototypes[0].Hits != 4 || p.Prototypes[1].Hits != 4 {
		t.Errorf("prototypes %+v", p.Prototypes)
	}
	if len(p.Criticisms) != 1 || p.Criticisms[0].Sample != 8 || p.Criticisms[0].Hits != 1 {
		t.Errorf("criticisms %+v, want sample 8 alone", p.Criticisms)
	}
	// By definition, on a larger set; also with a threshold below the floor, and dense.
	d := noisySet(rand.New(rand.NewSource(55)), 80, true)
	for _, o := range []SQANNOptions{{}, {Preset: Paper}, {Settings: []Settings{{A1: 0.01, A2: 0.1, Admission: 0.001, Activation: 0.8}}}, {Settings: []Settings{{A1: 1, A2: 1, Admission: 0.1, Activation: 0.9}}}} {
		if m, err = FitSQANN(d, o); err != nil {
			t.Fatal(err)
		}
		prototypesByDefinition(t, m)
	}
	if _, err := FindPrototypes(m, -1, Control{}); err == nil {
		t.Error("-1 prototypes can be asked for")
	}
}

func prototypesByDefinition(t *testing.T, m *SQANN) {
	t.Helper()
	d := m.Data()
	n := d.X.Rows
	hits, mass := make([]int, n), make([]float64, n)
	for i := range n {
		e, _ := m.Explain(d.X.Row(i), Interpolation{})
		for k, layer := range m.Layers()[:e.Layer] {
			for node, v := range e.Fingerprint[k] {
				j := layer.Nodes[node][0]
				if d.Labels[i] != d.Labels[j] {
					continue
				}
				if k == e.Layer-1 && v > layer.Settings.Activation {
					hits[j]++
				}
				if v >= layer.Settings.Admission && i != j {
					mass[j] += v
				}
			}
		}
	}
	p, err := FindPrototypes(m, n, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Prototypes) != n {
		t.Fatalf("%d prototypes of %d samples", len(p.Prototypes), n)
	}
	for i, a := range p.Prototypes {
		if a.Hits != hits[a.Sample] || math.Abs(a.Activation-mass[a.Sample]) > 1e-9 {
			t.Fatalf("%+v, by definition %d hits and %v", a, hits[a.Sample], mass[a.Sample])
		}
		if i > 0 {
			b := p.Prototypes[i-1]
			if d.Labels[a.Sample] == d.Labels[b.Sample] && (a.Hits > b.Hits || a.Hits == b.Hits && a.Activation > b.Activation) {
				t.Fatalf("%+v comes after %+v", a, b)
			}
		}
	}
}

func TestCounterfactuals(t *testing.T) {
	r := rand.New(rand.NewSource(56))
	asked := 0
	for range 200 {
		m := generatedModel(t, r, 30)
		x := nearby(r, m.Data(), 1).Row(0)
		now, _ := m.Examine(Matrix{Data: x, Rows: 1, Columns: len(x)})
		if now.Status[0] == StatusNone || m.Classes() == nil && m.Outputs() > 1 {
			continue
		}
		o := CounterfactualOptions{}
		if m.Classes() == nil {
			target := m.Data().Values.Data[r.Intn(m.Samples())]
			o.Value = &target
		}
		c, err := FindCounterfactual(m, x, o)
		if e, ok := err.(*Error); ok && (e.Code == Unsupported || e.Code == InvalidOption) {
			continue // one class only, or the very value
		}
		if err != nil {
			t.Fatal(err)
		}
		asked++
		other := func(v []float64) bool {
			if m.Classes() != nil {
				return argmax(v) != now.Class(0)
			}
			return (v[0]-*o.Value)*(now.Values.Data[0]-*o.Value) <= 0
		}
		outcome := func(i int) bool {
			if m.Classes() != nil {
				return m.Data().Labels[i] != m.Classes()[now.Class(0)]
			}
			return other(m.Data().Values.Row(i))
		}
		if !outcome(c.Sample) {
			t.Fatalf("sample %d doesn't have another outcome", c.Sample)
		}
		for i := range m.Samples() {
			if d := math.Sqrt(squaredDistance(scaledRow(m, m.Data().X.Row(i)), scaledRow(m, x))); outcome(i) && d < c.Distance {
				t.Fatalf("sample %d at %v is nearer than %d at %v", i, d, c.Sample, c.Distance)
			}
		}
		if _, tnn := m.(*TNN); !tnn && !other(c.After) {
			t.Fatalf("the prediction %v has not changed to %v at %v", c.Before, c.After, c.Fraction)
		}
		if c.Fraction > 2e-3 {
			just := make([]float64, len(x))
			for j := range x {
				just[j] = x[j] + (c.Fraction-1e-11)*(m.Data().X.Row(c.Sample)[j]-x[j])
			}
			before, _ := m.Examine(Matrix{Data: just, Rows: 1, Columns: len(x)})
			if before.Status[0] != StatusNone && other(before.Values.Data) && squaredDistance(just, c.Point) > 0 {
				t.Fatalf("the prediction has changed before %v already", c.Fraction)
			}
		}
	}
	if asked < 60 {
		t.Errorf("only %d counterfactuals were found", asked)
	}
	m, _ := FitSQANN(noisySet(r, 20, true), SQANNOptions{})
	now, _ := m.Predict(Matrix{Data: []float64{1, 1}, Rows: 1, Columns: 2}, Interpolation{})
	same, none, number := m.Classes()[now.Class(0)], Text("none"), 1.0
	for _, o := range []CounterfactualOptions{{Label: &same}, {Label: &none}, {Value: &number}} {
		if _, err := FindCounterfactual(m, []float64{1, 1}, o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}
