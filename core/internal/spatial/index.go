package spatial

// Index finds the points near an input. Where features are few it is a k-d tree over the points. Where they are many it
// is a tree over a projection of the points. It numbers points by their places in the tree's order: points that are near
// each other are near in memory, too.
type Index struct {
	finder
	x     Matrix
	Point []int32        // the row at each place
	Tree  *Tree          // few features; else nil
	Many  *projectedTree // many; else nil
}

// finder is what a few or many features need.
type finder interface {
	// Aim prepares a probe for its input.
	aim(p *Probe)
	// Within appends the places up to a squared distance, in no particular order.
	Within(dst []Found, p *Probe, limit float64) []Found
	// AtLeast is at most the squared distance to any point.
	AtLeast(p *Probe) float64
	// NearestOther is the least squared distance above 0 to a point, +Inf without one.
	NearestOther(p *Probe) float64
	// NextLeaf goes on to the next leaf that may hold points up to a squared distance; -1 without one.
	NextLeaf(w *Descent, p *Probe, limit float64) int32
	// Leaf appends the places of a leaf up to a squared distance. The sum of a place begins with sums, or with 0
	// where sums is nil.
	Leaf(dst []Found, leaf int32, p *Probe, sums []float64, limit float64) []Found
	// made is what IndexOf needs beside the order of the points: axes, or the projection's mean and directions.
	made() (axes []int32, mean, directions []float64)
	reach(near func(q float64) float64, account Account) (q float64, pairs *Pairs, err error)
}

// FewFeatures is the largest number of features for a tree over the points themselves. (A grid takes as many.)
const FewFeatures = 3

func NewIndex(x Matrix, account Account) (*Index, error) {
	if x.Columns <= FewFeatures {
		t, err := newTreeOf(x, KdLeaf, account)
		if err != nil {
			return nil, err
		}
		return indexOfFew(x, t), nil
	}
	t, err := newProjectedTree(x, account)
	if err != nil {
		return nil, err
	}
	return indexOfMany(x, t), nil
}

func indexOfFew(x Matrix, t *Tree) *Index {
	return &Index{x: x, finder: few{t}, Point: t.Point, Tree: t}
}

func indexOfMany(x Matrix, t *projectedTree) *Index {
	return &Index{x: x, finder: t, Point: t.Point, Many: t}
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
	visited, measured int // points of the leaves so far, and those of them that the projection left in
}

// Aim prepares a probe for an input.
func (t *Index) Aim(p *Probe, x []float64) {
	p.x, p.visited, p.measured = x, 0, 0
	t.aim(p)
}

// few finds in a tree over the points themselves.
type few struct{ tree *Tree }

func (t few) aim(*Probe) {}

func (t few) Within(dst []Found, p *Probe, limit float64) []Found {
	return t.tree.Within(dst, p.x, limit)
}

func (t few) AtLeast(p *Probe) float64 { return t.tree.bound(1, p.x, inf) }

func (t few) NearestOther(p *Probe) float64 { return t.tree.NearestOther(p.x) }

func (t few) NextLeaf(w *Descent, p *Probe, limit float64) int32 {
	return t.tree.nextLeaf(w, p.x, limit)
}

func (t few) Leaf(dst []Found, leaf int32, p *Probe, sums []float64, limit float64) []Found {
	return t.tree.leaf(dst, leaf, p.x, sums, limit)
}

func (t few) made() (axes []int32, mean, directions []float64) { return t.tree.Axis, nil, nil }

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
	axes, mean, directions = t.made()
	return t.Point, axes, mean, directions
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
	if x.Columns <= FewFeatures {
		t := newTreeIn(point, x.Columns, KdLeaf)
		for i, axis := range axes {
			if axis < 0 || int(axis) >= x.Columns {
				return nil
			}
			t.Axis[i] = axis
		}
		t.fill(x)
		return indexOfFew(x, t)
	}
	directions := Matrix{Data: numbers[x.Columns:], Rows: len(numbers)/x.Columns - 1, Columns: x.Columns}
	if !directions.isOrthonormal() {
		return nil
	}
	p := projectionAlong(x, numbers[:x.Columns], directions)
	t := &projectedTree{Tree: newTreeIn(point, p.Width, manyLeaf), projection: p, x: x}
	projected, _ := t.projectAll(unbounded{})
	t.fill(projected)
	t.makeBlocks()
	return indexOfMany(x, t)
}
