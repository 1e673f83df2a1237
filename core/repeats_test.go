package core

import "testing"

// Where two waiting samples would bring the same fingerprint, the dense builder
// gives up. It looks for them in two steps, by the first eight nodes and by all:
// what comes before the pair, or differs in a later node alone, must not mislead.
// Mutation testing found that no whole network showed it.
func TestRepeats(t *testing.T) {
	s := Settings{A1: 0.1, A2: 0.5, Admission: 0.1, Activation: 0.9}
	nodes := func(x ...float64) *layer {
		l := &layer{settings: s, act: newActivation(s, 0.5)}
		for i, v := range x {
			l.push(i, []float64{v})
		}
		return l
	}
	one, many := nodes(0), nodes(0, 0, 0, 0, 0, 0, 0, 0, 2) // the ninth is not of the first eight
	for _, c := range []struct {
		layer   *layer
		waiting []float64
		repeats bool
	}{
		{one, []float64{0.3, 0.5, 0.7}, false},
		{one, []float64{0.5, -0.5, 0.7}, true},
		{one, []float64{0.3, 0.4, 0.5, -0.5}, true},
		{many, []float64{0.5, -0.5, 0.7}, false},
		{many, []float64{0.5, -0.5, 0.7, 0.7}, true},
		{many, []float64{0.7, 0.5, -0.5, 0.5}, true},
	} {
		b := denseBuilder{network: &network{}}
		for i, v := range c.waiting {
			m := newMemo(c.layer, nil)
			m.extend([]float64{v})
			b.waiting, b.d2 = append(b.waiting, int32(i)), append(b.d2, m)
		}
		if got := b.repeats(c.layer) != nil; got != c.repeats {
			t.Errorf("%d nodes, waiting %v: repeats is %v", c.layer.size(), c.waiting, got)
		}
	}
}
