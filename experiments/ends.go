package experiments

import (
	"fmt"
	"slices"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/experiments/numpy"
)

// Sizes are the layers' sizes after each step of a construction, from its
// events.
func Sizes(events []core.Event) [][]int {
	var list [][]int
	var sizes []int
	for i, e := range events {
		switch e.Type {
		case core.Filter:
			continue
		case core.Drop:
			sizes = sizes[:min(len(sizes), e.Layer-1)]
		case core.Admit:
			sizes = grown(sizes, e.Layer)
		case core.Collide:
			sizes = grown(sizes, e.Joined)
		}
		// A collision and the falls after it are one step.
		if i+1 < len(events) && events[i+1].Type == core.Drop {
			continue
		}
		list = append(list, slices.Clone(sizes))
	}
	return list
}

func grown(sizes []int, layer int) []int {
	sizes = slices.Clone(sizes)
	for len(sizes) < layer {
		sizes = append(sizes, 0)
	}
	sizes[layer-1]++
	return sizes
}

// Ends counts the layer sizes up: each step makes (n_1, n_2, ...) larger in the
// order of a dictionary, and its sum never passes N, so the steps run out.
func Ends(in Input) (Section, error) {
	t := Table{ID: "ends-steps", Caption: "The layers' sizes, step by step",
		Head: []string{"set", "construction", "samples", "examinations", "collisions", "layers that fell", "steps that grow the sizes", "final sizes"}}
	boston, err := readRegression(in.Files, "boston")
	if err != nil {
		return Section{}, err
	}
	noisyX, noisyY := Fig4Noisy(numpy.New(0), Fig4Samples)
	donutX, donutY := Fig4Donut(numpy.New(0), Fig4Samples)
	ringX, ringY := Rings()
	var picture any
	list := Table{ID: "ends-list", Caption: "Two rings, the paper's text with the tie rule: every step", Head: []string{"step", "sizes of the layers"}, Folded: true}
	runs := []struct {
		set  string
		data core.Dataset
	}{{"two rings", numbers(ringX, ringY)}, {"figure 4, set 1", numbers(noisyX, noisyY)}, {"figure 4, set 2", numbers(donutX, donutY)},
		{"Boston, first 100 rows", numbers(boston.x[:tableFit], boston.y[:tableFit])}}
	for i, run := range runs {
		for _, k := range []struct {
			title   string
			options core.SQANNOptions
		}{
			{"authors' program", core.SQANNOptions{Preset: core.PublishedV1, Settings: ClassicSettings(40)}},
			{"paper's text, tie rule", core.SQANNOptions{Preset: core.Paper}},
			{"xaia", core.SQANNOptions{}},
		} {
			o := k.options
			o.Trace = true
			m, err := core.FitSQANN(run.data, o)
			if err != nil {
				return Section{}, err
			}
			sizes := Sizes(m.Trace())
			grew, falls := 0, 0
			for j, s := range sizes {
				if j == 0 || slices.Compare(s, sizes[j-1]) > 0 && sum(s) <= run.data.X.Rows {
					grew++
				}
			}
			for _, e := range m.Trace() {
				if e.Type == core.Drop {
					falls++
				}
			}
			last := sizes[len(sizes)-1]
			var layers []int
			for _, l := range m.Layers() {
				layers = append(layers, len(l.Nodes))
			}
			t.Rows = append(t.Rows, []Cell{plain(run.set), plain(k.title), plain(fmt.Sprint(run.data.X.Rows)), plain(fmt.Sprint(m.Report().Steps)), plain(fmt.Sprint(m.Report().Collisions)),
				plain(fmt.Sprint(falls)), claim(grew == len(sizes) && slices.Equal(last, layers), fmt.Sprintf("%d of %d", grew, len(sizes))), plain(joined(last))})
			if i == 0 && k.title == "paper's text, tie rule" {
				for j, s := range sizes {
					list.Rows = append(list.Rows, []Cell{plain(fmt.Sprint(j + 1)), plain("(" + joined(s) + ")")})
				}
			}
			if i == 1 && k.title == "paper's text, tie rule" {
				picture = sizes
			}
		}
		in.progress(i+1, len(runs))
	}
	return Section{ID: "ends", Tables: []Table{t, list}, Pictures: map[string]any{"sizes": picture}}, nil
}

func sum(list []int) (total int) {
	for _, v := range list {
		total += v
	}
	return total
}

func joined(list []int) string {
	text := ""
	for i, v := range list {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(v)
	}
	return text
}
