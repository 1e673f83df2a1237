package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// SQANN is a fitted network: every neuron stands for one sample, or for samples
// that are equal. It is never changed after it was made, and safe for use by
// several goroutines.
type SQANN struct {
	data    Dataset
	options SQANNOptions // resolved
	learned *Learned     // nil where relevance wasn't to be learned
	need    int64        // SQANNOptions.setBytes
	points  *points
	network *network
	report  Report
	trace   []Event
	slopes  *slopes
	answers []int // published presets, while fitting: whose α each point gets
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
}

// FitSQANN constructs a network on a data set (section 3.1 of the paper). The
// data is kept, not copied: leave it alone afterwards. (If it has a −0, a copy is kept, with 0 instead.)
//
// Cost: with the skip connection (preset XAIA) the samples near each other are found, in O(N log N)
// where features are few, else by a part of all distances; then there is a look at each such neighbour
// in each layer a sample reaches. Without it a distance, as long as the layer below is
// wide, for every sample and every node of the layers that it reaches. Natively that
// is shared by all processors that GOMAXPROCS allows; the result is the same for any
// number of them. See docs/performance.md.
func FitSQANN(d Dataset, o SQANNOptions) (*SQANN, error) {
	m, err := prepareSQANN(d, o)
	if err != nil {
		return nil, err
	}
	return m.built()
}

// built does what prepareSQANN has left.
func (m *SQANN) built() (*SQANN, error) {
	if err := m.construct(); err != nil {
		return nil, err
	}
	return m.finished()
}

// construct places the points. A trace has the passes that collisions cut
// short, which only the builder that runs them can tell.
func (m *SQANN) construct() error {
	switch {
	case m.options.Trace || m.options.Preset.published():
	case m.network.skip:
		return m.run(&sparseBuilder{network: m.network, counter: m.account()})
	default:
		if err := m.run(&denseBuilder{network: m.network, counter: m.account()}); err != errTie {
			return err
		}
		m.network.layers = nil
	}
	b := builder{memory: newMemory(m.network), tracing: m.options.Trace, counter: m.account()}
	if m.options.Preset.published() {
		published := publishedBuilder{builder: b, preset: m.options.Preset}
		err := m.run(&published)
		m.trace, m.answers = published.trace, published.answers
		return err
	}
	if err := m.run(&b); err != nil {
		return err
	}
	m.trace = b.trace
	if m.network.skip {
		return m.withoutVectors()
	}
	return nil
}

// run constructs the layers with one of the builders.
func (m *SQANN) run(b interface {
	run() error
	account() *counter
}) error {
	err := b.run()
	if err == nil {
		m.report.Steps = b.account().steps
		hold(m.network, b.account().bytes)
	}
	return err
}

// withoutVectors gives a traced network with the skip connection the fingerprints that others have.
func (m *SQANN) withoutVectors() error {
	layers := m.network.layers
	m.network.layers = nil
	nodes := make([][]int, len(layers))
	for k, l := range layers {
		nodes[k] = l.point
	}
	b := sparseBuilder{network: m.network, counter: m.account()}
	if err := b.restore(nodes); err != nil {
		return err
	}
	for k, l := range layers {
		m.network.layers[k].collided = l.collided
	}
	return nil
}

func (m *SQANN) account() counter {
	total := m.data.X.Rows
	if m.points != nil {
		total = m.points.count()
	}
	most := m.options.MaxBytes
	if left := addressable - held.Load(); addressable > 0 && (most == 0 || left < most) {
		most = max(left, 1)
	}
	return counter{
		total: total, maxSteps: m.options.MaxSteps, maxBytes: most,
		bytes:    m.need,
		progress: m.options.Progress, done: m.options.Done,
	}
}

// setBytes is about what a fit takes for the data set itself: as given, scaled, in the
// tree and its boxes, and its outputs twice. Classes become an output each, three times.
func (o SQANNOptions) setBytes(d Dataset) int64 {
	rows, columns, outputs := int64(d.X.Rows), int64(d.X.Columns), 2*int64(d.Values.Columns)
	if d.Labels != nil {
		outputs = 5 + 3*int64(len(sortedClasses(d.Labels)))
	}
	indexed := 3 * columns
	if columns > spatial.FewFeatures {
		indexed = 4 * (spatial.MostDirections + 1)
	}
	return rows * (8*(2*columns+indexed+outputs) + 120)
}

// prepareSQANN does all of a fit but the construction.
func prepareSQANN(d Dataset, o SQANNOptions) (*SQANN, error) {
	m, err := newSQANN(d, o, nil)
	if err != nil {
		return nil, err
	}
	if err := m.learnRelevance(); err != nil {
		return nil, err
	}
	return m, m.findReach()
}

