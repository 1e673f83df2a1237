package xaia_test

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia"
	"github.com/xaia-go/xaia/core"
)

// A table with texts, from a CSV to a saved model and back.
func ExampleFile() {
	read := csv.NewReader(strings.NewReader("city,rooms,rent\nBonn,2,700\nBonn,3,900\nKiel,2,500\nKiel,4,850\n"))
	records, err := read.ReadAll()
	if err != nil {
		fmt.Println(err)
		return
	}
	table := []core.Column{{Name: "city"}, {Name: "rooms"}}
	var rents []float64
	for _, row := range records[1:] {
		rooms, _ := strconv.ParseFloat(row[1], 64)
		rent, _ := strconv.ParseFloat(row[2], 64)
		table[0].Texts = append(table[0].Texts, row[0])
		table[1].Numbers = append(table[1].Numbers, rooms)
		rents = append(rents, rent)
	}
	encoding, kept, err := core.NewEncoding(table, core.MissingError)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, _ := encoding.Matrix(table, kept)
	model, err := core.FitSQANN(core.Dataset{X: x, Values: core.ColumnOf(rents...)}, core.SQANNOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	saved, err := xaia.File{Model: model, Table: encoding}.MarshalBinary()
	if err != nil {
		fmt.Println(err)
		return
	}

	var file xaia.File
	if err := file.UnmarshalBinary(saved); err != nil {
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
