package core

import (
	"math"
	"math/rand"
	"testing"

	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/internal/packed"
)

// Long calls check whether to stop, wherever they spend their time: a caller who has left costs
// nothing more.
func TestLongLoopsStop(t *testing.T) {
	done := make(chan struct{})
	close(done)
	stopped := &counter{control: Control{Done: done}}
	c := Control{Done: done}
	cloud := randomCloud(600)
	must := func(m *SQANN, err error) *SQANN {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	settings := []Settings{{A1: 0.01, A2: 0.5, Admission: 0.1, Activation: 0.9}}
	for len(settings) < 60 {
		settings = append(settings, settings[0])
	}
	paper := must(FitSQANN(cloud, SQANNOptions{Preset: Paper, Settings: settings}))
	published := must(FitSQANN(cloud, SQANNOptions{Preset: PublishedV1, Settings: settings}))
	xaia := must(FitSQANN(cloud, SQANNOptions{}))
	line := Dataset{X: Matrix{Data: cloud.X.Data[:600], Rows: 600, Columns: 1}, Values: Matrix{Data: cloud.Values.Data, Rows: 600, Columns: 1}}
	order := sorting.Ascending(line.X.Data)
	for name, call := range map[string]func() error{
		"a TNN": func() error { _, err := FitTNN(line, TNNOptions{Control: Control{Done: done}}); return err },
		"a TNN with an order": func() error {
			_, err := FitTNN(line, TNNOptions{Control: Control{Done: done}, Order: order})
			return err
		},
		"a TNN with an order, once more": func() error {
			m, err := FitTNN(line, TNNOptions{Order: order})
			if err == nil {
				_, err = without(m, make([]bool, 600), c)
			}
			return err
		},
		"the index of many features": func() error {
			_, err := spatial.NewIndex(spatial.Matrix{Data: cloud.X.Data, Rows: 300, Columns: 4}, stopped)
			return err
		},
		"projecting the points of a stored index": func() error {
			x := spatial.Matrix{Data: cloud.X.Data, Rows: 300, Columns: 4}
			index, err := spatial.NewIndex(x, new(counter))
			if err != nil {
				t.Fatal(err)
			}
			var stored packed.Writer
			index.Pack(&stored)
			_, err = spatial.Unpack(x, &packed.Reader{Bytes: stored, Largest: largestPacked}, stopped)
			return err
		},
		"comparing rows that hash alike": func() error { _, err := spatial.EqualRows(spatial.Matrix(alike(3000)), stopped); return err },
		"restoring, preset paper": func() error {
			o := paper.Options()
			o.Done = done
			_, err := RestoreSQANN(cloud, o, paper.Placement())
			return err
		},
		"restoring, preset xaia": func() error {
			o := xaia.Options()
			o.Done = done
			_, err := RestoreSQANN(cloud, o, xaia.Placement())
			return err
		},
		"the fitting error of a restored published model": func() error {
			m := *published
			m.answeredBy, m.options.Done = nil, done
			_, err := m.maxFittingError()
			return err
		},
		"the answers of a restored published model": func() error {
			o := published.Options()
			o.Done = done
			_, err := RestoreSQANNWith(cloud, o, published.Placement(), published.Fingerprints())
			return err
		},
		"what absorbing compares":  func() error { _, _, err := rowErrors(xaia, cloud, c); return err },
		"evaluating":               func() error { _, err := Evaluate(xaia, cloud, c); return err },
		"looking for prototypes":   func() error { _, err := xaia.Prototypes(3, c); return err },
		"what samples are worth":   func() error { _, err := xaia.Worth(c); return err },
		"what is odd":              func() error { _, err := xaia.Suspects(0.1, c); return err },
		"a picture of the samples": func() error { _, err := xaia.Embedding(c); return err },
		"a candidate of tune": func() error {
			_, err := Recipe{TNN: &TNNOptions{}}.fit(line, c, nil)
			return err
		},
	} {
		e, ok := call().(*Error)
		if !ok || e.Code != Aborted {
			t.Errorf("%s goes on: %v", name, e)
		}
	}
}

// A TNN so flat that every neuron takes part in every answer asks as often as its work needs.
func TestFlatTNNAsksOften(t *testing.T) {
	const n = 6000
	line := Dataset{X: Matrix{Data: make([]float64, n), Rows: n, Columns: 1}, Values: Matrix{Data: make([]float64, n), Rows: n, Columns: 1}}
	for i := range n {
		line.X.Data[i], line.Values.Data[i] = float64(i), float64(i%7)
	}
	asked := 0
	if _, err := FitTNN(line, TNNOptions{A: 1e-6, Control: Control{Progress: func(Progress) { asked++ }}}); err != nil {
		t.Fatal(err)
	}
	if least := n * n * aSigmoid / parallel.SomeMilliseconds / 2; asked < least {
		t.Errorf("asked %d times, not %d", asked, least)
	}
}

func randomCloud(n int) Dataset {
	r := rand.New(rand.NewSource(3))
	d := Dataset{X: Matrix{Rows: n, Columns: 2}, Values: Matrix{Rows: n, Columns: 1}}
	for i := range n {
		d.X.Data = append(d.X.Data, 10*r.Float64(), 10*r.Float64())
		d.Values.Data = append(d.Values.Data, float64(i))
	}
	return d
}

// alike are rows of two numbers that differ and have one hash: the second number undoes what the
// first has done to it.
func alike(rows int) Matrix {
	m := Matrix{Columns: 2}
	for i := 1; m.Rows < rows; i++ {
		first := float64(i)
		h := (uint64(14695981039346656037) ^ math.Float64bits(first)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
		second := math.Float64frombits(h ^ 0x123456789abcdef)
		if a := math.Abs(second); a > 1e-100 && a < 1e100 {
			m.Data = append(m.Data, first, second)
			m.Rows++
		}
	}
	return m
}

func TestAlike(t *testing.T) {
	m := alike(10)
	for i := range m.Rows {
		if spatial.RowHash(m.Row(i)) != spatial.RowHash(m.Row(0)) {
			t.Fatalf("row %d hashes otherwise", i)
		}
	}
}

// Calls that go through all rows stop before the first row if their Control says so.
func TestQuestionsStop(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(3)), 30, false)
	m := fit(t, d, SQANNOptions{})
	done := make(chan struct{})
	close(done)
	c := Control{Done: done}
	attributor := NewAttributor(m, nil)
	threshold := 0.5
	for name, call := range map[string]func() error{
		"OutByError":                  func() error { _, err := OutByError(m, d, 0, c); return err },
		"OutByFamiliarity":            func() error { _, err := OutByFamiliarity(m, d.X, nil, c); return err },
		"OutByFamiliarity, threshold": func() error { _, err := OutByFamiliarity(m, d.X, &threshold, c); return err },
		"Attribute":                   func() error { _, err := attributor.Attribute(d.X, c); return err },
		"Evaluate":                    func() error { _, err := Evaluate(m, d, c); return err },
	} {
		if e, ok := call().(*Error); !ok || e.Code != Aborted {
			t.Errorf("%s: %v", name, e)
		}
	}
}

// An index asks at least once for 256 rows while it is made, and where one goroutine does all the work,
// a join asks at each of its leaves: a caller who cancels waits for the next such moment.
func TestIndexAsksOften(t *testing.T) {
	x := randomCloud(40000).X
	x.Rows, x.Columns = 5000, 16
	asked := 0
	c := &counter{control: Control{Progress: func(Progress) { asked++ }}}
	index, err := spatial.NewIndex(spatial.Matrix(x), c)
	if err != nil || asked < 5000/256 {
		t.Fatalf("an index of 5000 rows asked %d times: %v", asked, err)
	}
	if parallel.SideBySide {
		return
	}
	asked = 0
	if _, err := index.JoinAll(1, false, c); err != nil || asked < len(index.Leaves)-1 {
		t.Fatalf("a join of %d leaves asked %d times: %v", len(index.Leaves)-1, asked, err)
	}
}
