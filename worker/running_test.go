//go:build unix

package worker_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// running is a server as in production: the native one as a process of its own, or the Worker in workerd.
type running struct {
	URL string

	cmd   *exec.Cmd
	ended chan struct{}
	log   journal
}

// journal keeps what a server prints.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(b)
}

func (s *running) Log() string {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	return s.log.text.String()
}

// started is a server that ends with the test.
func started(t testing.TB, s *running, err error) *running {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	return s
}

// native builds the server into the folder, once, and starts it there with the token.
func native(t testing.TB, folder string, flags ...string) *running {
	t.Helper()
	s, err := start(folder, flags)
	return started(t, s, err)
}

// start is native where the start may fail. before is a command of sh that runs first.
func start(folder string, flags []string, before ...string) (*running, error) {
	program := filepath.Join(folder, "serve")
	if _, err := os.Stat(program); err != nil {
		build := exec.Command("go", "build", "-o", program, "./serve")
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building worker/serve: %w\n%s", err, out)
		}
	}
	script := strings.Join(append(before, `exec "$0" "$@"`), "\n")
	cmd := exec.Command("sh", append([]string{"-c", script, program, "-address", "127.0.0.1:0", "-site", filepath.Join(root, "dist/site"), "-models", filepath.Join(folder, "models")}, flags...)...)
	cmd.Env = append([]string{"XAIA_VERIFY=1"}, append(os.Environ(), "XAIA_TOKEN="+token, "XAIA_ORIGINS="+origin)...) // unless it is set otherwise
	return run(cmd, `xaia is at (http://127\.0\.0\.1:\d+)/`, pace.Of(10*time.Second))
}

// edge starts the Worker that ./build.sh has built, under wrangler.
func edge(folder, token string) (*running, error) {
	cmd := exec.Command("node", "node_modules/wrangler/bin/wrangler.js", "dev", "--local", "--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0",
		"--show-interactive-dev-session=false", "--persist-to", filepath.Join(folder, "state"), "--var", "XAIA_TOKEN:"+token, "--var", "XAIA_ORIGINS:"+origin)
	cmd.Env = append(os.Environ(), "CI=1", "WRANGLER_SEND_METRICS=false", "XDG_CONFIG_HOME="+folder)
	return inNode(cmd)
}

// bare starts the same without wrangler, without the page.
func bare(t testing.TB, folder string) *running {
	t.Helper()
	cmd := exec.Command("node", "testdata/bare.mjs", filepath.Join(folder, "r2"))
	cmd.Env = append(os.Environ(), "XAIA_TOKEN="+token)
	s, err := inNode(cmd)
	return started(t, s, err)
}

func inNode(cmd *exec.Cmd) (*running, error) {
	for _, needed := range []string{"node_modules/.bin/workerd", "../dist/edge/app.wasm"} {
		if _, err := os.Stat(needed); err != nil {
			return nil, fmt.Errorf("the Worker is not built, run ./build.sh edge or test: %w", err)
		}
	}
	return run(cmd, `Ready on (http://127\.0\.0\.1:\d+)`, pace.Of(time.Minute))
}

// run starts a program in a process group of its own, and waits until it prints its address.
func run(cmd *exec.Cmd, ready string, within time.Duration) (*running, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = in, in
	s := &running{cmd: cmd, ended: make(chan struct{})}
	err = cmd.Start()
	in.Close()
	if err != nil {
		return nil, err
	}
	found, read := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(read)
		address, lines := regexp.MustCompile(ready), bufio.NewReader(io.TeeReader(out, &s.log))
		for {
			line, err := lines.ReadString('\n')
			if m := address.FindStringSubmatch(line); m != nil {
				found <- m[1]
				break
			}
			if err != nil {
				break
			}
		}
		io.Copy(io.Discard, lines)
		out.Close()
	}()
	go func() {
		cmd.Wait()
		close(s.ended)
	}()
	select {
	case s.URL = <-found:
		return s, nil
	case <-s.ended:
		<-read // what it said
		err = errors.New("it ended")
	case <-time.After(within):
		err = errors.New("it wasn't ready in time")
	}
	s.Kill()
	return nil, fmt.Errorf("starting %s: %w\n%s", cmd.Args, err, s.Log())
}

// Kill ends the server at once, like a power cut.
func (s *running) Kill() {
	select {
	case <-s.ended: // another process may have its number now
	default:
		syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
		<-s.ended
	}
}

// Stop asks the server to end, and returns an error if it ended otherwise.
func (s *running) Stop() error {
	syscall.Kill(-s.cmd.Process.Pid, syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(pace.Of(10 * time.Second)):
		s.Kill()
		return errors.New("it didn't stop when it was asked to")
	}
	if state := s.cmd.ProcessState; !state.Success() {
		return fmt.Errorf("it ended with %s\n%s", state, s.Log())
	}
	return nil
}

// usage is what the programs of that name in the server's process group use, as Linux says: processor time so far, and
// memory now and at most.
func (s *running) usage(name string) (cpu time.Duration, now, most int64, err error) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	err = fmt.Errorf("no %s runs in the server's process group", name)
	for _, path := range stats {
		text, _ := os.ReadFile(path) // nothing if it has ended
		// pid (name) state ppid pgrp ...: the name may hold anything.
		before, after := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
		if before < 0 || string(text[before+1:after]) != name {
			continue
		}
		fields := strings.Fields(string(text[after+1:]))
		if fields[2] != strconv.Itoa(s.cmd.Process.Pid) {
			continue
		}
		err = nil
		for _, i := range []int{11, 12} { // utime and stime, in ticks of 1/100 s
			ticks, _ := strconv.Atoi(fields[i])
			cpu += time.Duration(ticks) * 10 * time.Millisecond
		}
		status, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "status"))
		for key, to := range map[string]*int64{"VmRSS:": &now, "VmHWM:": &most} {
			if _, rest, found := strings.Cut(string(status), key); found {
				kib, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
				*to += kib << 10
			}
		}
	}
	return cpu, now, most, err
}
