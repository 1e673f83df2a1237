package core

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// What a sample's neighbours are, and what the picture keeps of them, by definition: all activations, all distances.
func TestEmbeddingByDefinition(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(91)), 120, true)
	d.X.Data = append(d.X.Data, d.X.Row(5)...) // sample 120 is sample 5 again
	d.X.Rows++
	d.Labels = append(d.Labels, d.Labels[5])
	for name, o := range map[string]SQANNOptions{"xaia": {Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}}, "paper": {Preset: Paper}} {
		m, err := FitSQANN(d, o)
		if err != nil {
			t.Fatal(name, err)
		}
		e, err := m.Embedding(Control{})
		if err != nil {
			t.Fatal(name, err)
		}
		found, all := 0, 0
		for i := range 120 {
			var others []int
			v := make([]float64, 121)
			m.ask(oneRow(d.X.Row(i)), reasons, func(_ int, a *answer) {
				for _, node := range a.whole().Strongest(nil, 121) {
					row := m.points.rows.At(int(node.Point))[0]
					if v[row] = node.V; row != i && node.V > 0 {
						others = append(others, row)
					}
				}
			})
			sorting.SortNumbers(others, func(a, b int) int { return int(sign(v[b] - v[a])) })
			want := others[:min(5, len(others))]
			if len(e.Neighbors[i]) != len(want) || len(want) > 0 && v[e.Neighbors[i][len(want)-1]] != v[want[len(want)-1]] {
				t.Fatalf("%s: the neighbours of %d are %v, want %v", name, i, e.Neighbors[i], want)
			}
			if len(want) > 0 && e.Activation[i] != v[want[0]] {
				t.Errorf("%s: sample %d activates its first neighbour by %v, want %v", name, i, e.Activation[i], v[want[0]])
			}
			for _, other := range e.Neighbors[i] {
				all++
				nearer := 0
				for j := range 120 {
					if j != i && apartInPicture(e, i, j) < apartInPicture(e, i, other) {
						nearer++
					}
				}
				if nearer < 20 {
					found++
				}
			}
		}
		if want := float64(found) / float64(all); e.Kept != want || want < 0.6 {
			t.Errorf("%s: %v of the neighbours are kept, want %v", name, e.Kept, want)
		}
		if e.Places[120] != e.Places[5] || !slices.Equal(e.Neighbors[120], e.Neighbors[5]) {
			t.Errorf("%s: equal samples are at %v and %v", name, e.Places[120], e.Places[5])
		}
	}
}

func sign(v float64) float64 {
	if v > 0 {
		return 1
	} else if v < 0 {
		return -1
	}
	return 0
}

func apartInPicture(e *Embedding, i, j int) float64 {
	dx, dy := e.Places[i][0]-e.Places[j][0], e.Places[i][1]-e.Places[j][1]
	return float64(dx*dx) + float64(dy*dy)
}

// With a forest alone, who shares the most leaves is a neighbour.
func TestEmbeddingByLeaves(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(92)), 150, true)
	m, err := FitSQANN(d, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateTop, Top: 8, Forest: Forest{Use: On, Share: 1, Leaf: 5}}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := m.Embedding(Control{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.X.Rows {
		weight := make([]float64, d.X.Rows)
		m.ask(oneRow(d.X.Row(i)), reasons, func(_ int, a *answer) {
			for _, w := range m.standing().forest.NewAsker().Weigh(a.x, 6) {
				weight[m.points.rows.At(int(w.Sample))[0]] = w.Weight
			}
		})
		weight[i] = 0
		for k, other := range e.Neighbors[i] {
			above := 0
			for _, w := range weight {
				if w > weight[other] {
					above++
				}
			}
			if above > k || weight[other] == 0 {
				t.Fatalf("neighbour %d of sample %d is %d, of weight %v; %d weigh more", k, i, other, weight[other], above)
			}
		}
	}
}

func TestEmbeddingOfTwo(t *testing.T) {
	m, err := FitSQANN(Dataset{X: Matrix{Data: []float64{0, 1, 0, 1}, Rows: 4, Columns: 1}, Values: Matrix{Data: []float64{1, 2, 1, 2}, Rows: 4, Columns: 1}}, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Embedding(Control{}); err == nil || err.Error() != "The model has 2 different samples. A picture needs at least 3." {
		t.Errorf("of two samples: %v", err)
	}
}
