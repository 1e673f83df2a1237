package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// inForm constructs d with the form of fingerprints that the test wants,
// whatever the engine would choose.
func inForm(t testing.TB, d Dataset, o SQANNOptions, sparse bool) *SQANN {
	t.Helper()
	m, err := prepareSQANN(d, o)
	if err != nil {
		t.Fatal(err)
	}
	construct := m.constructDense
	if sparse {
		construct = m.constructSparse
	}
	err = construct(m.account())
	if err != nil {
		t.Fatal(err)
	}
	m.finished()
	return m
}

// Sparse and dense fingerprints must give the same network and the same
// answers, bit for bit: absent components add exact zeros in the same order.
func TestSparseEqualsDense(t *testing.T) {
	r := rand.New(rand.NewSource(22))
	answers, collisions, deep := 0, 0, 0
	for range 40 {
		for _, shape := range shapes {
			n := 2 + r.Intn(120)
			list := shape.make(r, n, 1+r.Intn(3))
			o := SQANNOptions{Scale: []ScaleKind{ScaleNone, ScaleMinMax}[r.Intn(2)]}
			switch r.Intn(3) {
			case 0: // wide layers, many collisions
				o.Settings = []Settings{{A1: 0.05, A2: 0.2, Admission: 0.15, Activation: 0.5}}
			case 1: // every activation reaches 0 not far away
				zero := 1.0
				o.R = &zero
			}
			d := Dataset{X: distinct(list, o.Scale)}
			d.Values = Matrix{Rows: d.X.Rows, Columns: 1}
			for range d.X.Rows {
				d.Values.Data = append(d.Values.Data, r.NormFloat64())
			}
			sparse, dense := inForm(t, d, o, true), inForm(t, d, o, false)
			if sparse.network.nodes == nil || dense.network.nodes != nil {
				t.Fatal("the forms were not as asked for")
			}
			sameBits(t, sparse, dense)
			if sparse.report.Steps != dense.report.Steps || sparse.report.Collisions != dense.report.Collisions {
				t.Fatalf("%s: reports %+v and %+v", shape.name, sparse.report, dense.report)
			}
			collisions += sparse.report.Collisions
			deep = max(deep, len(sparse.network.layers))

			var x Matrix
			x.Columns = d.X.Columns
			for range 40 {
				p := d.X.Row(r.Intn(d.X.Rows))
				size := math.Pow(10, r.Float64()*8-5)
				switch r.Intn(8) {
				case 0:
					size = 0 // a sample, and what ties with it
				case 1:
					size = math.Pow(10, 10+r.Float64()*150) // so far that distances tie
				}
				for _, v := range p {
					x.Data = append(x.Data, v+size*r.NormFloat64())
				}
				x.Rows++
			}
			for _, how := range []Interpolation{{}, {Mode: InterpolateTop, Top: 3}, {Mode: InterpolateTop, Top: 1000}, {Mode: InterpolateLayerwise},
				{Mode: InterpolateTNN, A: 5}, {Mode: InterpolateNearest}, {Mode: InterpolateNone}} {
				a, err := sparse.Predict(x, how)
				if err != nil {
					t.Fatal(err)
				}
				b, _ := dense.Predict(x, how)
				for i := range x.Rows {
					v, w := a.Values.Data[i], b.Values.Data[i]
					if math.Float64bits(v) != math.Float64bits(w) || a.Status[i] != b.Status[i] {
						t.Fatalf("%s, mode %d, query %v: sparse %v %v, dense %v %v", shape.name, how.Mode, x.Row(i), v, a.Status[i], w, b.Status[i])
					}
					answers++
				}
			}
			for i := range 5 {
				a, _ := sparse.Explain(x.Row(i), Interpolation{})
				b, _ := dense.Explain(x.Row(i), Interpolation{})
				if a.Familiarity != b.Familiarity || a.NovelAt != b.NovelAt || !slices.EqualFunc(a.Fingerprint, b.Fingerprint, func(v, w []float64) bool { return slices.Equal(v, w) }) {
					t.Fatalf("explanations differ: %+v and %+v", a, b)
				}
			}
		}
	}
	t.Logf("%d answers, %d collisions, up to %d layers", answers, collisions, deep)
	if collisions < 1000 || deep < 5 {
		t.Errorf("only %d collisions, %d layers", collisions, deep)
	}
}

// Which form the engine chooses.
func TestForms(t *testing.T) {
	plane := random2D(23, 1000)
	for _, c := range []struct {
		o    SQANNOptions
		want bool
	}{{SQANNOptions{}, true}, {SQANNOptions{Trace: true}, false}, {SQANNOptions{Skip: Off}, false}, {SQANNOptions{Preset: Paper}, false},
		{SQANNOptions{Settings: []Settings{ClassicSettings(1)}}, false}} {
		if got := fit(t, plane, c.o).network.nodes != nil; got != c.want {
			t.Errorf("%+v: sparse is %v", c.o, got)
		}
	}
}

