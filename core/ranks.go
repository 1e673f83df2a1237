package core

// indexHeap is a heap of samples by data set order.
type indexHeap []int32

func (h indexHeap) Len() int           { return len(h) }
func (h indexHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h indexHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *indexHeap) Push(v any)        { *h = append(*h, v.(int32)) }
func (h *indexHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// ranks counts, in a list from which places are removed, how many are left
// before a place: a Fenwick tree. O(log n) a call.
type ranks []int32

func newRanks(n int) ranks {
	r := make(ranks, n+1)
	for i := 1; i <= n; i++ {
		r[i]++
		if up := i + i&-i; up <= n {
			r[up] += r[i]
		}
	}
	return r
}

// remove takes place i (from 0) away and returns how many are left before it.
func (r ranks) remove(i int) int {
	before := int32(0)
	for j := i; j > 0; j -= j & -j {
		before += r[j]
	}
	for j := i + 1; j < len(r); j += j & -j {
		r[j]--
	}
	return int(before)
}
