package sparse

import (
	"math/rand"
	"slices"
	"testing"
)

// Fingerprints in their lists against a slice each: made, lengthened, cleared and made anew.
func TestFingerprintsInLists(t *testing.T) {
	r := rand.New(rand.NewSource(26))
	lists, moved := 0, 0
	for range 200 {
		points := 1 + r.Intn(40)
		f, want := NewArena(points), make([][]Component, points)
		next := func() Component { return Component{Node: int32(r.Intn(100)), V: r.Float64()} }
		for range 3 {
			for s := range want {
				want[s] = nil
				most := r.Intn(2 * points)
				got := f.Begin(int32(s), most)
				for range r.Intn(most + 1) {
					want[s] = append(want[s], next())
					got = append(got, want[s][len(want[s])-1])
				}
				f.End(int32(s), got)
			}
			for range r.Intn(4 * points) {
				s, c := r.Intn(points), next()
				if f.Spans[s].To == f.Spans[s].End {
					moved++
				}
				f.Add(int32(s), c)
				want[s] = append(want[s], c)
			}
			room := 0
			for _, list := range f.Lists {
				room += cap(list)
			}
			if room != f.Room {
				t.Fatalf("the lists have room for %d components, %d are counted", room, f.Room)
			}
			for s := range want {
				if !slices.Equal(f.Of(int32(s)), want[s]) {
					t.Fatalf("point %d of %d has %v, want %v", s, points, f.Of(int32(s)), want[s])
				}
			}
			lists = max(lists, len(f.Lists))
			f.Clear()
		}
	}
	if lists < 4 || moved < 1000 {
		t.Errorf("at most %d lists, %d moved: too few to tell", lists, moved)
	}
	again := NewArena(3)
	for round := range 100 {
		again.Clear()
		for s := range int32(3) {
			again.End(s, append(again.Begin(s, 30), make([]Component, 30)...))
		}
		if len(again.Lists) > 5 {
			t.Fatalf("%d lists in round %d: those that were cleared aren't used again", len(again.Lists), round)
		}
	}
	none := NewArena(1)
	if len(none.Of(0)) != 0 {
		t.Error("a point has a fingerprint that nobody made")
	}
}
