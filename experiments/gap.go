package experiments

import (
	"fmt"

	"github.com/xaia-go/xaia/core"
)

// symmetric is a set on which samples have equal fingerprints.
type symmetric struct {
	name     string
	x        [][]float64
	y        []float64
	settings core.Settings
}

// Gap shows theorem 2 failing on symmetric data under the published
// construction, and the two repairs.
func Gap(Input) (Section, error) {
	classic := core.ClassicSettings(1)
	sets := []symmetric{
		{"three points on a line: 0, 0.3, −0.3", [][]float64{{0}, {0.3}, {-0.3}}, []float64{0, 1, -1}, pencilSettings},
		{"a cross: the centre, and four points 0.3 away", [][]float64{{0, 0}, {0.3, 0}, {-0.3, 0}, {0, 0.3}, {0, -0.3}}, []float64{0, 1, 2, 3, 4}, pencilSettings},
		{"the corners of a square, four values", [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, []float64{0, 1, 2, 3}, classic},
	}
	t := Table{ID: "gap-errors", Caption: "The largest error on the very samples that were fitted",
		Head: []string{"set", "the authors' program", "text with the tie rule", "text with the skip connection", "xaia"}}
	detail := Table{ID: "gap-line", Caption: "Three points on a line, sample by sample", Head: []string{"x", "y", "what layer 1 saw of it", "the authors' program", "tie rule", "skip connection", "xaia"}}
	for number, set := range sets {
		row := []Cell{plain(set.name)}
		settings := same(set.settings, 16)
		var models []*core.SQANN
		for i, o := range []core.SQANNOptions{
			{Preset: core.PublishedV1, Settings: settings}, {Preset: core.Paper, Settings: settings}, {Preset: core.Paper, Settings: settings, Skip: core.On}, {},
		} {
			m, err := core.FitSQANN(numbers(set.x, set.y), o)
			if err != nil {
				return Section{}, err
			}
			models = append(models, m)
			off := m.Report().MaxFittingError
			row = append(row, claim((off > 0) == (i == 0), short(off)))
		}
		t.Rows = append(t.Rows, row)
		if number > 0 {
			continue
		}
		var saw float64
		for i, x := range set.x {
			cells := []Cell{plain(fmt.Sprint(x[0])), plain(fmt.Sprint(set.y[i]))}
			for k, m := range models {
				e, err := m.Explain(x)
				if err != nil {
					return Section{}, err
				}
				if v := e.Fingerprint[0][0]; k == 0 && i < 2 {
					saw = v
					cells = append(cells, plain(fixed(v, 6)))
				} else if k == 0 {
					cells = append(cells, claim(v == saw, fixed(v, 6))) // the very bits of sample 2's
				}
				right := e.Value[0] == set.y[i]
				cells = append(cells, claim(right == (k > 0 || i < 2), short(e.Value[0])))
			}
			detail.Rows = append(detail.Rows, cells)
		}
	}
	t.Notes = []string{"A mark in the first column says that it errs, as it must where the theorem fails; in the others, that there is no error."}
	return Section{ID: "gap", Tables: []Table{t, detail}, Says: []string{
		"Samples 2 and 3 are equally far from the only neuron of layer 1, so deeper layers see the same number for both and can't tell them apart. The proof takes the uniqueness of fingerprints for granted.",
	}}, nil
}
