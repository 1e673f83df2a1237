package worker

import (
	"bytes"
	"errors"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// Limits bound the resources of one request, and of all requests together.
type Limits struct {
	Owner, Guest Allowance

	Numbers int   // in X and in y
	Stored  int   // bytes of a stored model
	Verify  int   // samples of an uploaded model that are looked up in it
	Memory  int64 // approximate bytes of a fit
	Held    int64 // bytes that guests' requests hold while they are slow or wait, together

	Turns int           // requests that compute at once in each lane
	Wait  time.Duration // for a turn
}

// Allowance bounds one request with the token, or without it.
type Allowance struct {
	Body   int64         // bytes of the request
	Rows   int           // of a question; 0: no limit
	Answer int           // bytes of the answer to a question
	Time   time.Duration // of computing
}

// ForMachine is for a machine with a few free GiB. All guests together take less than half a GiB.
func ForMachine(processors int) Limits {
	return Limits{
		Owner:   Allowance{Body: 8 << 20, Answer: 64 << 20, Time: 30 * time.Second},
		Guest:   Allowance{Body: 1 << 20, Rows: 1000, Answer: 8 << 20, Time: 5 * time.Second},
		Numbers: 4 << 20, Stored: 64 << 20, Verify: 1024, Memory: 512 << 20, Held: 96 << 20, Turns: processors, Wait: 10 * time.Second,
	}
}

// ForWorker is for the 128 MiB of a Worker, which several requests share.
func ForWorker() Limits {
	return Limits{
		Owner:   Allowance{Body: 8 << 20, Answer: 8 << 20, Time: 25 * time.Second},
		Guest:   Allowance{Body: 1 << 20, Rows: 1000, Answer: 8 << 20, Time: 5 * time.Second},
		Numbers: 1 << 20, Stored: 16 << 20, Verify: 256, Memory: 48 << 20,
		Held: math.MaxInt64, Turns: 1 << 20, Wait: time.Minute, // the platform's matter, and entry.mjs's
	}
}

// body reads the request's body. The bytes are counted as they arrive, whatever length the request announces.
func (h *handler) body(c call) ([]byte, error) {
	most := c.may.Body
	length := c.ContentLength
	if length < 0 || length > most {
		length = most
	}
	if err := c.hold(length); err != nil {
		return nil, err
	}
	var data bytes.Buffer
	var err error
	if c.ContentLength <= most {
		data.Grow(int(max(c.ContentLength, 0)) + bytes.MinRead)
		_, err = data.ReadFrom(io.LimitReader(c.Body, most+1))
	}
	switch {
	case c.ContentLength > most, int64(data.Len()) > most:
		return nil, c.tooLarge("The body is longer than the " + strconv.Itoa(int(most>>20)) + " MiB that are accepted")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, core.NewError(tooSlow, "The body arrives too slowly.", "Send it again over a faster connection, or in smaller parts.")
	case err != nil:
		return nil, core.NewError(core.InvalidInput, "The body was truncated.", "Send the whole body.")
	}
	return data.Bytes(), nil
}

// unread is for a request whose body isn't read: net/http must not wait for it before it sends the answer.
func unread(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		http.NewResponseController(w).SetReadDeadline(time.Now())
	}
}

// reader reads what the body holds. It bounds the cost of a fit, and of restoring a model.
func (h *handler) reader(c call) *wire.Reader {
	return &wire.Reader{Most: h.Limits.Numbers, Where: "are taken here", GoOn: c.goOn, Tables: wire.AllTables{}, Verify: h.Verify,
		Check: func(_ core.Dataset, o *wire.FitOptions) error {
			if o.SQANN.Trace {
				return wire.Unsupported("The trace of a fit isn't sent over HTTP.", "Omit trace, or fit in the browser or with the Go package.")
			}
			control := h.control(c)
			o.SQANN.Control, o.TNN.Control = control, control
			o.SQANN.MaxBytes, o.TNN.MaxBytes = h.Limits.Memory, h.Limits.Memory
			return nil
		}}
}

// control lets other requests compute meanwhile, and stops when the client disconnects or the time is over.
func (h *handler) control(c call) core.Control {
	control := core.Control{Done: c.Done()}
	if h.Yield != nil {
		control.Progress = func(core.Progress) { c.goOn() } // Done reports the error
	}
	return control
}

// tooLarge is the error of a request that exceeds what it may.
func (c call) tooLarge(what string) error {
	where, hint := " here.", "; larger models are fitted in the browser or with the Go package, and uploaded as bytes."
	if !c.owner {
		where, hint = " here without the token.", ", or show the token."
	}
	return core.NewError(core.TooLarge, what+where, "Send fewer samples or rows at a time"+hint)
}
