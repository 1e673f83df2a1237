package spatial

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// sketch has the points with each number rounded to one of 419 levels. A bound on a point's squared distance then takes
// one multiplication of integers for three features. An input that is far from all points needs all of these bounds, but
// leaves few points to be measured in all features. (Weber, Schek and Blott 1998 call this a vector approximation.)
//
// Let a be the input less the mean, b a point less the mean, α and β what they are rounded to, d and e the differences.
//
//	|a-b|² = |a|² + |b|² - 2ab >= |a|² + |b|² - 2αβ - 2|d||β| - 2|a||e|
//
// A word holds three levels of a point, or of an input in reverse order. The product of two such words is a number of
// base 2²¹, whose last digit is the sum of the three products of levels.
type sketch struct {
	*projection
	step    float64    // between the levels of points
	stripes [][]uint64 // the first eight words of all places, the next eight, ...
	norms   []float64  // |b|² of each place
	cut     []float64  // |e| of each place
	longest float64    // |β|
}

const (
	outermost    = 209 // levels are -209 to 209
	aDigit       = 21  // bits
	lastDigit    = 64 - aDigit
	aWord        = 3        // features
	aStripe      = 8        // words whose products a digit can sum: 8 · 3 · 209² < 2²⁰
	roundedUp    = 1 + 1e-9 // more than any rounding of a norm
	tiny         = 1e-290   // below it squares lose digits
	mostSketched = 1 << 24  // words beside the points: 128 MiB
)

func stripesOf(features int) int { return (features + aWord*aStripe - 1) / (aWord * aStripe) }

// rounded puts the levels of z, which are steps apart, into words. It returns the norms of the differences and of what z is
// rounded to.
func rounded(words []uint64, z []float64, step float64, reversed bool) (cut, norm float64) {
	clear(words)
	for j, v := range z {
		level := 0.
		if step > tiny {
			level = min(max(math.RoundToEven(v/step), -outermost), outermost)
		}
		to := float64(level * step)
		cut, norm = cut+float64((v-to)*(v-to)), norm+float64(to*to)
		digit := j % aWord * aDigit
		if reversed { // and with one bit more, so that the last digit is at the top
			digit = (aWord-1)*aDigit - digit + 1
		}
		words[j/aWord] += uint64(int64(level)) << digit
	}
	return math.Sqrt(cut) * roundedUp, math.Sqrt(norm) * roundedUp
}

func newSketch(t *projectedTree, step float64) *sketch {
	points := len(t.Point)
	s := &sketch{projection: t.projection, step: step, norms: make([]float64, points), cut: make([]float64, points)}
	s.stripes = make([][]uint64, stripesOf(t.x.Columns))
	z, words := make([]float64, t.x.Columns), make([]uint64, aStripe*len(s.stripes))
	for i := range s.stripes {
		s.stripes[i] = make([]uint64, points*aStripe)
	}
	for at := range s.norms {
		norm := s.centre(z, t.measured(int32(at)))
		s.norms[at] = float64(norm * norm)
		s.cut[at], norm = rounded(words, z, s.step, false)
		s.longest = max(s.longest, norm)
		for i, stripe := range s.stripes {
			copy(stripe[at*aStripe:], words[i*aStripe:][:aStripe])
		}
	}
	return s
}

// stepOf is so large that most points lie within the outermost levels. A few that are far from the others may not.
func stepOf(t *projectedTree) float64 {
	z, largest := make([]float64, t.x.Columns), make([]float64, len(t.Point))
	for at := range largest {
		t.projection.centre(z, t.measured(int32(at)))
		largest[at] = largestOf(z)
	}
	return sorting.Quantile(largest, 0.5) * (1.5 / outermost)
}

func largestOf(z []float64) (largest float64) {
	for _, v := range z {
		largest = max(largest, math.Abs(v))
	}
	return largest
}

// sketchedInput is an input as a sketch needs it, with lists that are kept from input to input.
type sketchedInput struct {
	words      []uint64
	base       float64 // of all bounds, less what rounding may add
	perProduct float64
	perCut     float64
	products   []int64
	near       []int32
}

func (s *sketch) prepare(in *sketchedInput, x, z []float64) {
	if in.words == nil {
		in.words = make([]uint64, aStripe*len(s.stripes))
	}
	norm := s.centre(z, x)
	step := largestOf(z) / outermost
	cut, _ := rounded(in.words, z, step, true)
	rounding := float64(s.slack * (norm + s.largest) * (norm + s.largest))
	in.base = float64(norm*norm) - float64(2*cut*s.longest) - rounding - tiny
	in.perProduct = 2 * float64(step*s.step)
	in.perCut = 2 * norm * roundedUp
}

// nearIn lists the places from start to end that may be within a squared distance. That begins with a place's sum, or with
// 0 where sums is nil.
func (s *sketch) nearIn(in *sketchedInput, start, end int32, sums []float64, limit float64) []int32 {
	in.near = in.near[:0]
	limit = limit*roundedUp - in.base
	products, norms, cut := s.products(in, int(start), int(end)), s.norms[start:end], s.cut[start:end]
	for i, product := range products {
		bound := norms[i] - float64(in.perProduct*float64(product)) - float64(in.perCut*cut[i])
		if sums != nil {
			bound += sums[int(start)+i]
		}
		if !(bound > limit) { // nor where numbers overflow
			in.near = append(in.near, start+int32(i))
		}
	}
	return in.near
}

// products are the sums of products of levels, one for each place.
func (s *sketch) products(in *sketchedInput, start, end int) []int64 {
	in.products = slices.Grow(in.products[:0], end-start)[:end-start]
	clear(in.products)
	for i, stripe := range s.stripes {
		addProducts(in.products, (*[aStripe]uint64)(in.words[i*aStripe:]), stripe[start*aStripe:])
	}
	return in.products
}

// addProducts adds to each sum the products of eight words. Under WebAssembly this takes half of the time of as many
// words of four points at once: the input's words stay where they are.
//
//go:noinline
func addProducts(sums []int64, input *[aStripe]uint64, stripe []uint64) {
	const half = 1 << (lastDigit - 1) // the other digits may be less than 0
	u0, u1, u2, u3, u4, u5, u6, u7 := input[0], input[1], input[2], input[3], input[4], input[5], input[6], input[7]
	for i := range sums {
		w := (*[aStripe]uint64)(stripe)
		stripe = stripe[aStripe:]
		sums[i] += int64(w[0]*u0+w[1]*u1+w[2]*u2+w[3]*u3+w[4]*u4+w[5]*u5+w[6]*u6+w[7]*u7+half) >> lastDigit
	}
}
