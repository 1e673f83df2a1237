package core

// index finds the points near an input. Where features are few it is a k-d tree over the points;
// where they are many, over what a projection makes of them. It knows points by their places in the
// tree's order: what is near in the input space is near in memory.
type index struct {
	x     Matrix
	point []int32        // the row at each place
	tree  *kdTree        // few features
	many  *projectedTree // many
}

// fewFeatures is up to how many of them the tree is over the points themselves. (A grid takes
// up to three, too.)
const fewFeatures = 3

func newIndex(x Matrix) *index {
	t := &index{x: x}
	if x.Columns <= fewFeatures {
		t.tree = newKDTree(x)
		t.point = t.tree.point
	} else {
		t.many = newProjectedTree(x)
		t.point = t.many.point
	}
	return t
}

// row is the point at a place.
func (t *index) row(at int32) []float64 {
	if t.tree != nil {
		return t.tree.row(at)
	}
	return t.x.Row(int(t.point[at]))
}

// places lists the points' places in data set order.
func (t *index) places() []int32 {
	at := make([]int32, len(t.point))
	for i, p := range t.point {
		at[p] = int32(i)
	}
	return at
}

// probe is an input that an index is asked about.
type probe struct {
	x         []float64
	projected []float64 // many features
	norm      float64   // of the input less the mean
	z         []float64
}

// aim prepares a probe for an input.
func (t *index) aim(p *probe, x []float64) {
	p.x = x
	if t.many != nil {
		t.many.aim(p)
	}
}

// within appends the places up to a squared distance, in no particular order.
func (t *index) within(dst []near, p *probe, limit float64) []near {
	if t.tree != nil {
		return t.tree.within(dst, p.x, limit)
	}
	return t.many.within(dst, p, limit)
}

// atLeast is at most the squared distance to any point.
func (t *index) atLeast(p *probe) float64 {
	if t.tree != nil {
		return t.tree.bound(1, p.x, inf)
	}
	return t.many.atLeast(p)
}

// nearestOther is the least squared distance above 0 to a point, +Inf without one.
func (t *index) nearestOther(p *probe) float64 {
	if t.tree != nil {
		return t.tree.nearestOther(p.x)
	}
	return t.many.nearestOther(p)
}

// nextLeaf goes on to the next leaf that may hold points up to a squared distance; -1 without one.
func (t *index) nextLeaf(w *descent, p *probe, limit float64) int32 {
	if t.tree != nil {
		return t.tree.nextLeaf(w, p.x, limit)
	}
	return t.many.nextLeaf(w, p.projected, t.many.projection.widened(limit, p.norm))
}

// leaf appends the places of a leaf up to a squared distance.
func (t *index) leaf(dst []near, leaf int32, p *probe, limit float64) []near {
	if t.tree != nil {
		return t.tree.leaf(dst, leaf, p.x, limit)
	}
	return t.many.leaf(dst, leaf, p, limit)
}
