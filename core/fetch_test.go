package core

import (
	"math"
	"math/rand"
	"testing"
)

// A batch, which reads ahead, answers as its rows do one at a time, which don't:
// inside and outside of the samples, at them, and in a last part that isn't full.
func TestReadingAheadChangesNothing(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	d := Dataset{X: Matrix{Rows: fetches, Columns: 2}, Values: Matrix{Rows: fetches, Columns: 2}}
	for range 2 * fetches {
		d.X.Data = append(d.X.Data, r.Float64()*100)
		d.Values.Data = append(d.Values.Data, r.Float64())
	}
	x := Matrix{Rows: 10*fetched + 3, Columns: 2}
	for i := range x.Rows {
		for j := range 2 {
			switch i % 4 {
			case 0:
				x.Data = append(x.Data, d.X.Row(i * 7)[j])
			case 1:
				x.Data = append(x.Data, 1e3*(r.Float64()-0.5))
			default:
				x.Data = append(x.Data, 100*r.Float64())
			}
		}
	}
	x.Data[0], x.Data[2] = -1e150, 1e150
	m := fit(t, d, SQANNOptions{})
	if newFetch(m, x.Rows) == nil {
		t.Fatal("nothing is read ahead")
	}
	together, err := m.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	hits := 0
	for i := range x.Rows {
		alone, err := m.Predict(oneRow(x.Row(i)))
		if err != nil {
			t.Fatal(err)
		}
		for j, v := range alone.Values.Row(0) {
			if math.Float64bits(v) != math.Float64bits(together.Values.Row(i)[j]) {
				t.Fatalf("row %d: %v alone, %v in a batch", i, alone.Values.Row(0), together.Values.Row(i))
			}
		}
		if alone.Status[0] != together.Status[i] {
			t.Fatalf("row %d: %v alone, %v in a batch", i, alone.Status[0], together.Status[i])
		}
		if alone.Status[0] == StatusHit {
			hits++
		}
	}
	if hits < x.Rows/5 || hits > x.Rows/2 {
		t.Errorf("%d of %d rows are hits", hits, x.Rows)
	}
}
