package core

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/xaia-go/xaia/core/internal/forest"
	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Forest says how the leaves of trees take part in the answers between samples (docs/spec.md 3.17). A tree asks of the input
// whether a feature is above a threshold, again and again, and the samples that give the same answers stand in the leaf that
// it comes to. Each sample of a leaf has the same weight there; the leaves' answer is the mean over the trees.
//
//	answer = (1 - Share) · (the interpolation's answer) + Share · (the leaves' answer)
type Forest struct {
	Use     Switch  // FromPreset: as the interpolation "auto" finds by samples held back; On and Share 0: the best share
	Share   float64 // of the leaves, 0 to 1
	Leaf    int     // samples at least in a leaf that answers; 0: 1
	Trees   int     // 0: 30
	NoPairs bool    // no columns that say what the most similar column doesn't tell
}

const (
	forestTrees = 30
	mostTrees   = 1000
)

func (f Forest) check(o SQANNOptions) error {
	const path = "forest"
	switch {
	case f.Use > Off:
		return badOption(path, "forest is unknown.", "Use FromPreset, On or Off.")
	case !(f.Share >= 0 && f.Share <= 1):
		return badOption(path+".share", "forest.share is "+ftoa(f.Share)+".", "Give a number from 0 to 1, or omit it: the share is found by samples held back.")
	case f.Leaf < 0 || f.Leaf > math.MaxInt32:
		return badOption(path+".leaf", "forest.leaf is "+itoa(f.Leaf)+".", "Give how many samples a leaf has at least, such as 5, or omit it.")
	case f.Trees < 0 || f.Trees > mostTrees:
		return badOption(path+".trees", "forest.trees is "+itoa(f.Trees)+".", "Give a whole number from 1 to "+itoa(mostTrees)+".")
	case f.Use != On:
		return nil
	case o.Skip != On:
		return badOption(path, "A forest needs the skip connection: without it, deeper layers don't see the features.", `Set skip to true, or use preset "xaia".`)
	case o.Balanced:
		return forestWeighs()
	}
	if mode := o.Interpolation.Mode; mode != InterpolateTop && mode != InterpolateLocal && mode != InterpolateAuto {
		return badOption(path, "A forest stands beside the interpolations top and local.", "Use one of these, or set forest to false.")
	}
	return nil
}

func forestWeighs() *Error {
	return badOption("forest", "A forest doesn't weigh samples.", "Omit the weights, or set forest to false.")
}

// leaves are the samples of a network in the leaves of a forest. Models that differ in their interpolation alone share them.
type leaves struct {
	once      sync.Once
	forest    *forest.Forest
	set       *forest.Set // that it grew on, until the fit has ended
	y         *forest.Outcomes
	low, unit []float64 // an outcome is low + unit · the forest's number; nil for classes
}

// numberSteps are those into which the range of an outcome is divided.
const numberSteps = 1 << 36

// outcomesOf makes numbers of the points' outputs: those of another set's range, if it is given.
func (v *leaves) outcomesOf(p *points, low, unit []float64) error {
	v.y, v.low, v.unit = &forest.Outcomes{Outputs: p.alpha.Columns}, low, unit
	if p.classes == nil && low == nil {
		for k := range p.alpha.Columns {
			least, most := inf, -inf
			for i := range p.count() {
				y := p.alpha.Row(i)[k]
				least, most = math.Min(least, y), math.Max(most, y)
			}
			step := (most - least) / numberSteps
			if step == 0 {
				step = 1
			}
			v.low, v.unit = append(v.low, least), append(v.unit, step)
		}
	}
	for i := range p.count() {
		if !v.canSee(p.alpha.Row(i)) {
			return farFromForest(p.rows.At(i)[0])
		}
		v.see(int32(i), p.alpha.Row(i))
	}
	return nil
}

// mostSteps is beyond what sums of numbers may be of.
const mostSteps = 1 << 42

