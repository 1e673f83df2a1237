package experiments

import (
	"fmt"

	"github.com/xaia-go/xaia/core"
)

// farQueries is how many are asked about a set.
const farQueries = 500

// Far asks about places ten thousand times the range outside the samples, and,
// for comparison, about samples of the same set that were left out.
func Far(in Input) (Section, error) {
	t := Table{ID: "far-rates", Caption: fmt.Sprintf("%d queries ten thousand times the range outside, and the samples of the set that were not fitted", farQueries),
		Head: []string{"set", "network", "far: hits", "far: called weak", "deepest layer of a hit", "strongest activation in layer 1, at a hit", "left-out samples called weak"}}
	sets := []string{"iris", "wine", "cancer"}
	hit := map[string]int{}
	for done, name := range sets {
		r, err := readRows(in.Files, name)
		if err != nil {
			return Section{}, err
		}
		fitted, left := split(r.target, 0.6, 1)
		data := labelled(pickRows(r.x, fitted), pickRows(r.target, fitted))
		queries := farOutside(pickRows(r.x, fitted), 1, farQueries)
		for _, k := range []struct {
			title   string
			options core.SQANNOptions
			ours    bool
		}{
			{"paper, as it stands", core.SQANNOptions{Preset: core.Paper, Duplicates: core.DuplicatesMajority}, false},
			{"paper, min-max scaled", core.SQANNOptions{Preset: core.Paper, Scale: core.ScaleMinMax, Duplicates: core.DuplicatesMajority}, false},
			{"xaia", core.SQANNOptions{Duplicates: core.DuplicatesMajority}, true},
		} {
			m, err := core.FitSQANN(data, k.options)
			if err != nil {
				return Section{}, err
			}
			far, err := askAll(m, queries)
			if err != nil {
				return Section{}, err
			}
			known, err := askAll(m, pickRows(r.x, left))
			if err != nil {
				return Section{}, err
			}
			hit[k.title] += far.hits
			row := []Cell{plain(name), plain(k.title), plain(share(far.hits, farQueries)), plain(share(far.weak, farQueries))}
			if k.ours {
				row[2], row[3] = claim(far.hits == 0, row[2].Text), claim(far.weak == farQueries, row[3].Text)
			}
			if far.hits > 0 {
				row = append(row, plain(fmt.Sprint(far.deepest)), plain(short(far.loudest)))
			} else {
				row = append(row, plain("–"), plain("–"))
			}
			t.Rows = append(t.Rows, append(row, plain(share(known.weak, len(left)))))
		}
		in.progress(done+1, len(sets))
	}
	all := farQueries * len(sets)
	return Section{ID: "far", Tables: []Table{t}, Says: []string{fmt.Sprintf(
		"Of %d queries far outside, the paper's network is sure about %d as it stands and about %d with scaled features. Preset xaia is sure about %d.",
		all, hit["paper, as it stands"], hit["paper, min-max scaled"], hit["xaia"])}}, nil
}

// asked is how a network took a list of queries.
type asked struct {
	hits, weak, deepest int
	loudest             float64 // the strongest activation in layer 1, over the hits
}

func askAll(m *core.SQANN, queries [][]float64) (asked, error) {
	var a asked
	for _, q := range queries {
		e, err := m.Explain(q)
		if err != nil {
			return a, err
		}
		if e.Recognition == core.Weak {
			a.weak++
		}
		if e.Status != core.StatusHit {
			continue
		}
		a.hits++
		a.deepest = max(a.deepest, e.Layer)
		for _, v := range e.Fingerprint[0] {
			a.loudest = max(a.loudest, v)
		}
	}
	return a, nil
}

func share(n, of int) string {
	return fmt.Sprintf("%d (%s %%)", n, fixed(100*float64(n)/float64(of), 1))
}
