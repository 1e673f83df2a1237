package core

import (
	"math"
	"testing"

	"github.com/xaia-go/xaia/core/internal/network"
)

// Samples that lie exactly on a threshold's radius, and the next number beyond
// it: every builder decides as the plain construction does, which compares the
// activation with the threshold. Mutation testing found that nothing tried that.
func TestSamplesOnTheRadius(t *testing.T) {
	tried, chains := 0, 0
	for step := range 400 {
		s := Settings{A1: 0.01 + 0.001*float64(step), A2: 0.4, Admission: 0.15, Activation: 0.85}
		act := network.NewActivation(network.Settings(s), 0.5)
		for _, radius := range []float64{act.Strong, act.Moderate} {
			x := math.Sqrt(radius)
			if x*x != radius {
				continue // no number has exactly this square
			}
			for _, at := range []float64{x, math.Nextafter(x, 0), math.Nextafter(x, 9)} {
				tried++
				// Before and behind one another, as pass sees them.
				sets := [][]float64{{0, at, 9, 9 + at, -at}}
				// The first is filtered by 0 and recognised by one that comes later, at the radius
				// or nearer; then another is at the radius from the first.
				first := math.Floor(1024*math.Sqrt(act.Moderate)) / 1024
				if later := first + at; later-first == at {
					sets = append(sets, []float64{0, first, later, 9})
				}
				if other := first - at; first-other == at {
					sets = append(sets, []float64{0, first, other, first + math.Sqrt(act.Strong)/2, 9})
				}
				chains += len(sets) - 1
				for _, set := range sets {
					compareOnTheRadius(t, s, set)
				}
			}
		}
	}
	if tried < 100 || chains < 100 {
		t.Errorf("only %d distances lie on a radius, %d of them in a chain", tried, chains)
	}
}

func compareOnTheRadius(t *testing.T, s Settings, set []float64) {
	d := Dataset{X: column(set...), Values: Matrix{Rows: len(set), Columns: 1}}
	for i := range set {
		d.Values.Data = append(d.Values.Data, float64(i))
	}
	for _, skip := range []Switch{On, Off} {
		for _, trace := range []bool{true, false} {
			o := SQANNOptions{Preset: Paper, Skip: skip, Settings: []Settings{s}, Trace: true}
			want, err := plainFit(d, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Trace = trace
			m := fit(t, d, o)
			if found := want.difference(m); found != "" {
				t.Fatalf("settings %+v, samples %v, skip %v, trace %v: %s", s, set, skip, trace, found)
			}
			walk(t, m)
		}
	}
}

// The first sample that waits joins layer 1 only because of one that joined before it.
func TestFirstWaitingSampleJoinsLate(t *testing.T) {
	s := Settings{A1: 0.01, A2: 0.4, Admission: 0.15, Activation: 0.85}
	act := network.NewActivation(network.Settings(s), 0.5)
	strong, moderate := math.Sqrt(act.Strong), math.Sqrt(act.Moderate)
	first := 0.98 * moderate
	set := []float64{0, first - 0.9*strong, first, first + 0.9*strong}
	for i := range 200 { // a wide layer
		set = append(set, 100*float64(i+1))
	}
	if set[1] <= strong {
		t.Fatal("the first is no longer filtered, but collides")
	}
	compareOnTheRadius(t, s, set)
	m := fit(t, Dataset{X: column(set...), Values: column(set...)}, SQANNOptions{Preset: Paper, Settings: []Settings{s}})
	if l := m.network.Layers[0]; l.Collided != 2 || l.Point[l.Size()-1] != 1 || l.Point[l.Size()-2] != 2 {
		t.Errorf("%d joined layer 1, which has the points %v", l.Collided, l.Point)
	}
}
