package experiments

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
)

// The appendix's example, SPEC 4's figures: what the formula gives, not what is
// printed by mistake.
func TestPencilFigures(t *testing.T) {
	m, err := core.FitSQANN(numbers(pencilX, pencilY), core.SQANNOptions{Preset: core.PublishedV1, Settings: same(pencilSettings, 2)})
	if err != nil {
		t.Fatal(err)
	}
	seen := func(x []float64) [][]float64 {
		e, err := m.Explain(x)
		if err != nil {
			t.Fatal(err)
		}
		return e.Fingerprint
	}
	for i, c := range []struct {
		got, want, unit float64
	}{
		{seen(pencilX[1])[0][0], 0.3344, 1e-4}, {seen(pencilX[2])[0][0], 5.655e-5, 1e-8}, {seen(pencilX[1])[0][1], 6.187e-5, 1e-8},
		{seen(pencilX[3])[0][0], 4.7165e-5, 1e-9}, {seen(pencilX[3])[0][1], 0.50096, 1e-5}, {seen(pencilX[3])[1][0], 0.00732, 1e-5},
		{seen(pencilExternal[0])[0][0], 0.5053, 1e-4}, {seen(pencilExternal[0])[0][1], 4.938e-5, 1e-8},
		{seen(pencilExternal[0])[1][0], 0.5165, 1e-4}, {seen(pencilExternal[0])[1][1], 9.86e-4, 1e-6},
		{seen(pencilExternal[1])[0][0], 5.049e-5, 1e-8}, {seen(pencilExternal[1])[0][1], 0.5059, 1e-4}, {seen(pencilExternal[1])[1][1], 0.9880, 1e-4},
	} {
		if math.Abs(c.got-c.want) > 0.51*c.unit {
			t.Errorf("figure %d: %v, want %v", i, c.got, c.want)
		}
	}
}

func TestTNNExampleWeights(t *testing.T) {
	m, err := line(exampleX, exampleY, 5)
	if err != nil {
		t.Fatal(err)
	}
	w, b, alpha := m.Weights()
	if !slices.Equal(w.Data, []float64{20, 20, 20}) || !slices.Equal(b, []float64{5, -5, -15}) || !slices.Equal(alpha.Data, []float64{3, -1, -1}) {
		t.Errorf("W %v, b %v, α %v", w.Data, b, alpha.Data)
	}
}

// The steps have the paper's numbering.
func TestPencilIsTold(t *testing.T) {
	s, err := Pencil(Input{})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, row := range s.Tables[0].Rows {
		told = append(told, row[1].Text)
	}
	want := []string{
		"Sample 1 isn't close to any sample in layer 1: admitted as neuron 1.",
		"Sample 2 half-activates neuron 1 of layer 1 (0.3344): on to a deeper layer.",
		"Sample 3 isn't close to any sample in layer 1: admitted as neuron 2.",
		"Sample 4 half-activates neuron 2 of layer 1 (0.5010): on to a deeper layer.",
		"Sample 2 isn't close to any sample in layer 2: admitted as neuron 1.",
		"Sample 4 isn't close to any sample in layer 2: admitted as neuron 2.",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told:\n%s", strings.Join(told, "\n"))
	}
}

