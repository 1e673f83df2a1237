// Package simd has the loops that a browser runs faster on vectors. Each function here is its own definition; in a module
// whose loader gave kernels (internal/simd/kernels), these compute the same bits. A kernel checks nothing, so lengths are
// checked before.
package simd

import (
	"math"
	"unsafe"
)

// The kernels' numbers are their order in internal/simd/kernels.
const (
	kernelDistances = iota
	kernelProducts
	kernelTimes
	kernelNear
	kernelNearBox
	kernelMeasure
	kernelSquares
	kernelExponentials
)

// Lanes is how many points a block has: number j of point i of a block is at 8j+i.
const Lanes = 8

// worthACall is how many numbers take longer than a call, which takes 30 ns.
const worthACall = 48

// AddDistances adds to each sum the squared distance from v to one point of blocks, which lie one behind the other.
//
// Four numbers of v in a turn take 0.55 ns a number under WebAssembly, one takes 0.64: there a bounds check and
// a jump cost as much as some numbers, and a call costs as much as a hundred. More numbers in a turn gain nothing,
// natively either. Each difference is squared and added before the next one, so that all sums stay in registers.
// The number of the input is subtracted, not the number of the point: this way no copy of it is needed.
func AddDistances(sums, v, blocks []float64) {
	if on && len(sums)*len(v) >= worthACall {
		_, _ = blocks[:len(sums)*len(v)], sums[:blockwise(len(sums))]
		run(kernelDistances, first(sums), first(v), first(blocks), nil, nil, len(sums)/Lanes, len(v), 0)
		return
	}
	var x float64
	for len(sums) > 0 {
		t, rest := (*[Lanes]float64)(sums), v
		sums = sums[Lanes:]
		s0, s1, s2, s3, s4, s5, s6, s7 := t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7]
		for len(rest) >= 4 {
			b, four := (*[4 * Lanes]float64)(blocks), (*[4]float64)(rest)
			blocks, rest = blocks[4*Lanes:], rest[4:]
			x = four[0]
			s0 += float64((b[0] - x) * (b[0] - x))
			s1 += float64((b[1] - x) * (b[1] - x))
			s2 += float64((b[2] - x) * (b[2] - x))
			s3 += float64((b[3] - x) * (b[3] - x))
			s4 += float64((b[4] - x) * (b[4] - x))
			s5 += float64((b[5] - x) * (b[5] - x))
			s6 += float64((b[6] - x) * (b[6] - x))
			s7 += float64((b[7] - x) * (b[7] - x))
			x = four[1]
			s0 += float64((b[8] - x) * (b[8] - x))
			s1 += float64((b[9] - x) * (b[9] - x))
			s2 += float64((b[10] - x) * (b[10] - x))
			s3 += float64((b[11] - x) * (b[11] - x))
			s4 += float64((b[12] - x) * (b[12] - x))
			s5 += float64((b[13] - x) * (b[13] - x))
			s6 += float64((b[14] - x) * (b[14] - x))
			s7 += float64((b[15] - x) * (b[15] - x))
			x = four[2]
			s0 += float64((b[16] - x) * (b[16] - x))
			s1 += float64((b[17] - x) * (b[17] - x))
			s2 += float64((b[18] - x) * (b[18] - x))
			s3 += float64((b[19] - x) * (b[19] - x))
			s4 += float64((b[20] - x) * (b[20] - x))
			s5 += float64((b[21] - x) * (b[21] - x))
			s6 += float64((b[22] - x) * (b[22] - x))
			s7 += float64((b[23] - x) * (b[23] - x))
			x = four[3]
			s0 += float64((b[24] - x) * (b[24] - x))
			s1 += float64((b[25] - x) * (b[25] - x))
			s2 += float64((b[26] - x) * (b[26] - x))
			s3 += float64((b[27] - x) * (b[27] - x))
			s4 += float64((b[28] - x) * (b[28] - x))
			s5 += float64((b[29] - x) * (b[29] - x))
			s6 += float64((b[30] - x) * (b[30] - x))
			s7 += float64((b[31] - x) * (b[31] - x))
		}
		for _, x := range rest {
			b := (*[Lanes]float64)(blocks)
			blocks = blocks[Lanes:]
			s0 += float64((b[0] - x) * (b[0] - x))
			s1 += float64((b[1] - x) * (b[1] - x))
			s2 += float64((b[2] - x) * (b[2] - x))
			s3 += float64((b[3] - x) * (b[3] - x))
			s4 += float64((b[4] - x) * (b[4] - x))
			s5 += float64((b[5] - x) * (b[5] - x))
			s6 += float64((b[6] - x) * (b[6] - x))
			s7 += float64((b[7] - x) * (b[7] - x))
		}
		t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] = s0, s1, s2, s3, s4, s5, s6, s7
	}
}

