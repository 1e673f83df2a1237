package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/internal/packed"
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
	if err := m.network.Restore(nodes, !m.options.Preset.published(), m.newAccount()); err != nil {
		return nil, restored(err)
	}
	return m.finished()
}

// Fingerprints packs what RestoreSQANN would have to compute again.
func (m *SQANN) Fingerprints() []byte {
	m.mustBeFitted()
	return m.network.Pack()
}

// RestoreSQANNWith is RestoreSQANN with the fingerprints that Fingerprints gave, which
// are taken as they are: whoever stores them guards them by a checksum. What
// can't be a fingerprint of this placement is a ModelFile error. No sample is
// propagated and nothing is searched; what it costs is reading.
func RestoreSQANNWith(d Dataset, o SQANNOptions, placed Placement, fingerprints []byte) (*SQANN, error) {
	m, nodes, err := prepareRestore(d, o, placed)
	if err != nil {
		return nil, err
	}
	in := packed.Reader{Bytes: fingerprints, Largest: largestPacked}
	if err := m.network.Unpack(&in, nodes, m.settle, m.newAccount()); err != nil {
		return nil, restored(err)
	}
	return m.finished()
}

// largestPacked is above every reach, mean and activation of inputs up to the largest number, in up to 250,000 features.
const largestPacked = 1e3 * largestNumber

// restored is an error of the network's as one of the model's file.
func restored(err error) error {
	if f, is := err.(*network.Fault); is {
		return notAModel(f.What, f.Sample)
	}
	return err
}

// prepareRestore does all that comes before the fingerprints. It returns the points of each layer.
func prepareRestore(d Dataset, o SQANNOptions, placed Placement) (*SQANN, [][]int, error) {
	m, err := newSQANN(d, o, placed.Learned)
	if err != nil {
		return nil, nil, err
	}
	if how := m.options.Interpolation; how.chooses() {
		if m.chosen = placed.Chosen; m.chosen == nil {
			m.chosen = &Chosen{Interpolation: how.unchosen(), Gain: math.NaN()}
		}
		m.chosen = &Chosen{m.chosen.Interpolation.Filled(), m.chosen.Gain, m.chosen.Pairs, m.chosen.Exactness}
		if how := m.chosen.Interpolation; how.Mode != InterpolateTop && how.Mode != InterpolateLocal || how.Forest.Use == On && how.Forest.Share == 0 {
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
	if m.options.Preset.published() && len(nodes) > len(m.options.Settings) {
		return nil, nil, notAModel("layer "+itoa(len(nodes))+" has no settings.", -1)
	}
	return m, nodes, nil
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
