package core

import (
	"errors"
	"math"
	"testing"
)

// What the learning functions refuse, and which row and column they name. That a
// call is refused at all is also tested over JavaScript and HTTP; this is Go's own.
func TestLearningRefusals(t *testing.T) {
	numbers := fit(t, Dataset{X: matrix(2, 0, 0, 0, 1, 1, 0), Values: column(1, 2, 3)}, SQANNOptions{})
	labels := fit(t, Dataset{X: matrix(1, 0, 1, 2), Labels: []Label{Text("a"), Text("b"), Text("a")}}, SQANNOptions{})
	vectors := fit(t, Dataset{X: matrix(1, 0, 1), Values: matrix(2, 1, 2, 3, 4)}, SQANNOptions{})
	one := fit(t, Dataset{X: matrix(1, 0), Values: column(1)}, SQANNOptions{})
	three, text := 3.0, Text("a")
	bad := math.NaN()

	for name, c := range map[string]struct {
		code        Code
		row, column int
		word        string
		call        func() error
	}{
		"labels for numbers": {InvalidInput, 0, -1, "fitted on numbers", func() error {
			_, err := Evaluate(numbers, Dataset{X: matrix(2, 0, 0), Labels: []Label{text}}, Control{})
			return err
		}},
		"numbers for labels": {InvalidInput, 0, -1, "fitted on labels", func() error {
			_, err := Evaluate(labels, Dataset{X: matrix(1, 0), Values: column(1)}, Control{})
			return err
		}},
		"labels of another kind": {InvalidInput, 0, -1, "classes have another kind", func() error {
			_, err := Evaluate(labels, Dataset{X: matrix(1, 0), Labels: []Label{Integer(1)}}, Control{})
			return err
		}},
		"other outputs": {InvalidInput, 0, 1, "2 outputs", func() error {
			_, err := Evaluate(vectors, Dataset{X: matrix(1, 0), Values: column(1)}, Control{})
			return err
		}},
		"other features": {InvalidInput, 0, 1, "", func() error {
			_, err := Evaluate(numbers, Dataset{X: matrix(1, 0), Values: column(1)}, Control{})
			return err
		}},
		"truth that is no number": {InvalidInput, 0, 0, "", func() error {
			_, err := OutByError(numbers, Dataset{X: matrix(2, 0, 0), Values: column(bad)}, 0, Control{})
			return err
		}},
		"a tolerance below zero": {InvalidOption, -1, -1, "tolerance", func() error {
			_, err := OutByError(numbers, Dataset{X: matrix(2, 0, 0), Values: column(1)}, -1, Control{})
			return err
		}},
		"a threshold above one": {InvalidOption, -1, -1, "threshold", func() error {
			_, err := OutByFamiliarity(numbers, matrix(2, 0, 0), &three, Control{})
			return err
		}},
		"one left out of one": {InvalidInput, -1, -1, "1 sample", func() error {
			_, err := LeaveOneOut(one, Control{})
			return err
		}},
		"absorbing without a number": {InvalidOption, -1, -1, "tolerance", func() error {
			_, err := Absorb(numbers, Dataset{X: matrix(2, 0, 0), Values: column(1)}, AbsorbOptions{Tolerance: bad})
			return err
		}},
		"rounds below zero": {InvalidOption, -1, -1, "rounds", func() error {
			_, err := Absorb(numbers, Dataset{X: matrix(2, 0, 0), Values: column(1)}, AbsorbOptions{Rounds: -1})
			return err
		}},
		"absorbing what contradicts a sample": {IllDefined, 1, -1, "X[1] can't be distinguished from the model's sample 1", func() error {
			_, err := Absorb(numbers, Dataset{X: matrix(2, 5, 5, 0, 1), Values: column(1, 9)}, AbsorbOptions{})
			return err
		}},
		"absorbing what contradicts itself": {IllDefined, 2, -1, "X[2] can't be distinguished from X[1]", func() error {
			_, err := Absorb(numbers, Dataset{X: matrix(2, 0, 0, 5, 5, 5, 5), Values: column(1, 7, 8)}, AbsorbOptions{})
			return err
		}},
		"a counterfactual of vectors": {Unsupported, -1, -1, "2 outputs", func() error {
			_, err := CounterfactualOf(vectors, []float64{0}, CounterfactualOptions{Value: &three})
			return err
		}},
		"a counterfactual without a target": {InvalidOption, -1, -1, "target", func() error {
			_, err := CounterfactualOf(numbers, []float64{0, 0}, CounterfactualOptions{})
			return err
		}},
		"a counterfactual to no number": {InvalidOption, -1, -1, "target", func() error {
			_, err := CounterfactualOf(numbers, []float64{0, 0}, CounterfactualOptions{Value: &bad})
			return err
		}},
		"a counterfactual to what is": {InvalidOption, -1, -1, "already the prediction", func() error {
			_, err := CounterfactualOf(labels, []float64{0}, CounterfactualOptions{Label: &text})
			return err
		}},
		"members of other labels": {InvalidInput, -1, -1, "different kinds", func() error {
			other := fit(t, Dataset{X: matrix(1, 0, 1), Labels: []Label{Integer(0), Integer(1)}}, SQANNOptions{})
			_, err := NewEnsemble(labels, other)
			return err
		}},
		"no scores": {InvalidInput, -1, -1, "empty", func() error {
			_, err := SqueezedOrder(Matrix{}, 0.5, Matrix{})
			return err
		}},
		"scores of other classes": {InvalidInput, 0, -1, "external[0]", func() error {
			_, err := SqueezedOrder(matrix(2, 1, 0), 0.5, matrix(3, 1, 0, 0))
			return err
		}},
		"a score that is no number": {InvalidInput, 0, 1, "scores", func() error {
			_, err := SqueezedOrder(matrix(2, 1, bad), 0.5, Matrix{})
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) { refused(t, c.call(), c.code, c.row, c.column, c.word) })
	}
}