// The layers' sizes of a made-up construction: a collision in layer 1 makes two
// layers fall.
func TestSizes(t *testing.T) {
	got := Sizes([]core.Event{
		{Type: core.Admit, Layer: 1}, {Type: core.Admit, Layer: 1}, {Type: core.Filter, Layer: 1}, {Type: core.Admit, Layer: 2}, {Type: core.Admit, Layer: 3},
		{Type: core.Collide, Layer: 1, Joined: 1}, {Type: core.Drop, Layer: 3}, {Type: core.Drop, Layer: 2},
		{Type: core.Collide, Layer: 2, Joined: 2},
	})
	want := [][]int{{1}, {2}, {2, 1}, {2, 1, 1}, {3}, {3, 1}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A median that is off by more than 1e-6 is a mismatch, each of the five.
func TestFig4SeesAnotherReference(t *testing.T) {
	got := Fig4Figures{MeanError: 0.1, FracError: 0.2, ExclusiveError: 0.3, ExclusiveFrac: 0.4, Interpolated: 5}
	for figure := range 5 {
		for _, c := range []struct {
			off  float64
			want int
		}{{0, 0}, {5e-7, 0}, {2e-6, 1}} {
			list := got.List()
			list[figure] += c.off
			reference, err := json.Marshal(Fig4Figures{MeanError: list[0], FracError: list[1], ExclusiveError: list[2], ExclusiveFrac: list[3], Interpolated: list[4]})
			if err != nil {
				t.Fatal(err)
			}
			row, err := fig4Row("0.1", "xaia", got, reference)
			if err != nil {
				t.Fatal(err)
			}
			s := Section{Tables: []Table{{Rows: [][]Cell{row}}}}
			if n := mismatches(s); n != c.want {
				t.Errorf("figure %d off by %v: %d mismatches", figure, c.off, n)
			}
		}
	}
}

// The held-out figures that the section must reach are those of quality/quality-tables.md.
func TestHeldOutIsWhatTheDocsSay(t *testing.T) {
	text, err := testFiles("../quality/quality-tables.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(text, "| set | paper, minmax | xaia untouched |")
	if !found {
		t.Fatal("quality/quality-tables.md has another table")
	}
	documented := map[string][]string{}
	for _, line := range strings.Split(text, "\n") {
		cells := strings.Split(strings.ReplaceAll(line, " ", ""), "|")
		if len(cells) == 10 && documented[cells[1]] == nil {
			documented[cells[1]] = []string{cells[2], cells[3], cells[5]}
		}
	}
	s, err := HeldOut(Input{Files: testFiles})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range s.Tables[0].Rows {
		if got := []string{row[2].Text, row[3].Text, row[4].Text}; !slices.Equal(got, documented[row[0].Text]) {
			t.Errorf("%s: %v, quality/quality-tables.md has %v", row[0].Text, got, documented[row[0].Text])
		}
	}
}

// Theorem 2's gap: the published construction errs on three points, each repair
// doesn't.
func TestGap(t *testing.T) {
	s, err := Gap(Input{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{{"2", "0", "0", "0"}, {"3", "0", "0", "0"}, {"1", "0", "0", "0"}} {
		row := s.Tables[0].Rows[i]
		for j, w := range want {
			if row[j+1].Text != w {
				t.Errorf("%s, %s: %s, want %s", row[0].Text, s.Tables[0].Head[j+1], row[j+1].Text, w)
			}
		}
	}
}

// A query far outside is far in at least one feature, and half of them in all.
func TestFarOutside(t *testing.T) {
	var x [][]float64
	for i := range 20 {
		x = append(x, []float64{float64(i % 5), 3})
	}
	everywhere := 0
	queries := farOutside(x, 1, 100)
	for _, q := range queries {
		away := 0
		for j, width := range []float64{4, 1} {
			if math.Abs(q[j]-x[0][j]) > 9990*width {
				away++
			}
		}
		if away == 0 {
			t.Fatalf("%v is not far outside", q)
		}
		if away == 2 {
			everywhere++
		}
	}
	if everywhere != 50 {
		t.Errorf("%d of 100 are far in both features", everywhere)
	}
}

// The rates of docs/paper.md: far outside, and of the left-out samples.
func TestFarRates(t *testing.T) {
	s, err := Far(Input{Files: testFiles})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range s.Tables[0].Rows {
		got = append(got, strings.Join([]string{row[0].Text, row[1].Text, row[2].Text, row[3].Text, row[6].Text}, " | "))
	}
	want := []string{
		"iris | paper, as it stands | 500 (100.0 %) | 0 (0.0 %) | 0 (0.0 %)",
		"iris | paper, min-max scaled | 500 (100.0 %) | 0 (0.0 %) | 0 (0.0 %)",
		"iris | xaia | 0 (0.0 %) | 500 (100.0 %) | 0 (0.0 %)",
		"wine | paper, as it stands | 0 (0.0 %) | 500 (100.0 %) | 71 (100.0 %)",
		"wine | paper, min-max scaled | 500 (100.0 %) | 0 (0.0 %) | 0 (0.0 %)",
		"wine | xaia | 0 (0.0 %) | 500 (100.0 %) | 5 (7.0 %)",
		"cancer | paper, as it stands | 0 (0.0 %) | 500 (100.0 %) | 228 (100.0 %)",
		"cancer | paper, min-max scaled | 500 (100.0 %) | 0 (0.0 %) | 0 (0.0 %)",
		"cancer | xaia | 0 (0.0 %) | 500 (100.0 %) | 10 (4.4 %)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rates:\n%s", strings.Join(got, "\n"))
	}
	if say := "Of 1500 queries far outside, the paper's network is sure about 500 as it stands and about 1500 with scaled features. Preset xaia is sure about 0."; s.Says[0] != say {
		t.Errorf("it says %q", s.Says[0])
	}
}

// One reference answer that differs is seen: in its value, its status, or the
// samples behind it.
func TestRingsSeeAnotherReference(t *testing.T) {
	for _, change := range [][2]string{{`"samples": [0]`, `"samples": [3]`}, {`"status": "hit"`, `"status": "interpolated"`}, {`"predict": [{"y": 1.0`, `"predict": [{"y": 1.01`}} {
		s, err := RingsFigure(Input{Files: func(path string) (string, error) {
			text, err := testFiles(path)
			other := strings.Replace(text, change[0], change[1], 1)
			if other == text {
				t.Fatalf("%s is not in the reference", change[0])
			}
			return other, err
		}})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Tables[0].Rows[0][2]; got.Text != "95" || got.Verdict != Mismatch || mismatches(s) != 1 {
			t.Errorf("with %s: %+v, %d mismatches", change[1], got, mismatches(s))
		}
	}
}
