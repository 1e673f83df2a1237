//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/signal"
	"strings"
	"testing"
	"time"
)

// Ctrl-C reaches the child as well: it cancels the call, and nothing else. The end of its input ends it.
func TestInterrupts(t *testing.T) {
	in, send, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	receive, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdin, stdout := os.Stdin, os.Stdout
	os.Stdin, os.Stdout = in, out
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		main()
	}()
	t.Cleanup(func() {
		send.Close()
		<-ended
		signal.Reset(os.Interrupt)
		os.Stdin, os.Stdout = stdin, stdout
	})
	aborted, quiet := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(quiet)
		io.WriteString(send, long())
		self, _ := os.FindProcess(os.Getpid())
		for { // the first may come before the call is known
			select {
			case <-aborted:
				return
			case <-time.After(50 * time.Millisecond):
				self.Signal(os.Interrupt)
			}
		}
	}()
	r := bufio.NewReader(receive)
	if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, `"code":"aborted"`) {
		t.Fatalf("%.200s, %v", line, err)
	}
	close(aborted)
	<-quiet
	time.Sleep(50 * time.Millisecond)
	io.WriteString(send, fitNumbers)
	if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, `"model":1`) {
		t.Errorf("then %.200s, %v", line, err)
	}
	send.Close()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("it goes on without its parent")
	}
}
