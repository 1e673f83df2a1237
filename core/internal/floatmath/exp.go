package floatmath

import (
	"math"

	"github.com/xaia-go/xaia/internal/simd"
)

// The standard library's Exp and Log are assembly on some platforms and Go on
// others, and differ there in the last bits; a threshold can flip on that. The
// two functions here use nothing but IEEE 754 additions, multiplications and
// divisions in a fixed order. float64(x*y) keeps the compiler from fusing a
// product into a sum (Go specification, "Floating-point operators"), which it
// does on some platforms.

const (
	// ln 2 / 32 in two parts; the first has so few bits that n*ln2Hi is exact
	// for |n| < 2^16.
	ln2By32Hi = 0x1.62e42fcp-6
	ln2By32Lo = 0x1.7d1cf79abc9e4p-33
	log2eX32  = 0x1.71547652b82fep+5 // 32 / ln 2

	expOverflow  = 709.782712893384
	expUnderflow = -745.1332191019412
)

// Exp returns e^x, off by less than 0.53 units in the last place where the
// result is normal, 1 in the subnormals. exp(0) = 1 exactly.
//
//	n = round(32 x / ln 2),  r = x - n ln2/32,  |r| <= ln2/64
//	e^x = 2^(n div 32) · 2^((n mod 32)/32) · e^r
//
// The middle factor is a table of 32 values in two parts, e^r a polynomial of
// degree 6, whose remainder r^7/7! is below 2^-57.
func Exp(x float64) float64 {
	if !(x <= expOverflow) {
		if x > expOverflow {
			return math.Inf(1)
		}
		return x // NaN
	}
	if x < expUnderflow {
		return 0
	}
	n, r := ExpReduced(x)
	y, k := ExpFactors(n, r)
	if k > 800 {
		return float64(float64(y*twoTo(k-1)) * 2)
	}
	return Scaled(y, k)
}

// ExpReduced, ExpFactors and Scaled are the steps of exp for x from -760 to 550, so small that
// they are inlined where a loop takes exponentials:
//
//	n, r := ExpReduced(x)
//	e^x = Scaled(ExpFactors(n, r))
func ExpReduced(x float64) (n int, r float64) {
	n = int(math.Floor(float64(x*log2eX32) + 0.5))
	fn := float64(n)
	return n, (x - float64(fn*ln2By32Hi)) - float64(fn*ln2By32Lo)
}

func ExpFactors(n int, r float64) (y float64, k int) {
	p := 1.0/120 + float64(r*(1.0/720))
	p = 1.0/24 + float64(r*p)
	p = 1.0/6 + float64(r*p)
	p = 0.5 + float64(r*p)
	p = r + float64(float64(r*r)*p) // e^r - 1
	t := &exp2Table[n&31]
	return t[0] + (t[1] + float64(t[0]*p)), n >> 5
}

// Scaled is y·2^k in two steps, of which the first is exact: the result may be subnormal.
func Scaled(y float64, k int) float64 { return float64(float64(y*twoTo(k+128)) * 0x1p-128) }

func twoTo(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// ExpBelow writes e^(least-s) for each s, 0 where that is more than the cut above the least one, a number from 0 to 700.
func ExpBelow(p, s []float64, least, cut float64) {
	p = p[:len(s)]
	limit := least + cut
	constants := [...]float64{least, limit, log2eX32, 0.5, ln2By32Hi, ln2By32Lo, 1.0 / 120, 1.0 / 720, 1.0 / 24, 1.0 / 6, 0x1p-128}
	done := simd.Exponentials(p, s, &exp2Table, &constants)
	for i, v := range s[done:] {
		e := 0.0
		if v <= limit {
			n, part := ExpReduced(least - v)
			e = Scaled(ExpFactors(n, part))
		}
		p[done+i] = e
	}
}

// Log returns the natural logarithm of a positive normal x, off by less than
// 2 units in the last place.
//
//	x = 2^k m,  m in [√½, √2),  s = (m-1)/(m+1)
//	ln x = k ln2 + 2 (s + s³/3 + s⁵/5 + ...),  |s| < 0.172
func Log(x float64) float64 {
	bits := math.Float64bits(x)
	k := int(bits>>52) - 1023
	m := math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	if m > math.Sqrt2 {
		m, k = m/2, k+1
	}
	s := (m - 1) / (m + 1)
	z := float64(s * s)
	var sum float64
	for i := 23; i >= 3; i -= 2 {
		sum = float64(z * (1/float64(i) + sum))
	}
	fk := float64(k)
	return float64(fk*(32*ln2By32Hi)) + (float64(2*s) + (float64(float64(2*s)*sum) + float64(fk*(32*ln2By32Lo))))
}

// Sigmoid is the σ of the TNN, 1/(1+e^-z).
func Sigmoid(z float64) float64 { return 1 / (1 + Exp(-z)) }
