package stage

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Usage is what the programs of that name in the server's process group have
// used: processor time so far, and memory now.
func (s *Server) Usage(name string) (cpu time.Duration, memory int64, err error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, 0, err
	}
	found := false
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil { // it has ended
			continue
		}
		// pid (name) state ppid pgrp ...: the name may hold anything.
		open, end := strings.IndexByte(string(text), '('), strings.LastIndexByte(string(text), ')')
		fields := strings.Fields(string(text[end+1:]))
		if string(text[open+1:end]) != name || fields[2] != strconv.Itoa(s.cmd.Process.Pid) {
			continue
		}
		found = true
		for _, i := range []int{11, 12} { // utime and stime, in ticks of 1/100 s
			ticks, _ := strconv.Atoi(fields[i])
			cpu += time.Duration(ticks) * 10 * time.Millisecond
		}
		pages, _ := strconv.ParseInt(fields[21], 10, 64)
		memory += pages * int64(os.Getpagesize())
	}
	if !found {
		return 0, 0, fmt.Errorf("no %s runs in the server's process group", name)
	}
	return cpu, memory, nil
}
