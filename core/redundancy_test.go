package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Strong activation by its definition, over all nodes of the layer of the hit.
func TestRedundancyByDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(52))
	found := 0
	for range 200 {
		m := generatedModel(t, r, 40)
		var rows []int
		small, number := m, sorting.Identity(m.SampleCount())
		if r.Intn(2) == 0 {
			for i := range m.SampleCount() {
				if i == 0 || r.Intn(3) > 0 {
					rows = append(rows, i)
				}
			}
			number = rows
			var err error
			if small, err = without(m, negated(markRows(m.SampleCount(), rows)), Control{}); err != nil {
				continue
			}
		}
		list, err := Redundancy(m, rows, Control{})
		if err != nil {
			t.Fatal(err)
		}
		spare := map[int]bool{}
		at := 0
		for row := range m.SampleCount() {
			var want []int
			for _, s := range stronglyActivated(t, small, m.Data().X.Row(row)) {
				if number[s] != row {
					want = append(want, number[s])
				}
			}
			slices.Sort(want)
			if len(want) == 0 {
				if at < len(list) && list[at].Sample == row {
					t.Fatalf("row %d is listed with %v", row, list[at].Strong)
				}
				continue
			}
			for _, other := range want {
				if other < row && !spare[other] {
					spare[row] = true
				}
			}
			if at == len(list) || list[at].Sample != row || !slices.Equal(list[at].Strong, want) || list[at].Spare != spare[row] {
				t.Fatalf("row %d: %+v, want %v, spare %v", row, list[min(at, len(list)-1)], want, spare[row])
			}
			at++
			found++
		}
		if at != len(list) {
			t.Fatalf("%d rows are listed, want %d", len(list), at)
		}
	}
	if found < 300 {
		t.Errorf("only %d rows were redundant", found)
	}
}

func markRows(n int, rows []int) []bool {
	in := make([]bool, n)
	for _, row := range rows {
		in[row] = true
	}
	return in
}

func stronglyActivated(t testing.TB, m Model, x []float64) (rows []int) {
	t.Helper()
	switch m := m.(type) {
	case *SQANN:
		e := explained(t, m, x)
		if e.Status != StatusHit {
			return nil
		}
		layer := m.Layers()[e.Layer-1]
		for node, v := range e.Fingerprint[e.Layer-1] {
			if v > layer.Settings.Activation {
				rows = append(rows, layer.Nodes[node]...)
			}
		}
	case *TNN:
		e, _ := m.Explain(x)
		_, _, familiarity, _ := plainRow(t, m, x)
		if familiarity <= 0.9 {
			return nil
		}
		best := e.Neighbours[0]
		if len(e.Neighbours) > 1 && math.Abs(scaledRow(m, best.X)[0]-scaledRow(m, x)[0]) > math.Abs(scaledRow(m, e.Neighbours[1].X)[0]-scaledRow(m, x)[0]) {
			best = e.Neighbours[1]
		}
		rows = append(rows, best.Samples...)
	}
	return rows
}

func TestRepresentativesAreEnough(t *testing.T) {
	r := rand.New(rand.NewSource(53))
	saved, all := 0, 0
	for range 150 {
		m := generatedModel(t, r, 40)
		tolerance := 0.05 + r.Float64()
		rep, err := Representatives(m, tolerance, Control{})
		if e, ok := err.(*Error); ok && e.Code == IllDefined {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		errors, _, _ := rowErrors(rep.Model, m.Data(), Control{})
		worst := 0.0
		for i, e := range errors {
			if !slices.Contains(rep.Samples, i) {
				worst = math.Max(worst, e)
			}
		}
		if worst > tolerance || worst != rep.Error || rep.Model.SampleCount() != len(rep.Samples) {
			t.Fatalf("%d representatives err by %v on the rest, reported %v, allowed %v", len(rep.Samples), worst, rep.Error, tolerance)
		}
		saved += m.SampleCount() - len(rep.Samples)
		all += m.SampleCount()
	}
	if saved < all/10 {
		t.Errorf("%d of %d samples were found superfluous", saved, all)
	}
}

// The fewest by trying all subsets that have both ends.
func TestTNNRepresentativesAreFewest(t *testing.T) {
	r := rand.New(rand.NewSource(54))
	fewer := 0
	for round := range 150 {
		n := 3 + r.Intn(9)
		d := Dataset{X: Matrix{Rows: n, Columns: 1}, Values: Matrix{Rows: n, Columns: 1}}
		for range n {
			d.X.Data = append(d.X.Data, r.Float64())
			d.Values.Data = append(d.Values.Data, float64(r.Intn(4))/2)
		}
		if round%3 == 0 {
			d.Values = Matrix{}
			for range n {
				d.Labels = append(d.Labels, Integer(int64(r.Intn(2))))
			}
		}
		m, err := FitTNN(d, TNNOptions{A: 25}) // so steep that far neurons add nothing
		if err != nil {
			t.Fatal(err)
		}
		tolerance := 0.3 + r.Float64()
		got, err := Representatives(m, tolerance, Control{})
		if err != nil {
			t.Fatal(err)
		}
		fewest := n
		for set := range 1 << n {
			var in []bool
			size := 0
			for j := range n {
				in = append(in, set>>j&1 == 1)
				if in[j] {
					size++
				}
			}
			if size >= fewest || !in[m.order[0]] || !in[m.order[n-1]] {
				continue
			}
			small, _ := without(m, negated(in), Control{})
			errors, _, _ := rowErrors(small, d, Control{})
			enough := true
			for i, e := range errors {
				enough = enough && (in[i] || e <= tolerance)
			}
			if enough {
				fewest = size
			}
		}
		if len(got.Samples) != fewest {
			t.Fatalf("%v, y %v %v within %v: %d representatives %v, %d are enough", d.X.Data, d.Values.Data, d.Labels, tolerance, len(got.Samples), got.Samples, fewest)
		}
		if fewest < n {
			fewer++
		}
	}
	if fewer < 100 {
		t.Errorf("only %d sets had superfluous samples", fewer)
	}
}

// After an abort no further part is propagated.
func TestAnAbortedScanEnds(t *testing.T) {
	done := make(chan struct{})
	seen := 0
	err := inPartsOf(randomCloud(3000).X, parallel.SomeMilliseconds/10, Control{Done: done}, func(part Matrix, from int) error {
		if part.Rows != 10 || from != seen {
			t.Errorf("a part of %d rows from %d on, after %d", part.Rows, from, seen)
		}
		seen += part.Rows
		if seen == 50 {
			close(done)
		}
		return nil
	})
	if e, ok := err.(*Error); !ok || e.Code != Aborted || seen != 50 {
		t.Errorf("after %d rows: %v", seen, err)
	}
}
