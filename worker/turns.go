package worker

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

var errTime = errors.New("worker: the request has computed for as long as it may")

// turns limits how many requests compute at once; nil doesn't limit them.
type turns chan struct{}

func newTurns(n int) turns {
	if n == 0 {
		return nil
	}
	return make(turns, n)
}

// lanes keep requests from waiting for others of another kind. Guests' lanes are two because an answer to one row must
// not wait for a thousand.
type lanes struct {
	guests    turns // answers that take some milliseconds
	large     turns // guests' other answers
	answers   turns // the owner's
	computing turns // the owner's fits, and what is stored
}

func newLanes(n int) lanes {
	return lanes{guests: newTurns(2 * n), large: newTurns(n), answers: newTurns(n), computing: newTurns(n)}
}

// work is the computation of one request, in one lane at a time, each time for a limited time. Its context ends with
// that time, or when the client disconnects. Only the request's goroutine uses it.
type work struct {
	context.Context
	cancel context.CancelCauseFunc
	yield  func(anew bool) bool
	wait   time.Duration
	timer  *time.Timer
	limit  time.Duration
	lane   turns
	inTurn bool
	from   *budget // nil for the owner
	bytes  int64   // that are held of it
}

func newWork(client context.Context, limit, wait time.Duration, yield func(anew bool) bool) *work {
	w := &work{yield: yield, wait: wait, limit: limit}
	w.Context, w.cancel = context.WithCancelCause(client)
	return w
}

// enter waits for a turn in a lane, in place of the one that the request has.
func (w *work) enter(lane turns) error {
	if w.inTurn && w.lane == lane {
		return nil
	}
	w.leave()
	if lane != nil {
		late := time.NewTimer(w.wait)
		defer late.Stop()
		select {
		case lane <- struct{}{}:
		case <-w.Done():
			return w.Err()
		case <-late.C:
			return errBusy
		}
	}
	w.lane, w.inTurn = lane, true
	w.timer = time.AfterFunc(w.limit, func() { w.cancel(errTime) })
	return nil
}

// leave gives the turn back.
func (w *work) leave() {
	if !w.inTurn {
		return
	}
	w.timer.Stop()
	w.inTurn = false
	if w.lane != nil {
		<-w.lane
	}
}

// goOn lets other requests compute if they share the thread, and returns an error if this one must stop.
func (w *work) goOn() error { return w.step(false) }

// begin is goOn where the time between two calls changes.
func (w *work) begin() error { return w.step(true) }

func (w *work) step(anew bool) error {
	if w.yield != nil && w.yield(anew) {
		w.cancel(context.Canceled)
	}
	return w.Err()
}

// budget is a number of bytes that guests' requests share, so that no number of slow clients fills the memory. 0 has no
// limit.
type budget struct {
	most int64
	held atomic.Int64
}

// small is the number of bytes that aren't counted: what waits for slow clients of small requests are their connections.
const small = 16 << 10

// hold changes how many bytes a guest's request holds. It doesn't wait: the holders may be slow. One request may hold more
// than there is, alone.
func (w *work) hold(bytes int64) error {
	if w.from == nil || w.from.most == 0 || bytes <= small {
		return nil
	}
	more := bytes - w.bytes
	if held := w.from.held.Add(more); held > w.from.most && held > bytes {
		w.from.held.Add(-more)
		return errBusy
	}
	w.bytes = bytes
	return nil
}

// end gives back what the request holds, once it is answered.
func (w *work) end() {
	w.cancel(nil)
	if w.from != nil {
		w.from.held.Add(-w.bytes)
	}
}
