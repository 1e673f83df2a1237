//go:build js && wasm

package main

import (
	"bufio"
	"bytes"
	"syscall/js"
)

// For Python in a page, which has no processes: xaiaEngine(message) is the answer, both as bytes.
func main() {
	s := newSession()
	js.Global().Set("xaiaEngine", js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := make([]byte, args[0].Length())
		js.CopyBytesToGo(message, args[0])
		c, err := read(bufio.NewReader(bytes.NewReader(message)))
		if err != nil {
			return js.Null() // half a message
		}
		answer := s.reply(c)
		out := js.Global().Get("Uint8Array").New(len(answer))
		js.CopyBytesToJS(out, answer)
		return out
	}))
	select {}
}
