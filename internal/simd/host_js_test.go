package simd

import (
	"os"
	"syscall/js"
	"testing"
)

// The host may have given kernels (web/test/kernels.test.mjs).
func init() { Use(js.Global().Get("xaiaKernels").Equal(js.ValueOf(Version))) }

func TestKernelsAreTaken(t *testing.T) {
	if wanted := os.Getenv("XAIA_KERNELS") != ""; on != wanted {
		t.Errorf("kernels are on: %t, want %t", on, wanted)
	}
}
