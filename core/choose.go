package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/nca"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// How "auto" chooses the relevance and the interpolation, together, by answers to samples held back (docs/spec.md 3.11
// and 3.14). Candidates share what they can: those of one relevance the nearest samples, those of one width the products
// of the local line, those of one ridge its factor. Candidates that can't win any more drop out after every block of rows.
//
// Which samples are learned from, held back and added up first depends on what they are, not on where they stand: the same
// samples in another order are answered alike, and rows that take turns (by class, by sensor) share the folds.

const (
	autoFeatures    = 3 // with fewer, choosing isn't worth its cost
	autoSamples     = 100
	autoFolds       = 3
	autoNearest     = xaiaTop
	surely          = 2.5  // standard errors by which relevance must be better
	surelyLocal     = 2    // and a local line
	lessonRows      = 1024 // samples that relevance is learned from at most
	foldEvaluations = 5    // of a fold, where one is expensive: a fold only tells whether learning helps, and where to begin
	foldWork        = 1 << 24
	oneFoldFrom     = 2048 // samples, of which as many others as relevance is learned from are held back
	mostAnswering   = 8192 // samples that answer those held back
	judgedInTurn    = 32   // rows after which candidates drop out
	judgedTogether  = 384  // rows at most after which relevances drop out
	sureFrom        = 64   // rows from which on a line can be surely worse
	fewestLocal     = 4    // candidates that stay
	agreeing        = 0.8  // cosine of what the first and the last fold learned, below which the first one had hardly begun
	fewNeurons      = 32   // of a local line in many features
	manyFeatures    = 64
	lineFeatures    = 100 // with more, outliers bend the line through all samples: it isn't a candidate
)

var (
	localWidths = [...]float64{1, 3}
	localRidges = [...]float64{0, 0.3, 0.03, 0.003} // 0: flat
)

// mostRoots is how often "auto" may replace the learned weights by their square roots. These are more equal, which
// often lowers the error if samples are few or noisy.
const mostRoots = 2

// candidate is a way to answer.
type candidate struct {
	metric int // 0: no relevance; k: the learned one with k-1 roots
	how    Interpolation
	errors []float64 // squared, of each row judged
	left   bool
}

func (c *candidate) isLocal() bool { return c.how.Mode == InterpolateLocal }

// mean is that of its errors.
func (c *candidate) mean() float64 {
	mean, _ := floatmath.MeanAndDeviation(c.errors)
	return mean
}

// judge compares candidates.
type judge struct {
	p          *points
	content    content
	account    *counter
	learns     bool // whether relevance is a question
	candidates []*candidate
	locals     int
	blocks     int
	learned    [][]float64 // t of each fold
}

// choose finds what the options leave to the data, and weighs the points by the relevance.
func (m *SQANN) choose() error {
	o := m.options
	learns, open := o.Relevance.learns() && o.Frame == nil, o.Interpolation.Mode == InterpolateAuto
	if open {
		m.chosen = &Chosen{Interpolation{Mode: InterpolateTop, Top: o.Interpolation.Top}, math.NaN()}
	}
	if !learns && !open || o.Frame != nil {
		return nil
	}
	account := m.newAccount()
	if learns {
		m.learned = &Learned{Gain: math.NaN()}
	}
	if o.Relevance.Kind == RelevanceLearn {
		t, err := m.points.learnFrom(m.points.byContent(m.data.X).lesson(), nil, nca.Whole, account)
		if err != nil {
			return err
		}
		if err := m.weighBy(t, 0); err != nil {
			return err
		}
		learns = false
	}
	local := open && o.Skip == On
	if !local && !learns || m.points.x.Columns < autoFeatures || m.points.count() < autoSamples {
		return nil
	}
	j := judge{p: m.points, content: m.points.byContent(m.data.X), account: account, learns: learns}
	j.list(local, m.options.Interpolation.Top)
	if err := j.run(); err != nil {
		return err
	}
	return j.decide(m)
}

// weighBy weighs the points by what was learned.
func (m *SQANN) weighBy(t []float64, roots int) error {
	if t == nil {
		return nil
	}
	s := nca.Weights(t)
	for range roots {
		replaceByRoots(s)
	}
	m.learned.Features = s
	account := m.newAccount()
	if distinct, err := m.points.reweigh(s, account); distinct || err != nil {
		return err
	}
	return m.findPoints(m.points.classes)
}

// list makes the candidates.
func (j *judge) list(local bool, top int) {
	if top == 0 {
		top = autoNearest
	}
	metrics := 1
	if j.learns {
		metrics += 1 + mostRoots
	}
	for metric := range metrics {
		j.candidates = append(j.candidates, &candidate{metric: metric, how: Interpolation{Mode: InterpolateTop, Top: top}})
	}
	if !local {
		return
	}
	neurons := localTop
	if j.p.x.Columns > manyFeatures {
		neurons = fewNeurons
	}
	for metric := range metrics {
		for _, width := range localWidths {
			for _, by := range localRidges {
				for _, level := range []bool{false, true} {
					for _, onHit := range []bool{false, true} {
						if !level && j.p.x.Columns > lineFeatures {
							continue
						}
						how := Local{Width: width, Ridge: by, Flat: by == 0, Level: level, OnHit: onHit}
						j.candidates = append(j.candidates, &candidate{metric: metric, how: Interpolation{Mode: InterpolateLocal, Top: neurons, Local: how}})
						j.locals++
					}
				}
			}
		}
	}
}

