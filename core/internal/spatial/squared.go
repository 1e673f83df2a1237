package spatial

// SquaredDistance is Σ (a_j - b_j)², summed from the first feature to the last:
// the order is part of the definition, since thresholds are compared with it.
func SquaredDistance(a, b []float64) float64 {
	b = b[:len(a)]
	var sum float64
	for j, v := range a {
		d := v - b[j]
		sum += float64(d * d)
	}
	return sum
}
