//go:build linux || darwin

// Package mutant is what the code that is tested asks whether a change is on. The build has all changes in it, each behind a number;
// XAIA_MUTANT says which one is on, and XAIA_REACHED a file with a byte for each, where those that were asked for leave a 1.
package mutant

import (
	"os"
	"strconv"
	"syscall"
)

// mostMemory ends a change that allocates without end, before the machine does.
const mostMemory = 12 << 30

var (
	active  = -1
	reached []byte
)

func init() {
	if text := os.Getenv("XAIA_MUTANT"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			panic(err)
		}
		active = n
		limit := syscall.Rlimit{Cur: mostMemory, Max: mostMemory}
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &limit); err != nil {
			panic(err)
		}
	}
	if path := os.Getenv("XAIA_REACHED"); path != "" {
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			panic(err)
		}
		defer file.Close()
		info, err := file.Stat()
		if err == nil {
			reached, err = syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
		}
		if err != nil {
			panic(err)
		}
	}
}

// On says whether change n is on.
func On(n int) bool {
	if reached != nil {
		reached[n] = 1
	}
	return n == active
}

// Or is a constant, or another where change n is on.
func Or[T any](n int, is, instead T) T {
	if On(n) {
		return instead
	}
	return is
}
