package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Learner takes samples in and gives them up one at a time. After each change its network is, bit for bit, the one that
// FitSQANN gives for the samples present with the options of SQANN.Like, and a change costs a look at the samples near it
// (grow.go), however many there are. Unlike a model it changes: it belongs to one goroutine.
type Learner struct {
	like   SQANNOptions
	data   Dataset // all rows that came, those that are gone, too
	rows   []int32 // those that are present, in order
	place  []int32 // of each row's point; -1: gone
	shared [][]int32
	index  *spatial.Growing
	grown  grown
	view   *SQANN  // its points stand at their places
	limit  float64 // beyond which samples can't matter
	query  spatial.Query
	found  []spatial.Found
	lists  [][]neighbour // of each place: the samples that can matter to it; nil where these are too many to be kept
	pairs  int           // entries of these
	others []int32       // of each place: points within the reach
	alone  int           // points without any
	merged int           // points whose rows differ in y
	base   freshness
	model  *SQANN // of this moment, if it was asked for
}

// freshness is what Stale compares with.
type freshness struct {
	asked       Interpolation // by the fit: where that was to choose, Refresh chooses anew
	samples     int
	alone       float64 // share of the points
	low, high   []float64
	least, most []float64 // since then
}

// NewLearner begins with the samples of a model with the skip connection.
func NewLearner(m *SQANN) (*Learner, error) {
	m.mustBeFitted()
	if !m.network.skip {
		return nil, NewError(Unsupported, "A learner needs the skip connection, without which a sample is felt everywhere.", `Fit with preset "xaia", or with skip.`)
	}
	l := &Learner{}
	return l, l.start(m)
}

// start begins, and is fresh.
func (l *Learner) start(m *SQANN) error {
	if err := l.begin(m); err != nil {
		return err
	}
	l.base.asked = m.options.Interpolation
	l.base.samples, l.base.alone = len(l.rows), l.shareAlone()
	for _, f := range []func(a, b float64) float64{math.Min, math.Max} {
		list := slices.Clone(m.data.X.Row(0))
		for i := range m.data.X.Rows {
			for j, v := range m.data.X.Row(i) {
				list[j] = f(list[j], v)
			}
		}
		l.base.low, l.base.high = l.base.high, list
	}
	l.base.least, l.base.most = slices.Clone(l.base.low), slices.Clone(l.base.high)
	return nil
}

// begin takes the network over.
func (l *Learner) begin(m *SQANN) error {
	p, n := m.points, m.network
	if slices.ContainsFunc(p.x.Data, tooSmall) {
		return NewError(Unsupported, "A learner can't tell samples apart whose scaled numbers are this near 0.", "Express the columns in other units.")
	}
	*l = Learner{like: m.Like(), data: m.data, index: spatial.NewGrowing(n.index), merged: p.conflicts(m.data), base: l.base, model: m}
	l.data.X.Data, l.data.Values.Data, l.data.Labels = slices.Clip(l.data.X.Data), slices.Clip(l.data.Values.Data), slices.Clip(l.data.Labels)
	l.data.Weights = slices.Clip(l.data.Weights)
	l.place = make([]int32, m.data.X.Rows)
	l.shared = make([][]int32, p.count())
	l.others = make([]int32, p.count())
	for i := range m.data.X.Rows {
		l.rows = append(l.rows, int32(i))
	}
	all := make([]int32, m.data.X.Rows)
	for i := range p.count() {
		from := len(all)
		for _, row := range p.rows.At(i) {
			l.place[row] = int32(i)
			all = append(all, int32(row))
		}
		l.shared[i] = all[from:len(all):len(all)]
	}
	l.view = &SQANN{
		data: m.data, options: l.like, learned: m.learned, need: m.need, slopes: new(slopes),
		points: &points{x: p.x, alpha: p.alpha, scaler: p.scaler, classes: p.classes, weights: slices.Clone(p.weights), classWeights: p.classWeights},
	}
	l.view.points.x.Data, l.view.points.alpha.Data = slices.Clip(p.x.Data), slices.Clone(p.alpha.Data) // resolve changes these
	l.view.network = l.view.newNetwork()
	l.view.network.q, l.view.network.grows = n.q, l
	if m.needsLine() {
		line, mine := m.line(), l.view.slopes
		mine.of, mine.penalty, mine.residuals = line.of, line.penalty, line.residuals
		mine.residuals.Data = slices.Clone(mine.residuals.Data)
		mine.once.Do(func() {})
	}
	limit := math.Max(n.passedBy(n.rule.kinds(), n.q), float64(n.q*n.q))
	l.grown = grown{
		half: n.q / 2, node: make([]*grownNode, m.data.X.Rows),
		acts: func(k int) *activation {
			layers := &l.view.network.layers
			for len(*layers) < k {
				*layers = append(*layers, l.view.network.newLayer(len(*layers)+1))
			}
			return &(*layers)[k-1].act
		},
		x: func(s int32) []float64 { return l.view.points.x.Row(int(l.place[s])) },
		near: func(s int32) []neighbour {
			if l.lists != nil {
				return l.lists[l.place[s]]
			}
			at := l.place[s]
			near, _ := l.search(at, l.view.points.x.Row(int(at)))
			return near
		},
	}
	l.limit = limit
	if err := l.list(n.index); err != nil {
		return err
	}
	if err := l.grown.take(n, func(point int) int32 { return l.shared[point][0] }); err != nil {
		return err
	}
	for i := range p.count() {
		for _, t := range l.grown.near(l.shared[i][0]) {
			if t.d2 <= l.reach2() {
				l.others[i]++
			}
		}
		if l.others[i] == 0 {
			l.alone++
		}
	}
	return nil
}

