package core

import (
	"math/rand"
	"slices"
	"testing"
)

// Lite's parts are the fingerprints, with and without the skip connection; answers themselves are compared in web/test/lite.test.mjs.
func TestLite(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	d := Dataset{X: newMatrix(80, 2), Values: newMatrix(80, 1)}
	for i := range d.X.Data {
		d.X.Data[i] = r.Float64()
	}
	for i := range d.Values.Data {
		d.Values.Data[i] = r.Float64()
	}
	for _, preset := range []Preset{XAIA, Paper} {
		m, err := FitSQANN(d, SQANNOptions{Preset: preset})
		if err != nil {
			t.Fatal(err)
		}
		l, err := m.Lite()
		if err != nil {
			t.Fatal(err)
		}
		deep := 0
		for k, layer := range l.Layers {
			for i := range layer.Points {
				whole := m.network.Fingerprint(k, i)
				got := layer.Parts[i]
				if l.Skip {
					below := 0
					if k > 0 {
						below = len(l.Layers[k-1].Points)
					}
					dense := make([]float64, below)
					for at, node := range layer.Below[i] {
						dense[node] = layer.Parts[i][at]
					}
					got = append(dense, l.Points.Row(layer.Points[i])...)
				}
				if !slices.Equal(got, whole) {
					t.Fatalf("node %d of layer %d has %v, its fingerprint is %v", i, k+1, got, whole)
				}
				if k > 0 {
					deep++
				}
			}
		}
		if deep < 5 || len(l.Samples) != l.Points.Rows || l.Alpha.Rows != l.Points.Rows {
			t.Errorf("%v: %d nodes in deeper layers, %d points, samples of %d, outputs of %d", preset, deep, l.Points.Rows, len(l.Samples), l.Alpha.Rows)
		}
	}
	m, err := FitSQANN(d, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateFunction, Function: func([]float64, []Neuron) {}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Lite(); err == nil || err.(*Error).Code != Unsupported {
		t.Errorf("a function as interpolation: %v", err)
	}
}