// newSQANN checks the data and the options, and prepares the points.
func newSQANN(d Dataset, o SQANNOptions, learned *Learned) (*SQANN, error) {
	o, err := o.resolved()
	if !o.Relevance.learns() {
		learned = nil
	}
	if err == nil && learned != nil {
		err = Relevance{Kind: RelevanceGiven, Features: learned.Features}.check()
	}
	if err != nil {
		return nil, err
	}
	need := o.setBytes(d)
	if err := checkMemory(need, o.MaxBytes, d.X.Rows); err != nil {
		return nil, err
	}
	m := &SQANN{data: d.withoutMinusZeros(), options: o, learned: learned, need: need, slopes: new(slopes)}
	account := m.account()
	points, err := newPoints(m.data, o.Scale, o.Relevance.weights(learned), o.Duplicates, !o.Preset.published(), &account)
	if err != nil {
		return nil, err
	}
	m.points = points
	m.network = m.newNetwork()
	return m, nil
}

// newNetwork is one without layers.
func (m *SQANN) newNetwork() *network {
	o := m.options
	return &network{choices: choices{
		points: m.points, skip: o.Skip == On, r: *o.R,
		rule: settingsRule{list: o.Settings, choice: o.SettingsChoice, inReach: o.inReach},
	}}
}

// findReach makes the index and finds the reach, where they are needed, and settings that depend on it.
func (m *SQANN) findReach() (err error) {
	n := m.network
	if n.rule.auto() || n.skip {
		account := m.account()
		if n.index, err = spatial.NewIndex(spatial.Matrix(m.points.x), &account); err != nil {
			return err
		}
		matters := n.passed
		if !n.skip {
			matters = nil
		}
		if n.q, n.joined, err = spatial.Reach(n.index, matters, &account); err != nil {
			return err
		}
	}
	return m.settle()
}

// settle takes the settings that follow from the reach.
func (m *SQANN) settle() error {
	n := m.network
	if n.rule.auto() && AutoSettings(n.q).check("settings") != nil {
		return NewError(InvalidInput, "The samples are too close together or too far apart to choose settings: their reach is "+ftoa(n.q)+".",
			`Set scale to "minmax" or "standard".`)
	}
	if n.rule.inReach != nil {
		m.options.inReach, m.options.Settings = nil, []Settings{n.rule.layer(1, n.q)}
		n.rule.list, n.rule.inReach = m.options.Settings, nil
		return m.options.Settings[0].check("settings[0]")
	}
	return nil
}

// finished makes the report.
func (m *SQANN) finished() (*SQANN, error) {
	for _, l := range m.network.layers {
		m.report.Collisions += l.collided
	}
	m.report.RelevanceGain = math.NaN()
	if l := m.learned; l != nil {
		m.report.RelevanceLearned, m.report.RelevanceGain = l.Features != nil, l.Gain
	}
	m.report.Duplicates = m.data.X.Rows - m.points.count()
	err := m.findLine()
	if err != nil {
		return nil, err
	}
	if m.report.MaxFittingError, err = m.maxFittingError(); err != nil {
		return nil, err
	}
	m.report.Warnings = m.points.warnings()
	if m.options.Preset.published() && m.report.MaxFittingError > 0 && m.points.merged == 0 {
		m.report.Warnings = append(m.report.Warnings,
			"The published construction does not reproduce this data set: some samples share a fingerprint. Presets \"xaia\" and \"paper\" do.")
	}
	return m, nil
}

// maxFittingError compares the samples with what the model gives for them. With
// the tie rule or the skip connection that is their own neuron's α (theorem 2;
// the tests propagate them all); in the published presets it has to be found
// out, at the cost of N predictions.
func (m *SQANN) maxFittingError() (float64, error) {
	truth := m.data.outcomes(m.points.classes)
	if m.options.Preset.published() && m.answers == nil { // restored
		var err error
		if m.answers, err = m.publishedAnswers(); err != nil {
			return 0, err
		}
	}
	worst := 0.0
	for i := range m.points.rows.Count() {
		value := m.points.alpha.Row(i)
		if m.answers != nil {
			value = m.points.alpha.Row(m.answers[i])
		}
		for _, row := range m.points.rows.At(i) {
			worst = math.Max(worst, largestDifference(value, truth.Row(row)))
		}
	}
	m.answers = nil
	return worst, nil
}

// Predictions holds a batch's outputs, a row an input.
type Predictions struct {
	Values Matrix // outputs, or a score for each class; NaN where the status is StatusNone
	Status []Status
}

func newPredictions(rows, outputs int) *Predictions {
	return &Predictions{Values: newMatrix(rows, outputs), Status: make([]Status, rows)}
}

func (p *Predictions) pick(rows []int) *Predictions {
	some := &Predictions{Values: p.Values.pick(rows), Status: make([]Status, len(rows))}
	for i, row := range rows {
		some.Status[i] = p.Status[row]
	}
	return some
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
	how = how.or(m.options.Interpolation)
	if err := how.check(m.options); err != nil {
		return nil, err
	}
	other := *m
	other.options.Interpolation = how
	return &other, nil
}

