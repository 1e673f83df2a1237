package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// This file answers rows with an SQANN, and tells what it is made of.

// Predictions holds a batch's outputs, a row an input.
type Predictions struct {
	Values Matrix // outputs, or a score for each class; NaN where the status is StatusNone
	Status []Status
}

func newPredictions(rows, outputs int) *Predictions {
	return &Predictions{Values: newMatrix(rows, outputs), Status: make([]Status, rows)}
}

// Class is the index of row i's class, the first on ties; -1 where there is no
// output.
func (p *Predictions) Class(i int) int {
	if p.Status[i] == StatusNone {
		return -1
	}
	return argmax(p.Values.Row(i))
}

// Interpolating returns the same network with another interpolation; the zero one is m's own. The two share all that
// was fitted.
func (m *SQANN) Interpolating(how Interpolation) (*SQANN, error) {
	m.mustBeFitted()
	switch how = how.or(m.options.Interpolation); {
	case how.chooses() && how.same(m.options.Interpolation):
		return m, nil
	case how.Mode == InterpolateAuto:
		return nil, badOption("interpolation", `interpolation is "auto", which a fit chooses by held-out samples.`, `Give "auto" to fit, or name an interpolation such as {top: 8}.`)
	}
	if err := how.check(m.options); err != nil {
		return nil, err
	}
	if how.chooses() {
		return nil, badOption("forest", "forest has no share, which a fit finds by held-out samples.", "Give a share from 0 to 1, or fit with the forest.")
	}
	other := *m
	other.options.Interpolation, other.chosen = how, nil
	if own := m.Interpolation().Forest; how.Forest.Trees != own.Trees || how.Forest.NoPairs != own.NoPairs {
		other.leaves = new(leaves)
	}
	return &other, nil
}

// Predict propagates every row of x (SPEC 3.5). A row costs O(log N + the points near it) with the skip connection, one
// rule for all layers and few features (search.go), else at most O(nodes · fingerprint).
func (m *SQANN) Predict(x Matrix) (*Predictions, error) { return predict(m, x) }

// predictTop is ask for a search and the K strongest, straight into the predictions and without neurons: ask takes 1.1 of the
// time in the plane.
func (m *SQANN) predictTop(x Matrix, top int, p *Predictions) {
	a := m.question(output)
	s := a.seen.(*network.Search)
	for i := range x.Rows {
		m.scaled(a.x, x.Row(i))
		if s.Run(a.x); s.IsHit {
			copy(p.Values.Row(i), m.alpha(&s.Hit))
			continue
		}
		a.shares = s.Shares(a.shares, top)
		m.points.weighBySamples(a.shares)
		p.Status[i] = StatusInterpolated
		m.mean(p.Values.Row(i), a.shares)
	}
	m.kept.put(a)
}

// Examine answers every row of x as Predict does, at the same cost.
func (m *SQANN) Examine(x Matrix) (*Examination, error) { return examine(m, x) }

func (m *SQANN) ask(x Matrix, w want, each func(i int, a *answer)) {
	a, how := m.question(w), m.Interpolation()
	for i := range x.Rows {
		m.scaled(a.x, x.Row(i))
		if a.seen.Run(a.x); w > passage {
			m.fill(a, &how)
		}
		each(i, a)
	}
	m.kept.put(a)
}

// question makes room for answers.
func (m *SQANN) question(w want) *answer {
	a := m.kept.get()
	if a == nil {
		a = &answer{network: m.network}
		if m.changes != nil {
			a.seen = m.changes.NewSearch()
		} else {
			a.seen = m.network.NewPropagation()
		}
	}
	a.begin(m.points, w)
	return a
}

// know says how well an input is known, from what its propagation saw.
func (m *SQANN) know(a *answer) {
	if a.activation = 0; a.isHit {
		a.familiarity, a.recognition, a.activation = a.seen.Familiarity(), Strong, a.hit.V
		return
	}
	made := a.made
	if len(made) == 0 { // without an output
		made = a.seen.Strongest(made, 1)
	}
	top := &made[0]
	if a.familiarity, a.recognition = top.V, Weak; top.D2 <= m.network.ActivationOf(top).Moderate {
		a.recognition = Moderate
	}
	some := a.made
	if a.local { // goes through many
		some = some[:min(xaiaTop, len(some))]
	}
	for i := range some {
		a.activation += some[i].V
	}
	if len(some) > 0 {
		a.activation /= float64(len(some))
	}
}

