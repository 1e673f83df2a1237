package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/shapes"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// distinct drops the rows that scaling can't tell from an earlier one.
func distinct(list [][]float64, kind ScaleKind) Matrix {
	m, _ := MatrixOf(list)
	for {
		scaled := Matrix{Data: slices.Clone(m.Data), Rows: m.Rows, Columns: m.Columns}
		s := fitScaler(kind, m)
		for i := range scaled.Rows {
			s.apply(scaled.Row(i), scaled.Row(i))
		}
		kept := Matrix{Columns: m.Columns}
		groups, _ := spatial.EqualRows(spatial.Matrix(scaled), &counter{})
		for i := range groups.Count() {
			kept.Data = append(kept.Data, m.Row(groups.At(i)[0])...)
			kept.Rows++
		}
		if kept.Rows == m.Rows {
			return m
		}
		m = kept
	}
}

// walk is the invariant of every fitted model without published presets: each
// sample hits its own neuron, at its layer, with exactly its y.
func walk(t testing.TB, m *SQANN) {
	t.Helper()
	placed := 0
	for k, layer := range m.Layers() {
		for node, samples := range layer.Nodes {
			for _, row := range samples {
				placed++
				e, err := interpolating(t, m, Interpolation{Mode: InterpolateNone}).Explain(m.data.X.Row(row))
				if err != nil {
					t.Fatal(err)
				}
				if e.Status != StatusHit || e.Layer != k+1 || e.Neurons[0].Node != node || e.Neurons[0].Activation != 1 {
					t.Fatalf("sample %d of layer %d, node %d: %v in layer %d, %+v", row, k+1, node, e.Status, e.Layer, e.Neurons)
				}
				p, err := m.Predict(Matrix{Data: m.data.X.Row(row), Rows: 1, Columns: m.FeatureCount()})
				if err != nil || p.Status[0] != StatusHit || !slices.Equal(p.Values.Data, e.Value) {
					t.Fatalf("sample %d: Predict gives %+v, %v, Explain %v", row, p, err, e.Value)
				}
				if m.data.Labels != nil {
					if e.Label != m.data.Labels[row] {
						t.Fatalf("sample %d is %v, want %v", row, e.Label, m.data.Labels[row])
					}
				} else if m.points.merged == 0 && !slices.Equal(e.Value, m.data.Values.Row(row)) {
					t.Fatalf("sample %d gives %v, want %v", row, e.Value, m.data.Values.Row(row))
				}
			}
		}
	}
	if placed != m.SampleCount() {
		t.Fatalf("%d samples are placed, want %d", placed, m.SampleCount())
	}
	if err := Verify(m); err != nil {
		t.Fatal(err)
	}
}

// grows replays the events: (n_1, n_2, ...) must grow lexicographically at each
// (SPEC 3.4), and end as the layers' sizes.
func grows(t testing.TB, m *SQANN) {
	t.Helper()
	var sizes []int
	for i, e := range m.Trace() {
		before := slices.Clone(sizes)
		switch e.Type {
		case Admit:
			for len(sizes) < e.Layer {
				sizes = append(sizes, 0)
			}
			sizes[e.Layer-1]++
		case Collide:
			sizes[e.Joined-1]++
			clear(sizes[e.Joined:])
		case Drop:
			if sizes[e.Layer-1] != 0 {
				t.Fatalf("event %d drops layer %d, which the collision left standing", i, e.Layer)
			}
			continue
		default:
			continue
		}
		if slices.Compare(trim(sizes), trim(before)) <= 0 {
			t.Fatalf("event %d (%+v) takes the sizes from %v to %v", i, e, before, sizes)
		}
	}
	var want []int
	for _, l := range m.Layers() {
		want = append(want, len(l.Nodes))
	}
	if !slices.Equal(trim(sizes), want) {
		t.Fatalf("the events end at sizes %v, the layers have %v", sizes, want)
	}
}

func trim(sizes []int) []int {
	for len(sizes) > 0 && sizes[len(sizes)-1] == 0 {
		sizes = sizes[:len(sizes)-1]
	}
	return sizes
}

// noFarHits asks from where no sample is near: with the skip connection that is
// never a hit. It returns how many queries counted as far.
func noFarHits(t testing.TB, m *SQANN, r *rand.Rand) (far int) {
	t.Helper()
	radius := 0.0
	for _, l := range m.Layers() {
		radius = math.Max(radius, l.Settings.StrongRadius(*m.options.R))
	}
	x := make([]float64, m.FeatureCount())
	scaled := make([]float64, m.FeatureCount())
	for range 30 {
		near := m.data.X.Row(r.Intn(m.SampleCount()))
		size := math.Pow(10, r.Float64()*16-9) * (1 + math.Abs(near[0]))
		for j := range x {
			x[j] = near[j] + size*r.NormFloat64()
		}
		m.points.scaler.apply(scaled, x)
		least := math.Inf(1)
		for i := range m.points.count() {
			least = math.Min(least, math.Sqrt(spatial.SquaredDistance(scaled, m.points.x.Row(i))))
		}
		if least <= radius {
			continue
		}
		far++
		e, err := m.Explain(x)
		if err != nil {
			t.Fatal(err)
		}
		if e.Status == StatusHit {
			t.Fatalf("a query %g from every sample is a hit in layer %d; strong activation ends at %g", least, e.Layer, radius)
		}
		p, err := m.Predict(Matrix{Data: x, Rows: 1, Columns: len(x)})
		if err != nil {
			t.Fatal(err)
		}
		if p.Status[0] == StatusHit {
			t.Fatalf("Predict takes a query %g from every sample for a hit; strong activation ends at %g", least, radius)
		}
	}
	return far
}

