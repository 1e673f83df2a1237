package forest

import "math"

// leaf is the smallest node on the way of x down in which so many samples stand.
func (t *tree) leaf(x []float64, least int32) int32 {
	for k := int32(0); ; {
		n := &t.nodes[k]
		if n.column < 0 {
			return k
		}
		next := n.next(k, x)
		if t.nodes[next].size < least {
			return k
		}
		k = next
	}
}

// each visits the samples in a node.
func (t *tree) each(k int32, visit func(sample int32)) {
	for left := t.nodes[k].size; left > 0; {
		n := &t.nodes[k]
		switch {
		case n.size == 0: // nor in those below it
			k = t.beyond(k)
			continue
		case n.column < 0:
			for i := n.first; i != none; i = t.next[i] {
				visit(i)
			}
			left -= n.size
		}
		k++
	}
}

// beyond is the node after those below a node.
func (t *tree) beyond(k int32) int32 {
	for t.nodes[k].column >= 0 {
		k = t.nodes[k].above
	}
	return k + 1
}

// Weighed is a sample that answers.
type Weighed struct {
	Sample, Trees int32   // in so many trees it shares the input's leaf
	Weight        float64 // those of all samples sum to 1
}

// Asker has the room in which one input after the other is weighed.
type Asker struct {
	*Forest
	x     []float64
	sums  []int64
	at    []int32 // of each sample: its place among those found, from 1; 0: none
	found []Weighed
}

func (f *Forest) NewAsker() *Asker { return &Asker{Forest: f} }

// Weigh finds the samples that answer x, a number for each column as they were given, from leaves of at least so many samples. They
// are good until the next call.
func (a *Asker) Weigh(x []float64, least int) []Weighed {
	a.x = a.row(a.x, x)
	for _, w := range a.found {
		a.at[w.Sample] = 0
	}
	for len(a.at) < int(a.count) {
		a.at = append(a.at, 0)
	}
	a.found = a.found[:0]
	for k := range a.trees {
		t := &a.trees[k]
		leaf := t.leaf(a.x, int32(least))
		each := 1 / float64(t.nodes[leaf].size)
		t.each(leaf, func(i int32) {
			if a.at[i] == 0 {
				a.found = append(a.found, Weighed{Sample: i})
				a.at[i] = int32(len(a.found))
			}
			w := &a.found[a.at[i]-1]
			w.Trees++
			w.Weight += each
		})
	}
	for i := range a.found {
		a.found[i].Weight /= float64(len(a.trees))
	}
	return a.found
}

// Answer is the mean of the samples' outcomes by their weights: of numbers as the trees have them, or the share of each class.
// Unlike a sum over Weigh it has the same bits whatever the order of the samples.
func (a *Asker) Answer(dst, x []float64, least int) {
	a.x = a.row(a.x, x)
	clear(dst)
	for k := range a.trees {
		t := &a.trees[k]
		a.sums = a.addMean(dst, t, t.leaf(a.x, int32(least)), none, a.sums)
	}
	for m := range dst {
		dst[m] /= float64(len(a.trees))
	}
}

// addMean adds the mean outcome of the samples in a node, one of them left out.
func (f *Forest) addMean(dst []float64, t *tree, leaf, without int32, room []int64) []int64 {
	size := float64(t.nodes[leaf].size)
	if without != none {
		size--
	}
	sums, y := resized(room, len(dst)), f.y
	clear(sums)
	t.each(leaf, func(i int32) {
		switch {
		case i == without:
		case y.Numbers == nil:
			sums[y.Class[i]]++
		default:
			for m := range sums {
				sums[m] += y.Numbers[int(i)*len(sums)+m]
			}
		}
	})
	for m, sum := range sums {
		dst[m] += float64(sum) / size
	}
	return sums
}

// Held answers some samples of the set that the forest grew on by the trees that didn't grow on them, each without itself: from its
// smallest node with so many others. Where every tree grew on a sample, its row is NaN. O(trees · samples · (depth + least)).
func (f *Forest) Held(s *Set, samples []int, least int) []float64 {
	held := make([]float64, len(samples)*s.Outputs)
	x, sums := make([]float64, len(s.columns)), []int64(nil)
	for at, i := range samples {
		for c := range x {
			x[c] = s.columns[c][i]
		}
		row, asked := held[at*s.Outputs:(at+1)*s.Outputs], 0
		for k := range f.trees {
			t := &f.trees[k]
			if s.grows(keyOf(k), i) {
				continue
			}
			leaf := t.leaf(x, int32(least+1))
			if t.nodes[leaf].size < 2 { // nobody else: the tree has one sample
				continue
			}
			asked++
			sums = f.addMean(row, t, leaf, int32(i), sums)
		}
		for m := range row {
			if row[m] /= float64(asked); asked == 0 {
				row[m] = math.NaN()
			}
		}
	}
	return held
}
