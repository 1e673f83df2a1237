package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// Shapley values by definition: the mean over all orders of what a player adds, of games of up to nine players.
func TestWorthByDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(71))
	for _, n := range []int{1, 2, 3, 7, 8, 9, 11} {
		for _, classes := range []bool{true, false} {
			g := &game{values: make([]float64, n+1), outcomes: slices.Repeat([]float64{math.NaN()}, 20)} // of a game before
			for i := range n + 1 {
				if classes {
					g.classes = []Label{Text("a"), Text("b")}
					g.data.Labels = append(g.data.Labels, g.classes[r.Intn(2)])
				} else {
					g.y.Data = append(g.y.Data, r.NormFloat64())
				}
				if i < n {
					g.players = append(g.players, i)
				}
			}
			g.y.Rows, g.y.Columns = n+1, 1
			value := func(coalition uint) float64 {
				var sum, asked float64
				for i := range n {
					if coalition>>i&1 == 0 || asked == worthTop {
						continue
					}
					asked++
					if !classes {
						sum += g.y.Data[i]
					} else if g.data.Labels[i] == g.data.Labels[n] {
						sum++
					}
				}
				if classes {
					return sum / worthTop
				}
				return -(sum/worthTop - g.y.Data[n]) * (sum/worthTop - g.y.Data[n])
			}
			if classes {
				g.share(n)
			} else {
				g.explain(n)
			}
			var total float64
			for i := range n {
				var want float64
				for coalition := range uint(1) << n {
					if coalition>>i&1 == 0 {
						size := 0
						for j := range n {
							size += int(coalition >> j & 1)
						}
						want += (value(coalition|1<<i) - value(coalition)) / (float64(n) * binomial(n-1, size))
					}
				}
				if math.Abs(g.values[i]-want) > 1e-12 {
					t.Errorf("%d players, classes %v: player %d has %v, want %v", n, classes, i, g.values[i], want)
				}
				total += g.values[i]
			}
			if want := value(1<<n-1) - value(0); math.Abs(total-want) > 1e-12 {
				t.Errorf("%d players, classes %v: they sum to %v, want %v", n, classes, total, want)
			}
		}
	}
}

func binomial(n, k int) float64 {
	v := 1.0
	for i := range k {
		v = v * float64(n-i) / float64(i+1)
	}
	return v
}

// Who has another class than those around is worth least; equal rows play, too; and all sums to what the answers are worth.
func TestWorthOfWrongLabels(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(72)), 200, true)
	for i := range d.Labels {
		d.Labels[i] = Text("low")
		if d.X.Row(i)[0]+d.X.Row(i)[1] > 1 {
			d.Labels[i] = Text("high")
		}
	}
	wrong := map[int]bool{}
	for _, i := range []int{3, 50, 77, 120, 199} {
		if wrong[i] = true; d.Labels[i] == Text("low") {
			d.Labels[i] = Text("high")
		} else {
			d.Labels[i] = Text("low")
		}
	}
	m, err := FitSQANN(d, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}})
	if err != nil {
		t.Fatal(err)
	}
	w, err := m.Worth(Control{})
	if err != nil {
		t.Fatal(err)
	}
	below := 0
	for i, v := range w.Values {
		if !wrong[i] && v < worst(w.Values, wrong) {
			below++
		}
	}
	if below > 10 {
		t.Errorf("%d right samples are worth less than the best of the wrong ones", below)
	}
	var total float64
	near, _, err := m.linked(worthLinks, Control{})
	if err != nil {
		t.Fatal(err)
	}
	for p := range m.points.count() {
		row := m.points.rows.At(p)[0]
		for _, l := range near[p][:min(worthTop, len(near[p]))] {
			if d.Labels[m.points.rows.At(int(l.To))[0]] == d.Labels[row] {
				total += 1.0 / worthTop
			}
		}
	}
	if math.Abs(total-w.Total) > 1e-9 {
		t.Errorf("all are worth %v, want %v", w.Total, total)
	}
}

func worst(values []float64, of map[int]bool) float64 {
	most := math.Inf(-1)
	for i := range of {
		most = math.Max(most, values[i])
	}
	return most
}

// Of numbers, values sum to what the answers of the first eight are worth beside no answer; they are the same in other units, and 0 where
// all outcomes are the same.
func TestWorthOfNumbers(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(74)), 90, false)
	copy(d.X.Row(40), d.X.Row(41)) // equal rows play, too
	second := Matrix{Data: make([]float64, 0, 180), Rows: 90, Columns: 2}
	for i := range 90 {
		second.Data = append(second.Data, 3*d.Values.Data[i]-7, d.X.Row(i)[0])
	}
	how := SQANNOptions{Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}, Duplicates: DuplicatesMean, Relevance: Relevance{Kind: RelevanceOff}}
	worth := func(values Matrix) *Worth {
		d := d
		d.Values = values
		w, err := fit(t, d, how).Worth(Control{})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	one := worth(d.Values)
	m := fit(t, d, how)
	near, _, err := m.linked(worthLinks, Control{})
	if err != nil {
		t.Fatal(err)
	}
	var mean, squares, total float64
	for _, y := range d.Values.Data {
		mean += y / 90
	}
	for _, y := range d.Values.Data {
		squares += (y - mean) * (y - mean) / 90
	}
	y := func(i int) float64 { return (d.Values.Data[i] - mean) / math.Sqrt(squares) }
	for p := range m.points.count() {
		own := m.points.rows.At(p)
		for _, row := range own {
			var players []int
			for _, other := range own {
				if other != row {
					players = append(players, other)
				}
			}
			for _, l := range near[p] {
				players = append(players, m.points.rows.At(int(l.To))...)
			}
			var sum float64
			for _, p := range players[:min(worthTop, len(players))] {
				sum += y(p) / worthTop
			}
			total += y(row)*y(row) - (sum-y(row))*(sum-y(row))
		}
	}
	if math.Abs(one.Total-total) > 1e-9 {
		t.Errorf("all are worth %v, want %v", one.Total, total)
	}
	both := worth(second)
	byX := worth(Matrix{Data: func() (list []float64) {
		for i := range 90 {
			list = append(list, d.X.Row(i)[0])
		}
		return list
	}(), Rows: 90, Columns: 1})
	for i := range 90 {
		if want := one.Values[i] + byX.Values[i]; math.Abs(both.Values[i]-want) > 1e-9 {
			t.Errorf("sample %d is worth %v for two outputs, of which one is in other units; each by itself: %v", i, both.Values[i], want)
		}
	}
	same := worth(Matrix{Data: make([]float64, 90), Rows: 90, Columns: 1})
	if same.Total != 0 {
		t.Errorf("where all outcomes are the same, they are worth %v", same.Total)
	}
}
