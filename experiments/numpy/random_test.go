package numpy

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"
)

func TestDrawsAgainstNumPy(t *testing.T) {
	bytes, err := os.ReadFile("../../testdata/golden/mt19937.json")
	if err != nil {
		t.Fatal(err)
	}
	var seeds map[string]map[string][]float64
	if err := json.Unmarshal(bytes, &seeds); err != nil {
		t.Fatal(err)
	}
	if len(seeds) != 3 {
		t.Fatalf("%d seeds", len(seeds))
	}
	for name, want := range seeds {
		seed, err := strconv.Atoi(name)
		if err != nil {
			t.Fatal(err)
		}
		r := New(uint32(seed))
		compare := func(kind string, draw func() float64) {
			if len(want[kind]) == 0 {
				t.Fatalf("no draws of %s", kind)
			}
			for i, w := range want[kind] {
				if got := draw(); math.Abs(got-w) > 1e-15 {
					t.Errorf("seed %s, %s %d: %v, want %v", name, kind, i, got, w)
				}
			}
		}
		compare("uniform_m1_1", func() float64 { return r.Uniform(-1, 1) })
		compare("then_normal_0_01", func() float64 { return r.Normal(0, 0.1) })
		compare("then_uniform_0_1", func() float64 { return r.Uniform(0, 1) })
	}
}
