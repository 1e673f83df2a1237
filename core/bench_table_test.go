package core

import (
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var benchTable = flag.String("bench-table", "", `workloads of the benchmark to run: names separated by commas, "all", or "list" to print the names`)

// benchResult is what bench/ reads. A workload's later lines add to its earlier
// ones.
type benchResult struct {
	Workload          string  `json:"workload"`
	Platform          string  `json:"platform,omitempty"`
	Milliseconds      float64 `json:"milliseconds,omitempty"` // of the fit
	Layers            int     `json:"layers,omitempty"`
	Steps             int     `json:"steps,omitempty"`
	Nodes             int     `json:"nodes,omitempty"`
	Terms             float64 `json:"terms,omitempty"`
	FloorMilliseconds float64 `json:"floorMilliseconds,omitempty"`
	TimesFloor        float64 `json:"timesFloor,omitempty"`
	PeakBytes         uint64  `json:"peakBytes,omitempty"` // after the first fit
	PlainMilliseconds float64 `json:"plainMilliseconds,omitempty"`
	TimesFit          float64 `json:"timesFit,omitempty"`         // the plain construction's time by a fit's
	Queries           int     `json:"queries,omitempty"`          // in a batch; 0 where none are asked
	NearMicroseconds  float64 `json:"nearMicroseconds,omitempty"` // a query among the samples
	FarMicroseconds   float64 `json:"farMicroseconds,omitempty"`  // a query far outside
	Exponent          float64 `json:"exponent,omitempty"`         // of growth from the smaller set

	AllPairsMilliseconds float64 `json:"allPairsMilliseconds,omitempty"` // of the plain double loop in JavaScript
	TimesAllPairs        float64 `json:"timesAllPairs,omitempty"`        // the fit's time by it
	HeldMicroseconds     float64 `json:"heldMicroseconds,omitempty"`     // a row that the model wasn't fitted on
	Refused              string  `json:"refused,omitempty"`              // as too large
}

func (r benchResult) print(t *testing.T) {
	line, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	benchPrint("BENCH " + string(line))
}

// TestBenchTable is the part of "./build.sh bench" that runs on every platform,
// one process a workload so that peaks of memory don't mix.
func TestBenchTable(t *testing.T) {
	if *benchTable == "" {
		t.Log("not asked for: ./build.sh bench runs it, or -bench-table all")
		return
	}
	wanted := strings.Split(*benchTable, ",")
	found := 0
	for _, w := range workloads() {
		switch {
		case *benchTable == "list":
			benchResult{Workload: w.name}.print(t)
		case *benchTable == "all" || slices.Contains(wanted, w.name):
			w.run(t)
		default:
			continue
		}
		found++
	}
	if found == 0 {
		t.Errorf("no workload is called %s", *benchTable)
	}
}

func (w workload) run(t *testing.T) {
	d, err := w.data()
	if err != nil {
		t.Fatal(err)
	}
	result := benchResult{Workload: w.name, Platform: benchPlatform}
	var predict func(x Matrix) error
	switch {
	case w.table:
		w.runTable(t, d, result)
		return
	case w.plain:
		var b *plain
		plainly := func() (err error) { b, err = plainFit(d, w.options); return err }
		fit := func() error { _, err := FitSQANN(d, w.options); return err }
		result.PlainMilliseconds, _, result.TimesFit = byTurns(5, 25*time.Second,
			func() float64 { return milliseconds(fastestWithin(t, 0, 1, plainly)) },
			func() float64 { return milliseconds(fastestWithin(t, 300*time.Millisecond, 1, fit)) })
		result.Layers, result.Steps, result.Nodes = len(b.layers), b.steps, b.points.count()
	case w.tnn:
		var m *TNN
		result.Milliseconds = w.time(t, &result, func() (err error) { m, err = FitTNN(d, TNNOptions{}); return err })
		result.Steps, result.Nodes = m.report.Steps, m.points.count()
		predict = func(x Matrix) error { _, err := m.Predict(x); return err }
	default:
		var m *SQANN
		fit := func() (err error) { m, err = FitSQANN(d, w.options); return err }
		result.Milliseconds = w.time(t, &result, fit)
		result.Layers, result.Steps, result.Nodes = len(m.network.Layers), m.report.Steps, m.points.count()
		result.Terms, result.FloorMilliseconds, result.TimesFloor = againstFloor(t, m, fit)
		predict = func(x Matrix) error { _, err := m.Predict(x); return err }
	}
	if w.side > 0 {
		result.Queries = queriesPerBatch
	}
	result.print(t)
	if w.side > 0 {
		result.NearMicroseconds = perQuery(t, predict, queries(d.X.Columns, 0, w.side))
		result.FarMicroseconds = perQuery(t, predict, queries(d.X.Columns, -1e4*w.side, 2e4*w.side))
		result.print(t)
	}
	if w.smaller != nil {
		result.Exponent = w.exponent(t, d)
		result.print(t)
	}
}

// runTable prints after each measurement: on a slow platform the later ones may not be reached.
func (w workload) runTable(t *testing.T, d Dataset, result benchResult) {
	var m *SQANN
	fit := func() (err error) { m, err = FitSQANN(d, w.options); return err }
	allPairs := benchAllPairs(d.X)
	if allPairs != nil {
		result.AllPairsMilliseconds = allPairs()
		result.print(t)
	}
	start := time.Now()
	err := fit()
	result.Milliseconds, result.PeakBytes = milliseconds(time.Since(start)), peakBytes()
	if e, ok := err.(*Error); ok && e.Code == TooLarge {
		result.Refused = e.Message
		result.print(t)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	result.Layers, result.Steps, result.Nodes = len(m.network.Layers), m.report.Steps, m.points.count()
	result.print(t)
	if allPairs == nil {
		result.Milliseconds = min(result.Milliseconds, milliseconds(fastest(t, fit)))
	} else {
		var least float64
		least, result.AllPairsMilliseconds, result.TimesAllPairs = byTurns(3, 25*time.Second,
			func() float64 { return milliseconds(fastestWithin(t, 300*time.Millisecond, 1, fit)) }, allPairs)
		result.Milliseconds = min(result.Milliseconds, least)
	}
	result.print(t)
	if w.held == 0 {
		return
	}
	held := evenly(w.held, d.X.Rows)
	m = nil // makes room
	if m, err = FitSQANN(d.without(held), w.options); err != nil {
		t.Fatal(err)
	}
	asked := d.Pick(marked(held)).X
	result.HeldMicroseconds = perQuery(t, func(x Matrix) error { _, err := m.Predict(x); return err }, asked)
	result.print(t)
}

// byTurns measures one thing between two runs of another, at least once and at most so many times, as long as
// that is within a span: a machine whose pace changes within seconds changes it for both.
// It returns the least of each, and the median over the turns of how many times the other the one is.
func byTurns(turns int, span time.Duration, one, other func() float64) (least, otherLeast, times float64) {
	before := other()
	least, otherLeast = inf, before
	var ratios []float64
	start := time.Now()
	for turn := 0; turn == 0 || turn < turns && time.Since(start) < span; turn++ {
		took, after := one(), other()
		ratios = append(ratios, took/math.Sqrt(before*after))
		least, otherLeast, before = min(least, took), min(otherLeast, after), after
	}
	slices.Sort(ratios)
	return least, otherLeast, ratios[len(ratios)/2]
}

// againstFloor measures a fit and its floor by turns.
func againstFloor(t *testing.T, m *SQANN, fit func() error) (terms, floor, times float64) {
	_, floor, times = byTurns(5, 4*time.Second,
		func() float64 { return milliseconds(fastestWithin(t, 300*time.Millisecond, 1, fit)) },
		func() (took float64) { terms, took = floorOf(m); return took })
	return terms, floor, times
}

// exponent is the e of time = c·samples^e between the smaller set and the workload's, three times
// by turns.
func (w workload) exponent(t *testing.T, large Dataset) float64 {
	small, err := w.smaller()
	if err != nil {
		t.Fatal(err)
	}
	fit := func(d Dataset) func() error {
		return func() error { _, err := FitSQANN(d, w.options); return err }
	}
	usual(t, fit(small)) // the compilers settle
	_, _, times := byTurns(3, time.Hour, func() float64 { return usual(t, fit(large)) }, func() float64 { return usual(t, fit(small)) })
	return math.Log(times) / math.Log(float64(large.X.Rows)/float64(small.X.Rows))
}

// time measures a fit in milliseconds, and its memory. The first fit is the one
// whose memory counts.
func (w workload) time(t *testing.T, result *benchResult, fit func() error) float64 {
	return milliseconds(fastest(t, func() error {
		err := fit()
		if result.PeakBytes == 0 {
			result.PeakBytes = peakBytes()
		}
		return err
	}))
}

func milliseconds(d time.Duration) float64 { return float64(d) / 1e6 }

// fastest is the least time of the runs that begin within a second, or of three
// where those begin within 25: what disturbs a run only ever makes it slower, and
// WebAssembly gets its better code only after a while.
func fastest(t *testing.T, run func() error) time.Duration {
	return fastestWithin(t, time.Second, 3, run)
}

// fastestWithin is that of the runs that begin within a span, or of so many where those begin
// within 25 seconds.
func fastestWithin(t *testing.T, span time.Duration, runs int, run func() error) time.Duration {
	var least, total time.Duration
	for i := 0; total < span || i < runs && total < 25*time.Second; i++ {
		runtime.GC()
		start := time.Now()
		err := run()
		took := time.Since(start)
		if err != nil {
			t.Fatal(err)
		}
		if total += took; i == 0 || took < least {
			least = took
		}
	}
	return least
}

// usual is the mean time in nanoseconds of the runs that begin within a second.
func usual(t *testing.T, run func() error) float64 {
	runtime.GC()
	runs := 0
	start := time.Now()
	for runs == 0 || time.Since(start) < time.Second {
		if err := run(); err != nil {
			t.Fatal(err)
		}
		runs++
	}
	return float64(time.Since(start)) / float64(runs)
}

const queriesPerBatch = 10000

// queries are uniform on a cube.
func queries(features int, low, side float64) Matrix {
	r := rand.New(rand.NewPCG(3, 4))
	x := Matrix{Rows: queriesPerBatch, Columns: features}
	for range x.Rows * x.Columns {
		x.Data = append(x.Data, low+float64(side*r.Float64()))
	}
	return x
}

func perQuery(t *testing.T, predict func(Matrix) error, x Matrix) float64 {
	return float64(fastest(t, func() error { return predict(x) })) / 1e3 / float64(x.Rows)
}
