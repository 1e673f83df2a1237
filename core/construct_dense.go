package core

import (
	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// denseBuilder constructs a network without the skip connection, and computes each distance once. Like sparseBuilder it
// doesn't repeat the passes that collisions cut short: these passes leave nothing behind, and don't decide which sample
// collides.
//
//	for k = 1, 2, ... until no sample waits:
//	  pass over layer k: each waiting sample against the nodes so far; a filtered sample keeps its distances
//	  complete the filtered samples' distances
//	  while layer k recognises a waiting sample:
//	    the first of them joins layer k as its last node;
//	    every waiting sample gains one distance
//	  distances → activations: what enters layer k+1
//
// The exception is the tie rule: a sample with the same fingerprint as another one joins a layer lower, perhaps in a pass
// that would be cut short later. Where fingerprints repeat, run returns errTie, and the caller starts over with the
// builder that runs all passes.
//
// Cost: a distance for every sample that comes to a layer and every node of the layer, or every node before it where the
// layer admits it. Memory: two rows of activations a waiting sample.
type denseBuilder struct {
	counter
	network *network
	waiting []int32
	in      [][]float64 // what enters the layer, a row a waiting sample
	d2      []memo      // the distances of those that the pass has left, likewise
}

// errTie ends a construction that has equal fingerprints.
var errTie error = NewError(Internal, "Two samples have the same fingerprint.", "The caller handles this.")

func (b *denseBuilder) run() error {
	n := b.network
	for i := range n.points.count() {
		b.waiting, b.in = append(b.waiting, int32(i)), append(b.in, n.points.x.Row(i))
	}
	for len(b.waiting) > 0 {
		l := n.newLayer(len(n.layers) + 1)
		n.layers = append(n.layers, l)
		l.eta.Width = len(b.in[0])
		if err := b.pass(l); err != nil {
			return err
		}
		if err := b.resolve(l); err != nil {
			return err
		}
		if err := b.eachWaiting(32*l.size(), func(i int) { l.act.all(b.in[i], b.in[i]) }); err != nil {
			return err
		}
	}
	return nil
}

// eachWaiting shares the waiting samples among all processors; one takes about so many numbers.
func (b *denseBuilder) eachWaiting(numbers int, work func(i int)) error {
	block := parallel.RowsAtATime(numbers)
	for from := 0; from < len(b.waiting); from += block {
		if err := b.MayGoOn(len(b.network.layers)); err != nil {
			return err
		}
		parallel.InParts(parallel.Processors(), min(block, len(b.waiting)-from), numbers, 1, func(_, first, last int) {
			for i := from + first; i < from+last; i++ {
				work(i)
			}
		})
	}
	return nil
}

// pass places the samples that the layer admits, or that join it, and completes the distances of the others.
func (b *denseBuilder) pass(l *layer) error {
	kept := 0
	b.d2 = b.d2[:0]
	m := newMemo(l, nil)
	for i, p := range b.waiting {
		if err := b.step(len(b.network.layers)); err != nil {
			return err
		}
		m = newMemo(l, m.values[:0])
		m.extend(b.in[i])
		if m.least > l.act.moderate || m.least <= l.act.strong {
			if m.least == 0 && len(b.network.layers) > 1 {
				return errTie
			}
			if m.least <= l.act.strong {
				l.collided++
			}
			b.push(l, p, b.in[i])
			continue
		}
		b.d2 = append(b.d2, m)
		m.values = nil
		b.waiting[kept], b.in[kept] = p, b.in[i]
		kept++
	}
	b.waiting, b.in = b.waiting[:kept], b.in[:kept]
	if err := b.Reserve(int64(8 * kept * l.size())); err != nil {
		return err
	}
	return b.eachWaiting(l.size()*l.eta.Width, func(i int) { b.d2[i].extend(b.in[i]) })
}

// resolve lets the samples that the layer recognises join it, first come first. What is left brings its distances along.
func (b *denseBuilder) resolve(l *layer) error {
	k := len(b.network.layers)
	var recognised sorting.MinHeap
	for i := range b.d2 {
		if b.d2[i].least <= l.act.strong {
			recognised = append(recognised, int32(i)) // in order, so it is a heap
		}
	}
	joined := make([]bool, len(b.waiting))
	if len(recognised) > 0 {
		if err := b.repeats(l); err != nil {
			return err
		}
		left := sorting.NewFenwick(len(b.waiting))
		for len(recognised) > 0 {
			i := int(recognised.Pop())
			// The aborted pass examined every waiting sample up to this one.
			if err := b.stepsBy(left.Remove(i)+1, k+1); err != nil {
				return err
			}
			if b.d2[i].least == 0 && k > 1 {
				return errTie
			}
			joined[i] = true
			l.collided++
			b.push(l, b.waiting[i], b.in[i])
			if err := b.gain(l, i, joined, &recognised); err != nil {
				return err
			}
		}
	}
	kept := 0
	for i, m := range b.d2 {
		if k > 1 {
			b.bytes -= int64(8 * len(b.in[i]))
		}
		if joined[i] {
			b.bytes -= int64(8 * len(m.values))
			continue
		}
		b.waiting[kept], b.in[kept] = b.waiting[i], m.values
		kept++
	}
	b.waiting, b.in = b.waiting[:kept], b.in[:kept]
	return nil
}

// gain gives the waiting samples their distances to sample i, which has become a node, and finds those that it recognises.
func (b *denseBuilder) gain(l *layer, i int, joined []bool, recognised *sorting.MinHeap) error {
	if err := b.Reserve(int64(8 * len(b.waiting))); err != nil {
		return err
	}
	eta := b.in[i]
	parallel.InParts(parallel.Processors(), len(b.waiting), len(eta), 1, func(_, from, to int) {
		for j := from; j < to; j++ {
			if !joined[j] {
				b.d2[j].values = append(b.d2[j].values, spatial.SquaredDistance(b.in[j], eta))
			}
		}
	})
	for j := range b.d2 {
		if joined[j] {
			continue
		}
		m := &b.d2[j]
		d2 := m.values[len(m.values)-1]
		if d2 <= l.act.strong && m.least > l.act.strong {
			recognised.Push(int32(j))
		}
		m.least = min(m.least, d2)
	}
	return nil
}

func (b *denseBuilder) push(l *layer, p int32, v []float64) {
	l.push(int(p), v)
	b.placed++
}

// repeats returns errTie where two waiting samples bring the same fingerprint to the next layer. Most differ in the
// activations of the first few nodes. All activations are compared only where these are the same.
func (b *denseBuilder) repeats(l *layer) error {
	alike, err := b.alike(l, sorting.Identity(len(b.waiting)), min(blocks.Lanes, l.size()))
	if err != nil {
		return err
	}
	for i := range alike.Count() {
		if group := alike.At(i); len(group) > 1 {
			equal, err := b.alike(l, group, l.size())
			if err != nil {
				return err
			}
			if equal.Count() < len(group) {
				return errTie
			}
		}
	}
	return nil
}

// alike groups waiting samples that activate the first nodes equally.
func (b *denseBuilder) alike(l *layer, samples []int, nodes int) (spatial.Groups, error) {
	bytes := int64(8 * len(samples) * nodes)
	if err := b.Reserve(bytes); err != nil {
		return spatial.Groups{}, err
	}
	defer func() { b.bytes -= bytes }()
	some := newMatrix(len(samples), nodes)
	for i, sample := range samples {
		if i&255 == 0 {
			if err := b.MayGoOn(len(b.network.layers)); err != nil {
				return spatial.Groups{}, err
			}
		}
		l.act.all(some.Row(i), b.d2[sample].values[:nodes])
	}
	return spatial.EqualRows(spatial.Matrix(some), &b.counter)
}
