package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Learner takes samples in and gives them up one at a time. After each change its network is, bit for bit, the one that
// FitSQANN gives for the samples present with the options of SQANN.Like, and a change costs a look at the samples near it
// (grow.go), however many there are. Unlike a model it changes: it belongs to one goroutine, its questions, too.
type Learner struct {
	like   SQANNOptions
	data   Dataset           // all rows that came, those that are gone, too
	rows   []int32           // those that are present, in order
	next   []int32           // of each row, the next one that shares its point; -1: none
	net    *network.Changing // of the rows
	view   *SQANN            // its points stand at their places
	others []int32           // of each place: points within the reach
	alone  int               // points without any
	merged map[int32]bool    // points whose rows differ in y
	base   freshness
	first  int32        // of the rows, those below it were there at the beginning
	scores *Calibration // of each row; nil without Calibrate
	moment *Calibration // of model, if it was asked for
	model  *SQANN       // of this moment, if it was asked for
}

// NewLearner begins with the samples of a model with the skip connection. It costs about what the construction did.
func NewLearner(m *SQANN, c Control) (*Learner, error) {
	m.mustBeFitted()
	if !m.network.Skip {
		return nil, NewError(Unsupported, "A learner needs the skip connection, without which a sample is felt everywhere.", `Fit with preset "xaia", or with skip.`)
	}
	l := &Learner{}
	if err := l.start(m, c); err != nil {
		return nil, err
	}
	return l, nil
}

// begin takes the network over. On an error nothing has changed.
func (l *Learner) begin(m *SQANN, c Control) (err error) {
	before := *l
	defer func() {
		if err != nil {
			*l = before
		}
	}()
	p, n := m.points, m.network
	if slices.ContainsFunc(p.x.Data, tooSmall) {
		return NewError(Unsupported, "A learner can't tell samples apart whose scaled numbers are this near 0.", "Express the columns in other units.")
	}
	*l = Learner{like: m.Like(), data: m.data, merged: map[int32]bool{}, base: l.base, model: m, first: int32(l.rowOf(l.first)), scores: l.scores.pick(l.rows)}
	l.data.X.Data, l.data.Values.Data, l.data.Labels = slices.Clip(l.data.X.Data), slices.Clip(l.data.Values.Data), slices.Clip(l.data.Labels)
	l.data.Weights, l.data.Names = slices.Clip(l.data.Weights), slices.Clip(l.data.Names)
	place, first := make([]int32, m.data.X.Rows), make([]int32, p.count())
	l.next = make([]int32, m.data.X.Rows)
	l.others = make([]int32, p.count())
	for i := range m.data.X.Rows {
		l.rows = append(l.rows, int32(i))
	}
	for i := range int32(p.count()) {
		for _, row := range p.rows.At(int(i)) {
			place[row] = i
		}
		chain(&first[i], l.next, p.rows.At(int(i)))
	}
	l.view = &SQANN{
		data: m.data, options: l.like, learned: m.learned, need: m.need, slopes: new(slopes), leaves: new(leaves),
		points: &points{x: p.x, alpha: p.alpha, scaler: p.scaler, classes: p.classes, weights: slices.Clone(p.weights), classWeights: p.classWeights},
	}
	l.view.points.x.Data, l.view.points.alpha.Data = slices.Clip(p.x.Data), slices.Clone(p.alpha.Data) // resolve changes these
	l.view.begin()
	l.view.network.Q = n.Q
	if m.needsLine() {
		l.view.line() // that of m, with residuals that change
	}
	if m.needsLeaves() {
		l.view.standing() // in the trees of m
	}
	a := l.view.newAccount()
	a.control = c
	if err := a.Reserve(l.pointBytes(p.count())); err != nil {
		return err
	}
	if l.net, err = network.NewChanging(n, (*spatial.Matrix)(&l.view.points.x), place, first, a); err != nil {
		return restored(err)
	}
	l.view.changes = l.net
	for i := range int32(p.count()) {
		if l.next[l.net.First[i]] >= 0 {
			l.resolve(i)
		}
		for _, t := range l.net.Near(l.net.First[i]) {
			if l.reaches(i, l.net.Place[t.Sample]) {
				l.others[i]++
			}
		}
		if l.others[i] == 0 {
			l.alone++
		}
	}
	return nil
}

// tooSmall numbers can differ by what their squared distance doesn't show, and then "equal" isn't transitive.
func tooSmall(v float64) bool { return v != 0 && math.Abs(v) < 0x1p-484 }

// LearnOptions are the options of Learner.Learn.
type LearnOptions struct {
	Tolerance  *float64       // learn only rows whose error is larger; nil: all
	Duplicates *DuplicateRule // from now on; nil: as before
	Control
}

