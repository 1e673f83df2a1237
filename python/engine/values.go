package main

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// Raw numbers, as package wire reads values. Only the methods of a value's kind are called; each type has these, and takes
// the others from a missing value.

// number is a lone number.
type number struct {
	wire.Value
	f float64
}

func (n number) Kind() wire.Kind { return wire.Number }
func (n number) Real() float64   { return n.f }
func (n number) Shown() string   { return strconv.FormatFloat(n.f, 'g', -1, 64) }

func numberOf(f float64) wire.Value { return number{jsontext.Missing, f} }

// list is numbers only.
type list struct {
	wire.Value
	numbers []float64
}

func (l list) Kind() wire.Kind     { return wire.Packed }
func (l list) Size() int           { return len(l.numbers) }
func (l list) At(i int) wire.Value { return numberOf(l.numbers[i]) }
func (l list) Shown() string       { return "a list of numbers" }
func (l list) Numbers(dst []float64) ([]float64, bool) {
	if dst == nil {
		return slices.Clip(l.numbers), true
	}
	return append(dst, l.numbers...), true
}

// record is an object.
type record struct {
	wire.Value
	names []string
	get   func(name string) wire.Value
}

func (r record) Kind() wire.Kind            { return wire.Record }
func (r record) Keys() []string             { return r.names }
func (r record) Size() int                  { return len(r.names) }
func (r record) WellFormedKey(int) bool     { return true }
func (r record) Get(name string) wire.Value { return r.get(name) }
func (r record) Own(name string) wire.Value { return r.get(name) }
func (r record) Shown() string              { return "an object" }

func recordOf(fields map[string]wire.Value, names ...string) wire.Value {
	return record{jsontext.Missing, names, func(name string) wire.Value {
		if v, known := fields[name]; known {
			return v
		}
		return jsontext.Missing
	}}
}

// several is a list of any values.
type several struct {
	wire.Value
	size int
	at   func(i int) wire.Value
}

func (s several) Kind() wire.Kind                         { return wire.List }
func (s several) Size() int                               { return s.size }
func (s several) At(i int) wire.Value                     { return s.at(i) }
func (s several) Numbers(dst []float64) ([]float64, bool) { return dst, false }
func (s several) Shown() string                           { return "a list" }

var (
	null, yes, no = constant("null"), constant("true"), constant("false")
)

func constant(text string) wire.Value {
	v, err := jsontext.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return v
}

// description is what a message says of raw numbers.
type description struct {
	rows, columns int
	names         []string
	texts         map[int][]wire.Value // of X, for some columns
	labels        []wire.Value         // of y
	isText        bool
	booleans      bool
	numbers       []float64
}

// described reads a description, and takes its numbers from the raw bytes.
func (c *call) described(name string, v wire.Value, more func(d *description) wire.Fields) (d *description, err error) {
	d = &description{rows: -1, columns: -1}
	count := func(field string, to *int) func(v wire.Value) error {
		return func(v wire.Value) error {
			if *to = wire.WholeNumber(v); *to < 0 {
				return wire.InvalidOption(name+"."+field, v, "a whole number from 0 on")
			}
			return nil
		}
	}
	fields := more(d)
	fields["rows"], fields["columns"] = count("rows", &d.rows), count("columns", &d.columns)
	if v.Kind() != wire.Record {
		return nil, wire.InvalidOption(name, v, "{rows, columns}, and the numbers as raw bytes")
	}
	if err := fields.Read(name+".", v); err != nil {
		return nil, err
	}
	if d.rows < 0 || d.columns < 0 {
		return nil, wire.InvalidOption(name, v, "rows and columns")
	}
	if d.columns > 0 && d.rows > len(c.raw)/8/d.columns {
		return nil, wire.InvalidInput(-1, -1, name+" has "+strconv.Itoa(d.rows)+" rows of "+strconv.Itoa(d.columns)+" numbers, but only "+strconv.Itoa(len(c.raw))+" raw bytes are left for them.",
			"Send 8 bytes for each number.")
	}
	d.numbers = make([]float64, d.rows*d.columns)
	for i := range d.numbers {
		d.numbers[i] = math.Float64frombits(binary.LittleEndian.Uint64(c.raw[8*i:]))
	}
	c.raw = c.raw[8*len(d.numbers):]
	return d, nil
}

// whole refuses raw bytes that nothing describes.
func (c *call) whole() error {
	if len(c.raw) == 0 {
		return nil
	}
	return wire.InvalidInput(-1, -1, strconv.Itoa(len(c.raw))+" raw bytes belong to nothing.", "Send 8 bytes for each number of X and y.")
}

