package core

import (
	"math"
	"slices"
)

// Adaptation moves the coverage that a learner's intervals and sets aim at (SPEC 3.15). It is found from the outcomes one after
// the other; a calibration that has one lets the newest scores alone count.
//
// Each row adds adaptRate (c - inside) to a level, which stays between -adaptRate and 1 + adaptRate but for the bounds. So over T
// outcomes the share inside differs from c by at most (1 + 2 adaptRate) / (adaptRate T).
type Adaptation struct {
	// Levels has a row for each recognition and output (recognition * outputs + output), and a column for each of Tracked.
	Levels Matrix

	// Against is how strongly it speaks against the rows being drawn as before that they are more wrong (DriftOutcomes), and
	// that they are less familiar (DriftInputs); from 1 on little.
	Against [2]float64
	Since   [2]int // the first samples of those that speak so
}

// Tracked are the coverages whose levels move; those of others lie on lines between.
var Tracked = [...]float64{0.5, 0.8, 0.9, 0.95, 0.99}

const (
	adaptRate    = 0.03  // how far a level moves where the outcome is never, or always, inside
	newestScores = 200   // of each recognition count,
	newestRows   = 2000  // if they are among so many samples
	driftBeyond  = 40000 // a false alarm is expected after half as many rows, or later
)

// Adapting is a calibration whose coverage a learner moves, from the coverage on. It belongs to Learner.Calibrate.
func (c *Calibration) Adapting() *Calibration {
	same := *c
	a := &Adaptation{Levels: newMatrix(len(c.Counts())*c.Scores.Columns, len(Tracked)), Against: [2]float64{1, 1}}
	for i := range a.Levels.Rows {
		copy(a.Levels.Row(i), Tracked[:])
	}
	same.Adapt = a
	if c.model != nil {
		same.sortScores(c.model)
	}
	return &same
}

// picked is a copy for those rows, in order, of which the samples are now.
func (a *Adaptation) picked(rows []int32) *Adaptation {
	same := a.clone()
	if a != nil {
		for i, since := range a.Since {
			same.Since[i], _ = slices.BinarySearch(rows, int32(since))
		}
	}
	return same
}

func (a *Adaptation) clone() *Adaptation {
	if a == nil {
		return nil
	}
	same := *a
	same.Levels.Data = slices.Clone(a.Levels.Data)
	return &same
}

func (a *Adaptation) valid(n, rows int) bool {
	if a.Levels.Rows != rows || a.Levels.Columns != len(Tracked) || len(a.Levels.Data) != rows*len(Tracked) {
		return false
	}
	for _, v := range a.Levels.Data {
		if !(v >= 0 && v <= 1) {
			return false
		}
	}
	for i, v := range a.Against {
		if !(v >= 0 && v <= driftBeyond*driftBeyond) || a.Since[i] < 0 || a.Since[i] > n {
			return false
		}
	}
	return true
}

// Lines are what the level of any coverage of a recognition and output lies on: from one coverage to another, from one level to
// another, none below another.
func (a *Adaptation) Lines(row int) Matrix {
	m, from, low := Matrix{Columns: 4}, 0.0, 0.0
	for k, to := range append(Tracked[:], 1) {
		high := 1.0
		if k < len(Tracked) {
			high = math.Max(a.Levels.Row(row)[k], low) // they may have passed one another
		}
		m.Data, m.Rows = append(m.Data, from, to, low, high), m.Rows+1
		from, low = to, high
	}
	return m
}

// level is where the level of a coverage is now.
func (a *Adaptation) level(row int, coverage float64) (level float64) {
	lines := a.Lines(row)
	for k := lines.Rows - 1; k >= 0; k-- {
		if from, to, low, high := lines.Row(k)[0], lines.Row(k)[1], lines.Row(k)[2], lines.Row(k)[3]; coverage <= to {
			level = low + float64((high-low)*((coverage-from)/(to-from)))
		}
	}
	return level
}

// counting are the rows, of n samples, whose scores count: all, or with Adapt the newest of each recognition.
func (c *Calibration) counting(n int, row func(sample int) int) (rows []int) {
	var of [3]int
	for i := n - 1; i >= 0 && (c.Adapt == nil || n-i <= newestRows); i-- {
		if r := c.Recognition[row(i)]; c.Adapt == nil || of[r] < newestScores {
			of[r]++
			rows = append(rows, row(i))
		}
	}
	slices.Reverse(rows)
	return rows
}

