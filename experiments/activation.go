package experiments

import (
	"fmt"
	"math"

	"github.com/xaia-go/xaia/core"
)

// DSA is the double selective activation with r = 0.5, written as in the paper.
// The engine has its own; Activation compares them.
func DSA(d, a1, a2 float64) float64 {
	return 0.5*a1/(a1+d*d) + 0.5*math.Exp(-math.Pow(d/a2, 8))
}

// radius is where DSA falls to v: it falls strictly with the distance.
func radius(v, a1, a2 float64) float64 {
	low, high := 0.0, 1.0
	for DSA(high, a1, a2) > v {
		high *= 2
	}
	for range 60 {
		middle := (low + high) / 2
		if DSA(middle, a1, a2) > v {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

var gridA1, gridA2 = []float64{0.001, 0.01, 0.1, 1}, []float64{0.01, 0.1, 0.5, 2}

// Activation is Fig. 3(A) and the appendix's grid of parameters.
func Activation(Input) (Section, error) {
	type shape struct {
		A1    float64   `json:"a1"`
		A2    float64   `json:"a2"`
		Curve []point   `json:"curve"`
		Radii []float64 `json:"radii"`
	}
	sample := func(a1, a2, reach float64) shape {
		s := shape{A1: a1, A2: a2}
		for i := range 241 {
			d := reach * float64(i-120) / 120
			s.Curve = append(s.Curve, point{d, DSA(math.Abs(d), a1, a2)})
		}
		for _, v := range []float64{0.9, 0.6, 0.4, 0.1} {
			s.Radii = append(s.Radii, radius(v, a1, a2))
		}
		return s
	}
	t := Table{ID: "dsa-radii", Caption: "Distances at which the activation falls below a level",
		Head: []string{"a₁", "a₂", "0.9, strong", "0.6", "0.4", "0.1, weak", "engine and formula differ by"}}
	var grid []shape
	widest, narrowest := 0.0, math.Inf(1)
	var widestAt, narrowestAt shape
	for _, a1 := range gridA1 {
		for _, a2 := range gridA2 {
			s := sample(a1, a2, 2.5)
			grid = append(grid, s)
			plateau := math.Log(s.Radii[2] / s.Radii[1])
			if plateau > widest {
				widest, widestAt = plateau, s
			}
			if plateau < narrowest {
				narrowest, narrowestAt = plateau, s
			}
			off, err := engineOff(a1, a2)
			if err != nil {
				return Section{}, err
			}
			t.Rows = append(t.Rows, []Cell{plain(short(a1)), plain(short(a2)), plain(short(s.Radii[0])), plain(short(s.Radii[1])), plain(short(s.Radii[2])), plain(short(s.Radii[3])),
				claim(off <= 1e-15, short(off))})
		}
	}
	return Section{ID: "fig3a", Tables: []Table{t},
		Pictures: map[string]any{"main": []shape{sample(0.001, 0.5, 1.2), sample(0.01, 0.5, 1.2), sample(0.1, 0.5, 1.2)}, "grid": grid},
		Says: []string{fmt.Sprintf("The plateau of moderate activation, 0.6 to 0.4, is widest at a₁ = %s, a₂ = %s, where its end is %s times as far out as its start, and narrowest at a₁ = %s, a₂ = %s, where it is %s times as far.",
			short(widestAt.A1), short(widestAt.A2), short(math.Exp(widest)), short(narrowestAt.A1), short(narrowestAt.A2), short(math.Exp(narrowest)))}}, nil
}

// engineOff is the largest difference between the engine's activation of a lone
// neuron and the formula.
func engineOff(a1, a2 float64) (float64, error) {
	m, err := core.FitSQANN(numbers([][]float64{{0}}, []float64{1}),
		core.SQANNOptions{Preset: core.Paper, Settings: []core.Settings{{A1: a1, A2: a2, Admission: 0.1, Activation: 0.9}}})
	if err != nil {
		return 0, err
	}
	worst := 0.0
	for i := range 101 {
		d := 2.5 * float64(i) / 100
		e, err := m.Explain([]float64{d})
		if err != nil {
			return 0, err
		}
		worst = math.Max(worst, math.Abs(e.Familiarity-DSA(d, a1, a2)))
	}
	return worst, nil
}
