package core

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"strconv"
	"unsafe"
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

	// table: among the tables of many features, whose fits are held against all pairs. held: so many rows are predicted by
	// a model of all others.
	table bool
	held  int
}

// workloads are the sets that the costs are stated for: the ones that the
// authors' program was timed on, preset xaia from small to large, and series of
// sizes for the growth.
func workloads() []workload {
	var list []workload
	add := func(w workload) {
		w.options.Relevance.Kind = RelevanceOff // whose cost hardly grows with the samples: BenchmarkAuto has it
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
	add(workload{name: "digits xaia", data: digitsData})
	table := func(w workload) {
		w.table = true
		w.options.MaxBytes = cmp.Or(w.options.MaxBytes, 1792<<20) // WebAssembly's limit natively too
		add(w)
	}
	for _, n := range []int{500, 1000, 2000, 4000, 8000, 50000, 100000} {
		table(workload{name: named("cube", n, "xaia"), data: uniformData(n, 13, 1)})
	}
	table(workload{name: "cube-50000 in 64 MiB", data: uniformData(50000, 13, 1), options: SQANNOptions{MaxBytes: 64 << 20}})
	mean := SQANNOptions{Duplicates: DuplicatesMean}
	table(workload{name: "diamonds-12000 xaia", data: partOf(12000, diamondsData), options: mean})
	table(workload{name: "diamonds xaia", data: diamondsData, options: mean, held: 1000})
	table(workload{name: "digits-20000 xaia", data: madeDigits("digits-20000.f64")})
	table(workload{name: "digits-784-3000 xaia", data: partOf(3000, madeDigits("digits-784.f64"))})
	table(workload{name: "digits-784 xaia", data: madeDigits("digits-784.f64"), held: 1000})
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

// madeDigits reads what bench/data.mjs writes: rows, columns, labels, pixels.
func madeDigits(name string) func() (Dataset, error) {
	return func() (Dataset, error) {
		content, err := benchFile(name)
		if err != nil {
			return Dataset{}, err
		}
		numbers := unsafe.Slice((*float64)(unsafe.Pointer(&content[0])), len(content)/8)
		rows, columns := int(numbers[0]), int(numbers[1])
		d := Dataset{X: Matrix{Data: numbers[2+rows:], Rows: rows, Columns: columns}}
		for _, label := range numbers[2 : 2+rows] {
			d.Labels = append(d.Labels, Integer(int64(label)))
		}
		return d, nil
	}
}

// diamondsData has prices as outcomes, and encodes texts as a fit of row objects does.
func diamondsData() (Dataset, error) {
	content, err := benchFile("diamonds.csv")
	if err != nil {
		return Dataset{}, err
	}
	list, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return Dataset{}, err
	}
	d := Dataset{}
	var table []Column
	for j, name := range list[0] {
		var texts []string
		for _, row := range list[1:] {
			texts = append(texts, row[j])
		}
		values, err := numbers(texts)
		switch {
		case err != nil:
			table = append(table, Column{Name: name, Texts: texts})
		case name == "price":
			d.Values = Matrix{Data: values, Rows: len(values), Columns: 1}
		default:
			table = append(table, Column{Name: name, Numbers: values})
		}
	}
	encoding, kept, err := NewEncoding(table, MissingError, nil)
	if err != nil {
		return d, err
	}
	d.X, err = encoding.Matrix(table, kept)
	return d, err
}

// partOf a set are so many rows, spread evenly: diamonds are in the order of their prices.
func partOf(n int, data func() (Dataset, error)) func() (Dataset, error) {
	return func() (Dataset, error) {
		d, err := data()
		if err != nil {
			return d, err
		}
		return d.Pick(marked(evenly(n, d.X.Rows))), nil
	}
}

// evenly marks so many rows.
func evenly(n, rows int) []bool {
	marks := make([]bool, rows)
	for i := range n {
		marks[i*rows/n] = true
	}
	return marks
}

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
