package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/internal/simd"
)

// This file answers the rows that a fold holds back by all candidates at once (choose.go).

// foldJudged is a fold whose held rows are judged.
type foldJudged struct {
	*judge
	account         *counter
	held, answering []int
	values          Matrix    // outputs of the held, then of the answering; numbers are standardised
	y               Matrix    // of the answering
	weights         []float64 // of the answering; nil: all 1
	heldWeights     []float64

	// With the line through the answering.
	slopes slopes
	along  Matrix // b·z of each answering point
	line   localLine
	value  []float64
	mixed  []float64
}

// metric is the space in which distances are measured.
type metric struct {
	x       Matrix // of the answering
	asked   Matrix
	near    []int32 // for each held row
	d2      []float64
	each    int
	act     *network.Activation
	usable  bool
	members []*candidate
}

// part judges some of the held rows.
func (f *foldJudged) part(from, to int, s []float64) error {
	reserved := *f.judge.account // which the part gives back
	f.account = &reserved
	var metrics []*metric
	for k := range 2 + mostRoots {
		if k > 0 && s == nil {
			break
		}
		if k == 2 {
			s = slices.Clone(s)
		}
		if k > 1 {
			replaceByRoots(s)
		}
		if !slices.ContainsFunc(f.candidates, func(c *candidate) bool { return c.metric == k && !c.left }) {
			continue
		}
		m, err := f.metric(k, s, f.held[from:to])
		if err != nil {
			return err
		}
		metrics = append(metrics, m)
	}
	for _, m := range metrics {
		for row := from; row < to; row++ {
			f.row(m, InterpolateTop, row, row-from)
		}
	}
	f.dropMetrics()
	for i := from; i < to; i += judgedInTurn {
		for _, m := range metrics {
			if err := f.account.MayGoOn(0); err != nil {
				return err
			}
			for row := i; row < min(i+judgedInTurn, to); row++ {
				f.row(m, InterpolateLocal, row, row-from)
			}
		}
		f.dropOut()
	}
	return nil
}

// findLine finds the line through the answering points, if a candidate needs it.
func (f *foldJudged) findLine() error {
	f.value, f.mixed = make([]float64, f.y.Columns), make([]float64, f.y.Columns)
	if !slices.ContainsFunc(f.candidates, func(c *candidate) bool { return !c.left && c.isLocal() && !c.how.Local.Level }) {
		return nil
	}
	x := f.p.x.pick(f.answering)
	if err := f.slopes.find(x, f.y, true, func() error { return f.account.MayGoOn(0) }); err != nil {
		return err
	}
	f.along = newMatrix(f.y.Rows, f.y.Columns)
	for i := range f.y.Rows {
		for k := range f.y.Columns {
			f.along.Row(i)[k] = floatmath.Dot(f.slopes.of.Row(k), x.Row(i))
		}
	}
	return nil
}

// metric finds the points nearest to some held rows. The reach is that of the held rows to the answering ones.
func (f *foldJudged) metric(number int, s []float64, held []int) (*metric, error) {
	m := &metric{x: f.p.x.pick(f.answering), asked: f.p.x.pick(held)}
	if number > 0 {
		scaleColumns(m.x, s)
		scaleColumns(m.asked, s)
	}
	m.members = slices.DeleteFunc(slices.Clone(f.candidates), func(c *candidate) bool { return c.metric != number })
	for _, c := range m.members {
		if !c.left {
			m.each = max(m.each, min(c.how.Top, sorting.KeepMost))
		}
	}
	m.each = min(m.each, m.x.Rows)
	padded := blocks.Padded(m.x.Rows)
	if err := f.account.Reserve(int64(8 * (padded*(m.x.Columns+1) + len(held)*2*m.each))); err != nil {
		return nil, err
	}
	inBlocks, sums := make([]float64, padded*m.x.Columns), make([]float64, padded)
	blocks.Fill(inBlocks, m.x.Data, m.x.Columns)
	first := make([]float64, len(held))
	var nearest sorting.TopK
	for i := range held {
		if i%16 == 0 {
			if err := f.account.MayGoOn(0); err != nil {
				return nil, err
			}
		}
		clear(sums)
		simd.AddDistances(sums, m.asked.Row(i), inBlocks)
		nearest.Keys = nearest.Keys[:0]
		for _, d2 := range sums[:m.x.Rows] {
			nearest.Keys = append(nearest.Keys, -d2)
		}
		for _, b := range nearest.Rank(m.each, nil) {
			m.near, m.d2 = append(m.near, int32(b.I)), append(m.d2, -b.V)
		}
		first[i] = m.d2[i*m.each]
	}
	if settings := AutoSettings(spatial.ReachOf(first)); settings.check("settings") == nil {
		m.act, m.usable = network.NewActivation(network.Settings(settings), defaultR), true
	}
	return m, nil
}

