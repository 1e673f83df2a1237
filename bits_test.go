package xaia_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"hash"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
)

var update = flag.Bool("update", false, "rewrite testdata/bits.txt")

// bits hashes a model and its answers down to the last bit: placement, and for
// every fitting and test row the outputs, the neurons and the fingerprint.
func bits(t *testing.T, g golden, kind string) string {
	h := sha256.New()
	m := g.fit(t, kind)
	for _, layer := range placement(m) {
		number(h, float64(len(layer)))
		for _, sample := range layer {
			number(h, float64(sample))
		}
	}
	number(h, m.Reach())
	for _, x := range append(slices.Clone(g.X), g.Xtest...) {
		e, err := m.Explain(x)
		if err != nil {
			t.Fatal(err)
		}
		number(h, e.Value...)
		number(h, e.Familiarity, float64(e.Layer), float64(e.NovelAt), float64(e.Recognition))
		for _, n := range e.Neurons {
			number(h, float64(n.Samples[0]), n.Distance, n.Activation, n.Weight)
		}
		for _, v := range e.Fingerprint {
			number(h, v...)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func number(h hash.Hash, values ...float64) {
	var b [8]byte
	for _, v := range values {
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
		h.Write(b[:])
	}
}

// tnnBits hashes TNN predictions and fingerprints between and beyond samples.
func tnnBits(t *testing.T, g golden, o core.TNNOptions) string {
	h := sha256.New()
	x := core.Matrix{Rows: len(g.X), Columns: 1}
	for _, row := range g.X {
		x.Data = append(x.Data, row[0])
	}
	o.Duplicates = core.DuplicatesMean
	m, err := core.FitTNN(core.Dataset{X: x, Values: core.Matrix{Data: g.Y, Rows: len(g.Y), Columns: 1}}, o)
	if err != nil {
		t.Fatal(err)
	}
	number(h, m.A())
	for _, row := range g.Xtest {
		e, err := m.Explain(row[:1])
		if err != nil {
			t.Fatal(err)
		}
		number(h, e.Value...)
		number(h, e.Fingerprint[0]...)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// learnedBits hashes what preset xaia learns about features, of which two of six matter, and the answers that follow.
func learnedBits(t *testing.T) string {
	r := rand.New(rand.NewPCG(29, 1))
	d := core.Dataset{X: core.Matrix{Rows: 450, Columns: 6}, Values: core.Matrix{Rows: 450, Columns: 1}}
	for range d.X.Rows {
		x := [6]float64{}
		for j := range x {
			x[j] = r.Float64()
		}
		d.X.Data = append(d.X.Data, x[:]...)
		d.Values.Data = append(d.Values.Data, x[1]*(2+x[4]))
	}
	m, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !m.Report().RelevanceLearned {
		t.Fatal("nothing was learned")
	}
	h := sha256.New()
	number(h, m.Relevance()...)
	number(h, m.Report().RelevanceGain, m.Reach())
	p, err := m.Predict(core.Matrix{Data: d.X.Data[3 : 3+6*40], Rows: 40, Columns: 6}) // other rows, by half a row
	if err != nil {
		t.Fatal(err)
	}
	number(h, p.Values.Data...)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// embeddedBits hashes a picture of samples, made of activations and leaves.
func embeddedBits(t *testing.T) string {
	r := rand.New(rand.NewPCG(31, 2))
	d := core.Dataset{X: core.Matrix{Rows: 300, Columns: 5}}
	for range d.X.Rows {
		for range d.X.Columns {
			d.X.Data = append(d.X.Data, r.NormFloat64())
		}
		x := d.X.Data[len(d.X.Data)-5:]
		d.Labels = append(d.Labels, core.Text([]string{"in", "out"}[min(1, int(x[0]*x[0]+x[1]*x[1]))]))
	}
	m, err := core.FitSQANN(d, core.SQANNOptions{Interpolation: core.Interpolation{Mode: core.InterpolateTop, Top: 8, Forest: core.Forest{Use: core.On, Share: 0.4, Leaf: 2}}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := m.Embedding(core.Control{})
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	for _, place := range e.Places {
		number(h, place[:]...)
	}
	number(h, e.Activation...)
	number(h, e.Kept)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// The file was written by a native run; the same test under GOARCH=wasm, and
// natively with fused multiply-add allowed (GOAMD64=v3), must find the same
// bits. `go test -run Bits -update .` rewrites it after a wanted change.
func TestTheSameBitsEverywhere(t *testing.T) {
	const file = "testdata/bits.txt"
	var lines []string
	for _, g := range goldens(t) {
		for _, kind := range []string{"published-v1", "published-v2", "text", "skip", "default"} {
			if _, ok := g.Expect[kind]; ok {
				lines = append(lines, g.Name+" "+kind+" "+bits(t, g, kind))
			}
		}
		lines = append(lines, g.Name+" tnn "+tnnBits(t, g, core.TNNOptions{}))
		lines = append(lines, g.Name+" tnn-tolerance "+tnnBits(t, g, core.TNNOptions{Tolerance: 1e-6}))
	}
	lines = append(lines, "relevance auto "+learnedBits(t))
	lines = append(lines, "embedding "+embeddedBits(t))
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		wanted := strings.Split(string(want), "\n")
		for i, line := range lines {
			if i >= len(wanted) || wanted[i] != line {
				t.Errorf("bits are %q, want %q", line, wanted[min(i, len(wanted)-1)])
			}
		}
	}
}
