package worker

import (
	"strconv"
	"time"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// Limits bound the resources of one request, and of all requests together. Memory is checked before it is allocated;
// work is checked before it starts if it can be estimated, otherwise while it runs.
type Limits struct {
	Body    int64 // bytes of a request
	Numbers int   // in X and in y
	Answer  int   // numbers in an answer
	Stored  int   // bytes of a stored model
	Verify  int   // samples of an uploaded model that are looked up in it

	Writer Allowance // of a request with the token
	Guest  Allowance // of a request without it

	Short   float64       // numbers that are compared in one turn of the short lane, some tens of milliseconds' worth
	Held    int64         // bytes of bodies, samples, models and answers that requests hold while others compute; 0: no limit
	Turns   int           // requests that compute at once in each lane; 0: the platform limits them
	Wait    time.Duration // for a turn
	Grace   time.Duration // in which a client may be idle
	Rate    int           // bytes a second that it must send or read afterwards
	Streams int           // an answer longer than so many bytes is sent while it is computed; 0: never
}

// Allowance bounds what a request may compute.
type Allowance struct {
	Memory int64         // approximate bytes that a fit may take
	Work   float64       // the estimate of the numbers that a fit compares, checked before it starts
	Time   time.Duration // of computing; 0: no limit
}

// ForMachine is for a machine with a few free GiB. All guests together take less than half a GiB.
func ForMachine(processors int) Limits {
	return Limits{Body: 8 << 20, Numbers: 4 << 20, Answer: 4 << 20, Stored: 64 << 20, Verify: 1024,
		Writer: Allowance{Memory: 512 << 20, Work: 2e10, Time: 30 * time.Second},
		Guest:  Allowance{Memory: 96 << 20, Work: 2e9, Time: 10 * time.Second},
		Short:  2e7, Held: 96 << 20, Turns: processors, Wait: 10 * time.Second, Grace: 5 * time.Second, Rate: 32 << 10, Streams: 256 << 10}
}

// ForWorker is for the 128 MiB of a Worker, which several requests share.
func ForWorker() Limits {
	return Limits{Body: 8 << 20, Numbers: 1 << 20, Answer: 1 << 18, Stored: 16 << 20, Verify: 256,
		Writer: Allowance{Memory: 48 << 20, Work: 4e9, Time: 25 * time.Second},
		Guest:  Allowance{Memory: 48 << 20, Work: 4e8, Time: 10 * time.Second},
		Short:  2e6}
}

func (h *handler) reader(c call) *wire.Reader {
	return &wire.Reader{Most: h.limits.Numbers, Where: "are taken here", GoOn: c.work.goOn, Objects: (*wire.Reader).RowObjects, Certainty: wire.WriteCertainty}
}

// check bounds the cost of a fit or of restoring a model. kept says that the model was stored here, with its
// fingerprints. folds, if it isn't nil, returns the number of folds for a number of samples in a cross-validation.
// Long work moves to the long lane.
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
		least, most := o.Recipe().Work(rows, features, count)
		if kept { // how it grows by absorbing is up to the writer
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

// control lets other requests compute meanwhile, and stops when the client disconnects or the time is over.
func (h *handler) control(c call) core.Control {
	control := core.Control{Done: c.Context().Done()}
	if h.yield != nil {
		control.Progress = func(core.Progress) { c.work.goOn() } // Done reports the error
	}
	return control
}

// millions writes a large count.
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

// tooLong is the error of a request that has used up its time.
func (c call) tooLong() error {
	return core.NewError(core.TooLarge, "Computing the answer takes longer than the "+c.may.Time.String()+" that it may take "+c.whose()+".",
		"Give fewer samples or rows at a time"+c.remedy())
}
