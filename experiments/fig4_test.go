package experiments

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"
)

// summary is fig4-summary.json: set, spread, then a construction's medians, or
// "seed0" with the figures of seed 0.
func summary(t *testing.T) map[string]map[string]map[string]json.RawMessage {
	t.Helper()
	bytes, err := os.ReadFile("../testdata/golden/fig4-summary.json")
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]map[string]map[string]json.RawMessage
	if err := json.Unmarshal(bytes, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// All 1440 fits: every median, and seed 0 in full, to 1e-6.
func TestFig4Medians(t *testing.T) {
	want := summary(t)
	for _, set := range Fig4Sets {
		for _, spread := range Spreads {
			name := strconv.FormatFloat(spread, 'g', -1, 64)
			for _, kind := range Fig4Kinds() {
				var all []Fig4Figures
				for seed := range Fig4Seeds {
					f, err := Fig4(DrawFig4(set, seed, spread), kind)
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, f)
				}
				compare := func(what string, got Fig4Figures, raw json.RawMessage) {
					t.Helper()
					var w Fig4Figures
					if err := json.Unmarshal(raw, &w); err != nil {
						t.Fatal(err)
					}
					for i, g := range got.List() {
						if math.Abs(g-w.List()[i]) > 1e-6 {
							t.Errorf("%s %s %s, %s, figure %d: %v, want %v", set.Name, name, kind.Name, what, i, g, w.List()[i])
						}
					}
				}
				compare("medians", Medians(all), want[set.Name][name][kind.Name])
				var first map[string]json.RawMessage
				if err := json.Unmarshal(want[set.Name][name]["seed0"], &first); err != nil {
					t.Fatal(err)
				}
				compare("seed 0", all[0], first[kind.Name])
			}
		}
	}
}
