//go:build js && wasm

package main

import (
	"slices"
	"syscall/js"
)

// failure is an error that JavaScript threw.
type failure struct{ js.Value }

func (f failure) Error() string {
	if m := f.Get("message"); m.Type() == js.TypeString {
		return m.String()
	}
	return f.String()
}

// code is the XaiaError's, or empty.
func code(err error) string {
	if f, ok := err.(failure); ok && f.Type() == js.TypeObject {
		if c := f.Get("code"); c.Type() == js.TypeString {
			return c.String()
		}
		if n := f.Get("name"); n.Type() == js.TypeString && n.String() == "AbortError" {
			return "aborted"
		}
	}
	return ""
}

// outcome is what a promise gave.
type outcome struct {
	value js.Value
	err   error
}

// waiting are those who wait for a promise, by number; nil: that number is free.
var waiting []chan outcome

// settled is told how a promise ended: its number, the value or the error, and which of them it is.
var settled = callback(func(args []js.Value) {
	n := args[0].Int()
	o := outcome{value: args[1]}
	if args[2].Bool() {
		o = outcome{js.Undefined(), failure{args[1]}}
	}
	waiting[n] <- o
	waiting[n] = nil
})

// await blocks the calling goroutine until the promise settles. It must not be
// called from an event handler itself, only from a goroutine: a handler that
// blocks keeps the promise from ever settling.
func (c client) await(promise js.Value) (js.Value, error) {
	done := make(chan outcome, 1)
	n := slices.Index(waiting, nil)
	if n < 0 {
		n = len(waiting)
		waiting = append(waiting, nil)
	}
	waiting[n] = done
	c.settle(promise, n, settled)
	o := <-done
	return o.value, o.err
}

var objects, arrays = js.Global().Get("Object"), js.Global().Get("Array")

// object makes a JavaScript object of names and values in turn. A map literal
// would do, but costs five times the code.
func object(fields ...any) js.Value {
	o := objects.New()
	for i := 0; i < len(fields); i += 2 {
		o.Set(fields[i].(string), fields[i+1])
	}
	return o
}

// callback is a function for JavaScript that is kept as long as the page.
func callback(f func(args []js.Value)) js.Func {
	return answering(func(args []js.Value) any {
		f(args)
		return nil
	})
}

// hearing is one that is done in a goroutine of its own: it may wait for the engine.
func hearing(f func(args []js.Value)) js.Func {
	return callback(func(args []js.Value) { go guarded(func() { f(args) }) })
}

// answering is the same, with a result; null where it fails.
func answering(f func(args []js.Value) any) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
		guarded(func() { result = f(args) })
		return result
	})
}

// pause waits without blocking the page.
func pause(milliseconds int) {
	done := make(chan struct{})
	f := js.FuncOf(func(js.Value, []js.Value) any {
		close(done)
		return nil
	})
	defer f.Release()
	js.Global().Call("setTimeout", f, milliseconds)
	<-done
}