// Learning is what Learner.Learn did.
type Learning struct {
	Learned []int // rows, in order
	Refused []Refusal
	Samples int // the learner has now
}

// Refusal is a row that wasn't learned, and why.
type Refusal struct {
	Row int
	Err *Error
}

// Learn takes rows in, one after the other: each counts for the next. A row is refused, and the others are learned, if its x
// is that of a sample with another y (unless Duplicates says what then), or its label none of the classes. An error
// changes nothing.
func (l *Learner) Learn(d Dataset, o LearnOptions) (*Learning, error) {
	if err := checkExternal(l, d); err != nil {
		return nil, err
	}
	if o.Tolerance != nil {
		if err := checkTolerance(*o.Tolerance); err != nil {
			return nil, err
		}
	}
	rule := l.like.Duplicates
	if o.Duplicates != nil {
		if rule = *o.Duplicates; rule != l.like.Duplicates && len(l.merged) > 0 {
			return nil, badOption("duplicates", "duplicates can't be changed: the learner has samples that were merged by the old one.", "Omit it, or begin with another model.")
		}
		if err := rule.check(d.Labels != nil); err != nil {
			return nil, err
		}
	}
	if err := checkMemory(l.pointBytes(d.X.Rows), 0, d.X.Rows); err != nil {
		return nil, err
	}
	undo := l.undo()
	l.setRule(rule)
	result, err := l.learnAll(d, o)
	if err != nil {
		undo()
		return nil, err
	}
	l.tidy()
	result.Samples = len(l.rows)
	return result, nil
}

// learnAll takes rows in, but for those that are known well enough.
func (l *Learner) learnAll(d Dataset, o LearnOptions) (*Learning, error) {
	d, truth := l.opened(d)
	result := &Learning{}
	for i := range d.X.Rows {
		if err := o.report(i, d.X.Rows); err != nil {
			return nil, err
		}
		y := truth.Row(i)
		if o.Tolerance != nil {
			if errors, _, err := rowErrors(l, d.Pick([]int{i}), Control{}); err != nil {
				return nil, err
			} else if !(errors[0] > *o.Tolerance) {
				if err := l.adapt(d.X.Row(i), y); err != nil {
					return nil, err
				}
				continue
			}
		}
		refused, err := l.learn(d, y, i, true)
		if err != nil {
			return nil, err
		}
		if refused != nil {
			result.Refused = append(result.Refused, Refusal{i, refused})
		} else {
			result.Learned = append(result.Learned, i)
		}
	}
	return result, nil
}

// opened prepares samples that are to be learned, and the outputs that they should have.
func (l *Learner) opened(d Dataset) (Dataset, Matrix) {
	if p := l.view.points; d.Weights != nil && p.weights == nil {
		p.weights = slices.Repeat([]float64{1}, p.count())
	}
	d = d.withoutMinusZeros()
	return d, d.outcomes(l.Classes())
}

// undo forgets what has been learned since.
func (l *Learner) undo() func() {
	rule, samples, least, most, model := l.like.Duplicates, len(l.rows), slices.Clone(l.base.least), slices.Clone(l.base.most), l.model
	levels := l.adaptation().clone()
	return func() {
		if levels != nil {
			l.scores.Adapt, l.moment = levels, nil
		}
		l.setRule(rule)
		l.forget(samples)
		l.base.least, l.base.most, l.model = least, most, model
		l.tidy()
	}
}

func (l *Learner) setRule(rule DuplicateRule) {
	if rule != l.like.Duplicates {
		l.model = nil
	}
	l.like.Duplicates, l.view.options.Duplicates = rule, rule
}

