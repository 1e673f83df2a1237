//go:build !js

package worker

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
)

// Attend makes net/http notice that a client has left, whatever it has sent before. While a request is
// answered, net/http reads one byte ahead, to see the end of the connection; a client that sends a byte
// behind its body hides its leaving. Connections of this listener read on behind such bytes, and keep them
// for the next request.
func Attend(l net.Listener) net.Listener { return attentive{l} }

type attentive struct{ net.Listener }

func (a attentive) Accept() (net.Conn, error) {
	c, err := a.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &attended{TCPConn: tcp}, nil
	}
	return c, err
}

// attended embeds the connection, not its interface, for what net/http looks for besides: CloseWrite.
type attended struct {
	*net.TCPConn
	ahead    []byte      // read, and not yet asked for
	answered atomic.Bool // something was sent since the request was read: the next one may follow
}

// mostAhead is more than the beginning of a next request. A client that sends more before it gets an answer is
// treated as one that has left.
const mostAhead = 16 << 10

var errAhead = errors.New("worker: the client sends on without waiting for an answer")

func (c *attended) Write(p []byte) (int, error) {
	c.answered.Store(true)
	return c.TCPConn.Write(p)
}

func (c *attended) ReadFrom(r io.Reader) (int64, error) {
	c.answered.Store(true)
	return c.TCPConn.ReadFrom(r)
}

// Read of a single byte is how net/http watches a connection; all else goes through buffers. Its reads
// never overlap.
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

// watch returns when the connection ends, when net/http has seen enough and sets a deadline, or when there is no
// room for more of a next request.
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
