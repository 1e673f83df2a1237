package wire

import (
	"testing"

	"github.com/xaia-go/xaia/core"
)

// What is kept counts once, however many models share it, and until the last of them is given up.
func TestHeld(t *testing.T) {
	fitted := func(y ...float64) *Model {
		m, err := core.FitSQANN(core.Dataset{X: core.ColumnOf(1, 2, 3), Values: core.ColumnOf(y...)}, core.SQANNOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return &Model{Predictor: m}
	}
	first, second := fitted(1, 2, 3), fitted(3, 1, 2)
	both, err := Join(first, second)
	if err != nil {
		t.Fatal(err)
	}
	calibrated := *first
	h := Held{}
	want := func(step string, bytes int64) {
		t.Helper()
		sum := int64(0)
		for _, k := range h {
			sum += k.bytes
		}
		if sum != bytes {
			t.Errorf("%s: %d bytes are counted, %d are kept", step, sum, bytes)
		}
	}
	one, two := first.Predictor.Bytes(), second.Predictor.Bytes()
	h.Keep(first, 1)
	h.Keep(&calibrated, 1)
	want("a model and the same calibrated", one)
	h.Keep(both, 1)
	want("an ensemble brings the other one", one+two)
	h.Keep(first, -1)
	h.Keep(&calibrated, -1)
	want("the ensemble has both", one+two)

	l, err := NewLearner(second, core.Control{})
	if err != nil {
		t.Fatal(err)
	}
	learner := &Model{Predictor: l}
	h.Keep(learner, 1)
	begun := l.Bytes()
	if _, err := l.Learn(core.Dataset{X: core.ColumnOf(4, 5, 6, 7), Values: core.ColumnOf(1, 1, 1, 1)}, core.LearnOptions{}); err != nil {
		t.Fatal(err)
	}
	want("before a learner is counted again", one+two+begun)
	h.Keep(learner, 0)
	want("a learner that has changed", one+two+l.Bytes())
	h.Keep(both, -1)
	h.Keep(learner, -1)
	h.Keep(learner, 0)
	if want("nothing", 0); len(h) != 0 {
		t.Error("something is kept: ", h)
	}
}
