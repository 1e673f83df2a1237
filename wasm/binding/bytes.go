//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// The model file as bytes, version 1: what toJSON gives, and the fingerprints, so
// that loading computes none of them again. All numbers are little-endian.
//
//	"xaia", version (4 bytes), length of the text (4), the text: the JSON file in UTF-8
//	for the model, or each model of an ensemble: length (4), fingerprints (core.Fingerprints);
//	    no bytes for a TNN
//	FNV-1a of all that, 64 bits (8)
const bytesMagic = "xaia"

// toBytes(model) → a Uint8Array.
func toBytes(args arguments) (any, error) {
	m, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	text := js.Global().Get("TextEncoder").New().Call("encode", js.Global().Get("JSON").Call("stringify", m.file()))
	json := make([]byte, text.Length())
	js.CopyBytesToGo(json, text)
	out := append([]byte(bytesMagic), number32(fileVersion)...)
	out = append(append(out, number32(len(json))...), json...)
	for _, part := range m.parts() {
		var packed []byte
		if part.sqann != nil {
			packed = part.sqann.Fingerprints()
		}
		out = append(append(out, number32(len(packed))...), packed...)
	}
	sum := checksum(out)
	out = append(append(out, number32(int(uint32(sum)))...), number32(int(sum>>32))...)
	v := js.Global().Get("Uint8Array").New(len(out))
	js.CopyBytesToJS(v, out)
	return v, nil
}

func (m *model) parts() []*model {
	if m.ensemble != nil {
		return m.members[:]
	}
	return []*model{m}
}

func number32(v int) []byte { return []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)} }

func checksum(bytes []byte) uint64 {
	sum := uint64(14695981039346656037)
	for _, b := range bytes {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return sum
}

func isBytes(v js.Value) bool {
	if kindOf(v) != js.TypeObject {
		return false
	}
	c := class(v)
	return c == "Uint8Array" || c == "ArrayBuffer"
}

// openBytes takes a byte file apart. Nothing is believed before the checksum is
// right, and no length beyond what is there.
func openBytes(v js.Value) (file js.Value, fingerprints [][]byte, err error) {
	if class(v) == "ArrayBuffer" {
		v = js.Global().Get("Uint8Array").New(v)
	}
	n := v.Length()
	if n < 20 {
		return file, nil, badFile("The file has "+itoa(n)+" bytes, too few for a model.", nil)
	}
	bytes := make([]byte, n)
	js.CopyBytesToGo(bytes, v)
	if string(bytes[:4]) != bytesMagic {
		return file, nil, badFile("These bytes are no xaia model.", nil)
	}
	if version := read32(bytes[4:]); version != fileVersion {
		return file, nil, badFile("The file is of version "+itoa(version)+", this build of xaia reads version 1.", nil)
	}
	body := bytes[:n-8]
	if sum := checksum(body); uint32(sum) != uint32(read32(bytes[n-8:])) || uint32(sum>>32) != uint32(read32(bytes[n-4:])) {
		return file, nil, badFile("The file was changed or cut off: its checksum is wrong.", nil)
	}
	rest := body[8:]
	section := func() []byte {
		if len(rest) < 4 || read32(rest) > len(rest)-4 {
			err = badFile("The file is cut off.", nil)
			return nil
		}
		part := rest[4 : 4+read32(rest)]
		rest = rest[4+len(part):]
		return part
	}
	text := section()
	for err == nil && len(rest) > 0 {
		fingerprints = append(fingerprints, section())
	}
	if err != nil {
		return file, nil, err
	}
	file, err = parse(js.ValueOf(string(text)))
	return file, fingerprints, err
}

func read32(b []byte) int {
	return int(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
}

// restore is core.RestoreSQANN with fingerprints where there are some.
func restore(d core.Dataset, o core.SQANNOptions, placement [][][]int, fingerprints []byte) (*core.SQANN, error) {
	if fingerprints == nil {
		return core.RestoreSQANN(d, o, placement)
	}
	return core.RestoreSQANNWith(d, o, placement, fingerprints)
}
