//go:build js && wasm

package main

import "syscall/js"

// yielder is a handler's Yield: it gives the thread to the isolate's other requests about fifty times a second
// (entry.mjs, pauser). Between two pauses the platform's clock stands still and its timers don't fire, so the number
// of calls between pauses is learned from the duration of the last ones.
func yielder(pause js.Value) func() bool {
	if pause.Type() != js.TypeFunction {
		return nil
	}
	const seldom, often = 8, 24 // milliseconds
	every, calls := 1, 0
	return func() bool {
		if calls++; calls < every {
			return false
		}
		calls = 0
		v, err := await(pause.Invoke())
		if err != nil {
			return false
		}
		computed := v.Int()
		if computed < seldom && every < 1<<12 {
			every *= 2
		} else if computed > often && every > 1 {
			every /= 2
		}
		return computed < 0
	}
}
