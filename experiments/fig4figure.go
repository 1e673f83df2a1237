package experiments

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// fig4Names are the five figures in words.
var fig4Names = []string{"mean |error|", "mean fractional error", "mean |error|, hits alone", "fractional, hits alone", "interpolated"}

// box is one box of Fig. 4: the seeds' values of one figure.
type box struct {
	Set    int     `json:"set"`
	Spread float64 `json:"spread"`
	Kind   string  `json:"kind"`
	Figure int     `json:"figure"`
	Values []any   `json:"values"`
}

// Fig4Figure is the whole of Fig. 4: for both sets, five spreads and 48 seeds
// three constructions, 1440 fits.
func Fig4Figure(in Input) (Section, error) {
	var reference map[string]map[string]map[string]json.RawMessage
	if err := readReference(in.Files, "fig4-summary", &reference); err != nil {
		return Section{}, err
	}
	var boxes []box
	s := Section{ID: "fig4"}
	kinds := Fig4Kinds()
	titles := []string{"authors' program", "paper's text", "xaia"}
	worstFit := make([]float64, len(kinds))
	medians := map[string][]Fig4Figures{} // by set and kind, over the spreads
	done, total := 0, len(Fig4Sets)*len(Spreads)*Fig4Seeds
	for number, set := range Fig4Sets {
		t := Table{ID: "fig4-" + set.Name, Caption: fmt.Sprintf("Set %d: medians over %d seeds", number+1, Fig4Seeds), Beside: "reference",
			Head: append([]string{"spread", "construction"}, fig4Names...)}
		first := Table{ID: "fig4-seed0-" + set.Name, Caption: fmt.Sprintf("Set %d: seed 0 alone", number+1), Folded: true, Beside: "reference", Head: t.Head}
		for _, spread := range Spreads {
			all := make([][]Fig4Figures, len(kinds))
			for seed := range Fig4Seeds {
				drawn := DrawFig4(set, seed, spread)
				for k, kind := range kinds {
					f, err := Fig4(drawn, kind)
					if err != nil {
						return Section{}, err
					}
					all[k] = append(all[k], f)
					worstFit[k] = math.Max(worstFit[k], f.Fitting)
				}
				done++
				in.progress(done, total)
			}
			name := short(spread)
			var seed0 map[string]json.RawMessage
			if err := json.Unmarshal(reference[set.Name][name]["seed0"], &seed0); err != nil {
				return Section{}, err
			}
			for k, kind := range kinds {
				middle := Medians(all[k])
				medians[set.Name+kind.Name] = append(medians[set.Name+kind.Name], middle)
				row, err := fig4Row(name, titles[k], middle, reference[set.Name][name][kind.Name])
				if err != nil {
					return Section{}, err
				}
				t.Rows = append(t.Rows, row)
				if row, err = fig4Row(name, titles[k], all[k][0], seed0[kind.Name]); err != nil {
					return Section{}, err
				}
				first.Rows = append(first.Rows, row)
				for i := range fig4Names {
					b := box{Set: number, Spread: spread, Kind: titles[k], Figure: i}
					for _, f := range all[k] {
						b.Values = append(b.Values, finite(f.List()[i]))
					}
					boxes = append(boxes, b)
				}
			}
		}
		s.Tables = append(s.Tables, t, first)
	}
	s.Pictures = map[string]any{"boxes": boxes, "names": fig4Names, "kinds": titles, "domains": domains()}
	for k, kind := range kinds {
		s.Says = append(s.Says, fmt.Sprintf("%s: the largest error on fitted samples over all %d fits is %s. From one spread to the next the median of the mean error %s; that of the interpolated samples %s.",
			sentence(titles[k]), total, short(worstFit[k]),
			steps(medians, kind.Name, 0), steps(medians, kind.Name, 4)))
	}
	last := len(Spreads) - 1
	interpolated := func(kind int) string {
		var list []string
		for _, set := range Fig4Sets {
			list = append(list, short(medians[set.Name+kinds[kind].Name][last].Interpolated))
		}
		return strings.Join(list, " and ")
	}
	s.Says = append(s.Says, fmt.Sprintf("At the largest spread the median of interpolated samples is %s of %d in the two sets for the authors' program, and %s for xaia, whose settings come from the data: its neurons recognise what is much nearer than the next sample, and leave the rest to interpolation.",
		interpolated(0), Fig4Samples, interpolated(2)))
	s.Tables = append(s.Tables, fittingErrors(titles, worstFit))
	return s, nil
}

// fig4Row holds five figures against the reference's, to 1e-6.
func fig4Row(spread, title string, got Fig4Figures, reference json.RawMessage) ([]Cell, error) {
	var want Fig4Figures
	if err := json.Unmarshal(reference, &want); err != nil {
		return nil, err
	}
	row := []Cell{plain(spread), plain(title)}
	for i, v := range got.List() {
		row = append(row, near(v, want.List()[i], 1e-6))
	}
	return row, nil
}

func fittingErrors(titles []string, worst []float64) Table {
	t := Table{ID: "fig4-fitting", Caption: "The largest error on the samples that were fitted", Head: []string{"construction", "largest error"}}
	for k, title := range titles {
		t.Rows = append(t.Rows, []Cell{plain(title), near(worst[k], 0, 0)})
	}
	return t
}

// steps says whether a figure's median grows from spread to spread in both sets.
func steps(medians map[string][]Fig4Figures, kind string, figure int) string {
	grows := 0
	var odd []string
	for number, set := range Fig4Sets {
		list := medians[set.Name+kind]
		up := true
		var shown []string
		for i, f := range list {
			shown = append(shown, short(f.List()[figure]))
			up = up && (i == 0 || f.List()[figure] >= list[i-1].List()[figure])
		}
		if up {
			grows++
		} else {
			odd = append(odd, fmt.Sprintf("set %d: %s", number+1, strings.Join(shown, ", ")))
		}
	}
	if grows == len(Fig4Sets) {
		return "never falls"
	}
	return "falls somewhere (" + strings.Join(odd, "; ") + ")"
}

// sentence begins with a capital, but for a name that has none.
func sentence(title string) string {
	if title == "xaia" {
		return "Preset xaia"
	}
	return "The " + title
}

// domains are Fig. 4(A): what seed 0 draws.
func domains() []map[string]any {
	var list []map[string]any
	for number, set := range Fig4Sets {
		for _, spread := range Spreads {
			d := DrawFig4(set, 0, spread)
			list = append(list, map[string]any{"set": number, "spread": spread, "samples": rounded(d.Fit), "external": rounded(d.External)})
		}
	}
	return list
}

// rounded is x and y to what a picture can show.
func rounded(d core.Dataset) [][]float64 {
	var list [][]float64
	for i := range d.X.Rows {
		var row []float64
		for _, v := range append(append([]float64{}, d.X.Row(i)...), d.Values.Data[i]) {
			row = append(row, math.Round(v*1000)/1000)
		}
		list = append(list, row)
	}
	return list
}
