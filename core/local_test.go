package core

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/nca"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// localGolden is a case of testdata/golden/local-*.json; its README says where they come from. Weights and corrections
// there are those of the line, before a hit takes over.
type localGolden struct {
	Classes     bool
	X, Y, Xtest [][]float64
	Reach       float64
	Line        struct {
		Coefficients [][]float64
		Penalty      float64
	}
	Cases []struct {
		Options struct {
			Top          int
			Width, Ridge float64
			Line         bool
			Takeover     string
		}
		Expect []struct {
			Value []float64
			Hit   *struct {
				Layer, Sample int
				Share         float64
			}
			Samples        []int
			Weights, Limit []float64
			Corrections    [][]float64
			Spread         []float64
		}
	}
}

func readLocal(t testing.TB, name string) (g localGolden, d Dataset) {
	t.Helper()
	text, err := os.ReadFile("../testdata/golden/local-" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	if d.X, err = MatrixOf(g.X); err != nil {
		t.Fatal(err)
	}
	if d.Values, err = MatrixOf(g.Y); err != nil {
		t.Fatal(err)
	}
	if g.Classes {
		for _, y := range g.Y {
			d.Labels = append(d.Labels, Integer(int64(slices.Index(y, 1))))
		}
		d.Values = Matrix{}
	}
	return g, d
}

// rangeOf is that of the outputs, 1 for scores.
func rangeOf(m Model) float64 {
	if m.Classes() != nil {
		return 1
	}
	return slices.Max(m.Data().Values.Data) - slices.Min(m.Data().Values.Data)
}

func TestLocalGoldens(t *testing.T) {
	for _, name := range []string{"boston", "digits", "wine"} {
		g, d := readLocal(t, name)
		hits := 0
		for _, c := range g.Cases {
			o := c.Options
			m := fit(t, d, SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}, Interpolation: Interpolation{Mode: InterpolateLocal, Top: o.Top,
				Local: Local{Width: o.Width, Ridge: o.Ridge, Flat: o.Ridge == 0, Level: !o.Line, OnHit: o.Takeover == "hit"}}})
			unit := rangeOf(m)
			near := func(what string, got, want float64) {
				t.Helper()
				if !(math.Abs(got-want) <= 1e-9*unit) {
					t.Errorf("%s, %+v, %s: %v, not %v", name, o, what, got, want)
				}
			}
			if math.Abs(m.Reach()-g.Reach) > 1e-12 || m.line().penalty != g.Line.Penalty {
				t.Fatalf("%s: reach %v and penalty %v, not %v and %v", name, m.Reach(), m.line().penalty, g.Reach, g.Line.Penalty)
			}
			for k, list := range g.Line.Coefficients {
				for j, b := range list {
					near("a slope of the line", m.line().of.Row(k)[j], b)
				}
			}
			p, err := m.Predict(Matrix{Data: slices.Concat(g.Xtest...), Rows: len(g.Xtest), Columns: len(g.Xtest[0])})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.Expect {
				e, err := m.Explain(g.Xtest[i])
				if err != nil {
					t.Fatal(err)
				}
				own, layer, sample := 0.0, 0, -1
				if want.Hit != nil {
					own, layer, sample = want.Hit.Share, want.Hit.Layer, want.Hit.Sample
					hits++
				}
				if e.Layer != layer || (p.Status[i] == StatusHit) != (layer > 0) {
					t.Fatalf("%s, row %d: hit in layer %d, not %d", name, i, e.Layer, layer)
				}
				var spread []float64
				m.ask(oneRow(g.Xtest[i]), reasons, func(_ int, a *answer) { spread = slices.Clone(a.line.spread) })
				for k, v := range want.Value {
					near("the value", e.Value[k], v)
					near("the predicted value", p.Values.Row(i)[k], v)
					near("the limit", e.Limit[k], (1-own)*want.Limit[k])
					near("the spread", spread[k], want.Spread[k])
					for j, c := range want.Corrections[k] {
						near("a correction", e.Corrections.Row(j)[k], (1-own)*c)
					}
				}
				if own == 1 {
					if len(e.Neurons) != 1 || e.Neurons[0].Weight != 1 || e.Neurons[0].Samples[0] != sample {
						t.Fatalf("%s, row %d: %+v", name, i, e.Neurons)
					}
					continue
				}
				if len(e.Neurons) != len(want.Samples) {
					t.Fatalf("%s, row %d: %d neurons, not %d", name, i, len(e.Neurons), len(want.Samples))
				}
				for k, n := range e.Neurons {
					w := (1 - own) * want.Weights[k]
					if n.Samples[0] == sample {
						w += own
					}
					if n.Samples[0] != want.Samples[k] || math.Abs(n.Weight-w) > 1e-9 {
						t.Fatalf("%s, row %d, neuron %d: sample %d with weight %v, not %d with %v", name, i, k, n.Samples[0], n.Weight, want.Samples[k], w)
					}
				}
			}
		}
		if name == "boston" && hits < 20 {
			t.Errorf("%d hits", hits)
		}
	}
}

