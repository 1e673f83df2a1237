//go:build !js

package worker

import (
	"errors"
	"net"
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

// attended embeds the connection, not its interface, for what net/http looks for besides: ReadFrom and
// CloseWrite.
type attended struct {
	*net.TCPConn
	ahead []byte // read, and not yet asked for
}

// mostAhead is more than the beginning of a next request. A client that sends more before it has been
// answered is treated as one that has left.
const mostAhead = 16 << 10

var errAhead = errors.New("worker: the client sends on without waiting for an answer")

// Read of a single byte is how net/http watches a connection; all else goes through buffers. Its reads
// never overlap.
func (c *attended) Read(p []byte) (int, error) {
	if len(p) == 1 {
		return 0, c.watch()
	}
	if len(c.ahead) > 0 {
		n := copy(p, c.ahead)
		c.ahead = c.ahead[n:]
		return n, nil
	}
	return c.TCPConn.Read(p)
}

// watch returns when the connection ends, or when net/http has seen enough and sets a deadline.
func (c *attended) watch() error {
	var b [512]byte
	for {
		n, err := c.TCPConn.Read(b[:])
		c.ahead = append(c.ahead, b[:n]...)
		if err == nil && len(c.ahead) > mostAhead {
			err = errAhead
		}
		if err != nil {
			return err
		}
	}
}
