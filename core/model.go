package core

// Predictor is what answers: a fitted network, or an ensemble of two.
type Predictor interface {
	FeatureCount() int
	OutputCount() int
	Classes() []Label // nil for a regression; not to be changed
	RowCost() int     // cost.go
	Bytes() int64     // what it keeps in memory, about

	// Predict answers every row of x.
	Predict(x Matrix) (*Predictions, error)
	// Examine answers every row of x as Predict does, and says how well each is
	// known.
	Examine(x Matrix) (*Examination, error)
}

// Model is a network that was fitted on a data set of its own: an SQANN or a TNN.
type Model interface {
	Predictor
	SampleCount() int
	Data() Dataset // not to be changed
	Report() Report

	// Explain says how the model comes to its answer for one row.
	Explain(x []float64) (*Explanation, error)

	// recognisers lists for each row of x the samples whose neurons it activates
	// strongly.
	recognisers(x Matrix, c Control) ([][]int, error)
	// ask answers rows, which are checked, one after the other, and shows each answer.
	ask(x Matrix, w want, each func(i int, a *answer))
	// describe adds to an explanation what models of a kind say.
	describe(e *Explanation, a *answer)
	// fingerprint is Explanation.Fingerprint.
	fingerprint(a *answer) [][]float64
	mustBeFitted()
	// said is what attributors have asked of the samples.
	said() *samplesSaid
	// scaled is a row in the space in which the model measures distances.
	scaled(dst, x []float64)
}

// Examination is a batch's outputs, and how well each row is known.
type Examination struct {
	Predictions

	// Familiarity is the strongest activation in the layers passed, 0 to 1. A TNN
	// has Σ y_j s_j as its output; there it is the largest share of a sample beside the row (tnnfamiliar.go).
	Familiarity []float64

	// Activation is that of the nodes that made the output: the hit's, the mean
	// of those that an interpolation used, 0 without an output. An ensemble
	// listens to the stronger one.
	Activation []float64

	Recognition []Recognition

	Member []int // an ensemble's: which of its models answers, 0 or 1; else nil
}

func newExamination(rows, outputs int) *Examination {
	return &Examination{
		Predictions: *newPredictions(rows, outputs),
		Familiarity: make([]float64, rows),
		Activation:  make([]float64, rows),
		Recognition: make([]Recognition, rows),
	}
}

// unpack takes over a packed answer (answer.pack) to row i from the beginning of a list, and returns the rest.
//
//go:noinline
func (e *Examination) unpack(i int, list []float64) []float64 {
	e.Status[i], e.Recognition[i] = Status(list[0]), Recognition(list[1])
	e.Familiarity[i], e.Activation[i] = list[2], list[3]
	return list[4+copy(e.Values.Row(i), list[4:]):]
}

// Control lets a caller follow a long computation, stop it, and have others compute parts of it. The zero value does none
// of these.
type Control struct {
	// Progress, when not nil, is called often: before every examination of a
	// sample, and at least once a fit. Placed and Total then count what the
	// computation as a whole has to do.
	Progress func(Progress)

	// Done stops the computation when it is closed, with an Aborted error. WithContext takes a context's. (The context
	// package itself would add 70 KB to the WebAssembly module.)
	Done  <-chan struct{}
	cause func() error // why Done is closed, if that is known

	// Parts, when not nil, is asked by a computation in parts that need nothing of each other: the folds of CrossValidate,
	// Tune and Calibrate, some samples each of LeaveOneOut. It gets how many parts and how many numbers of data there are,
	// and what computes the answers of a part. It returns what has the answers that were computed elsewhere; where that has
	// nil, the part is computed here.
	Parts func(parts, numbers int, answers func(part int, c Control) ([]float64, error)) (known func(part int) []float64, err error)
}

// inParts computes a computation's parts, or has them computed, and shows the answers of each, in order.
func (c Control) inParts(parts, numbers int, answers func(part int, c Control) ([]float64, error), each func(part int, list []float64)) error {
	var known func(int) []float64
	var err error
	if c.Parts != nil {
		known, err = c.Parts(parts, numbers, answers)
	}
	for part := 0; part < parts && err == nil; part++ {
		var list []float64
		if known != nil {
			list = known(part)
		}
		if list == nil {
			list, err = answers(part, c)
		}
		if err == nil {
			each(part, list)
		}
	}
	return err
}

// report tells that done of total parts are finished, and asks whether to go on.
func (c Control) report(done, total int) error {
	if closed(c.Done) {
		return c.aborted()
	}
	if c.Progress != nil {
		c.Progress(Progress{Placed: done, Total: total})
	}
	return nil
}

// part is the control of a fit that is one of total parts, done of which are
// finished.
//
//go:noinline
func (c Control) part(done, total int) Control {
	progress := c.Progress
	if c.Parts = nil; progress != nil {
		c.Progress = func(p Progress) {
			p.Placed, p.Total = done, total
			progress(p)
		}
	}
	return c
}

// quiet is the control of what tells no progress of its own.
func (c Control) quiet() Control {
	c.Progress, c.Parts = nil, nil
	return c
}

func (m *SQANN) scaled(dst, x []float64) { m.points.scaler.apply(dst, x) }
func (m *SQANN) said() *samplesSaid      { return m.points.said }
