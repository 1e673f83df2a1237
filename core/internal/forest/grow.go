package forest

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Forest is some trees with samples in their leaves.
type Forest struct {
	given []int // of each of the first columns that the trees know: the one that it was given as
	pairs []pair
	trees []tree
	y     *Outcomes // of the samples that stand in the leaves
	count int32     // of these, and those that are gone
}

// tree has its nodes each before those below it, the lower side next to it.
type tree struct {
	nodes []node
	next  []int32 // of each sample: another one in its leaf
}

// node parts its samples: those up to a threshold, and the others.
type node struct {
	at     float64
	column int32 // -1: it is a leaf
	above  int32 // the node of the others
	size   int32 // samples in it
	first  int32 // of a leaf: one of its samples
}

// deepest a tree is. Only columns made for it need more, and they would take time with the square of the samples.
const deepest = 100

// Grow makes a forest of a set, whose samples all stand in its leaves. goOn is asked now and then, and can end it by an error.
// O(trees · samples · columns/3 · depth).
func Grow(s *Set, trees int, goOn func() error) (*Forest, error) {
	f := &Forest{given: s.given, pairs: s.pairs, trees: make([]tree, trees), y: s.Outcomes, count: int32(s.count)}
	growers := make([]*grower, parallel.Processors())
	group := max(1, len(growers))
	for first := 0; first < trees; first += group {
		if err := goOn(); err != nil {
			return nil, err
		}
		parallel.InParts(len(growers), min(group, trees-first), parallel.SomeMilliseconds, 1, func(worker, from, to int) {
			if growers[worker] == nil {
				growers[worker] = newGrower(s)
				if len(growers) == 1 { // a large tree takes longer than anybody should wait for; goOn isn't for several at once
					growers[worker].goOn = goOn
				}
			}
			for t := first + from; t < first+to; t++ {
				f.trees[t].nodes = growers[worker].tree(keyOf(t))
			}
		})
		if g := growers[0]; g != nil && g.ended != nil {
			return nil, g.ended
		}
	}
	f.stand(s.columns)
	return f, nil
}

// keyOf is what tree t draws with.
func keyOf(t int) uint64 { return mix(mix(uint64(t) + 1)) }

// MostGrowing samples grow a tree, about; half of them where these are fewer.
const MostGrowing = 8192

// grows says whether the tree of a key grows on a sample.
func (s *Set) grows(key uint64, sample int) bool {
	return mix(key^s.hash[sample])>>11 < s.below
}

// The ways on from a node.
const toLower, toUpper = 0xa5a5a5a5a5a5a5a5, 0x5a5a5a5a5a5a5a5a

// grower has the room in which one tree after the other grows.
type grower struct {
	*Set
	room
	drawn       []int32 // all columns, those drawn first
	constant    []bool  // columns that don't part the samples here, and on all ways from here
	constants   []int32 // these, the first found first
	total, left []int64 // sums of the node's outcomes, and of those up to a threshold
	counts, per []int64 // of each value: samples, and sums of their outcomes
	keys, spare []int64
	nodes       []node
	goOn        func() error // nil: not asked within a tree
	ended       error        // what it said
}

func newGrower(s *Set) *grower {
	return &grower{Set: s, room: room{columns: s.columns, moved: make([]int32, s.count)}, drawn: make([]int32, len(s.columns)), constant: make([]bool, len(s.columns)),
		total: make([]int64, s.Outputs), left: make([]int64, s.Outputs)}
}

// tree grows one.
func (g *grower) tree(key uint64) []node {
	var in []int32
	for i := range g.count {
		if g.grows(key, i) {
			in = append(in, int32(i))
		}
	}
	if g.nodes = nil; len(in) == 0 {
		return []node{{column: -1}}
	}
	g.grow(in, key, 0)
	return slices.Clip(g.nodes)
}

// manySamples take some microseconds to part; before them goOn is asked.
const manySamples = 64

// grow makes the node of some samples, and those below it.
func (g *grower) grow(in []int32, key uint64, depth int) {
	at := len(g.nodes)
	g.nodes = append(g.nodes, node{column: -1})
	if g.goOn != nil && g.ended == nil && len(in) >= manySamples {
		g.ended = g.goOn()
	}
	if depth == deepest || g.ended != nil || g.agree(in) {
		return
	}
	known := len(g.constants)
	if column, threshold := g.best(in, key); column >= 0 {
		lower := g.part(in, column, threshold)
		g.nodes[at].column, g.nodes[at].at = column, threshold
		g.grow(in[:lower], mix(key^toLower), depth+1)
		g.nodes[at].above = int32(len(g.nodes))
		g.grow(in[lower:], mix(key^toUpper), depth+1)
	}
	for _, c := range g.constants[known:] {
		g.constant[c] = false
	}
	g.constants = g.constants[:known]
}

