package core

// A network of a million samples is larger than any cache. An answer needs several places of it, and each place tells
// where the next one is. Row by row, the processor would mostly wait for memory. So a batch in the plane reads the lists of
// the cells that its next rows need, the same step for all of these rows at once: the processor then waits for many places
// at a time. A row finds a third of the listed points within its radius, and reads all their fingerprints before it merges
// the first (sparseNodes.readAhead). No result depends on it.
//
// Measured natively by turns among a million samples: without the lists a row takes 1.12 of the time, without the
// fingerprints 1.08.
const (
	fetched = 16      // rows at a time: what they need fits into a near cache
	fetches = 1 << 15 // neurons from which it pays: fewer are in a cache anyway
)

// fetch keeps what was read for some rows. Without a use of the values the compiler would omit the reads.
type fetch struct {
	x     []float64 // the rows, scaled
	cells [fetched]int
	seen  [fetched]float64
}

// newFetch is nil where reading ahead doesn't pay.
func newFetch(m *SQANN, rows int) *fetch {
	if m.network.cells == nil || m.points.count() < fetches || rows < 2 {
		return nil
	}
	return new(fetch)
}

// plane reads ahead, for the rows of x from row i on, the lists of their cells. The rows are scaled again when they are
// answered.
func (f *fetch) plane(m *SQANN, x Matrix, i int) {
	n := x.Columns
	rows := min(fetched, x.Rows-i)
	f.x = append(f.x[:0], x.Data[i*n:(i+rows)*n]...)
	for i := range rows {
		row := f.x[i*n : (i+1)*n]
		m.points.scaler.apply(row, row)
	}
	m.network.cells.ReadAhead(f.x, f.cells[:rows], f.seen[:rows])
}
