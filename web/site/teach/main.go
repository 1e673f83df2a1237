//go:build js && wasm

// Command teach is the engine that teach.html downloads: what one fits and teaches with, and no more.
package main

import "github.com/xaia-go/xaia/wasm/binding"

func main() {
	binding.RegisterTeaching()
	select {}
}
