package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// SQANN is a fitted network: every neuron stands for one sample, or for samples
// that are equal. It is never changed after it was made, and safe for use by
// several goroutines.
type SQANN struct {
	data       Dataset
	options    SQANNOptions // resolved
	learned    *Learned     // nil where relevance wasn't to be learned
	chosen     *Chosen      // nil where no interpolation was to be chosen
	need       int64        // SQANNOptions.setBytes
	points     *points
	network    *network.Network
	changes    interface{ NewSearch() network.Propagation } // the network of the learner that this is the view of; nil for a model (an interface: the page's module links no learner)
	kept       answers                                      // an answer's memory, to be used again: to make a propagation takes longer than an answer in the plane
	report     Report
	trace      []Event
	slopes     *slopes
	leaves     *leaves
	answeredBy []int // published presets, while fitting: whose α each point gets
}

// Report tells how a fit went.
type Report struct {
	MaxFittingError float64 // the largest |f(x) - y| over the samples as given; 1 for a wrong class
	Steps           int     // examinations of a sample, or samples sorted for a TNN
	Collisions      int     // neurons that joined their layer by a collision
	Duplicates      int     // samples that share a neuron with an earlier one
	Warnings        []string

	// RelevanceLearned says that the features' relevance was learned in the fit, RelevanceGain by what share squared
	// errors fell on samples that it wasn't learned from: NaN where that wasn't asked.
	RelevanceLearned bool
	RelevanceGain    float64

	// Interpolation is how the model answers between its samples; zero for a TNN.
	Interpolation Interpolation

	// InterpolationGain says by what share squared errors are lower with the chosen local line on samples held back, or
	// would be with the best one; NaN where that wasn't asked.
	InterpolationGain float64

	Exactness Exactness
}

// copied shares nothing with r that can be changed.
func (r Report) copied() Report {
	r.Warnings = slices.Clone(r.Warnings)
	return r
}

// FitSQANN constructs a network on a data set (section 3.1 of the paper). The
// data is kept, not copied: leave it alone afterwards. (If it has a −0, a copy is kept, with 0 instead.)
//
// Cost: with the skip connection (preset XAIA) the samples near each other are found, in O(N log N)
// where features are few, else by a part of all distances; then there is a look at each such neighbour
// in each layer a sample reaches. Without it a distance, as long as the layer below is
// wide, for every sample and every node of the layers that it reaches. The result is the
// same for any number of processors. See docs/performance.md.
func FitSQANN(d Dataset, o SQANNOptions) (*SQANN, error) {
	m, err := prepareSQANN(d, o)
	if err != nil {
		return nil, err
	}
	return m.built()
}

// built constructs a prepared network, and reports of it.
func (m *SQANN) built() (*SQANN, error) {
	if err := m.construct(); err != nil {
		return nil, err
	}
	if m.needsLeaves() {
		if err := m.findLeaves(m.Interpolation().Forest, m.newAccount()); err != nil {
			return nil, err
		}
		m.options.grown = nil
	}
	return m.finished()
}

// construct places the points. What runs is what construct.go says, but for the skip connection: there construct_sparse.go
// comes to the same network. A trace has the passes that collisions cut short, so it takes construct.go in any case.
func (m *SQANN) construct() (err error) {
	a := m.newAccount()
	var events []network.Event
	switch trace := m.options.Trace; {
	case m.options.Preset.published():
		events, m.answeredBy, err = m.network.ConstructPublished(m.options.Preset == PublishedV1, trace, m.listed, a)
	case trace:
		events, err = m.network.Trace(a)
	default:
		err = m.network.Construct(a)
	}
	m.report.Steps = a.Steps
	for _, e := range events {
		m.trace = append(m.trace, Event{EventType(e.Type), e.Sample, e.Layer, e.Joined, e.Node, e.Activation})
	}
	return err
}

// listed refuses a layer for which a published preset has no settings.
func (m *SQANN) listed(layer int) error {
	if n := len(m.options.Settings); layer > n {
		return badOption("settings", "The construction needs a layer "+itoa(layer)+", settings lists "+itoa(n)+".",
			"List settings for more layers, or use preset \"paper\", where the last entry applies to all deeper layers.")
	}
	return nil
}

// prepareSQANN does all of a fit but the construction.
func prepareSQANN(d Dataset, o SQANNOptions) (*SQANN, error) {
	m, err := newSQANN(d, o, nil)
	if err != nil {
		return nil, err
	}
	if err := m.choose(); err != nil {
		return nil, err
	}
	return m, m.findReach()
}

