package core

import (
	"math"
	"slices"
)

// RestoreSQANN makes a model from what its methods Data, Options and Placement returned. Nothing is learned. Fingerprints are computed again, and every sample must hit its own node; if one
// doesn't, the error is ModelFile and says where. Options.Trace and MaxSteps have no effect. MaxBytes and Done work as in
// a fit. O(N) propagations.
func RestoreSQANN(d Dataset, o SQANNOptions, placed Placement) (*SQANN, error) {
	m, nodes, err := prepareRestore(d, o, placed)
	if err == nil {
		err = m.findReach()
	}
	if err != nil {
		return nil, err
	}
	if m.network.skip {
		b := sparseBuilder{network: m.network, counter: m.newAccount()}
		if err := b.restore(nodes); err != nil {
			return nil, err
		}
	} else if err := m.restoreDense(nodes); err != nil {
		return nil, err
	}
	return m.finished()
}

// prepareRestore does all that comes before the fingerprints. It returns the points of each layer.
func prepareRestore(d Dataset, o SQANNOptions, placed Placement) (*SQANN, [][]int, error) {
	m, err := newSQANN(d, o, placed.Learned)
	if err != nil {
		return nil, nil, err
	}
	if how := m.options.Interpolation; how.Mode == InterpolateAuto {
		if m.chosen = placed.Chosen; m.chosen == nil {
			m.chosen = &Chosen{Interpolation{Mode: InterpolateTop, Top: how.Top}, math.NaN()}
		}
		m.chosen = &Chosen{m.chosen.Interpolation.Filled(), m.chosen.Gain}
		if mode := m.chosen.Interpolation.Mode; mode != InterpolateTop && mode != InterpolateLocal {
			return nil, nil, notAModel("its interpolation is none that a fit chooses.", -1)
		}
		if err := m.chosen.Interpolation.check(m.options); err != nil {
			return nil, nil, err
		}
	}
	nodes, err := m.pointsOf(placed.Layers)
	if err != nil {
		return nil, nil, err
	}
	if m.options.Preset.published() && len(nodes) > len(m.network.rule.list) {
		return nil, nil, notAModel("layer "+itoa(len(nodes))+" has no settings.", -1)
	}
	return m, nodes, nil
}

func (m *SQANN) restoreDense(nodes [][]int) error {
	account := m.newAccount()
	p := pass{network: m.network}
	enter := func(k, point int) ([]float64, error) {
		x := m.points.x.Row(point)
		if p.run(x); p.hit {
			return nil, m.network.recognisedEarly(point, k+1, p.depth)
		}
		fingerprint := p.next(x)
		return fingerprint, account.Reserve(int64(8 * len(fingerprint)))
	}
	return m.placeDense(nodes, &account, enter, func(l *layer, k int) error { return m.checkLayer(l, k, &account) })
}

// placeDense makes the layers from a placement: enter says what enters layer k (from 0) from a point, and check looks at a
// finished layer (from 1).
func (m *SQANN) placeDense(nodes [][]int, account *counter, enter func(k, point int) ([]float64, error), check func(l *layer, k int) error) error {
	n := m.network
	for k, list := range nodes {
		l := n.newLayer(k + 1)
		for _, point := range list {
			if err := account.MayGoOn(k + 1); err != nil {
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
		n.layers = append(n.layers, l)
	}
	return nil
}

func (n *network) recognisedEarly(point, placed, recognised int) error {
	row := n.points.rows.At(point)[0]
	return notAModel("sample "+itoa(row)+" is placed in layer "+itoa(placed)+", but is recognised in layer "+itoa(recognised)+".", row)
}

// restore makes the layers from a placement, as run makes them from the data. With the skip connection, equal fingerprints
// mean equal points, so each point is the nearest to itself. It remains to check that none is recognised before its layer.
func (b *sparseBuilder) restore(nodes [][]int) error {
	places := b.network.index.Places()
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
			return b.network.recognisedEarly(early, placed+1, len(b.network.layers))
		}
		b.store()
	}
	return b.finish()
}

//go:noinline
func notAModel(what string, row int) *Error {
	return NewError(ModelFile, "The stored model is wrong: "+what,
		"Load an unchanged file, or fit again from its samples.").At(row, -1)
}

// pointsOf turns samples into points, and checks that the placement has every point exactly once, with all of its samples.
func (m *SQANN) pointsOf(layers [][][]int) ([][]int, error) {
	byFirstRow := make(map[int]int, m.points.count())
	for i := range m.points.rows.Count() {
		rows := m.points.rows.At(i)
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
			if !known || !slices.Equal(m.points.rows.At(point), rows) {
				return nil, notAModel("node "+itoa(i)+" of layer "+itoa(k+1)+
					" doesn't represent exactly one group of equal samples, or appears twice.", rows[0])
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

// checkLayer checks that no other node is nearer to a node's fingerprint. The published presets have no rule for ties: there
// an equal node may come before it.
func (m *SQANN) checkLayer(l *layer, k int, account *counter) error {
	var d2 []float64
	for i, point := range l.point {
		if err := account.MayGoOn(k); err != nil {
			return err
		}
		var nearest int
		d2, nearest, _ = l.eta.Extend(d2[:0], l.eta.Point(i), -1, inf)
		if nearest != i && !m.options.Preset.published() {
			return notAModel("samples "+itoa(m.points.rows.At(l.point[nearest])[0])+" and "+itoa(m.points.rows.At(point)[0])+
				" have the same fingerprint in layer "+itoa(k)+".", m.points.rows.At(point)[0])
		}
	}
	return nil
}
