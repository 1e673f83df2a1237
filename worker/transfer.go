package worker

import (
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire/jsontext"
)

var errSlow = core.NewError(tooSlow, "The body arrives too slowly.", "Send it again over a faster connection, or in smaller parts.")

// body reads the request's body within the limits of length and time. The bytes are counted as they arrive, whatever
// length the request announces.
func (h *handler) body(c call) ([]byte, error) {
	most := h.limits.Body
	tooLong := core.NewError(core.TooLarge, "The body is longer than "+strconv.Itoa(int(most>>20))+" MiB.",
		"Send fewer samples at a time; larger models are fitted in the browser or with the Go package.")
	from := &paced{body: c.Body, control: c.to.control, grace: h.limits.Grace, rate: h.limits.Rate, begun: time.Now()}
	if c.ContentLength > most {
		spill(from, most)
		return nil, tooLong
	}
	data := make([]byte, 0, max(512, min(c.ContentLength+1, free)))
	for {
		if len(data) == cap(data) {
			room := min(2*int64(cap(data)), most+1)
			if err := c.held.hold(c.work, room); err != nil {
				return nil, err
			}
			data = append(make([]byte, 0, room), data...)
		}
		n, err := from.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case int64(len(data)) > most:
			spill(from, most)
			return nil, tooLong
		case err == io.EOF:
			from.end()
			return data, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, errSlow
		case err != nil:
			return nil, core.NewError(core.InvalidInput, "The body was truncated.", "Send the whole body.")
		}
	}
}

// spill reads the rest of a body that is slightly too long, so that the client
// gets the answer instead of a broken connection.
func spill(body io.Reader, most int64) { io.Copy(io.Discard, io.LimitReader(body, most)) }

// paced is a body that must arrive at a minimum rate, if the connection supports deadlines.
type paced struct {
	body    io.Reader
	control *http.ResponseController
	grace   time.Duration
	rate    int
	begun   time.Time
	read    int
}

func (p *paced) Read(b []byte) (int, error) {
	if p.rate > 0 {
		p.control.SetReadDeadline(p.begun.Add(p.grace + duration(p.read, p.rate)))
	}
	n, err := p.body.Read(b)
	p.read += n
	return n, err
}

// end is called when the body has arrived: from now on reads of the connection have no deadline, so that net/http
// notices when the client disconnects. An incomplete body keeps its deadline, so that net/http doesn't wait for its rest.
func (p *paced) end() {
	if p.rate > 0 {
		p.control.SetReadDeadline(time.Time{})
	}
}

func duration(bytes, rate int) time.Duration {
	return time.Duration(bytes) * time.Second / time.Duration(rate)
}

// sender sends an answer, whole or in parts, to a client that must read it at a minimum rate.
type sender struct {
	http.ResponseWriter
	control *http.ResponseController
	limits  *Limits
	begun   bool // the status and the first part have been sent
}

const packet = 64 << 10 // bytes for which one deadline is set

func (s *sender) send(b []byte) error {
	if s.limits.Rate == 0 { // at the edge the platform paces it: in one piece
		_, err := s.Write(b)
		return err
	}
	for len(b) > 0 {
		n := min(len(b), packet)
		s.control.SetWriteDeadline(time.Now().Add(s.limits.Grace + duration(n, s.limits.Rate)))
		if _, err := s.Write(b[:n]); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// part sends the finished part of a long answer, so that never more than a part is held. Meanwhile other requests have
// their turn.
func (h *handler) part(c call, out *jsontext.Writer, bytes int64) error {
	if h.limits.Streams == 0 || out.Len() < h.limits.Streams {
		return nil
	}
	c.work.leave()
	if err := c.held.hold(c.work, bytes+int64(out.Len())); err != nil {
		return err
	}
	if !c.to.begun {
		c.to.begun = true
		c.to.Header().Set("Content-Type", "application/json")
		c.to.WriteHeader(http.StatusOK)
	}
	if err := out.Drain(c.to.send); err != nil {
		return err
	}
	return c.work.enter(h.lanes.answers)
}
