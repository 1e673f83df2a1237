package worker

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// Limits bound what one request may take. All are checked before the memory is
// allocated or the time spent.
type Limits struct {
	Body    int64         // bytes of a request
	Numbers int           // in X, in y, and in an answer
	Memory  int64         // bytes that a fit may take, about
	Work    int           // steps of what can't be stopped: a TNN with an order
	Stored  int           // bytes of a stored model
	Time    time.Duration // for an answer; 0 means that the platform ends it
	Verify  int           // samples of an uploaded model that are looked up in it

	Bodies  int // requests whose bodies are held at once; 0 means that the platform sees to it
	Answers int // requests computed at once
}

// ForMachine suits a machine with a few GiB to spare.
func ForMachine(processors int) Limits {
	return Limits{Body: 8 << 20, Numbers: 4 << 20, Memory: 512 << 20, Work: 4e9, Stored: 64 << 20,
		Time: 30 * time.Second, Verify: 1024, Bodies: 64, Answers: processors}
}

// ForWorker suits the 128 MiB of a Worker, which several requests share. The
// platform bounds its time.
func ForWorker() Limits {
	return Limits{Body: 8 << 20, Numbers: 1 << 20, Memory: 48 << 20, Work: 4e8, Stored: 16 << 20, Verify: 256}
}

func (l Limits) reader() *wire.Reader {
	return &wire.Reader{Most: l.Numbers, Where: "are taken here", Objects: (*wire.Reader).RowObjects}
}

// turns lets so many in at once; nil lets all in.
type turns chan struct{}

func newTurns(n int) turns {
	if n == 0 {
		return nil
	}
	return make(turns, n)
}

// take waits for a turn until the context ends. The caller gives it back.
func (t turns) take(ctx context.Context) (back func(), err error) {
	if t == nil {
		return func() {}, nil
	}
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// body reads the request's, at most as long as allowed.
func (h *handler) body(r *http.Request) ([]byte, error) {
	most := h.limits.Body
	tooLong := failure(core.TooLarge, "The body is longer than "+strconv.Itoa(int(most>>20))+" MiB.",
		"Send fewer samples at a time; larger models are fitted in the browser or with the Go package.")
	if r.ContentLength > most {
		spill(r.Body, most)
		return nil, tooLong
	}
	data, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	if err != nil {
		return nil, failure(core.InvalidInput, "The body was cut off.", "Send it whole.")
	}
	if int64(len(data)) > most {
		spill(r.Body, most)
		return nil, tooLong
	}
	return data, nil
}

// spill lets a client that sends a little too much come to its end, so that it
// reads the answer instead of a broken connection.
func spill(body io.Reader, most int64) { io.Copy(io.Discard, io.LimitReader(body, most)) }

// check bounds what a fit or a restored model will take.
func (h *handler) check(ctx context.Context) func(d core.Dataset, o *wire.FitOptions) error {
	return func(d core.Dataset, o *wire.FitOptions) error {
		o.SQANN.MaxBytes, o.SQANN.Done, o.SQANN.Trace = h.limits.Memory, ctx.Done(), false
		rows, columns := d.X.Rows, max(d.X.Columns, 1)
		if o.IsTNN && o.TNN.Order != nil && rows > 0 && rows > h.limits.Work/rows/columns {
			return failure(core.TooLarge, "A TNN with an order costs the square of its "+strconv.Itoa(rows)+" samples, too much here.",
				"Fit fewer samples, or fit in the browser or with the Go package.")
		}
		return nil
	}
}
