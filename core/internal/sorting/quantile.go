package sorting

import "math"

// Quantile is linear between order statistics; there are some values, whose order it
// changes. O(values) expected.
func Quantile(values []float64, p float64) float64 {
	h := p * float64(len(values)-1)
	i := int(h)
	SelectKeys(values, make([]int32, len(values)), i)
	least, next := math.Inf(1), math.Inf(1) // of those from the i-th on
	for _, v := range values[i:] {
		if v < least {
			least, next = v, least
		} else if v < next {
			next = v
		}
	}
	if i+1 == len(values) {
		return least
	}
	return least + float64((h-float64(i))*(next-least))
}
