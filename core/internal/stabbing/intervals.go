package stabbing

// Intervals answers which neurons of a TNN are neither 0 nor 1 at an x. Each is so in an interval around
// the middle of the gap below its sample. The middles ascend, and k of them are at or below x:
//
//	k: a table says how many middles lie before each of N equal cells between the first and the last middle;
//	  those in x's own cell are searched
//	which: the k are divided into blocks; each block lists, in order, the intervals that contain any x with such a k
//
// An interval whose ends have k from a to b is in the blocks a/block to b/block. A block has at least two k, and so many
// that the lists have fewer than seven entries an interval. Where many intervals overlap, blocks are as long as the
// answers.
//
// Building costs O(N log N). A query reads one list and the listed samples, which are mostly neighbours: O(1 + reported
// intervals) where the middles are spread evenly and few intervals overlap, else at most O(log N + average overlap).
// Memory: 4 bytes an entry. (With the intervals' ends in the lists, 24 bytes an entry, a million samples took 136 MB
// instead of 102, and a query took a quarter longer.)
type Intervals struct {
	X           []float64 // of the neurons, ascending
	gap0        float64   // below the lowest
	gaps        float64   // how many of its gap an interval reaches to both sides of its middle
	first, last float64   // middles
	cells       []int32   // how many middles are before cell i
	per         float64   // cells a unit
	shift       int       // a block has 1<<shift k
	start       []int32   // block i lists list[start[i]:start[i+1]]
	list        []int32
}

func New(x []float64, gap0, a float64) *Intervals {
	n := len(x)
	t := &Intervals{X: x, gap0: gap0, gaps: Saturation / (2 * a), cells: make([]int32, n+1), shift: 1}
	if n == 0 {
		t.start = make([]int32, 2)
		return t
	}
	t.first, t.last = t.middle(0), t.middle(n-1)
	t.per = float64(n) / (t.last - t.first)
	if t.last > t.first {
		for i := range n {
			t.cells[t.cell(t.middle(i))+1]++
		}
		for i := range n {
			t.cells[i+1] += t.cells[i]
		}
	}
	from, to := make([]int32, n), make([]int32, n)
	for i := range n {
		low, high := t.unsaturated(i, t.Gap(i))
		from[i], to[i] = int32(t.Below(low)), int32(t.Below(high))
	}
	for t.entries(from, to) > 6*n+8 {
		t.shift++
	}
	t.start = make([]int32, n>>t.shift+2)
	next := t.start[1:]
	for i := range from {
		for b := from[i] >> t.shift; b <= to[i]>>t.shift; b++ {
			next[b]++
		}
	}
	end := int32(0)
	for b, count := range next {
		next[b] = end
		end += count
	}
	t.list = make([]int32, end)
	for i := range from {
		for b := from[i] >> t.shift; b <= to[i]>>t.shift; b++ {
			t.list[next[b]] = int32(i)
			next[b]++
		}
	}
	return t
}

// entries is how long the lists are together.
func (t *Intervals) entries(from, to []int32) int {
	total := 0
	for i := range from {
		total += int(to[i]>>t.shift-from[i]>>t.shift) + 1
	}
	return total
}

// unsaturated is where neuron i, whose gap the caller has, is neither 0 nor 1. It passes ½ in the middle of the gap below
// its sample, and its |Wx+b| is below Saturation within so many gaps of there.
func (t *Intervals) unsaturated(i int, gap float64) (low, high float64) {
	half := float64(gap * t.gaps)
	middle := t.X[i] - gap/2
	return middle - half, middle + half
}

// Saturation is the |Wx+b| beyond which a neuron is counted as 0 or 1:
// e^-40 is less than 2^-57.
const Saturation = 40

func (t *Intervals) middle(i int) float64 { return t.X[i] - t.Gap(i)/2 }

// Gap is Δ below the i-th of X. It isn't stored: with a million samples an answer waits for memory.
func (t *Intervals) Gap(i int) float64 {
	if i == 0 {
		return t.gap0
	}
	return t.X[i] - t.X[i-1]
}

// cell is that of an x between the first and the last middle. It grows with x.
func (t *Intervals) cell(x float64) int {
	return min(int((x-t.first)*t.per), len(t.X)-1)
}

// Below is how many middles are at or below x.
func (t *Intervals) Below(x float64) int {
	n := len(t.X)
	switch {
	case n == 0 || x < t.first:
		return 0
	case x >= t.last:
		return n
	}
	c := t.cell(x)
	low, high := int(t.cells[c]), int(t.cells[c+1])
	for low < high {
		if m := (low + high) / 2; t.middle(m) <= x {
			low = m + 1
		} else {
			high = m
		}
	}
	return low
}

// Longest is how many are listed at most.
func (t *Intervals) Longest() int {
	longest := 0
	for b := range len(t.start) - 1 {
		longest = max(longest, int(t.start[b+1]-t.start[b]))
	}
	return longest
}

// Contains says whether v is in interval i, whose gap the caller has.
func (t *Intervals) Contains(i int, gap, v float64) bool {
	low, high := t.unsaturated(i, gap)
	return low <= v && v <= high
}

// Listed is the intervals that contain any x with k middles at or below it, and others.
func (t *Intervals) Listed(k int) []int32 {
	b := k >> t.shift
	return t.list[t.start[b]:t.start[b+1]]
}

// Z is a neuron's W x + b.
func Z(a, x, sample, gap float64) float64 { return a + float64(2*a*((x-sample)/gap)) }
