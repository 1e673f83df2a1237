// Package shapes makes sets on which constructions go wrong: equal distances, equal fingerprints, samples that float64 can hardly
// tell apart. Only tests use it.
package shapes

import (
	"math"
	"math/rand"
	randv2 "math/rand/v2"
)

// All are named.
var All = []struct {
	Name string
	Make func(r *rand.Rand, n, features int) [][]float64
}{
	{"uniform", func(r *rand.Rand, n, features int) [][]float64 {
		return Rows(n, features, func(i, j int) float64 { return r.Float64()*2 - 1 })
	}},
	{"lattice", func(r *rand.Rand, n, features int) [][]float64 {
		side := 2 + r.Intn(4)
		return Rows(n, features, func(i, j int) float64 {
			for range j {
				i /= side
			}
			return float64(i%side) / 2
		})
	}},
	{"rings", func(r *rand.Rand, n, features int) [][]float64 {
		per := 3 + r.Intn(10)
		return Rows(n, features, func(i, j int) float64 {
			angle, radius := 2*math.Pi*float64(i%per)/float64(per), 1+float64(i/per)/2
			return radius * math.Cos(angle-float64(j)*math.Pi/2)
		})
	}},
	{"cross", func(r *rand.Rand, n, features int) [][]float64 {
		return Rows(n, features, func(i, j int) float64 {
			if i/2%features != j {
				return 0
			}
			return float64(1-i%2*2) * (0.3 + 0.1*float64(i/(2*features)))
		})
	}},
	{"mirrored", func(r *rand.Rand, n, features int) [][]float64 {
		half := Rows(n, features, func(i, j int) float64 { return r.NormFloat64() })
		for i := 1; i < n; i += 2 {
			for j := range half[i] {
				half[i][j] = half[i-1][j]
			}
			half[i][i/2%features] *= -1
		}
		return half
	}},
	{"near-duplicates", func(r *rand.Rand, n, features int) [][]float64 {
		list := Rows(n, features, func(i, j int) float64 { return r.Float64() })
		for i := 1; i < n; i++ {
			if i%3 != 0 {
				copy(list[i], list[i-1])
				list[i][r.Intn(features)] += math.Pow(10, -2-10*r.Float64())
			}
		}
		return list
	}},
	{"one far away", func(r *rand.Rand, n, features int) [][]float64 {
		list := Rows(n, features, func(i, j int) float64 { return r.Float64() * 0.01 })
		list[n-1][0] = 1
		return list
	}},
}

// Rows has a value at each place.
func Rows(n, features int, value func(i, j int) float64) [][]float64 {
	list := make([][]float64, n)
	for i := range list {
		list[i] = make([]float64, features)
		for j := range list[i] {
			list[i][j] = value(i, j)
		}
	}
	return list
}

// Point is one of a set of a kind: what is equal far in one coordinate, chains, dense spots, and none of these.
func Point(random *randv2.Rand, kind, columns int) []float64 {
	x := make([]float64, columns)
	for j := range x {
		switch kind {
		case 0:
			x[j] = random.Float64()
		case 1:
			x[j] = float64(random.IntN(5)) / 8
		case 2:
			x[j] = float64(random.IntN(40)) / 64 * float64(1-min(j, 1))
		case 3:
			x[j] = float64(random.IntN(3))/3 + random.Float64()*0.02
		default:
			x[j] = random.NormFloat64() * 0.2
		}
	}
	return x
}
