package core

import (
	"reflect"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// A model has options of its own: neither what was given nor what Options returns changes it.
func TestOptionsAreCopied(t *testing.T) {
	d := random2D(4, 30)
	given := func() SQANNOptions {
		r := 0.25
		return SQANNOptions{R: &r, Settings: []Settings{ClassicSettings(1), ClassicSettings(2)}, Relevance: Relevance{Kind: RelevanceGiven, Features: []float64{1, 0.5}}, Interpolation: Interpolation{Mode: InterpolateTop, Top: 3}}
	}
	changes := map[string]func(o *SQANNOptions){
		"R":         func(o *SQANNOptions) { *o.R = 0.75 },
		"Settings":  func(o *SQANNOptions) { o.Settings[0].A1, o.Settings[1].A2 = 7, 7 },
		"Relevance": func(o *SQANNOptions) { o.Relevance.Features[1] = 9 },
	}
	for name, change := range changes {
		o := given()
		m, before := fit(t, d, o), fit(t, d, given()).Options()
		change(&o)
		returned := m.Options()
		change(&returned)
		if after := m.Options(); !reflect.DeepEqual(before, after) {
			t.Errorf("%s: the options were %+v, are %+v", name, before, after)
		}
		smaller, err := Remove(m, []int{3}, Control{})
		if err != nil {
			t.Fatal(err)
		}
		want := fit(t, d.without(slices.Insert(make([]bool, 29), 3, true)), given())
		if got, want := valuesAt(t, smaller, d.X), valuesAt(t, want, d.X); !slices.Equal(got, want) {
			t.Errorf("%s: fitted again, the model is another", name)
		}
	}
	learned := fit(t, d, SQANNOptions{Relevance: Relevance{Kind: RelevanceLearn}})
	was := learned.Relevance()
	learned.Placement().Learned.Features[0] = 9
	if !slices.Equal(was, learned.Relevance()) || learned.Placement().Learned.Features[0] == 9 {
		t.Error("the learned relevance was changed from outside")
	}
	order := sorting.Identity(30)
	m, err := FitTNN(d, TNNOptions{Order: order})
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(order)
	slices.Reverse(m.Options().Order)
	if !slices.Equal(m.Options().Order, sorting.Identity(30)) {
		t.Error("the order was changed from outside")
	}
}

func valuesAt(t *testing.T, m Predictor, x Matrix) []float64 {
	t.Helper()
	p, err := m.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	return p.Values.Data
}
