package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

func TestExamineAgreesWithExplain(t *testing.T) {
	r := rand.New(rand.NewSource(40))
	for range 300 {
		m := generatedModel(t, r, 40)
		x := nearby(r, m.Data(), 20)
		e, err := m.Examine(x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.Rows {
			status, recognition, familiarity, activation := plainRow(t, m, x.Row(i))
			if e.Status[i] != status || e.Recognition[i] != recognition || e.Familiarity[i] != familiarity || math.Abs(e.Activation[i]-activation) > 1e-12 {
				t.Fatalf("%T, row %v: %v %v %v %v, plainly %v %v %v %v", m, x.Row(i),
					e.Status[i], e.Recognition[i], e.Familiarity[i], e.Activation[i], status, recognition, familiarity, activation)
			}
			if m, tnn := m.(*TNN); tnn && m.a > 4 && e.Recognition[i] == Weak && e.Familiarity[i] > 0.5 {
				t.Fatalf("a TNN's familiarity is %v where its recognition is %v", e.Familiarity[i], e.Recognition[i])
			}
		}
	}
}

// Every sample answered by a model that was fitted on the others from scratch.
func TestLeaveOneOutEqualsPlainRefits(t *testing.T) {
	r := rand.New(rand.NewSource(41))
	kinds := map[string]int{}
	for range 400 {
		m := generatedModel(t, r, 24)
		got, err := LeaveOneOut(m, Control{})
		if e, ok := err.(*Error); ok && e.Code == IllDefined {
			continue // without one of them, scaling brings two samples together
		}
		if err != nil {
			t.Fatal(err)
		}
		d := m.Data()
		for i := range m.SampleCount() {
			var others Model
			var rest Dataset
			rest.X.Columns, rest.Values.Columns = d.X.Columns, d.Values.Columns
			for j := range d.X.Rows {
				if j != i {
					rest.add(d, j)
				}
			}
			switch m := m.(type) {
			case *SQANN:
				others, err = FitSQANN(rest, m.Options())
				kinds["sqann"]++
			case *TNN:
				others, err = FitTNN(rest, m.Options())
				kinds["tnn"]++
			}
			if err != nil {
				t.Fatal(err)
			}
			want, err := others.Examine(Matrix{Data: d.X.Row(i), Rows: 1, Columns: d.X.Columns})
			if err != nil {
				t.Fatal(err)
			}
			scores := make([]float64, m.OutputCount())
			for j := range scores {
				at := j
				if m.Classes() != nil {
					at = slices.Index(others.Classes(), m.Classes()[j])
				}
				if want.Status[0] == StatusNone {
					scores[j] = math.NaN()
				} else if at >= 0 {
					scores[j] = want.Values.Data[at]
				}
			}
			if !equalBits(got.Values.Row(i), scores) || got.Status[i] != want.Status[0] || got.Recognition[i] != want.Recognition[0] ||
				got.Familiarity[i] != want.Familiarity[0] || got.Activation[i] != want.Activation[0] {
				t.Fatalf("%T %+v, sample %d of %d: %v %v %v %v, refitted %v %v %v %v", m, m.Data(), i, m.SampleCount(),
					got.Values.Row(i), got.Status[i], got.Recognition[i], got.Familiarity[i],
					scores, want.Status[0], want.Recognition[0], want.Familiarity[0])
			}
		}
	}
	if kinds["tnn"] < 1000 || kinds["sqann"] < 2000 {
		t.Errorf("only %v samples were left out", kinds)
	}
}

// The figures by their definitions, row by row.
func TestEvaluateByDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(42))
	for range 200 {
		m := generatedModel(t, r, 30)
		d := Dataset{X: nearby(r, m.Data(), 25)}
		if m.Classes() != nil {
			for range d.X.Rows {
				d.Labels = append(d.Labels, Integer(int64(r.Intn(5))))
			}
		} else {
			d.Values = Matrix{Rows: d.X.Rows, Columns: m.OutputCount()}
			for range d.Values.Rows * d.Values.Columns {
				d.Values.Data = append(d.Values.Data, r.NormFloat64())
			}
		}
		e, err := Evaluate(m, d, Control{})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := m.Examine(d.X)
		var squares, absolute, fractions, hitSquares float64
		var rows, hits, interpolated, missed, right int
		for i := range d.X.Rows {
			if p.Status[i] == StatusNone {
				missed++
				continue
			}
			rows++
			sum := 0.0
			for j, v := range p.Values.Row(i) {
				y := 0.0
				if m.Classes() == nil {
					y = d.Values.Row(i)[j]
				} else if m.Classes()[j] == d.Labels[i] {
					y = 1
				}
				sum += (v - y) * (v - y)
				absolute += math.Abs(v - y)
				fractions += (math.Abs(v-y) + 1e-7) / (math.Abs(y) + 1e-7)
			}
			squares += sum
			if p.Status[i] == StatusHit {
				hits++
				hitSquares += sum
			} else {
				interpolated++
			}
			if m.Classes() != nil && m.Classes()[p.Class(i)] == d.Labels[i] {
				right++
			}
		}
		n := float64(rows * m.OutputCount())
		close := func(what string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want)) || got != got && want != want) {
				t.Fatalf("%s is %v, want %v", what, got, want)
			}
		}
		close("rmse", e.RMSE, math.Sqrt(squares/n))
		close("mae", e.MAE, absolute/n)
		close("exclusive rmse", e.Exclusive.RMSE, math.Sqrt(hitSquares/float64(hits*m.OutputCount())))
		if e.Interpolated != interpolated || e.Missed != missed || e.Exclusive.RowCount != hits || e.RowCount != rows {
			t.Fatalf("%d interpolated, %d missed, %d hits, %d rows; want %d, %d, %d, %d", e.Interpolated, e.Missed, e.Exclusive.RowCount, e.RowCount, interpolated, missed, hits, rows)
		}
		if m.Classes() == nil {
			close("fractional", e.Fractional, fractions/n)
			continue
		}
		close("accuracy", e.Accuracy, float64(right)/float64(d.X.Rows))
		counted, diagonal := 0, 0
		for i, row := range e.Confusion {
			for j, c := range row {
				counted += c
				if i == j {
					diagonal += c
				}
			}
		}
		if counted != rows || diagonal != right || len(e.Labels) != len(e.Confusion) {
			t.Fatalf("the confusion counts %d rows, %d right ones, want %d and %d", counted, diagonal, rows, right)
		}
	}
	// A model that answers with the mean of the truth explains none of it.
	constant, _ := FitTNN(Dataset{X: Matrix{Data: []float64{0}, Rows: 1, Columns: 1}, Values: Matrix{Data: []float64{2}, Rows: 1, Columns: 1}}, TNNOptions{A: 50})
	e, _ := Evaluate(constant, Dataset{X: Matrix{Data: []float64{1, 2, 3}, Rows: 3, Columns: 1}, Values: Matrix{Data: []float64{1, 2, 3}, Rows: 3, Columns: 1}}, Control{})
	if math.Abs(e.R2) > 1e-9 || math.Abs(e.RMSE-math.Sqrt(2.0/3)) > 1e-9 {
		t.Errorf("r2 %v and rmse %v of a constant at the mean, want 0 and 0.816", e.R2, e.RMSE)
	}
}
