package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/folds"
	"github.com/xaia-go/xaia/core/internal/network"
)

// TuneOptions are the options of Tune. The zero value is the default.
type TuneOptions struct {
	// Untouched are the options that all fits share. They compete with the candidates as they are. The default candidates
	// vary what Untouched leaves to the preset.
	Untouched Recipe

	Candidates []Recipe // nil means the default ones

	CrossValidateOptions // Folds of 0 means 10, 5 for 400 samples or more, 3 for 600 or more
}

// Score is the result of a candidate.
type Score struct {
	Recipe  // for a fit on the whole set: settings in units of the reach are replaced by numbers
	Figures // over all samples, each answered by the fit that hadn't seen it
}

// Tuned is the result of Tune: the scores in the order of the candidates, and the number of the best.
type Tuned struct {
	Scores    []Score
	Best      int
	Untouched int // its number; -1 where it can't be fitted
}

// defaultCandidates varies what o leaves to the preset: scaling, relevance, the settings' widths in units of the reach,
// and the interpolation; for a TNN the steepness.
func defaultCandidates(o Recipe, d Dataset) []Recipe {
	if o.TNN != nil {
		var list []Recipe
		for _, a := range []float64{1, 2, 10, 20} {
			if o.TNN.A == 0 && o.TNN.Tolerance == 0 {
				t := *o.TNN
				t.A = a
				list = append(list, Recipe{TNN: &t})
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
	widths := [][2]float64{{}} // the first: as they are
	if len(o.SQANN.Settings) == 0 && o.SQANN.SettingsChoice == SettingsPreset {
		widths = append(widths, tunedWidths[:]...)
	}
	ways := []Interpolation{o.SQANN.Interpolation}
	if o.SQANN.Interpolation.Mode == InterpolatePreset {
		if ways = tunedTops[:]; o.SQANN.chosen().Skip == On {
			ways = append(ways[:len(ways):len(ways)], tunedLocals[:]...)
		}
	}
	var list []Recipe
	for _, space := range spaces {
		for i, w := range widths {
			if i > 0 {
				space.Settings, space.SettingsChoice = []Settings{{w[0], w[1], network.ClassicAdmission, network.ClassicActivation}}, SettingsInReach
			}
			for _, how := range ways {
				space.Interpolation = how
				list = append(list, Recipe{SQANN: space})
			}
		}
	}
	return list
}

var (
	tunedWidths = [...][2]float64{{0.01, 0.3}, {0.1, 0.5}, {0.3, 0.7}, {0.01, 1.2}, {0.3, 1.2}}
	tunedTops   = [...]Interpolation{{Mode: InterpolateTop, Top: 2}, {Mode: InterpolateTop, Top: 4}, {Mode: InterpolateTop, Top: 8}, {Mode: InterpolateTop, Top: 16}, {Mode: InterpolateTop, Top: 24}}
	tunedLocals = [...]Interpolation{{Mode: InterpolateLocal}, {Mode: InterpolateLocal, Local: Local{Width: 3}}}
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

// Tune chooses options by cross-validation: the samples are dealt into folds
// (for classes so that each fold has its share of every class), and each fold is
// answered by a fit on the others. The best has the highest accuracy, or the
// lowest RMSE; of equals in accuracy the lowest RMSE of the scores, then the
// untouched one, then the first. Scaling, relevance and reach are those of the fitted folds alone.
//
// Cost: one fit a fold for all candidates that differ only in their interpolation. Scaling, relevance and reach are
// computed once a fold for all candidates that agree in them.
func Tune(d Dataset, o TuneOptions) (*Tuned, error) {
	t, err := newTuning(d, o)
	if err != nil {
		return nil, err
	}
	if err := o.inParts(len(t.rows), len(d.X.Data), t.fold, t.collect); err != nil {
		return nil, err
	}
	return t.choose()
}

// tuning is the state of Tune.
type tuning struct {
	d          Dataset
	o          TuneOptions
	candidates []Recipe
	untouched  int     // its number; -1 where it isn't among them
	fits       [][]int // the candidates that share each
	rows       [][]int // of each fold
	answered   []int   // the rows that are in a fold
	classes    []Label
	answers    []*Predictions // of each candidate
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
	fold, err := o.deal(d, usual)
	if err != nil {
		return nil, err
	}
	if o.Candidates != nil && len(o.Candidates) == 0 {
		return nil, badOption("candidates", "candidates is empty.", "List some options of fit, or omit it.")
	}
	t := &tuning{d: d, o: o, classes: classesOf(d), candidates: slices.Clone(o.Candidates), untouched: -1}
	t.rows, t.answered = folds.Rows(fold)
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
	} else if err != nil && (o.Candidates == nil || closed(o.Done)) {
		return nil, err
	}
	if o.Candidates == nil {
		for _, c := range defaultCandidates(o.Untouched, d) {
			if !c.same(o.Untouched) {
				t.candidates = append(t.candidates, c)
			}
		}
	}
	outputs := max(d.Values.Columns, len(t.classes))
	for i, c := range t.candidates {
		at := slices.IndexFunc(t.fits, func(members []int) bool { return c.sameFit(t.candidates[members[0]]) })
		if at < 0 {
			at = len(t.fits)
			t.fits = append(t.fits, nil)
		}
		t.fits[at] = append(t.fits[at], i)
		t.answers = append(t.answers, newPredictions(d.X.Rows, outputs))
	}
	return t, nil
}

// fold fits the candidates without fold f, and answers it: for each candidate and row the status and the outputs.
func (t *tuning) fold(f int, c Control) ([]float64, error) {
	p, err := t.o.partition(t.d, t.rows[f])
	if err != nil {
		return nil, err
	}
	var known prepared
	list := make([]float64, len(t.candidates)*len(t.rows[f])*t.width())
	for k, members := range t.fits {
		done, total := f*len(t.fits)+k, len(t.rows)*len(t.fits)
		if err := c.report(done, total); err != nil {
			return nil, err
		}
		how := t.candidates[members[0]].without(p.held)
		how.SQANN.Trace = false // nobody sees it
		m, err := how.fit(p.others, c.part(done, total), &known)
		if err != nil {
			return nil, t.in(InRows(err, p.numbers), members[0])
		}
		if err := t.answerTo(m, p.x, list, members); err != nil {
			return nil, t.in(err, members[0])
		}
	}
	return list, nil
}

// width is how many numbers a candidate's answer to a row is.
func (t *tuning) width() int { return 1 + t.answers[0].Values.Columns }

// collect takes over what fold has found.
func (t *tuning) collect(f int, list []float64) {
	for i := range t.candidates {
		for _, row := range t.rows[f] {
			t.answers[i].Status[row] = Status(list[0])
			list = list[1+copy(t.answers[i].Values.Row(row), list[1:]):]
		}
	}
}

// answerTo stores the answers of a model under the interpolations of some candidates. If they differ only in K, one
// propagation serves all, since the K strongest neurons are the first of any longer list.
func (t *tuning) answerTo(m Model, x Matrix, list []float64, members []int) error {
	width := t.width()
	keep := func(i, at int, a *answer) {
		own := list[(i*x.Rows+at)*width:][:width]
		own[0] = float64(a.status)
		spreadScores(own[1:], a.value, t.classes, m.Classes())
	}
	if err := CheckQuery(x, m.FeatureCount()); err != nil {
		return err
	}
	s, sqann := m.(*SQANN)
	var tops []int
	most := 0
	for _, i := range members {
		how := t.candidates[i].interpolation()
		if sqann && how.Mode == InterpolateTop {
			tops, most = append(tops, i), max(most, how.Top)
			continue
		}
		model := m
		if sqann {
			var err error
			if model, err = s.Interpolating(how); err != nil {
				return err
			}
		}
		model.ask(x, output, func(at int, a *answer) { keep(i, at, a) })
	}
	if most == 0 {
		return nil
	}
	widest, err := s.Interpolating(Interpolation{Mode: InterpolateTop, Top: most})
	if err != nil {
		return err
	}
	widest.ask(x, output, func(at int, a *answer) {
		for _, i := range tops {
			if a.status == StatusInterpolated {
				s.mean(a.value, a.shares[:min(t.candidates[i].interpolation().Top, len(a.shares))])
			}
			keep(i, at, a)
		}
	})
	return nil
}

// choose scores all candidates, completes their options, and finds the best.
func (t *tuning) choose() (*Tuned, error) {
	out := &Tuned{Scores: make([]Score, len(t.candidates)), Best: t.untouched, Untouched: t.untouched}
	total := len(t.rows) * len(t.fits)
	var known prepared
	for i, c := range t.candidates {
		out.Scores[i] = Score{Recipe: c, Figures: evaluate(t.classes, t.answers[i], t.d, t.answered).Figures}
		if err := out.Scores[i].settle(t.d, t.o.part(total, total), &known); err != nil {
			return nil, t.in(err, i)
		}
	}
	for _, members := range t.fits {
		for _, i := range members {
			if out.Best < 0 || out.Scores[i].better(out.Scores[out.Best].Figures) {
				out.Best = i
			}
		}
	}
	return out, t.o.report(total, total)
}

// in names the caller's candidate that an error comes from.
func (t *tuning) in(err error, i int) error {
	if i < len(t.o.Candidates) {
		return inCandidate(err, i)
	}
	return err
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
