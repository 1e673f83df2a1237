//go:build js && wasm

// Command wasm is the engine as a WebAssembly module. Run by Go's wasm_exec.js, it
// sets globalThis.xaia and waits for calls.
package main

import "github.com/xaia-go/xaia/wasm/binding"

func main() {
	binding.Register()
	select {}
}
