package core

import "github.com/xaia-go/xaia/core/internal/network"

import "slices"

// Recipe is how to fit: the options of a TNN if TNN isn't nil, otherwise of an SQANN.
type Recipe struct {
	SQANN SQANNOptions
	TNN   *TNNOptions
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
	return errA == nil && errB == nil &&
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
	a, b := o.Interpolation, other.Interpolation
	chooses := a.chooses()
	return o.Frame == other.Frame && o.Scale == other.Scale && o.Duplicates == other.Duplicates && o.Balanced == other.Balanced && o.Preset.published() == other.Preset.published() &&
		o.Relevance.same(other.Relevance) && chooses == b.chooses() && (!chooses || o.Skip == other.Skip && a.same(b))
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
			known := *m
			known.network = &network.Network{Index: m.network.Index, Q: m.network.Q}
			*l = append(*l, &known)
		}
		return m, err
	}
	m := *(*l)[at]
	known := m.network
	m.options = resolved
	m.begin()
	if known.Index == nil {
		return &m, m.findReach()
	}
	m.network.Index, m.network.Q = known.Index, known.Q
	return &m, m.settle()
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
	c.SQANN.Control = control
	m, err := known.prepare(d, c.SQANN)
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
		how.SQANN.grown = m.grown()
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

// settle replaces settings in units of the reach by numbers for the whole set.
func (s *Score) settle(d Dataset, control Control, known *prepared) error {
	if s.SQANN.SettingsChoice != SettingsInReach {
		return nil
	}
	o := s.SQANN
	o.Control = control
	m, err := known.prepare(d, o)
	if err == nil {
		s.SQANN.Settings, s.SQANN.SettingsChoice = m.options.Settings, SettingsPreset
	}
	return err
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
	c.SQANN.Control = control
	m, err := newSQANN(d, c.SQANN, nil)
	if err != nil {
		return 0, err
	}
	return m.points.merged, nil
}
