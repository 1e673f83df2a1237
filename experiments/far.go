package experiments

import (
	"fmt"

	"github.com/xaia-go/xaia/core"
)

// farQueries is how many are asked about a set.
const farQueries = 500

// Far asks about places ten thousand times the range outside the samples.
func Far(in Input) (Section, error) {
	t := Table{ID: "far-rates", Caption: fmt.Sprintf("%d queries ten thousand times the range outside", farQueries),
		Head: []string{"set", "network", "hits", "called weak", "deepest layer of a hit", "strongest activation in layer 1, at a hit"}}
	for done, name := range []string{"iris", "wine", "cancer"} {
		r, err := readRows(in.Files, name)
		if err != nil {
			return Section{}, err
		}
		queries := farOutside(r.x, 1, farQueries)
		for _, k := range []struct {
			title   string
			options core.SQANNOptions
			ours    bool
		}{
			{"paper, as it stands", core.SQANNOptions{Preset: core.Paper, Duplicates: core.DuplicatesMajority}, false},
			{"paper, min-max scaled", core.SQANNOptions{Preset: core.Paper, Scale: core.ScaleMinMax, Duplicates: core.DuplicatesMajority}, false},
			{"xaia", core.SQANNOptions{Duplicates: core.DuplicatesMajority}, true},
		} {
			m, err := core.FitSQANN(labelled(r.x, r.target), k.options)
			if err != nil {
				return Section{}, err
			}
			hits, weak, deepest, loudest := 0, 0, 0, 0.0
			for _, q := range queries {
				e, err := m.Explain(q, core.Interpolation{})
				if err != nil {
					return Section{}, err
				}
				if e.Recognition == core.Weak {
					weak++
				}
				if e.Status != core.StatusHit {
					continue
				}
				hits++
				deepest = max(deepest, e.Layer)
				for _, v := range e.Fingerprint[0] {
					loudest = max(loudest, v)
				}
			}
			row := []Cell{plain(name), plain(k.title)}
			if k.ours {
				row = append(row, near(float64(hits), 0, 0), near(float64(weak), farQueries, 0))
			} else {
				row = append(row, plain(share(hits)), plain(share(weak)))
			}
			if hits > 0 {
				row = append(row, plain(fmt.Sprint(deepest)), plain(short(loudest)))
			} else {
				row = append(row, plain("–"), plain("–"))
			}
			t.Rows = append(t.Rows, row)
		}
		in.progress(done+1, 3)
	}
	return Section{ID: "far", Tables: []Table{t}}, nil
}

func share(n int) string { return fmt.Sprintf("%d (%s %%)", n, fixed(100*float64(n)/farQueries, 1)) }