// search finds the samples near x, which may be the point at a place; else same is the place of the point that is equal to x,
// or -1.
func (l *Learner) search(at int32, x []float64) (near []neighbour, same int32) {
	l.found = l.index.Visit(l.found[:0], &l.query, x, l.limit, nil)
	near, same = make([]neighbour, 0, len(l.found)), -1
	for _, f := range l.found {
		if f.D2 == 0 && at < 0 {
			same = f.Place
		}
		if f.Place != at {
			near = append(near, neighbour{l.shared[f.Place][0], f.D2})
		}
	}
	return near, same
}

const mostListed = 64 // samples near one, on the average

// list keeps what is near each point, where that isn't too much.
func (l *Learner) list(index *spatial.Index) error {
	account := l.view.newAccount()
	places := index.Places()
	all, err := spatial.FindNeighbours(index, l.limit, nil, places, &account)
	if err != nil || all.List == nil || len(all.List) > mostListed*(len(places)+mostListed) {
		return err
	}
	l.pairs = len(all.List)
	l.lists = make([][]neighbour, len(places))
	for i, at := range places {
		x := l.view.points.x.Row(i)
		near := all.Of(at)
		list := make([]neighbour, 0, len(near))
		for _, t := range near {
			p := index.Point[t]
			list = append(list, neighbour{l.shared[p][0], spatial.SquaredDistance(x, l.view.points.x.Row(int(p)))})
		}
		l.lists[i] = list
	}
	return nil
}

// listed keeps the lists while a point comes, whose samples nearby are given, or goes.
func (l *Learner) listed(row, at int32, near []neighbour, comes bool) {
	if l.lists == nil {
		return
	}
	for _, t := range near {
		list := &l.lists[l.place[t.sample]]
		if comes {
			*list = append(*list, neighbour{row, t.d2})
		} else {
			i := slices.IndexFunc(*list, func(n neighbour) bool { return n.sample == row })
			*list = slices.Delete(*list, i, i+1)
		}
	}
	if l.lists[at] = nil; comes {
		l.lists[at] = near
		l.pairs += 2 * len(near)
	} else {
		l.pairs -= 2 * len(near)
	}
	if l.pairs > mostListed*(l.index.Present()+mostListed) {
		l.lists = nil
	}
}

// conflicts is how many points stand for rows that differ in y.
func (p *points) conflicts(d Dataset) (n int) {
	if p.merged == 0 {
		return 0
	}
	truth := d.outcomes(p.classes)
	for i := range p.count() {
		rows := p.rows.At(i)
		if slices.ContainsFunc(rows, func(row int) bool { return !slices.Equal(truth.Row(row), truth.Row(rows[0])) }) {
			n++
		}
	}
	return n
}

