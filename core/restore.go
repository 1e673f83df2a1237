package core

import "slices"

// RestoreSQANN makes a model from its data, its options and the placement that
// Layers gave: for each layer, for each node, the samples that it stands for.
// Fingerprints are recomputed, and every sample must come back to its own node;
// else the error is ModelFile, and says where. Options.Trace and MaxSteps have
// no effect. O(N) propagations.
func RestoreSQANN(d Dataset, o SQANNOptions, layers [][][]int) (*SQANN, error) {
	m, err := prepareSQANN(d, o)
	if err != nil {
		return nil, err
	}
	nodes, err := m.pointsOf(layers)
	if err != nil {
		return nil, err
	}
	n := m.network
	var p pass
	for k, list := range nodes {
		if m.options.Preset.published() && k >= len(n.rule.list) {
			return nil, notAModel("layer "+itoa(k+1)+" has no settings.", -1)
		}
		l := n.newLayer(k + 1)
		for _, point := range list {
			x := m.points.x.Row(point)
			p.run(n, x)
			if p.hit {
				return nil, notAModel("sample "+itoa(m.points.rows[point][0])+" is placed in layer "+itoa(k+1)+
					", but is recognised in layer "+itoa(p.depth)+".", m.points.rows[point][0])
			}
			l.push(point, p.next(n, x))
		}
		if err := m.checkLayer(l, k+1); err != nil {
			return nil, err
		}
		n.layers = append(n.layers, l)
	}
	m.finishReport()
	return m, nil
}

func notAModel(what string, row int) *Error {
	return failure(ModelFile, "The stored model is wrong: "+what,
		"Load an unchanged file, or fit again from its samples.").at(row, -1)
}

// pointsOf turns rows into points, and checks that the placement has every
// point exactly once, with all of its samples.
func (m *SQANN) pointsOf(layers [][][]int) ([][]int, error) {
	byFirstRow := make(map[int]int, m.points.count())
	for i, rows := range m.points.rows {
		byFirstRow[rows[0]] = i
	}
	placed := 0
	nodes := make([][]int, len(layers))
	for k, list := range layers {
		if len(list) == 0 {
			return nil, notAModel("layer "+itoa(k+1)+" is empty.", -1)
		}
		for i, rows := range list {
			if len(rows) == 0 {
				return nil, notAModel("node "+itoa(i)+" of layer "+itoa(k+1)+" has no samples.", -1)
			}
			point, known := byFirstRow[rows[0]]
			if !known || !slices.Equal(m.points.rows[point], rows) {
				return nil, notAModel("node "+itoa(i)+" of layer "+itoa(k+1)+
					" doesn't stand for one group of equal samples, or stands there twice.", rows[0])
			}
			delete(byFirstRow, rows[0])
			nodes[k] = append(nodes[k], point)
			placed++
		}
	}
	if placed != m.points.count() {
		return nil, notAModel(itoa(m.points.count()-placed)+" samples have no neuron.", -1)
	}
	return nodes, nil
}

// checkLayer sees that each node is the nearest to its own fingerprint. In the
// published presets, which have no tie rule, an equal one may come before it.
func (m *SQANN) checkLayer(l *layer, k int) error {
	var d2 []float64
	for i, point := range l.point {
		var nearest int
		d2, nearest = l.distances(d2, l.node(i))
		if nearest != i && !m.options.Preset.published() {
			return notAModel("samples "+itoa(m.points.rows[l.point[nearest]][0])+" and "+itoa(m.points.rows[point][0])+
				" have the same fingerprint in layer "+itoa(k)+".", m.points.rows[point][0])
		}
	}
	return nil
}
