package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// classed makes the outcomes classes, by thirds.
func classed(d Dataset) Dataset {
	sorted := slices.Sorted(slices.Values(d.Values.Data))
	for _, y := range d.Values.Data {
		at, _ := slices.BinarySearch(sorted, y)
		d.Labels = append(d.Labels, Texts("low", "middle", "high")[3*at/len(sorted)])
	}
	d.Values = Matrix{}
	return d
}

// What "auto" chooses and what is learned is a function of the samples, to the last bit: their order doesn't matter.
func TestChoiceOfShuffledRows(t *testing.T) {
	noise := func(rows int) Dataset { return slopesSet(rows, 4, 0.8, 31) }
	weighted, repeated, far := noise(400), noise(400), noise(300)
	weighted.Weights = someWeights(rand.New(rand.NewPCG(3, 3)), 400)
	for i := range 100 { // twice, of which 50 with another outcome: the means of two numbers have no order
		copy(repeated.X.Row(300+i), repeated.X.Row(i))
		if i < 50 {
			repeated.Values.Data[300+i] = repeated.Values.Data[i]
		}
	}
	far.X.Row(0)[3] = 1e150 // beside which 1e-20 is 0
	for i := range 100 {
		copy(far.X.Row(200+i), far.X.Row(100+i))
		far.X.Row(100 + i)[3], far.X.Row(200 + i)[3] = 0, 1e-20
		far.Values.Data[200+i] = far.Values.Data[100+i]
	}
	for name, c := range map[string]struct {
		d Dataset
		o SQANNOptions
	}{
		"three folds":       {noise(300), SQANNOptions{}},
		"classes":           {classed(noise(300)), SQANNOptions{}},
		"a part as lesson":  {noise(1300), SQANNOptions{}},
		"one fold":          {noise(2100), SQANNOptions{}},
		"most answering":    {noise(mostAnswering + 1500), SQANNOptions{}},
		"weights":           {weighted, SQANNOptions{}},
		"balanced":          {classed(noise(250)), SQANNOptions{Balanced: true}},
		"equal rows":        {repeated, SQANNOptions{Duplicates: DuplicatesMean}},
		"equal once scaled": {far, SQANNOptions{}},
		"always":            {noise(1300), SQANNOptions{Relevance: Relevance{Kind: RelevanceLearn}}},
	} {
		first, err := prepareSQANN(c.d, c.o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if first.learned == nil || first.learned.Features == nil && first.chosen == nil {
			t.Fatalf("%s: nothing was chosen", name)
		}
		for seed := range uint64(3) {
			m, err := prepareSQANN(c.d.Pick(rand.New(rand.NewPCG(seed, 8)).Perm(c.d.X.Rows)), c.o)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !slices.Equal(m.learned.Features, first.learned.Features) || !same(m.learned.Gain, first.learned.Gain) {
				t.Errorf("%s: it learned %v (%v), then %v (%v)", name, first.learned.Features, first.learned.Gain, m.learned.Features, m.learned.Gain)
			}
			if a, b := m.chosen, first.chosen; a != nil && (!a.Interpolation.same(b.Interpolation) || !same(a.Gain, b.Gain)) {
				t.Errorf("%s: it chose %+v, then %+v", name, b, a)
			}
		}
	}
}

func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// Rows that stand in turn, by sensor or by class, are answered like the same rows shuffled. Each sensor's outcome hangs on a
// feature of its own, so what is learned from some of them doesn't help the others; each class stands at another place of one feature.
func TestRowsInTurn(t *testing.T) {
	for _, c := range []struct{ sensors, rows int }{{3, 600}, {4, 4096}} {
		for _, classes := range []bool{false, true} {
			r := rand.New(rand.NewPCG(19, uint64(c.rows)))
			const asked = 600
			d := Dataset{X: newMatrix(c.rows+asked, 2*c.sensors), Values: newMatrix(c.rows+asked, 1)}
			for i := range d.X.Rows {
				x, sensor := d.X.Row(i), i%c.sensors
				for j := range x {
					x[j] = r.Float64()
				}
				clear(x[:c.sensors])
				x[sensor] = 1
				d.Values.Data[i] = math.Sin(5*x[c.sensors+sensor]) + 0.1*r.NormFloat64()
			}
			if classes { // a class a turn, which one feature tells among many that don't
				for i := range d.X.Rows {
					d.X.Row(i)[0] = (float64(i%c.sensors) + 1.1*r.Float64()) / float64(c.sensors)
					for j := range c.sensors - 1 {
						d.X.Row(i)[1+j] = r.Float64()
					}
					d.Labels = append(d.Labels, Integer(int64(i%c.sensors)))
				}
				d.Values = Matrix{}
			}
			inTurn, held := sortedFrom(0, c.rows), d.Pick(sortedFrom(c.rows, c.rows+asked))
			error := func(rows []int) float64 {
				found, err := Evaluate(fit(t, d.Pick(rows), SQANNOptions{}), held, Control{})
				if err != nil {
					t.Fatal(err)
				}
				if classes {
					return 1 - found.Accuracy
				}
				return found.RMSE
			}
			shuffled := error(r.Perm(c.rows))
			if turns := error(inTurn); !(turns <= 1.05*shuffled+0.005) {
				t.Errorf("%d sensors, classes %v: the error is %.3f, and %.3f where rows are shuffled", c.sensors, classes, turns, shuffled)
			}
		}
	}
}

// Rows picked so that all of them are in one fold leave nothing to learn from, or to be judged by.
func TestRowsOfOneFold(t *testing.T) {
	all := slopesSet(600, 4, 0.1, 5)
	for fold := range autoFolds {
		d := all.Pick(slices.DeleteFunc(sortedFrom(0, 600), func(i int) bool {
			return int(spatial.RowHash(append(slices.Clone(all.X.Row(i)), all.Values.Row(i)...))%autoFolds) != fold
		})) // some 200
		if how := fit(t, d, SQANNOptions{}).Interpolation(); how.Mode != InterpolateTop || how.Top != xaiaTop {
			t.Errorf("fold %d: it chose %+v", fold, how)
		}
	}
}

// What takes the place of a missing value doesn't depend on the order of the rows either.
func TestMeansOfShuffledRows(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	const rows = 300
	numbers, texts, missing := make([]float64, rows), make([]string, rows), make([]bool, rows)
	for i := range rows {
		numbers[i], texts[i], missing[i] = r.NormFloat64(), []string{"a", "b", "c"}[r.IntN(3)], r.IntN(9) == 0
		if r.IntN(9) == 0 {
			numbers[i] = math.NaN()
		}
	}
	var first *Encoding
	for range 4 {
		table := []Column{{Name: "n", Numbers: make([]float64, rows)}, {Name: "t", Texts: make([]string, rows), Missing: make([]bool, rows)}}
		for to, from := range r.Perm(rows) {
			table[0].Numbers[to], table[1].Texts[to], table[1].Missing[to] = numbers[from], texts[from], missing[from]
		}
		e, _, err := NewEncoding(table, MissingMean, nil)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = e
		}
		for j, c := range e.Columns {
			if !slices.Equal(c.Means, first.Columns[j].Means) {
				t.Errorf("column %s: the means are %v, then %v", c.Name, first.Columns[j].Means, c.Means)
			}
		}
	}
}