// agree sums up the outcomes, and says whether they are all the same.
func (g *grower) agree(in []int32) bool {
	clear(g.total)
	if g.Numbers == nil {
		for _, i := range in {
			g.total[g.Class[i]]++
		}
		return g.total[g.Class[in[0]]] == int64(len(in))
	}
	same, first := true, g.Numbers[int(in[0])*g.Outputs:]
	for _, i := range in {
		for m := range g.Outputs {
			v := g.Numbers[int(i)*g.Outputs+m]
			g.total[m] += v
			same = same && v == first[m]
		}
	}
	return same
}

// best draws a third of the columns that part the samples, and finds the threshold with the least sum of squares; -1: none does.
func (g *grower) best(in []int32, key uint64) (column int32, threshold float64) {
	for c := range g.drawn {
		g.drawn[c] = int32(c)
	}
	column = -1
	score, wanted := math.Inf(-1), (len(g.drawn)+2)/3
	for i := 0; i < len(g.drawn) && wanted > 0; i++ {
		key = mix(key)
		other := i + int(key%uint64(len(g.drawn)-i))
		g.drawn[i], g.drawn[other] = g.drawn[other], g.drawn[i]
		c := g.drawn[i]
		if g.constant[c] {
			continue
		}
		s, at, parts := g.threshold(in, c)
		if !parts {
			g.constant[c] = true
			g.constants = append(g.constants, c)
			continue
		}
		wanted--
		if s > score || s == score && c < column {
			score, column, threshold = s, c, at
		}
	}
	return column, threshold
}

// threshold is the best one of a column, the lowest on ties, and its score; a column with one value alone parts nothing.
func (g *grower) threshold(in []int32, c int32) (score, at float64, parts bool) {
	rank, values := g.rank[c], g.values[c]
	score = math.Inf(-1)
	clear(g.left)
	taken, last := 0, int32(-1)
	// between is a threshold above those taken, the last of which has a rank, and below the next one.
	between := func(next int32) {
		if s := g.score(taken, len(in)); s > score {
			low, high := values[last], values[next]
			if score, at = s, low+float64((high-low)/2); !(at < high) {
				at = low
			}
		}
	}
	if n := len(values); n*(g.Outputs+1) <= 2*len(in) { // few values: what has each is counted
		g.counts, g.per = cleared(g.counts, n), cleared(g.per, n*g.Outputs)
		for _, i := range in {
			r := int(rank[i])
			g.counts[r]++
			g.addTo(g.per[r*g.Outputs:(r+1)*g.Outputs], i)
		}
		for r, count := range g.counts {
			if count == 0 {
				continue
			}
			if taken > 0 {
				between(int32(r))
			}
			taken, last = taken+int(count), int32(r)
			for m, v := range g.per[r*g.Outputs : (r+1)*g.Outputs] {
				g.left[m] += v
			}
		}
		return score, at, taken > 0 && score > math.Inf(-1)
	}
	g.keys = g.keys[:0]
	for _, i := range in {
		g.keys = append(g.keys, sorting.KeyOf(rank[i], i))
	}
	g.spare = sorting.SortKeys(g.keys, g.spare)
	for _, key := range g.keys {
		r := int32(key >> 32)
		if r != last && taken > 0 {
			between(r)
		}
		taken, last = taken+1, r
		g.addTo(g.left, sorting.ItemOf(key))
	}
	return score, at, score > math.Inf(-1)
}

func resized(list []int64, n int) []int64 { return slices.Grow(list[:0], n)[:n] }

func cleared(list []int64, n int) []int64 {
	list = resized(list, n)
	clear(list)
	return list
}

// addTo adds a sample's outcome to sums.
func (g *grower) addTo(sums []int64, sample int32) {
	if g.Numbers == nil {
		sums[g.Class[sample]]++
		return
	}
	for m, v := range g.Numbers[int(sample)*g.Outputs : (int(sample)+1)*g.Outputs] {
		sums[m] += v
	}
}

// score of a threshold is what its two sides take off the sum of squares, but for what all thresholds share: the squares of
// their sums by their sizes.
func (g *grower) score(taken, all int) (sum float64) {
	lower, upper := 1/float64(taken), 1/float64(all-taken)
	for m, left := range g.left {
		l, r := float64(left), float64(g.total[m]-left)
		sum += float64(float64(l*l)*lower) + float64(float64(r*r)*upper)
	}
	return sum
}
