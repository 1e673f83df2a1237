//go:build js && wasm

package binding

import (
	"math"
	"strings"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

//go:noinline
func invalidInput(row, column int, message, hint string) error {
	return &core.Error{Code: core.InvalidInput, Message: message, Hint: hint, Row: row, Column: column}
}

const acceptedX = "Give X as number[][], as an array of typed arrays or of row objects, as {data, rows, columns}, or for one feature as number[]."

// readMatrix reads rows of numbers: number[][], rows as typed arrays, {data,
// rows, columns}, or a flat array. A flat array is one column, unless features
// says that a row has more: then it is that row, and single is true, as it is
// for a lone number. Cost: one copy for typed arrays, a call an element for
// nested ones (web/input.js makes those typed first).
func readMatrix(name string, v js.Value, features int) (m core.Matrix, single bool, err error) {
	return readNumbers(name, v, features, false)
}

// readNumbers is readMatrix in which null and undefined can stand for missing
// values; they become NaN.
func readNumbers(name string, v js.Value, features int, missing bool) (m core.Matrix, single bool, err error) {
	switch {
	case kindOf(v) == js.TypeNumber && features == 1:
		return core.Matrix{Data: []float64{v.Float()}, Rows: 1, Columns: 1}, true, nil
	case kindOf(v) != js.TypeObject:
		return m, false, invalidInput(-1, -1, name+" is "+shown(v)+".", acceptedX)
	case isTypedArray(v):
		if err = checkSize(name, v.Length()); err != nil {
			return m, false, err
		}
		m, single = flat(appendTyped(nil, v), features)
		return m, single, nil
	case !isArray(v):
		m, err = readPacked(name, v)
		return m, false, err
	}
	n := v.Length()
	if n == 0 {
		return m, false, nil
	}
	if err = checkSize(name, n); err != nil {
		return m, false, err
	}
	if kindOf(v.Index(0)) == js.TypeObject {
		m, err = readRows(name, v, n, missing)
		return m, false, err
	}
	data := make([]float64, n)
	for i := range data {
		var is bool
		if data[i], is = numberOrMissing(v.Index(i), missing); !is {
			return m, false, notANumber(name+"["+itoa(i)+"]", v.Index(i), i, 0)
		}
	}
	m, single = flat(data, features)
	return m, single, nil
}

// mostNumbers is how many numbers are taken in: five copies of them (as given,
// scaled, in the tree and its boxes) fill what a fit may take of the 4 GiB that
// WebAssembly addresses.
const mostNumbers = 1792 << 20 / (5 * 8)

func checkSize(name string, numbers int) error {
	if numbers <= mostNumbers {
		return nil
	}
	return &core.Error{Code: core.TooLarge, Row: -1, Column: -1,
		Message: name + " has " + itoa(numbers) + " numbers, at most " + itoa(mostNumbers) + " fit into WebAssembly's memory.",
		Hint:    "Fit or predict fewer rows at a time, or use the engine natively."}
}

func flat(data []float64, features int) (core.Matrix, bool) {
	if features > 1 {
		return core.Matrix{Data: data, Rows: 1, Columns: len(data)}, true
	}
	return core.Matrix{Data: data, Rows: len(data), Columns: 1}, false
}

func notANumber(place string, v js.Value, row, column int) error {
	hint := "Give a number there."
	if t := kindOf(v); t == js.TypeUndefined || t == js.TypeNull {
		hint = "Replace missing values, or leave the row out."
	}
	return invalidInput(row, column, place+" is "+shown(v)+", a number belongs there.", hint)
}

func numberOrMissing(v js.Value, missing bool) (f float64, is bool) {
	switch kindOf(v) {
	case js.TypeNumber:
		return v.Float(), true
	case js.TypeNull, js.TypeUndefined:
		return math.NaN(), missing
	}
	return 0, false
}

func readRows(name string, v js.Value, n int, missing bool) (core.Matrix, error) {
	m := core.Matrix{Rows: n}
	for i := range n {
		row := v.Index(i)
		at := len(m.Data)
		if err := checkSize(name, at); err != nil {
			return m, err
		}
		switch {
		case kindOf(row) == js.TypeObject && isTypedArray(row):
			m.Data = appendTyped(m.Data, row)
		case kindOf(row) == js.TypeObject && isArray(row):
			for j := range row.Length() {
				f, is := numberOrMissing(row.Index(j), missing)
				if !is {
					return m, notANumber(name+"["+itoa(i)+"]["+itoa(j)+"]", row.Index(j), i, j)
				}
				m.Data = append(m.Data, f)
			}
		default:
			return m, invalidInput(i, -1, name+"["+itoa(i)+"] is "+shown(row)+", a row of numbers belongs there.", acceptedX)
		}
		columns := len(m.Data) - at
		if i == 0 {
			m.Columns = columns
		}
		if columns != m.Columns {
			return m, invalidInput(i, -1, name+"["+itoa(i)+"] has "+itoa(columns)+" numbers, "+name+"[0] has "+itoa(m.Columns)+".",
				"Give every row the same length.")
		}
	}
	return m, nil
}

// readPacked reads {data, rows, columns}, row-major.
func readPacked(name string, v js.Value) (core.Matrix, error) {
	data, rows, columns := get(v, "data"), get(v, "rows"), get(v, "columns")
	if kindOf(data) != js.TypeObject || !isTypedArray(data) {
		return core.Matrix{}, invalidInput(-1, -1, name+" is "+shown(v)+" without a typed array as data.", acceptedX)
	}
	r, c, n := wholeNumber(rows), wholeNumber(columns), data.Length()
	if r < 0 || c < 0 || (c == 0) != (n == 0) || c > 0 && (n%c != 0 || n/c != r) {
		return core.Matrix{}, invalidInput(-1, -1, name+" says rows "+shown(rows)+" and columns "+shown(columns)+", its data has "+itoa(n)+" numbers.",
			"Give data with rows * columns numbers, row after row.")
	}
	if err := checkSize(name, n); err != nil {
		return core.Matrix{}, err
	}
	return core.Matrix{Data: appendTyped(nil, data), Rows: r, Columns: c}, nil
}

// wholeNumber returns a non-negative integer, or -1.
func wholeNumber(v js.Value) int {
	if kindOf(v) != js.TypeNumber {
		return -1
	}
	f := v.Float()
	if f != math.Trunc(f) || !(f >= 0 && f <= math.MaxInt32) {
		return -1
	}
	return int(f)
}

const acceptedY = "Give y as number[], number[][], string[] or boolean[], one entry for each row of X."

// readTargets reads y into the data set. classes says that numbers are labels.
func readTargets(d *core.Dataset, v js.Value, classes bool) error {
	if kindOf(v) != js.TypeObject || !isTypedArray(v) && !isArray(v) && class(v) != "Object" {
		return invalidInput(-1, -1, "y is "+shown(v)+".", acceptedY)
	}
	kind := js.TypeNumber
	if isArray(v) && v.Length() > 0 {
		kind = kindOf(v.Index(0))
	}
	switch kind {
	case js.TypeString, js.TypeBoolean:
		return readLabels(d, v, kind)
	case js.TypeUndefined, js.TypeNull:
		return invalidInput(0, -1, "y[0] is "+shown(v.Index(0))+".", acceptedY)
	}
	m, _, err := readMatrix("y", v, 0)
	if err != nil {
		return err
	}
	if !classes {
		d.Values = m
		return nil
	}
	if m.Columns > 1 {
		return invalidInput(-1, -1, "y has "+itoa(m.Columns)+" numbers a row, classes need one label a row.", "Give one label a row, or leave classes away.")
	}
	d.Labels = make([]core.Label, len(m.Data))
	for i, f := range m.Data {
		if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
			return invalidInput(i, -1, "y["+itoa(i)+"] is "+shown(js.ValueOf(f))+", not a whole number.",
				"Give whole numbers, strings or booleans as classes, or leave classes away.")
		}
		d.Labels[i] = core.Integer(int64(f))
	}
	return nil
}

func readLabels(d *core.Dataset, v js.Value, kind js.Type) error {
	d.Labels = make([]core.Label, v.Length())
	for i := range d.Labels {
		element := v.Index(i)
		if kindOf(element) != kind {
			return invalidInput(i, -1, "y["+itoa(i)+"] is "+shown(element)+", y[0] is "+shown(v.Index(0))+".",
				"Give all labels as strings, or all as numbers with classes: true, or all as booleans.")
		}
		if kind == js.TypeBoolean {
			d.Labels[i] = core.Boolean(element.Bool())
			continue
		}
		s := element.String()
		if strings.ContainsRune(s, '\uFFFD') && !js.ValueOf(s).Equal(element) {
			return invalidInput(i, -1, "y["+itoa(i)+"] is no well-formed Unicode text.", "Remove the lone surrogate from it.")
		}
		d.Labels[i] = core.Text(s)
	}
	return nil
}
