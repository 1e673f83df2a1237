package spatial

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// No point that is near enough may be left out by the sketch: neither far from 0, nor where squares overflow or lose
// digits, nor beside numbers a thousand times as large as the others. Among ordinary numbers it leaves out most points.
func TestSketchKeepsWhatIsNear(t *testing.T) {
	r := rand.New(rand.NewSource(41))
	for _, c := range []struct {
		name  string
		make  func() float64
		least float64 // share of points that it has to leave out
	}{
		{"uniform", r.Float64, 0.9},
		{"normal", r.NormFloat64, 0.9},
		{"far from 0", func() float64 { return 1e9 + r.Float64() }, 0.5},
		{"outliers", func() float64 {
			if r.Intn(2000) == 0 {
				return 1000
			}
			return r.Float64()
		}, 0.5},
		{"one-hot", func() float64 { return float64(r.Intn(2)) }, 0.5},
		{"equal", func() float64 { return 3 }, 0},
		{"tiny", func() float64 { return 1e-160 * r.Float64() }, 0},
		{"vast", func() float64 { return 1e149 * r.Float64() }, 0.9},
	} {
		left, all := 0, 0
		for range 40 {
			x := Matrix{Rows: 40 + r.Intn(200), Columns: 4 + r.Intn(100)}
			for range x.Rows * x.Columns {
				x.Data = append(x.Data, c.make())
			}
			tree, err := newProjectedTree(x, unbounded{})
			if err != nil {
				t.Fatal(err)
			}
			s := newSketch(tree, stepOf(tree))
			var sums []float64
			if r.Intn(2) == 0 {
				for range x.Rows {
					sums = append(sums, r.Float64())
				}
			}
			input, z := make([]float64, x.Columns), make([]float64, x.Columns)
			var in sketchedInput
			for _, factor := range []float64{1, 1, 1, 1e4, 1e12, 1e140} {
				for j := range input {
					input[j] = factor * c.make()
				}
				s.prepare(&in, input, z)
				d2 := make([]float64, x.Rows)
				for at := range d2 {
					d2[at] = begun(sums, int32(at))
					for j, v := range input {
						d2[at] += float64((v - tree.measured(int32(at))[j]) * (v - tree.measured(int32(at))[j]))
					}
				}
				ascending := slices.Sorted(slices.Values(d2))
				limit := ascending[r.Intn(8)]
				start := r.Intn(x.Rows / 2)
				near := s.nearIn(&in, int32(start), int32(x.Rows), sums, limit)
				for at := start; at < x.Rows; at++ {
					if d2[at] <= limit && !slices.Contains(near, int32(at)) {
						t.Fatalf("%s, %d × %d, input %v times as far: a point at %v is left out, the limit is %v", c.name, x.Rows, x.Columns, factor, d2[at], limit)
					}
				}
				if factor < 1e12 {
					left, all = left+x.Rows-start-len(near), all+x.Rows-start
				}
			}
		}
		share := float64(left) / float64(all)
		t.Logf("%s: %.1f %% left out", c.name, 100*share)
		if share < c.least {
			t.Errorf("%s: %v of the points are left out, want at least %v", c.name, share, c.least)
		}
	}
}

// The worst inputs for a bound: in the direction of what rounding a point has changed, and with changes of their own in the
// direction of a point. Random inputs are far from both.
func TestSketchInTheWorstCase(t *testing.T) {
	r := rand.New(rand.NewSource(43))
	sign := func(v float64) float64 { return math.Copysign(1, v) }
	const features, pairs = 30, 40
	for round := range 100 {
		x := Matrix{Rows: 2 * pairs, Columns: features}
		whole := round%2 == 0 // whole numbers up to the outermost level, with mean 0, aren't changed
		for range pairs {
			row, length := make([]float64, features), r.Float64()
			for j := range row {
				if row[j] = 2 * outermost * (r.Float64() - 0.5) * length; whole {
					row[j] = math.Round(row[j])
				}
			}
			if x.Data == nil {
				row[0] = outermost
			}
			x.Data = append(x.Data, row...)
			for _, v := range row {
				x.Data = append(x.Data, -v)
			}
		}
		tree, err := newProjectedTree(x, unbounded{})
		if err != nil {
			t.Fatal(err)
		}
		step := 1.
		if !whole {
			step = stepOf(tree)
		}
		s := newSketch(tree, step)
		z, input, words := make([]float64, features), make([]float64, features), make([]uint64, aStripe*len(s.stripes))
		var in sketchedInput
		for at := range int32(x.Rows) {
			s.centre(z, tree.measured(at))
			if cut, _ := rounded(words, z, s.step, false); whole && cut != 0 {
				t.Fatalf("whole numbers are changed by %v", cut)
			}
			for j, v := range z {
				if whole {
					input[j] = float64(r.Intn(200)-100) + 0.49*sign(v)
				} else {
					input[j] = 1e4 * sign(v-math.RoundToEven(v/s.step)*s.step)
				}
				input[j] += s.mean[j]
			}
			if whole {
				input[0] = s.mean[0] + outermost
			}
			s.prepare(&in, input, slices.Clone(z))
			if limit := SquaredDistance(input, tree.measured(at)); len(s.nearIn(&in, at, at+1, nil, limit)) == 0 {
				t.Fatalf("round %d: a point is left out at its own distance", round)
			}
		}
	}
}

// The sums are those of a plain loop, at the outermost levels of either sign, too.
func TestSketchSumsProducts(t *testing.T) {
	r := rand.New(rand.NewSource(42))
	for _, features := range []int{1, 3, 4, 23, 24, 25, 64, 784} {
		for _, level := range []func() float64{
			func() float64 { return outermost },
			func() float64 { return -outermost },
			func() float64 { return float64(r.Intn(2*outermost+1) - outermost) },
			func() float64 { return outermost * float64(1-2*r.Intn(2)) },
		} {
			point, input := make([]float64, features), make([]float64, features)
			var want int64
			for j := range point {
				point[j], input[j] = level(), level()
				want += int64(point[j]) * int64(input[j])
			}
			s := sketch{stripes: make([][]uint64, stripesOf(features))}
			words := make([]uint64, aStripe*len(s.stripes))
			in := sketchedInput{words: make([]uint64, len(words))}
			rounded(words, point, 1, false)
			rounded(in.words, input, 1, true)
			for i := range s.stripes {
				s.stripes[i] = words[i*aStripe:][:aStripe]
			}
			if got := s.products(&in, 0, 1)[0]; got != want {
				t.Fatalf("%d features: the products sum to %d, want %d", features, got, want)
			}
		}
	}
	if math.MaxInt64>>lastDigit < aStripe*aWord*outermost*outermost {
		t.Error("the sum of a stripe doesn't fit into its digit")
	}
}
