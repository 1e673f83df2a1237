package experiments

// Input is what the experiments get from where they run.
type Input struct {
	Files Files

	// Tree predicts with a decision tree fitted to x and y. gonum has none, so the
	// page and the printed tables bring a JavaScript library's. nil: its columns
	// stay empty.
	Tree func(x [][]float64, y []float64, queries [][]float64) []float64

	// Progress is called with the share that is done, 0 to 1. It may be nil.
	Progress func(share float64)
}

func (in Input) progress(done, total int) {
	if in.Progress != nil {
		in.Progress(float64(done) / float64(total))
	}
}

// part is the input of one of several parts, whose progress is a part of ours.
func (in Input) part(done, total int) Input {
	if whole := in.Progress; whole != nil {
		in.Progress = func(share float64) { whole((float64(done) + share) / float64(total)) }
	}
	return in
}

// Experiment is one section of the paper, computed anew.
type Experiment struct {
	ID    string
	Title string
	Run   func(Input) (Section, error)
}

// All are the experiments in the order of the paper, and then what the paper
// claims and doesn't hold.
var All = []Experiment{
	{"tnn", "TNN: the worked example", TNNExample},
	{"fig1", "Figure 1(B): the midpoint", Midpoint},
	{"fig2", "Figure 2: steepness, and three functions", Curves},
	{"fig3a", "Figure 3(A) and the appendix: double selective activation", Activation},
	{"pencil", "SQANN: the worked example, step by step", Pencil},
	{"fig3c", "Figure 3(C): two rings", RingsFigure},
	{"fig4", "Figure 4: external samples at growing distance", Fig4Figure},
	{"tables", "Tables 1 to 3: Boston housing and diabetes", Tables},
	{"gap", "Where theorem 2 fails, and what repairs it", Gap},
	{"far", "Far outside: is weak activation a sign of the unknown?", Far},
	{"held", "Held out: how good are the answers?", HeldOut},
	{"ends", "Does the construction end?", Ends},
}
