package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/stabbing"
)

func column(x ...float64) Matrix { return Matrix{Data: x, Rows: len(x), Columns: 1} }

func fitTNN(t testing.TB, x, y []float64, o TNNOptions) *TNN {
	t.Helper()
	m, err := FitTNN(Dataset{X: column(x...), Values: column(y...)}, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// dense is the sum as the paper prints it, term by term.
func (m *TNN) dense(x float64) []float64 {
	sum := make([]float64, m.OutputCount())
	_, _, alpha := m.Weights()
	for j := range m.order {
		s := 1 / (1 + math.Exp(-m.z(j, []float64{x})))
		for i := range sum {
			sum[i] += alpha.Row(j)[i] * s
		}
	}
	return sum
}

func TestTNNWorkedExample(t *testing.T) {
	m := fitTNN(t, []float64{1, 0.5, 0}, []float64{1, 2, 3}, TNNOptions{})
	w, b, alpha := m.Weights()
	if !slices.Equal(w.Data, []float64{20, 20, 20}) || !slices.Equal(b, []float64{5, -5, -15}) || !slices.Equal(alpha.Data, []float64{3, -1, -1}) {
		t.Errorf("W, b, α = %v, %v, %v", w.Data, b, alpha.Data)
	}
}

// uneven makes n distinct sorted numbers whose gaps span nine orders of magnitude.
func uneven(random *rand.Rand, n int) (x, y []float64) {
	position := random.Float64()*10 - 5
	for range n {
		position += math.Pow(10, random.Float64()*9-8)
		x, y = append(x, position), append(y, random.NormFloat64()*3)
	}
	random.Shuffle(n, func(i, j int) { x[i], x[j] = x[j], x[i] })
	return x, y
}

func TestTNNPredictionEqualsTheDenseSum(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	for set := range 200 {
		x, y := uneven(random, 1+random.Intn(60))
		m := fitTNN(t, x, y, TNNOptions{A: []float64{0, 0.5, 3, 50}[set%4]})
		for range 50 {
			q := x[random.Intn(len(x))] + random.NormFloat64()*math.Pow(10, random.Float64()*9-7)
			p, err := m.Predict(column(q))
			if err != nil {
				t.Fatal(err)
			}
			want := m.dense(q)[0]
			if got := p.Values.Data[0]; math.Abs(got-want) > 1e-12*math.Max(math.Abs(want), 10) {
				t.Fatalf("set %d: TNN(%v) = %v, the dense sum is %v", set, q, got, want)
			}
		}
	}
}

func TestTNNMidpoint(t *testing.T) {
	random := rand.New(rand.NewSource(4))
	for range 100 {
		n := 2 + random.Intn(20)
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(i)*0.25, random.Float64()
		}
		m := fitTNN(t, x, y, TNNOptions{A: 30})
		for i := range n - 1 {
			p, _ := m.Predict(column((x[i] + x[i+1]) / 2))
			if want := (y[i] + y[i+1]) / 2; math.Abs(p.Values.Data[0]-want) > 1e-12 {
				t.Fatalf("midpoint %d is %v, want %v", i, p.Values.Data[0], want)
			}
		}
	}
}

func TestTNNKeepsItsTolerance(t *testing.T) {
	random := rand.New(rand.NewSource(5))
	for set := range 300 {
		x, y := uneven(random, 1+random.Intn(80))
		if set%3 == 0 { // close to the point of failure of W x + b: gaps of 1e-12 at x = 1
			x = nil
			for i := range y {
				x = append(x, 1+float64(i)*1e-12)
			}
		}
		tolerance := math.Pow(10, -random.Float64()*9)
		m := fitTNN(t, x, y, TNNOptions{Tolerance: tolerance})
		if e := m.Report().MaxFittingError; e > tolerance {
			t.Fatalf("set %d: fitting error %g, tolerance %g", set, e, tolerance)
		}
		for i, q := range x {
			if e := math.Abs(m.dense(q)[0] - y[i]); e > tolerance*(1+1e-6) {
				t.Fatalf("set %d: the dense sum errs by %g at sample %d, tolerance %g", set, e, i, tolerance)
			}
		}
	}
	// δ = ε/(max|y| (N+1)), a = ln((1-δ)/δ); an ε that any a would keep gives 1.
	for _, c := range []struct{ tolerance, a float64 }{{0.3, math.Log(9)}, {0.03, math.Log(99)}, {0.6, math.Log(4)}, {2.9, 1}, {1e150, 1}} {
		if got := fitTNN(t, []float64{0, 1}, []float64{1, -0.5}, TNNOptions{Tolerance: c.tolerance}).A(); math.Abs(got-c.a) > 1e-12 {
			t.Errorf("tolerance %g gives a = %v, want %v", c.tolerance, got, c.a)
		}
	}
	// Theorem 1 is about the choice of a: a tenth of the needed steepness fails.
	loose := fitTNN(t, []float64{0, 1, 2}, []float64{1, -1, 1}, TNNOptions{A: 1})
	if loose.Report().MaxFittingError < 0.1 {
		t.Errorf("a = 1 errs by %g only", loose.Report().MaxFittingError)
	}
}

func TestTNNOrder(t *testing.T) {
	random := rand.New(rand.NewSource(6))
	x, y := uneven(random, 40)
	m := fitTNN(t, x, y, TNNOptions{})
	for _, q := range x {
		higher := 0
		for _, other := range x {
			if other <= q {
				higher++
			}
		}
		e, err := m.Explain([]float64{q})
		if err != nil {
			t.Fatal(err)
		}
		if e.Active != higher || e.Recognition != Strong {
			t.Errorf("sample %v activates %d neurons, %v; want %d, strong", q, e.Active, e.Recognition, higher)
		}
		if len(e.Neighbours) != 1 || e.Neighbours[0].X[0] != q {
			t.Errorf("sample %v has neighbours %v", q, e.Neighbours)
		}
		for j := 1; j < len(e.Fingerprint[0]); j++ {
			if (e.Fingerprint[0][j] > 0.5) && !(e.Fingerprint[0][j-1] > 0.5) {
				t.Fatalf("the fingerprint of %v is no triangle: %v", q, e.Fingerprint[0])
			}
		}
	}
}

func TestTNNExplainsWhereItStands(t *testing.T) {
	m := fitTNN(t, []float64{0, 1, 3}, []float64{5, 6, 7}, TNNOptions{})
	for _, c := range []struct {
		x     float64
		want  Recognition
		sides []int
	}{
		{0.5, Moderate, []int{0, 1}}, {1, Strong, []int{1}}, {2.9, Moderate, []int{1, 2}},
		{-0.7, Moderate, []int{0}}, {-0.8, Weak, []int{0}}, {3.9, Strong, []int{2}}, {4.1, Weak, []int{2}}, {1e9, Weak, []int{2}},
	} {
		e, err := m.Explain([]float64{c.x})
		if err != nil {
			t.Fatal(err)
		}
		var sides []int
		for _, n := range e.Neighbours {
			sides = append(sides, n.Samples...)
		}
		if e.Recognition != c.want || !slices.Equal(sides, c.sides) {
			t.Errorf("x = %v: %v between %v, want %v between %v", c.x, e.Recognition, sides, c.want, c.sides)
		}
	}
}

func TestTNNClassesAndVectors(t *testing.T) {
	labels := []Label{Text("b"), Text("a"), Text("b")}
	m, err := FitTNN(Dataset{X: column(2, 0, 1), Labels: labels}, TNNOptions{A: 20})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := m.Predict(column(2, 0, 1, 0.4, 0.6))
	for i, want := range []int{1, 0, 1, 0, 1} {
		if p.Class(i) != want {
			t.Errorf("row %d is class %d, want %d", i, p.Class(i), want)
		}
	}
	values := Matrix{Data: []float64{1, -1, 2, -2, 3, -3}, Rows: 3, Columns: 2}
	v, err := FitTNN(Dataset{X: column(0, 1, 2), Values: values}, TNNOptions{A: 40})
	if err != nil {
		t.Fatal(err)
	}
	p, _ = v.Predict(column(1, 1.5))
	for i, want := range []float64{2, -2, 2.5, -2.5} {
		if math.Abs(p.Values.Data[i]-want) > 1e-12 {
			t.Errorf("vector output is %v", p.Values.Data)
		}
	}
}

// The index must report all unsaturated neurons and nothing else.
func TestIntervalsAgainstAScan(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	for range 200 {
		n := random.Intn(70)
		at, gap := make([]float64, n), make([]float64, n)
		a := math.Pow(10, 3*random.Float64()-1)
		uneven := random.Intn(2) == 0
		for i := range n {
			at[i] = float64(random.Intn(30)) // samples needn't be apart for the index
			if uneven {                      // most of them in one cell
				at[i] = 30 * math.Pow(2, -20*random.Float64())
			}
		}
		slices.Sort(at)
		low, middle, high := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range n {
			gap[i] = 3
			if i > 0 {
				gap[i] = at[i] - at[i-1]
			}
			half := gap[i] * (stabbing.Saturation / (2 * a))
			middle[i] = at[i] - gap[i]/2
			low[i], high[i] = middle[i]-half, middle[i]+half
		}
		index := stabbing.New(at, 3, a)
		for range 40 {
			x := random.Float64()*50 - 10
			if n > 0 {
				switch random.Intn(4) {
				case 0:
					x = high[random.Intn(n)]
				case 1:
					x = low[random.Intn(n)]
				case 2:
					x = middle[random.Intn(n)]
				}
			}
			var want []int
			below := 0
			for i := range n {
				if low[i] <= x && x <= high[i] {
					want = append(want, i)
				}
				if middle[i] <= x {
					below++
				}
			}
			if got := index.Below(x); got != below {
				t.Fatalf("%d are below %v, want %d", got, x, below)
			}
			if got := stabbed(index, x); !slices.Equal(got, want) {
				t.Fatalf("at %v: %v, want %v", x, got, want)
			}
		}
	}
}

// stabbed are the intervals that contain x.
func stabbed(t *stabbing.Intervals, x float64) (list []int) {
	for _, i := range t.Listed(t.Below(x)) {
		if i := int(i); t.Contains(i, t.Gap(i), x) {
			list = append(list, i)
		}
	}
	return list
}

func TestTNNUnsaturatedNeighboursAreFew(t *testing.T) {
	n := 100000
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = float64(i), float64(i%7)
	}
	m := fitTNN(t, x, y, TNNOptions{})
	if at := stabbed(m.index, 5e4+0.3); len(at) < 2 || len(at) > 10 {
		t.Errorf("%d neurons are unsaturated between two of %d samples", len(at), n)
	}
}

// Samples next to one another in float64 have middles that round to either.
func TestTNNKnowsItsSamples(t *testing.T) {
	random := rand.New(rand.NewSource(8))
	var x, y []float64
	for v := 1.0; len(x) < 200; v += random.Float64() * float64(random.Intn(2)) {
		if v = math.Nextafter(v, 2000); random.Intn(3) > 0 {
			x, y = append(x, v), append(y, random.Float64())
		}
	}
	m := fitTNN(t, x, y, TNNOptions{})
	for _, v := range x {
		for _, q := range []float64{math.Nextafter(v, 0), v, math.Nextafter(v, 2000)} {
			p, err := m.Predict(column(q))
			if want := slices.Contains(x, q); err != nil || (p.Status[0] == StatusHit) != want {
				t.Fatalf("%v: %v %v, a sample: %v", q, p.Status, err, want)
			}
		}
	}
}
