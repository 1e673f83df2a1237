package core

import (
	"math"
	"slices"
	"testing"
)

// This file has calibration as docs/spec.md 3.13 reads: its plain version.

// plainAnswer is what a model says to x, and the weighted standard deviation of what its neurons say, by explanations.
func plainAnswer(t testing.TB, m Model, x []float64) (value, spreads []float64, r Recognition, familiarity float64) {
	t.Helper()
	var weights []float64
	var alphas [][]float64
	switch m := m.(type) {
	case *SQANN:
		e := explained(t, m, x)
		for _, n := range e.Neurons {
			weights, alphas = append(weights, n.Weight), append(alphas, n.Alpha)
		}
		value, r, familiarity = e.Value, e.Recognition, e.Familiarity
		if how := m.Interpolation(); how.Mode == InterpolateLocal && m.points.classes == nil {
			b, err := plainFit(m.data, m.options)
			if err != nil {
				t.Fatal(err)
			}
			line, scaled := newMatrix(m.OutputCount(), m.FeatureCount()), make([]float64, m.FeatureCount())
			if !how.Local.Level {
				line = m.line().of
			}
			m.scaled(scaled, x)
			_, _, _, spreads := b.plainLocal(m, scaled, line, how)
			return value, spreads, r, familiarity
		}
	case *TNN:
		e := explained(t, m, x)
		weights = plainShares(m, e)
		for _, n := range e.Neighbours {
			alphas = append(alphas, n.Alpha)
		}
		value, r, familiarity = e.Value, e.Recognition, e.Familiarity
	}
	for j := range value {
		mean, squares, sum := 0.0, 0.0, 0.0
		for i, w := range weights {
			sum += w
			mean += w * alphas[i][j]
		}
		for i, w := range weights {
			squares += w / sum * (alphas[i][j] - mean/sum) * (alphas[i][j] - mean/sum)
		}
		u := math.Sqrt(squares)
		if u < 1e-12*math.Abs(mean) {
			u = 0 // they say the same, but for rounding
		}
		spreads = append(spreads, u)
	}
	return value, spreads, r, familiarity
}

// plainShares are those of the samples beside an input, by σ of all neurons.
func plainShares(m *TNN, e *Explanation) (shares []float64) {
	sum := 0.0
	for i, n := range e.Neighbours {
		shares = append(shares, 0)
		for j, on := range e.Fingerprint[0] {
			if !slices.Contains(m.points.rows.At(m.order[j]), n.Samples[0]) {
				continue
			}
			if j+1 < len(e.Fingerprint[0]) {
				on -= e.Fingerprint[0][j+1]
			}
			shares[i] = math.Max(on, 0)
			sum += shares[i]
		}
	}
	for i := range shares {
		if sum == 0 {
			shares[i] = 1
		}
	}
	return shares
}

// plainCalibration is SPEC 3.13, written down.
type plainCalibration struct {
	recognition []Recognition
	familiarity []float64
	scores      Matrix
	median      []float64
	shares      []float64 // of the classes
	forSets     []float64 // of classes: what is ranked instead of the scores
}

// plainSetScore is 1 minus a score that counts for eight samples, the share of its class for one. Scores of a TNN may lie
// outside of [0, 1]; they count as the nearer end.
func plainSetScore(score, share float64) float64 { return 1 - (8*within01(score)+share)/9 }

func within01(score float64) float64 { return min(max(score, 0), 1) }

