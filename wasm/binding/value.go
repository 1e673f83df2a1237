//go:build js && wasm

package binding

import (
	"strconv"
	"syscall/js"
	"unsafe"
)

// now is in milliseconds. The time package would cost 40 KB.
func now() float64 { return js.Global().Get("performance").Call("now").Float() }

func newObject() js.Value { return js.Global().Get("Object").New() }
func newArray() js.Value  { return js.Global().Get("Array").New() }

var objectToString = js.Global().Get("Object").Get("prototype").Get("toString")

// class is the built-in class of a value, the same across realms: "Array",
// "Float64Array", "Object".
func class(v js.Value) string {
	s := objectToString.Call("call", v).String() // [object Float64Array]
	return s[len("[object ") : len(s)-1]
}

// get reads a property through a call, which syscall/js guards against getters
// that throw; a bare Get is not.
func get(v js.Value, key any) js.Value { return js.Global().Get("Reflect").Call("get", v, key) }

// ownKeys are the object's own enumerable keys: what it inherits doesn't count,
// so that nothing done to Object.prototype can set an option.
func ownKeys(v js.Value) []string {
	list := js.Global().Get("Object").Call("keys", v)
	keys := make([]string, list.Length())
	for i := range keys {
		keys[i] = list.Index(i).String()
	}
	return keys
}

// bigInt is a type that syscall/js doesn't know: Value.Type panics on it.
const bigInt js.Type = 100

func kindOf(v js.Value) (t js.Type) {
	defer func() {
		if recover() != nil {
			t = bigInt
		}
	}()
	return v.Type()
}

func isArray(v js.Value) bool { return js.Global().Get("Array").Call("isArray", v).Bool() }

// float64Array copies numbers out in one copy.
func float64Array(values []float64) js.Value {
	v := js.Global().Get("Float64Array").New(len(values))
	if len(values) > 0 {
		js.CopyBytesToJS(js.Global().Get("Uint8Array").New(v.Get("buffer")), unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 8*len(values)))
	}
	return v
}

func int32Array(values []int32) js.Value {
	v := js.Global().Get("Int32Array").New(len(values))
	if len(values) > 0 {
		js.CopyBytesToJS(js.Global().Get("Uint8Array").New(v.Get("buffer")), unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 4*len(values)))
	}
	return v
}

// plain turns a typed array into an array.
func plain(typed js.Value) js.Value { return js.Global().Get("Array").Call("from", typed) }

func integers(values []int) js.Value {
	list := newArray()
	for i, v := range values {
		list.SetIndex(i, v)
	}
	return list
}

//go:noinline
func itoa(i int) string { return strconv.Itoa(i) }

// shown describes a value in a message, shortened.
func shown(v js.Value) string {
	switch kindOf(v) {
	case js.TypeUndefined:
		return "missing"
	case js.TypeNull:
		return "null"
	case bigInt:
		return "a BigInt"
	case js.TypeBoolean, js.TypeNumber:
		return js.Global().Get("String").Invoke(v).String()
	case js.TypeString:
		s := []rune(v.String())
		if len(s) > 40 {
			s = append(s[:40], '…')
		}
		return "the text " + strconv.Quote(string(s))
	case js.TypeObject:
		if isArray(v) {
			return "an array"
		}
		return "an object (" + class(v) + ")"
	}
	return "a " + kindOf(v).String()
}
