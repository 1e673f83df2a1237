// Package wire reads and writes what crosses into the engine and out of it:
// samples, options, model files, explanations. JavaScript and HTTP share it, so
// that a name, a limit and a message are written once. Where a value comes from,
// a JavaScript object or JSON text, is behind Value; where one goes, behind
// Writer.
package wire

import (
	"math"
	"strconv"

	"github.com/xaia-go/xaia/core"
)

// Kind is what a value is.
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
	Thing  // an object of another kind, as a Date
	Other  // what no reader takes: a function, a BigInt
)

// Value is something that was given. A method that doesn't suit its kind is the
// caller's mistake.
type Value interface {
	Kind() Kind
	True() bool
	Real() float64 // of a Number, or of a Text that isNumber
	Text() string
	WellFormed() bool // of a text: that it is well-formed Unicode

	Size() int      // of List and Packed: how many elements
	At(i int) Value // cheap in order; where it's text, anything else costs the elements before

	// Numbers appends all elements of a List or Packed in one go; false where one
	// is no number, or where this costs more than At.
	Numbers(dst []float64) ([]float64, bool)

	// Keys are an object's own, without what it inherits.
	Keys() []string
	// WellFormedKey says whether key i is well-formed Unicode.
	WellFormedKey(i int) bool
	// Get is Missing where there is no such key.
	Get(key string) Value
	// Own is Get without what the object inherits.
	Own(key string) Value

	Shown() string // as messages show it, shortened
}

// isObject says whether v has keys or elements.
func isObject(v Value) bool {
	k := v.Kind()
	return k >= List && k <= Thing
}

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

// InvalidInput is an error about samples; -1 where no row or column applies.
//
//go:noinline
func InvalidInput(row, column int, message, hint string) error {
	return core.NewError(core.InvalidInput, message, hint).At(row, column)
}

// Unsupported is an error about what has no meaning for a model.
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
