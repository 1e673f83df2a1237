package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/nca"
	"github.com/xaia-go/xaia/core/internal/sorting"
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

const (
	autoFeatures    = 3 // with fewer, learning isn't worth its cost
	autoSamples     = 100
	autoFolds       = 3
	autoNearest     = xaiaTop
	surely          = 2.5  // standard errors
	lessonRows      = 1024 // samples that relevance is learned from at most
	foldEvaluations = 5    // of a fold, where one is expensive: a fold only tells whether learning helps, and where to begin
	foldWork        = 1 << 25
)

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

// learnRelevance learns the relevance if the options ask for it, and weighs the points by it.
func (m *SQANN) learnRelevance() error {
	asked := m.options.Relevance
	if !asked.learns() || m.options.Frame != nil {
		return nil
	}
	account := m.account()
	var err error
	m.learned, err = m.points.relevance(asked.Kind == RelevanceAuto, &account)
	if err != nil || m.learned.Features == nil {
		return err
	}
	weighed, err := newSQANN(m.data, m.options, m.learned)
	if err != nil {
		return err
	}
	*m = *weighed
	return nil
}

// relevance learns the relevance of the points' features.
func (p *points) relevance(auto bool, account *counter) (*Learned, error) {
	found := &Learned{Gain: math.NaN()}
	var begin [][]float64
	roots := 0
	if auto {
		if p.x.Columns < autoFeatures || p.count() < autoSamples {
			return found, nil
		}
		var err error
		if found.Gain, roots, begin, err = p.relevanceGain(account); err != nil || roots < 0 {
			return found, err
		}
	}
	budget := nca.Whole
	if begin != nil {
		budget = nca.Budget{Work: budget.Work / 2, Least: foldEvaluations}
	}
	t, err := p.learnFrom(lessonOfRows(sorting.Counting(p.count())), begin, budget, account)
	if err == nil && t != nil {
		found.Features = nca.Weights(t)
		for range roots {
			replaceByRoots(found.Features)
		}
	}
	return found, err
}

