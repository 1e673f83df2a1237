//go:build !wasm

package core

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// on runs f with a number of processors, also more than there are.
func on(processors int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	f()
}

// Every number is worked on once, in parts that begin at multiples of the unit, and no
// worker has two parts at a time.
func TestInParts(t *testing.T) {
	for _, c := range []struct{ processors, n, numbers, unit int }{
		{1, 1000, 1 << 20, 8}, {2, 0, 1 << 20, 8}, {2, 1, 1 << 20, 8}, {2, 1000, 1, 8}, {2, 1000, 1 << 20, 8},
		{3, 1001, 1 << 12, 8}, {4, 7, 1 << 30, 1}, {8, 100000, 100, 1}, {5, 12345, 1 << 14, 3}, {2, 100, 0, 1},
	} {
		on(c.processors, func() {
			times, busy := make([]int32, c.n), make([]int32, c.processors)
			parallel.InParts(c.processors, c.n, c.numbers, c.unit, func(worker, from, to int) {
				if atomic.AddInt32(&busy[worker], 1) != 1 {
					t.Errorf("%+v: worker %d has two parts at a time", c, worker)
				}
				if from%c.unit != 0 {
					t.Errorf("%+v: a part begins at %d", c, from)
				}
				for i := from; i < to; i++ {
					times[i]++
				}
				atomic.AddInt32(&busy[worker], -1)
			})
			for i, n := range times {
				if n != 1 {
					t.Fatalf("%+v: %d was worked on %d times", c, i, n)
				}
			}
		})
	}
}

func TestInPartsPanics(t *testing.T) {
	for processors := 1; processors <= 4; processors++ {
		on(processors, func() {
			defer func() {
				if p := recover(); p != "at 77" {
					t.Errorf("%d processors: recovered %v", processors, p)
				}
			}()
			parallel.InParts(processors, 100, 1<<20, 1, func(_, from, to int) {
				if from <= 77 && 77 < to {
					panic("at 77")
				}
			})
			t.Errorf("%d processors: it came back", processors)
		})
	}
}

// Relevance has the same bits for any number of processors.
func TestRelevanceOnProcessors(t *testing.T) {
	var want []float64
	for processors := 1; processors <= 3; processors++ {
		on(processors, func() {
			m, err := FitSQANN(lessonSet(700, 9, 1, 11), SQANNOptions{Relevance: Relevance{Kind: RelevanceLearn}})
			if err != nil {
				t.Fatal(err)
			}
			s := m.Relevance()
			if want == nil {
				want = s
			}
			for j := range s {
				if s[j] != want[j] {
					t.Errorf("%d processors: relevance[%d] is %v, one gives %v", processors, j, s[j], want[j])
				}
			}
		})
	}
}

// A tree is the same when its halves are made side by side.
func TestTreeOnProcessors(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	m := Matrix{Rows: 1 << 17, Columns: 2}
	for range m.Rows * m.Columns {
		m.Data = append(m.Data, float64(r.IntN(1<<12))) // many are equal along an axis
	}
	var alone *spatial.Tree
	on(1, func() { alone = indexOver(spatial.Matrix(m)).Tree })
	for _, processors := range []int{2, 3} {
		on(processors, func() {
			tree := indexOver(spatial.Matrix(m)).Tree
			if !slices.Equal(tree.Point, alone.Point) || !slices.Equal(tree.Leaves, alone.Leaves) || !slices.Equal(tree.Axis, alone.Axis) || !slices.Equal(tree.Box, alone.Box) {
				t.Errorf("another tree on %d processors", processors)
			}
		})
	}
}

