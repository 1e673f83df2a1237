//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// job runs programs for one phase: where, with which environment, and what takes their output.
type job struct {
	ctx context.Context
	out io.Writer // what programs print
	err io.Writer // what they say beside it
	dir string    // in the repository; programs run in its root otherwise
	env []string  // beside the environment of the build
}

func (j *job) with(env ...string) *job {
	more := *j
	more.env = append(append([]string{}, j.env...), env...)
	return &more
}

func (j *job) in(dir string) *job {
	other := *j
	other.dir = dir
	return &other
}

// stoppable is the same job with an end of its own.
func (j *job) stoppable() (*job, func()) {
	one := *j
	ctx, stop := context.WithCancel(j.ctx)
	one.ctx = ctx
	return &one, stop
}

// run runs a program to its end. A job that is cancelled ends the program and whatever it has started.
func (j *job) run(program string, args ...string) error {
	cmd := j.command(program, args...)
	cmd.Stdout = j.out
	return j.wait(cmd)
}

// output is what a program prints.
func (j *job) output(program string, args ...string) (string, error) {
	var text bytes.Buffer
	cmd := j.command(program, args...)
	cmd.Stdout = &text
	err := j.wait(cmd)
	return text.String(), err
}

func (j *job) command(program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(j.ctx, program, args...)
	cmd.Dir, cmd.Stderr, cmd.Env = j.dir, j.err, append(os.Environ(), j.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

func (j *job) wait(cmd *exec.Cmd) error {
	err := cmd.Run()
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it has left running
	}
	if cause := context.Cause(j.ctx); cause != nil {
		return cause
	}
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nil
}

// replace becomes the program, so that a signal and the terminal reach it.
func (j *job) replace(program string, args ...string) error {
	path, err := exec.LookPath(program)
	if err != nil {
		return err
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	if err := os.Chdir(filepath.Join(".", j.dir)); err != nil {
		return err
	}
	return syscall.Exec(path, append([]string{program}, args...), append(os.Environ(), j.env...))
}

// screen is the terminal, which phases that run at once share.
var screen = &struct {
	sync.Mutex
	io.Writer
}{Writer: os.Stdout}

// say begins a phase.
func say(format string, args ...any) {
	screen.Lock()
	defer screen.Unlock()
	fmt.Fprintf(screen, "%s  %s\n", time.Now().Format("15:04:05"), fmt.Sprintf(format, args...))
}

// keeping runs f, and writes what its programs print into a file as well.
func (j *job) keeping(file string, f func(*job) error) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	to, err := os.Create(file)
	if err != nil {
		return err
	}
	both := *j
	both.out = io.MultiWriter(j.out, to)
	return errors.Join(f(&both), to.Close())
}
