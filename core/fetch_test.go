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
	for _, c := range []struct{ samples, features int }{{fetches, 1}, {fetches, 2}} {
		n := c.samples
		d := Dataset{X: Matrix{Rows: n, Columns: c.features}, Values: Matrix{Rows: n, Columns: 2}}
		for range n * c.features {
			d.X.Data = append(d.X.Data, r.Float64()*100)
		}
		for range 2 * n {
			d.Values.Data = append(d.Values.Data, r.Float64())
		}
		x := Matrix{Rows: 10*fetched + 3, Columns: c.features}
		for i := range x.Rows {
			for j := range c.features {
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
		x.Data[0], x.Data[c.features] = -1e150, 1e150
		var predict func(x Matrix) (*Predictions, error)
		if c.features == 1 {
			m, err := FitTNN(d, TNNOptions{Scale: ScaleStandard})
			if err != nil {
				t.Fatal(err)
			}
			predict = func(x Matrix) (*Predictions, error) { return m.Predict(x) }
		} else {
			m := fit(t, d, SQANNOptions{})
			if m.network.cells == nil || m.network.nodes == nil {
				t.Fatal("the network has no cells, so nothing is read ahead")
			}
			predict = func(x Matrix) (*Predictions, error) { return m.Predict(x) }
		}
		together, err := predict(x)
		if err != nil {
			t.Fatal(err)
		}
		hits := 0
		for i := range x.Rows {
			alone, err := predict(Matrix{Data: x.Row(i), Rows: 1, Columns: c.features})
			if err != nil {
				t.Fatal(err)
			}
			for j, v := range alone.Values.Row(0) {
				if math.Float64bits(v) != math.Float64bits(together.Values.Row(i)[j]) {
					t.Fatalf("%d features, row %d: %v alone, %v in a batch", c.features, i, alone.Values.Row(0), together.Values.Row(i))
				}
			}
			if alone.Status[0] != together.Status[i] {
				t.Fatalf("%d features, row %d: %v alone, %v in a batch", c.features, i, alone.Status[0], together.Status[i])
			}
			if alone.Status[0] == StatusHit {
				hits++
			}
		}
		if hits < x.Rows/5 || hits > x.Rows/2 {
			t.Errorf("%d of %d rows are hits", hits, x.Rows)
		}
	}
}
