//go:build js && wasm

package binding

import (
	"math"
	"slices"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// writer makes JavaScript values from one text that JSON.parse reads, because passing a
// single value takes a microsecond or more. Values that JSON doesn't support, and values
// whose text would be very long, are inserted afterwards.
type writer struct {
	text  jsontext.Writer
	open  []place
	late  []late
	typed []float64 // the contents of all Float64Arrays, one after the other
	v     js.Value  // instead of the text

	numbers *numericAnswers // what Outputs, Classes and Scores write to
}

// place is the position of the next value: a key of an object, or an index of a list.
type place struct {
	key   string
	list  bool
	index int
}

type late struct {
	path     []place
	v        js.Value
	from, to int // the part of writer.typed, if v isn't set
}

// longText is the count of numbers from which on a text is too long.
const longText = 1 << 16

// made returns the value that write writes.
func made(write func(w wire.Writer)) js.Value {
	w := &writer{}
	write(w)
	return w.made()
}

// made is the value that was written.
func (w *writer) made() js.Value {
	if text := w.text.Bytes(); len(text) > 0 {
		w.v = jsonParse.Invoke(string(text))
	}
	var typed js.Value
	if len(w.typed) > 0 {
		typed = float64Array(w.typed)
	}
	for _, l := range w.late {
		if l.to > 0 {
			l.v = sliceOf.Invoke(typed, l.from, l.to)
		}
		at, last := w.v, len(l.path)-1
		for _, p := range l.path[:last] {
			at = reflectGet.Invoke(at, p.name())
		}
		reflectSet.Invoke(at, l.path[last].name(), l.v)
	}
	return w.v
}

func (p place) name() any {
	if p.list {
		return p.index
	}
	return p.key
}

// next counts the position of the value that follows, and returns the text to write it
// to. (Not inlined, for the size of the module.)
//
//go:noinline
func (w *writer) next() *jsontext.Writer {
	if last := len(w.open) - 1; last >= 0 {
		w.open[last].index++
	}
	return &w.text
}

// put inserts a value that the text doesn't contain.
func (w *writer) put(l late) {
	if len(w.open) == 0 {
		w.v = l.v
		return
	}
	l.path = slices.Clone(w.open)
	w.late = append(w.late, l)
	w.next().Null()
}

func (w *writer) Object() {
	w.text.Object()
	w.begin(place{})
}

func (w *writer) List() {
	w.text.List()
	w.begin(place{list: true})
}

//go:noinline
func (w *writer) begin(p place) { w.open = append(w.open, p) }

func (w *writer) End() {
	w.open = w.open[:len(w.open)-1]
	w.next().End()
}

func (w *writer) Key(name string) wire.Writer {
	w.text.Key(name)
	w.open[len(w.open)-1].key = name
	return w
}

func (w *writer) Null()               { w.next().Null() }
func (w *writer) Bool(v bool)         { w.next().Bool(v) }
func (w *writer) Integer(v int)       { w.next().Integer(v) }
func (w *writer) Text(s string)       { w.next().Text(s) }
func (w *writer) Integers(list []int) { w.next().Integers(list) }

func (w *writer) Number(v float64) {
	if isText([]float64{v}) {
		w.next().Number(v)
	} else {
		w.put(late{v: js.ValueOf(v)})
	}
}

// Given puts a value that was read where the next one belongs.
func (w *writer) Given(v wire.Value) { w.put(late{v: v.(*value).v}) }

func (w *writer) Numbers(list []float64) {
	if isText(list) {
		w.next().Numbers(list)
	} else {
		w.put(late{v: numbers(list)})
	}
}

func (w *writer) Rows(m core.Matrix) {
	if isText(m.Data) {
		w.next().Rows(m)
	} else {
		w.put(late{v: longRows(m)})
	}
}

func (w *writer) Activations(list []float64) {
	if len(w.open) == 0 || len(list) == 0 {
		w.put(late{v: float64Array(list)})
		return
	}
	from := len(w.typed)
	w.typed = append(w.typed, list...)
	w.put(late{from: from, to: len(w.typed)})
}

// isText says whether numbers can be passed as text.
func isText(list []float64) bool {
	for _, v := range list {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return len(list) < longText
}
