package core

import (
	"cmp"
	"slices"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Prototype is a fitting sample that stands for others, or a criticism, which
// stands for itself.
type Prototype struct {
	Sample int // the first row that the neuron stands for
	Hits   int // fitting samples of its class that activate the neuron strongly, itself included

	// Activation sums the neuron's activations by the other samples of its class
	// that reach its layer and the layer's admission threshold.
	Activation float64
}

// Prototypes are what SQANN.Prototypes returns.
type Prototypes struct {
	Prototypes []Prototype // class by class, the one with most hits first
	Criticisms []Prototype // class by class, the least activated first
}

// Prototypes lists for each class (for a regression over all) the samples
// whose neurons carry most hits when the fitting samples are propagated, equal
// numbers by Activation; and the criticisms: those that only they themselves
// hit, and that the others activate least. At most perClass of each; 0 means 3.
//
// Cost: a prediction for every sample.
func (m *SQANN) Prototypes(perClass int, c Control) (*Prototypes, error) {
	m.mustBeFitted()
	if perClass == 0 {
		perClass = 3
	}
	if perClass < 0 {
		return nil, badOption("perClass", "perClass is "+itoa(perClass)+".", "Give a whole number of at least 1.")
	}
	n := m.points.count()
	all := make([]Prototype, n)
	alone := make([]bool, n)
	var first []int
	for p := range all {
		all[p].Sample, alone[p] = m.points.rows.At(p)[0], true
		first = append(first, all[p].Sample)
	}
	class := func(p int) int {
		if m.points.classes == nil {
			return 0
		}
		return argmax(m.points.alpha.Row(p))
	}
	var nodes []network.Neuron
	err := m.scan(m.data.X.pick(first), c, func(p int, a *answer) {
		weight := len(m.points.rows.At(p))
		nodes = a.seen.Moderate(nodes)
		for _, node := range nodes {
			other := int(node.Point)
			strong := node.D2 <= m.network.ActivationOf(&node).Strong
			if strong && other != p {
				alone[other] = false
			}
			if class(other) != class(p) {
				continue
			}
			if strong {
				all[other].Hits += weight
			}
			if other != p {
				all[other].Activation += float64(float64(weight) * node.V)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	byClass := make([][]int, max(1, len(m.points.classes)))
	for p := range all {
		byClass[class(p)] = append(byClass[class(p)], p)
	}
	out := &Prototypes{}
	for _, points := range byClass {
		sorting.SortNumbers(points, func(a, b int) int {
			return cmp.Or(cmp.Compare(all[b].Hits, all[a].Hits), cmp.Compare(all[b].Activation, all[a].Activation))
		})
		for _, p := range points[:min(perClass, len(points))] {
			out.Prototypes = append(out.Prototypes, all[p])
		}
		points = slices.DeleteFunc(points, func(p int) bool { return !alone[p] })
		sorting.SortNumbers(points, func(a, b int) int { return cmp.Compare(all[a].Activation, all[b].Activation) })
		for _, p := range points[:min(perClass, len(points))] {
			out.Criticisms = append(out.Criticisms, all[p])
		}
	}
	return out, nil
}
