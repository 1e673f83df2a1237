package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/network"
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
func (m *TNN) Explain(x []float64) (*Explanation, error) { return explain(m, x, true) }

func (m *TNN) fingerprint(a *answer) [][]float64 {
	sigma := make([]float64, m.points.count())
	for j := range sigma {
		sigma[j] = floatmath.Sigmoid(m.z(j, a.x))
	}
	return [][]float64{sigma}
}

func (m *TNN) describe(e *Explanation, a *answer) {
	e.Active = m.active(a.x, int(a.made[0].Rank))
	for _, c := range a.made {
		rows := m.points.rows.At(int(c.Point))
		e.Neighbours = append(e.Neighbours, Neighbour{Samples: slices.Clone(rows), X: slices.Clone(m.data.X.Row(rows[0])), Alpha: slices.Clone(m.points.alpha.Row(int(c.Point))), Node: int(c.Rank), Weight: c.Weight})
	}
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

// sharesBeside returns the neurons whose samples are beside the scaled x, in the memory of dst. Their weights are their
// shares in the output as parts of 1: equal ones where they have none.
func (m *TNN) sharesBeside(dst []network.Neuron, x []float64) []network.Neuron {
	dst = dst[:0]
	for from, to := m.beside(x); from <= to; from++ {
		share := math.Max(m.sigmaAt(from, x)-m.sigmaAt(from+1, x), 0)
		dst = append(dst, network.Neuron{Point: int32(m.order[from]), Rank: int32(from), Weight: share})
	}
	normalise(dst)
	return dst
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
