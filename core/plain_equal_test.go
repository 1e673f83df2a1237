package core

import (
	"math"
	"math/rand"
	"testing"

	"github.com/xaia-go/xaia/core/internal/shapes"
)

// The engine against the plain construction: placement, fingerprints to the
// bit, steps, and with a trace every event, on generated sets under all presets.
func TestEngineEqualsThePlainConstruction(t *testing.T) {
	r := rand.New(rand.NewSource(20))
	layers, collisions := 0, 0
	for round := range 40 {
		for _, shape := range shapes.All {
			n := 2 + r.Intn(60)
			if round%10 == 9 {
				n = 300
			}
			list := shape.Make(r, n, 1+r.Intn(5))
			unit := math.Pow(10, float64(r.Intn(5)-2))
			for _, row := range list {
				for j := range row {
					row[j] *= unit
				}
			}
			o := SQANNOptions{Preset: Preset(r.Intn(4)), Trace: r.Intn(2) == 0, Scale: []ScaleKind{ScaleNone, ScaleMinMax}[r.Intn(2)]}
			if !o.Preset.published() {
				o.Skip = Switch(r.Intn(3))
				o.SettingsChoice = SettingsChoice(r.Intn(3))
			}
			if o.Preset.published() || r.Intn(3) == 0 {
				scale := 1.0
				if o.Scale == ScaleNone {
					scale = unit
				}
				for k := range 200 {
					o.Settings = append(o.Settings, Settings{A1: 0.002 * scale * scale, A2: (0.1 + 0.2*r.Float64()) * scale,
						Admission: math.Max(0.2-0.01*float64(k), 0.02), Activation: 0.6 + 0.3*r.Float64()})
				}
			}
			d := Dataset{X: distinct(list, o.Scale)}
			d.Values = Matrix{Data: make([]float64, d.X.Rows), Rows: d.X.Rows, Columns: 1}
			if round%4 == 0 { // equal samples
				d.X.Data = append(d.X.Data, d.X.Data[:d.X.Columns]...)
				d.X.Rows, d.Values.Rows, d.Values.Data = d.X.Rows+1, d.Values.Rows+1, append(d.Values.Data, 0)
			}
			want, errPlain := plainFit(d, o)
			m, err := FitSQANN(d, o)
			if (err == nil) != (errPlain == nil) {
				t.Fatalf("%s: %v, the plain construction %v", shape.Name, err, errPlain)
			}
			if err != nil {
				continue
			}
			if at := want.difference(m); at != "" {
				t.Fatalf("%s, preset %d, skip %d, %d samples: %s", shape.Name, m.options.Preset, m.options.Skip, d.X.Rows, at)
			}
			layers += len(m.network.Layers)
			for _, e := range want.events {
				if e.Type == Collide {
					collisions++
				}
			}
		}
	}
	t.Logf("%d layers, %d collisions compared", layers, collisions)
	if layers < 500 || collisions < 500 {
		t.Errorf("only %d layers and %d collisions were compared", layers, collisions)
	}
}

// Many nodes in layer 1, and many collisions there.
func TestEngineEqualsThePlainConstructionInAWideLayer(t *testing.T) {
	r := rand.New(rand.NewSource(27))
	for range 3 {
		d := Dataset{X: Matrix{Rows: 1200, Columns: 2}, Values: Matrix{Data: make([]float64, 1200), Rows: 1200, Columns: 1}}
		for range 2 * d.X.Rows {
			d.X.Data = append(d.X.Data, r.Float64())
		}
		o := SQANNOptions{Preset: Paper, Settings: []Settings{{A1: 2e-4, A2: 0.03, Admission: 0.1, Activation: 0.6 + 0.1*r.Float64()}, ClassicSettings(2)}}
		want, err := plainFit(d, o)
		if err != nil {
			t.Fatal(err)
		}
		m := fit(t, d, o)
		if at := want.difference(m); at != "" {
			t.Fatal(at)
		}
		if first := m.network.Layers[0]; first.Collided < 30 || first.Size() < 300 {
			t.Fatalf("layer 1 has %d nodes, %d by collision: too few for this test", first.Size(), first.Collided)
		}
	}
}

// Symmetric sets, whose fingerprints repeat, so that finished layers fall: small, and very many, since few have a
// repetition in a pass that a later collision cuts short.
func TestEngineEqualsThePlainConstructionOnTies(t *testing.T) {
	r := rand.New(rand.NewSource(28))
	ties := 0
	for range 15000 {
		shape := shapes.All[[]int{1, 2, 3, 3, 3, 4}[r.Intn(6)]]
		list := shape.Make(r, 4+r.Intn(20), 1+r.Intn(3))
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		o := SQANNOptions{Preset: Paper}
		for range 3 {
			o.Settings = append(o.Settings, Settings{A1: 0.2 * r.Float64(), A2: 0.05 + r.Float64(),
				Admission: 0.1 + 0.3*r.Float64(), Activation: 0.5 + 0.45*r.Float64()})
		}
		d := Dataset{X: distinct(list, ScaleNone)}
		d.Values = Matrix{Data: make([]float64, d.X.Rows), Rows: d.X.Rows, Columns: 1}
		want, err := plainFit(d, o)
		if err != nil {
			t.Fatal(err)
		}
		if at := want.difference(fit(t, d, o)); at != "" {
			t.Fatalf("%s, %d samples, %+v: %s", shape.Name, d.X.Rows, o.Settings, at)
		}
		for _, e := range want.events {
			if e.Type == Collide && e.Joined < e.Layer {
				ties++
				break
			}
		}
	}
	if ties < 1000 {
		t.Errorf("only %d sets have ties", ties)
	}
}
