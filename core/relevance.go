package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/nca"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// RelevanceKind says where the features' relevance comes from.
type RelevanceKind uint8

const (
	RelevancePreset RelevanceKind = iota // the preset's choice
	RelevanceOff                         // all features count alike
	RelevanceAuto                        // learned, and used if that lowers errors on held-out samples
	RelevanceLearn                       // learned
	RelevanceGiven                       // listed in Features
)

// Relevance says how much each scaled feature counts (docs/spec.md 3.11).
type Relevance struct {
	Kind     RelevanceKind
	Features []float64 // RelevanceGiven: one number above 0 a feature
}

// Learned is what RelevanceAuto or RelevanceLearn found.
type Learned struct {
	Features []float64 // nil if all features have equal weights
	Gain     float64   // Report.RelevanceGain
}

func (r Relevance) learns() bool { return r.Kind == RelevanceAuto || r.Kind == RelevanceLearn }

// weights are those of the features; nil if they are equal. It takes what was learned, if that was asked for.
func (r Relevance) weights(learned *Learned) []float64 {
	switch {
	case r.Kind == RelevanceGiven:
		return append([]float64{}, r.Features...) // not nil: an empty list is one
	case r.learns() && learned != nil:
		return learned.Features
	}
	return nil
}

func (r Relevance) same(other Relevance) bool {
	return r.Kind == other.Kind && (r.Kind != RelevanceGiven || slices.Equal(r.Features, other.Features))
}

// check finds errors that don't depend on the data.
func (r Relevance) check() error {
	if r.Kind > RelevanceGiven {
		return badOption("relevance", "relevance is unknown.", "Use one of the constants from RelevancePreset to RelevanceGiven.")
	}
	if r.Kind != RelevanceGiven {
		return nil
	}
	for j, v := range r.Features {
		if !(v > 0 && usable(v)) {
			return badOption("relevance["+itoa(j)+"]", "relevance["+itoa(j)+"] is "+ftoa(v)+".", "Give a number above 0, at most "+ftoa(largestNumber)+", for each feature, such as 0.01 for a feature that counts little.")
		}
	}
	return nil
}

func checkWeights(list []float64, features int) error {
	if list == nil || len(list) == features {
		return nil
	}
	return badOption("relevance", "relevance lists "+count(len(list), "number")+", X has "+count(features, "feature")+".", "List one number above 0 for each feature.")
}

// learnFrom learns relevances from some of the points. The search begins at begin; nil: where nca finds that it should.
//
//go:noinline
func (p *points) learnFrom(rows []int, begin []float64, budget nca.Budget, account *counter) ([]float64, error) {
	targets := spatial.Matrix(p.alpha.pick(rows))
	var class []int
	if p.classes != nil {
		class = make([]int, len(rows))
		for i := range class {
			class[i] = argmax(targets.Row(i))
		}
		targets = spatial.Matrix{}
	}
	return nca.Learn(spatial.Matrix(p.x.pick(rows)), targets, class, begin, budget, account)
}

// scaleColumns multiplies the columns. Adding 0 turns the -0 that a product can underflow to into 0, as points.add does.
//
//go:noinline
func scaleColumns(m Matrix, s []float64) {
	for i := range m.Rows {
		row := m.Row(i)
		for j, v := range s {
			row[j] = float64(row[j]*v) + 0
		}
	}
}

// weighBy weighs the points by what was learned.
func (m *SQANN) weighBy(t []float64) error {
	if t == nil {
		return nil
	}
	s := nca.Weights(t)
	m.learned.Features = s
	account := m.newAccount()
	if distinct, err := m.points.reweigh(s, account); distinct || err != nil {
		return err
	}
	return m.findPoints(m.points.classes)
}
