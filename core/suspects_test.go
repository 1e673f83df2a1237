package core

import (
	"math"
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// What the others answer to a sample is what the fit of them, like the model, answers, and who made it are those of its explanation: both
// ways, where neurons reach few others and where they reach most.
func TestLeftOutAsFitted(t *testing.T) {
	ways := map[bool]int{}
	for name, o := range map[string]SQANNOptions{
		"top":     {Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}},
		"crowded": {Relevance: Relevance{Kind: RelevanceOff}, Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}},
		"forest":  {Interpolation: Interpolation{Mode: InterpolateTop, Top: 8, Forest: Forest{Use: On, Share: 0.5, Leaf: 2}}},
		"lines":   {Interpolation: Interpolation{Mode: InterpolateLocal, Top: 32}},
	} {
		d := noisySet(rand.New(rand.NewSource(81)), 60, name != "lines")
		if name == "crowded" { // 569 samples of 30 features, most within the reach of most
			d = Dataset{X: Matrix{Columns: 30}}
			list, err := readTable("cancer.csv")
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range list {
				values, err := numbers(row[:30])
				if err != nil {
					t.Fatal(err)
				}
				d.X.Data, d.Labels = append(d.X.Data, values...), append(d.Labels, Text(row[30]))
				d.X.Rows++
			}
		}
		m, err := FitSQANN(d, o)
		if err != nil {
			t.Fatal(name, err)
		}
		l, err := NewLearner(m, Control{})
		if err != nil {
			t.Fatal(name, err)
		}
		fits := l.net.Crowded
		ways[fits]++
		leave, err := m.leaver(Control{})
		if err != nil {
			t.Fatal(name, err)
		}
		for i := range min(60, d.X.Rows) {
			got, err := leave(i)
			if err != nil {
				t.Fatal(name, err)
			}
			var rest []int // the order in which the others are fitted
			for k := 1; k < d.X.Rows; k++ {
				rest = append(rest, (i+k)%d.X.Rows)
			}
			if fits {
				slices.Sort(rest)
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
	}
	if ways[true] == 0 || ways[false] == 0 {
		t.Errorf("one way alone was tried: %v", ways)
	}
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
	if fitted, err := m.SuspectsByFits(0.1, Control{}); err != nil || !reflect.DeepEqual(fitted, found) {
		t.Errorf("by fits: %v, %v; by a learner %v", fitted, err, found)
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
	// Right are those whose eight most alike others say so, by definition.
	gone := make([]bool, d.X.Rows)
	for _, s := range found.Suspects {
		gone[s.Sample] = s.Kind != SuspectAlone
	}
	rest := marked(negated(gone))
	if found.Rest != len(rest) {
		t.Errorf("the rest is %d, want %d", found.Rest, len(rest))
	}
	others, err := FitSQANN(d.Pick(rest), m.Like())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		m     *SQANN
		which []int
		got   int
	}{{m, sorting.Identity(d.X.Rows), found.Right}, {others, rest, found.RightWithout}} {
		right := 0
		for i, sample := range c.which {
			if gone[sample] {
				continue
			}
			votes := map[Label]float64{}
			c.m.ask(oneRow(d.X.Row(sample)), passage, func(_ int, a *answer) {
				asked := 0
				for _, node := range a.seen.Strongest(nil, worthTop+1) {
					if other := c.m.points.rows.At(int(node.Point))[0]; other != i && asked < worthTop {
						asked++
						votes[d.Labels[c.which[other]]] += node.V
					}
				}
			})
			if mostOf(votes) == d.Labels[sample] {
				right++
			}
		}
		if right != c.got {
			t.Errorf("the others answer %d rightly, want %d", c.got, right)
		}
	}
	if found.RightWithout < found.Right {
		t.Errorf("%d were right, %d are without the suspects", found.Right, found.RightWithout)
	}
}

func mostOf(votes map[Label]float64) (label Label) {
	most := -1.0
	for l, v := range votes {
		if v > most {
			label, most = l, v
		}
	}
	return label
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
	found, err := m.Suspects(0.05, Control{})
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
	for _, share := range []float64{-1, 0, 2, math.NaN()} {
		if _, err := m.Suspects(share, Control{}); err == nil {
			t.Errorf("share %v is taken", share)
		}
	}
	paper, err := FitSQANN(d, SQANNOptions{Preset: Paper, Duplicates: DuplicatesMean})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := paper.Suspects(0.05, Control{}); err == nil {
		t.Error("the paper's preset has no learner, and there are suspects")
	}
}
