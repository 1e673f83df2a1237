package core

import "slices"

// Recipe is how to fit: the options of a TNN if TNN isn't nil, otherwise of an SQANN.
type Recipe struct {
	SQANN SQANNOptions
	TNN   *TNNOptions

	// A1 and A2 are both above 0 or both 0. Above 0 they replace the settings by a1 = A1 q² and a2 = A2 q, where q is the
	// reach of the fitted samples, with thresholds 0.1 and 0.9.
	A1, A2 float64
}

// RecipeOf is how a model was fitted: a copy of its options, for a fit on other data. It learns relevance anew where the model
// learned it.
func RecipeOf(m Model) Recipe {
	switch m := m.(type) {
	case *SQANN:
		return Recipe{SQANN: m.Options()}
	case *TNN:
		o := m.Options()
		return Recipe{TNN: &o}
	}
	panic(panicUnfitted)
}

// sameFit reports whether at most the interpolation differs.
//
//go:noinline
func (c Recipe) sameFit(other Recipe) bool {
	if c.TNN != nil || other.TNN != nil {
		return c.TNN != nil && other.TNN != nil && c.TNN.A == other.TNN.A && c.TNN.Tolerance == other.TNN.Tolerance && slices.Equal(c.TNN.Order, other.TNN.Order) &&
			(c.TNN.Order == nil) == (other.TNN.Order == nil) && c.TNN.Scale == other.TNN.Scale && c.TNN.Duplicates == other.TNN.Duplicates
	}
	a, errA := c.SQANN.resolved()
	b, errB := other.SQANN.resolved()
	return errA == nil && errB == nil && c.A1 == other.A1 && c.A2 == other.A2 &&
		a.Preset == b.Preset && a.Skip == b.Skip && slices.Equal(a.Settings, b.Settings) && a.SettingsChoice == b.SettingsChoice &&
		*a.R == *b.R && a.samePoints(b) && a.MaxSteps == b.MaxSteps
}

// same reports whether nothing differs.
//
//go:noinline
func (c Recipe) same(other Recipe) bool {
	a, b := c.interpolation(), other.interpolation()
	return c.sameFit(other) && a.same(b)
}

//go:noinline
func (c Recipe) interpolation() Interpolation {
	return c.SQANN.chosen().Interpolation
}

// samePoints reports whether two fits scale, merge and weigh the samples alike, and choose alike. Both options must be resolved.
//
//go:noinline
func (o SQANNOptions) samePoints(other SQANNOptions) bool {
	return o.Frame == other.Frame && o.Scale == other.Scale && o.Duplicates == other.Duplicates && o.Balanced == other.Balanced && o.Preset.published() == other.Preset.published() &&
		o.Relevance.same(other.Relevance) && (o.Interpolation.Mode == InterpolateAuto) == (other.Interpolation.Mode == InterpolateAuto)
}

// prepared keeps what the fits on one data set share because it doesn't depend on the layers' settings: points,
// relevance, and the reach with its index.
type prepared []*SQANN

// prepare is prepareSQANN, but computes nothing twice.
func (l *prepared) prepare(d Dataset, o SQANNOptions) (*SQANN, error) {
	resolved, err := o.resolved()
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(*l, func(known *SQANN) bool { return known.options.samePoints(resolved) })
	if at < 0 {
		m, err := prepareSQANN(d, o)
		if err == nil {
			*l = append(*l, &SQANN{data: m.data, options: m.options, need: m.need, learned: m.learned, chosen: m.chosen, points: m.points, slopes: m.slopes, network: &network{basis: basis{index: m.network.index, q: m.network.q}}})
		}
		return m, err
	}
	known := (*l)[at]
	m := &SQANN{data: known.data, options: resolved, need: known.need, learned: known.learned, points: known.points, slopes: known.slopes}
	if resolved.Interpolation.Mode == InterpolateAuto {
		m.chosen = known.chosen
	}
	m.network = m.newNetwork()
	if known.network.index == nil {
		return m, m.findReach()
	}
	m.network.index, m.network.q = known.network.index, known.network.q
	return m, m.settle()
}

// without returns the candidate for the samples that aren't held out.
//
//go:noinline
func (c Recipe) without(held []bool) Recipe {
	if c.TNN != nil && c.TNN.Order != nil {
		o := *c.TNN
		o.Order = renumbered(o.Order, held)
		c.TNN = &o
	}
	return c
}

func (c Recipe) fit(d Dataset, control Control, known *prepared) (Model, error) {
	if c.TNN != nil {
		return made(c.fitTNN(d, control))
	}
	m, err := known.prepare(d, c.options(control))
	if err == nil {
		m, err = m.built()
	}
	return made(m, err)
}

// refit is the model that the same options give for another data set.
func refit(m Model, d Dataset, c Control) (Model, error) {
	return RecipeOf(m).fit(d, c, new(prepared))
}

// without is the model that the same options give for the data set without the rows that are marked; with this model's
// relevance and interpolation, which aren't found again.
func without(m Model, left []bool, c Control) (Model, error) {
	how := RecipeOf(m).without(left)
	if m, is := m.(*SQANN); is {
		how.SQANN.Interpolation, how.SQANN.Relevance = m.Interpolation(), Relevance{Kind: RelevanceOff}
		if s := m.points.scaler.relevance; s != nil {
			how.SQANN.Relevance = Relevance{Kind: RelevanceGiven, Features: s}
		}
	}
	return how.fit(m.Data().without(left), c, new(prepared))
}

func (c Recipe) fitTNN(d Dataset, control Control) (*TNN, error) {
	o := *c.TNN
	o.Control = control
	return FitTNN(d, o)
}

// options returns the options of the fit, with settings in units of the reach.
func (c Recipe) options(control Control) SQANNOptions {
	o := c.SQANN
	o.Control = control
	if c.A1 != 0 || c.A2 != 0 {
		o.inReach = &Settings{A1: c.A1, A2: c.A2, Admission: classicAdmission, Activation: classicActivation}
	}
	return o
}

// settle replaces settings in units of the reach by numbers for the whole set.
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

// checkFor refuses what no fit on a part of d may hide: the options, and equal rows with different y, which a fold can
// keep apart. It returns how many rows the option duplicates decides about.
//
//go:noinline
func (c Recipe) checkFor(d Dataset, control Control) (merged int, err error) {
	if c.TNN != nil {
		m, err := c.fitTNN(d, control)
		if err != nil {
			return 0, err
		}
		return m.points.merged, nil
	}
	o := c.options(control)
	if o.inReach != nil && o.inReach.check("") != nil {
		return 0, badOption("a1", "A1 is "+ftoa(c.A1)+" and A2 "+ftoa(c.A2)+".", "Give both above 0, in units of q² and q, or neither.")
	}
	m, err := newSQANN(d, o, nil)
	if err != nil {
		return 0, err
	}
	return m.points.merged, nil
}
