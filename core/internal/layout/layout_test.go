package layout

import (
	"errors"
	"math"
	"math/rand"
	"slices"
	"testing"
)

// groups are points in three groups, each linked to the next ones of its own.
func groups(n int) (links [][]Link, start []float64) {
	r := rand.New(rand.NewSource(7))
	links = make([][]Link, n)
	for i := range n {
		for step := 1; step <= 6; step++ {
			links[i] = append(links[i], Link{int32((i + 3*step) % (n - n%3)), 1 / float64(step)})
		}
		start = append(start, float64(i%3)+r.Float64(), r.Float64(), r.Float64())
	}
	return links, start
}

func place(t *testing.T, links [][]Link, start []float64) []float64 {
	t.Helper()
	at, err := Place(links, start, len(start)/len(links), func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// Who is nearest to a point is of its group, though the groups overlap where the points begin; and the picture is filled.
func TestGroupsLieApart(t *testing.T) {
	const n = 240
	links, start := groups(n)
	at := place(t, links, start)
	own := 0
	for i := range n {
		nearest, least := -1, math.Inf(1)
		for j := range n {
			if d := math.Hypot(at[2*i]-at[2*j], at[2*i+1]-at[2*j+1]); j != i && d < least {
				nearest, least = j, d
			}
		}
		if nearest%3 == i%3 {
			own++
		}
	}
	if own < n*95/100 {
		t.Errorf("of %d points %d have one of their own group as nearest", n, own)
	}
	if low, high := slices.Min(at), slices.Max(at); low != 0 || high != 1 {
		t.Errorf("the picture goes from %v to %v, want 0 to 1", low, high)
	}
	var quarters [4]int
	for i := range n {
		quarters[2*int(math.Min(1, 2*at[2*i]))+int(math.Min(1, 2*at[2*i+1]))]++
	}
	if slices.Max(quarters[:]) > n*2/3 {
		t.Errorf("the quarters of the picture have %v points", quarters)
	}
}

// The order of the points is no part of the picture, to the last bit.
func TestOrderIsNoMatter(t *testing.T) {
	const n = 90
	links, start := groups(n)
	at := place(t, links, start)
	to := rand.New(rand.NewSource(3)).Perm(n)
	shuffled, begun := make([][]Link, n), make([]float64, len(start))
	for i, list := range links {
		for _, l := range list {
			shuffled[to[i]] = append(shuffled[to[i]], Link{int32(to[l.To]), l.Weight})
		}
		copy(begun[3*to[i]:3*to[i]+3], start[3*i:3*i+3])
	}
	for i, other := range [][]float64{place(t, shuffled, begun), place(t, links, start)} {
		for p := range n {
			q := p
			if i == 0 {
				q = to[p]
			}
			if at[2*p] != other[2*q] || at[2*p+1] != other[2*q+1] {
				t.Fatalf("point %d is at (%v, %v), in another order at (%v, %v)", p, at[2*p], at[2*p+1], other[2*q], other[2*q+1])
			}
		}
	}
}

// Whatever is missing, places are numbers from 0 to 1.
func TestPlacesAreNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		links [][]Link
		start []float64
	}{
		"two":       {[][]Link{{{1, 1}}, {{0, 1}}}, []float64{0, 1}},
		"no links":  {make([][]Link, 4), []float64{0, 0, 1, 0, 0, 1, 1, 1}},
		"on a line": {[][]Link{{{1, 1}}, {{2, 1}}, {{0, 1}}}, []float64{1, 1, 2, 2, 3, 3}},
		"far":       {[][]Link{{{1, 1}}, {{2, 1}}, {{0, 1}}}, []float64{1e200, -1e200, 0, 1, -1e200, 1e200}},
	} {
		for _, v := range place(t, c.links, c.start) {
			if !(v >= 0 && v <= 1) {
				t.Errorf("%s: %v", name, v)
			}
		}
	}
}

func TestPlaceStops(t *testing.T) {
	links, start := groups(30)
	gone := errors.New("gone")
	if _, err := Place(links, start, 3, func(done, of int) error {
		if done == 3 {
			return gone
		}
		return nil
	}); err != gone {
		t.Errorf("it ended with %v", err)
	}
}