// tooSmall numbers can differ by what their squared distance doesn't show, and then "equal" isn't transitive.
func tooSmall(v float64) bool { return v != 0 && math.Abs(v) < 0x1p-484 }

func (l *Learner) reach2() float64 { return float64(l.view.network.q * l.view.network.q) }

func (l *Learner) shareAlone() float64 { return float64(l.alone) / float64(l.index.Present()) }

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
		if rule = *o.Duplicates; rule != l.like.Duplicates && l.merged > 0 {
			return nil, badOption("duplicates", "duplicates can't be changed: the learner has samples that were merged by the old one.", "Omit it, or begin with another model.")
		}
		if err := rule.check(d.Labels != nil); err != nil {
			return nil, err
		}
	}
	before := l.like.Duplicates
	l.setRule(rule)
	if p := l.view.points; d.Weights != nil && p.weights == nil {
		p.weights = slices.Repeat([]float64{1}, p.count())
	}
	d = d.withoutMinusZeros()
	truth := d.outcomes(l.Classes())
	result := &Learning{}
	undo := func(err error) (*Learning, error) {
		l.forget(len(l.rows) - len(result.Learned))
		l.setRule(before)
		return nil, err
	}
	for i := range d.X.Rows {
		if err := o.report(i, d.X.Rows); err != nil {
			return undo(err)
		}
		if o.Tolerance != nil {
			errors, _, err := rowErrors(l, d.pick([]int{i}), Control{})
			if err != nil {
				return undo(err)
			}
			if !(errors[0] > *o.Tolerance) {
				continue
			}
		}
		refused, err := l.learn(d, truth.Row(i), i)
		if err != nil {
			return undo(err)
		}
		if refused != nil {
			result.Refused = append(result.Refused, Refusal{i, refused})
			continue
		}
		result.Learned = append(result.Learned, i)
	}
	l.tidy()
	result.Samples = len(l.rows)
	return result, nil
}

func (l *Learner) setRule(rule DuplicateRule) {
	if rule != l.like.Duplicates {
		l.model = nil
	}
	l.like.Duplicates, l.view.options.Duplicates = rule, rule
}

// learn takes row i of d in, whose outputs are y.
func (l *Learner) learn(d Dataset, y []float64, i int) (refused *Error, err error) {
	if d.Labels != nil && !slices.Contains(y, 1) {
		return notAClass(i), nil
	}
	points := l.view.points
	x := make([]float64, d.X.Columns)
	points.scaler.apply(x, d.X.Row(i))
	for j := range x {
		x[j] += 0
	}
	if slices.ContainsFunc(x, tooSmall) {
		return NewError(InvalidInput, "X["+itoa(i)+"] is too near 0 after scaling to be told apart.", "Set such numbers to 0.").At(i, -1), nil
	}
	row := int32(len(l.place))
	near, at := l.search(-1, x)
	known := at >= 0
	if known {
		if first := l.shared[at][0]; l.like.Duplicates == DuplicatesError && !slices.Equal(l.outcome(first), y) {
			hint := illDefined(0, 0, true, d.Labels != nil).Hint
			return NewError(IllDefined, "X["+itoa(i)+"] can't be distinguished from sample "+itoa(l.rowOf(first))+", and their y differ.", hint).At(i, -1), nil
		}
	} else {
		account := l.view.newAccount()
		if at, err = l.index.Add(x, &account); err != nil {
			return nil, err
		}
	}
	l.model = nil
	l.data.add(d, i)
	l.rows = append(l.rows, row)
	l.place = append(l.place, at)
	l.grown.node = append(l.grown.node, nil)
	for j, v := range d.X.Row(i) {
		l.base.least[j], l.base.most[j] = math.Min(l.base.least[j], v), math.Max(l.base.most[j], v)
	}
	if known {
		was := l.conflict(at)
		l.shared[at] = append(l.shared[at], row)
		l.resolve(at, was)
		return nil, nil
	}
	points.x.Data = append(points.x.Data, x...)
	points.x.Rows++
	for _, v := range y {
		points.alpha.Data = append(points.alpha.Data, v+0)
	}
	points.alpha.Rows++
	if points.weights != nil {
		points.weights = append(points.weights, weightOf(points, l.data, int(at), []int32{row}))
	}
	if r := &l.view.slopes.residuals; r.Columns > 0 {
		r.Data = slices.Grow(r.Data, r.Columns)[:len(r.Data)+r.Columns]
		r.Rows++
		l.view.slopes.residual(r.Row(int(at)), x, points.alpha.Row(int(at)))
	}
	l.shared = append(l.shared, []int32{row})
	l.others = append(l.others, 0)
	if l.lists != nil {
		l.lists = append(l.lists, nil)
		l.listed(row, at, near, true)
	}
	l.count(near, at, 1)
	l.grown.insert(row)
	return nil, nil
}