// content is a hash of each point, and the points in the order of these.
type content struct {
	hash  []uint64
	order []int
}

// byContent hashes the rows that the points stand for. As they were given: a row's hash then stays when others come or go, though
// the scaling changes. Equal rows have the same outcome or are one point, so that needn't count.
func (p *points) byContent(given Matrix) content {
	c := content{hash: make([]uint64, p.count())}
	places := make([]float64, p.count())
	for i := range c.hash {
		least := uint64(math.MaxUint64) // of rows that are equal only when scaled
		for _, row := range p.rows.At(i) {
			least = min(least, spatial.RowHash(given.Row(row)))
		}
		c.hash[i], places[i] = least, float64(least>>11)
	}
	c.order = sorting.Ascending(places)
	return c
}

// lesson lists the points that relevance is learned from.
func (c content) lesson() []int { return c.order[:min(len(c.order), lessonRows)] }

// fold is the one in which a point is held back.
func (c content) fold(point int) int { return int(c.hash[point] % autoFolds) }

// run judges the candidates on three folds of a lesson, each answered by all other points; of many points on one fold
// beside the lesson.
func (j *judge) run() error {
	lesson := j.content.lesson()
	if len(j.content.order) >= oneFoldFrom {
		return j.fold(lesson, j.content.order[lessonRows:2*lessonRows], nil, nca.Whole)
	}
	if err := j.folds(lesson, nil); err != nil || len(j.learned) < autoFolds {
		return err
	}
	// A fold learns in a few steps. Where they make little way at first, the first fold judges relevance that is
	// not yet learned, and by that candidates drop out. So all begin again from the last one's, once.
	first, last := nca.Weights(j.learned[0]), nca.Weights(j.learned[autoFolds-1])
	if floatmath.Dot(first, last) >= agreeing*math.Sqrt(floatmath.Dot(first, first)*floatmath.Dot(last, last)) {
		return nil
	}
	begin := j.learned[autoFolds-1]
	j.learned, j.blocks = nil, 0
	for _, c := range j.candidates {
		c.errors, c.left = nil, false
	}
	return j.folds(lesson, begin)
}

// folds judges the candidates on each fold of a lesson. The learning of the first one begins with some t, that of
// the others with what the one before has learned.
func (j *judge) folds(lesson []int, begin []float64) error {
	for f := range autoFolds {
		var some, held []int
		for _, row := range lesson {
			if j.content.fold(row) == f {
				held = append(held, row)
			} else {
				some = append(some, row)
			}
		}
		if len(some) == 0 { // of samples made to hash so
			continue
		}
		if n := len(j.learned); n > 0 {
			begin = j.learned[n-1]
		}
		if err := j.fold(some, held, begin, nca.Budget{Work: foldWork, Least: foldEvaluations}); err != nil {
			return err
		}
		if f > 0 || !j.learns {
			continue
		}
		best, plain := j.best(func(c *candidate) bool { return c.metric > 0 }), j.best(func(c *candidate) bool { return c.metric == 0 })
		if best == nil || plain != nil && best.mean() >= plain.mean() {
			j.stopLearning() // hardly any table gains after a fold that hasn't
		}
	}
	return nil
}

// best is the one of some candidates whose mean error is least, the first of several; nil of none.
func (j *judge) best(of func(c *candidate) bool) (best *candidate) {
	least := inf
	for _, c := range j.candidates {
		if !c.left && of(c) {
			if mean := c.mean(); mean < least {
				best, least = c, mean
			}
		}
	}
	return best
}

// stopLearning goes on without relevance.
func (j *judge) stopLearning() {
	j.learns = false
	for _, c := range j.candidates {
		c.left = c.left || c.metric > 0
	}
}

