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
	var d, y float64
	for len(sums) > 0 {
		t, w := (*[lanes]float64)(sums), v
		sums = sums[lanes:]
		s0, s1, s2, s3, s4, s5, s6, s7 := t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7]
		for len(w) >= 4 {
			b, x := (*[4 * lanes]float64)(blocks), (*[4]float64)(w)
			blocks, w = blocks[4*lanes:], w[4:]
			y = x[0]
			d = b[0] - y
			s0 += float64(d * d)
			d = b[1] - y
			s1 += float64(d * d)
			d = b[2] - y
			s2 += float64(d * d)
			d = b[3] - y
			s3 += float64(d * d)
			d = b[4] - y
			s4 += float64(d * d)
			d = b[5] - y
			s5 += float64(d * d)
			d = b[6] - y
			s6 += float64(d * d)
			d = b[7] - y
			s7 += float64(d * d)
			y = x[1]
			d = b[8] - y
			s0 += float64(d * d)
			d = b[9] - y
			s1 += float64(d * d)
			d = b[10] - y
			s2 += float64(d * d)
			d = b[11] - y
			s3 += float64(d * d)
			d = b[12] - y
			s4 += float64(d * d)
			d = b[13] - y
			s5 += float64(d * d)
			d = b[14] - y
			s6 += float64(d * d)
			d = b[15] - y
			s7 += float64(d * d)
			y = x[2]
			d = b[16] - y
			s0 += float64(d * d)
			d = b[17] - y
			s1 += float64(d * d)
			d = b[18] - y
			s2 += float64(d * d)
			d = b[19] - y
			s3 += float64(d * d)
			d = b[20] - y
			s4 += float64(d * d)
			d = b[21] - y
			s5 += float64(d * d)
			d = b[22] - y
			s6 += float64(d * d)
			d = b[23] - y
			s7 += float64(d * d)
			y = x[3]
			d = b[24] - y
			s0 += float64(d * d)
			d = b[25] - y
			s1 += float64(d * d)
			d = b[26] - y
			s2 += float64(d * d)
			d = b[27] - y
			s3 += float64(d * d)
			d = b[28] - y
			s4 += float64(d * d)
			d = b[29] - y
			s5 += float64(d * d)
			d = b[30] - y
			s6 += float64(d * d)
			d = b[31] - y
			s7 += float64(d * d)
		}
		for _, x := range w {
			b := (*[lanes]float64)(blocks)
			blocks = blocks[lanes:]
			d = b[0] - x
			s0 += float64(d * d)
			d = b[1] - x
			s1 += float64(d * d)
			d = b[2] - x
			s2 += float64(d * d)
			d = b[3] - x
			s3 += float64(d * d)
			d = b[4] - x
			s4 += float64(d * d)
			d = b[5] - x
			s5 += float64(d * d)
			d = b[6] - x
			s6 += float64(d * d)
			d = b[7] - x
			s7 += float64(d * d)
		}
		t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] = s0, s1, s2, s3, s4, s5, s6, s7
	}
}

// distancesOfTwo is blockDistances for two inputs: what is loaded of a block serves both,
// which takes 0.9 of the time. Four of a block's eight nodes are taken in one go, since
// more sums don't stay in registers.
func distancesOfTwo(s, t *[lanes]float64, v, w, block []float64) {
	fourOfTwo((*[4]float64)(s[:4]), (*[4]float64)(t[:4]), v, w, block)
	fourOfTwo((*[4]float64)(s[4:]), (*[4]float64)(t[4:]), v, w, block[4:])
}

func fourOfTwo(s, t *[4]float64, v, w, block []float64) {
	s0, s1, s2, s3 := s[0], s[1], s[2], s[3]
	t0, t1, t2, t3 := t[0], t[1], t[2], t[3]
	var x, y, b, d, e float64
	for len(v) >= 4 && len(w) >= 4 && len(block) >= 3*lanes+4 {
		four, p, q := (*[3*lanes + 4]float64)(block), (*[4]float64)(v), (*[4]float64)(w)
		v, w, block = v[4:], w[4:], block[min(4*lanes, len(block)):]
		x, y = p[0], q[0]
		b = four[0]
		d, e = b-x, b-y
		s0 += float64(d * d)
		t0 += float64(e * e)
		b = four[1]
		d, e = b-x, b-y
		s1 += float64(d * d)
		t1 += float64(e * e)
		b = four[2]
		d, e = b-x, b-y
		s2 += float64(d * d)
		t2 += float64(e * e)
		b = four[3]
		d, e = b-x, b-y
		s3 += float64(d * d)
		t3 += float64(e * e)
		x, y = p[1], q[1]
		b = four[8]
		d, e = b-x, b-y
		s0 += float64(d * d)
		t0 += float64(e * e)
		b = four[9]
		d, e = b-x, b-y
		s1 += float64(d * d)
		t1 += float64(e * e)
		b = four[10]
		d, e = b-x, b-y
		s2 += float64(d * d)
		t2 += float64(e * e)
		b = four[11]
		d, e = b-x, b-y
		s3 += float64(d * d)
		t3 += float64(e * e)
		x, y = p[2], q[2]
		b = four[16]
		d, e = b-x, b-y
		s0 += float64(d * d)
		t0 += float64(e * e)
		b = four[17]
		d, e = b-x, b-y
		s1 += float64(d * d)
		t1 += float64(e * e)
		b = four[18]
		d, e = b-x, b-y
		s2 += float64(d * d)
		t2 += float64(e * e)
		b = four[19]
		d, e = b-x, b-y
		s3 += float64(d * d)
		t3 += float64(e * e)
		x, y = p[3], q[3]
		b = four[24]
		d, e = b-x, b-y
		s0 += float64(d * d)
		t0 += float64(e * e)
		b = four[25]
		d, e = b-x, b-y
		s1 += float64(d * d)
		t1 += float64(e * e)
		b = four[26]
		d, e = b-x, b-y
		s2 += float64(d * d)
		t2 += float64(e * e)
		b = four[27]
		d, e = b-x, b-y
		s3 += float64(d * d)
		t3 += float64(e * e)
	}
	for j, x := range v {
		four, y := block[j*lanes:][:4], w[j]
		d, e = four[0]-x, four[0]-y
		s0 += float64(d * d)
		t0 += float64(e * e)
		d, e = four[1]-x, four[1]-y
		s1 += float64(d * d)
		t1 += float64(e * e)
		d, e = four[2]-x, four[2]-y
		s2 += float64(d * d)
		t2 += float64(e * e)
		d, e = four[3]-x, four[3]-y
		s3 += float64(d * d)
		t3 += float64(e * e)
	}
	s[0], s[1], s[2], s[3] = s0, s1, s2, s3
	t[0], t[1], t[2], t[3] = t0, t1, t2, t3
}
