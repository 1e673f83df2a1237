package core

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall/js"
	"time"
	"unsafe"

	"github.com/xaia-go/xaia/internal/simd"
)

const benchPlatform = "wasm"

// benchHost is what bench/host.mjs lends: a page has no files, and the memory
// belongs to the instance. Under "go test" it is missing.
func benchHost() js.Value { return js.Global().Get("xaiaBench") }

func benchFile(name string) ([]byte, error) {
	host := benchHost()
	if !host.Truthy() {
		return os.ReadFile("../testdata/data/" + name)
	}
	answered := make(chan js.Value)
	answer := js.FuncOf(func(_ js.Value, args []js.Value) any {
		go func() { answered <- args[0] }()
		return nil
	})
	defer answer.Release()
	host.Call("file", name).Call("then", answer, answer)
	bytes := <-answered
	if !bytes.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, errors.New(bytes.Call("toString").String())
	}
	content := make([]byte, bytes.Length())
	js.CopyBytesToGo(content, bytes)
	return content, nil
}

// benchAllPairs is a plain double loop over the rows in JavaScript, in this very process, and returns its milliseconds;
// nil where the host has none.
func benchAllPairs(x Matrix) func() float64 {
	host := benchHost()
	if !host.Truthy() || !host.Get("allPairs").Truthy() {
		return nil
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&x.Data[0])), 8*len(x.Data))
	copied := js.Global().Get("Uint8Array").New(len(bytes))
	js.CopyBytesToJS(copied, bytes)
	data := js.Global().Get("Float64Array").New(copied.Get("buffer"))
	return func() float64 { return host.Call("allPairs", data, x.Rows, x.Columns).Float() }
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

func init() { simd.Use(js.Global().Get("xaiaKernels").Equal(js.ValueOf(simd.Version))) }
