//go:build js && wasm

package binding

import (
	"math"
	"slices"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// sampleOptions are the options of fit that say how X is to be read.
type sampleOptions struct {
	columns []string // of row objects; nil means the first row's keys
	missing core.MissingRule
}

var missingNames = []string{"error", "mean", "drop"}

func (o *sampleOptions) fields() fields {
	return fields{
		"columns": func(v js.Value) error {
			if kindOf(v) != js.TypeObject || !isArray(v) || v.Length() == 0 {
				return invalidOption("columns", v, "a list of the columns' names")
			}
			for i := range v.Length() {
				if kindOf(v.Index(i)) != js.TypeString || slices.Contains(o.columns, v.Index(i).String()) {
					return invalidOption("columns["+itoa(i)+"]", v.Index(i), "each column's name once")
				}
				o.columns = append(o.columns, v.Index(i).String())
			}
			return nil
		},
		"missing": func(v js.Value) error {
			return choice("missing", v, &o.missing, missingNames, []core.MissingRule{core.MissingError, core.MissingMean, core.MissingDrop})
		},
	}
}

// readSamples reads the X of a fit and its y. Row objects and missing values go
// through a table, which the model keeps.
func readSamples(x, y js.Value, classes bool, o sampleOptions) (d core.Dataset, table *core.Encoding, dropped []int, err error) {
	var columns []core.Column
	switch {
	case hasRowObjects(x):
		columns, err = readRowObjects(x, o.columns)
	case o.columns != nil:
		return d, nil, nil, &core.Error{Code: core.InvalidOption, Row: -1, Column: -1, Path: "columns",
			Message: "columns is given, but X has no row objects.", Hint: "Leave columns away, or give X as an array of objects."}
	case o.missing != core.MissingError:
		var m core.Matrix
		if m, _, err = readNumbers("X", x, 0, true); err == nil {
			columns = core.TableOf(m)
		}
	default:
		d.X, _, err = readMatrix("X", x, 0)
	}
	if err != nil {
		return d, nil, nil, err
	}
	if err = readTargets(&d, y, classes); err != nil || columns == nil {
		return d, nil, nil, err
	}
	table, kept, err := core.NewEncoding(columns, o.missing)
	if err != nil {
		return d, nil, nil, err
	}
	if err = checkSize("X", len(kept)*table.Features()); err != nil {
		return d, nil, nil, err
	}
	if d.X, err = table.Matrix(columns, kept); err != nil {
		return d, nil, nil, err
	}
	rows := columns[0].Rows()
	if len(kept) < rows && max(len(d.Labels), d.Values.Rows) == rows {
		d, dropped = pickTargets(d, kept), missingFrom(kept, rows)
	}
	return d, table, dropped, nil
}

// pickTargets keeps the y of the rows that X has kept.
func pickTargets(d core.Dataset, kept []int) core.Dataset {
	out := core.Dataset{X: d.X}
	for _, i := range kept {
		if d.Labels != nil {
			out.Labels = append(out.Labels, d.Labels[i])
		} else {
			out.Values.Data = append(out.Values.Data, d.Values.Row(i)...)
		}
	}
	if d.Labels == nil {
		out.Values.Rows, out.Values.Columns = len(kept), d.Values.Columns
	}
	return out
}

func missingFrom(kept []int, rows int) []int {
	var out []int
	for row := range rows {
		if len(kept) > 0 && kept[0] == row {
			kept = kept[1:]
		} else {
			out = append(out, row)
		}
	}
	return out
}

// readQuery reads X for a fitted model, through its table where it has one. A
// flat array of several features, and a row object, are one row.
func (m *model) readQuery(v js.Value) (x core.Matrix, single bool, err error) {
	if m.table == nil {
		return readMatrix("X", v, m.features())
	}
	var names []string
	for _, c := range m.table.Columns {
		names = append(names, c.Name)
	}
	named := names[0] != ""
	if named && kindOf(v) == js.TypeObject && class(v) == "Object" && !isTable(v) {
		list := newArray()
		list.SetIndex(0, v)
		v, single = list, true
	}
	if hasRowObjects(v) {
		if !named {
			return x, false, invalidInput(0, -1, "X[0] is an object, the model was fitted on rows of numbers.", "Give rows of numbers.")
		}
		columns, err := readRowObjects(v, names)
		if err != nil {
			return x, false, err
		}
		m.settleKinds(columns)
		x, err = m.table.Matrix(columns, nil)
		return x, single, err
	}
	if x, single, err = readNumbers("X", v, m.features(), true); err != nil {
		return x, single, err
	}
	if m.table.Missing == core.MissingError || named && m.texts() || x.Columns != m.features() {
		return x, single, nil // rows as encoded; the engine checks them
	}
	x, err = m.table.Matrix(core.TableOf(x), nil)
	return x, single, err
}

// settleKinds makes a column whose values are all missing one of the kind it had.
func (m *model) settleKinds(columns []core.Column) {
	for j := range columns {
		if m.table.Columns[j].Categories == nil || columns[j].Texts != nil {
			continue
		}
		if slices.IndexFunc(columns[j].Numbers, func(f float64) bool { return f == f }) < 0 {
			n := len(columns[j].Numbers)
			columns[j].Texts, columns[j].Missing, columns[j].Numbers = make([]string, n), make([]bool, n), nil
			for i := range n {
				columns[j].Missing[i] = true
			}
		}
	}
}

func (m *model) texts() bool {
	return slices.ContainsFunc(m.table.Columns, func(c core.EncodedColumn) bool { return c.Categories != nil })
}

// isTable says whether an object is {data, rows, columns}.
func isTable(v js.Value) bool { return kindOf(get(v, "data")) == js.TypeObject }

func hasRowObjects(v js.Value) bool {
	if kindOf(v) != js.TypeObject || !isArray(v) || v.Length() == 0 {
		return false
	}
	first := v.Index(0)
	return kindOf(first) == js.TypeObject && class(first) == "Object" && !isArray(first) && !isTypedArray(first)
}

const acceptedCell = "Give a number, a text, a boolean, or null where it is missing."

// readRowObjects reads an array of objects as columns: texts where the first
// value that isn't missing is a text, else numbers, true and false as 1 and 0.
func readRowObjects(v js.Value, names []string) ([]core.Column, error) {
	n := v.Length()
	if names == nil {
		names = ownKeys(v.Index(0))
	}
	if len(names) == 0 {
		return nil, invalidInput(0, -1, "X[0] has no columns.", "Give each row at least one value, or list the columns.")
	}
	if err := checkSize("X", n*len(names)); err != nil {
		return nil, err
	}
	table := make([]core.Column, len(names))
	for j, name := range names {
		table[j] = core.Column{Name: name, Numbers: make([]float64, n)}
	}
	for i := range n {
		row := v.Index(i)
		if kindOf(row) != js.TypeObject || isArray(row) {
			return nil, invalidInput(i, -1, "X["+itoa(i)+"] is "+shown(row)+", X[0] is an object.", "Give every row as an object of the same columns.")
		}
		for j, name := range names {
			value := js.Undefined()
			if js.Global().Get("Object").Call("hasOwn", row, name).Bool() {
				value = get(row, name)
			}
			if err := readCell(&table[j], value, i, j); err != nil {
				return nil, err
			}
		}
	}
	return table, nil
}

func readCell(c *core.Column, v js.Value, row, column int) error {
	wrong := func(what string) error {
		return invalidInput(row, column, "X["+itoa(row)+"]."+c.Name+" is "+shown(v)+what, acceptedCell)
	}
	kind := kindOf(v)
	missing := kind == js.TypeUndefined || kind == js.TypeNull || kind == js.TypeNumber && math.IsNaN(v.Float())
	if kind == js.TypeString && c.Texts == nil {
		for i := range row {
			if !math.IsNaN(c.Numbers[i]) {
				return wrong(", the rows before it have numbers there.")
			}
		}
		n := len(c.Numbers)
		c.Texts, c.Missing, c.Numbers = make([]string, n), make([]bool, n), nil
		for i := range row {
			c.Missing[i] = true
		}
	}
	switch {
	case c.Texts != nil && missing:
		c.Missing[row] = true
	case c.Texts != nil && kind != js.TypeString:
		return wrong(", the rows before it have texts there.")
	case c.Texts != nil:
		c.Texts[row] = v.String()
	case missing:
		c.Numbers[row] = math.NaN()
	case kind == js.TypeNumber:
		c.Numbers[row] = v.Float()
	case kind == js.TypeBoolean:
		c.Numbers[row] = float64(b2i(v.Bool()))
	default:
		return wrong(", no value for a table.")
	}
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// describeTable lists the columns in the model, and in its file.
func describeTable(table *core.Encoding) js.Value {
	list := newArray()
	for i, c := range table.Columns {
		v := newObject()
		if c.Name != "" {
			v.Set("name", c.Name)
		}
		if c.Categories != nil {
			v.Set("categories", texts(c.Categories))
		}
		if c.Means != nil {
			v.Set("means", plain(float64Array(c.Means)))
		}
		list.SetIndex(i, v)
	}
	return list
}

// loadTable reads what describeTable wrote.
func loadTable(columns, missing js.Value, features int) (*core.Encoding, error) {
	table := &core.Encoding{}
	wrong := func(i int) error { return badFile("columns["+itoa(i)+"] is wrong.", nil) }
	if kindOf(columns) != js.TypeObject || !isArray(columns) || columns.Length() == 0 || columns.Length() > features {
		return nil, badFile("columns is "+shown(columns)+".", nil)
	}
	if choice("missing", missing, &table.Missing, missingNames, []core.MissingRule{core.MissingError, core.MissingMean, core.MissingDrop}) != nil {
		return nil, badFile("missing is "+shown(missing)+".", nil)
	}
	for i := range columns.Length() {
		v := columns.Index(i)
		if kindOf(v) != js.TypeObject {
			return nil, wrong(i)
		}
		var c core.EncodedColumn
		width := 1
		if name := get(v, "name"); kindOf(name) == js.TypeString {
			c.Name = name.String()
		}
		if (c.Name == "") != (i == 0 || table.Columns[0].Name == "") && i > 0 {
			return nil, wrong(i)
		}
		if list := get(v, "categories"); !list.IsUndefined() {
			if kindOf(list) != js.TypeObject || !isArray(list) || list.Length() > features {
				return nil, wrong(i)
			}
			c.Categories = []string{}
			for j := range list.Length() {
				if kindOf(list.Index(j)) != js.TypeString {
					return nil, wrong(i)
				}
				c.Categories = append(c.Categories, list.Index(j).String())
				if j > 0 && c.Categories[j-1] >= c.Categories[j] {
					return nil, wrong(i)
				}
			}
			width = len(c.Categories)
		}
		if table.Missing == core.MissingMean {
			m, _, err := readMatrix("means", get(v, "means"), 0)
			if err != nil || len(m.Data) != width || slices.ContainsFunc(m.Data, func(f float64) bool { return math.IsNaN(f - f) }) {
				return nil, wrong(i)
			}
			c.Means = m.Data
		}
		table.Columns = append(table.Columns, c)
	}
	if table.Features() != features {
		return nil, badFile("columns make "+itoa(table.Features())+" features, X has "+itoa(features)+".", nil)
	}
	return table, nil
}
