//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// writer makes JavaScript values.
type writer struct {
	open []container
	done js.Value // the last one that was finished outside of any container
}

// container is an object with the key that its next value gets, or a list with
// its length.
type container struct {
	v    js.Value
	key  string
	list bool
	n    int
}

// made is the value that write writes.
func made(write func(w wire.Writer)) js.Value {
	w := &writer{}
	write(w)
	return w.done
}

func (w *writer) put(v js.Value) {
	if len(w.open) == 0 {
		w.done = v
		return
	}
	c := &w.open[len(w.open)-1]
	if c.list {
		c.v.SetIndex(c.n, v)
		c.n++
	} else {
		c.v.Set(c.key, v)
	}
}

func (w *writer) Object() { w.open = append(w.open, container{v: newObject()}) }
func (w *writer) List()   { w.open = append(w.open, container{v: newArray(), list: true}) }

func (w *writer) End() {
	c := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	w.put(c.v)
}

func (w *writer) Key(name string) { w.open[len(w.open)-1].key = name }

func (w *writer) Null()            { w.put(js.Null()) }
func (w *writer) Bool(v bool)      { w.put(js.ValueOf(v)) }
func (w *writer) Integer(v int)    { w.put(js.ValueOf(v)) }
func (w *writer) Number(v float64) { w.put(js.ValueOf(v)) }
func (w *writer) Text(s string)    { w.put(js.ValueOf(s)) }

func (w *writer) Numbers(list []float64)     { w.put(plain(float64Array(list))) }
func (w *writer) Activations(list []float64) { w.put(float64Array(list)) }
func (w *writer) Rows(m core.Matrix)         { w.put(rowsOf(m)) }
func (w *writer) Integers(list []int)        { w.put(integers(list)) }
