package core

import (
	"math"
	"math/rand"
	"testing"
)

// Shapley values by definition: the mean over all orders of what a player adds, of games of up to nine players.
func TestWorthByDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(71))
	for _, n := range []int{1, 2, 3, 7, 8, 9, 11} {
		for _, classes := range []bool{true, false} {
			g := &game{values: make([]float64, n+1)}
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