// count tells the points within the reach of one that it comes (1) or goes (-1).
func (l *Learner) count(near []neighbour, at, by int32) {
	l.others[at] = 0
	for _, t := range near {
		if t.d2 > l.reach2() {
			continue
		}
		l.others[at]++
		other := &l.others[l.place[t.sample]]
		if *other == 0 {
			l.alone--
		}
		if *other += by; *other == 0 {
			l.alone++
		}
	}
	if l.others[at] == 0 {
		l.alone += int(by)
	}
}

// outcome is a row's y as outputs.
func (l *Learner) outcome(row int32) []float64 {
	if l.data.Labels == nil {
		return l.data.Values.Row(int(row))
	}
	return oneHot(l.data.Labels[row:row+1], l.Classes()).Data
}

// rowOf is the position of a row among those present.
func (l *Learner) rowOf(row int32) int {
	at, _ := slices.BinarySearch(l.rows, row)
	return at
}

// conflict says whether the rows of a point differ in y.
func (l *Learner) conflict(at int32) bool {
	rows := l.shared[at]
	first := l.outcome(rows[0])
	return slices.ContainsFunc(rows[1:], func(row int32) bool { return !slices.Equal(l.outcome(row), first) })
}

// resolve finds the output of a point whose rows have changed. was says whether these differed in y.
func (l *Learner) resolve(at int32, was bool) {
	is := l.conflict(at)
	if is && !was {
		l.merged++
	} else if was && !is {
		l.merged--
	}
	rows := l.shared[at]
	values := Matrix{Columns: l.Outputs()}
	var group []int
	for i, row := range rows {
		values.Data = append(values.Data, l.outcome(row)...)
		values.Rows++
		group = append(group, i)
	}
	y := l.view.points.alpha.Row(int(at))
	for j, v := range resolve(values, group, l.like.Duplicates) {
		y[j] = v + 0
	}
	if p := l.view.points; p.weights != nil {
		p.weights[at] = weightOf(p, l.data, int(at), rows)
	}
	if r := &l.view.slopes.residuals; r.Columns > 0 {
		l.view.slopes.residual(r.Row(int(at)), l.view.points.x.Row(int(at)), y)
	}
}

