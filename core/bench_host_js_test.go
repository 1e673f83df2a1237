package core

import (
	"fmt"
	"os"
	"runtime"
	"syscall/js"
	"time"
)

const benchPlatform = "wasm"

// benchHost is what bench/host.mjs lends: a page has no files, and the memory
// belongs to the instance. Under "go test" it is missing.
func benchHost() js.Value { return js.Global().Get("xaiaBench") }

func benchFile(name string) ([]byte, error) {
	if host := benchHost(); host.Truthy() {
		return []byte(host.Call("file", name).String()), nil
	}
	return os.ReadFile("../testdata/data/" + name)
}

// benchPrint gives way to the event loop, else a page's console would say
// nothing before the end.
func benchPrint(line string) {
	fmt.Println(line)
	time.Sleep(20 * time.Millisecond)
}

// peakBytes is the size of the instance's memory, which never shrinks.
func peakBytes() uint64 {
	if host := benchHost(); host.Truthy() {
		return uint64(host.Call("memoryBytes").Float())
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}