// Predict propagates every row of x (SPEC 3.5). A row costs O(log N + the points near it) with the skip connection, one rule for all layers and
// few features (search.go), else at most O(nodes · fingerprint).
func (m *SQANN) Predict(x Matrix) (*Predictions, error) {
	m.mustBeFitted()
	if err := CheckQuery(x, m.Features()); err != nil {
		return nil, err
	}
	out := newPredictions(x.Rows, m.Outputs())
	if how := m.options.Interpolation; m.network.searchable() && how.Mode == InterpolateTop {
		m.predictTop(x, how.Top, out)
		return out, nil
	}
	m.propagate(x, out.Values, false, func(i int, a *answer, _ propagation) { out.Status[i] = a.status })
	return out, nil
}

// predictTop is propagate with a search and the K strongest, without the nodes that made the answers.
func (m *SQANN) predictTop(x Matrix, top int, out *Predictions) {
	m.search(x, top, func(i int, hit *rankedNode, shares []share) {
		if hit != nil {
			copy(out.Values.Row(i), m.alpha(hit))
			return
		}
		out.Status[i] = StatusInterpolated
		m.mean(out.Values.Row(i), shares)
	})
}

// search finds for each row of x the hit, or the shares of the K strongest, the strongest first.
func (m *SQANN) search(x Matrix, top int, each func(i int, hit *rankedNode, shares []share)) {
	s := newSearch(m.network)
	var shares []share
	m.eachScaled(x, func(i int, scaled []float64) {
		if s.run(scaled); s.isHit {
			each(i, &s.hit, nil)
			return
		}
		shares = s.shares(shares, top)
		each(i, nil, shares)
	})
}

// propagate answers the rows of x one after the other into those of values, and shows what was seen
// on the way. closely is answer.closely.
func (m *SQANN) propagate(x Matrix, values Matrix, closely bool, each func(i int, a *answer, seen propagation)) {
	seen := m.network.newPropagation()
	a := answer{closely: closely}
	m.eachScaled(x, func(i int, scaled []float64) {
		seen.run(scaled)
		a.value = values.Row(i)
		m.answer(&a, seen, scaled)
		each(i, &a, seen)
	})
}

// eachScaled shows the rows of x scaled, one after the other, and reads ahead what they will need.
func (m *SQANN) eachScaled(x Matrix, each func(i int, scaled []float64)) {
	scaled := make([]float64, m.Features())
	ahead := newFetch(m.network.cells != nil && m.points.count() >= fetches, x.Rows)
	for i := range x.Rows {
		if ahead != nil && i%fetched == 0 {
			ahead.plane(m, x, i)
		}
		m.points.scaler.apply(scaled, x.Row(i))
		each(i, scaled)
	}
}

func (m *SQANN) mustBeFitted() {
	if m == nil || m.network == nil {
		panic(panicUnfitted)
	}
}

func (m *SQANN) Features() int         { return m.points.x.Columns }
func (m *SQANN) Outputs() int          { return m.points.alpha.Columns }
func (m *SQANN) Samples() int          { return m.data.X.Rows }
func (m *SQANN) Classes() []Label      { return m.points.classes } // nil for a regression
func (m *SQANN) Report() Report        { return m.report }
func (m *SQANN) Trace() []Event        { return m.trace } // nil unless asked for
func (m *SQANN) Data() Dataset         { return m.data }
func (m *SQANN) Options() SQANNOptions { return m.options.copied() } // with the preset's choices filled in

// Relevance is how much each scaled feature counts, nil where all count alike.
func (m *SQANN) Relevance() []float64 { return slices.Clone(m.points.scaler.relevance) }

// Reach is q (SPEC 3.1): how far almost every sample is from its nearest other
// one, after scaling. 0 where nothing needs it: no skip connection and no auto
// settings.
func (m *SQANN) Reach() float64 { return m.network.q }

// Placement is what a fit found: RestoreSQANN makes the model from it again.
type Placement struct {
	Layers  [][][]int // for each node of each layer, the samples that it stands for
	Learned *Learned  // nil where relevance wasn't to be learned
}

// Placement returns where all samples are, a copy, and what was learned.
func (m *SQANN) Placement() Placement {
	p := Placement{Learned: m.learned}
	if l := m.learned; l != nil {
		p.Learned = &Learned{Features: slices.Clone(l.Features), Gain: l.Gain}
	}
	for _, l := range m.Layers() {
		p.Layers = append(p.Layers, l.Nodes)
	}
	return p
}

// Layer describes one layer: its settings, and for each node the samples that
// it stands for.
type Layer struct {
	Settings Settings
	Nodes    [][]int
}

// Layers returns the placement of all samples, a copy.
func (m *SQANN) Layers() []Layer {
	rows := spatial.Groups{All: slices.Clone(m.points.rows.All), Ends: m.points.rows.Ends}
	layers := make([]Layer, len(m.network.layers))
	for k, l := range m.network.layers {
		layers[k] = Layer{Settings: l.settings, Nodes: make([][]int, l.size())}
		for i, p := range l.point {
			layers[k].Nodes[i] = rows.At(p)
		}
	}
	return layers
}
