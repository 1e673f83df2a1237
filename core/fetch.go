package core

// A network of a million samples is larger than any cache. An answer needs several places of it, and each place tells
// where the next one is. Row by row, the processor would mostly wait for memory. So a batch reads ahead what its next rows
// need, the same step for all of these rows at once: the processor then waits for many places at a time. No result
// depends on it.
//
// A row of a TNN is read ahead completely. In the plane only the lists of the cells are. A row finds a third of the listed
// points within its radius, and reads all their fingerprints before it merges the first (sparseNodes.readAhead).
//
// Measured natively by turns: a row of a TNN of a million samples takes 0.77 of the time, a row in the plane 0.75, for a
// hundred thousand samples as well as for a million.
const (
	fetched = 16      // rows at a time: what they need fits into a near cache
	fetches = 1 << 15 // neurons from which it pays: fewer are in a cache anyway
)

// fetch keeps what was read for some rows. Without a use of the values the compiler would omit the reads.
type fetch struct {
	x      []float64 // the rows, scaled
	places [fetched]int
	seen   [fetched]float64
}

// newFetch is nil where reading ahead doesn't pay.
func newFetch(pays bool, rows int) *fetch {
	if !pays || rows < 2 {
		return nil
	}
	return new(fetch)
}

// scaled scales the rows of x from row i on, as many as fit. They are scaled again when they are answered.
func (f *fetch) scaled(s *scaler, x Matrix, i int) (rows int) {
	n := x.Columns
	rows = min(fetched, x.Rows-i)
	f.x = append(f.x[:0], x.Data[i*n:(i+rows)*n]...)
	for i := range rows {
		row := f.x[i*n : (i+1)*n]
		s.apply(row, row)
	}
	return rows
}

// line reads ahead for the next rows of a TNN, and keeps their places in the order.
func (f *fetch) line(m *TNN, x Matrix, i int) {
	rows := f.scaled(&m.points.scaler, x, i)
	m.index.ReadAhead(f.x, f.places[:rows], f.seen[:rows])
	for i, k := range f.places[:rows] {
		f.seen[i] += m.y.Data[min(k, len(m.order)-1)*m.y.Columns]
	}
}

// plane reads ahead, for the next rows of a sparse network with a grid, the lists of their cells.
func (f *fetch) plane(m *SQANN, x Matrix, i int) {
	rows := f.scaled(&m.points.scaler, x, i)
	m.network.cells.ReadAhead(f.x, f.places[:rows], f.seen[:rows])
}
