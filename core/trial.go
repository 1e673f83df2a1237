package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/internal/simd"
)

// trial is a way to answer, and how it answers the rows held back.
type trial struct {
	learned bool // with learned relevance
	how     Interpolation
	values  []float64 // its answers: a row of outputs for each row judged
	between []float64 // and what they would be without takeover ...
	free    []float64 // ... which has this part of the answer
	errors  []float64 // squared, times the row's weight
	lost    bool      // and goes no further
}

// grow makes room for the answers to more rows.
func (t *trial) grow(rows, outputs int) {
	t.values, t.between = append(t.values, make([]float64, rows*outputs)...), append(t.between, make([]float64, rows*outputs)...)
	t.free, t.errors = append(t.free, make([]float64, rows)...), append(t.errors, make([]float64, rows)...)
}

// mean is that of the first errors.
func (t *trial) mean(first int) (mean float64) {
	mean, _ = floatmath.MeanAndDeviation(t.errors[:first])
	return mean
}

// gain is by what share the error is lower than another's, by the rows that both have answered.
func (t *trial) gain(other *trial) float64 {
	first := min(len(t.errors), len(other.errors))
	return 1 - t.mean(first)/other.mean(first)
}

// loses says whether another is surely better on all rows that this one has answered.
func (t *trial) loses(other *trial) bool {
	if len(other.errors) < len(t.errors) {
		return false
	}
	worse := slices.Clone(t.errors)
	for i := range worse {
		worse[i] -= other.errors[i]
	}
	mean, deviation := floatmath.MeanAndDeviation(worse)
	return mean > float64(surely*deviation)/math.Sqrt(float64(len(worse)))
}

// fold is one whose rows are judged.
type fold struct {
	*judge
	p       *points // which answer
	held    []int
	asked   Matrix // the held, scaled
	workers []foldWorker
}

type foldWorker struct {
	line    localLine
	sums    []float64
	nearest sorting.TopK
}

// answer answers the held rows in all ways with a relevance. The reach is that of the held rows to the points.
func (f *fold) answer(learned bool) error {
	trials := f.left(learned)
	x, each, lines := f.p.x, 2, false
	for _, t := range trials {
		each = max(each, t.how.Top)
		lines = lines || t.how.Mode == InterpolateLocal && !t.how.Local.Level
	}
	var through slopes
	if lines {
		if err := through.find(x, f.p.alpha, f.p.classes != nil, func() error { return f.account.MayGoOn(0) }); err != nil {
			return err
		}
	}
	each = min(each, sorting.KeepMost, x.Rows)
	padded := blocks.Padded(x.Rows)
	reserved := *f.account // which is given back
	if err := reserved.Reserve(int64(8 * (padded*(x.Columns+len(f.workers)) + len(f.held)*2*each))); err != nil {
		return err
	}
	inBlocks := make([]float64, padded*x.Columns)
	blocks.Fill(inBlocks, x.Data, x.Columns)
	near, d2 := make([]int32, len(f.held)*each), make([]float64, len(f.held)*each)
	if err := f.each(0, len(f.held), padded*x.Columns, func(w *foldWorker, i int) {
		w.sums = resized(w.sums, padded)
		clear(w.sums)
		simd.AddDistances(w.sums, f.asked.Row(i), inBlocks)
		w.nearest.Keys = w.nearest.Keys[:0]
		for _, d2 := range w.sums[:x.Rows] {
			w.nearest.Keys = append(w.nearest.Keys, -d2)
		}
		for k, b := range w.nearest.Rank(each, nil) {
			near[i*each+k], d2[i*each+k] = int32(b.I), -b.V
		}
	}); err != nil {
		return err
	}
	var apart []float64
	for i := range f.held {
		row := d2[i*each : (i+1)*each]
		if row[0] == 0 && !learned {
			f.equal++
		}
		if other := slices.IndexFunc(row, func(d2 float64) bool { return d2 > 0 }); other >= 0 { // points are distinct
			apart = append(apart, row[other])
		}
	}
	var act *network.Activation
	if settings := AutoSettings(spatial.ReachOf(apart)); settings.check("settings") == nil {
		act = network.NewActivation(network.Settings(settings), defaultR)
	}
	for from := 0; from < len(f.held); from += judgedInTurn {
		to := min(from+judgedInTurn, len(f.held))
		for _, t := range trials {
			t.grow(to-from, f.truth.Columns)
		}
		if err := f.each(from, to, len(trials)*each*x.Columns*min(each, x.Columns), func(w *foldWorker, i int) {
			f.row(&w.line, trials, act, &through, i, near[i*each:(i+1)*each], d2[i*each:(i+1)*each])
		}); err != nil {
			return err
		}
		trials = f.left(learned)
	}
	return nil
}

// each does something with some of the held rows, each of which costs so many numbers.
func (f *fold) each(from, to, numbers int, do func(w *foldWorker, i int)) error {
	for group := parallel.RowsAtATime(numbers); from < to; from += group {
		if err := f.account.MayGoOn(0); err != nil {
			return err
		}
		parallel.InParts(len(f.workers), min(group, to-from), numbers, 1, func(worker, first, last int) {
			for i := from + first; i < from+last; i++ {
				do(&f.workers[worker], i)
			}
		})
	}
	return nil
}

// left are the trials with a relevance that may still win.
func (j *judge) left(learned bool) (left []*trial) {
	for _, t := range j.trials {
		if t.learned != learned || t.lost {
			continue
		}
		if t.lost = len(t.errors) >= judgedInTurn && slices.ContainsFunc(j.trials, t.loses); !t.lost {
			left = append(left, t)
		}
	}
	return left
}

// row answers a held row.
func (f *fold) row(l *localLine, trials []*trial, act *network.Activation, through *slopes, i int, near []int32, d2 []float64) {
	y, want, at := f.p.alpha, f.truth.Row(f.held[i]), len(f.judged)+i
	var bent *Interpolation // what the line was last bent for
	for _, t := range trials {
		value, between := t.values[at*len(want):(at+1)*len(want)], t.between[at*len(want):(at+1)*len(want)]
		if act == nil { // the fit will report the error
			copy(value, want)
			copy(between, want)
			continue
		}
		own, like := 0.0, t.how
		like.Local.Level = false
		if bent == nil || !like.same(*bent) {
			l.weighByDistance(near, d2, act, like, f.p.weights)
			l.centre(f.p.x, f.asked.Row(i))
			if bent = &like; like.Mode == InterpolateLocal {
				if !like.Local.Flat {
					l.multiply(f.p.x)
				}
				l.bend(like.Local)
			}
		}
		if hit := d2[0] <= act.Strong && !t.how.NoTakeover; t.how.Mode == InterpolateTop {
			if l.weightedMean(between, y); hit {
				own = 1
			}
		} else {
			l.answerTo(between, y, through, t.how.Local.Level)
			l.limitTo(between, y, f.p.classes != nil)
			if hit {
				own = takeover(d2[0], act, t.how.Local)
			}
		}
		e := 0.0
		for k, v := range between {
			value[k] = v + float64(own*(y.Row(int(near[0]))[k]-v))
			e += squared((value[k] - want[k]) / f.unit[k])
		}
		t.free[at], t.errors[at] = 1-own, float64(e*f.weight(f.held[i]))
	}
}
