package core

// queue gives back the samples put into it in data set order: a binary heap.
type queue []int32

func (q *queue) push(sample int32) {
	h := append(*q, sample)
	i := len(h) - 1
	for ; i > 0 && h[(i-1)/2] > sample; i = (i - 1) / 2 {
		h[i] = h[(i-1)/2]
	}
	h[i] = sample
	*q = h
}

func (q *queue) pop() int32 {
	h := *q
	first, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(h) {
			if i < len(h) {
				h[i] = last
			}
			return first
		}
		if child+1 < len(h) && h[child+1] < h[child] {
			child++
		}
		if h[child] >= last {
			h[i] = last
			return first
		}
		h[i] = h[child]
		i = child
	}
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
