//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// toJSON(model) → the model file as an object.
func toJSON(args arguments) (any, error) {
	m, err := model(args.at(0))
	if err != nil {
		return nil, err
	}
	return made(func(w wire.Writer) { wire.WriteFile(w, m) }), nil
}

// checksum(model) → that of its file.
func checksum(args arguments) (any, error) {
	m, err := model(args.at(0))
	if err != nil {
		return nil, err
	}
	return wire.Checksum(m), nil
}

// toLite(model) → the file of xaia/lite as an object.
func toLite(args arguments) (any, error) {
	m, err := model(args.at(0))
	if err != nil {
		return nil, err
	}
	file := made(func(w wire.Writer) { err = wire.WriteLite(w, m) })
	if err != nil {
		return nil, err
	}
	return file, nil
}

// toBytes(model) → a Uint8Array.
func toBytes(args arguments) (any, error) {
	m, err := model(args.at(0))
	if err != nil {
		return nil, err
	}
	packed := jsontext.Packed(m)
	v := uint8ArrayClass.New(len(packed))
	js.CopyBytesToJS(v, packed)
	return v, nil
}

// load(file) → a model as from fit. file is the result of toJSON, its text, or the
// bytes of toBytes.
func load(args arguments) (any, error) {
	a := &asked{start: now()}
	file, parts, err := open(args.at(0))
	if err != nil {
		return nil, err
	}
	m, err := reader.Load(&value{v: file}, parts)
	if err == nil && parts != nil {
		err = m.RecognisesItself(wire.LookedUp, nil)
	}
	if err != nil {
		return nil, err
	}
	return made(func(w wire.Writer) {
		w.Object()
		a.made(w, &wire.Kept{Model: m})
		w.End()
	}), nil
}

func open(v js.Value) (file js.Value, parts []wire.Part, err error) {
	if isBytes(v) {
		if className(v) == "ArrayBuffer" {
			v = uint8ArrayClass.New(v)
		}
		packed := make([]byte, max(0, typedLength(v)))
		js.CopyBytesToGo(packed, v)
		text, parts, err := wire.Unpack(packed)
		if err != nil {
			return file, nil, err
		}
		file, err = parse(js.ValueOf(string(text)))
		return file, parts, err
	}
	file, err = parse(v)
	return file, nil, err
}

func isBytes(v js.Value) bool {
	if kindOf(v) != js.TypeObject {
		return false
	}
	c := className(v)
	return c == "Uint8Array" || c == "ArrayBuffer"
}

// parse accepts text or an object. JSON.parse throws on invalid text; in Go this is a
// panic.
func parse(v js.Value) (file js.Value, err error) {
	if kindOf(v) != js.TypeString {
		return v, nil
	}
	defer func() {
		if r := recover(); r != nil {
			err = core.NewError(core.ModelFile, "The text is not JSON, or is truncated.", "Load an unchanged file, or fit again.")
		}
	}()
	return js.Global().Get("JSON").Call("parse", v), nil
}
