package spatial

import "math"

// Grid is a uniform grid over the points of a k-d tree of one to three features. It finds the points within one radius of
// x. The side of a cell is the radius, so these points are in x's own cell or in one beside it. Every cell lists the points
// of all these cells, in an order that the caller chooses: a search walks along one list, and finds in that order.
//
//	which cell: floor((x_j - low_j) / side) on each axis j
//	the two cells beyond the points on every side are empty: an x further out has nothing near it, and every other x
//	has cells all around
//
// Rounding keeps order, and the side exceeds the radius by far more than rounding changes for so few cells. So points
// within the radius are never two cells apart.
//
// Building costs O(3^features N + cells) time and memory. A search costs the points in 3, 9 or 27 cells.
type Grid struct {
	limit  float64 // the squared radius
	per    float64 // 1/side
	low    []float64
	count  []int     // along each axis
	beside []int     // a cell and those beside it, relative to it
	start  []int32   // cell i lists list[start[i]:start[i+1]]
	list   []int32   // places in the tree
	coords []float64 // the tree's
}

const beyond = 2 // cells on each side that have no points of their own

// NewGrid makes a grid that finds in the order of some places. It is nil where the points have more features, or would need
// many more cells than they are.
func NewGrid(index *Index, limit float64, order []int32, account Account) (*Grid, error) {
	t := index.Tree
	if index.Projected() || !(limit > 0) {
		return nil, nil
	}
	c := &Grid{limit: limit, per: 1 / (math.Sqrt(limit) * (1 + 1e-6)), low: t.lower(1), coords: t.Coords, beside: []int{0}}
	total := 1
	for j, high := range t.upper(1) {
		along := math.Floor((high-c.low[j])*c.per) + 1 + 2*beyond
		if !(float64(total)*along <= float64(4*len(t.Point)+1024)) {
			return nil, nil
		}
		c.count = append(c.count, int(along))
		total *= int(along)
	}
	stride := 1
	for j := t.Dims - 1; j >= 0; j-- {
		for _, cell := range c.beside[:len(c.beside):len(c.beside)] {
			c.beside = append(c.beside, cell-stride, cell+stride)
		}
		stride *= c.count[j]
	}
	listed := len(c.beside) * len(t.Point)
	if listed > math.MaxInt32 {
		return nil, nil
	}
	if err := account.Reserve(4 * int64(listed+total+1)); err != nil {
		return nil, err
	}
	c.start, c.list = make([]int32, total+1), make([]int32, listed)
	c.fill(order)
	return c, nil
}

// fill makes the lists; order has all the places.
func (c *Grid) fill(order []int32) {
	own := make([]int32, len(c.start))
	home := make([]int32, len(order)) // in the order of memory, which the lists' order isn't
	for at := range home {
		cell := c.home(int32(at))
		home[at] = int32(cell)
		own[cell]++
	}
	next := make([]int32, len(own)) // where the cell's list goes on
	end := int32(0)
	for cell := range own {
		c.start[cell], next[cell] = end, end
		for _, d := range c.beside {
			if i := cell + d; i >= 0 && i < len(own) {
				end += own[i]
			}
		}
	}
	for _, at := range order {
		cell := int(home[at])
		for _, d := range c.beside {
			c.list[next[cell+d]] = at
			next[cell+d]++
		}
	}
}

// home is the cell that a point is in.
func (c *Grid) home(at int32) int {
	n := len(c.low)
	cell, _ := c.of(c.coords[int(at)*n:][:n])
	return cell
}

// of is the cell of x, false where no point can be near.
func (c *Grid) of(x []float64) (cell int, ok bool) {
	for j, low := range c.low {
		t := (x[j] - low) * c.per
		if !(t >= -1 && t < float64(c.count[j]-beyond-1)) {
			return 0, false
		}
		cell = cell*c.count[j] + int(t+beyond)
	}
	return cell, true
}

// Within appends the places within the radius of x with their squared distances,
// in the order of fill.
func (c *Grid) Within(dst []Found, x []float64) []Found {
	cell, ok := c.of(x)
	if !ok {
		return dst
	}
	list := c.list[c.start[cell]:c.start[cell+1]]
	if len(x) == 2 {
		for len(list) > 0 {
			some := list[:min(len(list), fewNear)]
			n := len(dst)
			for n+fewNear > cap(dst) {
				dst = append(dst[:cap(dst)], Found{})
			}
			dst = dst[:n+within2((*[fewNear]Found)(dst[n:n+fewNear]), c.limit, x[0], x[1], some, c.coords)]
			list = list[len(some):]
		}
		return dst
	}
	for _, at := range list {
		if d2 := SquaredDistance(x, c.coords[int(at)*len(x):][:len(x)]); d2 <= c.limit {
			dst = append(dst, Found{Place: at, D2: d2})
		}
	}
	return dst
}

const fewNear = 128

// within2 walks along at most fewNear places in the plane, and returns how many it found. It writes every point to where
// the next found one belongs: a branch on the distance costs more. A bounds check costs as much, so only the index i+1,
// which is above i, has one.
//
//go:noinline
func within2(dst *[fewNear]Found, limit, u, v float64, list []int32, coords []float64) (found int) {
	for _, at := range list {
		i := int(uint32(at)) << 1
		dv := v - coords[i+1]
		du := u - coords[i]
		d2 := float64(du*du) + float64(dv*dv)
		f := &dst[found&(fewNear-1)]
		f.Place, f.D2 = at, d2
		if d2 <= limit {
			found++
		}
	}
	return found
}
