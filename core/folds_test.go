package core

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// people are some samples each of persons, whose outcomes follow the person, not x.
func people(r *rand.Rand, persons, each int, labels bool) (d Dataset, groups []int) {
	d = Dataset{X: Matrix{Columns: 3}}
	for p := range persons {
		home := []float64{r.Float64(), r.Float64(), r.Float64()}
		mood := r.Float64()
		for range each {
			for _, v := range home {
				d.X.Data = append(d.X.Data, v+0.01*r.Float64())
			}
			d.X.Rows++
			groups = append(groups, 1000-7*p)
			if labels {
				d.Labels = append(d.Labels, Integer(int64(3*mood)))
			} else {
				d.Values.Data = append(d.Values.Data, mood)
			}
		}
	}
	if !labels {
		d.Values.Rows, d.Values.Columns = d.X.Rows, 1
	}
	return d, groups
}

// No fit knows the group of a sample that it answers. Each fold has about its part of the samples, and of each class.
func TestGroupsShareAFold(t *testing.T) {
	r := rand.New(rand.NewPCG(49, 3))
	for _, labels := range []bool{false, true} {
		d, groups := people(r, 40, 10, labels)
		for _, i := range r.Perm(len(groups)) { // in no order
			j := r.IntN(i + 1)
			groups[i], groups[j] = groups[j], groups[i]
			swapRows(d, i, j)
		}
		v, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: 4, Seed: 5, Groups: groups})
		if err != nil {
			t.Fatal(err)
		}
		of, size, classes := map[int]int{}, make([]int, 4), map[Label][]int{}
		for row, f := range v.Folds {
			if known, seen := of[groups[row]]; seen && known != f {
				t.Fatalf("group %d is in the folds %d and %d", groups[row], known, f)
			}
			of[groups[row]] = f
			size[f]++
			if labels {
				if classes[d.Labels[row]] == nil {
					classes[d.Labels[row]] = make([]int, 4)
				}
				classes[d.Labels[row]][f]++
			}
		}
		if slices.Min(size) < 80 || slices.Max(size) > 120 {
			t.Errorf("the folds have %v samples", size)
		}
		for class, in := range classes {
			if slices.Max(in)-slices.Min(in) > 20 {
				t.Errorf("class %v has %v samples in the folds", class, in)
			}
		}
		other, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: 4, Seed: 6, Groups: groups})
		if err != nil || slices.Equal(other.Folds, v.Folds) {
			t.Errorf("the seed makes no difference: %v", err)
		}
		without, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: 4, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		if !labels && !(without.R2 > 0.9 && v.R2 < 0.3) {
			t.Errorf("r² by person is %v, by sample %v: the persons' outcomes can't be foreseen", v.R2, without.R2)
		}
		tuned, err := Tune(d, TuneOptions{Candidates: []Recipe{{}}, CrossValidateOptions: CrossValidateOptions{Folds: 4, Seed: 5, Groups: groups}})
		if err != nil || tuned.Scores[0].RMSE != v.RMSE {
			t.Errorf("tune finds %+v, cross-validation %+v: %v", tuned, v.Figures, err)
		}
	}
}

func swapRows(d Dataset, i, j int) {
	for k := range d.X.Columns {
		a, b := i*d.X.Columns+k, j*d.X.Columns+k
		d.X.Data[a], d.X.Data[b] = d.X.Data[b], d.X.Data[a]
	}
	if d.Labels != nil {
		d.Labels[i], d.Labels[j] = d.Labels[j], d.Labels[i]
	} else {
		d.Values.Data[i], d.Values.Data[j] = d.Values.Data[j], d.Values.Data[i]
	}
}

