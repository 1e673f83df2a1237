//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// terminal is what somebody sees, and what a program takes for their terminal.
func terminal(t *testing.T) (screen, program *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	var number, locked int32
	for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &locked, syscall.TIOCGPTN: &number} {
		if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value))); failed != 0 {
			t.Fatal(failed)
		}
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return screen, program
}

// A terminal gets neither a model nor what it would obey; a file, a pipe and nothing at all get what there is.
func TestWhatATerminalGets(t *testing.T) {
	const evil = "\x1b[31m"
	table := "name,a,y\none,1,a" + evil + "\ntwo,3,b\n"
	model := filepath.Join(t.TempDir(), "m.xaia")
	to := func(out *os.File, args ...string) (int, string) {
		var notes bytes.Buffer
		exit := run(args, strings.NewReader(table), out, &notes)
		return exit, notes.String()
	}
	if exit, notes := to(nil, "fit", "-", "--target", "y", "--leave-out", "name", "-o", model); exit != 0 {
		t.Fatal(notes)
	}
	nothing, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer nothing.Close()
	if exit, notes := to(nothing, "fit", "-", "--target", "y"); exit != 0 || !strings.Contains(notes, "A model of “y” (2 classes)") {
		t.Errorf("to nothing: exit %d, %s", exit, notes)
	}
	screen, program := terminal(t)
	if exit, notes := to(program, "fit", "-", "--target", "y"); exit != 2 || !strings.HasPrefix(notes, "xaia fit: a model is no text for a terminal: give -o MODEL, or lead the output on\n") {
		t.Errorf("to a terminal: exit %d, %s", exit, notes)
	}
	if exit, notes := to(program, "predict", model, "-", "--only"); exit != 0 {
		t.Fatal(notes)
	}
	seen := make([]byte, 1000)
	n, err := screen.Read(seen)
	if want := "prediction,recognition\r\na\\u001b[31m,strong\r\nb,strong\r\n"; err != nil || string(seen[:n]) != want {
		t.Errorf("%v, the screen shows %q, not %q", err, seen[:n], want)
	}
}