// canSee says whether an output is near enough to those that the forest grew on.
func (v *leaves) canSee(y []float64) bool {
	for k := range v.low {
		if !(math.Abs((y[k]-v.low[k])/v.unit[k]) <= mostSteps) {
			return false
		}
	}
	return true
}

func farFromForest(row int) *Error {
	e := NewError(InvalidInput, "y["+itoa(row)+"] is more than 60 times the range of the outcomes that the model's forest grew on away.", "Correct it, or fit anew with such samples.").At(row, -1)
	e.among = func(number []int) *Error { return farFromForest(number[row]) }
	return e
}

// see takes a point's output.
func (v *leaves) see(point int32, y []float64) {
	if v.low == nil {
		for len(v.y.Class) <= int(point) {
			v.y.Class = append(v.y.Class, 0)
		}
		v.y.Class[point] = int32(argmax(y))
		return
	}
	for len(v.y.Numbers) < (int(point)+1)*len(y) {
		v.y.Numbers = append(v.y.Numbers, 0)
	}
	for k, y := range y {
		v.y.Numbers[int(point)*len(v.low)+k] = int64(math.Round((y - v.low[k]) / v.unit[k]))
	}
}

// value makes an outcome of the forest's numbers.
func (v *leaves) value(y []float64) {
	for k := range v.low {
		y[k] = v.low[k] + float64(v.unit[k]*y[k])
	}
}

func columnsOf(x Matrix) [][]float64 {
	columns := make([][]float64, x.Columns)
	for j := range columns {
		columns[j] = make([]float64, x.Rows)
		for i := range columns[j] {
			if v := x.Data[i*x.Columns+j]; !tooSmall(v) { // else it is 0 to distances
				columns[j][i] = v
			}
		}
	}
	return columns
}

// needsLeaves says whether answers need them.
func (m *SQANN) needsLeaves() bool { return m.Interpolation().Forest.Share > 0 }

// forestBytes is about what a forest takes while it grows, and what it keeps.
func (m *SQANN) forestBytes(how Forest) (grow, keep int64) {
	const perNode, perSample, perNumber = 24, 4, 56 // of a column and its pair: values, each value once, ranks
	points := int64(m.points.count())
	keep = int64(cmp.Or(how.Trees, forestTrees)) * (perNode*min(points, 2*forest.MostGrowing) + perSample*points)
	return keep + perNumber*points*int64(m.FeatureCount()), keep
}

// findLeaves grows the forest, or takes its trees from the options.
func (m *SQANN) findLeaves(how Forest, account *counter) (err error) {
	v := m.leaves
	v.once.Do(func() {
		grow, keep := m.forestBytes(how)
		if err = account.Reserve(grow); err != nil {
			return
		}
		defer account.Release(grow - keep)
		columns := columnsOf(m.points.x)
		var low, unit []float64
		given := m.options.grown
		if f := m.options.Frame; f != nil {
			given = f.Forest
		}
		if given != nil {
			low, unit = given.low, given.unit
		}
		if err = v.outcomesOf(m.points, low, unit); err != nil {
			return
		}
		if given != nil {
			v.forest = given.trees.Stand(columns, v.y)
			return
		}
		v.set = forest.NewSet(columns, v.y, !how.NoPairs)
		v.forest, err = forest.Grow(v.set, cmp.Or(how.Trees, forestTrees), func() error { return account.MayGoOn(0) })
	})
	return err
}

// standing is the leaves of a finished model.
func (m *SQANN) standing() *leaves {
	_ = m.findLeaves(m.Interpolation().Forest, &counter{})
	return m.leaves
}