// In the order of time each fold is answered by the model of the samples before it: compared with these fits themselves.
func TestOrderedFolds(t *testing.T) {
	r := rand.New(rand.NewPCG(49, 4))
	for _, n := range []int{2, 3, 11, 50} {
		d, _ := people(r, n, 1, false)
		v, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: min(4, n-1), Ordered: true})
		if err != nil {
			t.Fatal(err)
		}
		var answered []int
		for row, f := range v.Folds {
			if row > 0 && f != v.Folds[row-1] && f != v.Folds[row-1]+1 {
				t.Fatalf("the folds are %v", v.Folds)
			}
			if f < 0 {
				if v.Answers.Status[row] != StatusNone {
					t.Errorf("row %d of the first ones has an answer", row)
				}
				continue
			}
			answered = append(answered, row)
			before := d.Pick(answeredBefore(slices.Index(v.Folds, f)))
			m, err := FitSQANN(before, SQANNOptions{})
			if err != nil {
				t.Fatal(err)
			}
			p, err := m.Predict(oneRow(d.X.Row(row)))
			if err != nil {
				t.Fatal(err)
			}
			if p.Values.Data[0] != v.Answers.Values.Row(row)[0] {
				t.Fatalf("row %d is %v, by the samples before its fold %v", row, v.Answers.Values.Row(row)[0], p.Values.Data[0])
			}
		}
		if v.RowCount != len(answered) || v.Folds[0] != -1 || slices.Max(v.Folds) != min(4, n-1)-1 || v.Missed != 0 {
			t.Errorf("%d rows are measured, of %d; folds %v", v.RowCount, len(answered), v.Folds)
		}
		tuned, err := Tune(d, TuneOptions{Candidates: []Recipe{{}}, CrossValidateOptions: CrossValidateOptions{Folds: min(4, n-1), Ordered: true}})
		if err != nil || tuned.Scores[0].RMSE != v.RMSE {
			t.Errorf("tune finds %+v, cross-validation %+v: %v", tuned, v.Figures, err)
		}
	}
}

func answeredBefore(row int) []int {
	var rows []int
	for i := range row {
		rows = append(rows, i)
	}
	return rows
}

func TestFoldsThatCantBe(t *testing.T) {
	d, groups := people(rand.New(rand.NewPCG(49, 5)), 3, 4, false)
	labelled := Dataset{X: d.X}
	for i := range d.X.Rows {
		labelled.Labels = append(labelled.Labels, Integer(int64(i/4))) // a class a person
	}
	for name, bad := range map[string]struct {
		d    Dataset
		o    CrossValidateOptions
		path string
		code Code
	}{
		"too few groups":      {d, CrossValidateOptions{Folds: 4, Groups: groups}, "folds", InvalidOption},
		"groups of some rows": {d, CrossValidateOptions{Groups: groups[1:]}, "groups", InvalidOption},
		"groups in order":     {d, CrossValidateOptions{Groups: groups, Ordered: true}, "ordered", InvalidOption},
		"one group":           {d, CrossValidateOptions{Groups: make([]int, 12)}, "folds", InvalidOption},
		"a class in a group":  {labelled, CrossValidateOptions{Groups: groups}, "", InvalidInput},
		"as many as rows":     {d, CrossValidateOptions{Folds: 12, Ordered: true}, "folds", InvalidOption},
	} {
		_, err := CrossValidate(bad.d, Recipe{}, bad.o)
		_, err2 := Tune(bad.d, TuneOptions{CrossValidateOptions: bad.o})
		for _, err := range []error{err, err2} {
			var e *Error
			if !errors.As(err, &e) || e.Code != bad.code || e.Path != bad.path || e.Hint == "" {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	m, err := FitSQANN(d, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var e *Error
	if _, err := Calibrate(m, CrossValidateOptions{Ordered: true}); !errors.As(err, &e) || e.Path != "ordered" {
		t.Errorf("calibrating in the order of time: %v", err)
	}
	c, err := Calibrate(m, CrossValidateOptions{Groups: groups})
	if err != nil || c.Folds != 3 {
		t.Errorf("calibrating by three groups: %v folds, %v", c, err)
	}
	plain, err := Calibrate(m, CrossValidateOptions{})
	if err != nil || slices.Equal(plain.Scores.Data, c.Scores.Data) {
		t.Errorf("groups make no difference: %v", err)
	}
}