// adaptation is nil where nothing moves.
func (l *Learner) adaptation() *Adaptation {
	if l.scores == nil {
		return nil
	}
	return l.scores.Adapt
}

// adaptAll weighs the answers to rows that may be learned.
func (l *Learner) adaptAll(d Dataset) error {
	if l.adaptation() == nil {
		return nil
	}
	d, truth := l.opened(d)
	for i := range d.X.Rows {
		if err := l.adapt(d.X.Row(i), truth.Row(i)); err != nil {
			return err
		}
	}
	return nil
}

// adapt weighs the answer to a row whose outputs are y.
func (l *Learner) adapt(x, y []float64) error {
	if l.adaptation() == nil || l.Classes() != nil && !slices.Contains(y, 1) {
		return nil
	}
	score, err := l.scored(x, y)
	l.weigh(score, y)
	return err
}

// weigh moves the levels, and weighs whether rows are drawn as before, by what is wrong with the answer to a row whose outputs
// are y.
func (l *Learner) weigh(one *Calibration, y []float64) {
	if one == nil || l.scores.Adapt == nil {
		return
	}
	c, a := l.scores, l.scores.Adapt
	rows := c.counting(len(l.rows), func(i int) int { return int(l.rows[i]) })
	var truth Matrix
	if l.Classes() != nil {
		truth = l.outcomes(rows)
	}
	c.sort(rows, truth)
	r, more, strange := one.Recognition[0], 0.0, 0
	for j, score := range one.Scores.Data {
		if c.shares != nil {
			score = c.setScore(score, argmax(y))
		}
		levels := a.Levels.Row(int(r)*len(one.Scores.Data) + j)
		now, inside := slices.Clone(levels), [len(Tracked)]int{}
		for side := range c.sides() {
			own := c.onSide([]float64{score}, side)[0]
			more += surprise(c.scores[j*c.sides()+side].AtLeast(int(r), own)) / float64(len(c.scores))
			for k, coverage := range Tracked {
				if q, ok := c.moved(r, j, side, coverage); !ok {
					inside[k] = -c.sides() // which keeps the level
				} else if own <= q {
					inside[k]++
				}
			}
		}
		for k, coverage := range Tracked {
			switch {
			case inside[k] == c.sides():
				now[k] -= float64(adaptRate * (1 - coverage))
			case inside[k] >= 0:
				now[k] += float64(adaptRate * coverage)
			}
			now[k] = math.Min(math.Max(now[k], 0), 1)
		}
		copy(levels, now)
	}
	for _, f := range c.familiar {
		if f <= one.Familiarity[0] {
			strange++
		}
	}
	bets := [...]float64{more, surprise(strange, len(c.familiar))}
	for what, bet := range bets {
		before := a.Against[what]
		if before <= 1 || l.oldest(a.Since[what]) {
			before, a.Since[what] = 1, len(l.net.Place)
		}
		a.Against[what] = math.Min(float64(before*bet), driftBeyond*driftBeyond)
	}
	l.moment = nil
}

// surprise is a bet that few of those that count are as extreme. Its expectation is at most 1 where one is drawn as the others.
func surprise(as, of int) float64 {
	return 0.5 / math.Sqrt(float64(as+1)/float64(of+1))
}

// Drift says since when the rows that a learner learns aren't drawn as those before.
type Drift struct {
	Since int // the first sample, about
	What  DriftKind
}

// DriftKind is what changed.
type DriftKind uint8

const (
	DriftOutcomes DriftKind = iota // answers as well known as before are more wrong
	DriftInputs                    // rows are less familiar
)

// Drift is nil while the outcomes are as they were, where no sample from before is left, and without Calibration.Adapt.
func (l *Learner) Drift() *Drift {
	a := l.adaptation()
	if a == nil {
		return nil
	}
	for what, against := range a.Against {
		if since := a.Since[what]; against >= driftBeyond && !l.oldest(since) {
			return &Drift{l.rowOf(int32(since)), DriftKind(what)}
		}
	}
	return nil
}

// oldest says that no sample from before a row is left.
func (l *Learner) oldest(row int) bool { return int(l.rows[0]) >= row }
