package core

import (
	"math/bits"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Candidate is one way to fit that Tune tries: an SQANN, or a TNN when TNN is
// given.
type TuneCandidate struct {
	SQANN SQANNOptions
	TNN   *TNNOptions

	// A1 and A2, both above 0 or both 0, replace the settings by a1 = A1 q², a2 =
	// A2 q, q being the reach of the samples that are fitted, with thresholds 0.1
	// and 0.9.
	A1, A2 float64
}

// TuneOptions are the options of Tune. The zero value is the default.
type TuneOptions struct {
	// Untouched is what competes with all candidates: the options that every fit has. The default candidates vary what it
	// leaves to the preset.
	Untouched TuneCandidate

	Candidates []TuneCandidate                                 // nil means the default ones
	Folds      int                                             // 0 means 10, 5 for 400 samples or more, 3 for 600 or more; at least 2, at most one a sample
	Seed       uint64                                          // of the shuffle that makes the folds
	Split      func(rest, held []int) (Dataset, Matrix, error) // CrossValidateOptions.Split
	Control
}

// Score is how a candidate did.
type Score struct {
	TuneCandidate // its options ready for a fit on the whole set: A1 and A2 resolved

	// Figures are over all samples, each answered by the fit that had not seen it; over those of the first folds, as Rows
	// says, where the candidate was left behind.
	Figures
}

// Tuned is what Tune found: every candidate's score, in their order, and the
// number of the best.
type Tuned struct {
	Scores    []Score
	Best      int
	Untouched int // its number; -1 where it can't be fitted
}

// defaultCandidates vary what o leaves to the preset: scaling, relevance, the settings' widths in units of the reach, and
// how many neurons make an answer; of a TNN the steepness.
func defaultCandidates(o TuneCandidate, d Dataset) []TuneCandidate {
	if o.TNN != nil {
		var list []TuneCandidate
		for _, a := range []float64{1, 2, 10, 20} {
			if o.TNN.A == 0 && o.TNN.Tolerance == 0 {
				t := *o.TNN
				t.A = a
				list = append(list, TuneCandidate{TNN: &t})
			}
		}
		return list
	}
	spaces := []SQANNOptions{o.SQANN}
	if o.SQANN.Relevance.Kind == RelevancePreset && o.SQANN.Preset == XAIA && d.X.Columns >= autoFeatures && d.X.Rows >= autoSamples {
		spaces = nil
		for _, kind := range []RelevanceKind{RelevancePreset, RelevanceLearn, RelevanceOff} {
			space := o.SQANN
			if space.Relevance.Kind = kind; kind != RelevanceLearn || d.X.Rows < learnedBelow {
				spaces = append(spaces, space)
			}
		}
	}
	if o.SQANN.Scale == ScalePreset && !o.SQANN.Preset.published() {
		other := spaces[len(spaces)-1]
		other.Scale = ScaleStandard
		spaces = append(spaces, other)
		if other.Scale = ScaleMinMax; o.SQANN.Preset != XAIA {
			spaces = append(spaces, other)
		}
	}
	widths := [][2]float64{{}}
	if len(o.SQANN.Settings) == 0 && o.SQANN.SettingsChoice == SettingsPreset {
		widths = append(widths, tunedWidths[:]...)
	}
	tops := []int{0}
	if o.SQANN.Interpolation.Mode == InterpolatePreset {
		tops = tunedTops[:]
	}
	var list []TuneCandidate
	for _, space := range spaces {
		for _, w := range widths {
			for _, top := range tops {
				c := TuneCandidate{SQANN: space, A1: w[0], A2: w[1]}
				if top > 0 {
					c.SQANN.Interpolation = Interpolation{Mode: InterpolateTop, Top: top}
				}
				list = append(list, c)
			}
		}
	}
	return list
}

var (
	tunedWidths = [...][2]float64{{0.01, 0.3}, {0.1, 0.5}, {0.3, 0.7}, {0.01, 1.2}, {0.3, 1.2}}
	tunedTops   = [...]int{2, 4, 8, 16, 24}
)

// learnedBelow is how few samples a set has of which "auto" often can't tell whether relevance helps, so that the folds do.
const learnedBelow = 500

// Most of the time goes into learning relevance, once a fold. The more samples there are, the less more folds tell.
const (
	tunedFolds    = 10
	someFolds     = 5
	someFoldsFrom = 400
	fewFolds      = 3
	fewFoldsFrom  = 600
)

// halvedFrom is how many samples a set has whose default candidates don't all see all folds.
const halvedFrom = 300

// Tune chooses options by cross-validation: the samples are dealt into folds
// (for classes so that each fold has its share of every class), and each fold is
// answered by a fit on the others. The best has the highest accuracy, or the
// lowest RMSE; of equals in accuracy the lowest RMSE of the scores, then the
// untouched one, then the first. Scaling, relevance and reach are those of the fitted folds alone.
//
// Of the default candidates on 300 samples or more half is left behind after each fifth of the folds, or each of three. Whatever is returned
// has seen all of them, and so has the untouched one.
//
// Cost: a fit on each fold for all candidates that differ in their interpolation alone; scaling, relevance and reach once
// a fold for all that agree in them.
func Tune(d Dataset, o TuneOptions) (*Tuned, error) {
	t, err := newTuning(d, o)
	if err != nil {
		return nil, err
	}
	for f := range t.rows {
		if err := t.fold(f); err != nil {
			return nil, err
		}
		t.judge(t.rows[:f+1])
		if alive := t.alive(f + 1); alive < t.alive(f) {
			t.leaveBehind(alive)
		}
	}
	return t.choose()
}

// tuning is a Tune on its way.
type tuning struct {
	d          Dataset
	o          TuneOptions
	candidates []TuneCandidate
	untouched  int // its number; -1 where it isn't among them
	fits       []sharedFit
	rows       [][]int // of each fold
	classes    []Label
	answers    []Predictions // of each candidate
	figures    []Figures
	done       int // fits
	total      int
}

// sharedFit is one for several candidates.
type sharedFit struct {
	members []int
	left    bool // behind
}

func newTuning(d Dataset, o TuneOptions) (*tuning, error) {
	if err := d.validate(); err != nil {
		return nil, err
	}
	usual := tunedFolds
	switch {
	case d.X.Rows >= fewFoldsFrom:
		usual = fewFolds
	case d.X.Rows >= someFoldsFrom:
		usual = someFolds
	}
	count, err := foldCount(d, o.Folds, usual)
	if err != nil {
		return nil, err
	}
	if o.Candidates != nil && len(o.Candidates) == 0 {
		return nil, badOption("candidates", "candidates is empty.", "List some options of fit, or omit it.")
	}
	t := &tuning{d: d, o: o, classes: classesOf(d), candidates: slices.Clone(o.Candidates), untouched: -1, rows: rowsOfFolds(folds(d, count, o.Seed))}
	for i, c := range o.Candidates {
		if _, err := c.checkFor(d, o.part(0, 1)); err != nil {
			return nil, inCandidate(err, i)
		}
		if c.same(o.Untouched) && t.untouched < 0 {
			t.untouched = i
		}
	}
	if _, err := o.Untouched.checkFor(d, o.part(0, 1)); err == nil && t.untouched < 0 {
		t.untouched = len(t.candidates)
		t.candidates = append(t.candidates, o.Untouched)
	} else if err != nil && (o.Candidates == nil || err.(*Error).Code == Aborted) {
		return nil, err
	}
	if o.Candidates == nil {
		for _, c := range defaultCandidates(o.Untouched, d) {
			if !c.same(o.Untouched) {
				t.candidates = append(t.candidates, c)
			}
		}
	}
	for i, c := range t.candidates {
		at := slices.IndexFunc(t.fits, func(f sharedFit) bool { return c.sameFit(t.candidates[f.members[0]]) })
		if at < 0 {
			at = len(t.fits)
			t.fits = append(t.fits, sharedFit{})
		}
		t.fits[at].members = append(t.fits[at].members, i)
	}
	outputs := max(d.Values.Columns, len(t.classes))
	t.answers, t.figures = make([]Predictions, len(t.candidates)), make([]Figures, len(t.candidates))
	for i := range t.answers {
		t.answers[i] = *newPredictions(d.X.Rows, outputs)
	}
	for f := range t.rows {
		t.total += t.alive(f)
	}
	return t, nil
}

// alive is how many fits are made on fold f.
//
//go:noinline
func (t *tuning) alive(f int) int {
	n := len(t.fits)
	if t.o.Candidates != nil || t.d.X.Rows < halvedFrom {
		return n
	}
	for step := max(1, len(t.rows)/5); f >= step && n > 3; f -= step {
		n = (n + 1) / 2
	}
	return n
}

// fold makes the fits that are left on all folds but one, which they answer.
func (t *tuning) fold(f int) error {
	p, err := partition(t.d, t.rows[f], t.o.Split)
	if err != nil {
		return err
	}
	var known prepared
	for _, fit := range t.fits {
		if fit.left {
			continue
		}
		if err := t.o.report(t.done, t.total); err != nil {
			return err
		}
		first := fit.members[0]
		m, err := t.candidates[first].without(p.held).fit(p.others, t.o.part(t.done, t.total), &known)
		if err != nil {
			return t.in(InRows(err, p.numbers), first)
		}
		t.done++
		if err := t.answer(m, p.x, t.rows[f], fit.members); err != nil {
			return t.in(err, first)
		}
	}
	return nil
}

// answer takes what a model answers under the interpolations of some candidates.
func (t *tuning) answer(m Model, x Matrix, rows, members []int) error {
	ways := make([]Interpolation, len(members))
	for k, i := range members {
		ways[k] = t.candidates[i].interpolation()
	}
	list, err := predictAll(m, x, ways)
	if err != nil {
		return err
	}
	for k, i := range members {
		for at, row := range rows {
			t.answers[i].Status[row] = list[k].Status[at]
			spreadScores(t.answers[i].Values.Row(row), list[k].Values.Row(at), t.classes, m.Classes())
		}
	}
	return nil
}

// predictAll is Predict under several interpolations; where they differ in K alone, one search finds the neurons for all:
// the K strongest are the first of more.
func predictAll(m Model, x Matrix, ways []Interpolation) ([]*Predictions, error) {
	list := make([]*Predictions, len(ways))
	s, sqann := m.(*SQANN)
	if !sqann {
		p, err := m.Predict(x, Interpolation{})
		for k := range list {
			list[k] = p
		}
		return list, err
	}
	most := 0
	for k, how := range ways {
		if err := how.check(); err != nil {
			return nil, err
		}
		if how.Mode == InterpolateTop && s.network.searchable() {
			most = max(most, how.Top)
			list[k] = newPredictions(x.Rows, s.Outputs())
			continue
		}
		var err error
		if list[k], err = s.Predict(x, how); err != nil {
			return nil, err
		}
	}
	if most == 0 {
		return list, nil
	}
	if err := CheckQuery(x, m.Features()); err != nil {
		return nil, err
	}
	s.search(x, most, func(i int, hit *rankedNode, shares []share) {
		for k, how := range ways {
			switch {
			case how.Mode != InterpolateTop:
			case hit != nil:
				copy(list[k].Values.Row(i), s.alpha(hit))
			default:
				list[k].Status[i] = StatusInterpolated
				s.mean(list[k].Values.Row(i), shares[:min(how.Top, len(shares))])
			}
		}
	})
	return list, nil
}

// judge compares the answers of those that are left on some folds.
func (t *tuning) judge(folds [][]int) {
	var rows []int
	for _, fold := range folds {
		rows = append(rows, fold...)
	}
	sorting.SortAscending(rows)
	d := t.d.pick(rows)
	for _, fit := range t.fits {
		if fit.left {
			continue
		}
		for _, i := range fit.members {
			t.figures[i] = evaluate(t.classes, t.answers[i].pick(rows), d).Figures
		}
	}
}

// leaveBehind goes on with so many fits: that of the untouched, and those whose best candidates are ahead.
func (t *tuning) leaveBehind(alive int) {
	best := make([]int, len(t.fits))
	var order []int
	for k, fit := range t.fits {
		if fit.left {
			continue
		}
		order = append(order, k)
		best[k] = fit.members[0]
		for _, i := range fit.members {
			if t.figures[i].better(t.figures[best[k]]) {
				best[k] = i
			}
			if i == t.untouched {
				best[k] = -1
				break
			}
		}
	}
	sorting.SortNumbers(order, func(a, b int) int {
		switch {
		case best[a] < 0 || best[b] >= 0 && t.figures[best[a]].better(t.figures[best[b]]):
			return -1
		case best[b] < 0 || t.figures[best[b]].better(t.figures[best[a]]):
			return 1
		}
		return 0
	})
	for _, k := range order[alive:] {
		t.fits[k].left = true
		for _, i := range t.fits[k].members {
			t.answers[i] = Predictions{}
		}
	}
}

// choose settles the options of all, and finds the best.
func (t *tuning) choose() (*Tuned, error) {
	out := &Tuned{Scores: make([]Score, len(t.candidates)), Best: t.untouched, Untouched: t.untouched}
	var known prepared
	for i, c := range t.candidates {
		out.Scores[i] = Score{TuneCandidate: c, Figures: t.figures[i]}
		if err := out.Scores[i].settle(t.d, t.o.part(t.total, t.total), &known); err != nil {
			return nil, t.in(err, i)
		}
	}
	for _, fit := range t.fits {
		for _, i := range fit.members {
			if !fit.left && (out.Best < 0 || t.figures[i].better(t.figures[out.Best])) {
				out.Best = i
			}
		}
	}
	return out, t.o.report(t.total, t.total)
}

// in says which candidate of the caller's an error comes from.
func (t *tuning) in(err error, i int) error {
	if i < len(t.o.Candidates) {
		return inCandidate(err, i)
	}
	return err
}

// spreadScores puts a row of outputs over some of the classes into one over all.
//
//go:noinline
func spreadScores(dst, values []float64, all, some []Label) {
	if len(some) == len(all) {
		copy(dst, values)
		return
	}
	clear(dst)
	at := 0
	for j, c := range all { // both sorted
		if at < len(some) && some[at] == c {
			dst[j] = values[at]
			at++
		}
	}
}

func inCandidate(err error, i int) error {
	if e, ok := err.(*Error); ok && e.Path != "" {
		e.Path = "candidates[" + itoa(i) + "]." + e.Path
		e.Message = "candidates[" + itoa(i) + "]: " + e.Message
	}
	return err
}

//go:noinline
func (f Figures) better(other Figures) bool {
	if f.Accuracy != other.Accuracy && f.Accuracy == f.Accuracy {
		return f.Accuracy > other.Accuracy
	}
	return f.RMSE < other.RMSE || f.RMSE == f.RMSE && other.RMSE != other.RMSE
}

// sameFit says whether only the interpolation differs.
//
//go:noinline
func (c TuneCandidate) sameFit(other TuneCandidate) bool {
	if c.TNN != nil || other.TNN != nil {
		return c.TNN != nil && other.TNN != nil && c.TNN.A == other.TNN.A && c.TNN.Tolerance == other.TNN.Tolerance && slices.Equal(c.TNN.Order, other.TNN.Order) &&
			(c.TNN.Order == nil) == (other.TNN.Order == nil) && c.TNN.Scale == other.TNN.Scale && c.TNN.Duplicates == other.TNN.Duplicates
	}
	a, errA := c.SQANN.resolved()
	b, errB := other.SQANN.resolved()
	return errA == nil && errB == nil && c.A1 == other.A1 && c.A2 == other.A2 &&
		a.Preset == b.Preset && a.Skip == b.Skip && slices.Equal(a.Settings, b.Settings) && a.SettingsChoice == b.SettingsChoice &&
		*a.R == *b.R && a.Floor == b.Floor && a.samePoints(b) && a.MaxSteps == b.MaxSteps
}

// same says whether nothing differs.
//
//go:noinline
func (c TuneCandidate) same(other TuneCandidate) bool {
	a, b := c.interpolation(), other.interpolation()
	return c.sameFit(other) && a.Mode == b.Mode && a.Top == b.Top && a.A == b.A && a.Mode != InterpolateFunction
}

//go:noinline
func (c TuneCandidate) interpolation() Interpolation {
	return c.SQANN.chosen().Interpolation
}

// samePoints is for resolved options: whether their fits see the samples in the same way.
//
//go:noinline
func (o SQANNOptions) samePoints(other SQANNOptions) bool {
	return o.Scale == other.Scale && o.Duplicates == other.Duplicates && o.Preset.published() == other.Preset.published() && o.Relevance.same(other.Relevance)
}

// prepared is what fits on one data set have found that doesn't hang on layers' settings: points, relevance, and the
// reach with its index.
type prepared []*SQANN

// prepare is prepareSQANN without finding anything twice.
func (l *prepared) prepare(d Dataset, o SQANNOptions) (*SQANN, error) {
	resolved, err := o.resolved()
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(*l, func(known *SQANN) bool { return known.options.samePoints(resolved) })
	if at < 0 {
		o.Relevance.Learned = nil
		m, err := prepareSQANN(d, o)
		if err == nil {
			*l = append(*l, &SQANN{options: m.options, points: m.points, network: &network{index: m.network.index, q: m.network.q}})
		}
		return m, err
	}
	known := (*l)[at]
	resolved.Relevance = known.options.Relevance
	m := &SQANN{data: d, options: resolved, points: known.points}
	m.network = m.newNetwork()
	if known.network.index == nil {
		return m, m.findReach()
	}
	m.network.index, m.network.q = known.network.index, known.network.q
	return m, m.settle()
}

// without is the candidate for the samples that aren't marked.
//
//go:noinline
func (c TuneCandidate) without(held []bool) TuneCandidate {
	if c.TNN != nil && c.TNN.Order != nil {
		o := *c.TNN
		o.Order = renumbered(o.Order, held)
		c.TNN = &o
	}
	return c
}

func (c TuneCandidate) fit(d Dataset, control Control, known *prepared) (Model, error) {
	if c.TNN != nil {
		return madeTNN(FitTNN(d, c.TNN.with(control)))
	}
	m, err := known.prepare(d, c.options(control))
	if err == nil {
		m, err = m.built()
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// options are those of a fit, with settings in units of the reach.
func (c TuneCandidate) options(control Control) SQANNOptions {
	o := c.SQANN.with(control)
	o.Trace = false
	if c.A1 != 0 || c.A2 != 0 {
		o.inReach = &Settings{A1: c.A1, A2: c.A2, Admission: classicAdmission, Activation: classicActivation}
	}
	return o
}

// settle turns settings in units of the reach into numbers, for the whole set.
func (s *Score) settle(d Dataset, control Control, known *prepared) error {
	if s.A1 == 0 && s.A2 == 0 {
		return nil
	}
	m, err := known.prepare(d, s.options(control))
	if err != nil {
		return err
	}
	s.SQANN.Settings = m.options.Settings
	s.A1, s.A2 = 0, 0
	return nil
}

// folds deals the samples into folds: in the order of a seeded shuffle, class by
// class.
//
//go:noinline
func folds(d Dataset, folds int, seed uint64) []int {
	order := shuffled(d.X.Rows, seed)
	if d.Labels != nil {
		rank := indexOf(sortedClasses(d.Labels))
		sorting.SortNumbers(order, func(a, b int) int { return rank[d.Labels[a]] - rank[d.Labels[b]] })
	}
	fold := make([]int, d.X.Rows)
	for i, row := range order {
		fold[row] = i % folds
	}
	return fold
}

// shuffled is a permutation of 0 to n-1 by Fisher and Yates, from splitmix64
// (Steele, Lea, Flood 2014): the same on every platform and in every version.
func shuffled(n int, seed uint64) []int {
	order := sorting.Counting(n)
	for i := n - 1; i > 0; i-- {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		j, _ := bits.Mul64(z, uint64(i+1)) // uniform to within i/2^64
		order[i], order[j] = order[j], order[i]
	}
	return order
}