// Samples along a curve, in its order or against it: each decision waits for the
// one before, through all of them where the tree begins at the wrong end.
func TestSparseEqualsDenseAlongACurve(t *testing.T) {
	const n = 1000
	for _, backwards := range []bool{false, true} {
		d := Dataset{X: Matrix{Rows: n, Columns: 2}, Values: Matrix{Rows: n, Columns: 1}}
		for i := range n {
			s := float64(i) / n
			if backwards {
				s = 1 - s
			}
			d.X.Data = append(d.X.Data, s, s*s)
			d.Values.Data = append(d.Values.Data, math.Sin(20*s))
		}
		sparse, dense := inForm(t, d, SQANNOptions{}, true), inForm(t, d, SQANNOptions{}, false)
		sameBits(t, sparse, dense)
		if sparse.report.Steps != dense.report.Steps || len(sparse.network.layers) < 2 {
			t.Errorf("%d steps in %d layers, dense %d", sparse.report.Steps, len(sparse.network.layers), dense.report.Steps)
		}
	}
}

// The distances to several nodes at once are those of the plain merge, bit for bit,
// for lists of all lengths up to some that are too long for the fast way.
// Fingerprints in their lists against a slice each: made, lengthened, cleared and made anew.
func TestFingerprintsInLists(t *testing.T) {
	r := rand.New(rand.NewSource(26))
	lists, moved := 0, 0
	for range 200 {
		points := 1 + r.Intn(40)
		f, want := newFingerprints(points), make([][]component, points)
		next := func() component { return component{int32(r.Intn(100)), r.Float64()} }
		for range 3 {
			for s := range want {
				want[s] = nil
				most := r.Intn(2 * points)
				got := f.begin(int32(s), most)
				for range r.Intn(most + 1) {
					want[s] = append(want[s], next())
					got = append(got, want[s][len(want[s])-1])
				}
				f.end(int32(s), got)
			}
			for range r.Intn(4 * points) {
				s, c := r.Intn(points), next()
				if f.at[s].to == f.at[s].end {
					moved++
				}
				f.add(int32(s), c)
				want[s] = append(want[s], c)
			}
			room := 0
			for _, list := range f.lists {
				room += cap(list)
			}
			if room != f.room {
				t.Fatalf("the lists have room for %d components, %d are counted", room, f.room)
			}
			for s := range want {
				if !slices.Equal(f.of(int32(s)), want[s]) {
					t.Fatalf("point %d of %d has %v, want %v", s, points, f.of(int32(s)), want[s])
				}
			}
			lists = max(lists, len(f.lists))
			f.clear()
		}
	}
	if lists < 4 || moved < 1000 {
		t.Errorf("at most %d lists, %d moved: too few to tell", lists, moved)
	}
	again := newFingerprints(3)
	for round := range 100 {
		again.clear()
		for s := range int32(3) {
			again.end(s, append(again.begin(s, 30), make([]component, 30)...))
		}
		if len(again.lists) > 5 {
			t.Fatalf("%d lists in round %d: those that were cleared aren't used again", len(again.lists), round)
		}
	}
	none := newFingerprints(1)
	if len(none.of(0)) != 0 {
		t.Error("a point has a fingerprint that nobody made")
	}
}

func TestDistancesOfSparseNodes(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	list := func(most int) []component {
		var c []component
		for node := int32(0); node < 100; node++ {
			if r.Intn(100) < most {
				c = append(c, component{node, r.Float64()})
			}
		}
		return c
	}
	long := 0
	for _, most := range []int{0, 3, 10, 50, 75} {
		for features := 1; features <= 3; features++ {
			for range 200 {
				n := r.Intn(8)
				var s sparseNodes
				x := make([]float64, features)
				for j := range x {
					x[j] = r.NormFloat64()
				}
				var group []near
				var want, atRest []float64
				eta := newFingerprints(n)
				in := list(most)
				long = max(long, len(in))
				for i := range n {
					fingerprint := list(most)
					eta.end(int32(i), append(eta.begin(int32(i), len(fingerprint)), fingerprint...))
					y := make([]float64, features)
					for j := range y {
						y[j] = r.NormFloat64()
					}
					s.coords = append(s.coords, y...)
					group = append(group, near{at: int32(i)})
					want = append(want, sparseDistance(in, fingerprint, x, y))
					atRest = append(atRest, sparseDistance(nil, fingerprint, x, y))
				}
				s.keep(&eta)
				entering := append(slices.Clone(in), make([]component, mergeMost)...)
				entering[len(in)].node = endOfIn
				s.distances(group, entering[:len(in)], x)
				for i, f := range group {
					if f.d2 != want[i] {
						t.Fatalf("%d features, %d components: node %d is at %v, want %v", features, len(in), i, f.d2, want[i])
					}
				}
				s.distancesAtRest(group, x)
				for i, f := range group {
					if f.d2 != atRest[i] {
						t.Fatalf("%d features, nothing entering: node %d is at %v, want %v", features, i, f.d2, atRest[i])
					}
				}
			}
		}
	}
	if long < mergeMost {
		t.Errorf("the longest list had %d components", long)
	}
}
