//go:build !js

package core

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
)

const benchPlatform = "native"

func benchFile(name string) ([]byte, error) { return os.ReadFile("../testdata/data/" + name) }

func benchPrint(line string) { fmt.Println(line) }

// peakBytes is the most memory that the process ever had resident; what the
// runtime took from the system where Linux's account is missing.
func peakBytes() uint64 {
	status, _ := os.ReadFile("/proc/self/status")
	if _, rest, found := bytes.Cut(status, []byte("VmHWM:")); found {
		var kilobytes uint64
		if _, err := fmt.Sscan(string(rest), &kilobytes); err == nil {
			return kilobytes * 1024
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}
