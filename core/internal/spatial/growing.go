package spatial

import "github.com/xaia-go/xaia/internal/simd"

// Growing is an index that points are added to and removed from. It numbers them as they came, those of the index that it
// began with by their rows.
//
// The points are in parts, each an index of its own, and the last ones in a block that is searched plainly. A full block
// becomes a part. Parts that are not larger than the last one are merged with it, so each is larger than those behind it
// together, and a point is moved O(log N) times (Bentley and Saxe 1980). A removed point is marked, and left out of the next
// merge. All points are merged once more are marked than not.
type Growing struct {
	parts  []part
	recent part   // without a tree
	gone   []bool // by number
	marked int    // points that are gone, but still in a part
}

// part is some points with their numbers.
type part struct {
	*Index
	number []int32
}

func newPart(columns int) part { return part{Index: &Index{x: Matrix{Columns: columns}}} }

const aBlock = 64 // points

// NewGrowing begins with the points of an index.
func NewGrowing(t *Index) *Growing {
	g := &Growing{gone: make([]bool, t.x.Rows), recent: newPart(t.x.Columns)}
	g.parts = []part{{Index: t, number: make([]int32, t.x.Rows)}}
	for i := range g.parts[0].number {
		g.parts[0].number[i] = int32(i)
	}
	return g
}

// Present is how many points there are.
func (g *Growing) Present() int {
	count := len(g.recent.number) - g.marked
	for _, p := range g.parts {
		count += len(p.number)
	}
	return count
}

// Add gives a point its number. O(log² N) in few features, on the average. On an error nothing has changed.
func (g *Growing) Add(x []float64, account Account) (number int32, err error) {
	if len(g.recent.number) >= aBlock {
		first, count := len(g.parts), len(g.recent.number)
		for first > 0 && len(g.parts[first-1].number) <= count {
			first--
			count += len(g.parts[first].number)
		}
		if err := g.merge(first, account); err != nil {
			return 0, err
		}
	}
	number = int32(len(g.gone))
	g.gone = append(g.gone, false)
	g.recent.add(x, number)
	return number, nil
}

// Remove takes a point away that is there. On an error nothing has changed.
func (g *Growing) Remove(number int32, account Account) error {
	g.gone[number] = true
	g.marked++
	if g.marked > g.Present() {
		if err := g.merge(0, account); err != nil {
			g.gone[number] = false
			g.marked--
			return err
		}
	}
	return nil
}

// merge makes one part of the parts from one on and of the recent points.
func (g *Growing) merge(first int, account Account) (err error) {
	all, dropped := newPart(g.recent.x.Columns), 0
	for _, p := range append(g.parts[first:len(g.parts):len(g.parts)], g.recent) {
		for i, number := range p.number {
			if g.gone[number] {
				dropped++
			} else {
				all.add(p.x.Row(i), number)
			}
		}
	}
	if len(all.number) > 0 {
		if all.Index, err = NewIndex(all.x, account); err != nil {
			return err
		}
		g.parts = append(g.parts[:first], all)
	} else {
		g.parts = g.parts[:first]
	}
	g.marked -= dropped
	g.recent = newPart(all.x.Columns)
	return nil
}

func (p *part) add(x []float64, number int32) {
	p.x.Data = append(p.x.Data, x...)
	p.x.Rows++
	p.number = append(p.number, number)
}

// Visit is Index.Visit, with numbers for places, and without the query's sums.
func (g *Growing) Visit(dst []Found, q *Query, x []float64, limit float64, then func(found []Found, from int) float64) []Found {
	from := len(dst)
	for i, number := range g.recent.number {
		if d2 := simd.SquaredDistanceUpTo(0, x, g.recent.x.Row(i), limit); d2 <= limit && !g.gone[number] {
			dst = append(dst, Found{Place: number, D2: d2})
		}
	}
	if then != nil {
		limit = then(dst, from)
	}
	for _, p := range g.parts {
		p.Prepare(q, x)
		q.begin()
		for leaf := p.next(q, limit); leaf >= 0; leaf = p.next(q, limit) {
			from := len(dst)
			found := p.leaf(dst, leaf, q, limit)
			dst = found[:from]
			for _, f := range found[from:] {
				if f.Place = p.number[p.Point[f.Place]]; !g.gone[f.Place] {
					dst = append(dst, f)
				}
			}
			if then != nil {
				limit = then(dst, from)
			}
		}
	}
	return dst
}
