package experiments

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// tableFit is how many rows are fitted first; the others are external.
const tableFit = 100

// controls is how often a random choice of rows is drawn, to hold SQANN's
// choice against.
const controls = 20

// Tables are tables 1 to 3. SQANN, linear, ridge and k-NN are measured, and
// held against SPEC 4; a tree of another library is measured beside
// scikit-learn's; of the other methods the printed figures are quoted.
func Tables(in Input) (Section, error) {
	s := Section{ID: "tables"}
	same := Table{ID: "tables-methods", Caption: "The other methods on the very rows that each SQANN was fitted to",
		Head: []string{"table, row", "rows", "linear", "ridge", "k-NN, best of 2 to 16", "its k", "tree", "tree of scikit-learn", "difference"},
		Notes: []string{"Linear, ridge and k-NN stand above what scikit-learn 1.2.1 gives on these rows, to three decimals. The k of k-NN is chosen on the rows it is judged by, as in the paper.",
			"The tree is ml-cart's, grown until it has no error on its rows, as scikit-learn's is, whose figure stands beside it. They differ between the rows: of splits that are equally good scikit-learn takes one at random (seeded with 0), ml-cart the first; and ml-cart can put a threshold on a row's own value, scikit-learn puts it halfway between two."}}
	chosen := Table{ID: "tables-control", Caption: "Does SQANN's choice of rows help other methods more than a random choice of as many?",
		Head:  []string{"table, row", "rows added", "method", "SQANN's rows", "random rows, mean", "random rows, lowest to highest", "SQANN's rows are"},
		Notes: []string{fmt.Sprintf("%d random choices, drawn with NumPy's legacy generator. As in the paper, all external rows are judged, the added ones among them.", controls)}}
	type repeat struct {
		Table     string  `json:"table"`
		Row       string  `json:"row"`
		Data      string  `json:"data"`
		Preset    string  `json:"preset"`
		Tolerance float64 `json:"tolerance"`
		Settings  any     `json:"settings"`
		Absorbed  int     `json:"absorbed"`
		RMSE      float64 `json:"rmse"`
	}
	var repeats []repeat
	done, total := 0, 0
	for _, p := range publishedTables {
		total += len(p.rows)
	}
	for _, p := range publishedTables {
		r, err := readRegression(in.Files, p.data)
		if err != nil {
			return s, err
		}
		options := core.SQANNOptions{Preset: core.PublishedV1, Settings: TableSettings()}
		if p.construct == "published-v2" {
			options = core.SQANNOptions{Preset: core.PublishedV2, Settings: ClassicSettings(24)}
		}
		t := Table{ID: p.id, Caption: p.caption, Head: append(append([]string{"row"}, p.columns...), "absorbed"), Notes: p.notes, Beside: "printed"}
		for _, c := range p.rows {
			a, err := r.absorb(options, c.tolerance)
			if err != nil {
				return s, err
			}
			tree := r.tree(in, a.Rows)
			row := []Cell{plain(c.name)}
			for i, method := range p.columns {
				row = append(row, c.cell(method, c.printed[i], a, tree))
			}
			t.Rows = append(t.Rows, append(row, held(float64(a.Count), c.absorbed, c.absorbedPrinted)))
			name := p.short + ", " + c.name
			same.Rows = append(same.Rows, []Cell{plain(name), plain(strconv.Itoa(len(a.Rows))), held(a.Linear, c.linear, ""), held(a.Ridge, c.ridge, ""),
				held(a.KNN, c.neighbours, ""), plain(strconv.Itoa(a.K)), measured(tree), plain(c.tree), against(tree, c.tree)})
			if a.Count > 0 {
				rows, err := r.control(in, a, tree)
				if err != nil {
					return s, err
				}
				for _, cells := range rows {
					chosen.Rows = append(chosen.Rows, append([]Cell{plain(name), plain(strconv.Itoa(a.Count))}, cells...))
				}
			}
			repeats = append(repeats, repeat{p.short, c.name, p.data, p.construct, c.tolerance, settingsForJS(options.Settings), a.Count, a.RMSE})
			done++
			in.progress(done, total)
		}
		s.Tables = append(s.Tables, t)
	}
	s.Tables = append(s.Tables, same, chosen)
	s.Says = []string{helped(same), tally(chosen)}
	s.Pictures = map[string]any{"repeats": repeats}
	return s, nil
}

// cell is one figure of a table.
func (c condition) cell(method, printed string, a Absorbed, tree float64) Cell {
	switch method {
	case "Lin":
		return held(a.Linear, c.linear, printed)
	case "Ridge":
		return held(a.Ridge, c.ridge, printed)
	case "kneigh":
		return held(a.KNN, c.neighbours, printed)
	case "SQANN":
		return held(a.RMSE, c.sqann, printed)
	case "DTree":
		cell := measured(tree)
		cell.Printed = printed
		return cell
	}
	return quoted(printed)
}

// measured is a figure that nothing is promised of.
func measured(v float64) Cell {
	if math.IsNaN(v) {
		return plain("–")
	}
	return plain(fixed(v, 3))
}

// against is how far a tree is from scikit-learn's.
func against(tree float64, reference string) Cell {
	v, err := strconv.ParseFloat(reference, 64)
	if err != nil || math.IsNaN(tree) {
		return plain("–")
	}
	return plain(strings.ReplaceAll(fmt.Sprintf("%+.3f", tree-v), "-", "−"))
}

func settingsForJS(list []core.Settings) any {
	out := make([]map[string]float64, len(list))
	for k, s := range list {
		out[k] = map[string]float64{"a1": s.A1, "a2": s.A2, "admission": s.Admission, "activation": s.Activation}
	}
	return out
}

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
	e, err := core.Evaluate(judge, external)
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
