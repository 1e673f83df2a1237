package floatmath

import (
	"syscall/js"

	"github.com/xaia-go/xaia/internal/simd"
)

func init() { simd.Use(js.Global().Get("xaiaKernels").Equal(js.ValueOf(simd.Version))) }