// learn takes row i of d in, whose outputs are y. news: the outcome tells how good the answers are now.
func (l *Learner) learn(d Dataset, y []float64, i int, news bool) (refused *Error, err error) {
	if d.Labels != nil && !slices.Contains(y, 1) {
		return notAClass(i), nil
	}
	points := l.view.points
	x := l.scaled(d.X.Row(i))
	if slices.ContainsFunc(x, tooSmall) {
		return NewError(InvalidInput, "X["+itoa(i)+"] is too near 0 after scaling to be told apart.", "Set such numbers to 0.").At(i, -1), nil
	}
	if !l.view.leaves.canSee(y) {
		return farFromForest(i), nil
	}
	row := int32(len(l.net.Place))
	near, at := l.net.Search(-1, x)
	known := at >= 0
	if known {
		if first := l.net.First[at]; l.like.Duplicates == DuplicatesError && !slices.Equal(l.outcomes([]int{int(first)}).Data, y) {
			hint := illDefined(0, 0, true, d.Labels != nil).Hint
			e := NewError(IllDefined, "X["+itoa(i)+"] can't be distinguished from sample "+itoa(l.rowOf(first))+", and their y differ.", hint).At(i, -1)
			e.other = l.rowOf(first)
			return e, nil
		}
	}
	score, err := l.scored(d.X.Row(i), y)
	if err != nil {
		return nil, err
	}
	if news {
		l.weigh(score, y)
	}
	if at, err = l.net.Add(x, at, l.view.newAccount()); err != nil {
		return nil, err
	}
	l.model = nil
	if score != nil {
		l.scores.add(score, 0)
	}
	l.data.add(d, i)
	l.view.data = l.data // or memory of the former one would stay
	l.rows = append(l.rows, row)
	l.next = append(l.next, -1)
	l.base.see(d.X.Row(i))
	if known {
		l.setSharing(at, append(l.sharing(at), int(row)))
		l.resolve(at)
		return nil, nil
	}
	points.x.Data = append(points.x.Data, x...)
	points.x.Rows++
	points.alpha.Data = append(points.alpha.Data, y...)
	points.alpha.Rows++
	if points.weights != nil {
		points.weights = append(points.weights, 0)
	}
	if r := &l.view.slopes.residuals; r.Columns > 0 {
		r.Data = append(r.Data, y...)
		r.Rows++
	}
	l.resolve(at)
	if f := l.view.leaves.forest; f != nil {
		f.Add(at, x)
	}
	l.others = append(l.others, 0)
	l.net.Listed(row, at, near, 1)
	l.count(near, at, 1)
	l.net.Insert(row)
	return nil, nil
}

func (l *Learner) scaled(row []float64) []float64 {
	x := make([]float64, len(row))
	l.view.points.scaler.apply(x, row)
	for j := range x {
		x[j] += 0 // no -0
	}
	return x
}

// Correct gives the samples at the rows' x other outcomes: the rows are learned, and what was there is forgotten. A row is
// refused where no sample is, or as Learn refuses it. An error changes nothing.
func (l *Learner) Correct(d Dataset, c Control) (*Learning, error) {
	if err := checkExternal(l, d); err != nil {
		return nil, err
	}
	undo, rule := l.undo(), l.like.Duplicates
	l.setRule(DuplicatesFirst) // what was there and the row share a point for a moment
	d, truth := l.opened(d)
	result := &Learning{}
	var wrong []int32
	for i := range d.X.Rows {
		if err := c.report(i, d.X.Rows); err != nil {
			undo()
			return nil, err
		}
		refused := NewError(NotFound, "X["+itoa(i)+"] is no sample, so it can't be corrected.", "Learn it.").At(i, -1)
		if _, at := l.net.Search(-1, l.scaled(d.X.Row(i))); at >= 0 {
			before := l.sharing(at)
			var err error
			if refused, err = l.learn(d, truth.Row(i), i, false); err != nil {
				undo()
				return nil, err
			}
			if refused == nil {
				for _, row := range before {
					wrong = append(wrong, int32(row))
				}
			}
		}
		if refused != nil {
			result.Refused = append(result.Refused, Refusal{i, refused})
		} else {
			result.Learned = append(result.Learned, i)
		}
	}
	l.setRule(rule)
	var rows []int
	for _, row := range wrong {
		rows = append(rows, l.rowOf(row))
	}
	if len(rows) > 0 {
		if err := l.Forget(rows); err != nil {
			return nil, err
		}
	}
	l.tidy()
	result.Samples = len(l.rows)
	return result, nil
}

// Forget gives samples up: positions among those present, as Model numbers them. Naming one twice does no harm. An error
// changes nothing.
func (l *Learner) Forget(rows []int) error {
	if err := CheckSamples(len(l.rows), rows); err != nil {
		return err
	}
	rows = slices.Clone(rows)
	sorting.SortAscending(rows)
	if rows = slices.Compact(rows); len(rows) == len(l.rows) {
		return NewError(InvalidInput, "All samples would be forgotten.", "Leave at least one.")
	}
	var lost []int32
	left := l.rows[:rows[0]]
	rows = append(rows, len(l.rows))
	for i, row := range rows[:len(rows)-1] {
		lost = append(lost, l.rows[row])
		left = append(left, l.rows[row+1:rows[i+1]]...)
	}
	l.rows = left
	for _, row := range lost {
		l.giveUp(row)
	}
	l.tidy()
	return nil
}

// forget gives up the samples from a position on.
func (l *Learner) forget(from int) {
	for len(l.rows) > from {
		row := l.rows[len(l.rows)-1]
		l.rows = l.rows[:len(l.rows)-1]
		l.giveUp(row)
	}
}

