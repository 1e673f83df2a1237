package experiments

import "github.com/xaia-go/xaia/core"

// ClassicSettings lists the authors' schedule for so many layers: the published
// presets refuse to go deeper than their list.
func ClassicSettings(layers int) []core.Settings {
	list := make([]core.Settings, layers)
	for k := range list {
		list[k] = core.ClassicSettings(k + 1)
	}
	return list
}

// TableSettings are those of tables 1 and 2: the admission threshold falls from
// layer to layer.
func TableSettings() []core.Settings {
	list := make([]core.Settings, 16)
	for k := range list {
		list[k] = core.Settings{A1: 0.01, A2: 0.5, Admission: 0.2 - 0.01*float64(k+1), Activation: 0.9}
	}
	return list
}

// same is one setting for every layer of a network that has at most so many.
func same(s core.Settings, layers int) []core.Settings {
	list := make([]core.Settings, layers)
	for k := range list {
		list[k] = s
	}
	return list
}

func numbers(x [][]float64, y []float64) core.Dataset {
	m, err := core.MatrixOf(x)
	if err != nil {
		panic(err) // only rows made here come here
	}
	return core.Dataset{X: m, Values: core.Matrix{Data: y, Rows: len(y), Columns: 1}}
}
