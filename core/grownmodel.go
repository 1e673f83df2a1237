package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/sparse"
)

// This file makes a network that grows of one that was constructed, and the reverse.

// take takes over a network that was constructed; sample is the number of a point.
func (g *grown) take(n *network, sample func(point int) int32, account *counter) error {
	var below, nodes []*grownNode
	for i, l := range n.layers {
		k := int32(i + 1)
		below, nodes = nodes, nil
		for _, point := range l.point {
			if err := account.MayGoOn(1); err != nil {
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
					return notAModel("no neuron of layer "+itoa(int(k))+" has let sample "+itoa(int(s))+" in.", int(s))
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

// give makes the network of a model whose points are the samples present. rows lists the numbers of its samples.
func (g *grown) give(m *SQANN, rows []int32) error {
	n := m.network
	point, at := make([]int, len(g.node)), make([]int32, len(g.node)) // of each sample; its node in its layer
	for i := range m.points.count() {
		point[rows[m.points.rows.At(i)[0]]] = i
	}
	b := sparseBuilder{network: n, counter: m.newAccount(), eta: sparse.NewArena(m.points.count())}
	places := n.index.Places()
	for k, list := range g.layers() {
		l := n.newLayer(k + 1)
		for i, node := range list {
			p := point[node.sample]
			at[node.sample] = int32(i)
			l.point = append(l.point, p)
			if node.collided {
				l.collided++
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
		n.layers = append(n.layers, l)
	}
	return b.finish()
}
