package core

// A network with a million samples is larger than any cache, and an answer needs
// some places of it, each of which tells where the next one is. Answered one after
// the other, the rows wait for memory more than they compute. So a batch reads
// what its next rows will need beforehand, the same step for all of them at a
// time: the processor then waits for many places at once. It changes no result.
//
// A TNN's row is read ahead whole. In the plane only the lists of the rows' cells are:
// what a row finds there, a third of what is listed, it reads by itself, all
// fingerprints before the first is merged (sparseNodes.readAhead).
//
// Measured natively: a TNN's row among a million samples in 0.77 of the time, a row in the
// plane in 0.75, by turns, among a hundred thousand as well as among a million.
const (
	fetched = 16      // rows at a time: what they need fits into a near cache
	fetches = 1 << 15 // neurons from which it pays: fewer are in a cache anyway
)

// fetch is what was read for some rows. That it is kept is what makes the
// compiler read it.
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

// scaled takes up to so many of the rows of x from row i on. They are scaled once
// more when they are answered.
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

// line reads for the next rows of a TNN: where in the order they are, which it keeps in
// at, which neurons are listed there, and these.
func (f *fetch) line(t *sorted, s *scaler, x Matrix, i int) {
	rows := f.scaled(s, x, i)
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
			seen[i] += t.X[j] + t.y.Data[int(j)*t.y.Columns]
		}
	}
}

// plane reads for the next rows of a sparse network with cells the lists of their cells.
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
	const line = 16 // numbers that come from memory together
	for i, cell := range cells {
		for at := c.Start[cell]; at < c.Start[cell+1]; at += line {
			seen[i] += float64(c.List[at])
		}
	}
}
