package forest

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

func never() error { return nil }

// example is a set with columns of many values, of few, of one, of what another one has and noise, and equal samples; of classes or
// of rows of numbers.
func example(r *rand.Rand, count, columns, outputs int, classes bool) (x [][]float64, y *Outcomes) {
	y = &Outcomes{Outputs: outputs}
	for j := range columns {
		column := make([]float64, count)
		for i := range column {
			switch (j + count) % 5 {
			case 0:
				column[i] = r.NormFloat64()
			case 1:
				column[i] = float64(r.IntN(3))
			case 2:
				column[i] = math.Round(4*r.Float64()) / 4
			case 3:
				column[i] = r.NormFloat64()
				if j > 0 {
					column[i] = 0.7*column[i] - 3*x[j-1][i]
				}
			}
		}
		x = append(x, column)
	}
	for i := range count {
		if i > 0 && r.IntN(6) == 0 {
			for j := range x {
				x[j][i] = x[j][i-1]
			}
		}
	}
	for i := range count {
		if classes {
			c := 0
			if x[0][i] > 0.3 != (x[len(x)-1][i] > 0.5) {
				c = 1 + r.IntN(outputs-1)
			}
			y.Class = append(y.Class, int32(c))
			continue
		}
		for m := range outputs {
			y.Numbers = append(y.Numbers, int64(float64(1<<32)*math.Mod(math.Abs(x[m%len(x)][i]+0.1*r.Float64()), 1)))
		}
	}
	return x, y
}

// plainTree is a tree as docs/spec.md 3.17 states it: every threshold of every column drawn is tried on all samples.
type plainTree struct {
	column       int // -1: a leaf
	at           float64
	lower, upper *plainTree
	samples      []int
}

// plainForest is one over the columns of a set.
type plainForest struct {
	x [][]float64
	y [][]float64
}

func plainOf(s *Set) *plainForest {
	p := &plainForest{x: s.columns}
	for i := range s.count {
		var row []float64
		for m := range s.Outputs {
			row = append(row, float64(s.of(int32(i), m)))
		}
		p.y = append(p.y, row)
	}
	return p
}

func (p *plainForest) grow(in []int, key uint64) *plainTree {
	t := &plainTree{column: -1}
	same := !slices.ContainsFunc(in, func(i int) bool { return !slices.Equal(p.y[i], p.y[in[0]]) })
	if len(in) == 0 || same {
		return t
	}
	columns := make([]int, len(p.x)) // numbers by content
	for c := range columns {
		columns[c] = c
	}
	best, wanted := math.Inf(-1), int(math.Ceil(float64(len(columns))/3))
	bestColumn := -1
	for i := 0; i < len(columns) && wanted > 0; i++ { // as the columns are drawn
		key = mix(key)
		o := i + int(key%uint64(len(columns)-i))
		columns[i], columns[o] = columns[o], columns[i]
		x := p.x[columns[i]]
		var values []float64
		for _, k := range in {
			values = append(values, x[k])
		}
		slices.Sort(values)
		if values = slices.Compact(values); len(values) < 2 {
			continue
		}
		wanted--
		for v := range values[1:] {
			sums, sizes := [2][]float64{make([]float64, len(p.y[0])), make([]float64, len(p.y[0]))}, [2]float64{}
			for _, k := range in {
				side := 0
				if x[k] > values[v] {
					side = 1
				}
				sizes[side]++
				for m, y := range p.y[k] {
					sums[side][m] += y
				}
			}
			score := 0.0
			for m := range len(p.y[0]) {
				score += float64(float64(sums[0][m]*sums[0][m])*(1/sizes[0])) + float64(float64(sums[1][m]*sums[1][m])*(1/sizes[1]))
			}
			if score > best || score == best && columns[i] < bestColumn {
				best, bestColumn = score, columns[i]
				if t.at = values[v] + (values[v+1]-values[v])/2; t.at >= values[v+1] {
					t.at = values[v]
				}
			}
		}
	}
	if bestColumn < 0 {
		return t
	}
	t.column = bestColumn
	return t
}

// whole grows a tree with all samples in it. key as after grow's draws of none: the node's own.
func (p *plainForest) whole(growing, all []int, key uint64) *plainTree {
	t := p.grow(growing, key)
	t.samples = all
	if t.column < 0 {
		return t
	}
	sides := func(in []int) (lower, upper []int) {
		for _, i := range in {
			if p.x[t.column][i] <= t.at {
				lower = append(lower, i)
			} else {
				upper = append(upper, i)
			}
		}
		return lower, upper
	}
	growLower, growUpper := sides(growing)
	lower, upper := sides(all)
	t.lower, t.upper = p.whole(growLower, lower, mix(key^toLower)), p.whole(growUpper, upper, mix(key^toUpper))
	return t
}

