package core_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/xaia-go/xaia/core"
)

// The paper's three points on a line.
func ExampleFitTNN() {
	d := core.Dataset{
		X:      core.ColumnOf(1, 0.5, 0),
		Values: core.ColumnOf(1, 2, 3),
	}
	model, err := core.FitTNN(d, core.TNNOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	w, b, alpha := model.Weights()
	fmt.Println(w.Data, b, alpha.Data)
	middle, _ := model.Predict(core.ColumnOf(0.25))
	fmt.Printf("%.4f\n", middle.Values.Data[0])
	// Output:
	// [20 20 20] [5 -5 -15] [3 -1 -1]
	// 2.4998
}

// Fit, predict and explain a SQANN on four points with two classes.
func ExampleFitSQANN() {
	x, _ := core.MatrixOf([][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}})
	d := core.Dataset{X: x, Labels: core.Texts("a", "b", "b", "a")}
	model, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	why, _ := model.Explain([]float64{0.1, 0.9})
	fmt.Println(why.Label, why.Status, why.Recognition, "sample", why.Neurons[0].Samples)
	far, _ := model.Explain([]float64{1000, -1000})
	fmt.Println(far.Recognition)
	// Output:
	// b hit strong sample [1]
	// weak
}

// An error says where the trouble is and what to do.
func ExampleError() {
	x, _ := core.MatrixOf([][]float64{{0, 0}, {1, 1}, {0, 0}})
	_, err := core.FitSQANN(core.Dataset{X: x, Values: core.ColumnOf(1, 2, 3)}, core.SQANNOptions{})
	fmt.Println(err)
	// Output:
	// X[0] and X[2] are equal, but y[0] and y[2] differ. Correct or omit one of them, or set the option duplicates to "mean".
}

// A model that errs takes the samples in, and forgets none.
func ExampleAbsorb() {
	line := func(x ...float64) core.Dataset {
		d := core.Dataset{X: core.Matrix{Data: x, Rows: len(x), Columns: 1}, Values: core.Matrix{Rows: len(x), Columns: 1}}
		for _, v := range x {
			d.Values.Data = append(d.Values.Data, v*v)
		}
		return d
	}
	model, err := core.FitSQANN(line(0, 1, 2, 3), core.SQANNOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := core.Absorb(model, line(0.5, 1.1, 2.6), core.AbsorbOptions{Tolerance: 0.3})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Absorbed, a.Rounds, a.Kept, a.KeptAfter, a.RestAfter <= 0.3, model.SampleCount())
	smaller, _ := core.Remove(a.Model, []int{0}, core.Control{})
	fmt.Println(smaller.SampleCount())
	// Output:
	// [0] 1 4 0 true 4
	// 4
}

// The honest figures: by a set of its own, and by leaving out one at a time.
func ExampleEvaluate() {
	x, _ := core.MatrixOf([][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}})
	labels := core.Texts("a", "a", "a", "b", "b", "b")
	model, _ := core.FitSQANN(core.Dataset{X: x, Labels: labels}, core.SQANNOptions{})
	asked, _ := core.MatrixOf([][]float64{{0.1, 0.1}, {1.9, 0.8}, {30, 30}})
	e, err := core.Evaluate(model, core.Dataset{X: asked, Labels: core.Texts("a", "b", "a")}, core.Control{})
	fmt.Printf("%.3f %v %v\n", e.Accuracy, e.Confusion, err)
	left, _ := core.LeaveOneOut(model, core.Control{})
	fmt.Printf("%.3f, fitting error %v\n", left.Evaluate().Accuracy, model.Report().MaxFittingError)
	out, _ := core.OutByFamiliarity(model, asked, nil, core.Control{})
	fmt.Println(out[0].Out, out[1].Out, out[2].Out)
	// Output:
	// 0.667 [[1 1] [0 1]] <nil>
	// 0.333, fitting error 0
	// false false true
}

// Which columns count: y hangs on the first of ten.
func ExampleSQANN_Relevance() {
	random := rand.New(rand.NewPCG(1, 2))
	x, y := core.Matrix{Rows: 200, Columns: 10}, core.Matrix{Rows: 200, Columns: 1}
	for range x.Rows {
		for range x.Columns {
			x.Data = append(x.Data, random.Float64())
		}
		y.Data = append(y.Data, 3*x.Data[len(x.Data)-x.Columns])
	}
	model, err := core.FitSQANN(core.Dataset{X: x, Values: y}, core.SQANNOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for j, s := range model.Relevance() {
		fmt.Print(j == 0, " ", s > 0.5, "; ")
	}
	// Output:
	// true true; false false; false false; false false; false false; false false; false false; false false; false false; false false;
}

// An interval that holds the answer nine times out of ten.
func ExampleCalibrate() {
	x, y := core.Matrix{Columns: 1}, core.Matrix{Columns: 1}
	for i := range 60 {
		v := float64(i) / 10
		x.Data, y.Data = append(x.Data, v), append(y.Data, 2*v+float64(i*7%5)/10)
		x.Rows, y.Rows = x.Rows+1, y.Rows+1
	}
	model, _ := core.FitSQANN(core.Dataset{X: x, Values: y}, core.SQANNOptions{})
	c, err := core.Calibrate(model, core.CrossValidateOptions{Folds: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	low, high, _ := c.Intervals(core.ColumnOf(2.05), 0.9)
	fmt.Println(low.Data[0] < 4.3, high.Data[0] > 4.3)
	// Output:
	// true true
}

// A learner takes in what it gets wrong, one sample at a time, each predicted before it is learned.
func ExampleNewLearner() {
	x, _ := core.MatrixOf([][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}})
	model, err := core.FitSQANN(core.Dataset{X: x, Labels: core.Texts("a", "b", "b", "a")}, core.SQANNOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	learner, err := core.NewLearner(model, core.Control{})
	if err != nil {
		fmt.Println(err)
		return
	}
	row, _ := core.MatrixOf([][]float64{{0.1, 0.2}})
	for range 2 {
		p, _ := learner.Predict(row)
		fmt.Println(learner.SampleCount(), learner.Classes()[p.Class(0)].Text)
		if _, err := learner.Learn(core.Dataset{X: row, Labels: core.Texts("b")}, core.LearnOptions{Tolerance: new(float64)}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(learner.SampleCount(), learner.Stale() == nil)
	// Output:
	// 4 a
	// 5 b
	// 5 true
}