// maxFittingError compares the samples with what the model gives for them. With
// the tie rule or the skip connection that is their own neuron's α (theorem 2;
// the tests propagate them all); in the published presets it has to be found
// out, at the cost of N predictions.
func (m *SQANN) maxFittingError() (worst float64, err error) {
	if m.options.Preset.published() && m.answeredBy == nil { // restored
		if m.answeredBy, err = m.network.AnsweredBy(m.newAccount()); err != nil {
			return 0, err
		}
	}
	if m.Interpolation().NoTakeover {
		return m.measuredError()
	}
	worst = m.ownError(m.SampleCount())
	m.answeredBy = nil
	return worst, nil
}

// measuredError answers all samples: without takeover, theorem 2 says nothing of them.
func (m *SQANN) measuredError() (worst float64, err error) {
	truth, account := m.data.outcomes(m.points.classes), m.newAccount()
	for i := range m.SampleCount() {
		if err := account.MayGoOn(0); err != nil {
			return 0, err
		}
		m.ask(oneRow(m.data.X.Row(i)), output, func(_ int, a *answer) {
			if m.points.classes == nil {
				worst = math.Max(worst, largestDifference(a.value, truth.Row(i)))
			} else if argmax(a.value) != argmax(truth.Row(i)) {
				worst = 1
			}
		})
	}
	return worst, nil
}

// ownError is the largest difference between the y of the first samples and the α of the neurons that answer them. Where the
// duplicate rule has merged nothing, a neuron's α is the y of every sample that it stands for (resolve), and the error is 0.
func (m *SQANN) ownError(first int) (worst float64) {
	if m.answeredBy == nil && m.points.merged == 0 {
		return 0
	}
	truth := m.data.outcomes(m.points.classes)
	for i := range m.points.rows.Count() {
		value := m.points.alpha.Row(i)
		if m.answeredBy != nil {
			value = m.points.alpha.Row(m.answeredBy[i])
		}
		for _, row := range m.points.rows.At(i) {
			if row < first {
				worst = math.Max(worst, largestDifference(value, truth.Row(row)))
			}
		}
	}
	return worst
}

func (m *SQANN) mustBeFitted() {
	if m == nil || m.network == nil {
		panic(panicUnfitted)
	}
}

func (m *SQANN) FeatureCount() int     { return m.points.x.Columns }
func (m *SQANN) OutputCount() int      { return m.points.alpha.Columns }
func (m *SQANN) SampleCount() int      { return m.data.X.Rows }
func (m *SQANN) Classes() []Label      { return m.points.classes } // nil for a regression
func (m *SQANN) Report() Report        { return m.report.copied() }
func (m *SQANN) Trace() []Event        { return m.trace } // nil unless asked for
func (m *SQANN) Data() Dataset         { return m.data }
func (m *SQANN) Options() SQANNOptions { return m.options.copied() } // with the preset's choices filled in

// Relevance is how much each scaled feature counts, nil where all count alike.
func (m *SQANN) Relevance() []float64 { return slices.Clone(m.points.scaler.relevance) }

// Reach is q (SPEC 3.1): how far almost every sample is from its nearest other
// one, after scaling. 0 where nothing needs it: no skip connection and no auto
// settings.
func (m *SQANN) Reach() float64 { return m.network.Q }

// Layer describes one layer: its settings, and for each node the samples that
// it stands for.
type Layer struct {
	Settings Settings
	Nodes    [][]int
}

// Layers returns the placement of all samples, a copy.
func (m *SQANN) Layers() []Layer {
	rows := spatial.Groups{All: slices.Clone(m.points.rows.All), Ends: m.points.rows.Ends}
	layers := make([]Layer, len(m.network.Layers))
	for k, l := range m.network.Layers {
		layers[k] = Layer{Settings: Settings(l.Settings), Nodes: make([][]int, l.Size())}
		for i, p := range l.Point {
			layers[k].Nodes[i] = rows.At(p)
		}
	}
	return layers
}

// Placement is what a fit found: RestoreSQANN makes the model from it again.
type Placement struct {
	Layers  [][][]int // for each node of each layer, the samples that it stands for
	Learned *Learned  // nil where relevance wasn't to be learned
	Chosen  *Chosen   // nil where no interpolation was to be chosen
}

// Placement returns where all samples are, a copy, and what was learned.
func (m *SQANN) Placement() Placement {
	p := Placement{Learned: m.learned}
	if l := m.learned; l != nil {
		p.Learned = &Learned{Features: slices.Clone(l.Features), Gain: l.Gain}
	}
	if c := m.chosen; c != nil {
		p.Chosen = &Chosen{c.Interpolation, c.Gain, slices.Clone(c.Pairs), c.Exactness}
	}
	for _, l := range m.Layers() {
		p.Layers = append(p.Layers, l.Nodes)
	}
	return p
}
