//go:build !js

package xaia_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/xaia-go/xaia"
	"github.com/xaia-go/xaia/core"
)

// A table with texts, from a CSV to a saved model and back.
func ExampleFile() {
	defer os.Remove("rents.xaia")
	d, encoding, err := xaia.ReadCSV(strings.NewReader("city,rooms,rent\nBonn,2,700\nBonn,3,900\nKiel,2,500\nKiel,4,850\n"), "rent")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := (xaia.File{Model: model, Table: encoding}).Save("rents.xaia"); err != nil {
		fmt.Println(err)
		return
	}

	file, err := xaia.Load("rents.xaia")
	if err != nil {
		fmt.Println(err)
		return
	}
	asked, err := file.Table.Matrix([]core.Column{{Name: "city", Texts: []string{"Kiel"}}, {Name: "rooms", Numbers: []float64{4}}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	why, _ := file.Model.Explain(asked.Row(0))
	fmt.Println(why.Value[0], why.Status, "by row", why.Neurons[0].Samples)
	// Output:
	// 850 hit by row [3]
}
