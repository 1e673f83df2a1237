package core

import (
	"math/bits"
	"slices"
)

// Candidate is one way to fit that Tune tries: an SQANN, or a TNN when TNN is
// given.
type Candidate struct {
	SQANN SQANNOptions
	TNN   *TNNOptions

	// A1 and A2, both above 0 or both 0, replace the settings by a1 = A1 q², a2 =
	// A2 q, q being the reach of the samples that are fitted, with thresholds 0.1
	// and 0.9.
	A1, A2 float64
}

// TuneOptions are the options of Tune. The zero value is the default.
type TuneOptions struct {
	Candidates []Candidate // nil means DefaultCandidates
	Folds      int         // 0 means 5; at least 2, at most one a sample
	Seed       uint64      // of the shuffle that makes the folds
	Control
}

// Score is how a candidate did.
type Score struct {
	Candidate // its options ready for a fit on the whole set: A1 and A2 resolved
	Figures   // over all samples, each answered by the fit that had not seen it
}

// Tuned is what Tune found: every candidate's score, in their order, and the
// number of the best.
type Tuned struct {
	Scores []Score
	Best   int
}

// DefaultCandidates are preset XAIA with a1 in {0.02, 0.1, 0.3} q², a2 in {0.5,
// 0.7, 0.9, 1.2} q, top 2, 4, 8 or 16, min-max or standard scaling.
func DefaultCandidates() []Candidate {
	var list []Candidate
	for _, scale := range []ScaleKind{ScaleMinMax, ScaleStandard} {
		for _, a1 := range []float64{0.02, 0.1, 0.3} {
			for _, a2 := range []float64{0.5, 0.7, 0.9, 1.2} {
				for _, top := range []int{2, 4, 8, 16} {
					list = append(list, Candidate{A1: a1, A2: a2,
						SQANN: SQANNOptions{Scale: scale, Interpolation: Interpolation{Mode: InterpolateTop, Top: top}}})
				}
			}
		}
	}
	return list
}

// Tune chooses options by cross-validation: the samples are dealt into folds
// (for classes so that each fold has its share of every class), and each fold is
// answered by a fit on the others. The best has the highest accuracy, or the
// lowest RMSE; of equals in accuracy the lowest RMSE of the scores, then the
// first. Scaling and reach are those of the fitted folds alone.
//
// Cost: Folds fits for every candidate. Candidates that follow one another and
// differ only in their interpolation share their fits.
func Tune(d Dataset, o TuneOptions) (*Tuned, error) {
	if err := d.validate(); err != nil {
		return nil, err
	}
	var err error
	if o.Folds, err = foldCount(d, o.Folds, 5); err != nil {
		return nil, err
	}
	if o.Candidates == nil {
		o.Candidates = DefaultCandidates()
	}
	if len(o.Candidates) == 0 {
		return nil, badOption("candidates", "candidates is empty.", "List some options of fit, or leave it away.")
	}
	fold := folds(d, o.Folds, o.Seed)
	answers := make([]Predictions, len(o.Candidates))
	var classes []Label
	outputs := d.Values.Columns
	if d.Labels != nil {
		classes = sortedClasses(d.Labels)
		outputs = len(classes)
	}
	for i := range answers {
		answers[i].Values = Matrix{Data: make([]float64, d.X.Rows*outputs), Rows: d.X.Rows, Columns: outputs}
		answers[i].Status = make([]Status, d.X.Rows)
	}
	fits := 0
	for i := range o.Candidates {
		if i == 0 || !o.Candidates[i].sameFit(o.Candidates[i-1]) {
			fits += o.Folds
		}
	}
	done := 0
	for f := range o.Folds {
		held := make([]bool, d.X.Rows)
		for i := range held {
			held[i] = fold[i] == f
		}
		rest, rows := d.without(held), marked(held)
		x := d.pick(rows).X
		var m Model
		var known learnedBefore
		for i, candidate := range o.Candidates {
			if i == 0 || !candidate.sameFit(o.Candidates[i-1]) {
				if err := o.at(done, fits); err != nil {
					return nil, err
				}
				var err error
				if m, err = candidate.fit(rest, o.part(done, fits), &known); err != nil {
					return nil, inCandidate(err, i)
				}
				done++
			}
			p, err := candidate.predict(m, x)
			if err != nil {
				return nil, inCandidate(err, i)
			}
			for at, row := range rows {
				answers[i].Status[row] = p.Status[at]
				spreadScores(answers[i].Values.Row(row), p.Values.Row(at), classes, m.Classes())
			}
		}
	}
	t := &Tuned{Scores: make([]Score, len(o.Candidates))}
	var known learnedBefore
	for i, candidate := range o.Candidates {
		t.Scores[i] = Score{Candidate: candidate, Figures: evaluate(classes, &answers[i], d).Figures}
		if err := t.Scores[i].settle(d, o.part(fits, fits), &known); err != nil {
			return nil, inCandidate(err, i)
		}
		if i > 0 && t.Scores[i].better(t.Scores[t.Best].Figures) {
			t.Best = i
		}
	}
	return t, nil
}

