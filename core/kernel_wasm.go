package core

// defaultMaxBytes is the default of SQANNOptions.MaxBytes.
const defaultMaxBytes = 1792 << 20

// blockDistances adds to eight sums at once. Under wasm, where the engine's
// own compiler hands out registers, this is faster than the native form (0.46 ns
// a number instead of 0.56); the sums are added in the same order, so that the
// bits are the same.
func blockDistances(sums *[lanes]float64, v, block []float64) {
	s0, s1, s2, s3, s4, s5, s6, s7 := sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7]
	for _, x := range v {
		b := (*[lanes]float64)(block)
		block = block[lanes:]
		d0, d1, d2, d3 := b[0]-x, b[1]-x, b[2]-x, b[3]-x
		d4, d5, d6, d7 := b[4]-x, b[5]-x, b[6]-x, b[7]-x
		s0 += float64(d0 * d0)
		s1 += float64(d1 * d1)
		s2 += float64(d2 * d2)
		s3 += float64(d3 * d3)
		s4 += float64(d4 * d4)
		s5 += float64(d5 * d5)
		s6 += float64(d6 * d6)
		s7 += float64(d7 * d7)
	}
	sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7] = s0, s1, s2, s3, s4, s5, s6, s7
}
