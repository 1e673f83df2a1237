package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Judgement says of one row whether it is out of distribution.
type Judgement struct {
	Out         bool
	Familiarity float64
	Error       float64 // |f(x) - y|, the largest over the outputs; +Inf for a wrong class or no output; 0 without y
}

// OutByError judges rows whose outcomes are known: out of distribution is what
// the model gets wrong by more than the tolerance (SPEC 3.9). tolerance >= 0;
// without effect on classes. A row costs a prediction.
func OutByError(m Predictor, d Dataset, tolerance float64, c Control) ([]Judgement, error) {
	if err := checkTolerance(tolerance); err != nil {
		return nil, err
	}
	if err := checkExternal(m, d); err != nil {
		return nil, err
	}
	errors, e, err := rowErrors(m, d, c)
	if err != nil {
		return nil, err
	}
	list := make([]Judgement, d.X.Rows)
	for i := range list {
		list[i] = Judgement{Out: errors[i] > tolerance, Familiarity: e.Familiarity[i], Error: errors[i]}
	}
	return list, nil
}

func checkTolerance(tolerance float64) error {
	if tolerance >= 0 && usable(tolerance) {
		return nil
	}
	return badOption("tolerance", "tolerance is "+ftoa(tolerance)+".", "Give a number from 0 to "+ftoa(largestNumber)+", in units of y.")
}

// OutByFamiliarity judges rows by how well they are known: out of distribution
// is what the model is less familiar with than the threshold in [0, 1]. nil
// means: what it recognises weakly, whose strongest activation is below its
// layer's admission threshold. A row costs a prediction.
func OutByFamiliarity(m Predictor, x Matrix, threshold *float64, c Control) ([]Judgement, error) {
	if threshold != nil && !(*threshold >= 0 && *threshold <= 1) {
		return nil, badOption("threshold", "threshold is "+ftoa(*threshold)+".", "Give a number from 0 to 1, the range of activations.")
	}
	if err := CheckQuery(x, m.FeatureCount()); err != nil {
		return nil, err
	}
	e, err := examineAll(m, x, c)
	if err != nil {
		return nil, err
	}
	list := make([]Judgement, x.Rows)
	for i := range list {
		list[i] = Judgement{Out: e.Recognition[i] == Weak, Familiarity: e.Familiarity[i]}
		if threshold != nil {
			list[i].Out = e.Familiarity[i] < *threshold
		}
	}
	return list, nil
}

func unfamiliar(familiarity []float64) float64 {
	if len(familiarity) == 0 {
		return math.NaN()
	}
	return sorting.Quantile(slices.Clone(familiarity), 0.05)
}