func (t *plainTree) leaf(x []float64, least int) []int {
	in := t.samples
	for t.column >= 0 {
		if x[t.column] <= t.at {
			t = t.lower
		} else {
			t = t.upper
		}
		if len(t.samples) < least {
			break
		}
		in = t.samples
	}
	return in
}

// rowOf is an input in the order of the set's columns: those given, by content, and what each of the pairs' doesn't tell.
func rowOf(s *Set, input []float64) (row []float64) {
	for _, j := range s.given {
		row = append(row, input[j])
	}
	for _, p := range s.pairs {
		row = append(row, row[p.of]-float64(p.slope*row[p.beside]))
	}
	return row
}

func TestForestAgainstAllThresholds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const trees = 12
	deep, shared, held, pairs := 0, 0, 0, 0
	for round := range 60 {
		classes, outputs := round%2 == 0, 1+r.IntN(3)
		if classes {
			outputs++
		}
		count := 2 + r.IntN(120)
		x, y := example(r, count, 1+r.IntN(9), outputs, classes)
		s := NewSet(x, y, round%3 > 0)
		f, err := Grow(s, trees, never)
		if err != nil {
			t.Fatal(err)
		}
		pairs += len(s.pairs)
		plain := plainOf(s)
		var all []int
		for i := range count {
			all = append(all, i)
		}
		var whole []*plainTree
		for k := range trees {
			var growing []int
			for i := range count {
				if s.grows(keyOf(k), i) {
					growing = append(growing, i)
				}
			}
			whole = append(whole, plain.whole(growing, all, keyOf(k)))
			deep = max(deep, len(f.trees[k].nodes))
		}
		a := f.NewAsker()
		for range 20 {
			input, least := make([]float64, len(x)), []int{1, 2, 5, 10}[r.IntN(4)]
			for j := range input {
				if input[j] = x[j][r.IntN(count)]; r.IntN(2) == 0 {
					input[j] += 0.3 * r.NormFloat64()
				}
			}
			weights, in := make([]float64, count), make([]int32, count)
			want := make([]float64, outputs)
			row := rowOf(s, input)
			for _, tree := range whole {
				leaf := tree.leaf(row, least)
				for _, i := range leaf {
					weights[i] += 1 / float64(len(leaf)) / trees
					in[i]++
					for m := range want {
						want[m] += plain.y[i][m] / float64(len(leaf)) / trees
					}
				}
			}
			sum := 0.0
			for _, w := range a.Weigh(input, least) {
				if math.Abs(w.Weight-weights[w.Sample]) > 1e-14 || w.Trees != in[w.Sample] || w.Trees == 0 {
					t.Fatalf("sample %d weighs %v in %d trees, want %v in %d", w.Sample, w.Weight, w.Trees, weights[w.Sample], in[w.Sample])
				}
				sum += w.Weight
				shared++
			}
			got := make([]float64, outputs)
			a.Answer(got, input, least)
			for m := range got {
				if math.Abs(got[m]-want[m]) > 1e-9*math.Max(1, math.Abs(want[m])) || math.Abs(sum-1) > 1e-12 {
					t.Fatalf("the answer is %v, want %v; weights sum to %v", got, want, sum)
				}
			}
		}
		for _, least := range []int{1, 5} {
			got := f.Held(s, all, least)
			for i := range count {
				var row []float64
				for _, column := range s.columns {
					row = append(row, column[i])
				}
				want, asked := make([]float64, outputs), 0.0
				for k, tree := range whole {
					if s.grows(keyOf(k), i) {
						continue
					}
					leaf := tree.leaf(row, least+1)
					if len(leaf) < 2 {
						continue
					}
					asked++
					for _, o := range leaf {
						if o != i {
							for m := range want {
								want[m] += plain.y[o][m] / float64(len(leaf)-1)
							}
						}
					}
				}
				for m := range want {
					if w := want[m] / asked; !(math.Abs(got[i*outputs+m]-w) <= 1e-9*math.Max(1, math.Abs(w))) && asked > 0 {
						t.Fatalf("sample %d is held to be %v, want %v", i, got[i*outputs+m], w)
					}
				}
				if asked > 0 {
					held++
				} else if !math.IsNaN(got[i*outputs]) {
					t.Fatalf("nobody answers sample %d, and it is held to be %v", i, got[i*outputs])
				}
			}
		}
	}
	t.Logf("up to %d nodes, %d weights, %d held, %d pairs", deep, shared, held, pairs)
	if deep < 40 || shared < 10000 || held < 5000 || pairs < 50 {
		t.Error("too few to tell")
	}
}