// AddProducts adds to each sum the product of v and one point of blocks, which lie one behind the other.
func AddProducts(sums, v, blocks []float64) {
	if on && len(sums)*len(v) >= worthACall {
		_, _ = blocks[:len(sums)*len(v)], sums[:blockwise(len(sums))]
		run(kernelProducts, first(sums), first(v), first(blocks), nil, nil, len(sums)/Lanes, len(v), 0)
		return
	}
	for len(sums) > 0 {
		t := (*[Lanes]float64)(sums)
		sums = sums[Lanes:]
		s0, s1, s2, s3, s4, s5, s6, s7 := t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7]
		for _, x := range v {
			b := (*[Lanes]float64)(blocks)
			blocks = blocks[Lanes:]
			s0 += float64(x * b[0])
			s1 += float64(x * b[1])
			s2 += float64(x * b[2])
			s3 += float64(x * b[3])
			s4 += float64(x * b[4])
			s5 += float64(x * b[5])
			s6 += float64(x * b[6])
			s7 += float64(x * b[7])
		}
		t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] = s0, s1, s2, s3, s4, s5, s6, s7
	}
}

// AddTimes adds t·b to a.
func AddTimes(a []float64, t float64, b []float64) {
	b = b[:len(a)]
	if eights := len(a) / 8; on && len(a) >= worthACall {
		run(kernelTimes, first(a), first(b), nil, nil, nil, eights, 0, t)
		a, b = a[8*eights:], b[8*eights:]
	}
	for j, v := range b {
		a[j] += float64(t * v)
	}
}

// Near says which points of up to eight blocks are within a squared distance of y, a bit each. The number of features is
// a multiple of eight.
func Near(y, blocks []float64, limit float64) (points uint64) {
	count := inBlocks(len(y), len(blocks))
	if on {
		return run(kernelNear, first(y), first(blocks), nil, nil, nil, count, len(y), limit)
	}
	for size := Lanes * len(y); count > 0; count-- {
		var sums [Lanes]float64
		block := blocks[(count-1)*size:][:size]
		for rest := y; len(rest) > 0; rest, block = rest[Lanes:], block[Lanes*Lanes:] {
			AddDistances(sums[:], rest[:Lanes], block)
			if AllBeyond(&sums, limit) {
				break
			}
		}
		points = points<<Lanes | within8(&sums, limit)
	}
	return points
}

// NearBox is Near for a box: the lower ends of all features, then the upper ones.
func NearBox(box, blocks []float64, limit float64) (points uint64) {
	low, high := box[:len(box)/2], box[len(box)/2:]
	count := inBlocks(len(low), len(blocks))
	if on {
		return run(kernelNearBox, first(low), first(blocks), nil, nil, nil, count, len(low), limit)
	}
	for size := Lanes * len(low); count > 0; count-- {
		var sums [Lanes]float64
		block := blocks[(count-1)*size:][:size]
		for j, l := range low {
			y, h := (*[Lanes]float64)(block[j*Lanes:]), high[j]
			for i := range y {
				d := AboveZero(l-y[i]) + AboveZero(y[i]-h)
				sums[i] += float64(d * d)
			}
			if j%4 == 3 && AllBeyond(&sums, limit) {
				break
			}
		}
		points = points<<Lanes | within8(&sums, limit)
	}
	return points
}

// inBlocks is how many blocks there are, for Near.
func inBlocks(features, numbers int) int {
	count := numbers / (Lanes * max(1, features))
	if features%Lanes > 0 || count > 8 {
		panic("simd: not up to eight blocks of whole eights of features")
	}
	return count
}

// AboveZero is d or 0, exactly.
func AboveZero(d float64) float64 { return float64(0.5 * (d + math.Abs(d))) }

