package network

import (
	"slices"
	"strconv"

	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
	"github.com/xaia-go/xaia/internal/packed"
)

// This file makes the layers again from where the points are: with their fingerprints, or by computing these.

// Fault says what can't be true of a network that was kept.
type Fault struct {
	What   string
	Sample int // which it is about; -1: none
}

func (f *Fault) Error() string { return f.What }

// Restore makes the layers from the points of each. Every point must be the nearest to itself, but where there is no tie rule,
// and none may be recognised before its layer. O(N) propagations.
func (n *Network) Restore(nodes [][]int, ties bool, a Account) error {
	if n.Skip {
		b := sparseBuilder{network: n, work: workOn(a)}
		return b.restore(nodes)
	}
	p := FullPropagation{Network: n}
	enter := func(k, point int) ([]float64, error) {
		x := n.X.Row(point)
		if p.Run(x); p.Hit {
			return nil, n.recognisedEarly(point, k+1, p.Depth)
		}
		fingerprint := p.next(x)
		return fingerprint, a.Reserve(int64(8 * len(fingerprint)))
	}
	check := func(*Layer, int) error { return nil }
	if ties {
		check = func(l *Layer, k int) error { return n.checkLayer(l, k, a) }
	}
	return n.place(nodes, a, enter, check)
}

// place makes the layers of a network without the skip connection: enter says what enters layer k (from 0) from a point, and
// check looks at a finished layer (from 1).
func (n *Network) place(nodes [][]int, a Account, enter func(k, point int) ([]float64, error), check func(l *Layer, k int) error) error {
	for k, list := range nodes {
		l := n.newLayer(k + 1)
		for _, point := range list {
			if err := a.MayGoOn(k + 1); err != nil {
				return err
			}
			fingerprint, err := enter(k, point)
			if err != nil {
				return err
			}
			l.push(point, fingerprint)
		}
		if err := check(l, k+1); err != nil {
			return err
		}
		n.Layers = append(n.Layers, l)
	}
	return nil
}

func (n *Network) recognisedEarly(point, placed, recognised int) error {
	sample := n.Sample(point)
	return &Fault{"sample " + strconv.Itoa(sample) + " is placed in layer " + strconv.Itoa(placed) + ", but is recognised in layer " + strconv.Itoa(recognised) + ".", sample}
}

// checkLayer checks that no other node is nearer to a node's fingerprint.
func (n *Network) checkLayer(l *Layer, k int, a Account) error {
	var d2 []float64
	for i, point := range l.Point {
		if err := a.MayGoOn(k); err != nil {
			return err
		}
		var nearest int
		if d2, nearest, _ = l.eta.Extend(d2[:0], l.eta.Point(i), -1, inf); nearest != i {
			other, sample := n.Sample(l.Point[nearest]), n.Sample(point)
			return &Fault{"samples " + strconv.Itoa(other) + " and " + strconv.Itoa(sample) + " have the same fingerprint in layer " + strconv.Itoa(k) + ".", sample}
		}
	}
	return nil
}

// restore makes the layers from a placement, as run makes them from the data. With the skip connection, equal fingerprints
// mean equal points, so each point is the nearest to itself. It remains to check that none is recognised before its layer.
func (b *sparseBuilder) restore(nodes [][]int) error {
	places := b.network.Index.Places()
	if err := b.prepare(places); err != nil {
		return err
	}
	for _, list := range nodes {
		l := b.begin()
		for _, p := range list {
			b.place(l, places[p])
		}
		if err := b.activate(l); err != nil {
			return err
		}
		if len(b.recognised) > 0 {
			early := int(b.recognised.Pop())
			placed := slices.IndexFunc(nodes, func(list []int) bool { return slices.Contains(list, early) })
			return b.network.recognisedEarly(early, placed+1, len(b.network.Layers))
		}
		b.store()
	}
	return b.finish()
}

// The first byte of packed fingerprints.
const (
	denseForm = 1
	skipForm  = 3
)

