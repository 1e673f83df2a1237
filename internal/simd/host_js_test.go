package simd

import "syscall/js"

// The host may have given kernels (web/test/kernels.test.mjs).
func init() { Use(js.Global().Get("xaiaKernels").Equal(js.ValueOf(Version))) }
