package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

func TestRestoreRefusesWrongPlacements(t *testing.T) {
	d := random2D(18, 40)
	d.X.Data = append(d.X.Data, d.X.Data[:2]...) // an equal sample, to share a neuron
	d.Values.Data = append(d.Values.Data, d.Values.Data[0])
	d.X.Rows, d.Values.Rows = 41, 41
	m := fit(t, d, SQANNOptions{})
	good := func() [][][]int {
		var copied [][][]int
		for _, l := range m.Placement().Layers {
			var nodes [][]int
			for _, n := range l {
				nodes = append(nodes, slices.Clone(n))
			}
			copied = append(copied, nodes)
		}
		return copied
	}
	if len(good()) < 2 || len(good()[0]) < 2 {
		t.Fatal("the set has too few layers for this test")
	}
	last := len(good()) - 1
	for name, spoil := range map[string]func([][][]int) [][][]int{
		"a sample missing":      func(l [][][]int) [][][]int { l[last] = l[last][1:]; return l },
		"a sample twice":        func(l [][][]int) [][][]int { l[last] = append(l[last], l[0][0]); return l },
		"an unknown sample":     func(l [][][]int) [][][]int { l[0][1] = []int{99}; return l },
		"a negative sample":     func(l [][][]int) [][][]int { l[0][1] = []int{-1}; return l },
		"half a shared neuron":  func(l [][][]int) [][][]int { l[0][0] = l[0][0][:1]; return l },
		"two samples in a node": func(l [][][]int) [][][]int { l[0][1] = append(l[0][1], l[0][2]...); return l },
		"an empty node":         func(l [][][]int) [][][]int { l[0][1] = nil; return l },
		"an empty layer":        func(l [][][]int) [][][]int { return append(l, nil) },
		"no layers":             func(l [][][]int) [][][]int { return nil },
		"recognised too early":  func(l [][][]int) [][][]int { return [][][]int{l[0], l[1], {}} },
	} {
		_, err := RestoreSQANN(d, SQANNOptions{}, Placement{Layers: spoil(good())})
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		var e *Error
		if e = err.(*Error); e.Code != ModelFile || e.Hint == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	restored, err := RestoreSQANN(d, SQANNOptions{}, Placement{Layers: good()})
	if err != nil {
		t.Fatal(err)
	}
	sameBits(t, m, restored)
	if restored.Report().MaxFittingError != 0 || restored.Report().Duplicates != 1 {
		t.Errorf("report %+v", restored.Report())
	}

	// The same for sparse fingerprints.
	plane := random2D(24, 300)
	m = fit(t, plane, SQANNOptions{})
	if !m.network.Skip || len(m.network.Layers) < 3 {
		t.Fatal("this test needs sparse fingerprints and three layers")
	}
	restored, err = RestoreSQANN(plane, SQANNOptions{}, m.Placement())
	if err != nil {
		t.Fatal(err)
	}
	sameBits(t, m, restored)
	deep := m.Placement().Layers
	deep[2] = append(deep[2], deep[0][len(deep[0])-1])
	deep[0] = deep[0][:len(deep[0])-1]
	moved := deep[2][len(deep[2])-1][0]
	near := plane.X.Row(deep[0][0][0])
	copy(plane.X.Row(moved), []float64{near[0] + 1e-7, near[1]})
	if _, err = RestoreSQANN(plane, SQANNOptions{}, Placement{Layers: deep}); err == nil {
		t.Fatal("a sample that layer 1 recognises was restored into layer 3")
	}
	refused(t, err, ModelFile, moved, -1, "is placed in layer 3, but is recognised in layer 1")

	// Two samples nearer than a hit can't sit in different layers.
	close := Dataset{X: column(0, 1e-3, 1), Values: column(1, 2, 3)}
	_, err = RestoreSQANN(close, SQANNOptions{Scale: ScaleNone}, Placement{Layers: [][][]int{{{0}, {2}}, {{1}}}})
	refused(t, err, ModelFile, 1, -1, "recognised in layer 1")
	// Equal fingerprints can't sit in one layer, the published presets excepted.
	line := Dataset{X: column(0, 0.3, -0.3), Values: column(0, 1, -1)}
	settings := []Settings{{A1: 0.001, A2: 0.5, Admission: 0.1, Activation: 0.9}, {A1: 0.001, A2: 0.5, Admission: 0.1, Activation: 0.9}}
	same := Placement{Layers: [][][]int{{{0}}, {{1}, {2}}}}
	_, err = RestoreSQANN(line, SQANNOptions{Preset: Paper, Settings: settings}, same)
	refused(t, err, ModelFile, 2, -1, "same fingerprint")
	if _, err = RestoreSQANN(line, SQANNOptions{Preset: PublishedV1, Settings: settings}, same); err != nil {
		t.Error(err)
	}
	_, err = RestoreSQANN(line, SQANNOptions{Preset: PublishedV1, Settings: settings[:1]}, same)
	refused(t, err, ModelFile, -1, -1, "no settings")
	_, err = RestoreSQANN(Dataset{}, SQANNOptions{}, Placement{})
	refused(t, err, InvalidInput, -1, -1)
}

// bytesToSet reads a fuzzer's bytes as options and a small data set; few
// distinct numbers make equal distances and equal samples likely.
func bytesToSet(b []byte) (Dataset, SQANNOptions, bool) {
	if len(b) < 4 {
		return Dataset{}, SQANNOptions{}, false
	}
	features := 1 + int(b[0]%4)
	o := SQANNOptions{Preset: Preset(b[1] % 2), Skip: Switch(b[1] / 2 % 3), SettingsChoice: SettingsChoice(b[1] / 8 % 3),
		Scale: ScaleKind(b[2] % 4), Duplicates: DuplicateRule(b[2] / 4 % 3), Trace: true, MaxSteps: 200000}
	unit := math.Pow(10, float64(int(b[3]%19)-9))
	b = b[4:]
	d := Dataset{X: Matrix{Columns: features}, Values: Matrix{Columns: 1}}
	for len(b) > features && d.X.Rows < 60 {
		for _, v := range b[:features] {
			x := float64(int8(v)) / 16
			if v == 127 {
				x = 2 + 1e-12
			}
			d.X.Data = append(d.X.Data, x*unit)
		}
		d.Values.Data = append(d.Values.Data, float64(b[features]))
		b = b[features+1:]
		d.X.Rows++
		d.Values.Rows++
	}
	return d, o, d.X.Rows > 0
}

var fuzzSeeds = [][]byte{
	{0, 0, 0, 9, 0, 1, 16, 2, 240, 3},
	{1, 1, 0, 9, 0, 0, 0, 5, 0, 1, 251, 0, 2, 0, 5, 3, 0, 251, 4},
	{1, 1, 1, 0, 0, 0, 1, 0, 16, 2, 16, 0, 3, 16, 16, 4},
	{2, 3, 6, 18, 1, 2, 3, 4, 127, 2, 3, 5, 32, 2, 3, 6, 1, 2, 3, 9},
	{0, 9, 9, 3, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9},
}

func FuzzFit(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, o, ok := bytesToSet(b)
		if !ok {
			return
		}
		m, err := FitSQANN(d, o)
		if err != nil {
			if e, typed := err.(*Error); !typed || e.Message == "" || e.Hint == "" {
				t.Fatalf("not a proper error: %v", err)
			}
			return
		}
		walk(t, m)
		grows(t, m)
		want, err := plainFit(d, o)
		if err != nil {
			t.Fatal(err)
		}
		if at := want.difference(m); at != "" {
			t.Fatal(at)
		}
		o.Trace = false // lets the builders in that don't run every pass
		if m, err = FitSQANN(d, o); err != nil {
			t.Fatal(err)
		}
		if at := want.difference(m); at != "" {
			t.Fatal(at)
		}
	})
}

