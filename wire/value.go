// Package wire reads the engine's input and writes its output: samples, options,
// model files, explanations. JavaScript and HTTP share it, so that each name, limit
// and message is written once. Value hides whether input is a JavaScript object or
// JSON text; Writer hides the same for output.
package wire

import (
	"math"
	"strconv"

	"github.com/xaia-go/xaia/core"
)

// Kind is the kind of a value.
type Kind uint8

const (
	Missing Kind = iota // nothing was given
	Null
	Boolean
	Number
	Text
	List
	Packed // a list that can only hold numbers
	Record // a plain object
	Thing  // an object of another class, such as a Map
	Date   // a moment
	Other  // a value that no reader accepts: a function, a BigInt
)

// Value is a value of the input. Callers must only use the methods of its kind.
type Value interface {
	Kind() Kind
	True() bool
	Real() float64 // of a Number, of a Text that isNumber, or the days of a Date since 1970-01-01 UTC
	Text() string
	WellFormed() bool // of a text: whether it is well-formed Unicode

	Size() int      // of List and Packed: how many elements; of Record and Thing: how many keys
	At(i int) Value // cheap in order; in JSON text, another order costs reading the elements before i

	// Numbers appends all elements of a List or Packed at once; false if one isn't a
	// number, or if At is cheaper.
	Numbers(dst []float64) ([]float64, bool)

	// Keys are an object's own keys, without inherited ones.
	Keys() []string
	// WellFormedKey says whether key i is well-formed Unicode.
	WellFormedKey(i int) bool
	// Get returns Missing if there is no such key.
	Get(key string) Value
	// Own is Get without inherited properties.
	Own(key string) Value

	Shown() string // a shortened form for messages
}

// isObject says whether v has keys or elements.
func isObject(v Value) bool {
	k := v.Kind()
	return k >= List && k <= Thing
}

func isList(v Value) bool { return v.Kind() == List || v.Kind() == Packed }

func given(v Value) bool { return v.Kind() != Missing }

// WholeNumber returns a non-negative integer, or -1.
func WholeNumber(v Value) int {
	if v.Kind() != Number {
		return -1
	}
	f := v.Real()
	if f != math.Trunc(f) || !(f >= 0 && f <= math.MaxInt32) {
		return -1
	}
	return int(f)
}

// InvalidInput is an error about samples; row and column are -1 if they don't apply.
//
//go:noinline
func InvalidInput(row, column int, message, hint string) error {
	return core.NewError(core.InvalidInput, message, hint).At(row, column)
}

// Unsupported is the error of a call that a model doesn't support.
//
//go:noinline
func Unsupported(message, hint string) error {
	return core.NewError(core.Unsupported, message, hint)
}

//go:noinline
func itoa(i int) string { return strconv.Itoa(i) }
func ftoa(f float64) string {
	if f != f {
		return "NaN"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
