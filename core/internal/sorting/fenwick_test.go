package sorting

import (
	"math/rand"
	"slices"
	"testing"
)

func TestQueueAndRanks(t *testing.T) {
	r := rand.New(rand.NewSource(26))
	for range 200 {
		n := 1 + r.Intn(40)
		left := NewFenwick(n)
		var gone []int
		for _, i := range r.Perm(n) {
			want := i
			for _, g := range gone {
				if g < i {
					want--
				}
			}
			if got := left.Remove(i); got != want {
				t.Fatalf("%d are left before %d, want %d", got, i, want)
			}
			gone = append(gone, i)
		}
		var q MinHeap
		var list []int32
		for range n {
			v := int32(r.Intn(30))
			q.Push(v)
			list = append(list, v)
			if r.Intn(3) == 0 {
				slices.Sort(list)
				if got := q.Pop(); got != list[0] {
					t.Fatalf("the queue gives %d, want %d", got, list[0])
				}
				list = list[1:]
			}
		}
		slices.Sort(list)
		for _, want := range list {
			if got := q.Pop(); got != want {
				t.Fatalf("the queue gives %d, want %d", got, want)
			}
		}
	}
}
