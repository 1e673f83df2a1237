package wire

import "github.com/xaia-go/xaia/core"

// Verifying is core.Verify where the environment variable XAIA_VERIFY, which is given, is 1; otherwise nil.
func Verifying(variable string) func(core.Predictor) error {
	if variable == "1" {
		return core.Verify
	}
	return nil
}

// Verified is what Verify says of a model, and of the members of an ensemble.
func (r *Reader) Verified(m *Model) error {
	if r.Verify == nil {
		return nil
	}
	for _, part := range m.Members {
		if part != nil {
			if err := r.Verify(part.Predictor); err != nil {
				return err
			}
		}
	}
	return r.Verify(m.Predictor)
}

// verifying has what a call makes or changes walked before it is kept, and returns what doesn't hold.
func (q *Question) verifying() func() error {
	var broken error
	walked := func(keep func(Writer, *Kept)) func(Writer, *Kept) {
		return func(w Writer, k *Kept) {
			if broken = q.Verified(k.Model); broken == nil {
				keep(w, k)
			}
		}
	}
	if q.Verify != nil {
		q.Made, q.Changed = walked(q.Made), walked(q.Changed)
	}
	return func() error { return broken }
}

// LookedUp is the number of own samples that a model loaded with its fingerprints is
// checked with, because anyone can compute a matching checksum for false content.
const LookedUp = 256

// RecognisesItself checks a model whose fingerprints were read from a file: it explains
// about so many of the model's own samples, all of a small model. If the fingerprints or
// the placement are wrong, a sample doesn't activate its own neuron at distance 0. (The
// published presets don't guarantee this; restore has compared their fingerprints.) goOn,
// when not nil, can stop it by an error.
func (m *Model) RecognisesItself(most int, goOn func() error) error {
	for _, part := range m.Parts() {
		s := part.SQANN()
		if s == nil || part.Published() {
			continue
		}
		n := part.SampleCount()
		step := 1 + (n-1)/most
		for i := 0; i < n; {
			if goOn != nil {
				if err := goOn(); err != nil {
					return err
				}
			}
			var rows []int
			for ; i < n && len(rows) < 16; i += step {
				rows = append(rows, i)
			}
			if row := s.Unrecognised(rows); row >= 0 {
				return unlike(row)
			}
		}
	}
	return nil
}

const saveAgain = "Save it again with toBytes, or fit it again."

func unlike(row int) error {
	return core.NewError(core.ModelFile, "The model doesn't recognise its own samples: its placement or its fingerprints are wrong.", saveAgain).At(row, -1)
}
