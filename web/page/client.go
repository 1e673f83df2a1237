//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"
)

// client is the public JavaScript API and the plots. Nothing of the engine is
// reached in any other way.
type client struct{ xaia, plot js.Value }

// await blocks the calling goroutine until the promise settles. It must not be
// called from an event handler itself, only from a goroutine: a handler that
// blocks keeps the promise from ever settling.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	done := make(chan outcome, 1)
	fulfilled := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{value: args[0]}
		return nil
	})
	defer fulfilled.Release()
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{err: errors.New(args[0].Get("message").String())}
		return nil
	})
	defer rejected.Release()
	promise.Call("then", fulfilled, rejected)
	o := <-done
	return o.value, o.err
}

func (c client) fit(x, y, options any) (js.Value, error) {
	return await(c.xaia.Call("fit", x, y, options))
}

// list makes a JavaScript array.
func list[T any](items []T, convert func(T) any) js.Value {
	array := js.Global().Get("Array").New(len(items))
	for i, item := range items {
		array.SetIndex(i, convert(item))
	}
	return array
}

func pair(x, y float64) any { return []any{x, y} }
