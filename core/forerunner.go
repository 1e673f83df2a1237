//go:build !wasm

package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/parallel"
)

// forerunner propagates samples through the finished layers before a pass examines them. What a sample sees there
// depends on no other sample. So eight samples are measured side by side, which loads a block of nodes from memory once
// for all of them, and groups of eight run on all processors. The pass then finds their memos up to date.
//
// On one processor this gains some percent natively and nothing under WebAssembly, whose module omits it.
//
// A sample is propagated where the last finished layer is new to it. A collision nearly always happens at that layer,
// which stays and gains one node, so little of the work is wasted.
type forerunner struct {
	memories []memory // one a processor, of the same memos
	left     int      // samples that are ahead of the pass
}

// next prepares the samples that a pass will examine next.
func (f *forerunner) next(b *builder, samples []int) {
	if f.left > 0 {
		f.left--
		return
	}
	if b.network.skip || !b.isNew(samples[0]) {
		return
	}
	if f.memories == nil {
		f.memories = make([]memory, parallel.Processors())
		for i := range f.memories {
			f.memories[i] = memory{network: b.network, memos: b.memos}
		}
	}
	last := b.network.layers[len(b.network.layers)-1]
	count := min(len(samples), parallel.RowsAtATime(last.size()*last.width))
	f.left = count - 1
	parallel.InParts(len(f.memories), count, last.size()*last.width, parallel.Together, func(worker, from, to int) {
		for ; from < to; from += parallel.Together {
			f.memories[worker].propagateTogether(samples[from:min(from+parallel.Together, to)])
		}
	})
	for i := range f.memories {
		b.grown += f.memories[i].grown
		f.memories[i].grown = 0
	}
}

// skip is called when the pass skips a sample.
func (f *forerunner) skip() { f.left = max(0, f.left-1) }

// restart is called when a new pass begins.
func (f *forerunner) restart() { f.left = 0 }

// isNew says whether p was not yet measured against the last finished layer.
func (m *memory) isNew(p int) bool {
	k := len(m.network.layers) - 1
	return k >= 0 && (len(m.memos[p]) <= k || m.memos[p][k].layer != m.network.layers[k])
}

// propagateTogether propagates up to eight points without the skip connection as far
// as the last finished layer, and those that come to it side by side through that.
func (m *memory) propagateTogether(points []int) {
	k := len(m.network.layers) - 1
	l := m.network.layers[k]
	var memos [parallel.Together]*memo
	var d2, in [parallel.Together][]float64
	n := 0
	for _, p := range points {
		if !m.isNew(p) || m.propagateTo(p, k) > 0 {
			continue
		}
		memos[n], in[n] = m.memo(p, k, l), m.seen[k]
		before := cap(memos[n].values)
		d2[n] = slices.Grow(memos[n].values, l.size())
		m.grown += int64(cap(d2[n]) - before)
		n++
	}
	l.distancesTogether(d2[:n], in[:n], l.size())
	for i, memo := range memos[:n] {
		memo.values, memo.nearest = d2[i], blocks.NearestOf(d2[i])
		memo.least = d2[i][memo.nearest]
	}
}
