package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/nca"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// How "auto" chooses the relevance, the interpolation and the forest's share, by answers to rows held back (docs/spec.md 3.11,
// 3.14 and 3.17):
//
//	for each fold: hold its rows back, and learn relevance from others
//	  for each way to answer that doesn't surely lose: answer the rows held back
//	take the way with the least error
//	grow a forest on all samples, and answer the same rows by the trees that didn't grow on them
//	take the share of the leaves that brings the least error
//
// Which rows are learned from, held back and added up first depends on what they are, not on where they stand: the same
// rows in another order are answered alike, and rows that take turns (by class, by sensor) share the folds.

const (
	autoFeatures    = 3 // with fewer, choosing isn't worth its cost
	autoSamples     = 100
	autoFolds       = 3
	autoNearest     = xaiaTop
	lessonRows      = 1024 // that relevance is learned from at most; as many others are judged where there are
	judgedRows      = 512  // of a lesson
	judgedInTurn    = 128  // rows after which trials drop out
	surely          = 3    // standard errors by which these are worse than another
	mostAnswering   = 8192 // rows that answer those held back
	foldEvaluations = 5    // of a fold, where one is expensive: a fold only tells whether learning helps
	foldWork        = 1 << 24
	wide            = 3  // a line, in units of the activation's width
	fewNeurons      = 32 // of a local line in many features
	manyFeatures    = 64
	lineFeatures    = 100 // with more, outliers bend the line through all samples: it isn't tried
)

// judge tries ways to answer.
type judge struct {
	m       *SQANN
	account *counter
	truth   Matrix    // outcomes of all rows
	unit    []float64 // by which errors of each output are divided
	hash    []uint64  // of each row's content
	order   []int     // rows by these
	trials  []*trial
	learns  bool        // whether relevance is a question
	learned [][]float64 // t of each fold
	judged  []int       // rows
	equal   int         // of these, those that equal a point that answers
}

// choose finds what the options leave to the data, and weighs the points by the relevance.
func (m *SQANN) choose() error {
	o := m.options
	if o.Interpolation.chooses() {
		m.chosen = &Chosen{Interpolation: o.Interpolation.unchosen(), Gain: math.NaN(), Exactness: Exactness{math.NaN(), math.NaN()}}
	}
	if o.Frame != nil {
		return nil
	}
	learns, open := o.Relevance.learns(), o.Interpolation.Mode == InterpolateAuto
	shares := o.Interpolation.Forest.Use == On && o.Interpolation.Forest.Share == 0
	if m.points.weights != nil && o.Interpolation.Forest.Use == On {
		return forestWeighs()
	}
	if !learns && m.chosen == nil {
		return nil
	}
	j := judge{m: m, account: m.newAccount(), learns: learns}
	j.sort()
	if learns {
		m.learned = &Learned{Gain: math.NaN()}
	}
	if o.Relevance.Kind == RelevanceLearn {
		t, err := j.learn(j.lesson(), nil, nca.Whole)
		if err != nil {
			return err
		}
		if err := m.weighBy(t); err != nil {
			return err
		}
		learns, j.learns = false, false
	}
	local := open && o.Skip == On
	if !shares && (!local && !learns || m.points.x.Columns < autoFeatures || m.points.count() < autoSamples) {
		return nil
	}
	j.list(local)
	if err := j.run(); err != nil {
		return err
	}
	return j.decide(shares || local && m.points.weights == nil && o.Interpolation.Forest.Use != Off)
}

// sort puts the rows into the order of their content, as it was given.
func (j *judge) sort() {
	d := j.m.data
	j.truth = d.outcomes(j.m.points.classes)
	j.hash = make([]uint64, d.X.Rows)
	places := make([]float64, d.X.Rows)
	for i := range j.hash {
		j.hash[i] = spatial.RowHash(append(slices.Clone(d.X.Row(i)), j.truth.Row(i)...))
		places[i] = float64(j.hash[i] >> 11)
	}
	j.order = sorting.Ascending(places)
	j.unit = slices.Repeat([]float64{1}, j.truth.Columns)
	if d.Labels == nil {
		for k := range j.unit {
			var list []float64
			for _, i := range j.order {
				list = append(list, j.truth.Row(i)[k])
			}
			if _, deviation := floatmath.MeanAndDeviation(list); deviation > 0 && deviation <= math.MaxFloat64 {
				j.unit[k] = deviation
			}
		}
	}
}

// lesson lists the rows that relevance is learned from.
func (j *judge) lesson() []int { return j.order[:min(len(j.order), lessonRows)] }

// learn learns relevance from some rows.
func (j *judge) learn(rows []int, begin []float64, budget nca.Budget) ([]float64, error) {
	p, err := j.pointsOf(rows)
	if err != nil {
		return nil, err
	}
	return p.learnFrom(sorting.Identity(p.count()), begin, budget, j.account)
}

// pointsOf are the points of some rows, scaled as those of all.
func (j *judge) pointsOf(rows []int) (*points, error) {
	m, o, s := j.m, j.m.options, j.m.points.scaler
	f := &Frame{Features: m.FeatureCount(), Outputs: m.OutputCount(), Classes: m.Classes(), Shift: s.shift, Divide: s.divide, ClassWeights: m.points.classWeights}
	return newPoints(m.data.Pick(rows), f.Classes, f, o.Scale, s.relevance, o.Duplicates, true, o.Balanced, j.account)
}

