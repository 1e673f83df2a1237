package worker

import (
	"context"
	"errors"
	"time"
)

var errTime = errors.New("worker: the request has computed for as long as it may")

// turns are those that compute at once.
type turns chan struct{}

// lanes keep requests from waiting for others of another kind. Guests' lanes are two because an answer to one row must
// not wait for a thousand.
type lanes struct {
	guests    turns // answers that take some milliseconds
	large     turns // guests' other answers
	answers   turns // the owner's
	computing turns // the owner's fits, and what is stored
}

func newLanes(n int) lanes {
	return lanes{guests: make(turns, 2*n), large: make(turns, n), answers: make(turns, n), computing: make(turns, n)}
}

// work is the computation of one request, in one lane at a time, each time for a limited time. Its context ends with
// that time, or when the client disconnects. Only the request's goroutine uses it.
type work struct {
	context.Context
	cancel context.CancelCauseFunc
	of     *handler
	owner  bool
	may    Allowance
	timer  *time.Timer
	lane   turns // nil while it has no turn
	bytes  int64 // that a guest's request holds
}

// enter waits for a turn in a lane, in place of the one that the request has.
func (w *work) enter(lane turns) error {
	if w.lane == lane {
		return nil
	}
	w.leave()
	late := time.NewTimer(w.of.Limits.Wait)
	defer late.Stop()
	select {
	case lane <- struct{}{}:
	case <-w.Done():
		return w.Err()
	case <-late.C:
		return errBusy
	}
	w.lane = lane
	w.timer = time.AfterFunc(w.may.Time, func() { w.cancel(errTime) })
	return nil
}

// large waits for a turn among guests' long answers, if this is one. The owner's lanes are short enough.
func (w *work) large(is bool) error {
	if w.owner || !is {
		return nil
	}
	return w.enter(w.of.lanes.large)
}

// leave gives the turn back.
func (w *work) leave() {
	if w.lane != nil {
		w.timer.Stop()
		<-w.lane
		w.lane = nil
	}
}

// goOn lets other requests compute if they share the thread, and returns an error if this one must stop.
func (w *work) goOn() error { return w.step(false) }

// step is goOn; anew is where the time between two calls changes.
func (w *work) step(anew bool) error {
	if w.of.Yield != nil && w.of.Yield(anew) {
		w.cancel(context.Canceled)
	}
	return w.Err()
}

// small is the number of bytes that aren't counted: what waits for slow clients of small requests are their connections.
const small = 16 << 10

// hold changes how many bytes a guest's request holds, of those that guests' requests share, so that no number of slow
// clients fills the memory. It doesn't wait: the holders may be slow. One request may hold more than there is, alone.
func (w *work) hold(bytes int64) error {
	if w.owner || bytes <= small {
		return nil
	}
	more := bytes - w.bytes
	if held := w.of.held.Add(more); held > w.of.Limits.Held && held > bytes {
		w.of.held.Add(-more)
		return errBusy
	}
	w.bytes = bytes
	return nil
}

// end gives back what the request holds, once it is answered.
func (w *work) end() {
	w.cancel(nil)
	w.of.held.Add(-w.bytes)
}
