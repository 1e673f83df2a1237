package core

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// A learner takes at most one and a half times the memory of a model of the same samples, and Bytes says about how much.
func TestLearnerMemory(t *testing.T) {
	heap := func() int64 {
		runtime.GC()
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	for _, shape := range [][2]int{{20000, 2}, {6000, 12}, {3000, 40}} {
		n, columns := shape[0], shape[1]
		d := Dataset{X: newMatrix(n+500, columns), Values: newMatrix(n+500, 1)}
		random := rand.New(rand.NewPCG(7, 0))
		for i := range d.X.Data {
			d.X.Data[i] = random.Float64()
		}
		base := sorting.Identity(n)
		before := heap()
		m := fit(t, d.Pick(base), SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}, Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}})
		model := heap() - before
		l, err := NewLearner(m, Control{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 500 {
			if _, err := l.Learn(d.Pick([]int{n + i}), LearnOptions{}); err != nil {
				t.Fatal(err)
			}
		}

		learner := heap() - before
		t.Logf("%d × %d: a model takes %d KB, a learner %d (%.2f), which says %d", n, columns, model>>10, learner>>10, float64(learner)/float64(model), l.Bytes()>>10)
		if learner > model*15/10 {
			t.Errorf("%d × %d: a learner takes %d bytes, a model %d", n, columns, learner, model)
		}
		if says := l.Bytes(); says < learner*8/10 || says > learner*13/10 {
			t.Errorf("%d × %d: a learner takes %d bytes, and says %d", n, columns, learner, says)
		}
		runtime.KeepAlive(l)
	}
}