func TestPropertiesOnGeneratedSets(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	far := 0
	for round := range 150 {
		for _, shape := range shapes.All {
			features := 1 + r.Intn(4)
			if round%3 == 0 {
				features = 1 + r.Intn(20)
			}
			list := shape.Make(r, 2+r.Intn(40), features)
			unit := math.Pow(10, float64(r.Intn(19)-9))
			for _, row := range list {
				for j := range row {
					row[j] *= unit
				}
			}
			o := SQANNOptions{Trace: true, Scale: []ScaleKind{ScaleNone, ScaleMinMax, ScaleStandard}[r.Intn(3)]}
			switch r.Intn(4) {
			case 0:
				o.Preset = Paper
			case 1:
				o.Preset, o.SettingsChoice = Paper, SettingsAuto
			case 2:
				o.SettingsChoice = SettingsClassic
			}
			d := Dataset{X: distinct(list, o.Scale)}
			if r.Intn(3) == 0 {
				for range d.X.Rows {
					d.Labels = append(d.Labels, Integer(int64(r.Intn(3))))
				}
			} else {
				d.Values = Matrix{Rows: d.X.Rows, Columns: 1 + r.Intn(2)}
				for range d.Values.Rows * d.Values.Columns {
					d.Values.Data = append(d.Values.Data, r.NormFloat64()*unit)
				}
			}
			m, err := FitSQANN(d, o)
			if err != nil {
				t.Fatalf("%s: %v", shape.Name, err)
			}
			if m.Report().MaxFittingError != 0 {
				t.Fatalf("%s: fitting error %g", shape.Name, m.Report().MaxFittingError)
			}
			walk(t, m)
			grows(t, m)
			// Without a trace other builders are at work, and Predict may search.
			o.Trace = false
			quick, err := FitSQANN(d, o)
			if err != nil {
				t.Fatalf("%s: %v", shape.Name, err)
			}
			sameBits(t, m, quick)
			walk(t, quick)
			if m.options.Skip == On {
				far += noFarHits(t, m, r) + noFarHits(t, quick, r)
			}
			restored, err := RestoreSQANN(d, o, m.Placement())
			if err != nil {
				t.Fatalf("%s: the model can't be restored: %v", shape.Name, err)
			}
			sameBits(t, m, restored)
		}
	}
	t.Logf("%d queries were far from every sample", far)
	if far < 1000 {
		t.Errorf("only %d queries were far", far)
	}
}

// sameBits compares two models down to the bits of their fingerprints.
func sameBits(t testing.TB, a, b *SQANN) {
	t.Helper()
	if len(a.network.Layers) != len(b.network.Layers) {
		t.Fatalf("%d layers and %d", len(a.network.Layers), len(b.network.Layers))
	}
	for k, l := range a.network.Layers {
		other := b.network.Layers[k]
		if !slices.Equal(l.Point, other.Point) || l.Settings != other.Settings {
			t.Fatalf("layer %d: %v, %v and %v, %v", k+1, l.Point, l.Settings, other.Point, other.Settings)
		}
		for i := range l.Point {
			v, w := a.network.Fingerprint(k, i), b.network.Fingerprint(k, i)
			for j := range v {
				if len(v) != len(w) || math.Float64bits(v[j]) != math.Float64bits(w[j]) {
					t.Fatalf("layer %d, node %d: fingerprint number %d is %v and %v", k+1, i, j, v[j], w[j])
				}
			}
		}
	}
}

// The tie rule is what makes preset paper exact on symmetric sets; the
// published construction errs there, and says so.
func TestTheoremTwoNeedsTheTieRule(t *testing.T) {
	d := Dataset{X: column(0, 0.3, -0.3), Values: column(0, 1, -1)}
	settings := make([]Settings, 5)
	for i := range settings {
		settings[i] = Settings{A1: 0.001, A2: 0.5, Admission: 0.1, Activation: 0.9}
	}
	m, err := FitSQANN(d, SQANNOptions{Preset: PublishedV1, Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	if m.Report().MaxFittingError != 2 || len(m.Report().Warnings) != 1 {
		t.Errorf("published-v1 errs by %v, warnings %q", m.Report().MaxFittingError, m.Report().Warnings)
	}
	m, err = FitSQANN(d, SQANNOptions{Preset: Paper, Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	if m.Report().MaxFittingError != 0 || m.Report().Warnings != nil {
		t.Errorf("paper errs by %v, warnings %q", m.Report().MaxFittingError, m.Report().Warnings)
	}
	walk(t, m)
}

// With settings auto and the skip connection, a common factor on all inputs
// changes nothing (SPEC 3.7); powers of two keep that exact.
func TestUnitsDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	list := shapes.Rows(60, 3, func(i, j int) float64 { return r.NormFloat64() })
	y := make([]float64, 60)
	for i := range y {
		y[i] = r.Float64()
	}
	var models []*SQANN
	for _, factor := range []float64{1, 0x1p40, 0x1p-40} {
		x, _ := MatrixOf(list)
		for i := range x.Data {
			x.Data[i] *= factor
		}
		m, err := FitSQANN(Dataset{X: x, Values: column(y...)}, SQANNOptions{Scale: ScaleNone})
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, m)
	}
	for _, m := range models[1:] {
		if !slices.EqualFunc(m.network.Layers, models[0].network.Layers, func(a, b *network.Layer) bool { return slices.Equal(a.Point, b.Point) }) {
			t.Error("a factor on the inputs moves samples to other layers")
		}
	}
}
