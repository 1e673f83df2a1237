package experiments

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/xaia-go/xaia/core"
)

// controls is how often rows, or the order of the columns, are drawn at random
// to hold a figure against.
const controls = 20

// tablesRun gathers the tables of the section while their rows are computed.
type tablesRun struct {
	methods Table // the other methods on SQANN's rows
	trees   Table // what the order of the columns does to a tree
	control Table // SQANN's rows against random ones
	repeats []repeat
	ordered map[string]bool // the rows that trees has
}

// repeat is a row for the public JavaScript API to do again.
type repeat struct {
	Table     string               `json:"table"`
	Row       string               `json:"row"`
	Data      string               `json:"data"`
	Preset    string               `json:"preset"`
	Tolerance float64              `json:"tolerance"`
	Settings  []map[string]float64 `json:"settings"`
	Absorbed  int                  `json:"absorbed"`
	RMSE      float64              `json:"rmse"`
}

// Tables are tables 1 to 3. SQANN, linear, ridge and k-NN are measured, and
// held against SPEC 4; a tree of another library is measured beside
// scikit-learn's; of the other methods the printed figures are quoted.
func Tables(in Input) (Section, error) {
	run := newTablesRun()
	s := Section{ID: "tables"}
	done, total := 0, 0
	for _, p := range publishedTables {
		total += len(p.rows)
	}
	for _, p := range publishedTables {
		r, err := readRegression(in.Files, p.data)
		if err != nil {
			return s, err
		}
		t := Table{ID: p.id, Caption: p.caption, Head: append(append([]string{"row"}, p.columns...), "absorbed"), Notes: p.notes, Beside: "printed"}
		for _, c := range p.rows {
			row, err := run.row(in.part(done, total), r, p, c)
			if err != nil {
				return s, err
			}
			t.Rows = append(t.Rows, row)
			done++
			in.progress(done, total)
		}
		s.Tables = append(s.Tables, t)
	}
	s.Tables = append(s.Tables, run.methods)
	if in.Tree != nil {
		s.Tables = append(s.Tables, run.trees)
	}
	s.Tables = append(s.Tables, run.control)
	s.Says = []string{helped(run.methods), tally(run.control)}
	s.Pictures = map[string]any{"repeats": run.repeats}
	return s, nil
}

func newTablesRun() *tablesRun {
	return &tablesRun{
		ordered: map[string]bool{},
		methods: Table{ID: "tables-methods", Caption: "The other methods on the very rows that each SQANN was fitted to",
			Head: []string{"table, row", "rows", "linear", "ridge", "k-NN, best of 2 to 16", "its k", "tree", "tree of scikit-learn", "difference"},
			Notes: []string{"Linear, ridge and k-NN must be what scikit-learn 1.2.1 gives on these rows, to three decimals. The k of k-NN is chosen on the rows it is judged by, as in the paper.",
				"The tree is ml-cart's, grown until it has no error on its rows, as scikit-learn's is, whose figure stands beside it. No figure is promised: of splits that are equally good ml-cart takes the first, scikit-learn one at random, and the two trees then answer differently between the rows."}},
		trees: Table{ID: "tables-trees", Caption: "Does the choice between equally good splits explain the tree's difference?",
			Head:  []string{"table, row", "rows", "tree of scikit-learn", fmt.Sprintf("ml-cart, columns in %d random orders, lowest to highest", controls), "scikit-learn's is within"},
			Notes: []string{"With the columns in another order, ml-cart takes another of the equally good splits."}},
		control: Table{ID: "tables-control", Caption: "Does SQANN's choice of rows help other methods more than a random choice of as many?",
			Head:  []string{"table, row", "rows added", "method", "SQANN's rows", "random rows, mean", "random rows, lowest to highest", "SQANN's rows are"},
			Notes: []string{fmt.Sprintf("%d random choices, drawn with NumPy's legacy generator. As in the paper, all external rows are judged, the added ones among them.", controls)}},
	}
}

// row computes one row of a table, and what the other tables say about it.
func (run *tablesRun) row(in Input, r regression, p published, c condition) ([]Cell, error) {
	options := core.SQANNOptions{Preset: core.PublishedV1, Settings: TableSettings()}
	if p.construct == "published-v2" {
		options = core.SQANNOptions{Preset: core.PublishedV2, Settings: ClassicSettings(24)}
	}
	a, err := r.absorb(options, c.tolerance)
	if err != nil {
		return nil, err
	}
	tree := r.tree(in, a.Rows)
	name, count := plain(p.short+", "+c.name), plain(strconv.Itoa(len(a.Rows)))
	run.methods.Rows = append(run.methods.Rows, []Cell{name, count, held(a.Linear, c.linear, ""), held(a.Ridge, c.ridge, ""),
		held(a.KNN, c.neighbours, ""), plain(strconv.Itoa(a.K)), measured(tree), plain(c.tree), against(tree, c.tree)})
	// Rows o. of table 3 are those of tables 1 and 2.
	if key := fmt.Sprint(p.data, a.Rows); in.Tree != nil && !run.ordered[key] {
		run.ordered[key] = true
		run.trees.Rows = append(run.trees.Rows, append([]Cell{name, count, plain(c.tree)}, r.orders(in.part(0, 2), a.Rows, c.tree)...))
	}
	if a.Count > 0 {
		rows, err := r.control(in.part(1, 2), a, tree)
		if err != nil {
			return nil, err
		}
		for _, cells := range rows {
			run.control.Rows = append(run.control.Rows, append([]Cell{name, plain(strconv.Itoa(a.Count))}, cells...))
		}
	}
	run.repeats = append(run.repeats, repeat{p.short, c.name, p.data, p.construct, c.tolerance, settingsForJS(options.Settings), a.Count, a.RMSE})
	cells := []Cell{plain(c.name)}
	for i, method := range p.columns {
		cells = append(cells, c.cell(method, c.printed[i], a, tree))
	}
	return append(cells, held(float64(a.Count), c.absorbed, c.absorbedPrinted)), nil
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

func settingsForJS(list []core.Settings) []map[string]float64 {
	out := make([]map[string]float64, len(list))
	for k, s := range list {
		out[k] = map[string]float64{"a1": s.A1, "a2": s.A2, "admission": s.Admission, "activation": s.Activation}
	}
	return out
}
