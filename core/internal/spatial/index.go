package spatial

// Index finds the points near an input. It numbers points by their places in its tree's order. (An interface over both
// trees, instead of the tests for nil, adds 21 KB to the module.)
type Index struct {
	x         Matrix
	Point     []int32        // the row at each place
	Tree      *Tree          // few features: over the points themselves
	Projected *projectedTree // many: over a projection of them
}

// FewFeatures is the largest number of features for a tree over the points themselves. (A grid takes as many.)
const FewFeatures = 3

func NewIndex(x Matrix, account Account) (t *Index, err error) {
	t = &Index{x: x}
	if x.Columns <= FewFeatures {
		if t.Tree, err = newTreeOf(x, kdLeaf, account); err == nil {
			t.Point = t.Tree.Point
		}
	} else if t.Projected, err = newProjectedTree(x, account); err == nil {
		t.Point = t.Projected.Point
	}
	return t, err
}

// Row is the point at a place.
func (t *Index) Row(at int32) []float64 {
	if t.Tree != nil {
		return t.Tree.Row(at)
	}
	return t.x.Row(int(t.Point[at]))
}

// Places lists the points' places in data set order.
func (t *Index) Places() []int32 {
	places := make([]int32, len(t.Point))
	for i, p := range t.Point {
		places[p] = int32(i)
	}
	return places
}

// Found is a place with its squared distance.
type Found struct {
	Place int32
	Rank  int32 // the caller's
	D2    float64
}

// Query is an input that an index is asked about. It is kept from input to input.
type Query struct {
	Sums []float64 // what the squared distance to each place begins with; nil: 0

	x, seen []float64 // the input, and its projection
	norm    float64   // many features: of the input less the mean
	z       []float64
	descent
	found []Found
}

// Prepare has a query ask about x.
func (t *Index) Prepare(q *Query, x []float64) {
	q.x = x
	if t.Projected != nil {
		t.Projected.prepare(q)
	}
}

// Visit appends the places up to a squared distance, leaf by leaf, the nearer box first. After each leaf then, if there is
// one, sees what that has added, from one on, and returns the limit from now on.
func (t *Index) Visit(dst []Found, q *Query, limit float64, then func(found []Found, from int) float64) []Found {
	q.begin()
	for leaf := t.next(q, limit); leaf >= 0; leaf = t.next(q, limit) {
		from := len(dst)
		dst = t.leaf(dst, leaf, q, limit)
		if then != nil {
			limit = then(dst, from)
		}
	}
	return dst
}

// next goes on to the next leaf that may hold points up to a squared distance; -1 without one.
func (t *Index) next(q *Query, limit float64) int32 {
	if t.Tree != nil {
		return t.Tree.nextLeaf(&q.descent, q.x, limit)
	}
	p := t.Projected
	return p.nextLeaf(&q.descent, q.seen, p.projection.widened(limit, q.norm))
}

func (t *Index) leaf(dst []Found, leaf int32, q *Query, limit float64) []Found {
	if t.Tree != nil {
		return t.Tree.leaf(dst, leaf, q.x, q.Sums, limit)
	}
	p := t.Projected
	return p.leaf(dst, leaf, 0, q.x, q.seen, q.Sums, limit, p.projection.widened(limit, q.norm))
}

// NearestOther is the least squared distance above 0 to a point, +Inf without one.
func (t *Index) NearestOther(q *Query) float64 {
	least := inf
	q.found = t.Visit(q.found[:0], q, inf, func(found []Found, from int) float64 {
		for i := range found[from:] {
			if d2 := found[from+i].D2; d2 < least && d2 > 0 {
				least = d2
			}
		}
		return least
	})
	return least
}

// begun is the sum that a place's squared distance begins with.
func begun(sums []float64, at int32) float64 {
	if sums == nil {
		return 0
	}
	return sums[at]
}
