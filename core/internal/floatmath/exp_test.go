package floatmath

import (
	"math"
	"math/big"
	"math/rand"
	"testing"
)

const precision = 200

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// bigExp is e^x by argument halving and the Taylor series, to about 190 bits.
func bigExp(x *big.Float) *big.Float {
	const halvings = 20
	r := new(big.Float).SetPrec(precision).SetMantExp(x, -halvings)
	sum, term := bigFloat(1), bigFloat(1)
	for i := 1; i < 40; i++ {
		term.Mul(term, r)
		term.Quo(term, bigFloat(float64(i)))
		sum.Add(sum, term)
	}
	for i := 0; i < halvings; i++ {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigLn2 is Σ 1/(k 2^k).
func bigLn2() *big.Float {
	sum := bigFloat(0)
	for k := 1; k < 220; k++ {
		term := new(big.Float).SetPrec(precision).SetMantExp(bigFloat(1), -k)
		sum.Add(sum, term.Quo(term, bigFloat(float64(k))))
	}
	return sum
}

// ulps is |got - want| in units in the last place of want.
func ulps(got float64, want *big.Float) float64 {
	nearest, _ := want.Float64()
	unit := math.Nextafter(nearest, math.Inf(1)) - nearest
	difference := new(big.Float).SetPrec(precision).Sub(bigFloat(got), want)
	difference.Quo(difference, bigFloat(unit))
	f, _ := difference.Float64()
	return math.Abs(f)
}

func TestExp2Table(t *testing.T) {
	ln2 := bigLn2()
	for i, entry := range exp2Table {
		x := new(big.Float).SetPrec(precision).Mul(ln2, bigFloat(float64(i)/32))
		want := bigExp(x)
		hi, _ := want.Float64()
		lo, _ := new(big.Float).SetPrec(precision).Sub(want, bigFloat(hi)).Float64()
		if i == 0 {
			lo = 0
		}
		if entry[0] != hi || entry[1] != lo {
			t.Errorf("entry %d is {%x, %x}, want {%x, %x}", i, entry[0], entry[1], hi, lo)
		}
	}
}

func TestExpAgainstBig(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	worst, worstSubnormal := 0.0, 0.0
	for i := 0; i < 6000; i++ {
		var x float64
		switch i % 4 {
		case 0:
			x = -random.Float64()
		case 1:
			x = (random.Float64()*2 - 1) * 700
		case 2:
			x = -math.Exp(random.Float64()*-30 + 3)
		case 3:
			x = -708.5 - random.Float64()*36
		}
		e := ulps(Exp(x), bigExp(bigFloat(x)))
		if Exp(x) < 0x1p-1022 {
			worstSubnormal = math.Max(worstSubnormal, e)
		} else {
			worst = math.Max(worst, e)
		}
	}
	t.Logf("worst error %.4f ulp, in the subnormals %.4f", worst, worstSubnormal)
	if worst > 0.53 || worstSubnormal > 1 {
		t.Errorf("exp is off by %g ulp, %g in the subnormals", worst, worstSubnormal)
	}
}

func TestExpAtTheEdges(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{0, 1}, {math.Copysign(0, -1), 1}, {math.Inf(-1), 0}, {math.Inf(1), math.Inf(1)},
		{710, math.Inf(1)}, {-746, 0}, {-745.133, 5e-324}, {-1e300, 0}, {1e300, math.Inf(1)}, {1e-20, 1},
		{709.782712893384, 1.7976931348622732e308},
	} {
		if got := Exp(c.x); got != c.want {
			t.Errorf("exp(%g) = %g, want %g", c.x, got, c.want)
		}
	}
	if !math.IsNaN(Exp(math.NaN())) {
		t.Error("exp(NaN) is a number")
	}
}

func TestLogAgainstBig(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	for i := 0; i < 3000; i++ {
		x := math.Exp(random.Float64()*1200 - 600)
		if i%3 == 0 {
			x = 0.5 + random.Float64()
		}
		// One Newton step from a close guess doubles its digits: y + x/e^y - 1.
		y := bigFloat(math.Log(x))
		for range 3 {
			q := new(big.Float).SetPrec(precision).Quo(bigFloat(x), bigExp(y))
			y.Add(y, q.Sub(q, bigFloat(1)))
		}
		if e := ulps(Log(x), y); e > 2 {
			t.Fatalf("log(%g) = %g is off by %g ulp", x, Log(x), e)
		}
	}
	if Log(1) != 0 {
		t.Errorf("log(1) = %g", Log(1))
	}
}

func TestSigmoid(t *testing.T) {
	if Sigmoid(0) != 0.5 || Sigmoid(800) != 1 || Sigmoid(-800) != 0 {
		t.Errorf("σ(0), σ(800), σ(-800) = %g, %g, %g", Sigmoid(0), Sigmoid(800), Sigmoid(-800))
	}
	if got := Sigmoid(5); math.Abs(got-0.9933071490757153) > 1e-16 {
		t.Errorf("σ(5) = %.17g", got)
	}
}

func TestExpBelow(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	hostile := []float64{0, math.Copysign(0, -1), 5e-324, 1e300, math.Inf(1), math.NaN()}
	for size := range 40 {
		for _, cut := range []float64{0, 18, 700} {
			s, got := make([]float64, size), make([]float64, size)
			for i := range s {
				if s[i] = cut * 1.2 * random.Float64(); random.Intn(8) == 0 {
					s[i] = hostile[random.Intn(len(hostile))]
				}
			}
			least := cut / 10 * random.Float64()
			ExpBelow(got, s, least, cut)
			for i, v := range s {
				want := 0.0
				if v <= least+cut {
					want = Exp(least - v)
				}
				if math.Float64bits(got[i]) != math.Float64bits(want) {
					t.Fatalf("number %d of %d, %g from %g: %g, want %g", i, size, v, least, got[i], want)
				}
			}
		}
	}
}