// newSQANN checks the data and the options, and prepares the points.
func newSQANN(d Dataset, o SQANNOptions, learned *Learned) (*SQANN, error) {
	o, err := o.resolved()
	if o.Frame != nil {
		learned = o.Frame.Learned
	}
	if !o.Relevance.learns() {
		learned = nil
	}
	if err == nil && learned != nil {
		err = Relevance{Kind: RelevanceGiven, Features: learned.Features}.check()
	}
	if err != nil {
		return nil, err
	}
	classes := classesOf(d)
	if o.Frame != nil {
		classes = o.Frame.Classes
	}
	need := o.setBytes(d, len(classes))
	if err := checkMemory(need, o.MaxBytes, d.X.Rows); err != nil {
		return nil, err
	}
	m := &SQANN{data: d.withoutMinusZeros(), options: o, learned: learned, need: need, slopes: new(slopes), leaves: new(leaves)}
	if err := m.findPoints(classes); err != nil {
		return nil, err
	}
	return m, nil
}

// findPoints makes the points, and a network of them without layers.
func (m *SQANN) findPoints(classes []Label) (err error) {
	o, account := m.options, m.newAccount()
	m.points, err = newPoints(m.data, classes, o.Frame, o.Scale, o.Relevance.weights(m.learned), o.Duplicates, !o.Preset.published(), o.Balanced, account)
	if err == nil {
		m.begin()
	}
	return err
}

// begin makes a network without layers.
func (m *SQANN) begin() {
	rows := &m.points.rows
	m.network = network.New(network.Choices{
		X: (*spatial.Matrix)(&m.points.x), Sample: func(point int) int { return rows.At(point)[0] },
		Skip: m.options.Skip == On, R: *m.options.R, Rule: m.options.rule(),
	})
	m.kept = make(answers, 1)
}

// findReach makes the index and finds the reach, where they are needed, and settings that depend on it.
func (m *SQANN) findReach() error {
	var given *float64
	if f := m.options.Frame; f != nil {
		given = &f.Reach
	}
	if err := m.network.FindReach(given, m.newAccount()); err != nil {
		return err
	}
	return m.settle()
}

// settle takes the settings that follow from the reach.
func (m *SQANN) settle() error {
	n := m.network
	if n.Rule.FollowsReach() && AutoSettings(n.Q).check("settings") != nil {
		return NewError(InvalidInput, "The samples are too close together or too far apart to choose settings: their reach is "+ftoa(n.Q)+".",
			`Set scale to "minmax" or "standard".`)
	}
	if n.Rule.InReach {
		for i := range m.options.Settings {
			m.options.Settings[i] = Settings(n.Rule.Layer(i+1, n.Q))
			if err := m.options.Settings[i].check("settings[" + itoa(i) + "]"); err != nil {
				return err
			}
		}
		m.options.SettingsChoice = SettingsPreset
		n.Rule = m.options.rule()
	}
	return nil
}

// finished makes the report.
func (m *SQANN) finished() (*SQANN, error) {
	for _, l := range m.network.Layers {
		m.report.Collisions += l.Collided
	}
	m.report.Interpolation = m.Interpolation()
	m.report.RelevanceGain, m.report.InterpolationGain = math.NaN(), math.NaN()
	m.report.Exactness = Exactness{math.NaN(), math.NaN()}
	if m.chosen != nil {
		m.report.InterpolationGain, m.report.Exactness = m.chosen.Gain, m.chosen.Exactness
	}
	if l := m.learned; l != nil {
		m.report.RelevanceLearned, m.report.RelevanceGain = l.Features != nil, l.Gain
	}
	m.report.Duplicates = m.data.X.Rows - m.points.count()
	if m.needsLine() {
		a := m.newAccount()
		if err := m.findLine(func() error { return a.MayGoOn(0) }); err != nil {
			return nil, err
		}
	}
	var err error
	if m.report.MaxFittingError, err = m.maxFittingError(); err != nil {
		return nil, err
	}
	m.options.Control = Control{} // which is of the call alone
	m.report.Warnings = m.points.warnings()
	if cost := m.report.Exactness.Cost; cost >= costly && !m.Interpolation().NoTakeover {
		m.report.Warnings = append(m.report.Warnings, "Rows that equal a sample, or nearly, have other outcomes: the error on new rows would be "+itoa(int(math.Round(100*cost)))+
			` % lower if samples didn't give their own. Set takeover to "none" where the fitted rows needn't be reproduced.`)
	}
	if m.options.Preset.published() && m.report.MaxFittingError > 0 && m.points.merged == 0 {
		m.report.Warnings = append(m.report.Warnings,
			"The published construction does not reproduce this data set: some samples share a fingerprint. Presets \"xaia\" and \"paper\" do.")
	}
	return m, nil
}
