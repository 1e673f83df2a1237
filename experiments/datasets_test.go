package experiments

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/xaia-go/xaia/experiments/numpy"
)

func golden(t *testing.T, name string) (g struct {
	X, Xtest [][]float64
	Y        []float64
}) {
	t.Helper()
	bytes, err := os.ReadFile("../testdata/golden/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(bytes, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func equal(t *testing.T, name string, got, want [][]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d rows, want %d", name, len(got), len(want))
	}
	for i := range want {
		for j, w := range want[i] {
			if math.Abs(got[i][j]-w) > 1e-12 {
				t.Fatalf("%s: row %d is %v, want %v", name, i, got[i], want[i])
			}
		}
	}
}

func TestFig4SetsAgainstGoldens(t *testing.T) {
	for seed, names := range [][2]string{{"n2ld-128-seed0", "donut-128-seed0"}, {"n2ld-128-seed1", "donut-128-seed1"}} {
		g := golden(t, names[0])
		x, y := Fig4Noisy(numpy.New(uint32(seed)), 128)
		equal(t, names[0], x, g.X)
		equal(t, names[0]+" y", [][]float64{y}, [][]float64{g.Y})
		g = golden(t, names[1])
		x, y = Fig4Donut(numpy.New(uint32(seed)), 128)
		equal(t, names[1], x, g.X)
		equal(t, names[1]+" y", [][]float64{y}, [][]float64{g.Y})
	}
}

func TestRingsAgainstGolden(t *testing.T) {
	g := golden(t, "rings")
	x, y := Rings()
	equal(t, "rings", x, g.X)
	equal(t, "rings y", [][]float64{y}, [][]float64{g.Y})
}
