package spatial

import "github.com/xaia-go/xaia/internal/packed"

// Pack writes what Unpack makes the same index of:
//
//	the order of the points, 4 bytes each
//	up to three features: the axis that each inner node is split by, a byte each
//	more: how many directions the projection has, 4 bytes; the mean and the directions, 8 bytes a number
func (t *Index) Pack(out *packed.Writer) {
	for _, p := range t.Point {
		out.Uint32(uint32(p))
	}
	if !t.Projected() {
		for _, axis := range t.Axis {
			out.Byte(byte(axis))
		}
		return
	}
	p := t.projection
	out.Uint32(uint32(p.directions.Rows))
	for _, list := range [][]float64{p.mean, p.directions.Data} {
		for _, v := range list {
			out.Float64(v)
		}
	}
}

// Unpack makes the index over x that Pack wrote. It is nil where there is none: each point must be there once, an axis be a
// feature, and directions be orthonormal. Axes that are missing read as 0, which the caller finds out at the end.
func Unpack(x Matrix, in *packed.Reader, account Account) (*Index, error) {
	if in.Left() < 4*x.Rows {
		return nil, nil
	}
	point, listed := make([]int32, x.Rows), make([]bool, x.Rows)
	for i := range point {
		p := in.Uint32()
		if int64(p) >= int64(x.Rows) || listed[p] {
			return nil, nil
		}
		point[i], listed[p] = int32(p), true
	}
	if x.Columns <= FewFeatures {
		t := newTreeIn(point, x.Columns, kdLeaf)
		for i := range t.Axis {
			axis := in.Byte()
			if int(axis) >= x.Columns {
				return nil, nil
			}
			t.Axis[i] = int32(axis)
		}
		t.fill(x)
		return &Index{Tree: t, x: x}, nil
	}
	rows := int(in.Uint32())
	if rows > min(MostDirections, x.Columns) || in.Left() < 8*(rows+1)*x.Columns {
		return nil, nil
	}
	mean, directions := make([]float64, x.Columns), NewMatrix(rows, x.Columns)
	for _, list := range [][]float64{mean, directions.Data} {
		for i := range list {
			list[i] = in.Float64()
		}
	}
	if in.Bad || !directions.isOrthonormal() {
		return nil, nil
	}
	p := projectionAlong(x, mean, directions)
	t := &Index{Tree: newTreeIn(point, p.Width, manyLeaf), x: x, projection: p}
	projected, err := t.projectAll(account)
	if err != nil {
		return nil, err
	}
	t.fill(projected)
	t.makeBlocks()
	return t, nil
}
