package xaia_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
)

// golden is one case of testdata/golden; its README names their origin.
type golden struct {
	Name     string
	Settings []struct{ A1, A2, Admission, Activation float64 }
	X, Xtest [][]float64
	Y        []float64
	Expect   map[string]struct {
		Layers  [][]int
		Predict []struct {
			Y           float64
			Status      string
			Layer       int
			Samples     []int
			Activation  float64
			Activations []float64
		}
	}
}

func goldens(t testing.TB) []golden {
	t.Helper()
	files, err := filepath.Glob("testdata/golden/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []golden
	for _, file := range files {
		base := filepath.Base(file)
		if base == "mt19937.json" || base == "fig4-summary.json" || strings.HasPrefix(base, "relevance-") || strings.HasPrefix(base, "local-") {
			continue // not cases: draws of a generator, medians over many fits, objectives
		}
		bytes, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var g golden
		if err := json.Unmarshal(bytes, &g); err != nil {
			t.Fatal(file, err)
		}
		cases = append(cases, g)
	}
	if len(cases) != 12 {
		t.Fatalf("testdata/golden has %d cases, want 12", len(cases))
	}
	return cases
}

// options says what the kinds of expectation mean.
func (g golden) options(t testing.TB, kind string) core.SQANNOptions {
	t.Helper()
	if kind == "default" {
		return core.SQANNOptions{Relevance: core.Relevance{Kind: core.RelevanceOff}, Interpolation: core.Interpolation{Mode: core.InterpolateTop, Top: 8}}
	}
	o := core.SQANNOptions{}
	for _, s := range g.Settings {
		o.Settings = append(o.Settings, core.Settings(s))
	}
	switch kind {
	case "published-v1":
		o.Preset = core.PublishedV1
	case "published-v2":
		o.Preset = core.PublishedV2
	case "text":
		o.Preset = core.Paper
	case "skip":
		o.Preset, o.Skip = core.Paper, core.On
	default:
		t.Fatalf("unknown kind %q", kind)
	}
	return o
}

func (g golden) fit(t testing.TB, kind string) *core.SQANN {
	t.Helper()
	m, err := core.FitSQANN(dataset(g.X, g.Y), g.options(t, kind))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func dataset(x [][]float64, y []float64) core.Dataset {
	m, err := core.MatrixOf(x)
	if err != nil {
		panic(err)
	}
	return core.Dataset{X: m, Values: core.Matrix{Data: y, Rows: len(y), Columns: 1}}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

func TestGoldens(t *testing.T) {
	for _, g := range goldens(t) {
		for kind, want := range g.Expect {
			t.Run(g.Name+"/"+kind, func(t *testing.T) {
				m := g.fit(t, kind)
				if got := placement(m); !equalPlacement(got, want.Layers) {
					t.Fatalf("layers are %v, want %v", got, want.Layers)
				}
				for i, w := range want.Predict {
					e, err := m.Explain(g.Xtest[i])
					if err != nil {
						t.Fatal(err)
					}
					if !near(e.Value[0], w.Y) || e.Status.String() != w.Status || e.Layer != w.Layer {
						t.Fatalf("row %d: %v %v in layer %d, want %v", i, e.Value, e.Status, e.Layer, w)
					}
					activations := w.Activations
					if w.Status == "hit" {
						activations = []float64{w.Activation}
					}
					for j, neuron := range e.Neurons {
						if neuron.Samples[0] != w.Samples[j] || !near(neuron.Activation, activations[j]) {
							t.Fatalf("row %d: neuron %d is %+v, want sample %d at %v", i, j, neuron, w.Samples[j], activations[j])
						}
					}
					if len(e.Neurons) != len(w.Samples) {
						t.Fatalf("row %d: %d neurons, want %d", i, len(e.Neurons), len(w.Samples))
					}
				}
				values := slices.Clone(g.Xtest)
				x, _ := core.MatrixOf(values)
				predicted, err := m.Predict(x)
				if err != nil {
					t.Fatal(err)
				}
				for i, w := range want.Predict {
					if !near(predicted.Values.Data[i], w.Y) || predicted.Status[i].String() != w.Status {
						t.Fatalf("row %d: predict gives %v %v, want %v", i, predicted.Values.Data[i], predicted.Status[i], w)
					}
				}
			})
		}
	}
}

// placement lists the samples of each layer in node order.
func placement(m *core.SQANN) [][]int {
	var layers [][]int
	for _, l := range m.Layers() {
		var samples []int
		for _, rows := range l.Nodes {
			samples = append(samples, rows...)
		}
		layers = append(layers, samples)
	}
	return layers
}

func equalPlacement(a, b [][]int) bool {
	return slices.EqualFunc(a, b, func(x, y []int) bool { return slices.Equal(x, y) })
}

func TestGoldenKindsAreComplete(t *testing.T) {
	for _, g := range goldens(t) {
		var kinds []string
		for kind := range g.Expect {
			kinds = append(kinds, kind)
		}
		slices.Sort(kinds)
		want := "default published-v1 published-v2 skip text"
		if strings.HasPrefix(g.Name, "symmetric") || strings.HasPrefix(g.Name, "xor") {
			want = "default skip text" // sets on which the published construction errs
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%s has expectations %q, want %q", g.Name, got, want)
		}
	}
}
