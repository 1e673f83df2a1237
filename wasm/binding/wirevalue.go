//go:build js && wasm

package binding

import (
	"strings"
	"syscall/js"

	"github.com/xaia-go/xaia/wire"
)

// reader limits the count of numbers: five copies of them (as given, scaled, in the tree
// and its boxes) fill the part of WebAssembly's 4 GiB that a fit may use. 60,000 rows of 784 are within it: MNIST.
var reader = &wire.Reader{Most: 1800 << 20 / (5 * 8), Where: "fit into WebAssembly's memory"}

// value is a JavaScript value as a wire.Value. It stores its kind, which is read often
// and takes several calls into JavaScript to determine.
type value struct {
	v     js.Value
	known bool
	kind  wire.Kind
	class string // of objects that aren't lists
	size  int    // of typed arrays
}

func (v *value) Kind() wire.Kind {
	if !v.known {
		v.kind, v.known = v.findKind(), true
	}
	return v.kind
}

func (v *value) findKind() wire.Kind {
	switch kindOf(v.v) {
	case js.TypeUndefined:
		return wire.Missing
	case js.TypeNull:
		return wire.Null
	case js.TypeBoolean:
		return wire.Boolean
	case js.TypeNumber:
		return wire.Number
	case js.TypeString:
		return wire.Text
	case js.TypeObject:
		if isArray(v.v) {
			return wire.List
		}
		switch v.class = class(v.v); v.class {
		case "":
			return wire.Thing
		case "Object":
			return wire.Record
		case "Date":
			return wire.Date
		}
		if v.size = typedLength(v.v); v.size < 0 {
			return wire.Thing
		}
		return wire.Packed
	}
	return wire.Other
}

func (v *value) True() bool          { return v.v.Bool() }
func (v *value) Text() string        { return v.v.String() }
func (v *value) Shown() string       { return shown(v.v) }
func (v *value) Keys() []string      { return ownKeys(v.v) }
func (v *value) At(i int) wire.Value { return &value{v: v.v.Index(i)} }

func (v *value) Real() float64 {
	switch v.Kind() {
	case wire.Text:
		return numberOf.Invoke(v.v).Float()
	case wire.Date:
		return numberOf.Invoke(v.v).Float() / 864e5
	}
	return v.v.Float()
}

func (v *value) Size() int {
	switch v.Kind() {
	case wire.Packed:
		return v.size
	case wire.Record, wire.Thing:
		return objectKeys.Invoke(v.v).Length()
	}
	return v.v.Length()
}

// WellFormed: a lone surrogate becomes U+FFFD on the way into Go.
func (v *value) WellFormed() bool {
	s := v.v.String()
	return !strings.ContainsRune(s, '\uFFFD') || js.ValueOf(s).Equal(v.v)
}

func (v *value) WellFormedKey(i int) bool {
	return (&value{v: objectKeys.Invoke(v.v).Index(i)}).WellFormed()
}

func (v *value) Get(key string) wire.Value { return &value{v: get(v.v, key)} }

func (v *value) Own(key string) wire.Value {
	if objectHasOwn.Invoke(v.v, key).Bool() {
		return v.Get(key)
	}
	return &value{v: js.Undefined()}
}

// Numbers appends a typed array's numbers in one copy.
func (v *value) Numbers(dst []float64) ([]float64, bool) {
	if v.Kind() != wire.Packed {
		return dst, false
	}
	n, at := v.size, len(dst)
	if n == 0 {
		return dst, true
	}
	dst = append(dst, make([]float64, n)...)
	js.CopyBytesToGo(bytesOf(dst[at:]), v.bytes(n))
	return dst, true
}

// bytes returns the bytes of a typed array's n numbers as float64s.
func (v *value) bytes(n int) js.Value {
	if n <= bridgeLength {
		toBridge.Invoke(v.v)
		return bridgeBytes
	}
	typed := v.v
	if v.class != "Float64Array" {
		typed = float64ArrayClass.Call("from", typed)
	}
	return uint8ArrayClass.New(bufferOf.Invoke(typed), offsetOf.Invoke(typed), 8*n)
}
