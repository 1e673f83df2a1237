//go:build !js

package core

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
)

const benchPlatform = "native"

// benchFile reads a file of testdata, or of those that "./build.sh bench" makes.
func benchFile(name string) ([]byte, error) {
	content, err := os.ReadFile("../testdata/data/" + name)
	if errors.Is(err, os.ErrNotExist) {
		return os.ReadFile("../dist/bench/data/" + name)
	}
	return content, err
}

// benchAllPairs is missing: JavaScript has that loop.
func benchAllPairs(Matrix) func() float64 { return nil }

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
