package simd

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"
)

// hostile are numbers that loops on vectors could treat otherwise.
var hostile = []float64{0, math.Copysign(0, -1), 5e-324, -1e-310, 1, -1, 1e154, 1.4e154, -1e200, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}

type numbers struct{ *rand.Rand }

// list has random numbers, a hostile one among them where that is asked for. It starts at any multiple of eight bytes.
func (r numbers) list(n int, bad bool) []float64 {
	of := make([]float64, n+3)[r.Intn(4):][:n:n]
	for i := range of {
		of[i] = r.NormFloat64()
		if bad && r.Intn(8) == 0 {
			of[i] = hostile[r.Intn(len(hostile))]
		}
	}
	return of
}

// same compares bits; NaN is NaN.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

// each calls a test for all small sizes and some larger ones, with and without hostile numbers.
func each(t *testing.T, test func(r numbers, many, width int, bad bool) string) {
	t.Helper()
	r := numbers{rand.New(rand.NewSource(55))}
	for _, width := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 26, 64, 784} {
		for many := range 34 {
			for k := range 4 {
				if wrong := test(r, many, width, k%2 == 1); wrong != "" {
					t.Fatalf("%d of %d features, hostile: %t: %s (kernels: %t)", many, width, k%2 == 1, wrong, on)
				}
			}
		}
	}
}

func differ(got, want []float64) string {
	for i := range want {
		if !same(got[i], want[i]) {
			return fmt.Sprintf("number %d is %g, want %g", i, got[i], want[i])
		}
	}
	return ""
}

func TestBlocks(t *testing.T) {
	each(t, func(r numbers, many, width int, bad bool) string {
		sums, v, blocks := r.list(many/4*Lanes, bad), r.list(width, bad), r.list(many/4*Lanes*width+5, bad)
		products := slices.Clone(sums)
		want, wantProducts := slices.Clone(sums), slices.Clone(sums)
		for i := range want {
			for j, x := range v {
				y := blocks[i/Lanes*Lanes*width+j*Lanes+i%Lanes]
				d := x - y
				want[i] += float64(d * d)
				wantProducts[i] += float64(x * y)
			}
		}
		AddDistances(sums, v, blocks)
		AddProducts(products, v, blocks)
		return differ(sums, want) + differ(products, wantProducts)
	})
}

func TestAddTimes(t *testing.T) {
	each(t, func(r numbers, many, width int, bad bool) string {
		a, b, factor := r.list(width+many, bad), r.list(width+many+3, bad), r.list(1, bad)[0]
		want := slices.Clone(a)
		for j := range want {
			want[j] += float64(factor * b[j])
		}
		AddTimes(a, factor, b)
		return differ(a, want)
	})
}

func TestNear(t *testing.T) {
	each(t, func(r numbers, many, width int, bad bool) string {
		width = width / 8 * 8
		if width == 0 {
			return ""
		}
		count := many % 9
		y, blocks, box := r.list(width, bad), r.list(count*Lanes*width, bad), r.list(2*width, bad)
		sums, gaps := make([]float64, count*Lanes), make([]float64, count*Lanes)
		for j := range width {
			box[width+j] = max(box[j], box[width+j])
			for i := range sums {
				p := blocks[i/Lanes*Lanes*width+j*Lanes+i%Lanes]
				sums[i] += float64((p - y[j]) * (p - y[j]))
				d := AboveZero(box[j]-p) + AboveZero(p-box[width+j])
				gaps[i] += float64(d * d)
			}
		}
		of := func(d2 []float64, limit float64) (points uint64) {
			for i, d := range d2 {
				if d <= limit {
					points |= 1 << i
				}
			}
			return points
		}
		limit, wide := 2*float64(width), 0.5*float64(width)
		if count > 0 && r.Intn(2) == 0 {
			limit, wide = sums[r.Intn(len(sums))], gaps[r.Intn(len(sums))] // just within
		}
		if got, want := Near(y, blocks, limit), of(sums, limit); got != want {
			return fmt.Sprintf("points %b, want %b", got, want)
		}
		if got, want := NearBox(box, blocks, wide), of(gaps, wide); got != want {
			return fmt.Sprintf("points near the box %b, want %b", got, want)
		}
		return ""
	})
}

func TestMeasure(t *testing.T) {
	each(t, func(r numbers, many, width int, bad bool) string {
		rows := 1 + r.Intn(9)
		m, x, list := r.list(rows*width, bad), r.list(width, bad), make([]int32, many)
		sums := append(r.list(many, bad), 0, 0, 0)
		for i := range list {
			list[i] = int32(r.Intn(rows))
		}
		want := slices.Clone(sums[:many])
		for i, n := range list {
			for j, v := range x {
				d := v - m[int(n)*width+j]
				want[i] += float64(d * d)
			}
		}
		limit := math.Inf(1)
		if many > 0 && r.Intn(2) == 0 {
			limit = want[r.Intn(many)]
		}
		Measure(sums, x, m, list, limit)
		for i, d2 := range want {
			if !(d2 <= limit) { // or NaN, later than a number above
				if sums[i] <= limit {
					return fmt.Sprintf("number %d is %g, want %g, beyond %g", i, sums[i], d2, limit)
				}
				sums[i] = d2
			}
		}
		return differ(sums, want)
	})
}

func TestAddSquares(t *testing.T) {
	each(t, func(r numbers, many, width int, bad bool) string {
		rows := 1 + r.Intn(9)
		m, x, c, list, sums := r.list(rows*width, bad), r.list(width, bad), r.list(many, bad), make([]int32, many), r.list(width, bad)
		for i := range list {
			list[i] = int32(r.Intn(rows))
		}
		want := slices.Clone(sums)
		add := func(j int, some ...int) {
			var sum float64
			for k, i := range some {
				d := x[j] - m[int(list[i])*width+j]
				if sum += float64(c[i] * float64(d*d)); k == 0 {
					sum = float64(c[i] * float64(d*d))
				}
			}
			want[j] += sum
		}
		for j := range want {
			for i := 0; i < many; i++ {
				if i+4 > many {
					add(j, i)
					continue
				}
				add(j, i, i+1, i+2, i+3)
				i += 3
			}
		}
		AddSquares(sums, x, c, m, list)
		return differ(sums, want)
	})
}
