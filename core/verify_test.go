package core

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Verify accepts what was fitted, restored and learned, and notices each place that is broken on purpose.
func TestVerify(t *testing.T) {
	d := walled(120, false, 3)
	classes := walled(120, true, 3)
	some := sortedFrom(0, 110)
	line := Dataset{X: Matrix{Data: []float64{0, 1, 3, 4, 9}, Rows: 5, Columns: 1}, Values: Matrix{Data: []float64{2, 1, 5, 0, 7}, Rows: 5, Columns: 1}}
	tnn := func() Predictor {
		m, err := FitTNN(line, TNNOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	grown := SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}, Interpolation: Interpolation{Mode: InterpolateLocal, Forest: Forest{Use: On, Share: 0.5, Trees: 5}}}
	model := func(d Dataset, o SQANNOptions) func() Predictor { return func() Predictor { return fit(t, d, o) } }
	learner := func() Predictor {
		l, err := NewLearner(fit(t, d.Pick(some), grown), Control{})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		for i := 110; i < 120; i++ {
			if _, err := l.Learn(d.Pick([]int{i}), LearnOptions{}); err != nil {
				t.Fatal(err)
			}
			if err := l.Forget([]int{random.IntN(l.SampleCount())}); err != nil {
				t.Fatal(err)
			}
		}
		return l
	}
	sqann := func(breaks func(m *SQANN)) func(Predictor) { return func(p Predictor) { breaks(p.(*SQANN)) } }
	learned := func(breaks func(l *Learner)) func(Predictor) { return func(p Predictor) { breaks(p.(*Learner)) } }
	for _, c := range []struct {
		what   string
		make   func() Predictor
		breaks func(p Predictor) // nil: it holds
		says   string
	}{
		{"numbers", model(d, grown), nil, ""},
		{"classes", model(classes, SQANNOptions{}), nil, ""},
		{"without takeover", model(d, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateLocal, NoTakeover: true}}), nil, ""},
		{"the paper's", model(d, SQANNOptions{Preset: Paper}), nil, ""},
		{"published", model(d, SQANNOptions{Preset: PublishedV2, Settings: slices.Repeat([]Settings{ClassicSettings(1)}, 60)}), nil, ""},
		{"a TNN", tnn, nil, ""},
		{"a learner", learner, nil, ""},
		{"a point twice", model(d, grown), sqann(func(m *SQANN) { l := m.network.Layers[0]; l.Point[1] = l.Point[0] }), "one layer"},
		{"a point lost", model(d, grown), sqann(func(m *SQANN) { l := m.network.Layers[len(m.network.Layers)-1]; l.Point = l.Point[:len(l.Point)-1] }), "one layer"},
		{"a point moved", model(d, grown), sqann(func(m *SQANN) { m.points.x.Row(7)[0] += 0.5 }), "own neuron"},
		{"an output", model(d, grown), sqann(func(m *SQANN) { m.points.alpha.Row(7)[0]++ }), "off by"},
		{"a class", model(classes, SQANNOptions{}), sqann(func(m *SQANN) { slices.Reverse(m.points.alpha.Row(7)) }), "off by"},
		{"a leaf", model(d, grown), sqann(func(m *SQANN) { m.leaves.forest.Remove(7, m.points.x.Row(7)) }), "leaf"},
		{"another's leaf", model(d, grown), sqann(func(m *SQANN) {
			far := slices.Clone(m.points.x.Row(7))
			for j := range far {
				far[j] = 1e6
			}
			m.leaves.forest.Remove(7, m.points.x.Row(7))
			m.leaves.forest.Add(7, far)
		}), "leaf"},
		{"an order", tnn, func(p Predictor) { p.(*TNN).order[0] = 1 }, "order"},
		{"a TNN's output", tnn, func(p Predictor) { p.(*TNN).y.Data[2]++ }, "off by"},
		{"a learner's residual", learner, learned(func(l *Learner) { l.view.slopes.residuals.Data[9]++ }), "answers otherwise"},
		{"a learner's leaves", learner, learned(func(l *Learner) {
			at := l.net.Place[l.rows[0]]
			l.view.leaves.forest.Remove(at, l.view.points.x.Row(int(at)))
		}), "answers otherwise"},
		{"a learner's sample", learner, learned(func(l *Learner) { l.net.Remove(l.rows[5]) }), ""},
		{"a learner's settings", learner, learned(func(l *Learner) { l.like.MaxSteps = 0; l.view.options.Interpolation.Top = 1 }), "answers otherwise"},
	} {
		p := c.make()
		if c.breaks != nil {
			c.breaks(p)
		}
		err := verified(p)
		switch {
		case c.breaks == nil && err != nil:
			t.Errorf("%s: %v", c.what, err)
		case c.breaks != nil && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s was broken, and Verify says %v", c.what, err)
		}
	}
}

// verified is what Verify says of what may be broken so far that it panics.
func verified(p Predictor) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = broken("it panics")
		}
	}()
	return Verify(p)
}
