package core

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func namedSet() Dataset {
	d := Dataset{X: ColumnOf(0, 1, 2, 3, 4, 5, 6, 7), Values: ColumnOf(3, 1, 4, 1, 5, 9, 2, 6)}
	for _, name := range "abcdefgh" {
		d.Names = append(d.Names, strings.Repeat(string(name), 1000))
	}
	return d
}

// Names go where their samples go, and samples that come later have none.
func TestNamesStayWithTheirSamples(t *testing.T) {
	d := namedSet()
	for name, fit := range map[string]func(d Dataset) (Model, error){
		"sqann": func(d Dataset) (Model, error) { return made(FitSQANN(d, SQANNOptions{})) },
		"tnn":   func(d Dataset) (Model, error) { return made(FitTNN(d, TNNOptions{})) },
	} {
		m, err := fit(d)
		if err != nil {
			t.Fatal(err)
		}
		less, err := Remove(m, []int{0, 3}, Control{})
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Concat(d.Names[1:3], d.Names[4:])
		if got := less.Data().Names; !slices.Equal(got, want) {
			t.Errorf("%s: after removing: %.9q", name, got)
		}
		more, err := Absorb(less, Dataset{X: ColumnOf(50), Values: ColumnOf(-7)}, AbsorbOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := more.Model.Data().Names; !slices.Equal(got, append(want, "")) {
			t.Errorf("%s: after absorbing: %.9q", name, got)
		}
		d.Names = d.Names[:7]
		var e *Error
		if _, err := fit(d); !errors.As(err, &e) || e.Code != InvalidOption || e.Path != "names" {
			t.Errorf("%s: seven names for eight samples: %v", name, err)
		}
		d = namedSet()
	}
}

func TestLearnerKeepsNames(t *testing.T) {
	d := namedSet()
	m, err := FitSQANN(d, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLearner(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Learn(Dataset{X: ColumnOf(2.5), Values: ColumnOf(8)}, LearnOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := l.Forget([]int{1}); err != nil {
		t.Fatal(err)
	}
	now, err := l.Model()
	if err != nil {
		t.Fatal(err)
	}
	if want := append(slices.Concat(d.Names[:1], d.Names[2:]), ""); !slices.Equal(now.Data().Names, want) {
		t.Errorf("%.9q", now.Data().Names)
	}
	if !slices.Equal(d.Names, namedSet().Names) {
		t.Error("the caller's names changed")
	}
}

// Names count as memory of a fit and of the model.
func TestNamesTakeMemory(t *testing.T) {
	named := namedSet()
	plain := named
	plain.Names = nil
	for name, fit := range map[string]func(d Dataset, most int64) (Model, error){
		"sqann": func(d Dataset, most int64) (Model, error) { return made(FitSQANN(d, SQANNOptions{MaxBytes: most})) },
		"tnn":   func(d Dataset, most int64) (Model, error) { return made(FitTNN(d, TNNOptions{MaxBytes: most})) },
	} {
		if _, err := fit(plain, 8000); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var e *Error
		if _, err := fit(named, 8000); !errors.As(err, &e) || e.Code != TooLarge {
			t.Errorf("%s: 8000 bytes of names within 8000 bytes: %v", name, err)
		}
		with, err := fit(named, 0)
		without, err2 := fit(plain, 0)
		if err != nil || err2 != nil || with.Bytes()-without.Bytes() < 8000 {
			t.Errorf("%s: %v %v; the model of names has %d bytes, the other %d", name, err, err2, with.Bytes(), without.Bytes())
		}
	}
}
