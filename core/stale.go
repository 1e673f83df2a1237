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
	alone       float64 // share of the points
	low, high   []float64
	least, most []float64 // since then
}

// start begins, and is fresh.
func (l *Learner) start(m *SQANN, c Control) error {
	if err := l.begin(m, c); err != nil {
		return err
	}
	l.base.asked = m.options.Interpolation
	l.base.samples, l.base.alone = len(l.rows), l.shareAlone()
	for _, f := range []func(a, b float64) float64{math.Min, math.Max} {
		list := slices.Clone(m.data.X.Row(0))
		for i := range m.data.X.Rows {
			for j, v := range m.data.X.Row(i) {
				list[j] = f(list[j], v)
			}
		}
		l.base.low, l.base.high = l.base.high, list
	}
	l.base.least, l.base.most = slices.Clone(l.base.low), slices.Clone(l.base.high)
	return nil
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
	return l.start(m, Control{Done: c.Done})
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
	StaleCount StaleReason = iota // there are twice as many samples as at the beginning
	StaleRange                    // a feature's range has grown by more than a tenth
	StaleReach                    // the reach isn't that of the samples: it was for 95 % of them
)

// Stale is nil while scaling, reach and the rest fit the samples present. Refresh finds them anew; when is for the caller to
// say. O(features).
func (l *Learner) Stale() *Stale {
	const grown, fewest, most = 1.1, 0.025, 0.1
	b := &l.base
	for j := range b.low {
		if b.most[j]-b.least[j] > grown*(b.high[j]-b.low[j]) {
			return &Stale{Reason: StaleRange, Column: j}
		}
	}
	if share := l.shareAlone(); share < math.Min(fewest, b.alone) || share > math.Max(most, b.alone) {
		return &Stale{Reason: StaleReach, Share: share}
	}
	if len(l.rows) >= 2*b.samples {
		return &Stale{Reason: StaleCount}
	}
	return nil
}