// Random sets and options against the plain answer, with the parts of each explanation.
func TestLocalEqualsPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 1))
	hits, near, limited, byRows, byFeatures := 0, 0, 0, 0, 0
	for range 60 {
		rows, features := 1+r.IntN(60), 1+r.IntN(12)
		d := Dataset{X: newMatrix(rows, features)}
		for i := range d.X.Data {
			d.X.Data[i] = math.Round(r.NormFloat64()*8) / 8 // ties, equal rows, constant columns
		}
		if outputs := r.IntN(4); outputs == 0 {
			for range rows {
				d.Labels = append(d.Labels, Integer(r.Int64N(3)))
			}
		} else {
			d.Values = newMatrix(rows, outputs)
			for i := range d.Values.Data {
				d.Values.Data[i] = r.NormFloat64() + 3*d.X.Data[i/outputs*features]
			}
		}
		how := Interpolation{Mode: InterpolateLocal, Top: 1 + r.IntN(70), Local: Local{Width: []float64{0.5, 1, 3}[r.IntN(3)], Ridge: []float64{0.3, 0.003}[r.IntN(2)],
			Flat: r.IntN(4) == 0, Level: r.IntN(2) == 0, OnHit: r.IntN(2) == 0}}
		o := SQANNOptions{Duplicates: DuplicatesFirst, Interpolation: how, Relevance: Relevance{Kind: RelevanceOff}}
		if r.IntN(2) == 0 {
			o.Relevance = Relevance{Kind: RelevanceGiven}
			for range features {
				o.Relevance.Features = append(o.Relevance.Features, 0.02+r.Float64())
			}
		}
		if r.IntN(2) == 0 {
			d.Weights = someWeights(r, rows)
		}
		o.Balanced = d.Labels != nil && r.IntN(2) == 0
		if r.IntN(3) == 0 {
			o.Settings = []Settings{{A1: 0.01, A2: 0.2, Admission: 0.1, Activation: 0.9}, {A1: 0.1, A2: 0.5, Admission: 0.2, Activation: 0.8}}
		}
		m := fit(t, d, o)
		b, err := plainFit(d, o)
		if err != nil {
			t.Fatal(err)
		}
		line := newMatrix(m.OutputCount(), features)
		if !how.Local.Level {
			y := Matrix{Data: slices.Clone(m.points.alpha.Data), Rows: m.points.alpha.Rows, Columns: m.OutputCount()}
			if d.Labels == nil {
				nca.Standardize(spatial.Matrix(y))
			}
			if penalty := m.line().penalty; m.points.count() > 1 {
				for lambda, errors := range plainErrors(m.points.x, y) {
					if chosen := plainErrors(m.points.x, y)[penalty]; chosen > errors*(1+1e-9)+1e-20 {
						t.Fatalf("%d × %d, %d outputs, λ is %v with error %v, but %v has %v\n%v\n%v", m.points.count(), features, m.OutputCount(), penalty, chosen, lambda, errors, m.points.x, y)
					}
				}
				line, _ = plainRidge(m.points.x, m.points.alpha, penalty*float64(m.points.count()), -1)
			}
		}
		x := Matrix{Columns: features}
		for range 20 {
			size := []float64{0, 1e-4, 0.01, 0.3, 3, 1e6}[r.IntN(6)]
			for _, v := range d.X.Row(r.IntN(rows)) {
				x.Data = append(x.Data, v+size*r.NormFloat64())
			}
			x.Rows++
		}
		predicted, err := m.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.Rows {
			scaled := make([]float64, features)
			m.scaled(scaled, x.Row(i))
			value, corrections, limit, spread := b.plainLocal(m, scaled, line, m.options.Interpolation)
			e, err := m.Explain(x.Row(i))
			if err != nil {
				t.Fatal(err)
			}
			same := func(what string, got, want float64) {
				t.Helper()
				if unit := math.Max(1, math.Abs(want)); !(math.Abs(got-want) <= 1e-7*unit) {
					t.Fatalf("%d × %d, %+v, query %v: %s is %v, not %v", rows, features, how, x.Row(i), what, got, want)
				}
			}
			weights := 0.0
			for k := range value {
				same("the value", e.Value[k], value[k])
				same("the limit", e.Limit[k], limit[k])
				if math.Float64bits(e.Value[k]) != math.Float64bits(predicted.Values.Row(i)[k]) {
					t.Fatalf("predicted %v, explained %v", predicted.Values.Row(i)[k], e.Value[k])
				}
				sum := e.Limit[k]
				for j, c := range corrections.Row(k) {
					same("a correction", e.Corrections.Row(j)[k], c)
					sum += e.Corrections.Row(j)[k]
				}
				for _, n := range e.Neurons {
					sum += n.Weight * n.Alpha[k]
				}
				same("the sum of the parts", sum, e.Value[k])
				if e.Limit[k] != 0 {
					limited++
				}
			}
			for _, n := range e.Neurons {
				weights += n.Weight
				if n.Weight < 0 {
					t.Fatalf("a weight is %v", n.Weight)
				}
			}
			same("the sum of the weights", weights, 1)
			m.ask(oneRow(x.Row(i)), reasons, func(_ int, a *answer) {
				for k := range spread {
					same("the spread", a.line.spread[k], spread[k])
				}
			})
			if e.Status == StatusHit {
				if hits++; len(e.Neurons) > 1 && !how.Local.OnHit {
					near++
				}
			}
			if features > min(how.Top, m.points.count()) {
				byRows++
			} else {
				byFeatures++
			}
		}
	}
	if hits < 50 || near < 10 || limited < 50 || byRows < 50 || byFeatures < 50 {
		t.Errorf("%d hits, %d of them near a sample, %d limited answers, %d by neurons, %d by features", hits, near, limited, byRows, byFeatures)
	}
}

