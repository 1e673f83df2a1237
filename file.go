package xaia

import (
	"math"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// File is a model with what belongs to it, as the model file has it: the text that
// model.toJSON() gives in JavaScript and a server stores. It goes through encoding/json:
//
//	text, err := json.Marshal(xaia.File{Model: model})
//	err = json.Unmarshal(text, &file)
//	why, err := file.Model.Explain(x)
//
// MarshalBinary and UnmarshalBinary are the same in bytes, which are read faster. A model that was read gives the same
// answers as the one that was written, to the bit. Reading a text costs a propagation of every sample: it verifies the
// placement, and a checksum.
type File struct {
	Model       core.Model        // what FitSQANN or FitTNN returned; nil for an ensemble
	Ensemble    *core.Ensemble    // instead of Model
	Table       *core.Encoding    // how a table's columns became features; nil where X was numbers
	Calibration *core.Calibration // nil for a model that isn't calibrated; not of an ensemble
}

// MarshalJSON is the model file. What a file can't have is refused: a function as interpolation, labels and names that
// are not UTF-8, integer labels beyond 2^53, and a calibration of an ensemble or of another model.
func (f File) MarshalJSON() ([]byte, error) { return f.file(jsontext.Text) }

// MarshalBinary is the model file as bytes, as model.toBytes() gives it in JavaScript: smaller than the text, and read
// without computing the model again.
func (f File) MarshalBinary() ([]byte, error) { return f.file(jsontext.Packed) }

func (f File) file(write func(*wire.Model) []byte) ([]byte, error) {
	m, err := f.wired()
	if err == nil {
		err = storable(m)
	}
	if err != nil {
		return nil, err
	}
	return write(m), nil
}

func (f File) wired() (*wire.Model, error) {
	if f.Ensemble != nil {
		if f.Model != nil {
			return nil, wire.Unsupported("The file has both a model and an ensemble.", "Set one of them.")
		}
		if f.Calibration != nil {
			return nil, wire.Unsupported("An ensemble has no calibration.", "Save the calibrated model by itself.")
		}
		var members [2]*wire.Model
		for i, member := range f.Ensemble.Members() {
			var err error
			if members[i], err = (File{Model: member, Table: f.Table}).wired(); err != nil {
				return nil, err
			}
		}
		return wire.Join(members[0], members[1])
	}
	switch model := f.Model.(type) {
	case *core.SQANN, *core.TNN:
		return &wire.Model{Predictor: model, Table: f.Table, Calibration: f.Calibration}, nil
	}
	return nil, wire.Unsupported("The file has no model.", "Set Model to what FitSQANN or FitTNN returned, or Ensemble to what NewEnsemble returned.")
}

// UnmarshalJSON reads a model file. A text that was changed, or that no version of xaia wrote, is a
// *core.Error of code ModelFile; f is then as it was.
func (f *File) UnmarshalJSON(text []byte) error { return f.read(text) }

// UnmarshalBinary reads what MarshalBinary wrote. Bytes that were changed are an error, as in UnmarshalJSON. Fingerprints
// are taken as they are if the checksum is right and some of the samples activate their own neurons.
func (f *File) UnmarshalBinary(data []byte) error {
	if !wire.IsBytes(data) {
		_, _, err := wire.Unpack(data) // says so
		return err
	}
	return f.read(data)
}

func (f *File) read(file []byte) error {
	m, err := jsontext.Load(&wire.Reader{Most: math.MaxInt32, Where: "can be read at once"}, file)
	if err != nil {
		return err
	}
	*f = File{Model: m.Network(), Table: m.Table, Calibration: m.Calibration}
	f.Ensemble, _ = m.Predictor.(*core.Ensemble)
	return nil
}
