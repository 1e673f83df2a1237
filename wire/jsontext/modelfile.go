package jsontext

import (
	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// ErrNotJSON is what Load says of a file that is neither text of a model nor its bytes.
var ErrNotJSON error = core.NewError(core.ModelFile, "The text is not JSON, or is truncated.", "Load an unchanged file, or fit again.")

// Text is the model file as a text.
func Text(m *wire.Model) []byte {
	var w Writer
	wire.WriteFile(&w, m)
	return w.Bytes()
}

// Packed is the model file in bytes, with the fingerprints, so that Load computes none again.
func Packed(m *wire.Model) []byte {
	var w Writer
	wire.WriteHead(&w, m)
	return wire.Pack(m, w.Bytes())
}

// Load reads a model file, a text or bytes. Fingerprints in bytes are taken if some of the samples activate their own neurons.
func Load(r *wire.Reader, file []byte) (m *wire.Model, err error) {
	var parts []wire.Part
	if wire.IsBytes(file) {
		if file, parts, err = wire.Unpack(file); err != nil {
			return nil, err
		}
	}
	v, err := Parse(file)
	if err != nil {
		return nil, ErrNotJSON
	}
	if m, err = r.Load(v, parts); err == nil && parts != nil {
		err = m.RecognisesItself(wire.LookedUp, r.GoOn)
	}
	return m, err
}