// fold judges the candidates on the points held back, with the relevance learned from some others.
func (j *judge) fold(some, held []int, begin []float64, budget nca.Budget) error {
	isHeld := make([]bool, j.p.count())
	for _, row := range held {
		isHeld[row] = true
	}
	var answering []int
	for _, row := range j.content.order {
		if !isHeld[row] && len(answering) < mostAnswering {
			answering = append(answering, row)
		}
	}
	f := foldJudged{judge: j, account: j.account, held: held, answering: answering}
	f.values = j.p.alpha.pick(append(slices.Clone(held), answering...))
	if j.p.classes == nil {
		nca.Standardize(spatial.Matrix(f.values))
	}
	f.y = Matrix{Data: f.values.Data[len(held)*f.values.Columns:], Rows: len(answering), Columns: f.values.Columns}
	f.weights, f.heldWeights = j.p.pickWeights(answering), j.p.pickWeights(held)
	if err := f.findLine(); err != nil {
		return err
	}
	s := []float64(nil)
	if j.learns {
		if begin != nil {
			budget.Work /= 4
		}
		t, err := j.p.learnFrom(some, begin, budget, j.account)
		if err != nil {
			return err
		}
		if t == nil {
			j.stopLearning()
		} else {
			j.learned = append(j.learned, t)
			s = nca.Weights(t)
		}
	}
	parts := (len(held) + judgedTogether - 1) / judgedTogether
	for part := range parts {
		if err := f.part(part*len(held)/parts, (part+1)*len(held)/parts, s); err != nil {
			return err
		}
	}
	return nil
}

// dropMetrics goes on with one learned relevance and none, by the answers of the nearest. Where one of these two is surely
// worse, it has no local lines.
func (j *judge) dropMetrics() {
	plain := j.candidates[0]
	best := j.best(func(c *candidate) bool { return c.metric > 0 && !c.isLocal() })
	if best == nil {
		return
	}
	gain, error := gainOf(plain.errors, best.errors)
	for _, c := range j.candidates {
		switch {
		case c.metric > 0 && c.metric != best.metric, c.metric > 0 && gain < -error:
			c.left = true
		case c.metric == 0 && c != plain && gain >= surely*error:
			c.left = true
		}
	}
}

// dropOut leaves local lines behind that are surely worse than the best, and half of them after each block.
func (j *judge) dropOut() {
	var order []*candidate
	var means []float64
	for _, c := range j.candidates {
		if !c.left && c.isLocal() {
			order, means = append(order, c), append(means, c.mean())
		}
	}
	if len(order) == 0 {
		return
	}
	ranks := sorting.Ascending(means)
	best := order[ranks[0]]
	if other := slices.IndexFunc(j.candidates, func(c *candidate) bool { return !c.left && !c.isLocal() && c.mean() < means[ranks[0]] }); other >= 0 {
		best = j.candidates[other]
	}
	j.blocks++
	stay := max(fewestLocal, j.locals>>min(j.blocks, 20))
	for r, i := range ranks {
		c := order[i]
		if c.left = r >= stay; c != best && !c.left && len(c.errors) >= sureFrom {
			worse, error := gainOf(c.errors, best.errors)
			c.left = worse > surely*error
		}
	}
}

// gainOf is the mean of e - other, and its standard error.
func gainOf(e, other []float64) (mean, standardError float64) {
	gains := make([]float64, len(e))
	for i := range e {
		gains[i] = e[i] - other[i]
	}
	mean, deviation := floatmath.MeanAndDeviation(gains)
	return mean, deviation / math.Sqrt(float64(len(e)))
}

// decide completes the model.
func (j *judge) decide(m *SQANN) error {
	base := j.candidates[0]
	none := base.mean()
	if !(none > 0) {
		return nil
	}
	if len(j.learned) > 0 {
		gain := 0.0
		if base, gain = j.decideRelevance(); m.learned != nil {
			m.learned.Gain = gain / none
		}
	}
	taken := base
	if best := j.best((*candidate).isLocal); best != nil {
		gain, error := gainOf(base.errors, best.errors)
		if gain > 0 && gain >= surelyLocal*error {
			taken = best
		}
		m.chosen.Gain = gain / base.mean()
	}
	if m.chosen != nil {
		m.chosen.Interpolation = taken.how
	}
	if taken.metric == 0 {
		return nil
	}
	t := j.learned[len(j.learned)-1]
	if len(j.learned) > 1 {
		var err error
		t, err = j.p.learnFrom(j.content.lesson(), t, nca.Budget{Work: nca.Whole.Work / 4, Least: foldEvaluations}, j.account)
		if err != nil {
			return err
		}
	}
	return m.weighBy(t, taken.metric-1)
}

// decideRelevance is what to do without local lines, and what the learned relevance gains: what it would gain, if it isn't
// sure to.
func (j *judge) decideRelevance() (base *candidate, gain float64) {
	plain := j.candidates[0]
	base, gain = plain, -inf
	best := -inf
	for _, c := range j.candidates {
		if c.metric == 0 || c.isLocal() || len(c.errors) == 0 {
			continue
		}
		n := len(c.errors) // of the first rows alone, if it was left behind
		mean, error := gainOf(plain.errors[:n], c.errors)
		gain = math.Max(gain, mean)
		if n == len(plain.errors) && mean > best && mean > 0 && mean >= surely*error {
			best, base = mean, c
		}
	}
	if base != plain {
		gain = best
	}
	return base, gain
}

//go:noinline
func replaceByRoots(s []float64) {
	for j, v := range s {
		s[j] = math.Sqrt(v)
	}
}
