package core

import "math"

// Fingerprints packs what RestoreSQANN would have to compute again: the activations that every node's
// sample brought to its layer, and with the skip connection what finds the samples near an input.
//
//	form      1 byte: 1 without the skip connection, 3 with it (2 was written before version 2 of the model file)
//	1         layer by layer from the second, node by node: the activations, 8 bytes each
//	3         the reach, 8 bytes
//	          the order of the points in the index, 4 bytes each
//	          up to three features: the axis that each inner box is split by, a byte each
//	          more: the projection: how many directions, 4 bytes; the mean and they, 8 bytes a number
//	          layer by layer from the second, node by node: how many components, 4 bytes, then the node
//	          in the layer below, 4 bytes, and its activation times q/2, 8 bytes, of each
//
// All little-endian. The samples' own part of a fingerprint is omitted: it is
// in the data.
func (m *SQANN) Fingerprints() []byte {
	m.mustBeFitted()
	n := m.network
	var out packer
	if n.nodes != nil {
		out = append(out, skipForm)
		out.float64(n.q)
		n.index.pack(&out)
		for _, l := range n.layers[1:] {
			for _, point := range l.point {
				parts := n.nodes.fingerprint(n.nodes.at[point])
				out.uint32(uint32(len(parts)))
				for _, p := range parts {
					out.uint32(uint32(p.node))
					out.float64(p.v)
				}
			}
		}
		return out
	}
	out = append(out, denseForm)
	for k, l := range n.layers[1:] {
		for i := range l.point {
			for _, v := range l.node(i)[:n.layers[k].size()] {
				out.float64(v)
			}
		}
	}
	return out
}

const (
	denseForm = 1
	oldForm   = 2
	skipForm  = 3
)

// RestoreSQANNWith is RestoreSQANN with the fingerprints that Fingerprints gave, which
// are taken as they are: whoever stores them guards them by a checksum. What
// can't be a fingerprint of this placement is a ModelFile error. No sample is
// propagated and nothing is searched; what it costs is reading. What versions before 2 of the model file kept
// under the skip connection is computed again.
func RestoreSQANNWith(d Dataset, o SQANNOptions, layers [][][]int, fingerprints []byte) (*SQANN, error) {
	m, nodes, err := prepareRestore(d, o, layers)
	if err != nil {
		return nil, err
	}
	in := unpacker{rest: fingerprints}
	switch form := in.byte(); {
	case m.network.skip && form == skipForm:
		err = m.unpackSparse(&in, nodes)
	case m.network.skip && (form == oldForm || form == denseForm):
		return RestoreSQANN(d, o, layers)
	case !m.network.skip && form == denseForm:
		if err = m.findReach(); err == nil {
			err = m.unpackDense(&in, nodes)
		}
	default:
		return nil, notAModel("its fingerprints have another form than this version gives them.", -1)
	}
	if err != nil {
		return nil, err
	}
	if in.short || len(in.rest) > 0 {
		return nil, notAModel("its fingerprints are of another length than its placement needs.", -1)
	}
	return m.finished()
}

func (m *SQANN) unpackDense(in *unpacker, nodes [][]int) error {
	n := m.network
	for k, list := range nodes {
		l := n.newLayer(k + 1)
		for _, point := range list {
			if k == 0 {
				l.push(point, m.points.x.Row(point))
				continue
			}
			v := make([]float64, 0, min(n.layers[k-1].size(), len(in.rest)/8))
			for range n.layers[k-1].size() {
				v = append(v, in.float64())
			}
			if err := in.check(k); err != nil {
				return err
			}
			l.push(point, v)
		}
		n.layers = append(n.layers, l)
	}
	return nil
}

func (m *SQANN) unpackSparse(in *unpacker, nodes [][]int) (err error) {
	n := m.network
	n.q = in.float64()
	if n.index, err = unpackIndex(m.points.x, in); err != nil {
		return err
	}
	if in.bad || m.settle() != nil {
		return notAModel("its reach is "+ftoa(n.q)+".", -1)
	}
	b := sparseBuilder{network: n, counter: m.account(), eta: newFingerprints(m.points.count())}
	at := n.index.places()
	for k, list := range nodes {
		l := n.newLayer(k + 1)
		l.point = list
		n.layers = append(n.layers, l)
		if k == 0 {
			continue
		}
		below := n.layers[k-1].size()
		for _, point := range list {
			count := int(in.uint32())
			if in.short || count > below || count > len(in.rest)/12 {
				return notAModel("a fingerprint in layer "+itoa(k+1)+" is longer than the layer below.", -1)
			}
			fingerprint := b.eta.begin(at[point], count)
			last := -1
			for range count {
				node := int(in.uint32())
				fingerprint = append(fingerprint, component{int32(node), in.float64()})
				if node <= last || node >= below {
					return notAModel("a fingerprint in layer "+itoa(k+1)+" names a node that isn't there.", -1)
				}
				last = node
			}
			if err := in.check(k); err != nil {
				return err
			}
			b.eta.end(at[point], fingerprint)
		}
	}
	return b.finish()
}

