package sorting

// MinHeap gives back the samples put into it in data set order: a binary heap.
type MinHeap []int32

func (q *MinHeap) Push(sample int32) {
	h := append(*q, sample)
	i := len(h) - 1
	for ; i > 0 && h[(i-1)/2] > sample; i = (i - 1) / 2 {
		h[i] = h[(i-1)/2]
	}
	h[i] = sample
	*q = h
}

func (q *MinHeap) Pop() int32 {
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
