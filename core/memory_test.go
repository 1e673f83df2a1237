package core

import (
	"cmp"
	"math/rand"
	"runtime"
	"testing"
	"time"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// tnnSets are sets for a TNN, of each kind that takes its memory in another way.
func tnnSets(n int) map[string]func() (Dataset, TNNOptions) {
	line := func() Dataset {
		d := Dataset{X: Matrix{Rows: n, Columns: 1}, Values: Matrix{Rows: n, Columns: 1}}
		for i := range n {
			d.X.Data = append(d.X.Data, float64(i*7919%n)+float64(i%13)/100)
			d.Values.Data = append(d.Values.Data, float64(i%101))
		}
		return d
	}
	return map[string]func() (Dataset, TNNOptions){
		"a line":         func() (Dataset, TNNOptions) { return line(), TNNOptions{} },
		"of wide graphs": func() (Dataset, TNNOptions) { return line(), TNNOptions{A: 0.01} },
		"scaled": func() (Dataset, TNNOptions) {
			return line(), TNNOptions{Scale: ScaleStandard, Duplicates: DuplicatesMean}
		},
		"of classes": func() (Dataset, TNNOptions) {
			d := line()
			for _, y := range d.Values.Data {
				d.Labels = append(d.Labels, Integer(int64(y)%8))
			}
			d.Values = Matrix{}
			return d, TNNOptions{}
		},
		"of three features, with an order": func() (Dataset, TNNOptions) {
			d := line()
			d.X = Matrix{Rows: n, Columns: 3}
			for i := range 3 * n {
				d.X.Data = append(d.X.Data, float64(i))
			}
			return d, TNNOptions{Order: sorting.Identity(n)}
		},
	}
}

func heapBytes() int64 {
	var m runtime.MemStats
	for range 2 { // what a cleanup waits for goes with the second
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What is counted is enough for what a model keeps, and not much more.
func TestMemoryOfATNN(t *testing.T) {
	const n = 3000
	for name, of := range tnnSets(n) {
		before := heapBytes()
		d, o := of()
		m, err := FitTNN(d, o)
		if err != nil {
			t.Fatal(err)
		}
		w, b, alpha := m.Weights()
		kept := heapBytes() - before
		runtime.KeepAlive([]any{d, m, w, b, alpha})
		need := o.needBytes(d, len(classesOf(d)))
		if kept > need || 3*kept < need {
			t.Errorf("%s: %d bytes are kept, %d are counted", name, kept, need)
		}
	}
}

func TestTNNBeyondTheMemoryIsRefused(t *testing.T) {
	for name, of := range tnnSets(1000) {
		d, o := of()
		need := o.needBytes(d, len(classesOf(d)))
		o.MaxBytes = need - 1
		_, err := FitTNN(d, o)
		refused(t, err, TooLarge, -1, -1, "1000 samples")
		o.MaxBytes = need
		if _, err := FitTNN(d, o); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Models that are held count: one more is refused when too little is left, and fits when one of them was given back.
func TestMemoryThatOtherModelsHold(t *testing.T) {
	const n = 50_000
	defer func(was int64) { addressable = was }(addressable)
	d, o := tnnSets(n)["a line"]()
	addressable = heldBytes.Load() + 5*o.needBytes(d, len(classesOf(d)))/2
	var models []*TNN
	for {
		m, err := FitTNN(d, o)
		if err != nil {
			refused(t, err, TooLarge, -1, -1, "50000 samples", "MiB", "free models")
			break
		}
		Hold(m.Bytes())
		if models = append(models, m); len(models) > 10 {
			t.Fatal("models are not counted")
		}
	}
	if len(models) != 2 {
		t.Errorf("%d models fit, there is room for two", len(models))
	}
	_, err := FitSQANN(d, SQANNOptions{})
	refused(t, err, TooLarge, -1, -1, "50000")
	Hold(-models[0].Bytes())
	if _, err := FitTNN(d, o); err != nil {
		t.Error("there is room again: ", err)
	}
	Hold(-models[1].Bytes())
}

// What nobody refers to is collected, also where it has answered and keeps a search for the next question; and models that
// come and go don't pile up until Go thinks of collecting them.
func TestLargeModelsAreCollected(t *testing.T) {
	defer func(was int64) { addressable = was }(addressable)
	addressable = 64 << 20 // as if that were all: these models are large
	d, err := uniformData(4000, 2, 1)()
	if err != nil {
		t.Fatal(err)
	}
	m := fit(t, d, SQANNOptions{})
	l, err := NewLearner(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	asked := func(m *SQANN, err error) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Predict(oneRow([]float64{0.3, 0.4})); err != nil {
			t.Fatal(err)
		}
	}
	for name, once := range map[string]func(){
		"fit":     func() { asked(FitSQANN(d, SQANNOptions{})) },
		"restore": func() { asked(RestoreSQANN(m.Data(), m.Options(), m.Placement())) },
		"unpack":  func() { asked(RestoreSQANNWith(m.Data(), m.Options(), m.Placement(), m.Fingerprints())) },
		"learner": func() {
			if err := l.Forget([]int{0}); err != nil {
				t.Fatal(err)
			}
			asked(l.Model())
		},
		"folds": func() {
			if _, err := CrossValidate(d, RecipeOf(m), CrossValidateOptions{Folds: 2}); err != nil {
				t.Fatal(err)
			}
		},
	} {
		once()
		before := heapBytes()
		for range 5 {
			once()
		}
		if grown := heapBytes() - before; grown > m.Bytes() {
			t.Errorf("%s: %d bytes are kept after five times, a model has %d", name, grown, m.Bytes())
		}
	}
	runtime.KeepAlive([]any{m, l})
}

// Classes are outputs: they are counted before they are allocated, and Bytes is about what the model keeps.
func TestMemoryOfClasses(t *testing.T) {
	const n, classes = 1500, 750
	d := Dataset{X: Matrix{Rows: n, Columns: 1}}
	for i := range n {
		d.X.Data, d.Labels = append(d.X.Data, float64(i)), append(d.Labels, Integer(int64(i%classes)))
	}
	for name, fitted := range map[string]func(most int64) (Model, int64, error){
		"xaia": func(most int64) (Model, int64, error) {
			m, err := FitSQANN(d, SQANNOptions{MaxBytes: most})
			if err != nil {
				return nil, 0, err
			}
			return m, m.Bytes(), nil
		},
		"tnn": func(most int64) (Model, int64, error) {
			m, err := FitTNN(d, TNNOptions{MaxBytes: most})
			if err != nil {
				return nil, 0, err
			}
			return m, m.Bytes(), nil
		},
	} {
		var at, after runtime.MemStats
		runtime.ReadMemStats(&at)
		_, _, err := fitted(8 << 20)
		runtime.ReadMemStats(&after)
		refused(t, err, TooLarge, -1, -1, "1500 samples", "8 MiB")
		if took := after.TotalAlloc - at.TotalAlloc; took > 4<<20 {
			t.Errorf("%s: it took %d bytes before it was refused", name, took)
		}
		before := heapBytes()
		m, bytes, err := fitted(0)
		if err != nil {
			t.Fatal(err)
		}
		kept := heapBytes() - before
		runtime.KeepAlive(m)
		if kept > bytes+bytes/4 || bytes > 4*kept {
			t.Errorf("%s: %d bytes are kept, Bytes says %d", name, kept, bytes)
		}
	}
}

// At whatever point memory ends, a call is refused, or answers as it does with all memory. A refused one leaves its model or learner as it
// was, and the same call works afterwards. Each call is made with a limit that grows from nothing to what it needs.
func TestMemoryEndsAnywhere(t *testing.T) {
	defer func(was int64) { addressable = was }(addressable)
	addressable = 0
	r := rand.New(rand.NewSource(72))
	numbers, labels, more := noisySet(r, 150, false), noisySet(r, 150, true), noisySet(r, 100, false)
	line := Dataset{X: ColumnOf(numbers.Values.Data...), Values: numbers.Values}
	xaia := fit(t, numbers, SQANNOptions{})
	paper, classes := fit(t, numbers, SQANNOptions{Preset: Paper}), fit(t, labels, SQANNOptions{Interpolation: Interpolation{Mode: InterpolateAuto, Forest: Forest{Trees: 10}}})
	asked := noisySet(r, 50, false).X
	examined := func(m Predictor) Examination {
		x := asked
		if m.FeatureCount() == 1 {
			x = ColumnOf(asked.Data...)
		}
		e, err := m.Examine(x)
		if err = cmp.Or(err, Verify(m)); err != nil {
			t.Fatal(err)
		}
		return *e
	}
	of := func(m *SQANN, do func(m *SQANN) (any, error)) func() (Predictor, func() (any, error)) {
		return func() (Predictor, func() (any, error)) { return m, func() (any, error) { return do(m) } }
	}
	changing := func(do func(l *Learner) error) func() (Predictor, func() (any, error)) {
		return func() (Predictor, func() (any, error)) {
			l, err := NewLearner(xaia, Control{})
			if err != nil {
				t.Fatal(err)
			}
			return l, func() (any, error) { return l, do(l) }
		}
	}
	for name, begin := range map[string]func() (of Predictor, call func() (any, error)){
		"fit, xaia":    of(xaia, func(*SQANN) (any, error) { return FitSQANN(numbers, SQANNOptions{}) }),
		"fit, paper":   of(xaia, func(*SQANN) (any, error) { return FitSQANN(numbers, SQANNOptions{Preset: Paper}) }),
		"fit, classes": of(xaia, func(*SQANN) (any, error) { return FitSQANN(labels, classes.Options()) }),
		"fit, tnn":     of(xaia, func(*SQANN) (any, error) { return FitTNN(line, TNNOptions{}) }),
		"load": of(xaia, func(m *SQANN) (any, error) {
			return RestoreSQANNWith(m.Data(), m.Options(), m.Placement(), m.Fingerprints())
		}),
		"load, paper": of(paper, func(m *SQANN) (any, error) { return RestoreSQANN(m.Data(), m.Options(), m.Placement()) }),
		"absorb": of(paper, func(m *SQANN) (any, error) {
			a, err := Absorb(m, more, AbsorbOptions{})
			if err != nil {
				return nil, err
			}
			return a.Model, nil
		}),
		"remove":          of(xaia, func(m *SQANN) (any, error) { return Remove(m, []int{3, 5}, Control{}) }),
		"leave one out":   of(classes, func(m *SQANN) (any, error) { return LeaveOneOut(m, Control{}) }),
		"cross-validate":  of(classes, func(m *SQANN) (any, error) { return CrossValidate(labels, RecipeOf(m), CrossValidateOptions{Folds: 3}) }),
		"calibrate":       of(xaia, func(m *SQANN) (any, error) { return Calibrate(m, CrossValidateOptions{Folds: 3}) }),
		"suspects":        of(classes, func(m *SQANN) (any, error) { return m.Suspects(0.1, Control{}) }),
		"representatives": of(xaia, func(m *SQANN) (any, error) { return Representatives(m, 0.3, Control{}) }),
		"learner":         of(xaia, func(m *SQANN) (any, error) { return NewLearner(m, Control{}) }),
		"learn":           changing(func(l *Learner) error { _, err := l.Learn(more, LearnOptions{}); return err }),
		"learn absorbing": changing(func(l *Learner) error { _, err := l.Absorb(more, AbsorbOptions{}); return err }),
		"refresh":         changing(func(l *Learner) error { return l.Refresh(Control{}) }),
	} {
		made := func(call func() (any, error), limit int64) (any, error) {
			addressable = limit
			got, err := call()
			addressable = 0
			if m, is := got.(Predictor); is && err == nil {
				return examined(m), nil
			}
			return got, err
		}
		_, call := begin()
		want, err := made(call, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		refusals, fits := 0, 0
		for limit := int64(8 << 10); fits < 3; limit += limit / 8 {
			p, call := begin()
			before := examined(p)
			got, err := made(call, heldBytes.Load()+limit)
			if err == nil {
				if fits++; !sameOrNaN(got, want) {
					t.Errorf("%s answers otherwise with %d bytes", name, limit)
				}
				continue
			}
			fits = 0
			refusals++
			if e, is := err.(*Error); !is || e.Code != TooLarge {
				t.Errorf("%s with %d bytes: %v", name, limit, err)
			}
			if !sameOrNaN(before, examined(p)) {
				t.Errorf("%s, refused with %d bytes, has changed what it was asked of", name, limit)
			}
			if again, err := made(call, 0); err != nil || !sameOrNaN(again, want) {
				t.Errorf("%s, refused with %d bytes, answers otherwise when it is made again: %v", name, limit, err)
			}
		}
		if refusals < 5 {
			t.Errorf("%s was refused %d times: its memory isn't counted", name, refusals)
		}
	}
}
