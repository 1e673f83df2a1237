//go:build !js

package worker

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
)

// Attend makes net/http notice when a client disconnects, even if the client has sent bytes after its body. While
// net/http answers a request, it reads one byte ahead to see the end of the connection; a byte after the body hides
// that end. Connections of this listener continue to read, and keep these bytes for the next request.
func Attend(l net.Listener) net.Listener { return attentive{l} }

type attentive struct{ net.Listener }

func (a attentive) Accept() (net.Conn, error) {
	c, err := a.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &attended{TCPConn: tcp}, nil
	}
	return c, err
}

// attended embeds the connection instead of its interface, because net/http also looks for CloseWrite.
type attended struct {
	*net.TCPConn
	ahead    []byte      // read, but not yet requested by net/http
	answered atomic.Bool // something was sent since the request was read, so the next request may follow
}

// mostAhead is longer than the head of a next request. A client that sends more before it gets an answer is
// treated as disconnected.
const mostAhead = 16 << 10

var errAhead = errors.New("worker: the client continues to send without waiting for an answer")

func (c *attended) Write(p []byte) (int, error) {
	c.answered.Store(true)
	return c.TCPConn.Write(p)
}

func (c *attended) ReadFrom(r io.Reader) (int64, error) {
	c.answered.Store(true)
	return c.TCPConn.ReadFrom(r)
}

// Read with a buffer of one byte is how net/http watches a connection; it reads everything else into larger
// buffers. Its reads never overlap.
func (c *attended) Read(p []byte) (int, error) {
	if len(p) == 1 {
		return 0, c.watch()
	}
	c.answered.Store(false)
	if len(c.ahead) > 0 {
		n := copy(p, c.ahead)
		c.ahead = c.ahead[n:]
		return n, nil
	}
	return c.TCPConn.Read(p)
}

// watch returns when the connection ends, when net/http sets a deadline because it no longer needs to watch, or when
// the next request exceeds the buffer.
func (c *attended) watch() error {
	var b [512]byte
	for len(c.ahead) < mostAhead {
		n, err := c.TCPConn.Read(b[:])
		c.ahead = append(c.ahead, b[:n]...)
		if err != nil {
			return err
		}
	}
	if c.answered.Load() {
		return nil
	}
	c.Close()
	return errAhead
}
