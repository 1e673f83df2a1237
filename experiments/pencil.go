package experiments

import (
	"fmt"

	"github.com/xaia-go/xaia/core"
)

var (
	pencilX        = [][]float64{{1, 1.2}, {1.2, 0.8}, {-1, -1}, {-1.2, -1.2}}
	pencilY        = []float64{1, 1, 0, 0}
	pencilExternal = [][]float64{{1.25, 1.25}, {-1.25, -1}, {-1, -1.4}}
	pencilSettings = core.Settings{A1: 0.001, A2: 0.5, Admission: 0.1, Activation: 0.9}
)

// Pencil is the worked example of the appendix. Samples count from 1 here, as
// they do there.
func Pencil(Input) (Section, error) {
	m, err := core.FitSQANN(numbers(pencilX, pencilY), core.SQANNOptions{Preset: core.Paper, Settings: same(pencilSettings, 1), Trace: true})
	if err != nil {
		return Section{}, err
	}
	construction := Table{ID: "pencil-steps", Caption: "(A) The construction, as it went", Head: []string{"step", "what happened"}}
	for i, e := range m.Trace() {
		construction.Rows = append(construction.Rows, []Cell{plain(fmt.Sprint(i + 1)), plain(told(e))})
	}
	var seen [][][]float64 // the fingerprints of samples 1 to 4, then of the external ones
	var values []float64
	var said []*core.Explanation
	for _, x := range append(append([][]float64{}, pencilX...), pencilExternal...) {
		e, err := m.Explain(x)
		if err != nil {
			return Section{}, err
		}
		seen, values, said = append(seen, e.Fingerprint), append(values, e.Value[0]), append(said, e)
	}
	layers := m.Layers()
	placed := Table{ID: "pencil-layers", Caption: "(A) Which samples the layers hold", Head: []string{"layer", "samples"}}
	for k, want := range [][]int{{0, 2}, {1, 3}} {
		got, must := "", ""
		if k < len(layers) {
			for _, rows := range layers[k].Nodes {
				got += fmt.Sprintf(" %d", rows[0]+1)
			}
		}
		for _, w := range want {
			must += fmt.Sprintf(" %d", w+1)
		}
		placed.Rows = append(placed.Rows, []Cell{plain(fmt.Sprint(k + 1)), {Text: got[1:], Printed: must[1:], Verdict: claim(got == must && len(layers) == 2, "").Verdict}})
	}
	figures := Table{ID: "pencil-figures", Caption: "Every activation that the appendix names", Beside: "printed", Head: []string{"what", "here", "the formula must give"}}
	for _, f := range []struct {
		what          string
		got           float64
		want, printed string
	}{
		{"sample 2 on neuron 1 of layer 1", seen[1][0][0], "0.3344", "0.3344"},
		{"sample 3 on neuron 1 of layer 1", seen[2][0][0], "5.655e-5", "5.655e-5"},
		{"sample 4 on neuron 1 of layer 1", seen[3][0][0], "4.7165e-5", "4.450e-6"},
		{"sample 4 on neuron 2 of layer 1", seen[3][0][1], "0.50096", "0.5676"},
		{"sample 2 on neuron 2 of layer 1", seen[1][0][1], "6.187e-5", "6.187e-5"},
		{"sample 4 on neuron 1 of layer 2", seen[3][1][0], "0.00732", "0.00732"},
		{"external 1 on neuron 1 of layer 1", seen[4][0][0], "0.5053", "0.5053"},
		{"external 1 on neuron 2 of layer 1", seen[4][0][1], "4.938e-5", "4.938e-5"},
		{"external 1 on neuron 1 of layer 2", seen[4][1][0], "0.5165", "0.5165"},
		{"external 1 on neuron 2 of layer 2", seen[4][1][1], "9.86e-4", "9.896e-4"},
		{"external 2 on neuron 1 of layer 1", seen[5][0][0], "5.049e-5", "5.049e-5"},
		{"external 2 on neuron 2 of layer 1", seen[5][0][1], "0.5059", "0.5059"},
		{"external 2 on neuron 2 of layer 2", seen[5][1][1], "0.9880", "0.9880"},
	} {
		figures.Rows = append(figures.Rows, []Cell{plain(f.what), held(f.got, f.want, f.printed), plain(f.want)})
	}
	figures.Notes = []string{"Three printed figures are slips: two activations of sample 4, and external 1 on neuron 2 of layer 2. No step of the example hangs on them."}
	answers := Table{ID: "pencil-answers", Caption: "(B, C) What the network answers", Head: []string{"input", "answer", "how", "from samples"}}
	for i, x := range append(append([][]float64{}, pencilX...), pencilExternal...) {
		name, want := fmt.Sprintf("sample %d", i+1), 0.0
		if i >= len(pencilX) {
			name = fmt.Sprintf("external %d", i+1-len(pencilX))
			want = []float64{1, 0, 0}[i-len(pencilX)]
		} else {
			want = pencilY[i]
		}
		from := ""
		for _, n := range said[i].Neurons {
			from += fmt.Sprintf(", %d (%s)", n.Samples[0]+1, short(n.Activation))
		}
		how := "interpolated"
		if said[i].Status == core.StatusHit {
			how = fmt.Sprintf("hit in layer %d", said[i].Layer)
		}
		answers.Rows = append(answers.Rows, []Cell{plain(fmt.Sprintf("%s, (%g, %g)", name, x[0], x[1])), near(values[i], want, 0), plain(how), plain(from[2:])})
	}
	answers.Notes = []string{"External 3 is left to the reader in the paper; this is its solution."}
	links := []map[string]any{}
	for i, e := range said[len(pencilX):] {
		x := pencilExternal[i]
		one := map[string]any{"x": x[0], "y": x[1], "value": e.Value[0], "interpolated": e.Status == core.StatusInterpolated}
		var to []int
		if e.Status == core.StatusInterpolated {
			for _, n := range e.Neurons {
				to = append(to, n.Samples[0])
			}
		}
		one["links"] = to
		links = append(links, one)
	}
	return Section{ID: "pencil", Tables: []Table{construction, placed, figures, answers},
		Pictures: map[string]any{"samples": dots(pencilX, pencilY), "external": links}}, nil
}

// told says a step of a construction in a sentence; samples from 1.
func told(e core.Event) string {
	sample := e.Sample + 1
	switch e.Type {
	case core.Admit:
		return fmt.Sprintf("Sample %d isn't close to any sample in layer %d: admitted as neuron %d.", sample, e.Layer, e.Node+1)
	case core.Filter:
		return fmt.Sprintf("Sample %d half-activates neuron %d of layer %d (%s): on to a deeper layer.", sample, e.Node+1, e.Layer, fixed(e.Activation, 4))
	case core.Collide:
		return fmt.Sprintf("Sample %d strongly activates neuron %d of layer %d (%s): it joins layer %d.", sample, e.Node+1, e.Layer, fixed(e.Activation, 4), e.Joined)
	}
	return fmt.Sprintf("Layer %d falls; its samples wait again.", e.Layer)
}

func dots(x [][]float64, y []float64) []map[string]float64 {
	list := make([]map[string]float64, len(x))
	for i, p := range x {
		list[i] = map[string]float64{"x": p[0], "y": p[1], "value": y[i]}
	}
	return list
}
