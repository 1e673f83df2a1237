package experiments

import (
	"os"
	"testing"

	"github.com/xaia-go/xaia/core"
)

func testFiles(path string) (string, error) {
	b, err := os.ReadFile("../testdata/" + path)
	return string(b), err
}

func TestTabX(t *testing.T) {
	v1 := core.SQANNOptions{Preset: core.PublishedV1, Settings: TableSettings()}
	v2 := core.SQANNOptions{Preset: core.PublishedV2, Settings: ClassicSettings(24)}
	for _, c := range []struct {
		name string
		o    core.SQANNOptions
		tol  float64
	}{{"boston", v1, 0}, {"boston", v1, 5}, {"boston", v1, 2}, {"boston", v2, 0}, {"boston", v2, 5}, {"boston", v2, 2},
		{"diabetes", v1, 0}, {"diabetes", v1, 40}, {"diabetes", v2, 0}, {"diabetes", v2, 40}} {
		r, err := readRegression(testFiles, c.name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := r.absorb(c.o, c.tol)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %v %v: %d %.4f | %.4f %.4f %.4f k=%d", c.name, c.o.Preset, c.tol, a.Count, a.RMSE, a.Linear, a.Ridge, a.KNN, a.K)
	}
}
