package sorting

// Fenwick counts, in a list from which places are removed, how many are left
// before a place: a Fenwick tree. O(log n) a call.
type Fenwick []int32

func NewFenwick(n int) Fenwick {
	r := make(Fenwick, n+1)
	for i := 1; i <= n; i++ {
		r[i]++
		if up := i + i&-i; up <= n {
			r[up] += r[i]
		}
	}
	return r
}

// Remove takes place i (from 0) away and returns how many are left before it.
func (r Fenwick) Remove(i int) int {
	before := int32(0)
	for j := i; j > 0; j -= j & -j {
		before += r[j]
	}
	for j := i + 1; j < len(r); j += j & -j {
		r[j]--
	}
	return int(before)
}