// FuzzRestore moves samples about in a valid placement: the result is refused,
// or a model whose invariants hold.
func FuzzRestore(f *testing.F) {
	for _, seed := range fuzzSeeds {
		f.Add(seed, []byte{})
		f.Add(seed, []byte{0, 1, 2, 1, 0, 0})
	}
	f.Fuzz(func(t *testing.T, b, moves []byte) {
		d, o, ok := bytesToSet(b)
		if !ok {
			return
		}
		m, err := FitSQANN(d, o)
		if err != nil {
			return
		}
		placement := m.Placement().Layers
		if len(moves) > 1 && moves[0] == 255 {
			placement = append(placement, [][]int{{int(moves[1])}})
		}
		for len(moves) >= 3 {
			from, node, to := int(moves[0])%len(placement), int(moves[1]), int(moves[2])%(len(placement)+1)
			moves = moves[3:]
			if to == len(placement) {
				placement = append(placement, nil)
			}
			if n := len(placement[from]); n > 0 {
				moved := placement[from][node%n]
				placement[from] = slices.Delete(slices.Clone(placement[from]), node%n, node%n+1)
				placement[to] = append(placement[to], moved)
			}
		}
		restored, err := RestoreSQANN(d, o, Placement{Layers: placement})
		if err != nil {
			if e, typed := err.(*Error); !typed || e.Code != ModelFile {
				t.Fatalf("not a model-file error: %v", err)
			}
			return
		}
		walk(t, restored)
	})
}

// A placement alone can ask for a square of the samples in memory; the limits of
// a fit hold for it too.
func TestRestoreKeepsToItsLimits(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(92)), 60, false)
	m, err := FitSQANN(d, SQANNOptions{Preset: Paper, Scale: ScaleMinMax})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	close(done)
	for code, change := range map[Code]func(*SQANNOptions){
		TooLarge: func(o *SQANNOptions) { o.MaxBytes = o.setBytes(d, 0) + 100 },
		Aborted:  func(o *SQANNOptions) { o.Done = done },
	} {
		o := m.Options()
		change(&o)
		if _, err := RestoreSQANN(d, o, m.Placement()); err == nil || err.(*Error).Code != code {
			t.Errorf("%s: %v", code, err)
		}
	}
	for _, preset := range []Preset{XAIA, Paper} {
		m := fit(t, d, SQANNOptions{Preset: preset, Scale: ScaleMinMax, Relevance: Relevance{Kind: RelevanceOff}})
		for code, change := range map[Code]func(*SQANNOptions){
			TooLarge: func(o *SQANNOptions) { o.MaxBytes = o.setBytes(d, 0) + 100 },
			Aborted:  func(o *SQANNOptions) { o.Done = done },
		} {
			o := m.Options()
			change(&o)
			if _, err := RestoreSQANNWith(d, o, m.Placement(), m.Fingerprints()); err == nil || err.(*Error).Code != code {
				t.Errorf("preset %d with fingerprints, %s: %v", preset, code, err)
			}
		}
	}
}
