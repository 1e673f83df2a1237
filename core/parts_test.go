package core

import (
	"errors"
	"math/rand"
	"reflect"
	"testing"
)

// What others compute of a call's parts, from the last to the first, gives the same result to the bit as the call by itself.
func TestPartsThatOthersCompute(t *testing.T) {
	r := rand.New(rand.NewSource(91))
	for name, c := range waysToFit(r) {
		d, way := c.Dataset, c.Recipe
		m, err := way.fit(d, Control{}, new(prepared))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for call, f := range map[string]func(c Control) (any, error){
			"CrossValidate": func(c Control) (any, error) {
				return CrossValidate(d, way, CrossValidateOptions{Folds: 4, Control: c})
			},
			"Calibrate": func(c Control) (any, error) {
				k, err := Calibrate(m, CrossValidateOptions{Folds: 4, Control: c})
				if err != nil {
					return err.Error(), nil
				}
				return []any{k.Recognition, k.Familiarity, k.Scores, k.Median, k.Folds}, nil
			},
			"Tune": func(c Control) (any, error) {
				return Tune(d, TuneOptions{Untouched: way, Candidates: []Recipe{way}, CrossValidateOptions: CrossValidateOptions{Folds: 3, Control: c}})
			},
			"LeaveOneOut": func(c Control) (any, error) { return LeaveOneOut(m, c) },
		} {
			alone, err := f(Control{})
			if err != nil {
				t.Fatalf("%s, %s: %v", name, call, err)
			}
			asked, data := 0, 0
			shared, err := f(Control{Parts: func(parts, numbers int, answers func(int, Control) ([]float64, error)) (func(int) []float64, error) {
				data = numbers
				known := make([][]float64, parts)
				for part := parts - 1; part >= 0; part -= 2 {
					var err error
					if known[part], err = answers(part, Control{}); err != nil {
						return nil, err
					}
				}
				return func(part int) []float64 {
					asked++
					return known[part]
				}, nil
			}})
			if err != nil || !sameOrNaN(alone, shared) {
				t.Errorf("%s, %s: shared it gives %+v (%v), by itself %+v", name, call, shared, err, alone)
			}
			if _, refused := alone.(string); !refused && (asked < 3 || data != len(d.X.Data)) {
				t.Errorf("%s, %s: %d parts of %d numbers", name, call, asked, data)
			}
		}
	}
}

// sameOrNaN is reflect.DeepEqual, but NaN equals NaN.
func sameOrNaN(a, b any) bool {
	var same func(a, b reflect.Value) bool
	same = func(a, b reflect.Value) bool {
		if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
			return false
		}
		if !a.IsValid() {
			return true
		}
		switch a.Kind() {
		case reflect.Float64:
			return a.Float() == b.Float() || a.Float() != a.Float() && b.Float() != b.Float()
		case reflect.Pointer, reflect.Interface:
			return a.IsNil() == b.IsNil() && (a.IsNil() || same(a.Elem(), b.Elem()))
		case reflect.Func, reflect.Chan: // of a Control
			return true
		case reflect.Struct:
			for i := range a.NumField() {
				if !same(a.Field(i), b.Field(i)) {
					return false
				}
			}
			return true
		case reflect.Slice, reflect.Array:
			if a.Len() != b.Len() {
				return false
			}
			for i := range a.Len() {
				if !same(a.Index(i), b.Index(i)) {
					return false
				}
			}
			return true
		}
		return a.Equal(b)
	}
	return same(reflect.ValueOf(a), reflect.ValueOf(b))
}

// An error of who has parts computed ends the call; a fit inside of a part isn't asked for parts of its own.
func TestPartsEndWithAnError(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(92)), 40, false)
	failed, times := errors.New("no"), 0
	_, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Control: Control{Progress: func(Progress) {}, Parts: func(int, int, func(int, Control) ([]float64, error)) (func(int) []float64, error) {
		times++
		return nil, failed
	}}})
	if err != failed || times != 1 {
		t.Errorf("the error is %v, asked %d times", err, times)
	}
}
