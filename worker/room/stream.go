//go:build !js

package room

import (
	"context"
	"net/http"
	"sync"
	"time"
)

const (
	queued = 256              // events that may wait for a reader; a wall of sixty busy guests fills this in seconds, not at once
	beat   = 10 * time.Second // between two signs of life
	slow   = 10 * time.Second // that one write may take
)

// stream is a reader of events. One that reads too slowly is let go: it comes back, and is told all anew.
type stream struct {
	events chan []byte
	once   sync.Once
	done   chan struct{}
	last   []byte // what it is told at the end
}

func newStream() *stream {
	return &stream{events: make(chan []byte, queued), done: make(chan struct{})}
}

// send never waits.
func (s *stream) send(e []byte) {
	select {
	case s.events <- e:
	default:
		s.close(nil)
	}
}

func (s *stream) close(last []byte) {
	s.once.Do(func() {
		s.last = last
		close(s.done)
	})
}

// run writes what is sent until the reader goes or the stream is closed. The server's own limits of time are for short
// requests: here each write has one.
func (s *stream) run(ctx context.Context, w http.ResponseWriter, begin []byte) {
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Time{}) // else the connection ends with the time that a request may take to arrive
	write := func(e []byte) bool {
		control.SetWriteDeadline(time.Now().Add(slow))
		if _, err := w.Write(e); err != nil {
			return false
		}
		return len(s.events) > 0 || control.Flush() == nil
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	alive := time.NewTicker(beat)
	defer alive.Stop()
	for ok := write(begin); ok; {
		select {
		case <-ctx.Done():
			return
		case <-s.done:
			if s.last != nil {
				write(s.last)
				control.Flush()
			}
			return
		case e := <-s.events:
			ok = write(e)
		case <-alive.C:
			ok = write([]byte(":\n\n"))
		}
	}
}
