package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// What the others answer to a sample is what the fit of them like the model answers; who made it are those of its explanation; and
// afterwards the learner has the samples as they were.
func TestSuspectsByDefinition(t *testing.T) {
	for name, o := range map[string]SQANNOptions{
		"top":    {Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}},
		"forest": {Interpolation: Interpolation{Mode: InterpolateTop, Top: 8, Forest: Forest{Use: On, Share: 0.5, Leaf: 2}}},
		"lines":  {Interpolation: Interpolation{Mode: InterpolateLocal, Top: 32}},
	} {
		d := noisySet(rand.New(rand.NewSource(81)), 60, name != "lines")
		m, err := FitSQANN(d, o)
		if err != nil {
			t.Fatal(name, err)
		}
		s, err := begun(m)
		if err != nil {
			t.Fatal(name, err)
		}
		for i := range d.X.Rows {
			got, err := s.leaveOut(i)
			if err != nil {
				t.Fatal(name, err)
			}
			var rest []int // in the order in which the learner has them
			for k := 1; k < d.X.Rows; k++ {
				rest = append(rest, (i+k)%d.X.Rows)
			}
			others, err := FitSQANN(d.Pick(rest), m.Like())
			if err != nil {
				t.Fatal(name, err)
			}
			e, err := others.Explain(d.X.Row(i))
			if err != nil {
				t.Fatal(name, err)
			}
			if !slices.Equal(got.value, e.Value) {
				t.Fatalf("%s: the others answer %v to sample %d, want %v", name, got.value, i, e.Value)
			}
			weights := map[int32]float64{}
			for _, n := range e.Neurons {
				for _, sample := range n.Samples {
					weights[int32(rest[sample])] = n.Weight / float64(len(n.Samples))
				}
			}
			for k, sample := range got.samples {
				if w := weights[sample]; math.Abs(w-got.weights[k]) > 1e-12 {
					t.Fatalf("%s: sample %d has the weight %v in the answer to %d, want %v", name, sample, got.weights[k], i, w)
				}
			}
			if len(weights) != len(got.samples) {
				t.Fatalf("%s: %d samples answer %d, want %d", name, len(got.samples), i, len(weights))
			}
		}
		after, err := s.learner.Model()
		if err != nil {
			t.Fatal(name, err)
		}
		if !slices.Equal(after.Data().X.Data, d.X.Data) {
			t.Errorf("%s: the samples aren't as they were", name)
		}
	}
}

func begun(m *SQANN) (*suspecting, error) {
	l, err := NewLearner(m, Control{})
	order := make([]int, m.SampleCount())
	for i := range order {
		order[i] = i
	}
	return &suspecting{m: m, learner: l, order: order, left: make([]leftAnswer, len(order))}, err
}

// Wrong labels are found, those whom they mislead are rows beside them, and without them so many more are right as the models without
// them say.
func TestSuspectsOfWrongLabels(t *testing.T) {
	r := rand.New(rand.NewSource(82))
	d := Dataset{X: Matrix{Rows: 240, Columns: 2}}
	for range d.X.Rows {
		x, y := r.Float64(), r.Float64()
		d.X.Data = append(d.X.Data, x, y)
		d.Labels = append(d.Labels, Text([]string{"left", "right"}[int(2*x)]))
	}
	wrong := []int{11, 60, 99, 150, 222}
	for _, i := range wrong {
		d.X.Data[2*i] = 0.2 + 0.6*float64(i%2) // far from the border
		d.Labels[i] = Text([]string{"right", "left"}[i%2])
	}
	m, err := FitSQANN(d, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}})
	if err != nil {
		t.Fatal(err)
	}
	found, err := m.Suspects(0.1, Control{})
	if err != nil {
		t.Fatal(err)
	}
	var first []int
	for _, s := range found.Suspects[:len(wrong)] {
		first = append(first, s.Sample)
		if s.Kind != SuspectLabel || len(s.Against) == 0 || d.Labels[s.Against[0]] == d.Labels[s.Sample] {
			t.Errorf("sample %d is of kind %d, against %v", s.Sample, s.Kind, s.Against)
		}
	}
	slices.Sort(first)
	if !slices.Equal(first, wrong) {
		t.Errorf("the first suspects are %v, want %v", first, wrong)
	}
	gone := make([]bool, d.X.Rows)
	for _, s := range found.Suspects {
		gone[s.Sample] = s.Kind != SuspectAlone
	}
	l, err := NewLearner(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Forget(marked(gone)); err != nil {
		t.Fatal(err)
	}
	rest := marked(negated(gone))
	right := 0
	for k, i := range rest {
		others, err := l.Model()
		if err != nil {
			t.Fatal(err)
		}
		one, err := NewLearner(others, Control{})
		if err != nil {
			t.Fatal(err)
		}
		if err := one.Forget([]int{k}); err != nil {
			t.Fatal(err)
		}
		p, err := one.Predict(oneRow(d.X.Row(i)))
		if err != nil {
			t.Fatal(err)
		}
		if m.Classes()[argmax(p.Values.Row(0))] == d.Labels[i] {
			right++
		}
	}
	if found.Rest != len(rest) || found.RightWithout != right || found.RightWithout < found.Right {
		t.Errorf("of %d the others answer %d rightly, and %d without the suspects; want %d of %d", found.Rest, found.Right, found.RightWithout, right, len(rest))
	}
}

func TestSuspectsOfNumbers(t *testing.T) {
	r := rand.New(rand.NewSource(83))
	d := Dataset{X: Matrix{Rows: 150, Columns: 2}, Values: Matrix{Rows: 150, Columns: 1}}
	for i := range 150 {
		x := r.Float64()
		d.X.Data = append(d.X.Data, x, r.Float64())
		d.Values.Data = append(d.Values.Data, 10*x)
		if i == 40 {
			d.Values.Data[i] += 30
		}
	}
	d.X.Data = append(d.X.Data, d.X.Row(7)...)
	d.X.Data = append(d.X.Data, 50, 50) // nobody is like it
	d.X.Rows += 2
	d.Values.Data = append(d.Values.Data, d.Values.Data[7]+1, 3)
	d.Values.Rows += 2
	m, err := FitSQANN(d, SQANNOptions{Scale: ScaleNone, Duplicates: DuplicatesMean, Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}})
	if err != nil {
		t.Fatal(err)
	}
	found, err := m.Suspects(0, Control{})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[int]SuspectKind{}
	for _, s := range found.Suspects {
		kinds[s.Sample] = s.Kind
	}
	if found.Suspects[0].Sample != 40 || kinds[40] != SuspectValue || kinds[7] != SuspectDuplicate || kinds[150] != SuspectDuplicate || kinds[151] != SuspectAlone {
		t.Errorf("the suspects are %+v", found.Suspects)
	}
	if len(found.Suspects[0].Misled) == 0 {
		t.Error("a value that is far off misleads nobody")
	}
	for _, share := range []float64{-1, 2, math.NaN()} {
		if _, err := m.Suspects(share, Control{}); err == nil {
			t.Errorf("share %v is taken", share)
		}
	}
	paper, err := FitSQANN(d, SQANNOptions{Preset: Paper, Duplicates: DuplicatesMean})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := paper.Suspects(0, Control{}); err == nil {
		t.Error("the paper's preset has no learner, and there are suspects")
	}
}
