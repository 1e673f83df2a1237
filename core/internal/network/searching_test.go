package network

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// The distances to sparse fingerprints are those of the whole vectors, bit for bit.
func TestDistancesOfSparseNodes(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	list := func(most int) []sparse.Component {
		var c []sparse.Component
		for node := int32(0); node < 100; node++ {
			if r.Intn(100) < most {
				c = append(c, sparse.Component{Node: node, V: r.Float64()})
			}
		}
		return c
	}
	whole := func(c []sparse.Component, x []float64) []float64 {
		v := make([]float64, 100, 100+len(x))
		for _, c := range c {
			v[c.Node] = c.V
		}
		return append(v, x...)
	}
	for _, most := range []int{0, 3, 10, 50, 75} {
		for features := 1; features <= 3; features++ {
			for range 200 {
				n := r.Intn(8)
				var s sparseNodes
				var coords []float64
				x := make([]float64, features)
				for j := range x {
					x[j] = r.NormFloat64()
				}
				var group []spatial.Found
				var want []float64
				eta := sparse.NewArena(n)
				in := list(most)
				for i := range n {
					fingerprint := list(most)
					eta.End(int32(i), append(eta.Begin(int32(i), len(fingerprint)), fingerprint...))
					y := make([]float64, features)
					for j := range y {
						y[j] = r.NormFloat64()
					}
					coords = append(coords, y...)
					group = append(group, spatial.Found{Place: int32(i)})
					want = append(want, spatial.SquaredDistance(whole(in, x), whole(fingerprint, y)))
				}
				s.keep(&eta)
				s.index = &spatial.Index{Tree: &spatial.Tree{Dims: features, Coords: coords}}
				s.distances(group, in, x)
				for i, f := range group {
					if f.D2 != want[i] {
						t.Fatalf("%d features, %d components: node %d is at %v, want %v", features, len(in), i, f.D2, want[i])
					}
				}
			}
		}
	}
}

// A search finds what the whole propagation finds, also where distances tie so far away that leaving out what is further
// wouldn't be sound.
func TestSearchAgainstTheWholePropagation(t *testing.T) {
	r := rand.New(rand.NewSource(22))
	hits, far := 0, 0
	for range 60 {
		x := chains(r, 2+r.Intn(100), 1+r.Intn(14))
		n := New(Choices{X: x, Skip: true, R: []float64{0.5, 1}[r.Intn(2)], Rule: Rule{Auto: true}}) // r = 1: all activations are 0 not far away
		a := new(unbounded)
		if err := n.FindReach(nil, a); err != nil {
			t.Fatal(err)
		}
		if n.Q == 0 {
			continue
		}
		if err := n.Construct(a); err != nil {
			t.Fatal(err)
		}
		s, p := newSearch(n), FullPropagation{Network: n}
		asked := make([]float64, x.Columns)
		for range 60 {
			size := math.Pow(10, r.Float64()*8-5)
			switch r.Intn(8) {
			case 0:
				size = 0 // a sample, and what ties with it
			case 1:
				size = math.Pow(10, 10+r.Float64()*130) // so far that distances tie
			}
			for j, v := range x.Row(r.Intn(x.Rows)) {
				asked[j] = v + size*r.NormFloat64()
			}
			s.Run(asked)
			p.Run(asked)
			hit, isHit := s.Recognised()
			if want, is := p.Recognised(); isHit != is || is && hit != want {
				t.Fatalf("%d × %d, %v: the search hits %v %v, the propagation %v %v", x.Rows, x.Columns, asked, hit, isHit, want, is)
			}
			if isHit {
				hits++
			} else if !s.chooseNearest(min(3, x.Rows), true) {
				far++
			}
			s.Run(asked)
			if got, want := s.Moderate(nil), p.Moderate(nil); !slices.Equal(got, want) {
				t.Fatalf("%d × %d, %v: moderate %v, the propagation's %v", x.Rows, x.Columns, asked, got, want)
			}
			for _, top := range []int{1, 3, sorting.KeepMost + 6, 1000} {
				if got, want := s.Strongest(nil, top), p.Strongest(nil, top); !slices.Equal(got, want) {
					t.Fatalf("%d × %d, %v: the %d strongest are %v, the propagation's %v", x.Rows, x.Columns, asked, top, got, want)
				}
			}
		}
	}
	if hits < 500 || far < 30 {
		t.Errorf("%d hits, %d queries that can't be pruned: too few to tell", hits, far)
	}
}
