package core

// defaultMaxBytes is the default of SQANNOptions.MaxBytes.
const defaultMaxBytes = 1792 << 20

// blockDistances adds to eight sums at once. Under wasm, where the browser's
// compiler hands out registers, this is faster than the native form. The sums are
// added in the same order, so that the bits are the same.
func blockDistances(sums *[lanes]float64, v, block []float64) { addDistances(sums[:], v, block) }

// addDistances is blockDistances for blocks that lie one behind the other. Four
// numbers of v in a turn take 0.55 ns a number instead of 0.64: a bounds check and a
// jump cost as much under wasm as some numbers, a call as much as a hundred.
func addDistances(sums, v, blocks []float64) {
	var d0, d1, d2, d3, d4, d5, d6, d7 float64
	for len(sums) > 0 {
		t, w := (*[lanes]float64)(sums), v
		sums = sums[lanes:]
		s0, s1, s2, s3, s4, s5, s6, s7 := t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7]
		for len(w) >= 4 {
			b, x := (*[4 * lanes]float64)(blocks), (*[4]float64)(w)
			blocks, w = blocks[4*lanes:], w[4:]
			d0, d1, d2, d3 = b[0]-x[0], b[1]-x[0], b[2]-x[0], b[3]-x[0]
			d4, d5, d6, d7 = b[4]-x[0], b[5]-x[0], b[6]-x[0], b[7]-x[0]
			s0 += float64(d0 * d0)
			s1 += float64(d1 * d1)
			s2 += float64(d2 * d2)
			s3 += float64(d3 * d3)
			s4 += float64(d4 * d4)
			s5 += float64(d5 * d5)
			s6 += float64(d6 * d6)
			s7 += float64(d7 * d7)
			d0, d1, d2, d3 = b[8]-x[1], b[9]-x[1], b[10]-x[1], b[11]-x[1]
			d4, d5, d6, d7 = b[12]-x[1], b[13]-x[1], b[14]-x[1], b[15]-x[1]
			s0 += float64(d0 * d0)
			s1 += float64(d1 * d1)
			s2 += float64(d2 * d2)
			s3 += float64(d3 * d3)
			s4 += float64(d4 * d4)
			s5 += float64(d5 * d5)
			s6 += float64(d6 * d6)
			s7 += float64(d7 * d7)
			d0, d1, d2, d3 = b[16]-x[2], b[17]-x[2], b[18]-x[2], b[19]-x[2]
			d4, d5, d6, d7 = b[20]-x[2], b[21]-x[2], b[22]-x[2], b[23]-x[2]
			s0 += float64(d0 * d0)
			s1 += float64(d1 * d1)
			s2 += float64(d2 * d2)
			s3 += float64(d3 * d3)
			s4 += float64(d4 * d4)
			s5 += float64(d5 * d5)
			s6 += float64(d6 * d6)
			s7 += float64(d7 * d7)
			d0, d1, d2, d3 = b[24]-x[3], b[25]-x[3], b[26]-x[3], b[27]-x[3]
			d4, d5, d6, d7 = b[28]-x[3], b[29]-x[3], b[30]-x[3], b[31]-x[3]
			s0 += float64(d0 * d0)
			s1 += float64(d1 * d1)
			s2 += float64(d2 * d2)
			s3 += float64(d3 * d3)
			s4 += float64(d4 * d4)
			s5 += float64(d5 * d5)
			s6 += float64(d6 * d6)
			s7 += float64(d7 * d7)
		}
		for _, x := range w {
			b := (*[lanes]float64)(blocks)
			blocks = blocks[lanes:]
			d0, d1, d2, d3 = b[0]-x, b[1]-x, b[2]-x, b[3]-x
			d4, d5, d6, d7 = b[4]-x, b[5]-x, b[6]-x, b[7]-x
			s0 += float64(d0 * d0)
			s1 += float64(d1 * d1)
			s2 += float64(d2 * d2)
			s3 += float64(d3 * d3)
			s4 += float64(d4 * d4)
			s5 += float64(d5 * d5)
			s6 += float64(d6 * d6)
			s7 += float64(d7 * d7)
		}
		t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] = s0, s1, s2, s3, s4, s5, s6, s7
	}
}
