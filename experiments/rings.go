package experiments

import (
	"fmt"
	"math"
	"slices"

	"github.com/xaia-go/xaia/core"
)

// ringKind is a construction that Fig. 3(C) is drawn for.
type ringKind struct {
	name, title string
	options     core.SQANNOptions
}

// RingsFigure is Fig. 3(C): two rings, external samples near them, and links
// from those that no neuron recognises to the two samples behind their answer.
func RingsFigure(in Input) (Section, error) {
	var reference referenceCase
	if err := readReference(in.Files, "rings", &reference); err != nil {
		return Section{}, err
	}
	x, y := Rings()
	truth := make([]float64, len(reference.Xtest))
	for i, p := range reference.Xtest {
		truth[i] = 1
		if math.Hypot(p[0], p[1]) > 2 {
			truth[i] = 0.5
		}
	}
	t := Table{ID: "fig3c-kinds", Caption: fmt.Sprintf("24 samples, %d external samples; a₁ = a₂ = 1", len(truth)),
		Head: []string{"construction", "layers as the reference's", "answers as the reference's", "largest error, samples", "largest error, external", "interpolated"}}
	pictures := map[string]any{"samples": dots(x, y)}
	for _, k := range []ringKind{
		{"published-v1", "the authors' program", core.SQANNOptions{Preset: core.PublishedV1, Settings: reference.Settings}},
		{"text", "the paper's text", core.SQANNOptions{Preset: core.Paper, Settings: reference.Settings}},
		{"default", "xaia, settings from the data", core.SQANNOptions{}},
	} {
		m, err := core.FitSQANN(numbers(x, y), k.options)
		if err != nil {
			return Section{}, err
		}
		want := reference.Expect[k.name]
		placed := slices.EqualFunc(m.Layers(), want.Layers, func(l core.Layer, samples []int) bool {
			return slices.EqualFunc(l.Nodes, samples, func(rows []int, sample int) bool { return len(rows) == 1 && rows[0] == sample })
		})
		agree, interpolated, worst := 0, 0, 0.0
		var external []map[string]any
		for i, p := range reference.Xtest {
			e, err := m.Explain(p)
			if err != nil {
				return Section{}, err
			}
			w := want.Predict[i]
			var from []int
			for _, n := range e.Neurons {
				from = append(from, n.Samples[0])
			}
			if math.Abs(e.Value[0]-w.Y) <= 1e-9 && e.Status.String() == w.Status && slices.Equal(from, w.Samples) {
				agree++
			}
			worst = math.Max(worst, math.Abs(e.Value[0]-truth[i]))
			one := map[string]any{"x": p[0], "y": p[1], "value": e.Value[0], "interpolated": e.Status == core.StatusInterpolated, "links": []int{}}
			if e.Status == core.StatusInterpolated {
				interpolated++
				one["links"] = from
			}
			external = append(external, one)
		}
		if k.name == "published-v1" {
			pictures["external"] = external
		}
		outside := plain(short(worst))
		if k.name != "default" {
			outside = claim(worst <= 1e-15, short(worst)) // the paper reports no error here; interpolation rounds
		}
		t.Rows = append(t.Rows, []Cell{plain(k.title), claim(placed, yes(placed)), whole(agree, len(truth), ""), near(m.Report().MaxFittingError, 0, 0),
			outside, plain(fmt.Sprint(interpolated))})
	}
	t.Notes = []string{"The paper reports no error on its external samples. It doesn't print them; these are a reference case's."}
	return Section{ID: "fig3c", Tables: []Table{t}, Pictures: pictures}, nil
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
