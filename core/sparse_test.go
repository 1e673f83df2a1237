package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Answers by search, and by passes where layers differ, against those of the plain network: to the bit, in one
// to fourteen features, for queries on samples, between them, and so far away that distances tie.
func TestAnswersOfThePlainNetwork(t *testing.T) {
	r := rand.New(rand.NewSource(22))
	answers, hits, collisions, deep, ties, vectors := 0, 0, 0, 0, 0, 0
	for round := range 30 {
		for _, shape := range shapes {
			n := 2 + r.Intn(100)
			features := 1 + r.Intn(3)
			if round%2 == 0 {
				features = 4 + r.Intn(11)
			}
			list := shape.make(r, n, features)
			o := SQANNOptions{Scale: []ScaleKind{ScaleNone, ScaleMinMax}[r.Intn(2)]}
			switch r.Intn(6) {
			case 0: // wide layers, many collisions
				o.Settings = []Settings{{A1: 0.05, A2: 0.2, Admission: 0.15, Activation: 0.5}}
			case 1: // every activation reaches 0 not far away
				zero := 1.0
				o.R = &zero
			case 2: // layers that differ
				o.SettingsChoice = SettingsClassic
			}
			d := Dataset{X: distinct(list, o.Scale)}
			d.Values = Matrix{Rows: d.X.Rows, Columns: 1}
			for range d.X.Rows {
				d.Values.Data = append(d.Values.Data, r.NormFloat64())
			}
			want, err := plainFit(d, o)
			if err != nil {
				t.Fatal(err)
			}
			m := fit(t, d, o)
			if at := want.difference(m); at != "" {
				t.Fatalf("%s, %d × %d: %s", shape.name, d.X.Rows, d.X.Columns, at)
			}
			collisions += m.report.Collisions
			deep = max(deep, len(m.network.layers))
			vectors += len(m.network.nodes.parts)

			x := Matrix{Columns: d.X.Columns}
			for range 30 {
				size := math.Pow(10, r.Float64()*8-5)
				switch r.Intn(8) {
				case 0:
					size = 0 // a sample, and what ties with it
				case 1:
					size = math.Pow(10, 10+r.Float64()*130) // so far that distances tie
				}
				for _, v := range d.X.Row(r.Intn(d.X.Rows)) {
					x.Data = append(x.Data, v+size*r.NormFloat64())
				}
				x.Rows++
			}
			scaled := make([]float64, x.Columns)
			for _, how := range []Interpolation{{}, {Mode: InterpolateTop, Top: 3}, {Mode: InterpolateTop, Top: sorting.KeepMost + 6}, {Mode: InterpolateTop, Top: 1000},
				{Mode: InterpolateLayerwise}, {Mode: InterpolateTNN, A: 5}, {Mode: InterpolateNearest}, {Mode: InterpolateNone},
				{Mode: InterpolateLocal, Top: 12}, {Mode: InterpolateLocal, Top: sorting.KeepMost + 2, Local: Local{Width: 3, Flat: true}}} {
				got, err := interpolating(t, m, how).Predict(x)
				if err != nil {
					t.Fatal(err)
				}
				for i := range x.Rows {
					m.points.scaler.apply(scaled, x.Row(i))
					value, status := want.answer(m, scaled, how)
					if v := got.Values.Data[i]; math.Float64bits(v) != math.Float64bits(value[0]) || got.Status[i] != status {
						t.Fatalf("%s, %d × %d, %+v, query %v: %v %v, the plain network %v %v", shape.name, d.X.Rows, d.X.Columns, how, x.Row(i), v, got.Status[i], value[0], status)
					}
					answers++
					if status == StatusHit {
						hits++
					}
				}
			}
			if m.network.searchable() {
				s := newSearch(m.network)
				for i := range x.Rows {
					m.points.scaler.apply(scaled, x.Row(i))
					if s.run(scaled); s.pruningIsUnsound() {
						ties++
					}
				}
			}
		}
	}
	t.Logf("%d answers, %d hits, %d collisions, up to %d layers, %d components, %d queries that can't be pruned", answers, hits, collisions, deep, vectors, ties)
	if collisions < 1000 || deep < 5 || hits < 1000 || ties < 10 || vectors < 10000 {
		t.Error("too few to tell")
	}
}

// Samples along a curve, in its order or against it: each decision waits for the
// one before, through all of them where the tree begins at the wrong end.
func TestSamplesAlongACurve(t *testing.T) {
	const n = 300
	for _, backwards := range []bool{false, true} {
		for _, features := range []int{2, 5} {
			d := Dataset{X: Matrix{Rows: n, Columns: features}, Values: Matrix{Rows: n, Columns: 1}}
			for i := range n {
				s := float64(i) / n
				if backwards {
					s = 1 - s
				}
				for j := range features {
					d.X.Data = append(d.X.Data, math.Pow(s, float64(j+1)))
				}
				d.Values.Data = append(d.Values.Data, math.Sin(20*s))
			}
			want, err := plainFit(d, SQANNOptions{})
			if err != nil {
				t.Fatal(err)
			}
			m := fit(t, d, SQANNOptions{})
			if at := want.difference(m); at != "" || len(want.layers) < 2 {
				t.Errorf("%s; %d layers", at, len(want.layers))
			}
		}
	}
}

// Fingerprints in their lists against a slice each: made, lengthened, cleared and made anew.
func TestFingerprintsInLists(t *testing.T) {
	r := rand.New(rand.NewSource(26))
	lists, moved := 0, 0
	for range 200 {
		points := 1 + r.Intn(40)
		f, want := sparse.NewArena(points), make([][]sparse.Component, points)
		next := func() sparse.Component { return sparse.Component{Node: int32(r.Intn(100)), V: r.Float64()} }
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
	again := sparse.NewArena(3)
	for round := range 100 {
		again.Clear()
		for s := range int32(3) {
			again.End(s, append(again.Begin(s, 30), make([]sparse.Component, 30)...))
		}
		if len(again.Lists) > 5 {
			t.Fatalf("%d lists in round %d: those that were cleared aren't used again", len(again.Lists), round)
		}
	}
	none := sparse.NewArena(1)
	if len(none.Of(0)) != 0 {
		t.Error("a point has a fingerprint that nobody made")
	}
}

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
