package network

import (
	"slices"
	"strconv"

	"github.com/xaia-go/xaia/core/internal/sparse"
)

// This file makes a network that grows of one that was constructed, and the reverse.

// takeOver takes over a network that was constructed; sample is the number of a point.
func (g *grown) takeOver(n *Network, sample func(point int) int32, a Account) error {
	var below, nodes []*grownNode
	for i, l := range n.Layers {
		k := int32(i + 1)
		below, nodes = nodes, nil
		for _, point := range l.Point {
			if err := a.MayGoOn(1); err != nil {
				return err
			}
			s := sample(point)
			node := &grownNode{sample: s, layer: k}
			for _, part := range n.nodes.fingerprint(n.nodes.place[point]) {
				node.in = append(node.in, signal{below[part.Node], part.V})
			}
			c := g.change(-1)
			var inPass bool
			if inPass, node.collided = c.pass(s, k, node.in); !inPass { // whom the pass has filtered has joined later
				node.collided = true
				if node.time = c.recognised(s, k, node.in); node.time == nil {
					return &Fault{"no neuron of layer " + strconv.Itoa(int(k)) + " has let sample " + strconv.Itoa(int(s)) + " in.", int(s)}
				}
			}
			g.node[s] = node
			nodes = append(nodes, node)
		}
	}
	return nil
}

// layers are the nodes in order.
func (g *grown) layers() (layers [][]*grownNode) {
	for _, node := range g.node {
		if node == nil {
			continue
		}
		for len(layers) < int(node.layer) {
			layers = append(layers, nil)
		}
		layers[node.layer-1] = append(layers[node.layer-1], node)
	}
	for _, list := range layers {
		slices.SortFunc(list, (*grownNode).order)
	}
	return layers
}

// HandOver makes the layers of a network over the samples present; sample is the number of a point.
func (g *grown) HandOver(n *Network, sample func(point int) int32, a Account) error {
	point, at := make([]int, len(g.node)), make([]int32, len(g.node)) // of each sample; its node in its layer
	for i := range n.X.Rows {
		point[sample(i)] = i
	}
	b := sparseBuilder{network: n, work: workOn(a), eta: sparse.NewArena(n.X.Rows)}
	places := n.Index.Places()
	for k, list := range g.layers() {
		l := n.newLayer(k + 1)
		for i, node := range list {
			p := point[node.sample]
			at[node.sample] = int32(i)
			l.Point = append(l.Point, p)
			if node.collided {
				l.Collided++
			}
			if len(node.in) == 0 {
				continue
			}
			fingerprint := b.eta.Begin(places[p], len(node.in))
			for _, s := range node.in {
				fingerprint = append(fingerprint, sparse.Component{Node: at[s.from.sample], V: s.v})
			}
			b.eta.End(places[p], fingerprint)
		}
		n.Layers = append(n.Layers, l)
	}
	return b.finish()
}
