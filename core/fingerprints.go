package core

import (
	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/internal/packed"
)

// Fingerprints packs what RestoreSQANN would have to compute again: the activations that every node's
// sample brought to its layer, and with the skip connection what finds the samples near an input.
//
//	form      1 byte: 1 without the skip connection, 3 with it
//	1         layer by layer from the second, node by node: the activations, 8 bytes each
//	3         the reach, 8 bytes
//	          the index (spatial.Index.Pack)
//	          layer by layer from the second, node by node: how many components, 4 bytes, then the node
//	          in the layer below, 4 bytes, and its activation times q/2, 8 bytes, of each
//
// All little-endian. The samples' own part of a fingerprint is omitted: it is
// in the data.
func (m *SQANN) Fingerprints() []byte {
	m.mustBeFitted()
	n := m.network
	var out packed.Writer
	if n.nodes != nil {
		out.Byte(skipForm)
		out.Float64(n.q)
		n.index.Pack(&out)
		for _, l := range n.layers[1:] {
			for _, point := range l.point {
				parts := n.nodes.fingerprint(n.nodes.place[point])
				out.Uint32(uint32(len(parts)))
				for _, p := range parts {
					out.Uint32(uint32(p.Node))
					out.Float64(p.V)
				}
			}
		}
		return out
	}
	out.Byte(denseForm)
	for k, l := range n.layers[1:] {
		for i := range l.point {
			for _, v := range l.eta.Point(i)[:n.layers[k].size()] {
				out.Float64(v)
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
	in := packed.Reader{Unread: fingerprints, Largest: largestPacked}
	switch form := in.Byte(); {
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
	if in.Short || len(in.Unread) > 0 {
		return nil, notAModel("its fingerprints don't have the length that its placement needs.", -1)
	}
	return m.finished()
}

func (m *SQANN) unpackDense(in *packed.Reader, nodes [][]int) error {
	account := m.newAccount()
	if err := account.Reserve(int64(len(in.Unread))); err != nil {
		return err
	}
	return m.placeDense(nodes, &account, func(k, point int) (v []float64, err error) {
		if k == 0 {
			return m.points.x.Row(point), nil
		}
		below := m.network.layers[k-1].size()
		v = make([]float64, 0, min(below, len(in.Unread)/8))
		for range below {
			v = append(v, in.Positive())
		}
		return v, checkActivations(in, k+1)
	}, func(*layer, int) error { return nil })
}

func (m *SQANN) unpackSparse(in *packed.Reader, nodes [][]int) (err error) {
	n := m.network
	b := sparseBuilder{network: n, counter: m.newAccount(), eta: sparse.NewArena(m.points.count())}
	n.q = in.Positive()
	if n.index, err = spatial.Unpack(spatial.Matrix(m.points.x), in, &b.counter); err != nil {
		return err
	}
	if n.index == nil {
		return notAModel("its index is truncated, or belongs to other samples.", -1)
	}
	if in.Bad || m.settle() != nil {
		return notAModel("its reach is "+ftoa(n.q)+".", -1)
	}
	if err := b.Reserve(int64(len(in.Unread)) * 4 / 3); err != nil { // 12 bytes become 16
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
			count := int(in.Uint32())
			if in.Short || count > below || count > len(in.Unread)/12 {
				return notAModel("a fingerprint in layer "+itoa(k+1)+" is longer than the layer below.", -1)
			}
			fingerprint := b.eta.Begin(places[point], count)
			last := -1
			for range count {
				node := int(in.Uint32())
				fingerprint = append(fingerprint, sparse.Component{Node: int32(node), V: in.Positive()})
				if node <= last || node >= below {
					return notAModel("a fingerprint in layer "+itoa(k+1)+" names a node that doesn't exist.", -1)
				}
				last = node
			}
			if err := checkActivations(in, k+1); err != nil {
				return err
			}
			b.eta.End(places[point], fingerprint)
		}
	}
	return b.finish()
}

// largestPacked is above every reach, mean and activation of inputs up to the largest number, in up to 250,000 features.
const largestPacked = 1e3 * largestNumber

// checkActivations refuses a fingerprint in layer k that couldn't be read.
func checkActivations(in *packed.Reader, k int) error {
	if in.Short || in.Bad {
		return notAModel("a fingerprint in layer "+itoa(k)+" is truncated, or contains an invalid activation.", -1)
	}
	return nil
}
