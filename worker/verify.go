package worker

import (
	"bytes"
	"slices"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// recognisesItself asks an uploaded model for some of its own samples, up to so
// many that a small one is asked for all. Its fingerprints were taken as they
// came; where they, or the placement, are wrong, a sample doesn't come back to its
// own neuron at distance 0. The published presets don't promise that, so there
// the fingerprints are computed again.
func (h *handler) recognisesItself(c call, m *wire.Model) error {
	for _, part := range m.Parts() {
		if part.SQANN == nil {
			continue
		}
		if part.Published() {
			if err := sameAgain(part.SQANN); err != nil {
				return err
			}
			continue
		}
		x := part.SQANN.Data().X
		step := 1 + (x.Rows-1)/h.limits.Verify
		for i := 0; i < x.Rows; i += step {
			if err := c.Context().Err(); err != nil {
				return err
			}
			e, err := part.SQANN.Explain(x.Row(i), core.Interpolation{Mode: core.InterpolateNearest})
			if err != nil {
				return err
			}
			if n := e.Neurons[0]; e.Status != core.StatusHit || n.Distance != 0 || !slices.Contains(n.Samples, i) {
				return unlike(i)
			}
		}
	}
	return nil
}

func sameAgain(m *core.SQANN) error {
	var placement [][][]int
	for _, l := range m.Layers() {
		placement = append(placement, l.Nodes)
	}
	again, err := core.RestoreSQANN(m.Data(), m.Options(), placement)
	if err != nil {
		return err
	}
	if !bytes.Equal(again.Fingerprints(), m.Fingerprints()) {
		return unlike(-1)
	}
	return nil
}

func unlike(row int) error {
	e := failure(core.ModelFile, "The model doesn't recognise its own samples: its placement or its fingerprints are wrong.",
		"Save it again with toBytes, or fit it again.")
	e.Row = row
	return e
}
