package core

// intervals answers which of N intervals contain a point x. The middles are
// ascending, and k of them are at or below x:
//
//	k: a table says how many middles lie before each of N equal cells between
//	  the first and the last one; those in x's own cell are searched
//	which: the k are cut into blocks; each block lists the intervals that
//	  contain any x with such a k, in order
//
// An interval with k from a to b at its ends is in the blocks a/block to b/block.
// Blocks have at least eight k, and so many that the lists have less than five
// entries an interval: where many intervals overlap, a query has many to report,
// and blocks are as long.
//
// Building costs O(N log N). A query looks at one list, in memory that lies
// together: O(1 + reported intervals) where the middles are spread evenly and few
// intervals overlap, else at most O(log N + average overlap). Memory: 24 bytes an
// entry.
type intervals struct {
	middle []float64
	cells  []int32 // how many middles are before cell i
	per    float64 // cells a unit
	block  int
	start  []int32 // block i lists list[start[i]:start[i+1]]
	list   []interval
}

type interval struct {
	low, high float64
	i         int
}

// newIntervals needs middle ascending and between low and high.
func newIntervals(low, middle, high []float64) *intervals {
	n := len(middle)
	t := &intervals{middle: middle, cells: make([]int32, n+1), block: 8}
	if n == 0 {
		t.start = make([]int32, 2)
		return t
	}
	t.per = float64(n) / (middle[n-1] - middle[0])
	if middle[n-1] > middle[0] {
		for _, v := range middle {
			t.cells[t.cell(v)+1]++
		}
		for i := range n {
			t.cells[i+1] += t.cells[i]
		}
	}
	from, to := make([]int32, n), make([]int32, n)
	for i := range n {
		from[i], to[i] = int32(t.below(low[i])), int32(t.below(high[i]))
	}
	for t.entries(from, to) > 4*n+8 {
		t.block *= 2
	}
	t.start = make([]int32, n/t.block+2)
	next := t.start[1:]
	for i := range from {
		for b := int(from[i]) / t.block; b <= int(to[i])/t.block; b++ {
			next[b]++
		}
	}
	end := int32(0)
	for b, count := range next {
		next[b] = end
		end += count
	}
	t.list = make([]interval, end)
	for i := range from {
		for b := int(from[i]) / t.block; b <= int(to[i])/t.block; b++ {
			t.list[next[b]] = interval{low[i], high[i], i}
			next[b]++
		}
	}
	return t
}

// entries is how long the lists are together.
func (t *intervals) entries(from, to []int32) int {
	total := 0
	for i := range from {
		total += int(to[i])/t.block - int(from[i])/t.block + 1
	}
	return total
}

// cell is that of an x between the first and the last middle. It grows with x.
func (t *intervals) cell(x float64) int {
	return min(int((x-t.middle[0])*t.per), len(t.middle)-1)
}

// below is how many middles are at or below x.
func (t *intervals) below(x float64) int {
	n := len(t.middle)
	switch {
	case n == 0 || x < t.middle[0]:
		return 0
	case x >= t.middle[n-1]:
		return n
	}
	c := t.cell(x)
	low, high := int(t.cells[c]), int(t.cells[c+1])
	for low < high {
		if m := (low + high) / 2; t.middle[m] <= x {
			low = m + 1
		} else {
			high = m
		}
	}
	return low
}

// at appends the intervals that contain x, which has k middles at or below it, in
// ascending order.
func (t *intervals) at(dst []int, x float64, k int) []int {
	b := k / t.block
	for _, v := range t.list[t.start[b]:t.start[b+1]] {
		if v.low <= x && x <= v.high {
			dst = append(dst, v.i)
		}
	}
	return dst
}
