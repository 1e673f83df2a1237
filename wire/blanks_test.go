package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// A fit in Go may have texts such as "NA" among its categories, of a table that also has gaps. Asked by rows, such a text is what it
// was in the fit, exactly as it is written there; every other one that may stand for a missing value is missing.
func TestCategoriesThatLookMissing(t *testing.T) {
	texts := []string{"NA", "DE", " ?", "NA", "", "DE", " ?", "DE"}
	table := []core.Column{{Name: "land", Texts: texts, Missing: make([]bool, len(texts))}}
	table[0].Missing[4] = true
	e, _, err := core.NewEncoding(table, core.MissingMean, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := e.Matrix(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := core.FitSQANN(core.Dataset{X: x, Values: core.ColumnOf(1, 20, 300, 1, 4000, 20, 300, 20)}, core.SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c := newCarrier(t)
	kept := c.Keep(&wire.Kept{Model: &wire.Model{Predictor: m, Table: e}})
	for _, ask := range []struct {
		cell string
		want float64
	}{{`"NA"`, 1}, {`" ?"`, 300}, {`"DE"`, 20}, {`null`, 4000}, {`" NA"`, 4000}, {`"NA "`, 4000}, {`"?"`, 4000}, {`""`, 4000}, {`"null"`, 4000}} {
		said, err := c.ask("predict", kept, `[{"land": `+ask.cell+`}]`)
		var got []float64
		if err == nil {
			err = json.Unmarshal([]byte(said), &got)
		}
		if err != nil || len(got) != 1 || got[0] != ask.want {
			t.Errorf("%s: %s %v, want %v", ask.cell, said, err, ask.want)
		}
	}
}