// On every table: the parts of an explanation add up to the answer, samples are exact, and prediction and explanation have
// the same bits.
func TestLocalPartsAddUp(t *testing.T) {
	files, err := os.ReadDir("../testdata/data")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		var d Dataset
		if name := file.Name(); name == "boston.csv" || name == "diabetes.csv" {
			list, err := readTable(name)
			if err != nil {
				t.Fatal(err)
			}
			var x [][]float64
			for _, row := range list {
				values, err := numbers(row)
				if err != nil {
					t.Fatal(err)
				}
				x = append(x, values[:len(values)-1])
				d.Values.Data = append(d.Values.Data, values[len(values)-1])
			}
			d.X, _ = MatrixOf(x)
			d.Values.Rows, d.Values.Columns = d.X.Rows, 1
		} else if d, err = labelledData(name); err != nil {
			t.Fatal(err)
		}
		rows := min(d.X.Rows, 400)
		fitted, held := evenly(rows*3/4, d.X.Rows), evenly(rows, d.X.Rows)
		m := fit(t, d.Pick(marked(fitted)), SQANNOptions{Duplicates: DuplicatesFirst, Relevance: Relevance{Kind: RelevanceOff}, Interpolation: Interpolation{Mode: InterpolateLocal}})
		if own, err := m.Predict(m.data.X); err != nil || m.report.MaxFittingError != 0 {
			t.Fatalf("%s: fitting error %v, %v", file.Name(), m.report.MaxFittingError, err)
		} else {
			for i, status := range own.Status {
				if status != StatusHit || largestDifference(own.Values.Row(i), m.data.outcomes(m.points.classes).Row(i)) != 0 {
					t.Fatalf("%s: sample %d has answer %v, %v", file.Name(), i, own.Values.Row(i), status)
				}
			}
		}
		unit := rangeOf(m)
		for _, i := range marked(held) {
			e, err := m.Explain(d.X.Row(i))
			if err != nil {
				t.Fatal(err)
			}
			p, _ := m.Predict(oneRow(d.X.Row(i)))
			corrections, limit := e.ByColumn(nil, m.Classes(), m.Classes())
			for k, v := range e.Value {
				sum := limit[k]
				for j := range corrections.Rows {
					sum += corrections.Row(j)[k]
				}
				for _, n := range e.Neurons {
					sum += n.Weight * n.Alpha[k]
				}
				if !(math.Abs(sum-v) <= 1e-9*unit) || math.Float64bits(v) != math.Float64bits(p.Values.Data[k]) {
					t.Fatalf("%s, row %d: the parts add up to %v, the answer is %v, predicted is %v", file.Name(), i, sum, v, p.Values.Data[k])
				}
			}
		}
	}
}

