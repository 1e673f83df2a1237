package worker

import (
	"context"
	"errors"
	"sync"
	"time"
)

// lanes keep long computations from delaying short ones. A request computes in the short lane until it is known to
// take longer than some tens of milliseconds; then it waits for a turn in another lane. A request holds no turn while
// its body is read or its answer is sent.
type lanes struct {
	short   turns // one-row predictions, small fits, lists
	answers turns // long answers, a part at a time
	long    turns // fits, and models that have to be computed
}

func newLanes(n int) lanes {
	return lanes{short: newTurns(2 * n), answers: newTurns(n), long: newTurns(n)}
}

// turns limits how many requests compute at once; nil doesn't limit them.
type turns chan struct{}

func newTurns(n int) turns {
	if n == 0 {
		return nil
	}
	return make(turns, n)
}

var (
	errBusy = errors.New("worker: too many requests at once")
	errTime = errors.New("worker: the request has computed for as long as it may")
)

// work is the computation of one request: in turns, for a limited total time. Only the request's goroutine uses it.
type work struct {
	context.Context // ends when the client disconnects or the time is over
	cancel          context.CancelCauseFunc
	yield           func() bool
	wait            time.Duration
	limited         bool
	left            time.Duration
	lane            turns
	inTurn          bool
	begun           time.Time
	timer           *time.Timer
}

func newWork(client context.Context, limit, wait time.Duration, yield func() bool) *work {
	w := &work{yield: yield, wait: wait, limited: limit > 0, left: limit}
	w.Context, w.cancel = context.WithCancelCause(client)
	return w
}

// enter waits for a turn in a lane. The time is counted from then on.
func (w *work) enter(lane turns) error {
	if lane != nil {
		select {
		case lane <- struct{}{}:
		default:
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
	}
	w.lane, w.inTurn, w.begun = lane, true, time.Now()
	if w.limited {
		w.timer = time.AfterFunc(w.left, func() { w.cancel(errTime) })
	}
	return nil
}

// leave gives the turn back.
func (w *work) leave() {
	if !w.inTurn {
		return
	}
	if w.timer != nil {
		w.timer.Stop()
	}
	w.left -= time.Since(w.begun)
	w.inTurn = false
	if w.lane != nil {
		<-w.lane
	}
}

// move continues in another lane.
func (w *work) move(lane turns) error {
	if w.lane == lane {
		return nil
	}
	w.leave()
	return w.enter(lane)
}

// goOn lets other requests compute if they share the thread, and returns an error if this one must stop.
func (w *work) goOn() error {
	if w.yield != nil && w.yield() {
		w.cancel(context.Canceled)
	}
	return w.Err()
}

// next lets the other requests in the lane have their turn.
func (w *work) next() error {
	if err := w.goOn(); err != nil {
		return err
	}
	w.leave()
	return w.enter(w.lane)
}

// end is called once in every case.
func (w *work) end() {
	w.leave()
	w.cancel(nil)
}

// budget is a number of bytes that requests share; nil has no limit.
type budget struct {
	mu         sync.Mutex
	most, left int64
	freed      chan struct{} // closed when some bytes become free
}

func newBudget(most int64) *budget {
	if most == 0 {
		return nil
	}
	return &budget{most: most, left: most, freed: make(chan struct{})}
}

// holding is one request's share of a budget.
type holding struct {
	from  *budget
	bytes int64
}

// free bytes per request are not counted, so a small request never waits for large ones.
const free = 16 << 10

// hold changes how many bytes the request holds in all. It waits for free bytes as long as a request waits for its
// turn.
func (h *holding) hold(w *work, bytes int64) error {
	b := h.from
	if b == nil {
		return nil
	}
	bytes = min(max(bytes-free, 0), b.most)
	var late *time.Timer
	for {
		b.mu.Lock()
		if more := bytes - h.bytes; more <= 0 || b.left >= more {
			b.left -= more
			h.bytes = bytes
			if more < 0 {
				close(b.freed)
				b.freed = make(chan struct{})
			}
			b.mu.Unlock()
			return nil
		}
		freed := b.freed
		b.mu.Unlock()
		if late == nil {
			late = time.NewTimer(w.wait)
			defer late.Stop()
		}
		select {
		case <-freed:
		case <-w.Done():
			return w.Err()
		case <-late.C:
			return errBusy
		}
	}
}