func calibrateByDefinition(t testing.TB, m Model, folds int, seed uint64) plainCalibration {
	t.Helper()
	d, way := m.Data(), RecipeOf(m)
	if m, ok := m.(*SQANN); ok {
		way.SQANN.Interpolation = m.Interpolation()
	}
	v, err := CrossValidate(d, way, CrossValidateOptions{Folds: folds, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	var c plainCalibration
	n := d.X.Rows
	share := make(map[Label]float64)
	for _, l := range d.Labels {
		share[l] += 1 / float64(n)
	}
	for _, l := range m.Classes() {
		c.shares = append(c.shares, share[l])
	}
	errors, spreads := make([][]float64, n), make([][]float64, n)
	c.recognition, c.familiarity = make([]Recognition, n), make([]float64, n)
	for row, f := range v.Folds {
		var held []int
		for i, other := range v.Folds {
			if other == f {
				held = append(held, i)
			}
		}
		others, err := plainFold(d, way, held)
		if err != nil {
			t.Fatal(err)
		}
		value, u, r, familiarity := plainAnswer(t, others, d.X.Row(row))
		c.recognition[row], c.familiarity[row] = r, familiarity
		if d.Labels != nil {
			score := 0.0
			if at := slices.Index(others.Classes(), d.Labels[row]); at >= 0 {
				score = value[at]
			}
			errors[row] = []float64{1 - within01(score)}
			c.forSets = append(c.forSets, plainSetScore(score, share[d.Labels[row]]))
			continue
		}
		for j, y := range d.Values.Row(row) {
			errors[row] = append(errors[row], math.Abs(y-value[j]))
		}
		spreads[row] = u
	}
	outputs := len(errors[0])
	if d.Labels == nil {
		for j := range outputs {
			var above []float64
			for _, u := range spreads {
				if u[j] > 0 {
					above = append(above, u[j])
				}
			}
			slices.Sort(above)
			median := 1.0
			if k := len(above); k > 0 {
				median = (above[(k-1)/2] + above[k/2]) / 2
			}
			c.median = append(c.median, median)
			for i := range errors {
				errors[i][j] /= spreads[i][j] + median/2
			}
		}
	}
	c.scores = Matrix{Rows: n, Columns: outputs}
	for _, list := range errors {
		c.scores.Data = append(c.scores.Data, list...)
	}
	return c
}

func (c plainCalibration) quantile(r Recognition, output int, coverage float64) float64 {
	if r == Weak {
		return math.Max(c.own(Weak, output, coverage), c.own(Moderate, output, coverage))
	}
	return c.own(r, output, coverage)
}

func (c plainCalibration) own(r Recognition, output int, coverage float64) float64 {
	var own, all []float64
	for i, of := range c.recognition {
		score := c.scores.Row(i)[output]
		if c.forSets != nil {
			score = c.forSets[i]
		}
		all = append(all, score)
		if of == r {
			own = append(own, score)
		}
	}
	later := 0.0
	if n := float64(len(own)); n < 20 {
		slices.Sort(all)
		full := min(20, len(all))
		for step, at := float64(len(all))/(float64(full)-n), 0.5; len(own) < full; at++ {
			own = append(own, all[int(at*step+1e-9)])
		}
		if math.Ceil(float64(full+1)*coverage) > float64(full) {
			k := int(math.Ceil(float64(len(all)+1) * coverage))
			if k > len(all) {
				return math.Inf(1)
			}
			return math.Max(slices.Max(own), all[k-1])
		}
	} else if n < 100 {
		later = math.Sqrt(n*coverage*(1-coverage)) / 2
	}
	slices.Sort(own)
	if math.Ceil(float64(len(own)+1)*coverage) > float64(len(own)) {
		return math.Inf(1)
	}
	return own[min(int(math.Ceil(float64(len(own)+1)*coverage+later)), len(own))-1]
}

func about(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
}

func plainIntervals(t testing.TB, name string, m Model, c *Calibration, plain plainCalibration, x Matrix, coverage float64) {
	t.Helper()
	low, high, err := c.Intervals(x, coverage)
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Rows {
		value, u, r, _ := plainAnswer(t, m, x.Row(i))
		for j, f := range value {
			half := plain.quantile(r, j, coverage) * (u[j] + plain.median[j]/2)
			if !about(low.Row(i)[j], f-half) || !about(high.Row(i)[j], f+half) {
				t.Fatalf("%s, coverage %v, row %v: the interval is %v to %v, by definition %v to %v", name, coverage, x.Row(i), low.Row(i)[j], high.Row(i)[j], f-half, f+half)
			}
		}
	}
}

func plainSets(t testing.TB, name string, m Model, c *Calibration, plain plainCalibration, x Matrix, coverage float64) {
	t.Helper()
	sets, err := c.Sets(x, coverage)
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Rows {
		value, _, r, _ := plainAnswer(t, m, x.Row(i))
		var want []int
		for class, score := range value {
			if plainSetScore(score, plain.shares[class]) <= plain.quantile(r, 0, coverage)+1e-12 || class == argmax(value) {
				want = append(want, class)
			}
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmpFloat(value[b], value[a]) })
		if !slices.Equal(sets[i], want) {
			t.Fatalf("%s, coverage %v, row %v: the set is %v, by definition %v", name, coverage, x.Row(i), sets[i], want)
		}
	}
}
