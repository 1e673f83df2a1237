package worker

import (
	"strconv"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// Limits bound what one request may take, and what all of them may take together. A request's are checked
// before the memory is allocated; its work, before it is begun where it can be told, else while it is done.
type Limits struct {
	Body    int64 // bytes of a request
	Numbers int   // in X and in y
	Answer  int   // numbers in an answer
	Stored  int   // bytes of a stored model
	Verify  int   // samples of an uploaded model that are looked up in it

	Writer Allowance // of a request that shows the token
	Guest  Allowance // of one that doesn't

	Short   float64       // numbers that are compared in one turn of the short lane, some tens of milliseconds' worth
	Held    int64         // bytes of bodies, samples, models and answers that requests hold while others compute; 0: no limit
	Turns   int           // requests that compute at once in each lane; 0: the platform sees to it
	Wait    time.Duration // for a turn
	Grace   time.Duration // in which a client needs to send or to take nothing
	Rate    int           // bytes a second that it must send or take afterwards
	Streams int           // bytes of an answer, from which on it is sent while it is made; 0: never
}

// Allowance is what a request may compute.
type Allowance struct {
	Memory int64         // bytes that a fit may take, about
	Work   float64       // numbers that a fit is known to compare, before it is begun
	Time   time.Duration // of computing; 0: no limit
}

// ForMachine suits a machine with a few GiB to spare. What guests may take together stays below half a GiB.
func ForMachine(processors int) Limits {
	return Limits{Body: 8 << 20, Numbers: 4 << 20, Answer: 4 << 20, Stored: 64 << 20, Verify: 1024,
		Writer: Allowance{Memory: 512 << 20, Work: 2e10, Time: 30 * time.Second},
		Guest:  Allowance{Memory: 96 << 20, Work: 2e9, Time: 10 * time.Second},
		Short:  2e7, Held: 96 << 20, Turns: processors, Wait: 10 * time.Second, Grace: 5 * time.Second, Rate: 32 << 10, Streams: 256 << 10}
}

// ForWorker suits the 128 MiB of a Worker, which several requests share.
func ForWorker() Limits {
	return Limits{Body: 8 << 20, Numbers: 1 << 20, Answer: 1 << 18, Stored: 16 << 20, Verify: 256,
		Writer: Allowance{Memory: 48 << 20, Work: 4e9, Time: 25 * time.Second},
		Guest:  Allowance{Memory: 48 << 20, Work: 4e8, Time: 10 * time.Second},
		Short:  2e6}
}

func (h *handler) reader(c call) *wire.Reader {
	return &wire.Reader{Most: h.limits.Numbers, Where: "are taken here", GoOn: c.work.goOn, Objects: (*wire.Reader).RowObjects}
}

// check bounds what a fit or a restored model will take. kept says that the model was stored here, with
// its fingerprints. folds, where it isn't nil, says how many folds so many samples are cross-validated in.
// What may take long goes to the lane of those.
func (h *handler) check(c call, kept bool, folds func(rows int) int) func(d core.Dataset, o *wire.FitOptions) error {
	return func(d core.Dataset, o *wire.FitOptions) error {
		control := h.control(c)
		o.SQANN.Done, o.TNN.Done = control.Done, control.Done
		o.SQANN.Progress, o.TNN.Progress = control.Progress, control.Progress
		o.SQANN.MaxBytes, o.SQANN.Trace = c.may.Memory, false
		rows, features := d.X.Rows, d.X.Columns
		count, what, fewer := 0, "Fitting ", ""
		if folds != nil {
			count, what, fewer = folds(rows), "Cross-validating ", "folds, fewer "
		}
		least, most := o.Candidate().Work(rows, features, count)
		if kept { // and what it becomes by absorbing is the writer's
			most, o.SQANN.MaxBytes = least, h.limits.Writer.Memory
		} else if least > c.may.Work {
			return core.NewError(core.TooLarge, what+strconv.Itoa(rows)+" samples of "+strconv.Itoa(features)+" features compares at least "+
				millions(least)+" numbers, at most "+millions(c.may.Work)+" are compared "+c.whose()+".",
				"Give fewer "+fewer+"samples, fewer features (each text of a column of texts becomes one)"+c.remedy())
		}
		if most > h.limits.Short {
			return c.work.move(h.lanes.long)
		}
		return nil
	}
}

// control follows a request's computing: it lets others compute, and ends with the client or the time.
func (h *handler) control(c call) core.Control {
	control := core.Control{Done: c.Context().Done()}
	if h.yield != nil {
		control.Progress = func(core.Progress) { c.work.goOn() } // Done tells the rest
	}
	return control
}

// millions is a number of numbers.
func millions(n float64) string { return strconv.FormatFloat(n/1e6, 'f', 0, 64) + " million" }

func (c call) whose() string {
	if c.trusted {
		return "here"
	}
	return "here for requests without the token"
}

func (c call) remedy() string {
	if c.trusted {
		return ", or fit in the browser or with the Go package and upload the model's bytes."
	}
	return ", show the token, or fit in the browser or with the Go package."
}

// tooLong says that a request has computed for as long as it may.
func (c call) tooLong() error {
	return core.NewError(core.TooLarge, "Computing the answer takes longer than the "+c.may.Time.String()+" that it may take "+c.whose()+".",
		"Give fewer samples or rows at a time"+c.remedy())
}
