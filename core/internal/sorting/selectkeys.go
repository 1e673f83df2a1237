package sorting

// SelectKeys moves the k smallest keys to the front, each with its item. It returns a number that separates them: none in
// front is above it, none of the others below. O(keys) expected.
//
// It is Hoare's selection. The pivot is the median of three keys from anywhere, so no usual order of keys is a bad one. A
// branch on the side of a key would mispredict, so there is none. NaN has no place in an order: the result is then one of
// the keys, but it ends.
func SelectKeys(key []float64, item []int32, k int) (split float64) {
	dice := uint64(len(key))
	anywhere := func() float64 {
		dice = dice*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
		return key[dice>>33%uint64(len(key))]
	}
	for len(key) > 16 {
		pivot := medianOfThree(anywhere(), anywhere(), anywhere())
		below := part(key, item, pivot)
		switch {
		case k < below:
			key, item = key[:below], item[:below]
			continue
		case k == below:
			return pivot
		case below == 0: // else equal keys would never get fewer
			equal := partEqual(key, item, pivot)
			if k <= equal {
				return pivot
			}
			below = equal
		}
		key, item, k = key[below:], item[below:], k-below
	}
	for i := 1; i < len(key); i++ {
		v, t := key[i], item[i]
		j := i
		for ; j > 0 && key[j-1] > v; j-- {
			key[j], item[j] = key[j-1], item[j-1]
		}
		key[j], item[j] = v, t
	}
	return key[min(k, len(key)-1)]
}

// part puts the keys below the pivot in front, and counts them.
//
//go:noinline
func part(key []float64, item []int32, pivot float64) int {
	n := 0
	item = item[:len(key)]
	for i, v := range key {
		t := item[i]
		key[i], item[i] = key[n], item[n]
		key[n], item[n] = v, t
		n += oneIfBelow(v, pivot)
	}
	return n
}

func oneIfBelow(v, limit float64) (one int) {
	if v < limit {
		one = 1
	}
	return one
}

// partEqual puts the keys equal to the pivot, which is the least, in front. NaN counts as equal.
func partEqual(key []float64, item []int32, pivot float64) int {
	n := 0
	for i, v := range key {
		if !(v < pivot || v > pivot) {
			key[i], key[n] = key[n], v
			item[i], item[n] = item[n], item[i]
			n++
		}
	}
	return n
}

func medianOfThree(a, b, c float64) float64 {
	if a > b {
		a, b = b, a
	}
	if c < a {
		return a
	}
	if c < b {
		return c
	}
	return b
}
