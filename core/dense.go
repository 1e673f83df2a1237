package core

import (
	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// push adds a node. (Not inlined, for the size of the module.)
//
//go:noinline
func (l *layer) push(point int, eta []float64) {
	i := len(l.point)
	l.width = len(eta)
	if l.full() {
		l.blocks = append(l.blocks, make([]float64, blocks.Lanes*l.width))
	}
	blocks.Put(l.blocks[i/blocks.Lanes], i, eta)
	l.point = append(l.point, point)
}

// full says whether the next node needs another block.
func (l *layer) full() bool { return len(l.point) == blocks.Lanes*len(l.blocks) }

// fallenBlocks are the blocks of layers that fell. Later layers reuse them; these are wider, so a block has room for more
// numbers than it was made for. Without reuse, making and freeing blocks is an eighth of boston-449.
type fallenBlocks [][]float64

// reuse returns a block of n zeros.
func (f *fallenBlocks) reuse(n int) []float64 {
	for last := len(*f) - 1; last >= 0; last-- {
		block := (*f)[last]
		*f = (*f)[:last]
		if cap(block) >= n {
			block = block[:n]
			clear(block)
			return block
		}
	}
	const more = 64 * blocks.Lanes
	return make([]float64, n, (n+more-1)/more*more)
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

// distancesTogether appends to dst[i], which has the squared distances from v[i] to
// a multiple of eight nodes, those to the others before node end.
func (l *layer) distancesTogether(dst, v [][]float64, end int) {
	for from := 0; from < end; from += blocks.Lanes {
		block := l.blocks[from/blocks.Lanes]
		for i, v := range v {
			if len(dst[i]) == from {
				var sums [blocks.Lanes]float64
				blocks.BlockDistances(&sums, v, block)
				dst[i] = append(dst[i], sums[:min(blocks.Lanes, end-from)]...)
			}
		}
	}
}

// distancesOf is distancesTogether for many inputs, on all processors.
func (l *layer) distancesOf(dst, v [][]float64, end int) {
	parallel.InParts(parallel.Processors(), len(dst), end*l.width, parallel.Together, func(_, from, to int) {
		for ; from < to; from += parallel.Together {
			n := min(from+parallel.Together, to)
			l.distancesTogether(dst[from:n], v[from:n], end)
		}
	})
}

// rowDistances writes the squared distances from v to the rows of m, four rows
// at a time.
func rowDistances(dst []float64, m Matrix, v []float64) {
	w := m.Columns
	i := 0
	for ; i+4 <= m.Rows; i += 4 {
		a, b, c, d := m.Data[i*w:][:w], m.Data[(i+1)*w:][:w], m.Data[(i+2)*w:][:w], m.Data[(i+3)*w:][:w]
		a, b, c, d = a[:len(v)], b[:len(v)], c[:len(v)], d[:len(v)]
		var s0, s1, s2, s3 float64
		for j, x := range v {
			d0, d1, d2, d3 := a[j]-x, b[j]-x, c[j]-x, d[j]-x
			s0 += float64(d0 * d0)
			s1 += float64(d1 * d1)
			s2 += float64(d2 * d2)
			s3 += float64(d3 * d3)
		}
		dst[i], dst[i+1], dst[i+2], dst[i+3] = s0, s1, s2, s3
	}
	for ; i < m.Rows; i++ {
		dst[i] = spatial.SquaredDistance(m.Row(i), v)
	}
}
