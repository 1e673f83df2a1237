package core

// Dense fingerprints lie in blocks of eight nodes, number by number: block b,
// number j, node 8b+i is at blocks[(b·width+j)·8+i]. The eight sums of a block
// then run side by side from one pointer, which keeps the adders busy; each is
// still added in the order of squaredDistance, so that the bits are the same.
// Measured per number: about a third of the plain loop's time, natively and
// under wasm (docs/performance.md).
const lanes = 8

// push adds a node.
func (l *layer) push(point int, eta []float64) {
	i := len(l.point)
	l.width = len(eta)
	if i%lanes == 0 {
		l.blocks = append(l.blocks, make([]float64, lanes*l.width)...)
	}
	block := l.blocks[i/lanes*lanes*l.width:]
	for j, v := range eta {
		block[j*lanes+i%lanes] = v
	}
	l.point = append(l.point, point)
}

// node returns a copy of node i's fingerprint.
func (l *layer) node(i int) []float64 {
	eta := make([]float64, l.width)
	block := l.blocks[i/lanes*lanes*l.width:]
	for j := range eta {
		eta[j] = block[j*lanes+i%lanes]
	}
	return eta
}

// distances writes the squared distance from v to every node to dst, which is
// grown as needed, and returns it with the nearest node, the first of equals;
// -1 when the layer is empty. O(nodes · width).
func (l *layer) distances(dst, v []float64) ([]float64, int) {
	dst = l.distancesFrom(dst[:0], v, 0)
	nearest := -1
	least := inf
	for i, d2 := range dst {
		if d2 < least || nearest < 0 {
			nearest, least = i, d2
		}
	}
	return dst, nearest
}

// distancesFrom appends the squared distances to the nodes from a multiple of
// eight on.
func (l *layer) distancesFrom(dst, v []float64, from int) []float64 {
	n := len(l.point)
	for i := from; i < n; i += lanes {
		var sums [lanes]float64
		blockDistances(&sums, v, l.blocks[i*l.width:(i+lanes)*l.width])
		dst = append(dst, sums[:min(lanes, n-i)]...)
	}
	return dst
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
		dst[i] = squaredDistance(m.Row(i), v)
	}
}
