package experiments

import (
	"math"

	"github.com/xaia-go/xaia/core"
)

// tableFit is how many rows are fitted first; the others are external.
const tableFit = 100

// Absorbed is one row of tables 1 to 3: what is fitted, and how SQANN and the
// other methods do on the external rows.
type Absorbed struct {
	Rows   []int // of the whole set, in the order they are fitted
	Count  int   // how many of them were absorbed
	RMSE   float64
	Linear float64
	Ridge  float64
	KNN    float64
	K      int // the best
}

// regression is a set of the tables, scaled over all rows.
type regression struct {
	x [][]float64
	y []float64
}

func readRegression(files Files, name string) (regression, error) {
	r, err := readRows(files, name)
	if err != nil {
		return regression{}, err
	}
	y, err := r.numbers()
	return regression{r.scaled(), y}, err
}

func (r regression) pick(list []int) (x [][]float64, y []float64) {
	for _, i := range list {
		x, y = append(x, r.x[i]), append(y, r.y[i])
	}
	return x, y
}

func (r regression) external() (x [][]float64, y []float64) { return r.x[tableFit:], r.y[tableFit:] }

// absorb is one row of a table. Tolerance 0 is row o., without absorption.
func (r regression) absorb(o core.SQANNOptions, tolerance float64) (Absorbed, error) {
	var a Absorbed
	for i := range tableFit {
		a.Rows = append(a.Rows, i)
	}
	x, y := r.external()
	external := numbers(x, y)
	model, err := core.FitSQANN(numbers(r.x[:tableFit], r.y[:tableFit]), o)
	if err != nil {
		return a, err
	}
	var judge core.Predictor = model
	if tolerance > 0 {
		// The paper absorbs in one round and keeps the first model beside the second.
		absorption, err := core.Absorb(model, external, core.AbsorbOptions{Tolerance: tolerance, Rounds: 1})
		if err != nil {
			return a, err
		}
		a.Count = len(absorption.Absorbed)
		for _, row := range absorption.Absorbed {
			a.Rows = append(a.Rows, tableFit+row)
		}
		if judge, err = core.NewEnsemble(model, absorption.Model); err != nil {
			return a, err
		}
	}
	e, err := core.Evaluate(judge, external, core.Control{})
	if err != nil {
		return a, err
	}
	a.RMSE = e.RMSE
	return a, r.compare(&a)
}

// tree is the RMSE of a tree fitted to these rows; NaN where there is none.
func (r regression) tree(in Input, list []int) float64 {
	if in.Tree == nil {
		return math.NaN()
	}
	fitX, fitY := r.pick(list)
	x, y := r.external()
	return RMSE(in.Tree(fitX, fitY, x), y)
}

// compare fits the other methods to the same rows.
func (r regression) compare(a *Absorbed) error {
	fitX, fitY := r.pick(a.Rows)
	x, y := r.external()
	answers, err := Linear(fitX, fitY, x)
	if err != nil {
		return err
	}
	a.Linear = RMSE(answers, y)
	if answers, err = Ridge(fitX, fitY, x); err != nil {
		return err
	}
	a.Ridge = RMSE(answers, y)
	a.KNN, a.K = BestKNN(fitX, fitY, x, y)
	return nil
}
