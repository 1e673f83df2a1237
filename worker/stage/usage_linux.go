package stage

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Usage returns what the programs of that name in the server's process group use:
// processor time so far, and memory now.
func (s *Server) Usage(name string) (cpu time.Duration, memory int64, err error) {
	err = s.each(name, func(_ string, fields []string) {
		for _, i := range []int{11, 12} { // utime and stime, in ticks of 1/100 s
			ticks, _ := strconv.Atoi(fields[i])
			cpu += time.Duration(ticks) * 10 * time.Millisecond
		}
		pages, _ := strconv.ParseInt(fields[21], 10, 64)
		memory += pages * int64(os.Getpagesize())
	})
	return cpu, memory, err
}

// Peak is the sum of these programs' peak resident memories.
func (s *Server) Peak(name string) (memory int64, err error) {
	err = s.each(name, func(folder string, _ []string) {
		status, _ := os.ReadFile(filepath.Join(folder, "status"))
		if _, rest, found := strings.Cut(string(status), "VmHWM:"); found {
			kib, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			memory += kib << 10
		}
	})
	return memory, err
}

// each calls f for the programs of that name in the server's process group, with their folders under
// /proc and the fields of their stat behind the name.
func (s *Server) each(name string, f func(folder string, fields []string)) error {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return err
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
		f(filepath.Dir(path), fields)
	}
	if !found {
		return fmt.Errorf("no %s runs in the server's process group", name)
	}
	return nil
}
