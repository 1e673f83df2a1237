package experiments

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia/experiments/numpy"
)

// choose takes so many of n without repetition, as RandomState(seed) would with
// a shuffle of uniform keys.
func choose(n, count int, seed uint32) []int {
	r := numpy.New(seed)
	keys := make([]float64, n)
	list := make([]int, n)
	for i := range keys {
		keys[i], list[i] = r.Float64(), i
	}
	slices.SortFunc(list, func(a, b int) int {
		if keys[a] < keys[b] {
			return -1
		}
		return 1
	})
	list = list[:count]
	slices.Sort(list)
	return list
}

// control fits the other methods to as many rows as SQANN absorbed, chosen at
// random: a cell for each column of the table but the first two.
func (r regression) control(in Input, a Absorbed, tree float64) ([][]Cell, error) {
	var random [4][]float64
	for seed := range controls {
		var b Absorbed
		b.Rows = append(b.Rows, a.Rows[:tableFit]...)
		for _, row := range choose(len(r.x)-tableFit, a.Count, uint32(seed)) {
			b.Rows = append(b.Rows, tableFit+row)
		}
		if err := r.compare(&b); err != nil {
			return nil, err
		}
		random[0], random[1], random[2] = append(random[0], b.Linear), append(random[1], b.Ridge), append(random[2], b.KNN)
		if in.Tree != nil {
			random[3] = append(random[3], r.tree(in, b.Rows))
		}
		in.progress(seed+1, controls)
	}
	var rows [][]Cell
	for i, method := range []struct {
		name string
		own  float64
	}{{"linear", a.Linear}, {"ridge", a.Ridge}, {"k-NN", a.KNN}, {"tree", tree}} {
		if len(random[i]) == 0 {
			continue
		}
		mean := 0.0
		for _, v := range random[i] {
			mean += v / float64(len(random[i]))
		}
		low, high := slices.Min(random[i]), slices.Max(random[i])
		if math.IsNaN(method.own) {
			return nil, fmt.Errorf("experiments: %s has no figure", method.name)
		}
		rows = append(rows, []Cell{plain(method.name), plain(fixed(method.own, 3)), plain(fixed(mean, 3)), plain(fixed(low, 3) + " to " + fixed(high, 3)), plain(standing(method.own, low, high))})
	}
	return rows, nil
}

// standing is how an RMSE stands to those from low to high.
func standing(own, low, high float64) string {
	switch {
	case own < low:
		return "better than all"
	case own > high:
		return "worse than all"
	}
	return "within their range"
}

// tally says in a sentence how the comparisons came out.
func tally(t Table) string {
	counts := map[string]int{}
	for _, row := range t.Rows {
		counts[row[len(row)-1].Text]++
	}
	text := fmt.Sprintf("But as many rows chosen at random help, too: SQANN's choice is better than all %d random ones in %d of %d comparisons, within their range in %d, and worse than all of them in %d.",
		controls, counts["better than all"], len(t.Rows), counts["within their range"], counts["worse than all"])
	// The paper says it of the tree above all.
	trees, better := 0, 0
	for _, row := range t.Rows {
		if row[2].Text != "tree" {
			continue
		}
		trees++
		own, _ := strconv.ParseFloat(row[3].Text, 64)
		if mean, _ := strconv.ParseFloat(row[4].Text, 64); own < mean {
			better++
		}
	}
	if trees > 0 {
		text += fmt.Sprintf(" For the tree, for which the paper points it out, SQANN's rows are better than the mean of the random ones in %d of %d.", better, trees)
	}
	return text
}

// helped counts how often a method does better with the absorbed rows than with
// the first hundred alone. Each table begins with its row o.
func helped(t Table) string {
	better, of := 0, 0
	var first []Cell
	for _, row := range t.Rows {
		if strings.HasSuffix(row[0].Text, "o.") {
			first = row
			continue
		}
		for _, column := range []int{2, 3, 4, 6} {
			before, err := strconv.ParseFloat(first[column].Text, 64)
			if err != nil {
				continue // a tree, where there is none
			}
			after, err := strconv.ParseFloat(row[column].Text, 64)
			if err != nil {
				continue
			}
			of++
			if after < before {
				better++
			}
		}
	}
	return fmt.Sprintf("With the rows that SQANN absorbs, the other methods measured here do better than with the first hundred rows alone in %d of %d cases, judged as in the paper on all external rows, the absorbed ones among them.", better, of)
}
