package forest

import "math"

// Pack appends the trees to a list of numbers, without the samples in their leaves.
func (f *Forest) Pack(list []float64) []float64 {
	list = append(list, float64(len(f.given)))
	for _, j := range f.given {
		list = append(list, float64(j))
	}
	list = append(list, float64(len(f.pairs)))
	for _, p := range f.pairs {
		list = append(list, float64(p.of), float64(p.beside), p.slope)
	}
	list = append(list, float64(len(f.trees)))
	for _, t := range f.trees {
		list = append(list, float64(len(t.nodes)))
		for _, n := range t.nodes {
			if list = append(list, float64(n.column+1)); n.column >= 0 {
				list = append(list, n.at)
			}
		}
	}
	return list
}

// numbers are read one after the other.
type numbers struct {
	left []float64
	bad  bool
}

// next is a number that is finite.
func (n *numbers) next() float64 {
	if len(n.left) == 0 || !(math.Abs(n.left[0]) <= math.MaxFloat64) {
		n.bad = true
		return 0
	}
	v := n.left[0]
	n.left = n.left[1:]
	return v
}

// whole is a whole number from 0 to a largest one.
func (n *numbers) whole(most int) int {
	v := n.next()
	if !(v >= 0 && v <= float64(most) && v == math.Trunc(v)) {
		n.bad = true
		return 0
	}
	return int(v)
}

// Unpack reads what Pack wrote, up to so many trees, for so many features. It is nil for anything else.
func Unpack(list []float64, features, trees int) *Forest {
	f, in := new(Forest), &numbers{left: list}
	if in.whole(features) != features || features > len(in.left) {
		return nil
	}
	known := make([]bool, features)
	for range features {
		j := in.whole(features - 1)
		if in.bad || known[j] {
			return nil
		}
		known[j] = true
		f.given = append(f.given, j)
	}
	for range in.whole(len(in.left) / 3) {
		f.pairs = append(f.pairs, pair{int32(in.whole(features - 1)), int32(in.whole(features - 1)), in.next()})
	}
	columns := len(f.given) + len(f.pairs)
	for range in.whole(trees) {
		t := tree{nodes: make([]node, in.whole(len(in.left)))}
		for k := range t.nodes {
			column := in.whole(columns)
			if t.nodes[k].column = int32(column) - 1; column > 0 {
				t.nodes[k].at = in.next()
			}
		}
		if in.bad || !t.complete() {
			return nil
		}
		f.trees = append(f.trees, t)
	}
	if in.bad || len(in.left) > 0 || len(f.trees) == 0 {
		return nil
	}
	return f
}

// complete finds where the upper side of each node begins, and says whether every node is there, and none too many or too deep.
func (t *tree) complete() bool {
	type parted struct{ node, depth int32 }
	var open []parted // nodes whose upper side is to come
	depth := int32(0)
	for k := range t.nodes {
		if t.nodes[k].column >= 0 {
			open = append(open, parted{int32(k), depth})
			if depth++; depth > deepest {
				return false
			}
			continue
		}
		if len(open) == 0 {
			return k == len(t.nodes)-1
		}
		last := open[len(open)-1]
		open, depth = open[:len(open)-1], last.depth+1
		t.nodes[last.node].above = int32(k + 1)
	}
	return false
}
