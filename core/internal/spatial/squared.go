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

// SquaredDistanceUpTo adds the squared distance to a sum where that stays at most limit, else it
// returns any number above limit. Many features are added eight at a time between looks.
func SquaredDistanceUpTo(sum float64, a, b []float64, limit float64) float64 {
	b = b[:len(a)]
	for len(a) >= 8 {
		x, y := (*[8]float64)(a), (*[8]float64)(b)
		d0, d1, d2, d3 := x[0]-y[0], x[1]-y[1], x[2]-y[2], x[3]-y[3]
		sum += float64(d0 * d0)
		sum += float64(d1 * d1)
		sum += float64(d2 * d2)
		sum += float64(d3 * d3)
		d0, d1, d2, d3 = x[4]-y[4], x[5]-y[5], x[6]-y[6], x[7]-y[7]
		sum += float64(d0 * d0)
		sum += float64(d1 * d1)
		sum += float64(d2 * d2)
		sum += float64(d3 * d3)
		if sum > limit {
			return sum
		}
		a, b = a[8:], b[8:]
	}
	b = b[:len(a)]
	for j, v := range a {
		d := v - b[j]
		sum += float64(d * d)
	}
	return sum
}

// fourDistancesUpTo is SquaredDistanceUpTo of four points at once, which takes little more time than one: a sum
// waits for each of its additions, four don't wait for one another.
func fourDistancesUpTo(sums *[4]float64, x, a, b, c, d []float64, limit float64) {
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	s0, s1, s2, s3 := sums[0], sums[1], sums[2], sums[3]
	var e float64
	for len(x) >= 8 {
		x8, a8, b8, c8, d8 := (*[8]float64)(x), (*[8]float64)(a), (*[8]float64)(b), (*[8]float64)(c), (*[8]float64)(d)
		for j, v := range x8 {
			e = v - a8[j]
			s0 += float64(e * e)
			e = v - b8[j]
			s1 += float64(e * e)
			e = v - c8[j]
			s2 += float64(e * e)
			e = v - d8[j]
			s3 += float64(e * e)
		}
		if s0 > limit && s1 > limit && s2 > limit && s3 > limit {
			*sums = [4]float64{s0, s1, s2, s3}
			return
		}
		x, a, b, c, d = x[8:], a[8:], b[8:], c[8:], d[8:]
	}
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	for j, v := range x {
		e = v - a[j]
		s0 += float64(e * e)
		e = v - b[j]
		s1 += float64(e * e)
		e = v - c[j]
		s2 += float64(e * e)
		e = v - d[j]
		s3 += float64(e * e)
	}
	*sums = [4]float64{s0, s1, s2, s3}
}