// spreadScores puts a row of outputs over some of the classes into one over all.
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

func (f Figures) better(other Figures) bool {
	if f.Accuracy != other.Accuracy && f.Accuracy == f.Accuracy {
		return f.Accuracy > other.Accuracy
	}
	return f.RMSE < other.RMSE || f.RMSE == f.RMSE && other.RMSE != other.RMSE
}

// sameFit says whether only the interpolation differs.
func (c Candidate) sameFit(other Candidate) bool {
	a, b := c.SQANN, other.SQANN
	r := func(o SQANNOptions) float64 {
		if o.R == nil {
			return 0.5
		}
		return *o.R
	}
	return c.TNN == nil && other.TNN == nil && c.A1 == other.A1 && c.A2 == other.A2 &&
		a.Preset == b.Preset && a.Skip == b.Skip && slices.Equal(a.Settings, b.Settings) && a.SettingsChoice == b.SettingsChoice &&
		r(a) == r(b) && a.Floor == b.Floor && a.Scale == b.Scale && a.Relevance.same(b.Relevance) && a.Duplicates == b.Duplicates && a.MaxSteps == b.MaxSteps
}

// learnedBefore is what fits on one data set have learned about its features, which doesn't hang on
// layers' settings.
type learnedBefore []SQANNOptions

// prepare is prepareSQANN without learning anything twice.
func (l *learnedBefore) prepare(d Dataset, o SQANNOptions) (*SQANN, error) {
	resolved, err := o.resolved()
	if err != nil {
		return nil, err
	}
	o.Relevance.Learned = nil
	for _, known := range *l {
		if known.Scale == resolved.Scale && known.Duplicates == o.Duplicates && known.Preset.published() == o.Preset.published() &&
			known.Relevance.same(resolved.Relevance) {
			o.Relevance.Learned = known.Relevance.Learned
			return prepareSQANN(d, o)
		}
	}
	m, err := prepareSQANN(d, o)
	if err == nil {
		*l = append(*l, m.options)
	}
	return m, err
}

func (c Candidate) fit(d Dataset, control Control, known *learnedBefore) (Model, error) {
	if c.TNN != nil {
		return madeTNN(FitTNN(d, c.TNN.with(control)))
	}
	o := c.SQANN
	o.Progress, o.Done, o.Trace = control.Progress, control.Done, false
	if c.A1 != 0 || c.A2 != 0 {
		o.inReach = &Settings{A1: c.A1, A2: c.A2, Admission: 0.1, Activation: 0.9}
	}
	m, err := known.prepare(d, o)
	if err == nil {
		m, err = m.built()
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

func (c Candidate) predict(m Model, x Matrix) (*Predictions, error) {
	if s, ok := m.(*SQANN); ok {
		return s.Predict(x, c.SQANN.Interpolation.or(c.SQANN.defaultInterpolation()))
	}
	return m.(*TNN).Predict(x)
}

// settle turns settings in units of the reach into numbers, for the whole set.
func (s *Score) settle(d Dataset, control Control, known *learnedBefore) error {
	if s.A1 == 0 && s.A2 == 0 {
		return nil
	}
	o := s.SQANN
	o.inReach = &Settings{A1: s.A1, A2: s.A2, Admission: 0.1, Activation: 0.9}
	o.Progress, o.Done = control.Progress, control.Done
	m, err := known.prepare(d, o)
	if err != nil {
		return err
	}
	s.SQANN.Settings = m.options.Settings
	s.A1, s.A2 = 0, 0
	return nil
}

// folds deals the samples into folds: in the order of a seeded shuffle, class by
// class.
func folds(d Dataset, folds int, seed uint64) []int {
	order := shuffled(d.X.Rows, seed)
	if d.Labels != nil {
		rank := make(map[Label]int)
		for i, c := range sortedClasses(d.Labels) {
			rank[c] = i
		}
		sortNumbers(order, func(a, b int) int { return rank[d.Labels[a]] - rank[d.Labels[b]] })
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
	order := counting(n)
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