// giveUp takes a row out that is no longer among the rows.
func (l *Learner) giveUp(row int32) {
	l.model = nil
	at := l.net.Place[row]
	left := slices.DeleteFunc(l.sharing(at), func(r int) bool { return r == int(row) })
	if row == l.net.First[at] {
		l.net.Remove(row)
		near := l.net.Near(row)
		l.net.Listed(row, at, near, -1)
		if len(left) > 0 { // the next row stands for the point
			l.setSharing(at, left)
			l.net.Listed(l.net.First[at], at, near, 1)
			l.net.Insert(l.net.First[at])
		} else {
			l.count(near, at, -1)
			if f := l.view.leaves.forest; f != nil {
				f.Remove(at, l.view.points.x.Row(int(at)))
			}
			_ = l.net.Index.Remove(at, &counter{}) // which limits nothing, so there is no error
		}
	}
	if len(left) > 0 {
		l.setSharing(at, left)
		l.resolve(at)
	}
	l.net.Place[row] = -1
}

// tidy begins anew once most of the rows that came are gone, so that memory follows the samples present.
func (l *Learner) tidy() {
	if len(l.net.Place) < 2*len(l.rows)+1024 {
		return
	}
	if m, err := l.Model(); err == nil { // else it goes on as it is
		_ = l.begin(m, Control{})
	}
}

// present is the samples.
func (l *Learner) present() Dataset {
	d := Dataset{X: Matrix{Columns: l.data.X.Columns}, Values: Matrix{Columns: l.data.Values.Columns}}
	d.X.Data, d.Values.Data = make([]float64, 0, len(l.rows)*d.X.Columns), make([]float64, 0, len(l.rows)*d.Values.Columns)
	for _, row := range l.rows {
		d.add(l.data, int(row))
	}
	return d
}

// Model is a model of this moment: bit for bit FitSQANN of the samples present with the options of SQANN.Like, but for
// Report.Steps. It is made once after a change, in O(N log N).
func (l *Learner) Model() (*SQANN, error) {
	if l.model != nil {
		return l.model, nil
	}
	m, err := newSQANN(l.present(), l.like, nil)
	if err == nil {
		err = m.findReach()
	}
	if err != nil {
		return nil, err
	}
	if err := l.net.HandOver(m.network, func(point int) int32 { return l.rows[m.points.rows.At(point)[0]] }, m.newAccount()); err != nil {
		return nil, err
	}
	m, err = m.finished()
	l.model = m
	return m, err
}

func (l *Learner) FeatureCount() int { return l.view.FeatureCount() }
func (l *Learner) OutputCount() int  { return l.view.OutputCount() }
func (l *Learner) Classes() []Label  { return l.view.Classes() }
func (l *Learner) SampleCount() int  { return len(l.rows) }

// RowCost is what an answer to one row costs at most.
func (l *Learner) RowCost() int {
	return l.net.Index.Present() * (aSigmoid + 4*l.FeatureCount() + l.OutputCount())
}

// Bytes is about what it keeps in memory, the model of this moment included.
func (l *Learner) Bytes() (bytes int64) {
	const perPair = 8 // an entry of lists
	if l.model != nil {
		bytes = l.model.Bytes()
	}
	return bytes + l.pointBytes(len(l.net.Place)) + int64(l.net.Pairs)*perPair + l.data.nameBytes()
}

// pointBytes is about what so many points take: a node with some signals, its place, its rows, and its numbers.
func (l *Learner) pointBytes(points int) int64 {
	return int64(points) * int64(150+8*(4*l.FeatureCount()+3*l.OutputCount()))
}

// answering is what answers rows: the network as it is now, or a model of this moment where that can't.
func (l *Learner) answering() (*SQANN, error) {
	if l.model != nil || !l.answers() {
		return l.Model()
	}
	return l.view, nil
}

// answers says whether the network as it is can answer, without a model of this moment.
func (l *Learner) answers() bool {
	how := l.like.Interpolation.Mode
	return l.view.network.Rule.Uniform() && how != InterpolateLayerwise && how != InterpolateFunction
}

// Predict answers every row of x as Model does, with the same bits. A row costs O(log N + the points near it), in many
// features a part of all distances.
func (l *Learner) Predict(x Matrix) (*Predictions, error) {
	m, err := l.answering()
	if err != nil {
		return nil, err
	}
	return m.Predict(x)
}

// Examine answers every row of x as Predict does, and says how well each is known.
func (l *Learner) Examine(x Matrix) (*Examination, error) {
	m, err := l.answering()
	if err != nil {
		return nil, err
	}
	return m.Examine(x)
}