// share finds the share of the leaves unless it is given, by what the trees that didn't grow on them say to the rows judged. It is a question of least
// squares: of v in answer + v·free·(leaves - between).
func (j *judge) share(taken *trial) error {
	m, asked := j.m, j.m.options.Interpolation.Forest
	if err := m.findLeaves(asked, j.account); err != nil {
		if e, is := err.(*Error); !is || e.Code != TooLarge || asked.Use == On {
			return err
		}
		m.leaves = new(leaves) // there is room for the network alone
		j.exactness(taken, nil, 0)
		return nil
	}
	v := m.leaves
	place, points := make([]int, len(j.order)), make([]int, len(j.judged))
	for i := range m.points.count() {
		for _, row := range m.points.rows.At(i) {
			place[row] = i
		}
	}
	for at, row := range j.judged {
		points[at] = place[row]
	}
	outputs, size := m.OutputCount(), max(asked.Leaf, 1)
	held, product, squares := v.forest.Held(v.set, points, size), 0.0, 0.0
	for at, row := range j.judged {
		said := held[at*outputs : (at+1)*outputs]
		v.value(said)
		for k, want := range j.truth.Row(row) {
			if d := float64(taken.free[at]*(said[k]-taken.between[at*outputs+k])) / j.unit[k]; d == d { // else every tree grew on it
				product += float64(d * (want - taken.values[at*outputs+k]) / j.unit[k])
				squares += float64(d * d)
			}
		}
	}
	v.set = nil
	share := asked.Share
	if share == 0 && squares > 0 && product > 0 {
		share = math.Min(1, product/squares)
	}
	j.exactness(taken, held, share)
	if share > 0 {
		m.chosen.Pairs = v.forest.Pairs()
		m.chosen.Interpolation.Forest = Forest{Use: On, Share: share, Leaf: size, Trees: cmp.Or(asked.Trees, forestTrees), NoPairs: asked.NoPairs}
	} else {
		m.leaves = new(leaves)
	}
	return nil
}

// leavesAnswer is what the leaves say to an input.
type leavesAnswer struct {
	asker  *forest.Asker
	share  float64 // of the model's answer between samples; 0: they weren't asked
	rest   float64 // of this answer
	value  []float64
	trees  []int32   // of each neuron that made the answer, in how many trees it shares the input's leaf
	spread []float64 // for each output the weighted deviation of their samples
}

// mixLeaves mixes the leaves' answer into that of the interpolation. rest is the part of the answer that both make.
func (m *SQANN) mixLeaves(a *answer, how *Forest, rest float64) {
	l := &a.leaves
	if l.share = how.Share; l.share == 0 {
		return
	}
	v := m.standing()
	if l.asker == nil || l.asker.Forest != v.forest {
		l.asker = v.forest.NewAsker()
	}
	l.rest, l.value = float64(rest*l.share), resized(l.value, len(a.value))
	l.asker.Answer(l.value, a.x, max(how.Leaf, 1))
	v.value(l.value)
	for k, y := range l.value {
		a.value[k] += float64(l.share * (y - a.value[k]))
	}
}

// addLeaves adds the leaves' samples to the neurons that made the answer.
func (m *SQANN) addLeaves(a *answer, how *Forest) {
	l := &a.leaves
	if l.trees, l.spread = l.trees[:0], l.spread[:0]; l.share == 0 {
		return
	}
	found := l.asker.Weigh(a.x, max(how.Leaf, 1))
	order := sorting.Identity(len(found))
	for k, mean := range l.value {
		sum, away := 0.0, make([]float64, len(found))
		for i, w := range found {
			away[i] = math.Abs(m.points.alpha.Row(int(w.Sample))[k] - mean)
		}
		sorting.SortNumbers(order, func(i, j int) int { // the sum is then that of a learner, too
			return cmp.Or(cmp.Compare(found[j].Weight, found[i].Weight), cmp.Compare(away[i], away[j]))
		})
		for _, i := range order {
			sum += float64(found[i].Weight * float64(away[i]*away[i]))
		}
		l.spread = append(l.spread, math.Sqrt(sum))
	}
	first := a.made
	trees := make([]int32, len(first))
	for _, w := range found {
		i := slices.IndexFunc(first, func(c network.Neuron) bool { return c.Point == w.Sample })
		if i < 0 {
			if l.rest == 0 {
				continue
			}
			i = len(a.made)
			made := a.seen.Neuron(w.Sample)
			made.Weight = 0
			a.made, trees = append(a.made, made), append(trees, 0)
		}
		a.made[i].Weight += float64(l.rest * w.Weight)
		trees[i] = w.Trees
	}
	order = sorting.Identity(len(a.made))
	sorting.SortNumbers(order, func(i, j int) int {
		one, other := &a.made[i], &a.made[j]
		return cmp.Or(cmp.Compare(other.V, one.V), cmp.Compare(one.D2, other.D2), cmp.Compare(one.Rank, other.Rank))
	})
	made := slices.Clone(a.made)
	for to, from := range order {
		a.made[to] = made[from]
		l.trees = append(l.trees, trees[from])
	}
}