// list makes the trials: the K strongest without relevance; and without relevance and with it, lines through neurons, of which
// some have the line through all samples, and of these some are wide. An interpolation that was given is the only one.
func (j *judge) list(local bool) {
	how, neurons := j.m.options.Interpolation, localTop
	if how.Mode != InterpolateLocal {
		top := how.Top
		if how.Mode == InterpolateNearest {
			top = 1
		} else if top == 0 { // the answers of layers, of a TNN and of a function need the network: the mean of the strongest stands for them
			top = xaiaTop
		}
		how = Interpolation{Mode: InterpolateTop, Top: top, NoTakeover: how.NoTakeover}
	}
	j.trials = []*trial{{how: how}}
	if !local && j.learns {
		j.trials = append(j.trials, &trial{how: how, learned: true})
	}
	if !local {
		return
	}
	if j.m.points.x.Columns > manyFeatures {
		neurons = fewNeurons
	}
	for _, line := range []Local{{Level: true}, {}, {Width: wide}} {
		if line.Level || j.m.points.x.Columns <= lineFeatures {
			how := Interpolation{Mode: InterpolateLocal, Top: neurons, Local: line, NoTakeover: how.NoTakeover}.Filled()
			if j.trials = append(j.trials, &trial{how: how}); j.learns {
				j.trials = append(j.trials, &trial{how: how, learned: true})
			}
		}
	}
}

// run judges the trials on three folds of rows of a lesson, each answered by all other rows; of many rows on those beside the lesson.
func (j *judge) run() error {
	lesson := j.lesson()
	if len(j.order) >= 2*lessonRows {
		return j.fold(lesson, j.order[lessonRows:2*lessonRows], nca.Whole)
	}
	for f := range uint64(autoFolds) {
		var some, held []int
		for at, row := range lesson {
			if at < judgedRows && j.hash[row]%autoFolds == f {
				held = append(held, row)
			} else {
				some = append(some, row)
			}
		}
		if len(some) == 0 || len(held) == 0 { // of rows made to hash so
			continue
		}
		if err := j.fold(some, held, nca.Budget{Work: foldWork, Least: foldEvaluations}); err != nil {
			return err
		}
	}
	return nil
}

// fold judges the trials on the rows held back, with relevance learned from some others. The learning begins with what the
// fold before has learned.
func (j *judge) fold(some, held []int, budget nca.Budget) error {
	isHeld := make([]bool, len(j.order))
	for _, row := range held {
		isHeld[row] = true
	}
	var answering []int
	for _, row := range j.order {
		if !isHeld[row] && len(answering) < mostAnswering {
			answering = append(answering, row)
		}
	}
	p, err := j.pointsOf(answering)
	if err != nil {
		return err
	}
	f := fold{judge: j, p: p, held: held, asked: newMatrix(len(held), p.x.Columns), workers: make([]foldWorker, parallel.Processors())}
	for i, row := range held {
		p.scaler.apply(f.asked.Row(i), j.m.data.X.Row(row))
	}
	for _, learned := range []bool{false, true} {
		if learned {
			if !j.learns || len(j.left(true)) == 0 {
				break
			}
			var begin []float64
			if n := len(j.learned); n > 0 {
				begin = j.learned[n-1]
				budget.Work /= 4
			}
			t, err := j.learn(some, begin, budget)
			if err != nil {
				return err
			}
			if t == nil { // nothing can be learned
				j.learns = false
				j.trials = slices.DeleteFunc(j.trials, func(t *trial) bool { return t.learned })
				break
			}
			j.learned = append(j.learned, t)
			scaleColumns(p.x, nca.Weights(t))
			scaleColumns(f.asked, nca.Weights(t))
		}
		if err := f.answer(learned); err != nil {
			return err
		}
	}
	j.judged = append(j.judged, held...)
	return nil
}

// weight is that of a held row's error.
func (j *judge) weight(row int) float64 {
	w := j.m.data.weight(row)
	if c := j.m.points.classWeights; c != nil {
		w *= c[argmax(j.truth.Row(row))]
	}
	return w
}

// decide completes the model.
func (j *judge) decide(shares bool) error {
	m := j.m
	if len(j.judged) == 0 {
		return nil
	}
	taken := j.best(func(t *trial) bool { return !t.lost })
	if m.chosen != nil {
		if local := j.best(func(t *trial) bool { return t.how.Mode == InterpolateLocal }); local != nil && local != j.trials[0] {
			m.chosen.Gain = local.gain(j.trials[0])
		}
		forest := m.chosen.Interpolation.Forest
		m.chosen.Interpolation = taken.how
		m.chosen.Interpolation.Forest = forest
	}
	if with := j.best(func(t *trial) bool { return t.learned }); with != nil {
		m.learned.Gain = with.gain(j.best(func(t *trial) bool { return !t.learned }))
	}
	if taken.learned {
		t := j.learned[len(j.learned)-1]
		if len(j.learned) > 1 {
			var err error
			if t, err = j.learn(j.lesson(), t, nca.Budget{Work: nca.Whole.Work / 4, Least: foldEvaluations}); err != nil {
				return err
			}
		}
		if err := m.weighBy(t); err != nil {
			return err
		}
	}
	if shares {
		return j.share(taken)
	}
	j.exactness(taken, nil, 0)
	return nil
}

// best is the trial of some with the least error, the first of several; nil of none.
func (j *judge) best(of func(*trial) bool) (best *trial) {
	for _, t := range j.trials {
		if of(t) && (best == nil || t.gain(best) > 0) {
			best = t
		}
	}
	return best
}
