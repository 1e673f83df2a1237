//go:build js && wasm

package simd

import "unsafe"

var on bool

// Version is that of the arguments below and of what the kernels do with them. The loader has the same (kernels.js).
const Version = 3

// Use says whether the loader has put these kernels in the place of gojs.debug, which otherwise prints its argument.
func Use(kernels bool) { on = kernels }

// run calls a kernel, which finds its arguments by the stack pointer.
//
//go:wasmimport gojs debug
//go:noescape
func run(kernel int, a, b, c, d, e unsafe.Pointer, count, width int, limit float64) (result uint64)