// mostApart samples are compared with an input, and so many partings are told.
const mostApart, mostPartings = 8, 3

// apart says what parts an input from the samples of its strongest neurons.
func (m *SQANN) apart(a *answer) (list []Parting) {
	var samples [][]float64
	for i := range a.made[:min(mostApart, len(a.made))] {
		samples = append(samples, m.points.x.Row(int(a.made[i].Point)))
	}
	s := &m.points.scaler
	for _, p := range a.leaves.asker.Apart(a.x, samples) {
		if len(list) == mostPartings {
			break
		}
		if s.relevance != nil {
			p.At /= s.relevance[p.Column]
		}
		if s.kind != ScaleNone {
			p.At = s.shift[p.Column] + float64(p.At*s.divide[p.Column])
		}
		list = append(list, Parting{p.Column, p.At, p.Above, p.Times})
	}
	return list
}

// ForestPairs lists the features of each pair: the forest's trees also know what the second one doesn't tell of the first.
func (m *SQANN) ForestPairs() [][2]int {
	switch {
	case !m.needsLeaves():
		return nil
	case m.chosen != nil:
		return slices.Clone(m.chosen.Pairs)
	}
	return m.standing().forest.Pairs()
}

// mixed is what an answer has of a number of the interpolation and one of the leaves.
func (l *leavesAnswer) mixed(spread float64, output int) float64 {
	if l.share == 0 {
		return spread
	}
	return spread + float64(l.share*(l.spread[output]-spread))
}

// GrownForest is the trees of a model's forest, without the samples in their leaves.
type GrownForest struct {
	trees     *forest.Forest
	low, unit []float64
}

// grown is that of a model; nil where answers don't need one.
func (m *SQANN) grown() *GrownForest {
	if !m.needsLeaves() {
		return nil
	}
	v := m.standing()
	return &GrownForest{v.forest, v.low, v.unit}
}

// Pack is the trees as a list of numbers, for UnpackForest.
func (g *GrownForest) Pack() []float64 {
	list := []float64{float64(len(g.low))}
	list = append(append(list, g.low...), g.unit...)
	return g.trees.Pack(list)
}

// UnpackForest reads what Pack made, for so many features and outputs.
func UnpackForest(list []float64, features, outputs int) (*GrownForest, error) {
	g := new(GrownForest)
	if len(list) > 0 && list[0] == float64(outputs) && len(list) > 2*outputs {
		g.low, g.unit, list = list[1:1+outputs], list[1+outputs:1+2*outputs], list[2*outputs:]
	}
	if len(list) > 0 && (g.low != nil || list[0] == 0) && finite(g.low) && !slices.ContainsFunc(g.unit, func(v float64) bool { return !(v > 0 && v <= math.MaxFloat64) }) {
		g.trees = forest.Unpack(list[1:], features, mostTrees)
	}
	if g.trees == nil {
		return nil, notAModel("its forest is damaged.", -1)
	}
	return g, nil
}
