package kernels

import "testing"

// Browsers before 2023 refuse to compile more than 4 KB at once on a page.
func TestModuleIsSmall(t *testing.T) {
	if size := len(Module()); size > 4096 {
		t.Errorf("the kernels have %d bytes, want at most 4096", size)
	}
	for i, kernel := range kernels {
		var f function
		kernel(&f)
		t.Logf("kernel %d has %d bytes", i, len(f.bytes()))
	}
}
