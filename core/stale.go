package core

import (
	"math"
	"slices"
)

// This file says when what a learner keeps from the data set that it began with no longer fits, and finds it anew.

// freshness is what Stale compares with.
type freshness struct {
	asked       Interpolation // by the fit: where that was to choose, Refresh chooses anew
	samples     int
	alone       float64   // share of the points
	ranges      []float64 // of the features
	least, most []float64 // since then
}

// start begins, and is fresh.
func (l *Learner) start(m *SQANN, c Control) error {
	if err := l.begin(m, c); err != nil {
		return err
	}
	x := m.data.X
	l.first = int32(len(l.rows))
	l.base = freshness{asked: m.options.Interpolation, samples: len(l.rows), alone: l.shareAlone(), least: slices.Clone(x.Row(0)), most: slices.Clone(x.Row(0))}
	for i := range x.Rows {
		l.base.see(x.Row(i))
	}
	for j, most := range l.base.most {
		l.base.ranges = append(l.base.ranges, most-l.base.least[j])
	}
	return nil
}

// see widens the ranges since then.
func (f *freshness) see(x []float64) {
	for j, v := range x {
		f.least[j], f.most[j] = min(f.least[j], v), max(f.most[j], v)
	}
}

// Refresh fits anew: scaling, relevance, reach and the rest are found from the samples present. On an error nothing has
// changed.
func (l *Learner) Refresh(c Control) error {
	o := l.like
	o.Frame, o.Interpolation, o.Control = nil, l.base.asked, c
	m, err := FitSQANN(l.present(), o)
	if err != nil {
		return err
	}
	return l.start(m, c.quiet())
}

// Stale says why what was found from the data set as a whole no longer fits the samples.
type Stale struct {
	Reason StaleReason
	Column int     // StaleRange: the feature
	Share  float64 // StaleReach: of the samples without another one within the reach
}

// StaleReason is one of the reasons to refresh a learner.
type StaleReason uint8

const (
	StaleCount  StaleReason = iota // there are twice as many samples as at the beginning
	StaleRange                     // a feature's range has grown by more than a tenth
	StaleReach                     // the reach isn't that of the samples: it was for 95 % of them
	StaleForest                    // of the samples present, fewer than half were there when the forest grew
)

// Stale is nil while scaling, reach and the rest fit the samples present. Refresh finds them anew; when is for the caller to
// say. O(features).
func (l *Learner) Stale() *Stale {
	const grown, fewest, most = 1.1, 0.025, 0.1
	b := &l.base
	for j, at := range b.ranges {
		if b.most[j]-b.least[j] > grown*at {
			return &Stale{Reason: StaleRange, Column: j}
		}
	}
	if share := l.shareAlone(); share < math.Min(fewest, b.alone) || share > math.Max(most, b.alone) {
		return &Stale{Reason: StaleReach, Share: share}
	}
	if l.view.needsLeaves() && 2*l.rowOf(l.first) < len(l.rows) {
		return &Stale{Reason: StaleForest}
	}
	if len(l.rows) >= 2*b.samples {
		return &Stale{Reason: StaleCount}
	}
	return nil
}
