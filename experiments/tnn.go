package experiments

import (
	"fmt"
	"math"

	"github.com/xaia-go/xaia/core"
)

// line fits a TNN on one feature.
func line(x, y []float64, a float64) (*core.TNN, error) {
	return core.FitTNN(core.Dataset{
		X:      core.Matrix{Data: x, Rows: len(x), Columns: 1},
		Values: core.Matrix{Data: y, Rows: len(y), Columns: 1},
	}, core.TNNOptions{A: a})
}

// at are a TNN's values.
func at(m *core.TNN, x []float64) ([]float64, error) {
	p, err := m.Predict(core.Matrix{Data: x, Rows: len(x), Columns: 1})
	if err != nil {
		return nil, err
	}
	return p.Values.Data, nil
}

// bound is theorem 1's: no sample is missed by more.
func bound(y []float64, a float64) float64 {
	largest := 0.0
	for _, v := range y {
		largest = math.Max(largest, math.Abs(v))
	}
	return largest * float64(len(y)+1) / (1 + math.Exp(a))
}

var exampleX, exampleY = []float64{1, 0.5, 0}, []float64{1, 2, 3}

// TNNExample is the worked example of section 2.
func TNNExample(Input) (Section, error) {
	m, err := line(exampleX, exampleY, 5)
	if err != nil {
		return Section{}, err
	}
	w, b, alpha := m.Weights()
	weights := Table{ID: "tnn-weights", Caption: "The network of {(1, 1), (0.5, 2), (0, 3)} with a = 5", Beside: "printed", Head: []string{"neuron", "W", "b", "α"}}
	for j, printed := range [][3]string{{"20", "5", "3"}, {"20", "-5", "-1"}, {"20", "-15", "-1"}} {
		weights.Rows = append(weights.Rows, []Cell{
			plain(fmt.Sprint(j + 1)), held(w.Data[j], printed[0], printed[0]), held(b[j], printed[1], printed[1]), held(alpha.Data[j], printed[2], printed[2]),
		})
	}
	sum := exampleX[0] - exampleX[len(exampleX)-1]
	literal := 2 * 5 / (sum / float64(len(exampleX)))
	weights.Notes = []string{fmt.Sprintf("The text suggests 1/N times the sum of the gaps for the lowest neuron's gap; that would make its W %s. "+
		"The example takes the mean of the gaps, and so do we.", short(literal))}
	limit := bound(exampleY, 5)
	off := m.Report().MaxFittingError
	fit := Table{ID: "tnn-fit", Caption: "Its answers at the samples", Head: []string{"x", "y", "TNN(x)"}}
	values, err := at(m, exampleX)
	if err != nil {
		return Section{}, err
	}
	for i, x := range exampleX {
		fit.Rows = append(fit.Rows, []Cell{plain(short(x)), plain(short(exampleY[i])), claim(math.Abs(values[i]-exampleY[i]) <= limit, fixed(values[i], 6))})
	}
	return Section{ID: "tnn", Tables: []Table{weights, fit},
		Says: []string{fmt.Sprintf("No sample is missed by more than %s. Theorem 1 promises at most δ(N+1)U = %s.", short(off), short(limit))}}, nil
}

