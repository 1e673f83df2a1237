package core

import "math"

// Fingerprints packs the part of a network that RestoreSQANN would have to
// compute again: the activations that every node's sample brought to its layer.
//
//	form      1 byte: 1 dense, 2 sparse
//	dense     layer by layer from the second, node by node: the activations, 8 bytes each
//	sparse    the same, of each node how many there are, 4 bytes, then their node
//	          in the layer below, 4 bytes, and the activation times q/2, 8 bytes
//
// All little-endian. The samples' own part of a fingerprint is left away: it is
// in the data.
func (m *SQANN) Fingerprints() []byte {
	m.mustBeFitted()
	n := m.network
	var out packer
	if n.nodes != nil {
		out = append(out, sparseForm)
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
	denseForm  = 1
	sparseForm = 2
)

// RestoreSQANNWith is RestoreSQANN with the fingerprints that Fingerprints gave, which
// are taken as they are: whoever stores them guards them by a checksum. What
// can't be a fingerprint of this placement is a ModelFile error. No sample is
// propagated; what it costs is reading, and the preparations of a fit.
func RestoreSQANNWith(d Dataset, o SQANNOptions, layers [][][]int, fingerprints []byte) (*SQANN, error) {
	m, nodes, err := prepareRestore(d, o, layers)
	if err != nil {
		return nil, err
	}
	in := unpacker{rest: fingerprints}
	form := byte(denseForm)
	if m.network.suitsSparse() {
		form = sparseForm
	}
	if in.byte() != form {
		return nil, notAModel("its fingerprints have another form than this version gives them.", -1)
	}
	if form == sparseForm {
		err = m.unpackSparse(&in, nodes)
	} else {
		err = m.unpackDense(&in, nodes)
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
			x := m.points.x.Row(point)
			if k == 0 {
				l.push(point, x)
				continue
			}
			v := make([]float64, 0, min(n.layers[k-1].size(), len(in.rest)/8)+len(x))
			for range n.layers[k-1].size() {
				v = append(v, in.float64())
			}
			if err := in.check(k); err != nil {
				return err
			}
			if n.skip {
				v = append(v, x...)
			}
			l.push(point, v)
		}
		n.layers = append(n.layers, l)
	}
	return nil
}

func (m *SQANN) unpackSparse(in *unpacker, nodes [][]int) error {
	n := m.network
	b := sparseBuilder{network: n, counter: m.account(), tree: n.tree, eta: newFingerprints(m.points.count())}
	at := b.places()
	if err := b.makeCells(at); err != nil {
		return err
	}
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
	b.finish()
	return nil
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

func (u *unpacker) check(k int) error {
	if u.short || u.bad {
		return notAModel("a fingerprint in layer "+itoa(k+1)+" is cut off, or holds what is no activation.", -1)
	}
	return nil
}
