package core

import (
	"math"
	"slices"
	"sync"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Attributor tells which columns made a model's answers (SPEC 3.12). It never changes, and is safe for several goroutines.
type Attributor struct {
	Table   *Encoding // its columns; where there was none, each feature is one
	m       Predictor
	members []attributed
	err     error // why a learner has no model of the moment
}

// attributed is a network whose answers are attributed: the model, or one of an ensemble.
type attributed struct {
	model     Model
	typical   []float64 // a row
	relevance []float64 // of the columns
}

// Attributions says of a batch of rows which columns made the answers.
type Attributions struct {
	Answers *Examination

	// Shares has a row of columns for each row: the part of the squared distances between the row and the neurons
	// that made its answer, weighted as these are, that lies in a column's features. EarlierLayers is the rest, which
	// lies in the activations that layers from the second on see. They sum to 1, and are all 0 on a sample itself.
	Shares        Matrix
	EarlierLayers []float64

	// Lines are for each row what a local line adds to the outputs; nil if no model answers so.
	Lines []LineParts

	// Effects has for each column the answers to the rows with that column at its typical value.
	Effects []*Examination
}

// LineParts is what a local line adds to the weighted mean of the neurons that it goes through (SPEC 3.14). An answer is
// their mean, all corrections and the limit.
type LineParts struct {
	Corrections Matrix    // a row a column of the table: what it adds to each output
	Limit       []float64 // what limiting adds
	Differences []float64 // for each feature by how much the row is above the weighted mean of the neurons' samples, unscaled
}

// NewAttributor is for the columns that a table was encoded from; nil means that every feature is one. Of a learner it is
// that of its model of this moment. The samples' typical values are found once for a model, in O(N n); later attributors of
// the model cost O(n).
func NewAttributor(m Predictor, table *Encoding) *Attributor {
	if table == nil {
		table = &Encoding{Columns: make([]EncodedColumn, m.FeatureCount())}
	}
	a := &Attributor{m: m, Table: table}
	members := []Model(nil)
	switch m := m.(type) {
	case *Ensemble:
		members = m.members[:]
	case Model:
		members = []Model{m}
	case interface{ Model() (*SQANN, error) }: // a learner: the page's module has none
		current, err := m.Model()
		if err != nil {
			a.err = err
			return a
		}
		a.m, members = current, []Model{current}
	}
	for _, member := range members {
		a.members = append(a.members, attributed{member, table.typical(member), table.relevance(member)})
	}
	return a
}

// samplesSaid keeps what was asked of each feature of a model's samples, as given: NaN where nobody has asked.
type samplesSaid struct {
	sync.Mutex
	medians, ones []float64 // ones: how many are 1
}

// of is what a list has of a feature, or what find says of its values.
func (s *samplesSaid) of(list *[]float64, x Matrix, feature int, find func(values []float64) float64) float64 {
	s.Lock()
	defer s.Unlock()
	if *list == nil {
		*list = make([]float64, x.Columns)
		fillNaN(*list)
	}
	at := &(*list)[feature]
	if math.IsNaN(*at) {
		values := make([]float64, x.Rows)
		for r := range values {
			values[r] = x.Row(r)[feature]
		}
		*at = find(values)
	}
	return *at
}

// typical is a row of the columns' typical values: of numbers the median, of texts the most frequent one, the first
// on ties.
func (e *Encoding) typical(m Model) []float64 {
	x, said := m.Data().X, m.said()
	row := make([]float64, x.Columns)
	for i, of := range e.spans() {
		if e.Columns[i].Categories == nil {
			row[of.from] = said.of(&said.medians, x, of.from, func(values []float64) float64 { return sorting.Quantile(values, 0.5) })
		} else if n := len(e.Columns[i].Categories); n > 0 {
			counts := make([]float64, n)
			for j := range counts {
				counts[j] = said.of(&said.ones, x, of.from+j, func(values []float64) (ones float64) {
					for _, v := range values {
						if v == 1 { // what stands for a missing text is less
							ones++
						}
					}
					return ones
				})
			}
			row[of.from+argmax(counts)] = 1
		}
	}
	return row
}

// relevance is the root of the sum of the squares of the features'.
func (e *Encoding) relevance(m Model) (list []float64) {
	features := slices.Repeat([]float64{1}, e.FeatureCount())
	if m, ok := m.(*SQANN); ok && m.points.scaler.relevance != nil {
		features = m.points.scaler.relevance
	}
	for _, of := range e.spans() {
		sum := 0.0
		for _, s := range features[of.from:of.to] {
			sum += float64(s * s)
		}
		list = append(list, math.Sqrt(sum))
	}
	return list
}

func (a *Attributor) member(answers *Examination, i int) *attributed {
	if answers.Member != nil {
		return &a.members[answers.Member[i]]
	}
	return &a.members[0]
}

// Typical is the row of typical values that row i's effects were taken with, and Relevance that of its columns:
// those of the model that answers, where it is one of an ensemble.
func (a *Attributor) Typical(said *Attributions, i int) []float64 {
	return slices.Clone(a.member(said.Answers, i).typical)
}
func (a *Attributor) Relevance(said *Attributions, i int) []float64 {
	return slices.Clone(a.member(said.Answers, i).relevance)
}

// RowCost is what attributing the answer to one row costs at most.
func (a *Attributor) RowCost() int { return a.m.RowCost() * (len(a.Table.Columns) + 2) }

// Attribute answers the rows of x, by the model's own interpolation, and says which columns made the answers. A row
// costs a prediction, and another one for each column.
func (a *Attributor) Attribute(x Matrix, c Control) (*Attributions, error) {
	if a.err != nil {
		return nil, a.err
	}
	if err := CheckQuery(x, a.m.FeatureCount()); err != nil {
		return nil, err
	}
	answers, err := examineAll(a.m, x, c)
	if err != nil {
		return nil, err
	}
	said := &Attributions{
		Answers: answers, EarlierLayers: make([]float64, x.Rows),
		Shares: newMatrix(x.Rows, len(a.Table.Columns)),
	}
	parts := make([]float64, x.Columns+1)
	for i := range x.Rows {
		clear(parts)
		model := a.member(answers, i).model
		model.ask(oneRow(x.Row(i)), reasons, func(_ int, made *answer) {
			made.distanceParts(parts)
			if !made.local {
				return
			}
			if said.Lines == nil {
				said.Lines = make([]LineParts, x.Rows)
			}
			line := &said.Lines[i]
			line.Corrections, line.Limit = a.Table.sums(made.line.corrections.transposed(), slices.Clone(made.line.limit), a.m.Classes(), model.Classes())
			line.Differences = slices.Clone(x.Row(i))
			sample := func(point int) []float64 { return model.Data().X.Row(made.points.rows.At(point)[0]) }
			if made.status == StatusHit {
				floatmath.AddTimes(line.Differences, -made.line.own, sample(int(made.hit.Point)))
			}
			for k, w := range made.line.weights { // the leaves have no line
				floatmath.AddTimes(line.Differences, float64(w*(made.line.own-1)), sample(made.line.point[k]))
			}
		})
		a.share(said, i, parts)
	}
	changed := Matrix{Rows: x.Rows, Columns: x.Columns}
	for i, of := range a.Table.spans() {
		if err := c.report(i, len(a.Table.Columns)); err != nil {
			return nil, err
		}
		changed.Data = append(changed.Data[:0], x.Data...)
		for r := range x.Rows {
			copy(changed.Row(r)[of.from:of.to], a.member(answers, r).typical[of.from:])
		}
		effect, err := examineAll(a.m, changed, c.quiet())
		if err != nil {
			return nil, err
		}
		said.Effects = append(said.Effects, effect)
	}
	return said, nil
}

// share makes shares of the parts of squared distances, one a feature and the fingerprint's.
func (a *Attributor) share(said *Attributions, i int, parts []float64) {
	sum := 0.0
	for _, part := range parts {
		sum += part
	}
	if sum == 0 {
		return
	}
	for column, of := range a.Table.spans() {
		share := 0.0
		for _, part := range parts[of.from:of.to] {
			share += part
		}
		said.Shares.Row(i)[column] = share / sum
	}
	said.EarlierLayers[i] = parts[len(parts)-1] / sum
}

// featureParts adds to parts the weighted squared distance between two scaled rows, feature by feature, and returns
// its sum without the weight.
func featureParts(parts []float64, weight float64, x, node []float64) (d2 float64) {
	for j, v := range x {
		d := v - node[j]
		d2 += float64(d * d)
		parts[j] += float64(weight * float64(d*d))
	}
	return d2
}

// ByColumn returns the corrections of a local line over all classes, a row a column of the table; nil for the table means
// that every feature is one.
func (e *Explanation) ByColumn(table *Encoding, all, some []Label) (corrections Matrix, limit []float64) {
	return table.sums(e.Corrections, e.Limit, all, some)
}

// sums adds up the corrections of each column's features, and widens them to all classes; so it does the limit.
func (e *Encoding) sums(corrections Matrix, limit []float64, all, some []Label) (Matrix, []float64) {
	if e != nil {
		sums := newMatrix(len(e.Columns), corrections.Columns)
		for i, of := range e.spans() {
			for feature := of.from; feature < of.to; feature++ {
				floatmath.AddTimes(sums.Row(i), 1, corrections.Row(feature))
			}
		}
		corrections = sums
	}
	return corrections.overClasses(all, some), oneRow(limit).overClasses(all, some).Data
}

// fromTo are a column's features.
type fromTo struct{ from, to int }

func (e *Encoding) spans() []fromTo {
	list := make([]fromTo, len(e.Columns))
	at := 0
	for i, c := range e.Columns {
		list[i] = fromTo{at, at + c.Width()}
		at += c.Width()
	}
	return list
}

// overClasses widens rows over some classes to rows over all.
func (m Matrix) overClasses(all, some []Label) Matrix {
	if len(all) == len(some) {
		return m
	}
	wide := newMatrix(m.Rows, len(all))
	for i := range m.Rows {
		spreadScores(wide.Row(i), m.Row(i), all, some)
	}
	return wide
}

// distanceParts adds up the squared distances between the input and the neurons that made the answer, weighted as these
// are: one part a feature, then what lies in fingerprints.
func (a *answer) distanceParts(parts []float64) {
	for i := range a.made {
		c, w, layer := &a.made[i], a.weight(i, 1), 0
		if a.network != nil {
			layer, _ = a.network.NodeOf(c.Rank)
		}
		outside := c.D2
		if layer == 0 || a.network.Skip { // it sees the features
			outside -= featureParts(parts, w, a.x, a.points.x.Row(int(c.Point)))
		}
		if layer > 0 && outside > 0 {
			parts[len(a.x)] += float64(w * outside)
		}
	}
}
