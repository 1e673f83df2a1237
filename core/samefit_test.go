package core

import (
	"reflect"
	"testing"
)

// Tune makes one fit for all candidates that differ in nothing that a fit depends on. An option that this test doesn't
// know, or that is forgotten in the comparison, would share a fit with another one.
func TestCandidatesThatDifferShareNoFit(t *testing.T) {
	third := 1.0 / 3
	sqann := map[string]any{
		"Preset": Paper, "Skip": Off, "Settings": []Settings{{A1: 0.01, A2: 0.3, Admission: 0.1, Activation: 0.9}}, "SettingsChoice": SettingsClassic,
		"R": &third, "Frame": &Frame{Features: 1, Outputs: 1, Reach: 1}, "Scale": ScaleStandard, "Relevance": Relevance{Kind: RelevanceOff}, "Duplicates": DuplicatesFirst, "Balanced": true, "MaxSteps": 7,
	}
	tnn := map[string]any{"A": 7.0, "Tolerance": 0.1, "Order": []int{0, 1}, "Scale": ScaleMinMax, "Duplicates": DuplicatesFirst}
	// A fit doesn't depend on how it is asked, nor on how it is watched and bounded by the caller.
	asked := map[string]bool{"Interpolation": true, "MaxBytes": true, "Trace": true, "Control": true, "grown": true}
	check := func(plain, set reflect.Value, values map[string]any, same func() bool) {
		for i := range set.NumField() {
			name := set.Type().Field(i).Name
			value, there := values[name]
			if there == asked[name] {
				t.Errorf("%s.%s stands in both lists, or in none", set.Type(), name)
			}
			if !there {
				continue
			}
			set.Field(i).Set(reflect.ValueOf(value))
			if same() {
				t.Errorf("%s.%s makes no difference", set.Type(), name)
			}
			set.Field(i).Set(plain.Field(i))
		}
		if !same() {
			t.Errorf("%s: equal options aren't the same fit", set.Type())
		}
	}
	var a, b Recipe
	check(reflect.ValueOf(a.SQANN), reflect.ValueOf(&b.SQANN).Elem(), sqann, func() bool { return a.sameFit(b) })
	a.TNN, b.TNN = &TNNOptions{}, &TNNOptions{}
	check(reflect.ValueOf(*a.TNN), reflect.ValueOf(b.TNN).Elem(), tnn, func() bool { return a.sameFit(b) })
}

// What no name stands for is refused by a fit. A model would otherwise be made that can't be saved.
func TestUnknownChoices(t *testing.T) {
	d := Dataset{X: Matrix{Data: []float64{0, 1}, Rows: 2, Columns: 1}, Values: Matrix{Data: []float64{0, 1}, Rows: 2, Columns: 1}}
	for path, o := range map[string]SQANNOptions{
		"preset": {Preset: 9}, "skip": {Skip: 9}, "settings": {SettingsChoice: 9}, "scale": {Scale: 9}, "duplicates": {Duplicates: 9},
		"relevance": {Relevance: Relevance{Kind: 9}}, "interpolation": {Interpolation: Interpolation{Mode: 9}},
	} {
		if _, err := FitSQANN(d, o); err == nil || err.(*Error).Path != path || err.(*Error).Code != InvalidOption {
			t.Errorf("%s: %v", path, err)
		}
	}
	for path, o := range map[string]TNNOptions{"scale": {Scale: 9}, "duplicates": {Duplicates: 9}} {
		if _, err := FitTNN(d, o); err == nil || err.(*Error).Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
}
