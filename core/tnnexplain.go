package core

import (
	"math"
	"slices"
)

// TNNExplanation is what a TNN says about one input (SPEC 2).
type TNNExplanation struct {
	Value       []float64 // the outputs, or a score for each class
	Label       Label     // the class with the highest score, the first on ties
	Recognition Recognition
	Active      int         // neurons with σ > ½: the height of the triangle
	Neighbours  []Neighbour // the fitting samples on both sides, lower first; one at an end or on a sample
	Fingerprint []float64   // σ of every neuron, the lowest sample's first
}

// Neighbour is a fitting sample next to an input.
type Neighbour struct {
	Samples []int   // the rows it stands for
	X       float64 // as given, not scaled
	Alpha   []float64
}

// Explain says how the model comes to its output for x. Recognition is strong
// when every σ is within σ(-a) of 0 or 1, as at a fitting sample; weak when x
// lies outside the samples by more than half the gap there (Δ(1) above, Δ(N)
// below); else moderate. O(N), for the fingerprint.
func (m *TNN) Explain(x float64) (*TNNExplanation, error) {
	m.mustBeFitted()
	if err := CheckQuery(Matrix{Data: []float64{x}, Rows: 1, Columns: 1}, 1); err != nil {
		return nil, err
	}
	s := []float64{x}
	m.points.scaler.apply(s, s)
	e := &TNNExplanation{Value: make([]float64, m.Outputs()), Fingerprint: make([]float64, len(m.x)), Recognition: Strong}
	m.predict(e.Value, s[0], nil)
	if m.points.classes != nil {
		e.Label = m.points.classes[argmax(e.Value)]
	}
	for j := range m.x {
		z := m.z(j, s[0])
		e.Fingerprint[j] = sigmoid(z)
		if z > 0 {
			e.Active++
		}
		if math.Abs(z) < m.a {
			e.Recognition = Moderate
		}
	}
	n := len(m.x)
	if s[0]-m.x[n-1] > m.gap[n-1]/2 || m.x[0]-s[0] > m.gap[0]/2 {
		e.Recognition = Weak
	}
	at, exact := slices.BinarySearch(m.x, s[0])
	from, to := max(at-1, 0), min(at, n-1)
	if exact {
		from = at
	}
	for j := from; j <= to; j++ {
		p := m.order[j]
		rows := m.points.rows[p]
		e.Neighbours = append(e.Neighbours, Neighbour{Samples: rows, X: m.data.X.Data[rows[0]], Alpha: m.points.alpha.Row(p)})
	}
	return e, nil
}