// Sets and inputs at the edges of what is allowed get finite answers within the outputs, whose parts add up.
func TestLocalAtTheEdges(t *testing.T) {
	for name, d := range map[string]Dataset{
		"one sample":      {X: column(5), Values: column(7)},
		"two samples":     {X: matrix(2, 0, 1, 1, 1), Values: column(-1e150, 1e150)},
		"one outcome":     {X: column(1, 2, 3, 4), Values: column(3, 3, 3, 3)},
		"a constant":      {X: matrix(2, 1, 7, 2, 7, 4, 7), Values: column(1, 2, 3)},
		"tiny":            {X: column(0, 1e-150, 3e-150), Values: column(0, 5e-324, 1e-320)},
		"large":           {X: column(-1e150, 0, 1e150), Values: column(-1e150, 3, 1e150)},
		"more features":   {X: matrix(4, 1, 2, 3, 4, 4, 3, 2, 1), Values: column(1, 2)},
		"large and close": {X: column(1e9, 1e9+1, 1e9+2), Values: column(1e9, 1e9+1, 1e9)},
	} {
		for _, scale := range []ScaleKind{ScaleNone, ScaleMinMax, ScaleStandard} {
			m, err := FitSQANN(d, SQANNOptions{Scale: scale, Interpolation: Interpolation{Mode: InterpolateLocal}})
			if err != nil {
				if err.(*Error).Code != InvalidInput {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			low, high := slices.Min(d.Values.Data), slices.Max(d.Values.Data)
			for _, v := range []float64{0, 0.5, 1, 1.5, 2.0000001, 1e-150, 1e9 + 0.5, 1e100, -1e150, 1e150} {
				e, err := m.Explain(slices.Repeat([]float64{v}, d.X.Columns))
				if err != nil {
					continue // beyond what can be told apart after scaling
				}
				sum, size := e.Limit[0], math.Abs(e.Limit[0])
				for _, c := range e.Corrections.Data {
					sum, size = sum+c, size+math.Abs(c)
				}
				for _, n := range e.Neurons {
					sum += n.Weight * n.Alpha[0]
				}
				size = math.Max(size, math.Max(math.Abs(low), math.Abs(high)))
				if !(e.Value[0] >= low && e.Value[0] <= high) || !(math.Abs(sum-e.Value[0]) <= 1e-12*size+1e-322) {
					t.Errorf("%s, scale %d, at %v: %v, from %v to %v; the parts add up to %v", name, scale, v, e.Value[0], low, high, sum)
				}
			}
		}
	}
	_, err := FitSQANN(Dataset{X: column(1, 2), Values: column(1, 2)}, SQANNOptions{Preset: Paper, Interpolation: Interpolation{Mode: InterpolateLocal}})
	refused(t, err, InvalidOption, -1, -1, "need the skip connection")
	m := fit(t, Dataset{X: column(1, 2), Values: column(1, 2)}, SQANNOptions{Preset: Paper})
	_, err = m.Interpolating(Interpolation{Mode: InterpolateLocal})
	refused(t, err, InvalidOption, -1, -1, "need the skip connection")
}

// A model answers by a local line on request as one that was fitted with it, and a fit that is stopped in the line stops.
func TestLocalOnRequest(t *testing.T) {
	_, d := readLocal(t, "boston")
	how := Interpolation{Mode: InterpolateLocal}
	o := SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}, Interpolation: how}
	fitted := fit(t, d, o)
	o.Interpolation = Interpolation{Mode: InterpolateTop, Top: 8}
	plain := fit(t, d, o)
	x := Matrix{Data: d.X.Data[7 : 7+13*100], Rows: 100, Columns: 13} // other rows, by half a row
	a, _ := fitted.Predict(x)
	b, _ := interpolating(t, plain, how).Predict(x)
	c, _ := plain.Predict(x)
	if !slices.Equal(a.Values.Data, b.Values.Data) || slices.Equal(a.Values.Data, c.Values.Data) {
		t.Errorf("on request %v, fitted %v, plain %v", b.Values.Data[:3], a.Values.Data[:3], c.Values.Data[:3])
	}
	restored, err := RestoreSQANN(d, fitted.Options(), fitted.Placement())
	if err != nil {
		t.Fatal(err)
	}
	if e, _ := restored.Predict(x); !slices.Equal(a.Values.Data, e.Values.Data) {
		t.Error("restored, it answers otherwise")
	}
}
