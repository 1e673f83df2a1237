package experiments

import (
	"encoding/json"
	"fmt"

	"github.com/xaia-go/xaia/core"
)

// readReference reads a file of testdata/golden.
func readReference(files Files, name string, into any) error {
	text, err := files("golden/" + name + ".json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// referenceCase is a case of testdata/golden; its README says who made them.
type referenceCase struct {
	Settings []core.Settings
	X, Xtest [][]float64
	Y        []float64
	Expect   map[string]struct {
		Layers  [][]int
		Predict []struct {
			Y       float64
			Status  string
			Samples []int
		}
	}
}
