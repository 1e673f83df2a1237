//go:build js && wasm

package main

import "syscall/js"

// yielder is a handler's Yield: it gives the thread to the isolate's other requests about fifty times a second
// (entry.mjs, pauser). Between two pauses the platform's clock stands still and its timers don't fire, so the number
// of calls between pauses is learned from the duration of the last ones. It is learned anew where the calls' duration
// changes: a row of an answer takes as long as hundreds of calls while the model was loaded.
func yielder(pause js.Value) func(anew bool) bool {
	if pause.Type() != js.TypeFunction {
		return nil
	}
	const few, most = 4, 1 << 12 // calls between pauses
	const wanted = 16            // milliseconds between pauses
	every, calls := few, 0
	return func(anew bool) bool {
		if anew {
			every, calls = few, 0
		}
		if calls++; calls < every {
			return false
		}
		calls = 0
		v, err := await(pause.Invoke())
		if err != nil {
			return false
		}
		computed := v.Int()
		every = min(max(1, every*wanted/max(computed, wanted/4)), most)
		return computed < 0
	}
}
