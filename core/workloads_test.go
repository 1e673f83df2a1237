package core

import (
	"bytes"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"strconv"
)

// workload is one line of the benchmark's table: a data set, how it is fitted,
// and what is asked of the model.
type workload struct {
	name    string
	data    func() (Dataset, error)
	options SQANNOptions
	tnn     bool    // a TNN instead, with its default options
	side    float64 // above 0: predictions are timed, in a cube of this side
	plain   bool    // the plain construction instead of the engine

	smaller func() (Dataset, error) // growth is measured from it
}

// workloads are the sets that the costs are stated for: the ones that the
// authors' program was timed on, preset xaia from small to large, and series of
// sizes for the growth.
func workloads() []workload {
	var list []workload
	add := func(w workload) {
		list = append(list, w)
		switch w.name { // one after the other: what else the machine does changes within minutes
		case "plane-2000 paper", "digits paper", "plane-5000 xaia":
			w.name, w.plain = w.name+" plain", true
			list = append(list, w)
		}
	}
	square := func(n int) func() (Dataset, error) { return uniformData(n, 2, 10) }
	named := func(what string, n int, preset string) string { return what + "-" + itoa(n) + " " + preset }

	paperPlane := SQANNOptions{Preset: Paper, Settings: tableOneSettings(60)}
	for _, n := range []int{2000, 5000} {
		add(workload{name: named("plane", n, "published-v1"), data: square(n), options: SQANNOptions{Preset: PublishedV1, Settings: tableOneSettings(60)}})
	}
	for _, n := range []int{500, 1000, 2000, 4000, 5000, 8000} {
		add(workload{name: named("plane", n, "paper"), data: square(n), options: paperPlane})
	}
	add(workload{name: "digits paper", data: digitsData, options: SQANNOptions{Preset: Paper}})
	add(workload{name: "cube-10000 paper", data: uniformData(10000, 13, 1), options: SQANNOptions{Preset: Paper}})
	add(workload{name: "donut-5000 paper", data: donutData(5000), options: SQANNOptions{Preset: Paper}})
	add(workload{name: "boston-449 published-v2", data: bostonData(449), options: SQANNOptions{Preset: PublishedV2, Settings: classicList(24)}})
	for _, n := range []int{500, 1000, 2000, 4000, 5000, 8000, 10000, 100000, 1000000} {
		w := workload{name: named("plane", n, "xaia"), data: square(n)}
		if n == 1000 || n >= 10000 {
			w.side = 10
		}
		if n == 1000000 {
			w.smaller = square(10000)
		}
		add(w)
	}
	for _, n := range []int{500, 1000, 2000, 4000, 5000, 8000} {
		add(workload{name: named("cube", n, "xaia"), data: uniformData(n, 13, 1)})
	}
	add(workload{name: "digits xaia", data: digitsData})
	for _, n := range []int{1000, 10000, 100000, 1000000} {
		add(workload{name: "tnn-" + itoa(n), data: uniformData(n, 1, 1), tnn: true, side: 1})
	}
	return list
}

// tableOneSettings are those of the paper's table 1.
func tableOneSettings(layers int) []Settings {
	var list []Settings
	for k := 1; k <= layers; k++ {
		list = append(list, Settings{A1: 0.01, A2: 0.5, Admission: math.Max(0.2-float64(0.01*float64(k)), 0.02), Activation: 0.9})
	}
	return list
}

func classicList(layers int) []Settings {
	var list []Settings
	for k := 1; k <= layers; k++ {
		list = append(list, ClassicSettings(k))
	}
	return list
}

func uniformData(n, features int, side float64) func() (Dataset, error) {
	return func() (Dataset, error) {
		r := rand.New(rand.NewPCG(1, 2))
		d := Dataset{
			X:      Matrix{Data: make([]float64, 0, n*features), Rows: n, Columns: features},
			Values: Matrix{Data: make([]float64, 0, n), Rows: n, Columns: 1},
		}
		for range n {
			for range features {
				d.X.Data = append(d.X.Data, r.Float64()*side)
			}
			d.Values.Data = append(d.Values.Data, r.Float64())
		}
		return d, nil
	}
}

// donutData is the second data set of the paper's figure 4.
func donutData(n int) func() (Dataset, error) {
	return func() (Dataset, error) {
		r := rand.New(rand.NewPCG(1, 2))
		d := Dataset{X: Matrix{Rows: n, Columns: 2}, Values: Matrix{Rows: n, Columns: 1}}
		for range n {
			radius, angle := 0.8+float64(0.4*r.Float64()), 2*math.Pi*r.Float64()
			d.X.Data = append(d.X.Data, radius*math.Sin(angle), radius*math.Cos(angle))
			d.Values.Data = append(d.Values.Data, math.Cos(angle))
		}
		return d, nil
	}
}

func digitsData() (Dataset, error) { return labelledData("digits.csv") }

// labelledData is a whole file, its last column as labels.
func labelledData(name string) (Dataset, error) {
	list, err := readTable(name)
	if err != nil {
		return Dataset{}, err
	}
	d := Dataset{}
	var x [][]float64
	for _, row := range list {
		d.Labels = append(d.Labels, Text(row[len(row)-1]))
		features, err := numbers(row[:len(row)-1])
		if err != nil {
			return d, err
		}
		x = append(x, features)
	}
	d.X, err = MatrixOf(x)
	return d, err
}

// bostonData is the first n rows, scaled over all of them as the paper does.
func bostonData(n int) func() (Dataset, error) {
	return func() (Dataset, error) {
		list, err := readTable("boston.csv")
		if err != nil {
			return Dataset{}, err
		}
		var all [][]float64
		for _, row := range list {
			values, err := numbers(row)
			if err != nil {
				return Dataset{}, err
			}
			all = append(all, values)
		}
		features := len(all[0]) - 1
		d := Dataset{X: Matrix{Rows: n, Columns: features}, Values: Matrix{Rows: n, Columns: 1}}
		for _, row := range all[:n] {
			for j, v := range row[:features] {
				low, high := math.Inf(1), math.Inf(-1)
				for _, other := range all {
					low, high = math.Min(low, other[j]), math.Max(high, other[j])
				}
				d.X.Data = append(d.X.Data, (v-low)/(high-low))
			}
			d.Values.Data = append(d.Values.Data, row[features])
		}
		return d, nil
	}
}

// readTable gives the rows of a file in testdata/data, without its header.
func readTable(name string) ([][]string, error) {
	content, err := benchFile(name)
	if err != nil {
		return nil, err
	}
	list, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, err
	}
	return list[1:], nil
}

func numbers(row []string) ([]float64, error) {
	values := make([]float64, len(row))
	for j, text := range row {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, err
		}
		values[j] = v
	}
	return values, nil
}
