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

// line reads ahead for the next rows of a TNN: their place in the order, which it keeps in places, the neurons that are
// listed there, and these neurons.
func (f *fetch) line(m *TNN, x Matrix, i int) {
	rows := f.scaled(&m.points.scaler, x, i)
	t := m.index
	at, seen := f.places[:rows], f.seen[:rows]
	for i, v := range f.x {
		at[i] = 0
		if v >= t.First && v < t.Last {
			at[i] = int(t.Cells[t.Cell(v)])
		}
	}
	for i, k := range at {
		seen[i] = t.Middle(min(k, len(t.X)-1))
	}
	for i, v := range f.x {
		at[i] = t.Below(v)
	}
	for i, k := range at {
		if from := int(t.Start[k>>t.Shift]); from < len(t.List) {
			seen[i] = float64(t.List[from])
		}
	}
	for i, k := range at {
		listed := t.Listed(k)
		for n := 0; n < len(listed); n += 4 { // mostly neighbours
			j := listed[n]
			seen[i] += t.X[j] + m.y.Data[int(j)*m.y.Columns]
		}
	}
}

// plane reads ahead, for the next rows of a sparse network with a grid, the lists of their cells.
func (f *fetch) plane(m *SQANN, x Matrix, i int) {
	rows := f.scaled(&m.points.scaler, x, i)
	c, n := m.network.cells, x.Columns
	cells := f.places[:0]
	for i := range rows {
		if cell, ok := c.Of(f.x[i*n : (i+1)*n]); ok { // else nothing is near
			cells = append(cells, cell)
		}
	}
	seen := f.seen[:len(cells)]
	for i, cell := range cells {
		seen[i] = float64(c.Start[cell])
	}
	const line = 16 // numbers in a line of the cache
	for i, cell := range cells {
		for at := c.Start[cell]; at < c.Start[cell+1]; at += line {
			seen[i] += float64(c.List[at])
		}
	}
}
