package core

// intervals answers which neurons of a TNN are neither 0 nor 1 at an x: each is so in an
// interval (unsaturatedIn), whose middle is that of the gap below its sample. The middles
// are ascending, and k of them are at or below x:
//
//	k: a table says how many middles lie before each of N equal cells between
//	  the first and the last one; those in x's own cell are searched
//	which: the k are cut into blocks; each block lists the intervals that
//	  contain any x with such a k, in order
//
// An interval with k from a to b at its ends is in the blocks a/block to b/block.
// Blocks have at least two k, and so many that the lists have less than seven
// entries an interval: where many intervals overlap, a query has many to report,
// and blocks are as long.
//
// Building costs O(N log N). A query looks at one list and at the samples listed, which
// are mostly neighbours: O(1 + reported intervals) where the middles are spread evenly
// and few intervals overlap, else at most O(log N + average overlap). Memory: 4 bytes an
// entry. (With the intervals' ends in the lists, 24 bytes an entry, a million samples kept
// 136 MB instead of 102, and a query among them took a quarter longer.)
type intervals struct {
	x           []float64 // of the neurons, ascending
	gap0        float64   // below the lowest
	gaps        float64   // how many of its gap an interval reaches to both sides of its middle
	first, last float64   // middles
	cells       []int32   // how many middles are before cell i
	per         float64   // cells a unit
	shift       int       // a block has 1<<shift k
	start       []int32   // block i lists list[start[i]:start[i+1]]
	list        []int32
}

func newIntervals(x []float64, gap0, a float64) *intervals {
	n := len(x)
	t := &intervals{x: x, gap0: gap0, gaps: gapsUnsaturated(a), cells: make([]int32, n+1), shift: 1}
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
		low, _, high := unsaturatedIn(x[i], t.gap(i), t.gaps)
		from[i], to[i] = int32(t.below(low)), int32(t.below(high))
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
func (t *intervals) entries(from, to []int32) int {
	total := 0
	for i := range from {
		total += int(to[i]>>t.shift-from[i]>>t.shift) + 1
	}
	return total
}

// unsaturatedIn is where the neuron of a sample is neither 0 nor 1: it passes ½
// at the middle of the gap below its sample, and its |Wx+b| is below saturation
// within so many gaps of there.
func unsaturatedIn(x, gap, gaps float64) (low, middle, high float64) {
	half := float64(gap * gaps)
	middle = middleOf(x, gap)
	return middle - half, middle, middle + half
}

func gapsUnsaturated(a float64) float64 { return saturation / (2 * a) }

func middleOf(x, gap float64) float64 { return x - gap/2 }

func (t *intervals) middle(i int) float64 { return middleOf(t.x[i], t.gap(i)) }

func (t *intervals) gap(i int) float64 { return gapBelow(t.x, t.gap0, i) }

// gapBelow is Δ below the i-th of ascending x, gap0 for the lowest. It isn't kept: of a million
// samples, an answer waits for memory that no cache holds.
func gapBelow(x []float64, gap0 float64, i int) float64 {
	if i == 0 {
		return gap0
	}
	return x[i] - x[i-1]
}

// cell is that of an x between the first and the last middle. It grows with x.
func (t *intervals) cell(x float64) int {
	return min(int((x-t.first)*t.per), len(t.x)-1)
}

// below is how many middles are at or below x.
func (t *intervals) below(x float64) int {
	n := len(t.x)
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

// at appends the intervals that contain v, which has k middles at or below it, in
// ascending order.
func (t *intervals) at(dst []int, v float64, k int) []int {
	for _, i := range t.listed(k) {
		if i := int(i); t.contains(i, t.gap(i), v) {
			dst = append(dst, i)
		}
	}
	return dst
}

// longest is how many are listed at most.
func (t *intervals) longest() int {
	longest := 0
	for b := range len(t.start) - 1 {
		longest = max(longest, int(t.start[b+1]-t.start[b]))
	}
	return longest
}

// contains says whether v is in interval i, whose gap the caller has.
func (t *intervals) contains(i int, gap, v float64) bool {
	low, _, high := unsaturatedIn(t.x[i], gap, t.gaps)
	return low <= v && v <= high
}

// listed are the intervals that contain any x with k middles at or below it, and others.
func (t *intervals) listed(k int) []int32 {
	b := k >> t.shift
	return t.list[t.start[b]:t.start[b+1]]
}
