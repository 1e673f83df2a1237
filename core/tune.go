package core

import (
	"math/bits"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// TuneOptions are the options of Tune. The zero value is the default.
type TuneOptions struct {
	// Untouched are the options that all fits share. They compete with the candidates as they are. The default candidates
	// vary what Untouched leaves to the preset.
	Untouched TuneCandidate

	Candidates []TuneCandidate                                 // nil means the default ones
	Folds      int                                             // 0 means 10, 5 for 400 samples or more, 3 for 600 or more; at least 2, at most one a sample
	Seed       uint64                                          // of the shuffle that makes the folds
	Split      func(rest, held []int) (Dataset, Matrix, error) // CrossValidateOptions.Split
	Control
}

// Score is the result of a candidate.
type Score struct {
	TuneCandidate // its options for a fit on the whole set: A1 and A2 are replaced by settings

	// Figures are over all samples, each answered by the fit that hadn't seen it. For a candidate that was dropped
	// early, they are over the samples of the first folds; Rows counts them.
	Figures
}

// Tuned is the result of Tune: the scores in the order of the candidates, and the number of the best.
type Tuned struct {
	Scores    []Score
	Best      int
	Untouched int // its number; -1 where it can't be fitted
}

// defaultCandidates varies what o leaves to the preset: scaling, relevance, the settings' widths in units of the reach,
// and the number of neurons behind an answer; for a TNN the steepness.
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

// learnedBelow: in sets of fewer samples, "auto" often can't tell whether relevance helps, so the folds decide.
const learnedBelow = 500

// Learning relevance, once a fold, takes most of the time. The more samples there are, the less additional folds tell.
const (
	tunedFolds    = 10
	someFolds     = 5
	someFoldsFrom = 400
	fewFolds      = 3
	fewFoldsFrom  = 600
)

// halvedFrom: from so many samples on, some default candidates are dropped before the last fold.
const halvedFrom = 300

// Tune chooses options by cross-validation: the samples are dealt into folds
// (for classes so that each fold has its share of every class), and each fold is
// answered by a fit on the others. The best has the highest accuracy, or the
// lowest RMSE; of equals in accuracy the lowest RMSE of the scores, then the
// untouched one, then the first. Scaling, relevance and reach are those of the fitted folds alone.
//
// On 300 samples or more, half of the default candidates are dropped after each fifth of the folds, or after each of
// three folds. The best and the untouched one have always seen all folds.
//
// Cost: one fit a fold for all candidates that differ only in their interpolation. Scaling, relevance and reach are
// computed once a fold for all candidates that agree in them.
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

// tuning is the state of Tune.
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

// sharedFit is a fit that several candidates share.
type sharedFit struct {
	members []int
	left    bool // dropped
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

// alive is the number of fits on fold f.
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

// fold fits the remaining candidates without fold f, and answers it.
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

// answer stores the answers of a model under the interpolations of some candidates.
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

// predictAll is Predict under several interpolations. If they differ only in K, one search serves all, since the K
// strongest neurons are the first of any longer list.
func predictAll(m Model, x Matrix, ways []Interpolation) ([]*Predictions, error) {
	list := make([]*Predictions, len(ways))
	s, sqann := m.(*SQANN)
	if !sqann {
		p, err := m.Predict(x)
		for k := range list {
			list[k] = p
		}
		return list, err
	}
	most := 0
	for k, how := range ways {
		way, err := s.Interpolating(how)
		if err != nil {
			return nil, err
		}
		if how.Mode == InterpolateTop && s.network.searchable() {
			most = max(most, how.Top)
			list[k] = newPredictions(x.Rows, s.Outputs())
			continue
		}
		if list[k], err = way.Predict(x); err != nil {
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

// judge scores the answers of the remaining candidates on some folds.
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

// leaveBehind keeps so many fits: that of the untouched candidate, and those with the best candidates.
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

// choose completes the options of all candidates, and finds the best.
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

// in names the caller's candidate that an error comes from.
func (t *tuning) in(err error, i int) error {
	if i < len(t.o.Candidates) {
		return inCandidate(err, i)
	}
	return err
}

// spreadScores copies a row of outputs over some classes into a row over all classes.
//
//go:noinline
func spreadScores(dst, values []float64, all, some []Label) {
	if len(some) == len(all) {
		copy(dst, values)
		return
	}
	clear(dst)
	at := 0
	for j, c := range all { // both lists are sorted
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

// folds assigns a fold to each sample, in the order of a seeded shuffle, class by class.
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
