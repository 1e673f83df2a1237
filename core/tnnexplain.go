package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
)

// Neighbour is a fitting sample next to an input.
type Neighbour struct {
	Samples []int     // the rows it stands for
	X       []float64 // as given, not scaled
	Alpha   []float64
	Node    int     // its neuron, from 0, the lowest sample's first
	Weight  float64 // its part of the two samples' share in the output
}

// Explain says how the model comes to its output for x. Recognition is strong
// when every σ is within σ(-a) of 0 or 1, as at a fitting sample; weak when x
// lies outside the samples by more than half the gap there (Δ(1) above, Δ(N)
// below); else moderate. O(N n), for the fingerprint.
func (m *TNN) Explain(x []float64) (*Explanation, error) { return m.explain(x, true) }

func (m *TNN) explain(x []float64, fingerprint bool) (*Explanation, error) {
	row := oneRow(x)
	seen, err := m.Examine(row)
	if err != nil {
		return nil, err
	}
	e := &Explanation{Value: seen.Values.Row(0), Status: seen.Status[0], Recognition: seen.Recognition[0], Familiarity: seen.Familiarity[0]}
	if m.points.classes != nil {
		e.Label = m.points.classes[argmax(e.Value)]
	}
	s := make([]float64, len(x))
	m.scaled(s, x)
	if fingerprint {
		sigma := make([]float64, m.points.count())
		for j := range sigma {
			sigma[j] = floatmath.Sigmoid(m.z(j, s))
		}
		e.Fingerprint = [][]float64{sigma}
	}
	from, shares := m.sharesBeside(s)
	e.Active = m.active(s, from)
	for i, share := range shares {
		j := from + i
		p := m.order[j]
		rows := m.points.rows.At(p)
		e.Neighbours = append(e.Neighbours, Neighbour{Samples: slices.Clone(rows), X: slices.Clone(m.data.X.Row(rows[0])), Alpha: slices.Clone(m.points.alpha.Row(p)), Node: j, Weight: share})
	}
	return e, nil
}

// active counts the neurons above ½. On one feature these are all those before the samples beside x, and perhaps these.
func (m *TNN) active(x []float64, beside int) (active int) {
	first, last := 0, len(m.order)
	if m.index != nil {
		first, last = beside, min(beside+3, last)
		active = first
	}
	for j := first; j < last; j++ {
		if m.z(j, x) > 0 {
			active++
		}
	}
	return active
}

// sharesBeside gives the first of the neurons whose samples are beside the scaled x, and their shares in the output as
// parts of 1: equal ones where they have none.
func (m *TNN) sharesBeside(x []float64) (from int, shares []float64) {
	from, to := m.beside(x)
	sum := 0.0
	for j := from; j <= to; j++ {
		shares = append(shares, math.Max(m.sigmaAt(j, x)-m.sigmaAt(j+1, x), 0))
		sum += shares[j-from]
	}
	for i := range shares {
		if sum > 0 {
			shares[i] /= sum
		} else {
			shares[i] = 1 / float64(len(shares))
		}
	}
	return from, shares
}

// sigmaAt is a neuron's σ; 0 beyond the last.
//
//go:noinline
func (m *TNN) sigmaAt(j int, x []float64) float64 {
	if j == len(m.order) {
		return 0
	}
	return floatmath.Sigmoid(m.z(j, x))
}

// beside are the neurons whose samples are next to x: that of a sample alone. With an order, x is between those with
// σ above ½ and the others.
func (m *TNN) beside(x []float64) (from, to int) {
	var at int
	var exact bool
	if m.index != nil {
		at, exact = slices.BinarySearch(m.x.Data, x[0])
	} else if at = m.sampleAt(x); at >= 0 {
		exact = true
	} else {
		at = 0
		for j := range m.order {
			if m.z(j, x) > 0 {
				at++
			}
		}
	}
	if exact {
		return at, at
	}
	return max(at-1, 0), min(at, len(m.order)-1)
}