// row adds the errors of the candidates of a mode on a held row, which is number at of the metric.
func (f *foldJudged) row(m *metric, mode InterpolationMode, i, at int) {
	near, d2, asked := m.near[at*m.each:(at+1)*m.each], m.d2[at*m.each:(at+1)*m.each], m.asked.Row(at)
	want := f.values.Row(i)
	add := func(c *candidate, value []float64) {
		e := 0.0
		for k, y := range want {
			if m.usable { // else the fit will report the error
				e += float64((value[k] - y) * (value[k] - y))
			}
		}
		if f.heldWeights != nil {
			e *= f.heldWeights[i]
		}
		c.errors = append(c.errors, e)
	}
	hit, own := d2[0] <= m.act.Strong, 0.0
	if hit {
		own = math.Max(0, 1-math.Sqrt(d2[0])/float64(localNear*math.Sqrt(m.act.Strong)))
	}
	l := &f.line
	var last *Local
	for _, c := range m.members {
		if c.left || c.how.Mode != mode {
			continue
		}
		if mode == InterpolateTop {
			l.weighByDistance(near, d2, m.act, 1, c.how.Top, f.weights)
			if hit {
				l.weights, l.point = l.weights[:1], l.point[:1]
			}
			l.centre(m.x, asked)
			l.weightedMean(f.value, f.y)
			add(c, f.value)
			continue
		}
		by := &c.how.Local
		sameWidth := last != nil && last.Width == by.Width
		sameRidge := sameWidth && last.Ridge == by.Ridge
		if !sameWidth {
			l.weighByDistance(near, d2, m.act, by.Width, c.how.Top, f.weights)
			l.centre(m.x, asked)
			l.multiply(m.x)
		}
		if !sameRidge {
			l.bend(*by)
		}
		if !sameRidge || last.Level != by.Level {
			f.answerTo(l, by.Level, i)
		}
		last = by
		g := own
		if hit && by.OnHit {
			g = 1
		}
		for k, y := range f.y.Row(int(near[0])) {
			f.mixed[k] = f.value[k] + float64(g*(y-f.value[k]))
		}
		add(c, f.mixed)
	}
}

// weighByDistance takes the activations of the nearest, times their weights.
func (l *localLine) weighByDistance(near []int32, d2 []float64, act *network.Activation, width float64, top int, weights []float64) {
	l.weights, l.point = l.weights[:0], l.point[:0]
	narrow := 1 / float64(width*width)
	for k := range near[:min(top, len(near))] {
		l.weights = append(l.weights, act.At(float64(d2[k]*narrow)))
		l.point = append(l.point, int(near[k]))
	}
	l.weighBySamples(weights)
}

// answerTo writes the local line's value.
func (f *foldJudged) answerTo(l *localLine, level bool, i int) {
	l.along = resized(l.along, f.y.Columns)
	clear(l.along)
	residuals := f.y
	if !level {
		residuals = f.slopes.residuals
		x := f.p.x.Row(f.held[i])
		for k := range l.along {
			l.along[k] = floatmath.Dot(f.slopes.of.Row(k), x)
		}
		for a, w := range l.weights {
			floatmath.AddTimes(l.along, -w, f.along.Row(l.point[a]))
		}
	}
	l.valueAt(f.value, f.y, residuals)
	l.limitTo(f.value, f.y, f.p.classes != nil)
}
