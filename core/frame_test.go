package core

import (
	"math"
	"slices"
	"testing"
)

// framedCases are data sets and options whose models find each of the things that a frame keeps.
func framedCases() map[string]struct {
	d Dataset
	o SQANNOptions
} {
	numbers := random2D(5, 120)
	numbers.Values.Columns, numbers.Values.Rows = 1, 120
	wide := Dataset{X: newMatrix(120, 4), Values: newMatrix(120, 2)}
	for i := range wide.X.Data {
		wide.X.Data[i] = math.Mod(float64(i*i)*0.618, 1) * float64(1+i%4)
	}
	labels := Dataset{X: wide.X}
	for i := range 120 {
		wide.Values.Row(i)[0], wide.Values.Row(i)[1] = wide.X.Row(i)[0]-wide.X.Row(i)[1], float64(i%3)
		labels.Labels = append(labels.Labels, Text([]string{"a", "b", "c"}[int(wide.X.Row(i)[0]*2.9)%3]))
	}
	return map[string]struct {
		d Dataset
		o SQANNOptions
	}{
		"plane":     {numbers, SQANNOptions{}},
		"relevance": {labels, SQANNOptions{Relevance: Relevance{Kind: RelevanceLearn}}},
		"line":      {wide, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateLocal}, Scale: ScaleStandard}},
		"vectors":   {wide, SQANNOptions{Scale: ScaleNone, Relevance: Relevance{Kind: RelevanceOff}}},
		"weights":   {Dataset{X: labels.X, Labels: labels.Labels, Weights: numbers.X.Data[:120]}, SQANNOptions{Balanced: true, Relevance: Relevance{Kind: RelevanceOff}}},
		"settings":  {labels, SQANNOptions{Settings: []Settings{ClassicSettings(1), {A1: 0.01, A2: 0.3, Admission: 0.1, Activation: 0.9}}}},
		"paper":     {wide, SQANNOptions{Preset: Paper}},
	}
}

// On its own samples a model and the fit like it are the same; on others the fit takes all that is found from a whole set
// from the model.
func TestFitLikeAnother(t *testing.T) {
	for name, c := range framedCases() {
		m := fit(t, c.d, c.o)
		if again := fit(t, c.d, m.Like()); !isSameModel(t, m, again, c.d.X) {
			t.Errorf("%s: the fit like a model on its own samples is another model", name)
		}
		some := c.d.Pick([]int{3, 5, 8, 13, 21, 34, 55})
		small := fit(t, some, m.Like())
		if small.Reach() != m.Reach() || !slices.Equal(small.Relevance(), m.Relevance()) || !slices.Equal(small.Classes(), m.Classes()) ||
			!slices.Equal(small.points.scaler.shift, m.points.scaler.shift) || !slices.Equal(small.points.scaler.divide, m.points.scaler.divide) {
			t.Errorf("%s: it doesn't take reach, relevance, classes and scaling", name)
		}
		if m.needsLine() && !slices.Equal(small.line().of.Data, m.line().of.Data) {
			t.Errorf("%s: it doesn't take the line", name)
		}
		if alone := fit(t, some, c.o); name != "paper" && isSameModel(t, small, alone, c.d.X) {
			t.Errorf("%s: the fit like a model is the same as without", name)
		}
		restored, err := RestoreSQANN(some, small.Options(), small.Placement())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		packed, err := RestoreSQANNWith(some, small.Options(), small.Placement(), small.Fingerprints())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !isSameModel(t, small, restored, c.d.X) || !isSameModel(t, small, packed, c.d.X) {
			t.Errorf("%s: restored it is another model", name)
		}
		if twice := fit(t, some, small.Like()); !isSameModel(t, small, twice, c.d.X) {
			t.Errorf("%s: like one that is like another", name)
		}
	}
}

func TestLikeRefusesAnotherForm(t *testing.T) {
	c := framedCases()
	numbers, labels := c["vectors"].d, c["relevance"].d
	unknown := labels.Pick([]int{0, 1, 2})
	unknown.Labels[1] = Text("z")
	for name, refused := range map[string]struct {
		like, d Dataset
		row     int
	}{
		"features":   {numbers, c["plane"].d, 0},
		"labels":     {numbers, labels, 0},
		"numbers":    {labels, numbers, 0},
		"a class":    {labels, unknown, 1},
		"an outcome": {numbers, Dataset{X: numbers.X, Values: newMatrix(120, 3)}, 0},
	} {
		_, err := FitSQANN(refused.d, fit(t, refused.like, SQANNOptions{Scale: ScaleNone}).Like())
		if e, ok := err.(*Error); !ok || e.Code != InvalidInput || e.Row != refused.row || e.Hint == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// isSameModel says whether two models have the same placement and answers to the bit, on and beside some rows.
func isSameModel(t *testing.T, a, b *SQANN, x Matrix) bool {
	t.Helper()
	if len(a.network.Layers) != len(b.network.Layers) || a.report.Collisions != b.report.Collisions || string(a.Fingerprints()) != string(b.Fingerprints()) {
		return false
	}
	for k, l := range a.Layers() {
		other := b.Layers()[k]
		if l.Settings != other.Settings || !slices.EqualFunc(l.Nodes, other.Nodes, slices.Equal[[]int]) {
			return false
		}
	}
	asked := Matrix{Data: slices.Clone(x.Data), Rows: x.Rows, Columns: x.Columns}
	for i := range asked.Data {
		if i/asked.Columns%2 == 0 {
			asked.Data[i] = asked.Data[i]*1.01 + 0.003*float64(i%3)
		}
	}
	return sameExaminations(t, a, b, asked)
}

func sameExaminations(t *testing.T, a, b Predictor, x Matrix) bool {
	t.Helper()
	p, err := a.Examine(x)
	if err != nil {
		t.Fatal(err)
	}
	q, err := b.Examine(x)
	if err != nil {
		t.Fatal(err)
	}
	return equalBits(p.Values.Data, q.Values.Data) && equalBits(p.Familiarity, q.Familiarity) && equalBits(p.Activation, q.Activation) &&
		slices.Equal(p.Status, q.Status) && slices.Equal(p.Recognition, q.Recognition)
}