// A fit gives the same bits and counts the same steps however many processors it has;
// the sets are so large that it uses them.
func TestProcessorsGiveTheSameBits(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	plane := make([]Settings, 60)
	for k := range plane {
		plane[k] = Settings{A1: 0.01, A2: 0.5, Admission: max(0.2-0.01*float64(k+1), 0.02), Activation: 0.9}
	}
	uniform := func(rows, columns int, side float64) Dataset {
		d := Dataset{X: Matrix{Rows: rows, Columns: columns}, Values: Matrix{Rows: rows, Columns: 1}}
		for range rows * columns {
			d.X.Data = append(d.X.Data, side*r.Float64())
		}
		for range rows {
			d.Values.Data = append(d.Values.Data, r.NormFloat64())
		}
		return d
	}
	for name, c := range map[string]struct {
		d Dataset
		o SQANNOptions
	}{
		"paper":                {uniform(1500, 2, 9), SQANNOptions{Preset: Paper, Settings: plane}},
		"paper, many features": {uniform(1500, 13, 1), SQANNOptions{Preset: Paper}},
		"published-v1":         {uniform(700, 2, 6), SQANNOptions{Preset: PublishedV1, Settings: plane}},
		"published-v2":         {uniform(700, 2, 6), SQANNOptions{Preset: PublishedV2, Settings: plane}},
		"xaia, dense":          {uniform(700, 13, 1), SQANNOptions{}},
		"xaia, more features":  {uniform(900, 20, 1), SQANNOptions{}},
	} {
		var want *SQANN
		for processors := range 5 {
			on(processors+1, func() {
				m, err := FitSQANN(c.d, c.o)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if want == nil {
					want = m
					return
				}
				if m.report.Steps != want.report.Steps || m.report.Collisions != want.report.Collisions {
					t.Errorf("%s: %d processors take %d steps and %d collisions, one %d and %d", name, processors+1,
						m.report.Steps, m.report.Collisions, want.report.Steps, want.report.Collisions)
				}
				for k, l := range m.network.Layers {
					if k >= len(want.network.Layers) || !slices.Equal(l.Point, want.network.Layers[k].Point) {
						t.Fatalf("%s: %d processors place other samples in layer %d", name, processors+1, k+1)
					}
				}
				if !bytes.Equal(m.Fingerprints(), want.Fingerprints()) {
					t.Errorf("%s: %d processors give other fingerprints", name, processors+1)
				}
			})
		}
	}

	// Go changes their number by itself where a container's limit changes.
	d, o := uniform(700, 2, 6), SQANNOptions{Preset: PublishedV1, Settings: plane}
	var fingerprints []byte
	on(1, func() {
		m, err := FitSQANN(d, o)
		if err != nil {
			t.Fatal(err)
		}
		fingerprints = m.Fingerprints()
	})
	on(1, func() {
		fitted := make(chan struct{})
		go func() {
			defer close(fitted)
			for range 10 {
				if m, err := FitSQANN(d, o); err != nil || !bytes.Equal(m.Fingerprints(), fingerprints) {
					t.Errorf("while the number of processors changes: %v, or other fingerprints", err)
				}
			}
		}()
		for i := 0; ; i++ {
			select {
			case <-fitted:
				return
			default:
				runtime.GOMAXPROCS(1 + i%4)
				time.Sleep(time.Millisecond)
			}
		}
	})

	line := uniform(40000, 1, 1)
	var want float64
	for processors := range 3 {
		on(processors+1, func() {
			m, err := FitTNN(line, TNNOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if e := m.report.MaxFittingError; processors == 0 {
				want = e
			} else if e != want {
				t.Errorf("%d processors find a fitting error of %v, one %v", processors+1, e, want)
			}
		})
	}
}

// Calibrating 1000 rows of 26 features in 10 folds takes at most ten fits and a tenth more, counted by how often these
// look whether to go on. They do so once for as many numbers.
func TestCalibratingTakesTenFits(t *testing.T) {
	d := lessonSet(1000, 26, 1, 9)
	looks := 0
	count := func(Progress) { looks++ }
	m := fit(t, d, SQANNOptions{Relevance: Relevance{Kind: RelevanceAuto}, Control: Control{Progress: count}})
	once := looks
	looks = 0
	if _, err := Calibrate(m, CrossValidateOptions{Folds: 10, Control: Control{Progress: count}}); err != nil {
		t.Fatal(err)
	}
	if times := float64(looks) / float64(once); once < 200 || times < 5 || times > 11 {
		t.Errorf("a fit looks %d times, a calibration %.1f times as often", once, times)
	}
}

// indexOver makes an index without an end.
func indexOver(m spatial.Matrix) *spatial.Index {
	index, err := spatial.NewIndex(m, new(counter))
	if err != nil {
		panic(err)
	}
	return index
}
