//go:build js && wasm

// Command wasm is the engine as a WebAssembly module. Run by Go's wasm_exec.js, it
// sets globalThis.xaia and waits for calls.
package main

import (
	"unsafe"

	"github.com/xaia-go/xaia/wasm/binding"
)

func main() {
	binding.Register()
	select {}
}

//
//lint:ignore U1000 JavaScript calls it
//go:wasmexport row
func row() int32 { return int32(uintptr(unsafe.Pointer(&binding.Row))) }

//
//lint:ignore U1000 JavaScript calls it
//go:wasmexport answerRow
func answerRow(handle, columns int32) float64 { return binding.AnswerRow(handle, columns) }