// Scores below zero, which a TNN can give, count as none; without any the classes
// share; without an output there is no number.
func TestProbabilities(t *testing.T) {
	p := Predictions{Values: matrix(2, 3, 1, -1, 2, -1, -2, 0.5, 0.5), Status: []Status{StatusHit, StatusInterpolated, StatusInterpolated, StatusNone}}
	fillNaN(p.Values.Row(3))
	before := p.Values.Row(1)[0]
	got := p.Probabilities()
	for i, want := range [][]float64{{0.75, 0.25}, {0, 1}, {0.5, 0.5}, {math.NaN(), math.NaN()}} {
		for j, v := range got.Row(i) {
			if v != want[j] && !(math.IsNaN(v) && math.IsNaN(want[j])) {
				t.Errorf("row %d is %v, want %v", i, got.Row(i), want)
			}
		}
	}
	if p.Values.Row(1)[0] != before {
		t.Error("the predictions were changed")
	}
}

// An ensemble doesn't listen to a member that has no output.
func TestEnsembleOfAMemberWithoutAnOutput(t *testing.T) {
	silent := fit(t, Dataset{X: matrix(1, 0, 1), Values: column(1, 2)}, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateNone}})
	weak := fit(t, Dataset{X: matrix(1, 10, 11), Values: column(3, 4)}, SQANNOptions{})
	for _, both := range [][2]Model{{silent, weak}, {weak, silent}} {
		e, err := NewEnsemble(both[0], both[1])
		if err != nil {
			t.Fatal(err)
		}
		// Between the first one's samples it is moderately known to it, and far from the other's.
		x := matrix(1, 0.5)
		got, err := e.Examine(x)
		if err != nil {
			t.Fatal(err)
		}
		want, err := weak.Examine(x)
		if err != nil {
			t.Fatal(err)
		}
		if got.Status[0] != StatusInterpolated || got.Values.Data[0] != want.Values.Data[0] || e.FeatureCount() != 1 {
			t.Errorf("it answers %v %v, the member that can answer says %v", got.Status[0], got.Values.Data, want.Values.Data)
		}
	}
	nobody, err := NewEnsemble(silent, silent)
	if err != nil {
		t.Fatal(err)
	}
	got, err := nobody.Examine(matrix(1, 0.5))
	if err != nil || got.Status[0] != StatusNone || !math.IsNaN(got.Values.Data[0]) {
		t.Errorf("two without an output give %+v, %v", got, err)
	}
}

func TestErrorsLeadToTheirCause(t *testing.T) {
	cause := errors.New("why")
	if err := error(&Error{Cause: cause}); !errors.Is(err, cause) {
		t.Error("the cause is lost")
	}
}

func TestNamesOfStatusAndRecognition(t *testing.T) {
	if StatusHit.String()+StatusInterpolated.String()+StatusNone.String() != "hitinterpolatednone" || Weak.String()+Moderate.String()+Strong.String() != "weakmoderatestrong" {
		t.Error("JavaScript and HTTP use these names")
	}
}