// Midpoint is Fig. 1(B): half activation between two samples.
func Midpoint(Input) (Section, error) {
	m, err := line(exampleX, exampleY, 5)
	if err != nil {
		return Section{}, err
	}
	type bar struct {
		At     string  `json:"at"`
		Neuron int     `json:"neuron"`
		Sigma  float64 `json:"sigma"`
	}
	var bars []bar
	t := Table{ID: "fig1-midpoints", Caption: "Halfway between neighbours, a = 5",
		Head: []string{"between", "x", "σ of the neuron between them", "TNN(x)", "mean of their y", "off by"}}
	// The other neurons are at least twice as far from their threshold as at a
	// sample, hence theorem 1's bound at 2a.
	worst := 0.0
	for k := range 2 {
		middle := (exampleX[k] + exampleX[k+1]) / 2
		mean := (exampleY[k] + exampleY[k+1]) / 2
		for _, place := range []struct {
			name string
			x    float64
		}{{fmt.Sprintf("x(%d)", k+1), exampleX[k]}, {"x mid", middle}, {fmt.Sprintf("x(%d)", k+2), exampleX[k+1]}} {
			e, err := m.Explain([]float64{place.x})
			if err != nil {
				return Section{}, err
			}
			if k == 0 {
				for j, s := range e.Fingerprint[0] {
					bars = append(bars, bar{place.name, j + 1, s})
				}
			}
			if place.name != "x mid" {
				continue
			}
			off := math.Abs(e.Value[0] - mean)
			worst = math.Max(worst, off)
			t.Rows = append(t.Rows, []Cell{plain(fmt.Sprintf("x(%d) and x(%d)", k+1, k+2)), plain(short(middle)),
				near(e.Fingerprint[0][len(exampleX)-1-k], 0.5, 1e-12), near(e.Value[0], mean, bound(exampleY, 10)), plain(short(mean)), plain(short(off))})
		}
	}
	return Section{ID: "fig1", Tables: []Table{t}, Pictures: map[string]any{"bars": bars}, Says: []string{
		fmt.Sprintf("The neuron between the two samples is at one half, exactly. The output is the mean of their values up to %s: the other neurons are close to 0 and 1, and reach them only as a grows.", short(worst)),
	}}, nil
}

type point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// curve has the network's values over [from, to].
func curve(m *core.TNN, from, to float64, count int) ([]point, error) {
	x := make([]float64, count)
	for i := range x {
		x[i] = from + (to-from)*float64(i)/float64(count-1)
	}
	y, err := at(m, x)
	if err != nil {
		return nil, err
	}
	points := make([]point, count)
	for i := range points {
		points[i] = point{x[i], y[i]}
	}
	return points, nil
}

// Curves is Fig. 2: three steepnesses, and the three functions of the authors'
// notebook.
func Curves(Input) (Section, error) {
	type panel struct {
		Title   string  `json:"title"`
		Samples []point `json:"samples"`
		Curve   []point `json:"curve"`
	}
	pictures := map[string][]panel{}
	t := Table{ID: "fig2-errors", Caption: "Largest error at the samples, and theorem 1's bound", Head: []string{"panel", "function", "N", "a", "largest error", "bound"}}
	add := func(name, title, group string, x, y []float64, a float64) error {
		m, err := line(x, y, a)
		if err != nil {
			return err
		}
		c, err := curve(m, -0.05, 1.05, 331)
		if err != nil {
			return err
		}
		p := panel{Title: name + " " + title, Curve: c}
		for i := range x {
			p.Samples = append(p.Samples, point{x[i], y[i]})
		}
		pictures[group] = append(pictures[group], p)
		off, limit := m.Report().MaxFittingError, bound(y, a)
		t.Rows = append(t.Rows, []Cell{plain(name), plain(title), plain(fmt.Sprint(len(x))), plain(short(a)), claim(off <= limit, short(off)), plain(short(limit))})
		return nil
	}
	stepX, stepY := []float64{0, 0.2, 0.4, 0.6, 0.8, 1}, []float64{0.2, 0.9, 0.5, 0.7, 0.1, 0.6}
	for i, a := range []float64{1, 5, 25} {
		if err := add(fmt.Sprintf("A%d", i+1), "six samples, a = "+short(a), "a", stepX, stepY, a); err != nil {
			return Section{}, err
		}
	}
	n := 48
	for i, f := range []struct {
		title string
		f     func(x float64) float64
	}{
		{"exp(−x)", func(x float64) float64 { return math.Exp(-x) }},
		{"(1 + 0.1 sin 20x) exp(−x)", func(x float64) float64 { return (1 + 0.1*math.Sin(20*x)) * math.Exp(-x) }},
		{"(1 + 0.1 sin² 20x) exp(−x)", func(x float64) float64 { s := math.Sin(20 * x); return (1 + 0.1*s*s) * math.Exp(-x) }},
	} {
		var x, y []float64
		for j := range n {
			x = append(x, float64(j)/float64(n))
			y = append(y, f.f(x[j]))
		}
		if err := add(fmt.Sprintf("B%d", i+1), f.title, "b", x, y, 5); err != nil {
			return Section{}, err
		}
	}
	t.Notes = []string{"The caption of panel B3 prints B₁ = 10; the notebook has 20, under a squared sine."}
	return Section{ID: "fig2", Tables: []Table{t}, Pictures: pictures}, nil
}