// learnFrom learns from some of the points, from which a search begins or from some t.
//
//go:noinline
func (p *points) learnFrom(rows []int, begin [][]float64, budget nca.Budget, account *counter) ([]float64, error) {
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

// lessonOfRows returns all rows, or lessonRows of them, evenly spaced.
func lessonOfRows(rows []int) []int {
	n := len(rows)
	if n <= lessonRows {
		return rows
	}
	some := make([]int, lessonRows)
	for i := range some {
		some[i] = rows[i*n/lessonRows]
	}
	return some
}

// mostRoots is how often "auto" may replace the learned weights by their square roots. These are more equal, which
// often lowers the error if samples are few or noisy.
const mostRoots = 2

//go:noinline
func replaceByRoots(s []float64) {
	for j, v := range s {
		s[j] = math.Sqrt(v)
	}
}

// relevanceGain returns the share by which relevance lowers the squared errors on held-out samples, and how often to
// take the square roots of the weights for the largest gain; -1 if no gain reaches 2.5 times its standard error. There
// are three folds: relevance is learned on two thirds of a lesson's samples, which answer the other third, with it and
// without it. begin lists the folds' results and their mean, from which learning on all samples may begin.
func (p *points) relevanceGain(account *counter) (gain float64, roots int, begin [][]float64, err error) {
	rows := lessonOfRows(sorting.Counting(p.count()))
	var gained [1 + mostRoots][]float64
	all := 0.0
	mean := make([]float64, p.x.Columns)
	for fold := range autoFolds {
		var some, others []int
		for i, row := range rows {
			if i%autoFolds == fold {
				others = append(others, row)
			} else {
				some = append(some, row)
			}
		}
		t, err := p.learnFrom(some, nil, nca.Budget{Work: foldWork, Least: foldEvaluations}, account)
		if err != nil || t == nil {
			return math.NaN(), -1, nil, err
		}
		spatial.AddTimes(mean, 1.0/autoFolds, t)
		begin = append(begin, t)
		without, err := p.heldErrors(some, others, nil, account)
		if err != nil {
			return 0, 0, nil, err
		}
		for _, e := range without {
			all += e
		}
		s, most := nca.Weights(t), 0.0
		for i := range gained {
			sum := 0.0
			if i > 0 {
				replaceByRoots(s)
			}
			with, err := p.heldErrors(some, others, s, account)
			if err != nil {
				return 0, 0, nil, err
			}
			for k, e := range with {
				gained[i] = append(gained[i], without[k]-e)
				sum += without[k] - e
			}
			most = math.Max(most, sum)
		}
		if !(most > 0) && fold == 0 {
			break // hardly any table gains after a fold that hasn't
		}
	}
	best, most, roots := math.Inf(-1), math.Inf(-1), -1
	for i, list := range gained {
		mean, deviation := floatmath.MeanAndDeviation(list)
		most = math.Max(most, mean)
		if mean > best && mean > 0 && mean >= surely*deviation/math.Sqrt(float64(len(list))) {
			best, roots = mean, i
		}
	}
	if roots < 0 {
		best = most
	}
	if !(all > 0) {
		return 0, -1, nil, nil
	}
	return best / (all / float64(len(gained[0]))), roots, append(begin, mean), nil
}

//go:noinline
func weigh(m Matrix, s []float64) {
	for j, v := range s {
		for i := j; i < len(m.Data); i += m.Columns {
			m.Data[i] *= v
		}
	}
}

// heldErrors returns the squared errors on held-out points if fitted points answer: by the mean of the 8 nearest,
// weighted by their activations under automatic settings, or by the nearest alone if it would be a hit. The reach is
// that of the held-out points to the fitted ones.
func (p *points) heldErrors(fitted, held []int, s []float64, account *counter) ([]float64, error) {
	x, asked := p.x.pick(fitted), p.x.pick(held)
	weigh(x, s)
	weigh(asked, s)
	padded := blocks.Padded(x.Rows)
	inBlocks, sums := make([]float64, padded*x.Columns), make([]float64, padded)
	blocks.Fill(inBlocks, x.Data, x.Columns)
	nearest := make([]ranked, 0, len(held)*autoNearest) // by squared distances below 0
	top := topK{keys: sums[:x.Rows]}
	first := make([]float64, len(held))
	for i := range held {
		if i%16 == 0 {
			if err := account.MayGoOn(0); err != nil {
				return nil, err
			}
		}
		clear(sums)
		blocks.AddDistances(sums, asked.Row(i), inBlocks)
		for b, d2 := range top.keys {
			top.keys[b] = -d2
		}
		own := top.rank(autoNearest, func(a, b int) bool { return a < b })
		nearest = append(nearest, own...)
		first[i] = -own[0].v
	}
	settings := AutoSettings(spatial.ReachOf(first))
	if settings.check("settings") != nil {
		return make([]float64, len(held)), nil // the fit will report the error
	}
	act := newActivation(settings, defaultR)
	values := p.alpha.pick(append(slices.Clone(held), fitted...))
	if p.classes == nil {
		nca.Standardize(spatial.Matrix(values))
	}
	errors := make([]float64, len(held))
	mean := make([]float64, values.Columns)
	each := len(nearest) / len(held)
	for i := range held {
		clear(mean)
		weights := 0.0
		for k := i * each; k < (i+1)*each; k++ {
			d2 := -nearest[k].v
			v := act.at(d2)
			weights += v
			spatial.AddTimes(mean, v, values.Row(len(held)+nearest[k].i))
			if k == i*each && d2 <= act.strong {
				break
			}
		}
		for k, y := range values.Row(i) {
			d := mean[k]/weights - y
			if !(weights > 0) {
				d = y
			}
			errors[i] += float64(d * d)
		}
	}
	return errors, nil
}
