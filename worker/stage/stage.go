//go:build unix

// Package stage starts the HTTP server as in production, for tests and
// measurements: the native server as a separate process, and the Worker in
// workerd under wrangler, on free ports and with separate folders.
package stage

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
	"sync"
	"syscall"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// Server is a running server.
type Server struct {
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

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// SmallFiles has the next native servers fail to write a file of more than some KiB, as with a full disk.
var SmallFiles bool

// Native builds the server into folder, once, and starts it there.
func Native(root, folder string, env ...string) (*Server, error) {
	return Start(root, folder, nil, env...)
}

// Start is Native with more flags.
func Start(root, folder string, flags []string, env ...string) (*Server, error) {
	program := filepath.Join(folder, "serve")
	if _, err := os.Stat(program); err != nil {
		build := exec.Command("go", "build", "-o", program, "./worker/serve")
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building worker/serve: %w\n%s", err, out)
		}
	}
	args := append([]string{"-address", "127.0.0.1:0", "-site", filepath.Join(root, "dist/site"), "-models", filepath.Join(folder, "models")}, flags...)
	cmd := exec.Command(program, args...)
	if SmallFiles {
		cmd = exec.Command("sh", append([]string{"-c", `ulimit -f 8 && exec "$0" "$@"`, program}, args...)...)
	}
	cmd.Env = append(os.Environ(), env...)
	return start(cmd, regexp.MustCompile(`xaia is at (http://127\.0\.0\.1:\d+)/`), pace.Of(10*time.Second))
}

// Edge starts the Worker that ./build.sh has built, with variables NAME:value.
func Edge(root, folder string, variables ...string) (*Server, error) {
	args := []string{"node_modules/wrangler/bin/wrangler.js", "dev", "--local", "--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0",
		"--show-interactive-dev-session=false", "--persist-to", filepath.Join(folder, "state")}
	for _, v := range variables {
		args = append(args, "--var", v)
	}
	return node(root, args, "CI=1", "WRANGLER_SEND_METRICS=false", "XDG_CONFIG_HOME="+folder)
}

// Bare starts the same without wrangler, without the page.
func Bare(root, folder string, env ...string) (*Server, error) {
	return node(root, []string{"stage/bare.mjs", filepath.Join(folder, "r2")}, env...)
}

func node(root string, args []string, env ...string) (*Server, error) {
	for _, needed := range []string{"worker/node_modules/.bin/workerd", "dist/edge/app.wasm"} {
		if _, err := os.Stat(filepath.Join(root, needed)); err != nil {
			return nil, fmt.Errorf("the Worker is not built, run ./build.sh edge or test: %w", err)
		}
	}
	cmd := exec.Command("node", args...)
	cmd.Dir = filepath.Join(root, "worker")
	cmd.Env = append(os.Environ(), env...)
	return start(cmd, regexp.MustCompile(`Ready on (http://127\.0\.0\.1:\d+)`), pace.Of(time.Minute))
}

// start runs a program in a separate process group, and waits until it prints its address.
func start(cmd *exec.Cmd, ready *regexp.Regexp, within time.Duration) (*Server, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = in, in
	s := &Server{cmd: cmd, ended: make(chan struct{})}
	err = cmd.Start()
	in.Close()
	if err != nil {
		return nil, err
	}
	found, read := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(read)
		lines := bufio.NewReader(io.TeeReader(out, &s.log))
		for {
			line, err := lines.ReadString('\n')
			if m := ready.FindStringSubmatch(line); m != nil {
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
	return nil, fmt.Errorf("starting %s: %w\n%s", cmd.Args[0], err, s.Log())
}

// Log is what the server has printed.
func (s *Server) Log() string { return s.log.String() }

// Kill ends the server at once, like a power cut.
func (s *Server) Kill() {
	syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
	<-s.ended
}

// Stop asks the server to end, and returns an error if it ended otherwise.
func (s *Server) Stop() error {
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
