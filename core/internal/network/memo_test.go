package network

import (
	"math/rand"
	"testing"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// chains are points of which each is near the one before, so that layers fall.
func chains(r *rand.Rand, count, features int) *spatial.Matrix {
	x := spatial.NewMatrix(count, features)
	for i := range count {
		for j := range features {
			x.Row(i)[j] = 0.3 * r.NormFloat64()
			if i > 0 && r.Intn(3) > 0 {
				x.Row(i)[j] = x.Row(i - 1)[j] + 0.1*r.NormFloat64()
			}
		}
	}
	return &x
}

// The memory that the plain builder has counted in the end is what it keeps: the nodes' fingerprints, and the empty lists of
// what each point found. What it forgot, and what layers held that fell, is counted no longer.
func TestConstructionCountsWhatItKeeps(t *testing.T) {
	r := rand.New(rand.NewSource(33))
	fallen := 0
	for round := range 400 {
		var rule Rule
		for range 100 {
			rule.List = append(rule.List, Settings{A1: 0.2 * r.Float64(), A2: 0.05 + r.Float64(), Admission: 0.1 + 0.3*r.Float64(), Activation: 0.5 + 0.45*r.Float64()})
		}
		n := New(Choices{
			X: chains(r, 4+r.Intn(20), 1+r.Intn(3)), Sample: func(point int) int { return point },
			Skip: round%4 == 1, R: 0.5, Rule: rule,
		})
		a := new(unbounded)
		if err := n.FindReach(nil, a); err != nil {
			t.Fatal(err)
		}
		before := a.bytes
		b := newBuilder(n, true, a)
		if round%4 > 1 {
			p := publishedBuilder{builder: b, aside: round%4 == 2, listed: func(int) error { return nil }}
			if err := p.run(); err != nil {
				t.Fatal(err)
			}
			b = p.builder
		} else if err := b.run(); err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, l := range n.Layers {
			kept += l.eta.Count * l.eta.Width
		}
		for _, of := range b.memos {
			kept += numbersOfMemo * cap(of)
		}
		if counted := a.bytes - before + 8*b.grown; counted != int64(8*kept) {
			t.Fatalf("set %d: %d bytes are counted, %d are kept", round, counted, 8*kept)
		}
		for _, e := range b.events {
			if e.Type == Drop {
				fallen++
			}
		}
	}
	if fallen < 20 {
		t.Errorf("only %d layers fell", fallen)
	}
}