// Pack writes what restore would have to compute again: the activations that every node's sample brought to its layer, and
// with the skip connection what finds the samples near an input.
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
func (n *Network) Pack() []byte {
	var out packed.Writer
	if n.nodes != nil {
		out.Byte(skipForm)
		out.Float64(n.Q)
		n.Index.Pack(&out)
		for _, l := range n.Layers[1:] {
			for _, point := range l.Point {
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
	for k, l := range n.Layers[1:] {
		for i := range l.Point {
			for _, v := range l.eta.Point(i)[:n.Layers[k].Size()] {
				out.Float64(v)
			}
		}
	}
	return out
}

// Unpack is restore with the fingerprints that pack gave, which are taken as they are. settle is called once the reach is
// known. What can't be fingerprints of this placement is a fault.
func (n *Network) Unpack(in *packed.Reader, nodes [][]int, settle func() error, a Account) (err error) {
	switch form := in.Byte(); {
	case n.Skip && form == skipForm:
		err = n.unpackSparse(in, nodes, settle, a)
	case !n.Skip && form == denseForm:
		if err = n.FindReach(nil, a); err == nil {
			err = settle()
		}
		if err == nil {
			err = n.unpackDense(in, nodes, a)
		}
	default:
		return &Fault{"its fingerprints have a form that this version doesn't write.", -1}
	}
	if err == nil && (in.Short || in.Left() > 0) {
		return &Fault{"its fingerprints don't have the length that its placement needs.", -1}
	}
	return err
}

func (n *Network) unpackDense(in *packed.Reader, nodes [][]int, a Account) error {
	if err := a.Reserve(int64(in.Left())); err != nil {
		return err
	}
	return n.place(nodes, a, func(k, point int) (v []float64, err error) {
		if k == 0 {
			return n.X.Row(point), nil
		}
		below := n.Layers[k-1].Size()
		v = make([]float64, 0, min(below, in.Left()/8))
		for range below {
			v = append(v, in.Positive())
		}
		return v, checkActivations(in, k+1)
	}, func(*Layer, int) error { return nil })
}

func (n *Network) unpackSparse(in *packed.Reader, nodes [][]int, settle func() error, a Account) (err error) {
	b := sparseBuilder{network: n, work: workOn(a), eta: sparse.NewArena(n.X.Rows)}
	n.Q = in.Positive()
	if n.Index, err = spatial.Unpack(*n.X, in, a); err != nil {
		return err
	}
	if n.Index == nil {
		return &Fault{"its index is truncated, or belongs to other samples.", -1}
	}
	if in.Bad || settle() != nil {
		return &Fault{"its reach is " + strconv.FormatFloat(n.Q, 'g', -1, 64) + ".", -1}
	}
	if err := b.Reserve(int64(in.Left()) * 4 / 3); err != nil { // 12 bytes become 16
		return err
	}
	places := n.Index.Places()
	for k, list := range nodes {
		l := n.newLayer(k + 1)
		l.Point = list
		n.Layers = append(n.Layers, l)
		if k == 0 {
			continue
		}
		below := n.Layers[k-1].Size()
		for _, point := range list {
			if err := b.MayGoOn(k + 1); err != nil {
				return err
			}
			count := int(in.Uint32())
			if in.Short || count > below || count > in.Left()/12 {
				return &Fault{"a fingerprint in layer " + strconv.Itoa(k+1) + " is longer than the layer below.", -1}
			}
			fingerprint := b.eta.Begin(places[point], count)
			last := -1
			for range count {
				node := int(in.Uint32())
				fingerprint = append(fingerprint, sparse.Component{Node: int32(node), V: in.Positive()})
				if node <= last || node >= below {
					return &Fault{"a fingerprint in layer " + strconv.Itoa(k+1) + " names a node that doesn't exist.", -1}
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

// checkActivations refuses a fingerprint in layer k that couldn't be read.
func checkActivations(in *packed.Reader, k int) error {
	if in.Short || in.Bad {
		return &Fault{"a fingerprint in layer " + strconv.Itoa(k) + " is truncated, or contains an invalid activation.", -1}
	}
	return nil
}
