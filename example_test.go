package xaia_test

import (
	"fmt"

	"github.com/xaia-go/xaia/core"
)

// The README's snippet in Go: the paper's three points on a line.
func Example_tnn() {
	d := core.Dataset{
		X:      core.Matrix{Data: []float64{1, 0.5, 0}, Rows: 3, Columns: 1},
		Values: core.Matrix{Data: []float64{1, 2, 3}, Rows: 3, Columns: 1},
	}
	model, err := core.FitTNN(d, core.TNNOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	w, b, alpha := model.Weights()
	fmt.Println(w.Data, b, alpha.Data)
	middle, _ := model.Predict(core.Matrix{Data: []float64{0.25}, Rows: 1, Columns: 1})
	fmt.Printf("%.4f\n", middle.Values.Data[0])
	// Output:
	// [20 20 20] [5 -5 -15] [3 -1 -1]
	// 2.4998
}

// Fit, predict and explain a SQANN on four points with two classes.
func Example_sqann() {
	x, _ := core.MatrixOf([][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}})
	d := core.Dataset{X: x, Labels: []core.Label{core.Text("a"), core.Text("b"), core.Text("b"), core.Text("a")}}
	model, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	why, _ := model.Explain([]float64{0.1, 0.9}, core.Interpolation{})
	fmt.Println(why.Label, why.Status, why.Recognition, "sample", why.Neurons[0].Samples)
	far, _ := model.Explain([]float64{1000, -1000}, core.Interpolation{})
	fmt.Println(far.Recognition)
	// Output:
	// b hit strong sample [1]
	// weak
}

// An error says where the trouble is and what to do.
func Example_refused() {
	x, _ := core.MatrixOf([][]float64{{0, 0}, {1, 1}, {0, 0}})
	_, err := core.FitSQANN(core.Dataset{X: x, Values: core.Matrix{Data: []float64{1, 2, 3}, Rows: 3, Columns: 1}}, core.SQANNOptions{})
	fmt.Println(err)
	// Output:
	// X[0] and X[2] are equal, y[0] and y[2] are not. Correct one of them, or let the option duplicates decide: "first", "mean" (numbers) or "majority" (classes).
}