func within8(sums *[Lanes]float64, limit float64) (points uint64) {
	for i, d2 := range sums {
		if d2 <= limit {
			points |= 1 << i
		}
	}
	return points
}

// AllBeyond says whether all are above the limit. Eight branches cost more.
func AllBeyond(d2 *[Lanes]float64, limit float64) bool {
	return within(d2[0], limit)+within(d2[1], limit)+within(d2[2], limit)+within(d2[3], limit)+
		within(d2[4], limit)+within(d2[5], limit)+within(d2[6], limit)+within(d2[7], limit) == 0
}

func within(d2, limit float64) (one int) {
	if d2 <= limit {
		one = 1
	}
	return one
}

// Measure adds to each sum the squared distance from x to the row of m with that number, where the sum stays at most limit;
// else it becomes any number above limit. There is room behind the sums for a multiple of four.
func Measure(sums, x, m []float64, numbers []int32, limit float64) {
	sums = sums[:len(numbers)]
	if on && len(numbers)*len(x) >= worthACall {
		for len(numbers)%4 > 0 {
			numbers, sums = append(numbers, numbers[0]), append(sums, 0)
		}
		check(numbers, len(m)/len(x))
		run(kernelMeasure, first(sums), first(x), first(m), unsafe.Pointer(&numbers[0]), nil, len(numbers)/4, len(x), limit)
		return
	}
	row := func(i int) []float64 { return m[int(numbers[i])*len(x):][:len(x):len(x)] }
	i := 0
	for ; i+4 <= len(sums); i += 4 {
		fourDistancesUpTo((*[4]float64)(sums[i:]), x, row(i), row(i+1), row(i+2), row(i+3), limit)
	}
	for ; i < len(sums); i++ {
		sums[i] = SquaredDistanceUpTo(sums[i], x, row(i), limit)
	}
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

// AddSquares adds c_i (x_j - b_j)² to each sum, for the rows b of m with some numbers, four at a time.
func AddSquares(sums, x, c, m []float64, numbers []int32) {
	x, c = x[:len(sums)], c[:len(numbers)]
	row := func(i int) []float64 { return m[int(numbers[i])*len(x):][:len(x):len(x)] }
	i := 0
	if fours := len(numbers) / 4; on && 4*fours*len(x) >= worthACall {
		check(numbers, len(m)/len(x))
		run(kernelSquares, first(sums), first(x), first(m), unsafe.Pointer(&numbers[0]), first(c), fours, len(x), 0)
		i = 4 * fours
	}
	for ; i+4 <= len(numbers); i += 4 {
		c0, c1, c2, c3 := c[i], c[i+1], c[i+2], c[i+3]
		r0, r1, r2, r3 := row(i)[:len(sums)], row(i + 1)[:len(sums)], row(i + 2)[:len(sums)], row(i + 3)[:len(sums)]
		for j, v := range x {
			d := v - r0[j]
			sum := float64(c0 * float64(d*d))
			d = v - r1[j]
			sum += float64(c1 * float64(d*d))
			d = v - r2[j]
			sum += float64(c2 * float64(d*d))
			d = v - r3[j]
			sum += float64(c3 * float64(d*d))
			sums[j] += sum
		}
	}
	for ; i < len(numbers); i++ {
		for j, b := range row(i) {
			d := x[j] - b
			sums[j] += float64(c[i] * float64(d*d))
		}
	}
}

// Exponentials does floatmath.ExpBelow for the first of the numbers, with its constants, and says for how many.
func Exponentials(p, s []float64, table *[32][2]float64, constants *[11]float64) (done int) {
	if done = len(s) &^ 1; !on || done == 0 {
		return 0
	}
	p = p[:done]
	run(kernelExponentials, first(p), first(s), unsafe.Pointer(table), unsafe.Pointer(constants), nil, done/2, 0, 0)
	return done
}

// first is the address of the first number.
func first(of []float64) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(of)) }

// check panics unless the numbers are those of rows.
func check(numbers []int32, rows int) {
	for _, n := range numbers {
		if uint(n) >= uint(rows) {
			panic("simd: no such row")
		}
	}
}

func blockwise(n int) int { return (n + Lanes - 1) / Lanes * Lanes }
