package core

import (
	"slices"

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
//	  pass over layer k: each waiting sample against the nodes so far, as far as it matters;
//	    a filtered sample keeps its distances
//	  complete the filtered samples' distances
//	  while layer k recognises a waiting sample:
//	    the first of them joins layer k as its last node;
//	    every waiting sample gains one distance
//	  distances → activations → what enters layer k+1
//
// The exception is the tie rule: a sample with the same fingerprint as another one joins a layer lower, perhaps in a pass
// that would be cut short later. Where fingerprints repeat, run returns errTie, and the caller starts over with the
// builder that runs all passes.
//
// Cost: a distance for every sample that goes through a layer and every node of the layer, as the final network needs, and
// one for every sample that a layer admits and every node before it. Memory: two rows of activations a waiting sample.
type denseBuilder struct {
	counter
	network *network
	waiting []int32
	in      Matrix // what enters the layer, a row a waiting sample

	index     *spatial.Index // over the points, by which layer 1 is found while that reads little
	query     spatial.Query
	found     []spatial.Found
	treeReads int // numbers that the last search read
	inLayer1  []bool
}

// errTie ends a construction that has equal fingerprints.
var errTie error = NewError(Internal, "Two samples have the same fingerprint.", "The caller handles this.")

func (b *denseBuilder) run() error {
	n := b.network
	b.waiting = make([]int32, n.points.count())
	for i := range b.waiting {
		b.waiting[i] = int32(i)
	}
	b.inLayer1 = make([]bool, len(b.waiting))
	if b.index = n.index; b.index == nil {
		var err error
		if b.index, err = spatial.NewIndex(spatial.Matrix(n.points.x), &b.counter); err != nil {
			return err
		}
	}
	b.in = n.points.x
	for len(b.waiting) > 0 {
		l := n.newLayer(len(n.layers) + 1)
		n.layers = append(n.layers, l)
		l.width = b.in.Columns
		d2, err := b.pass(l)
		if err != nil {
			return err
		}
		if b.treePays(l) {
			if err = b.resolveByTree(l, &d2); err == nil {
				err = b.complete(l, &d2)
			}
		} else if err = b.complete(l, &d2); err == nil {
			err = b.resolveByDistances(l, &d2)
		}
		if err != nil {
			return err
		}
		if err := b.enter(l, d2); err != nil {
			return err
		}
	}
	return nil
}

// distances are the squared distances of the waiting samples to a layer's nodes:
// those of the pass row by row, those that joined afterwards column by column.
type distances struct {
	nodes   int // of the pass
	rows    [][]float64
	columns [][]float64
}

// pass places the samples that layer k admits, or that join it, and returns the
// distances of the others, as far as it took them.
func (b *denseBuilder) pass(l *layer) (distances, error) {
	k := len(b.network.layers)
	var d distances
	kept := 0
	var group ahead
	var row []float64
	for i, p := range b.waiting {
		if err := b.step(k); err != nil {
			return d, err
		}
		v := b.in.Row(i)
		var least float64
		row = row[:0]
		if b.treePays(l) {
			least = b.leastInTree(l, v)
		} else {
			row = append(row, group.row(l, b.in, i)...)
			row = l.distancesFrom(row, v, len(row))
			least = leastIn(row)
		}
		if least > l.act.moderate || least <= l.act.strong {
			if least == 0 && k > 1 {
				return d, errTie
			}
			if least <= l.act.strong {
				l.collided++
			}
			b.push(l, p, v)
			continue
		}
		if err := b.Reserve(int64(8 * len(row))); err != nil {
			return d, err
		}
		d.rows = append(d.rows, slices.Clone(row))
		if kept == 0 && k == 1 {
			b.in.Data = slices.Clone(b.in.Data) // the points' own stay as they are
		}
		b.waiting[kept] = p
		copy(b.in.Row(kept), v)
		kept++
	}
	b.waiting = b.waiting[:kept]
	b.in.Rows = kept
	return d, nil
}

// complete adds the distances to the nodes that came after each sample's turn.
func (b *denseBuilder) complete(l *layer, d *distances) error {
	d.nodes = l.size()
	block := parallel.RowsAtATime(l.size() * l.width)
	var inputs [][]float64
	for from := 0; from < len(d.rows); from += block {
		rows := d.rows[from:min(from+block, len(d.rows))]
		inputs = inputs[:0]
		for i, row := range rows {
			if err := b.Reserve(int64(8 * (l.size() - len(row)))); err != nil {
				return err
			}
			full := len(row) / blocks.Lanes * blocks.Lanes
			rows[i] = slices.Grow(row[:full], l.size()-full)
			inputs = append(inputs, b.in.Row(from+i))
		}
		if err := b.MayGoOn(len(b.network.layers)); err != nil {
			return err
		}
		l.distancesOf(rows, inputs, l.size())
	}
	return nil
}

// ahead keeps what pass has measured for the next waiting samples, side by side, against the nodes that existed then.
type ahead struct {
	from, count  int
	rows, inputs [][]float64
}

// row is the distances of waiting sample i. The first sample of a group has the whole group measured.
func (a *ahead) row(l *layer, in Matrix, i int) []float64 {
	if i >= a.from+a.count {
		a.measure(l, in, i)
	}
	return a.rows[i-a.from]
}

func (a *ahead) measure(l *layer, in Matrix, from int) {
	if a.rows == nil {
		a.rows = make([][]float64, 2*parallel.Together*parallel.Processors())
		a.inputs = make([][]float64, len(a.rows))
	}
	a.from, a.count = from, min(len(a.rows), in.Rows-from)
	rows, inputs := a.rows[:a.count], a.inputs[:a.count]
	for j := range rows {
		rows[j], inputs[j] = rows[j][:0], in.Row(from+j)
	}
	l.distancesOf(rows, inputs, l.size()/blocks.Lanes*blocks.Lanes)
}

// treePays says whether a search in the tree, as the last one went, costs less than the distances to all nodes. A feature
// costs about three times as much in the tree as in a block.
func (b *denseBuilder) treePays(l *layer) bool {
	return len(b.network.layers) == 1 && 3*b.treeReads < l.size()*b.in.Columns
}

// near finds the points within a squared distance. Where that reads too much, pass measures all nodes instead.
func (b *denseBuilder) near(x []float64, limit float64) []spatial.Found {
	b.index.Prepare(&b.query, x)
	b.found = b.index.Visit(b.found[:0], &b.query, limit, nil)
	b.treeReads = b.index.Reads(&b.query)
	return b.found
}

// leastInTree is the squared distance to the nearest node so far in layer 1, or +Inf where none is within the moderate
// radius.
func (b *denseBuilder) leastInTree(l *layer, x []float64) float64 {
	least := inf
	for _, f := range b.near(x, l.act.moderate) {
		if b.inLayer1[b.index.Point[f.Place]] && f.D2 < least {
			least = f.D2
		}
	}
	return least
}

func (b *denseBuilder) push(l *layer, p int32, v []float64) {
	l.push(int(p), v)
	b.inLayer1[p] = len(b.network.layers) == 1
	b.placed++
}

// joining are the samples that a layer recognises, by their numbers among the waiting ones.
type joining struct {
	recognised sorting.MinHeap
	joined     []bool
}

// resolve lets the samples that the layer recognises join it, first come first. told is called for each of them, and
// adds the samples that it makes the layer recognise.
func (b *denseBuilder) resolve(l *layer, d *distances, j *joining, told func(i int) error) error {
	if len(j.recognised) == 0 {
		return nil
	}
	if err := b.repeats(l); err != nil {
		return err
	}
	left := sorting.NewFenwick(len(b.waiting))
	j.joined = make([]bool, len(b.waiting))
	for len(j.recognised) > 0 {
		i := int(j.recognised.Pop())
		if j.joined[i] {
			continue // several nodes recognised it
		}
		// The aborted pass examined every waiting sample up to this one.
		if err := b.stepsBy(left.Remove(i)+1, len(b.network.layers)+1); err != nil {
			return err
		}
		j.joined[i] = true
		l.collided++
		b.push(l, b.waiting[i], b.in.Row(i))
		if err := told(i); err != nil {
			return err
		}
	}
	b.compact(d, j.joined)
	return nil
}

// resolveByDistances resolves with the distances of all waiting samples to all nodes.
func (b *denseBuilder) resolveByDistances(l *layer, d *distances) error {
	var j joining
	least := make([]float64, len(b.waiting))
	for i, row := range d.rows {
		if least[i] = leastIn(row); least[i] <= l.act.strong {
			j.recognised = append(j.recognised, int32(i))
		}
	}
	return b.resolve(l, d, &j, func(i int) error {
		if least[i] == 0 && len(b.network.layers) > 1 {
			return errTie
		}
		if err := b.Reserve(int64(8 * len(b.waiting))); err != nil {
			return err
		}
		column := make([]float64, len(b.waiting))
		rowDistances(column, b.in, b.in.Row(i))
		gain(&j.recognised, least, column, j.joined, l.act.strong)
		d.columns = append(d.columns, column)
		return nil
	})
}

// resolveByTree resolves layer 1. There the tree finds what a node recognises, so that only the samples that go on
// need all their distances.
func (b *denseBuilder) resolveByTree(l *layer, d *distances) error {
	index := make([]int32, len(b.inLayer1)) // in waiting, -1 elsewhere
	for i := range index {
		index[i] = -1
	}
	var j joining
	for i, p := range b.waiting {
		index[p] = int32(i)
		if b.leastInTree(l, b.in.Row(i)) <= l.act.strong {
			j.recognised.Push(int32(i))
		}
	}
	return b.resolve(l, d, &j, func(i int) error {
		for _, f := range b.near(b.in.Row(i), l.act.strong) {
			if other := index[b.index.Point[f.Place]]; other >= 0 && !j.joined[other] {
				j.recognised.Push(other)
			}
		}
		return nil
	})
}

// What runs for every waiting sample and node is in functions that aren't inlined. A browser compiles a function well only
// between its calls, and the first fit of a page is often the only one. These loops took a sixth of a fit of 5000 samples
// in a donut inside their callers, and take a fifteenth here.

// gain adds the samples that a new node recognises, whose squared distances the
// column has, and takes the least ones down.
//
//go:noinline
func gain(q *sorting.MinHeap, least, column []float64, joined []bool, strong float64) {
	least, joined = least[:len(column)], joined[:len(column)]
	for j, d2 := range column {
		if joined[j] || d2 >= least[j] {
			continue
		}
		if d2 <= strong && least[j] > strong {
			q.Push(int32(j))
		}
		least[j] = d2
	}
}

// leastIn is the least of a row, +Inf without any.
//
//go:noinline
func leastIn(row []float64) float64 {
	least := inf
	for _, d2 := range row {
		if d2 < least { // min and slices.Min are calls under WebAssembly
			least = d2
		}
	}
	return least
}

// repeats returns errTie where two waiting samples bring the same fingerprint to the next layer. Most differ in the
// activations of the first few nodes. All activations are computed only where these are the same.
func (b *denseBuilder) repeats(l *layer) error {
	some := Matrix{Rows: len(b.waiting), Columns: min(blocks.Lanes, l.size())}
	for i := range b.waiting {
		var sums [blocks.Lanes]float64
		blocks.BlockDistances(&sums, b.in.Row(i), l.blocks[0])
		for _, d2 := range sums[:some.Columns] {
			some.Data = append(some.Data, l.act.at(d2))
		}
	}
	alike, err := spatial.EqualRows(spatial.Matrix(some), &b.counter)
	if err != nil {
		return err
	}
	for i := range alike.Count() {
		group := alike.At(i)
		if len(group) == 1 {
			continue
		}
		all := Matrix{Rows: len(group), Columns: l.size()}
		bytes := int64(8 * all.Rows * all.Columns)
		if err := b.Reserve(bytes); err != nil {
			return err
		}
		for _, i := range group {
			if err := b.MayGoOn(len(b.network.layers)); err != nil {
				return err
			}
			from := len(all.Data)
			all.Data = l.distancesFrom(all.Data, b.in.Row(i), 0)
			for j, d2 := range all.Data[from:] {
				all.Data[from+j] = l.act.at(d2)
			}
		}
		equal, err := spatial.EqualRows(spatial.Matrix(all), &b.counter)
		if err != nil {
			return err
		}
		if equal.Count() < len(group) {
			return errTie
		}
		b.bytes -= bytes
	}
	return nil
}

// compact drops the samples that joined.
func (b *denseBuilder) compact(d *distances, joined []bool) {
	kept := 0
	for i := range joined {
		if joined[i] {
			continue
		}
		b.waiting[kept] = b.waiting[i]
		copy(b.in.Row(kept), b.in.Row(i))
		d.rows[kept] = d.rows[i]
		for _, column := range d.columns {
			column[kept] = column[i]
		}
		kept++
	}
	b.waiting, d.rows, b.in.Rows = b.waiting[:kept], d.rows[:kept], kept
}

// enter makes what the waiting samples bring to the next layer.
func (b *denseBuilder) enter(l *layer, d distances) error {
	n := b.network
	width := l.size()
	b.bytes -= int64(8 * len(b.in.Data))
	if err := b.Reserve(int64(8 * len(b.waiting) * width)); err != nil {
		return err
	}
	next := newMatrix(len(b.waiting), width)
	const anActivation = 32 // numbers
	block := parallel.RowsAtATime(anActivation * l.size())
	for from := 0; from < next.Rows; from += block {
		if err := b.MayGoOn(len(n.layers)); err != nil {
			return err
		}
		end := min(from+block, next.Rows)
		parallel.InParts(parallel.Processors(), end-from, anActivation*l.size(), 1, func(_, first, last int) {
			for i := from + first; i < from+last; i++ {
				d.activations(l, next.Row(i), i)
			}
		})
		for i := from; i < end; i++ {
			b.bytes -= int64(8 * (len(d.rows[i]) + len(d.columns)))
			d.rows[i] = nil
		}
	}
	b.in = next
	return nil
}

// activations are those that row i's distances give the nodes.
func (d *distances) activations(l *layer, v []float64, i int) {
	l.act.all(v, d.rows[i])
	for j, column := range d.columns {
		v[d.nodes+j] = l.act.at(column[i])
	}
}
