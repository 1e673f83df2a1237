package wire

import (
	"slices"

	"github.com/xaia-go/xaia/core"
)

// RecognisesItself asks a model whose fingerprints were taken as they came for its own
// samples, for about so many that a small one is asked for all. Where the fingerprints,
// or the placement, are wrong, a sample doesn't come back to its own neuron at distance
// 0. (The published presets don't promise that; restore has compared theirs.) goOn, when
// not nil, can stop it by an error.
func (m *Model) RecognisesItself(most int, goOn func() error) error {
	for _, part := range m.Parts() {
		if part.SQANN == nil || part.Published() {
			continue
		}
		x := part.SQANN.Data().X
		step := 1 + (x.Rows-1)/most
		for i := 0; i < x.Rows; i += step {
			if goOn != nil {
				if err := goOn(); err != nil {
					return err
				}
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

func unlike(row int) error {
	return &core.Error{Code: core.ModelFile, Row: row, Column: -1,
		Message: "The model doesn't recognise its own samples: its placement or its fingerprints are wrong.",
		Hint:    "Save it again with toBytes, or fit it again."}
}
