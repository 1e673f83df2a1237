package core

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Fingerprints packs what RestoreSQANN would have to compute again: the activations that every node's
// sample brought to its layer, and with the skip connection what finds the samples near an input.
//
//	form      1 byte: 1 without the skip connection, 3 with it
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
		packIndex(n.index, &out)
		for _, l := range n.layers[1:] {
			for _, point := range l.point {
				parts := n.nodes.fingerprint(n.nodes.place[point])
				out.uint32(uint32(len(parts)))
				for _, p := range parts {
					out.uint32(uint32(p.Node))
					out.float64(p.V)
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
	skipForm  = 3
)

// RestoreSQANNWith is RestoreSQANN with the fingerprints that Fingerprints gave, which
// are taken as they are: whoever stores them guards them by a checksum. What
// can't be a fingerprint of this placement is a ModelFile error. No sample is
// propagated and nothing is searched; what it costs is reading.
func RestoreSQANNWith(d Dataset, o SQANNOptions, placed Placement, fingerprints []byte) (*SQANN, error) {
	m, nodes, err := prepareRestore(d, o, placed)
	if err != nil {
		return nil, err
	}
	in := unpacker{unread: fingerprints}
	switch form := in.byte(); {
	case m.network.skip && form == skipForm:
		err = m.unpackSparse(&in, nodes)
	case !m.network.skip && form == denseForm:
		if err = m.findReach(); err == nil {
			err = m.unpackDense(&in, nodes)
		}
	default:
		return nil, notAModel("its fingerprints have a form that this version doesn't write.", -1)
	}
	if err != nil {
		return nil, err
	}
	if in.short || len(in.unread) > 0 {
		return nil, notAModel("its fingerprints don't have the length that its placement needs.", -1)
	}
	return m.finished()
}

func (m *SQANN) unpackDense(in *unpacker, nodes [][]int) error {
	n := m.network
	account := m.account()
	if err := account.Reserve(int64(len(in.unread))); err != nil {
		return err
	}
	for k, list := range nodes {
		l := n.newLayer(k + 1)
		for _, point := range list {
			if err := account.MayGoOn(k + 1); err != nil {
				return err
			}
			if k == 0 {
				l.push(point, m.points.x.Row(point))
				continue
			}
			v := make([]float64, 0, min(n.layers[k-1].size(), len(in.unread)/8))
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
	hold(m.network, account.bytes)
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
	b := sparseBuilder{network: n, counter: m.account(), eta: sparse.NewArena(m.points.count())}
	if err := b.Reserve(int64(len(in.unread)) * 4 / 3); err != nil { // 12 bytes become 16
		return err
	}
	places := n.index.Places()
	for k, list := range nodes {
		l := n.newLayer(k + 1)
		l.point = list
		n.layers = append(n.layers, l)
		if k == 0 {
			continue
		}
		below := n.layers[k-1].size()
		for _, point := range list {
			if err := b.MayGoOn(k + 1); err != nil {
				return err
			}
			count := int(in.uint32())
			if in.short || count > below || count > len(in.unread)/12 {
				return notAModel("a fingerprint in layer "+itoa(k+1)+" is longer than the layer below.", -1)
			}
			fingerprint := b.eta.Begin(places[point], count)
			last := -1
			for range count {
				node := int(in.uint32())
				fingerprint = append(fingerprint, sparse.Component{Node: int32(node), V: in.float64()})
				if node <= last || node >= below {
					return notAModel("a fingerprint in layer "+itoa(k+1)+" names a node that doesn't exist.", -1)
				}
				last = node
			}
			if err := in.check(k); err != nil {
				return err
			}
			b.eta.End(places[point], fingerprint)
		}
	}
	hold(m.network, b.bytes)
	return b.finish()
}

// packIndex writes what the index is made of again.
func packIndex(t *spatial.Index, out *packer) {
	point, axes, mean, directions := t.Made()
	for _, p := range point {
		out.uint32(uint32(p))
	}
	if mean == nil {
		for _, axis := range axes {
			*out = append(*out, byte(axis))
		}
		return
	}
	out.uint32(uint32(len(directions) / len(mean)))
	for _, list := range [][]float64{mean, directions} {
		for _, v := range list {
			out.float64(v)
		}
	}
}

// unpackIndex makes the index over x that packIndex wrote.
func unpackIndex(x Matrix, in *unpacker) (*spatial.Index, error) {
	wrong := notAModel("its index is truncated, or belongs to other samples.", -1)
	if len(in.unread) < 4*x.Rows {
		return nil, wrong
	}
	point := make([]int32, x.Rows)
	for i := range point {
		point[i] = int32(in.uint32())
	}
	var axes []int32
	var numbers []float64
	if x.Columns <= spatial.FewFeatures {
		axes = make([]int32, spatial.AxesOf(x.Rows))
		for i := range axes {
			axes[i] = int32(in.byte())
		}
	} else {
		rows := int(in.uint32())
		if rows > min(spatial.MostDirections, x.Columns) || len(in.unread) < 8*(rows+1)*x.Columns {
			return nil, wrong
		}
		numbers = make([]float64, (rows+1)*x.Columns)
		for i := range numbers {
			numbers[i] = in.signed()
		}
	}
	if in.bad {
		return nil, wrong
	}
	if t := spatial.IndexOf(spatial.Matrix(x), point, axes, numbers); t != nil {
		return t, nil
	}
	return nil, wrong
}

// largestPacked is above every reach, mean and activation of inputs up to the largest number, in up to 250,000 features.
const largestPacked = 1e3 * largestNumber

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
	unread     []byte
	short, bad bool
}

func (u *unpacker) byte() byte {
	if len(u.unread) < 1 {
		u.short = true
		return 0
	}
	b := u.unread[0]
	u.unread = u.unread[1:]
	return b
}

func (u *unpacker) uint32() uint32 {
	if len(u.unread) < 4 {
		u.short, u.unread = true, nil
		return 0
	}
	b := u.unread
	u.unread = b[4:]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func (u *unpacker) float64() float64 {
	low := uint64(u.uint32())
	v := math.Float64frombits(low | uint64(u.uint32())<<32)
	u.bad = u.bad || !(v >= 0 && v <= largestPacked)
	return v
}

// signed is a number of either sign.
func (u *unpacker) signed() float64 {
	low := uint64(u.uint32())
	v := math.Float64frombits(low | uint64(u.uint32())<<32)
	u.bad = u.bad || !(math.Abs(v) <= largestPacked)
	return v
}

func (u *unpacker) check(k int) error {
	if u.short || u.bad {
		return notAModel("a fingerprint in layer "+itoa(k+1)+" is truncated, or contains an invalid activation.", -1)
	}
	return nil
}