func (t *index) pack(out *packer) {
	for _, p := range t.point {
		out.uint32(uint32(p))
	}
	if t.tree != nil {
		for _, axis := range t.tree.axis {
			*out = append(*out, byte(axis))
		}
		return
	}
	p := t.many.projection
	out.uint32(uint32(p.directions.Rows))
	for _, list := range [][]float64{p.mean, p.directions.Data} {
		for _, v := range list {
			out.float64(v)
		}
	}
}

// unpackIndex makes the index over x that pack wrote.
func unpackIndex(x Matrix, in *unpacker) (*index, error) {
	wrong := notAModel("what finds its samples is cut off, or of other samples.", -1)
	if len(in.rest) < 4*x.Rows {
		return nil, wrong
	}
	t := &index{x: x, point: make([]int32, x.Rows)}
	met := make([]bool, x.Rows)
	for i := range t.point {
		p := in.uint32()
		if p >= uint32(x.Rows) || met[p] {
			return nil, wrong
		}
		t.point[i], met[p] = int32(p), true
	}
	if x.Columns <= fewFeatures {
		t.tree = newKDTreeIn(t.point, x.Columns, kdLeaf)
		for i := range t.tree.axis {
			axis := in.byte()
			if int(axis) >= x.Columns {
				return nil, wrong
			}
			t.tree.axis[i] = int32(axis)
		}
		t.tree.fill(x)
		return t, nil
	}
	rows := int(in.uint32())
	if rows > min(mostDirections, x.Columns) || len(in.rest) < 8*(rows+1)*x.Columns {
		return nil, wrong
	}
	numbers := make([]float64, (rows+1)*x.Columns)
	for i := range numbers {
		numbers[i] = in.signed()
	}
	directions := Matrix{Data: numbers[x.Columns:], Rows: rows, Columns: x.Columns}
	if in.bad || !directions.isOrthonormal() {
		return nil, wrong
	}
	p := projectionAlong(x, numbers[:x.Columns], directions)
	t.many = &projectedTree{kdTree: newKDTreeIn(t.point, p.width, manyLeaf), projection: p, x: x}
	t.many.fill(t.many.projectAll())
	t.many.makeBlocks()
	return t, nil
}

type packer []byte

func (p *packer) uint32(v uint32) {
	*p = append(*p, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
}

func (p *packer) float64(v float64) {
	bits := math.Float64bits(v)
	p.uint32(uint32(bits))
	p.uint32(uint32(bits >> 32))
}

// unpacker reads what packer wrote. It remembers whether anything was missing,
// or no activation.
type unpacker struct {
	rest       []byte
	short, bad bool
}

func (u *unpacker) byte() byte {
	if len(u.rest) < 1 {
		u.short = true
		return 0
	}
	b := u.rest[0]
	u.rest = u.rest[1:]
	return b
}

func (u *unpacker) uint32() uint32 {
	if len(u.rest) < 4 {
		u.short, u.rest = true, nil
		return 0
	}
	b := u.rest
	u.rest = b[4:]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func (u *unpacker) float64() float64 {
	low := uint64(u.uint32())
	v := math.Float64frombits(low | uint64(u.uint32())<<32)
	u.bad = u.bad || !(v >= 0 && v <= largestInput)
	return v
}

// signed is a number of either sign.
func (u *unpacker) signed() float64 {
	low := uint64(u.uint32())
	v := math.Float64frombits(low | uint64(u.uint32())<<32)
	u.bad = u.bad || !(math.Abs(v) <= largestInput)
	return v
}

func (u *unpacker) check(k int) error {
	if u.short || u.bad {
		return notAModel("a fingerprint in layer "+itoa(k+1)+" is cut off, or holds what is no activation.", -1)
	}
	return nil
}
