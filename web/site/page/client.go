//go:build js && wasm

package main

import "syscall/js"

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

// await blocks the calling goroutine until the promise settles. It must not be
// called from an event handler itself, only from a goroutine: a handler that
// blocks keeps the promise from ever settling.
func await(promise js.Value) (js.Value, error) {
	done := make(chan js.Value, 1)
	settled := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- args[0].Index(0)
		return nil
	})
	defer settled.Release()
	js.Global().Get("Promise").Call("allSettled", []any{promise}).Call("then", settled)
	outcome := <-done
	if outcome.Get("status").String() == "rejected" {
		return js.Undefined(), failure{outcome.Get("reason")}
	}
	return outcome.Get("value"), nil
}

// object makes a JavaScript object of names and values in turn. A map literal
// would do, but costs five times the code.
func object(fields ...any) js.Value {
	o := js.Global().Get("Object").New()
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