// values is {data, rows, columns}, as JavaScript has it.
func (d *description) values() wire.Value {
	if len(d.numbers) == 0 { // wire has no rows without numbers
		return recordOf(map[string]wire.Value{"rows": numberOf(0), "columns": numberOf(0), "data": list{jsontext.Missing, nil}}, "rows", "columns", "data")
	}
	return recordOf(map[string]wire.Value{"rows": numberOf(float64(d.rows)), "columns": numberOf(float64(d.columns)), "data": list{jsontext.Missing, d.numbers}}, "rows", "columns", "data")
}

// textsOf reads a list of texts.
func textsOf(path string, v wire.Value) (texts []wire.Value, err error) {
	if v.Kind() != wire.List {
		return nil, wire.InvalidOption(path, v, "a list of texts")
	}
	for i := range v.Size() {
		e := v.At(i)
		if e.Kind() != wire.Text {
			return nil, wire.InvalidOption(path+"["+strconv.Itoa(i)+"]", e, "a text")
		}
		texts = append(texts, e)
	}
	return texts, nil
}

// table is X: numbers, or where columns have names an array of objects, as JavaScript has it.
func (c *call) table(name string, v wire.Value) (wire.Value, error) {
	d, err := c.described(name, v, func(d *description) wire.Fields {
		return wire.Fields{
			"names": func(v wire.Value) error {
				texts, err := textsOf(name+".names", v)
				for i, text := range texts {
					if !text.WellFormed() {
						return wire.InvalidOption(name+".names["+strconv.Itoa(i)+"]", text, "well-formed Unicode")
					}
					d.names = append(d.names, text.Text())
				}
				return err
			},
			"texts": func(v wire.Value) error {
				d.texts = map[int][]wire.Value{}
				if v.Kind() != wire.Record {
					return wire.InvalidOption(name+".texts", v, "an object of lists of texts")
				}
				for _, key := range v.Keys() {
					j, err := strconv.Atoi(key)
					if err != nil {
						return wire.InvalidOption(name+".texts", v, "the number of a column as each key")
					}
					if d.texts[j], err = textsOf(name+".texts."+key, v.Get(key)); err != nil {
						return err
					}
				}
				return nil
			},
		}
	})
	if err != nil {
		return nil, err
	}
	if d.names == nil && d.texts == nil {
		return d.values(), nil
	}
	at := make(map[string]int, len(d.names))
	for j, name := range d.names {
		at[name] = j
	}
	if len(d.names) != d.columns || len(at) != d.columns {
		return nil, wire.InvalidInput(-1, -1, name+" has "+strconv.Itoa(d.columns)+" columns and "+strconv.Itoa(len(at))+" names.", "Name each column, each otherwise.")
	}
	for j, texts := range d.texts {
		if j < 0 || j >= d.columns {
			return nil, wire.InvalidInput(-1, -1, name+" has no column "+strconv.Itoa(j)+" for texts.", "Give the number of a column.")
		}
		for i := range d.rows {
			if f := d.numbers[i*d.columns+j]; f == f && !isIndex(f, len(texts)) {
				return nil, wire.InvalidInput(i, j, name+"["+strconv.Itoa(i)+"]["+strconv.Itoa(j)+"] is not the index of a text.", "Give an index, or NaN for a missing value.")
			}
		}
	}
	return several{jsontext.Missing, d.rows, func(i int) wire.Value {
		row := d.numbers[i*d.columns : (i+1)*d.columns]
		return record{jsontext.Missing, d.names, func(name string) wire.Value {
			j, known := at[name]
			switch {
			case !known:
				return jsontext.Missing
			case row[j] != row[j]:
				return null
			case d.texts[j] != nil:
				return d.texts[j][int(row[j])]
			}
			return numberOf(row[j])
		}}
	}}, nil
}

func isIndex(f float64, size int) bool { return f >= 0 && f < float64(size) && f == math.Trunc(f) }

// outcomes is y.
func (c *call) outcomes() (wire.Value, error) {
	d, err := c.described("y", c.y, func(d *description) wire.Fields {
		return wire.Fields{
			"texts": func(v wire.Value) (err error) {
				d.isText = true
				d.labels, err = textsOf("y.texts", v)
				return err
			},
			"booleans": func(v wire.Value) error { return wire.ReadBoolean("y.booleans", v, &d.booleans) },
		}
	})
	switch {
	case err != nil:
		return nil, err
	case d.isText:
		texts := several{jsontext.Missing, len(d.labels), func(i int) wire.Value { return d.labels[i] }}
		return recordOf(map[string]wire.Value{"codes": list{jsontext.Missing, d.numbers}, "texts": texts}, "codes", "texts"), nil
	case d.booleans:
		return several{jsontext.Missing, len(d.numbers), func(i int) wire.Value {
			if d.numbers[i] != 0 {
				return yes
			}
			return no
		}}, nil
	}
	return d.values(), nil
}
