package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/blocks"
)

// push adds a node. (Not inlined, for the size of the module.)
//
//go:noinline
func (l *layer) push(point int, eta []float64) {
	i := len(l.point)
	l.width = len(eta)
	if i == blocks.Lanes*len(l.blocks) {
		l.blocks = append(l.blocks, make([]float64, blocks.Lanes*l.width))
	}
	blocks.Put(l.blocks[i/blocks.Lanes], i, eta)
	l.point = append(l.point, point)
}

// node returns a copy of node i's fingerprint.
func (l *layer) node(i int) []float64 {
	eta := make([]float64, l.width)
	block := l.blocks[i/blocks.Lanes]
	for j := range eta {
		eta[j] = block[j*blocks.Lanes+i%blocks.Lanes]
	}
	return eta
}

// distances writes the squared distance from v to every node to dst, which is
// grown as needed, and returns it with the nearest node, the first of equals;
// -1 when the layer is empty. O(nodes · width).
func (l *layer) distances(dst, v []float64) ([]float64, int) {
	dst = l.distancesFrom(dst[:0], v, 0)
	return dst, blocks.NearestOf(dst)
}

// distancesFrom appends the squared distances to the nodes from a multiple of
// eight on.
func (l *layer) distancesFrom(dst, v []float64, from int) []float64 {
	n := len(l.point)
	for i := from; i < n; i += blocks.Lanes {
		var sums [blocks.Lanes]float64
		blocks.BlockDistances(&sums, v, l.blocks[i/blocks.Lanes])
		dst = append(dst, sums[:min(blocks.Lanes, n-i)]...)
	}
	return dst
}

// distance is the squared distance from v to node i.
func (l *layer) distance(i int, v []float64) (sum float64) {
	at := l.blocks[i/blocks.Lanes][i%blocks.Lanes:]
	for j, x := range v {
		d := x - at[j*blocks.Lanes]
		sum += float64(d * d)
	}
	return sum
}

// extend adds the distances to the nodes that came since.
func (m *memo) extend(in []float64) {
	l, least, nearest := m.layer, m.least, m.nearest
	n := l.size()
	for from := len(m.values); from < n; from = len(m.values) {
		if n-from < 3 { // a whole block would cost more
			d2 := l.distance(from, in)
			m.values = append(m.values, d2)
			if d2 < least || nearest < 0 {
				least, nearest = d2, from
			}
			continue
		}
		end := min(from/blocks.Lanes*blocks.Lanes+blocks.Lanes, n)
		m.values = slices.Grow(m.values, n-from)
		var sums [blocks.Lanes]float64
		blocks.BlockDistances(&sums, in, l.blocks[from/blocks.Lanes])
		m.values = m.values[:end]
		copy(m.values[from:], sums[from%blocks.Lanes:])
		if nearest >= 0 && blocks.AllBeyond(&sums, least) {
			continue
		}
		for i, d2 := range m.values[from:] {
			if d2 < least || nearest < 0 {
				least, nearest = d2, from+i
			}
		}
	}
	m.least, m.nearest = least, nearest
}