// The order of the samples, and that of the columns, change no bit of an answer.
func TestOrderChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for round := range 20 {
		classes, outputs, count := round%2 == 0, 2, 150
		x, y := example(r, count, 7, outputs, classes)
		rows, columns := r.Perm(count), r.Perm(len(x))
		other := make([][]float64, len(x))
		for k, j := range columns {
			for _, i := range rows {
				other[k] = append(other[k], x[j][i])
			}
		}
		first, second := NewSet(x, y, true), NewSet(other, y.pick(rows), true)
		a, err := Grow(first, 20, never)
		b, err2 := Grow(second, 20, never)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		one, two := a.NewAsker(), b.NewAsker()
		for range 50 {
			input, turned := make([]float64, len(x)), make([]float64, len(x))
			for j := range input {
				input[j] = x[j][r.IntN(count)] + 0.2*r.NormFloat64()
			}
			for k, j := range columns {
				turned[k] = input[j]
			}
			v, w := make([]float64, outputs), make([]float64, outputs)
			one.Answer(v, input, 2)
			two.Answer(w, turned, 2)
			if !slices.Equal(v, w) {
				t.Fatalf("%v, in another order %v", v, w)
			}
		}
		held, otherHeld := a.Held(first, rows, 2), b.Held(second, sorting.Identity(count), 2)
		for k := range rows {
			for m := range outputs {
				if v, w := held[k*outputs+m], otherHeld[k*outputs+m]; math.Float64bits(v) != math.Float64bits(w) {
					t.Fatalf("held %v, in another order %v", v, w)
				}
			}
		}
	}
}

// pick is the outcomes of some samples.
func (o *Outcomes) pick(rows []int) *Outcomes {
	other := &Outcomes{Outputs: o.Outputs}
	for _, i := range rows {
		if o.Numbers == nil {
			other.Class = append(other.Class, o.Class[i])
		} else {
			other.Numbers = append(other.Numbers, o.Numbers[i*o.Outputs:(i+1)*o.Outputs]...)
		}
	}
	return other
}

// Samples that come and go leave what a forest is in which the others stand from the beginning.
func TestSamplesComeAndGo(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for round := range 20 {
		classes, outputs, count := round%2 == 0, 2, 90
		x, y := example(r, count, 5, outputs, classes)
		rows := func(some []int) [][]float64 {
			list := make([][]float64, len(x))
			for j := range x {
				for _, i := range some {
					list[j] = append(list[j], x[j][i])
				}
			}
			return list
		}
		at := func(i int) []float64 {
			var row []float64
			for j := range x {
				row = append(row, x[j][i])
			}
			return row
		}
		first := sorting.Identity(40)
		grown, err := Grow(NewSet(rows(first), y.pick(first), true), 15, never)
		if err != nil {
			t.Fatal(err)
		}
		moving := grown.Stand(rows(first), y)
		for i := 40; i < count; i++ {
			moving.Add(int32(i), at(i))
		}
		gone := r.Perm(count)[:1+r.IntN(count-1)]
		for _, i := range gone {
			moving.Remove(int32(i), at(i))
		}
		left := slices.DeleteFunc(sorting.Identity(count), func(i int) bool { return slices.Contains(gone, i) })
		anew := grown.Stand(rows(left), y.pick(left))
		one, two := moving.NewAsker(), anew.NewAsker()
		for range 30 {
			input, least := at(r.IntN(count)), 1+r.IntN(6)
			v, w := make([]float64, outputs), make([]float64, outputs)
			one.Answer(v, input, least)
			two.Answer(w, input, least)
			if !slices.Equal(v, w) {
				t.Fatalf("%v after %d of %d have gone, %v without them", v, len(gone), count, w)
			}
			weights := map[int]Weighed{}
			for _, w := range two.Weigh(input, least) {
				weights[left[w.Sample]] = w
			}
			for _, w := range one.Weigh(input, least) {
				if o := weights[int(w.Sample)]; o.Trees != w.Trees || math.Abs(o.Weight-w.Weight) > 1e-15 {
					t.Fatalf("sample %d weighs %v, %v without those gone", w.Sample, w, o)
				}
				delete(weights, int(w.Sample))
			}
			if len(weights) > 0 {
				t.Fatalf("samples %v don't answer any more", weights)
			}
		}
	}
}

// On one processor, as under WebAssembly, growing asks within a tree whether to go on, and ends in its middle.
func TestGrowingEndsWithinATree(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	x, y := example(rand.New(rand.NewPCG(3, 4)), 4000, 6, 1, false)
	s := NewSet(x, y, false)
	asked, over := 0, errors.New("over")
	if _, err := Grow(s, 2, func() error { asked++; return nil }); err != nil || asked < 40 {
		t.Fatalf("it asked %d times for two trees, %v", asked, err)
	}
	left := asked / 3
	if f, err := Grow(s, 2, func() error {
		if left--; left < 0 {
			return over
		}
		return nil
	}); f != nil || err != over {
		t.Fatalf("a third of the way it says %v, with a forest %v", err, f != nil)
	}
}
