package spatial

// Index finds the points near an input. Where features are few it is a k-d tree over the points. Where they are many it
// is a tree over a projection of the points. It numbers points by their places in the tree's order: points that are near
// each other are near in memory, too. (An interface over both trees, instead of the tests for nil, adds 21 KB to the module.)
type Index struct {
	x     Matrix
	Point []int32        // the row at each place
	Tree  *Tree          // few features
	Many  *projectedTree // many
}

// FewFeatures is the largest number of features for a tree over the points themselves. (A grid takes as many.)
const FewFeatures = 3

func NewIndex(x Matrix, account Account) (t *Index, err error) {
	t = &Index{x: x}
	if x.Columns <= FewFeatures {
		if t.Tree, err = newTreeOf(x, KdLeaf, account); err == nil {
			t.Point = t.Tree.Point
		}
	} else if t.Many, err = newProjectedTree(x, account); err == nil {
		t.Point = t.Many.Point
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

// Probe is an input that an index is asked about.
type Probe struct {
	x                 []float64
	projected         []float64 // many features
	norm              float64   // of the input less the mean
	z                 []float64
	visited, measured int   // points of the leaves so far, and those of them that the projection left in
	sketched          bool  // from now on
	end               int32 // of the leaves that NextLeaf went on to
	sketch            sketchedInput
}

// Aim prepares a probe for an input.
func (t *Index) Aim(p *Probe, x []float64) {
	p.x, p.visited, p.measured, p.sketched = x, 0, 0, false
	if t.Many != nil {
		t.Many.aim(p)
	}
}

// Within appends the places up to a squared distance, in no particular order.
func (t *Index) Within(dst []Found, p *Probe, limit float64) []Found {
	if t.Tree != nil {
		return t.Tree.Within(dst, p.x, limit)
	}
	return t.Many.within(dst, p, limit)
}

// AtLeast is at most the squared distance to any point.
func (t *Index) AtLeast(p *Probe) float64 {
	if t.Tree != nil {
		return t.Tree.bound(1, p.x, inf)
	}
	return t.Many.atLeast(p)
}

// NearestOther is the least squared distance above 0 to a point, +Inf without one.
func (t *Index) NearestOther(p *Probe) float64 {
	if t.Tree != nil {
		return t.Tree.NearestOther(p.x)
	}
	return t.Many.nearestOther(p)
}

// NextLeaf goes on to the next leaf that may hold points up to a squared distance; -1 without one. In the sketch it is the
// first of some leaves, which Leaf then takes together.
func (t *Index) NextLeaf(w *Descent, p *Probe, limit float64) int32 {
	if t.Tree != nil {
		return t.Tree.nextLeaf(w, p.x, limit)
	}
	return t.Many.nextLeaves(w, p, t.Many.projection.widened(limit, p.norm))
}

// Leaf appends the places of a leaf up to a squared distance. That begins with a place's sum, or with 0 where sums is nil.
func (t *Index) Leaf(dst []Found, leaf int32, p *Probe, sums []float64, limit float64) []Found {
	if t.Tree != nil {
		return t.Tree.leaf(dst, leaf, p.x, sums, limit)
	}
	if p.sketched || p.unpruned() && t.Many.turnToSketch(p) {
		return t.Many.sketchedLeaves(dst, leaf, p, sums, limit)
	}
	dst, measured := t.Many.leaf(dst, leaf, 0, p.x, p.projected, sums, limit, t.Many.projection.widened(limit, p.norm))
	if limit < inf {
		p.visited += int(t.Many.Leaves[leaf+1] - t.Many.Leaves[leaf])
		p.measured += measured
	}
	return dst
}

// begun is the sum that a place's squared distance begins with.
func begun(sums []float64, at int32) float64 {
	if sums == nil {
		return 0
	}
	return sums[at]
}

// Made is what IndexOf makes the same index of: the points in their order, and the axes at which nodes are split, or
// the projection's mean and directions.
func (t *Index) Made() (point, axes []int32, mean, directions []float64) {
	if t.Tree != nil {
		return t.Point, t.Tree.Axis, nil, nil
	}
	return t.Point, nil, t.Many.projection.mean, t.Many.projection.directions.Data
}

// AxesOf is how many axes an index of so many points in few features has.
func AxesOf(points int) int {
	nodes := 1
	for ; points > KdLeaf; points >>= 1 {
		nodes *= 2
	}
	return nodes
}

// IndexOf is the index over x that is made of these; numbers are the mean and the directions. It is nil where there is
// none: each point must be there once, an axis be a feature, and directions be orthonormal.
func IndexOf(x Matrix, point, axes []int32, numbers []float64) *Index {
	listed := make([]bool, x.Rows)
	for _, p := range point {
		if p < 0 || int(p) >= x.Rows || listed[p] {
			return nil
		}
		listed[p] = true
	}
	t := &Index{x: x, Point: point}
	if x.Columns <= FewFeatures {
		t.Tree = newTreeIn(point, x.Columns, KdLeaf)
		for i, axis := range axes {
			if axis < 0 || int(axis) >= x.Columns {
				return nil
			}
			t.Tree.Axis[i] = axis
		}
		t.Tree.fill(x)
		return t
	}
	directions := Matrix{Data: numbers[x.Columns:], Rows: len(numbers)/x.Columns - 1, Columns: x.Columns}
	if !directions.isOrthonormal() {
		return nil
	}
	p := projectionAlong(x, numbers[:x.Columns], directions)
	t.Many = &projectedTree{Tree: newTreeIn(point, p.Width, manyLeaf), projection: p, x: x}
	projected, _ := t.Many.projectAll(unbounded{})
	t.Many.fill(projected)
	t.Many.makeBlocks()
	return t
}
