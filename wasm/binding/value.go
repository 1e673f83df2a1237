//go:build js && wasm

package binding

import (
	"strconv"
	"syscall/js"
	"unsafe"
)

// JavaScript's built-in functions, looked up once: a lookup in the global object costs as
// much as the call that follows, and a page can replace the functions later.
var (
	objectClass, arrayClass            = builtIn("Object", ""), builtIn("Array", "")
	float64ArrayClass, int32ArrayClass = builtIn("Float64Array", ""), builtIn("Int32Array", "")
	uint8ArrayClass                    = builtIn("Uint8Array", "")
	arrayFrom, arrayIs                 = builtIn("Array", "from"), builtIn("Array", "isArray")
	objectKeys, objectHasOwn           = builtIn("Object", "keys"), builtIn("Object", "hasOwn")
	reflectGet, reflectSet             = builtIn("Reflect", "get"), builtIn("Reflect", "set")
	classOf                            = callable(builtIn("Object", "prototype").Get("toString"))
	clock                              = builtIn("performance", "now").Call("bind", js.Global().Get("performance"))
	jsonParse, numberOf                = builtIn("JSON", "parse"), builtIn("Number", "")
	sliceOf                            = callable(float64ArrayClass.Get("prototype").Get("slice"))
	lengthOf, bufferOf, offsetOf       = typedGetter("length"), typedGetter("buffer"), typedGetter("byteOffset")
	pushAll                            = applicable(arrayClass.Get("prototype").Get("push"))
)

// The bridge is a buffer for passing some thousand numbers. Allocating typed arrays for each call takes
// longer than copying the numbers, because Go keeps a table of every JavaScript object that it has seen.
const bridgeLength = 4096

var (
	bridge       = float64ArrayClass.New(bridgeLength)
	bridgeBytes  = uint8ArrayClass.New(bridge.Get("buffer"))
	toBridge     = bridge.Get("set").Call("bind", bridge)
	partOfBridge = bridge.Get("subarray").Call("bind", bridge)
)

func builtIn(name, property string) js.Value {
	v := js.Global().Get(name)
	if property != "" {
		v = v.Get(property)
	}
	return v
}

// callable makes a function from a method: its first argument is the method's object.
func callable(method js.Value) js.Value { return method.Get("call").Call("bind", method) }

// typedGetter reads the class of a typed array, regardless of its own properties. For
// other values it throws.
func typedGetter(name string) js.Value {
	typed := objectClass.Call("getPrototypeOf", float64ArrayClass.Get("prototype"))
	return callable(objectClass.Call("getOwnPropertyDescriptor", typed, name).Get("get"))
}

// applicable is callable with all other arguments in one list.
func applicable(method js.Value) js.Value { return method.Get("apply").Call("bind", method) }

// now is in milliseconds. The time package would cost 40 KB.
func now() float64 { return clock.Invoke().Float() }

//go:noinline
func newObject() js.Value { return objectClass.New() }

//go:noinline
func newArray() js.Value { return arrayClass.New() }

// classes are the classes that package wire distinguishes. JavaScript returns the class of
// a value as a number, which costs half as much as a text.
var (
	classes = []string{"Object", "Float64Array", "Float32Array", "Int8Array", "Uint8Array", "Uint8ClampedArray",
		"Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Date"}
	indexOfClass = indexOfClasses()
)

func indexOfClasses() js.Value {
	list := newArray()
	for i, name := range classes {
		list.SetIndex(i, "[object "+name+"]")
	}
	return list.Get("indexOf").Call("bind", list)
}

// className returns the built-in class of a value, which is the same in all realms:
// "Float64Array", "Object", "Map".
func className(v js.Value) string {
	s := classOf.Invoke(v).String() // [object Map]
	return s[len("[object ") : len(s)-1]
}

// class is className for the listed classes, and "" for others.
func class(v js.Value) string {
	if i := indexOfClass.Invoke(classOf.Invoke(v)).Int(); i >= 0 {
		return classes[i]
	}
	return ""
}

// get reads a property by a call, because syscall/js recovers from getters that throw
// in a call, but not in Get.
func get(v js.Value, key string) js.Value {
	for i, name := range keyNames {
		if name == key {
			return reflectGet.Invoke(v, keys[i])
		}
	}
	return reflectGet.Invoke(v, key)
}

// keyNames are the names of properties that most calls read.
var (
	keyNames = [...]string{"handle", "data", "rows", "columns"}
	keys     = valuesOf(keyNames)
)

func valuesOf(names [4]string) (values [4]js.Value) {
	for i, name := range names {
		values[i] = js.ValueOf(name)
	}
	return values
}

// ownKeys returns the object's own enumerable keys, without inherited ones, so changes
// to Object.prototype can't set an option.
func ownKeys(v js.Value) []string {
	list := objectKeys.Invoke(v)
	keys := make([]string, list.Length())
	for i := range keys {
		keys[i] = list.Index(i).String()
	}
	return keys
}

// bigInt says whether a value is a BigInt, a type on which Value.Type panics.
const bigInt js.Type = 100

func kindOf(v js.Value) (t js.Type) {
	defer func() {
		if recover() != nil {
			t = bigInt
		}
	}()
	return v.Type()
}

// typedLength returns the number of elements of a typed array, and -1 for other values: an
// object can claim any class name.
func typedLength(v js.Value) (n int) {
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	return lengthOf.Invoke(v).Int()
}

func isArray(v js.Value) bool { return arrayIs.Invoke(v).Bool() }

// float64Array copies numbers to JavaScript at once.
func float64Array(values []float64) js.Value {
	v := float64ArrayClass.New(len(values))
	if len(values) > 0 {
		js.CopyBytesToJS(uint8ArrayClass.New(v.Get("buffer")), bytesOf(values))
	}
	return v
}

// bytesOf returns the bytes of numbers, of which there is at least one.
func bytesOf(values []float64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 8*len(values))
}

func int32Array(values []int32) js.Value {
	v := int32ArrayClass.New(len(values))
	if len(values) > 0 {
		js.CopyBytesToJS(uint8ArrayClass.New(v.Get("buffer")), unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 4*len(values)))
	}
	return v
}

// numbers copies numbers to JavaScript as an array. A thousand of them as the arguments of
// one push take 12 µs; Array.from, which uses the typed array's iterator, takes 36.
func numbers(values []float64) js.Value {
	v := newArray()
	for len(values) > 0 {
		part := values[:min(1000, len(values))]
		values = values[len(part):]
		js.CopyBytesToJS(bridgeBytes, bytesOf(part))
		pushAll.Invoke(v, partOfBridge.Invoke(0, len(part)))
	}
	return v
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
		return "the text " + js.Global().Get("JSON").Call("stringify", string(s)).String()
	case js.TypeObject:
		if isArray(v) {
			return "an array"
		}
		return "an object (" + className(v) + ")"
	}
	return "a " + kindOf(v).String()
}