// Forget gives samples up: positions among those present, as Model numbers them. Naming one twice does no harm. An error
// changes nothing.
func (l *Learner) Forget(rows []int) error {
	gone, err := rowsOf(len(l.rows), rows)
	if err != nil {
		return err
	}
	if !slices.Contains(gone, false) {
		return NewError(InvalidInput, "All samples would be forgotten.", "Leave at least one.")
	}
	left := l.rows[:0]
	var lost []int32
	for i, row := range l.rows {
		if gone[i] {
			lost = append(lost, row)
		} else {
			left = append(left, row)
		}
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
	at := l.place[row]
	shared := l.shared[at]
	if len(shared) == 1 {
		l.grown.remove(row)
		near := l.grown.near(row)
		l.listed(row, at, near, false)
		l.count(near, at, -1)
		_ = l.index.Remove(at, &counter{}) // which limits nothing, so there is no error
		l.place[row] = -1
		return
	}
	was := l.conflict(at)
	left := slices.DeleteFunc(slices.Clone(shared), func(r int32) bool { return r == row })
	if first := left[0]; first != shared[0] { // the next row stands for the point
		l.grown.remove(row)
		near := l.grown.near(row)
		l.listed(row, at, near, false)
		l.shared[at] = left
		l.listed(first, at, near, true)
		l.grown.insert(first)
	}
	l.shared[at] = left
	l.place[row] = -1
	l.resolve(at, was)
}

// tidy begins anew once most of the rows that came are gone, so that memory follows the samples present.
func (l *Learner) tidy() {
	if len(l.place) < 2*len(l.rows)+1024 {
		return
	}
	if m, err := l.Model(); err == nil { // else it goes on as it is
		_ = l.begin(m)
	}
}

// present is the samples.
func (l *Learner) present() Dataset {
	d := Dataset{X: Matrix{Columns: l.data.X.Columns}, Values: Matrix{Columns: l.data.Values.Columns}}
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
	if err := l.grown.give(m, l.rows); err != nil {
		return nil, err
	}
	m, err = m.finished()
	l.model = m
	return m, err
}

// Refresh fits anew: scaling, relevance, reach and the rest are found from the samples present. On an error nothing has
// changed.
func (l *Learner) Refresh(c Control) error {
	o := l.like
	o.Frame, o.Interpolation, o.Control = nil, l.base.asked, c
	m, err := FitSQANN(l.present(), o)
	if err != nil {
		return err
	}
	return l.start(m)
}

// Stale says why what was found from the data set as a whole no longer fits the samples.
type Stale struct {
	Reason StaleReason
	Column int     // StaleRange: the feature
	Share  float64 // StaleReach: of the samples without another one within the reach
}

// StaleReason is one of the reasons to refresh a learner.
type StaleReason uint8

const (
	StaleCount StaleReason = iota // there are twice as many samples as at the beginning
	StaleRange                    // a feature's range has grown by more than a tenth
	StaleReach                    // the reach isn't that of the samples: it was for 95 % of them
)

// Stale is nil while scaling, reach and the rest fit the samples present. Refresh finds them anew; when is for the caller to
// say. O(features).
func (l *Learner) Stale() *Stale {
	const grown, fewest, most = 1.1, 0.025, 0.1
	b := &l.base
	for j := range b.low {
		if b.most[j]-b.least[j] > grown*(b.high[j]-b.low[j]) {
			return &Stale{Reason: StaleRange, Column: j}
		}
	}
	if share := l.shareAlone(); share < math.Min(fewest, b.alone) || share > math.Max(most, b.alone) {
		return &Stale{Reason: StaleReach, Share: share}
	}
	if len(l.rows) >= 2*b.samples {
		return &Stale{Reason: StaleCount}
	}
	return nil
}

func (l *Learner) Features() int    { return l.view.Features() }
func (l *Learner) Outputs() int     { return l.view.Outputs() }
func (l *Learner) Classes() []Label { return l.view.Classes() }
func (l *Learner) Samples() int     { return len(l.rows) }

// RowCost is what an answer to one row costs at most.
func (l *Learner) RowCost() int {
	return l.index.Present() * (aSigmoid + 4*l.Features() + l.Outputs())
}

// Bytes is about what it keeps in memory.
func (l *Learner) Bytes() int64 {
	const perPoint = 300 // a node with some signals, its place, its lists
	return int64(len(l.place)) * int64(perPoint+8*(5*l.Features()+3*l.Outputs()))
}

// answers is what answers rows: the network as it is now, or a model of this moment where that can't.
func (l *Learner) answers() (*SQANN, error) {
	switch l.like.Interpolation.Mode {
	case InterpolateLayerwise, InterpolateFunction:
		return l.Model()
	}
	if l.model != nil || !l.view.network.rule.uniform() {
		return l.Model()
	}
	return l.view, nil
}

// Predict answers every row of x as Model does, with the same bits. A row costs O(log N + the points near it), in many
// features a part of all distances.
func (l *Learner) Predict(x Matrix) (*Predictions, error) {
	m, err := l.answers()
	if err != nil {
		return nil, err
	}
	return m.Predict(x)
}

// Examine answers every row of x as Predict does, and says how well each is known.
func (l *Learner) Examine(x Matrix) (*Examination, error) {
	m, err := l.answers()
	if err != nil {
		return nil, err
	}
	return m.Examine(x)
}
