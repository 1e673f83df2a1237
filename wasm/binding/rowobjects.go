//go:build js && wasm

package binding

import (
	"math"
	"slices"
	"syscall/js"

	"github.com/xaia-go/xaia/wire"
)

// packedRows are row objects of the same columns as web/package/input.js packs them. Asking JavaScript for each value takes most
// of the time of a fit of some thousand rows, and no event is heard meanwhile.
type packedRows struct {
	value   // a list
	columns []string
	kinds   []byte    // of the cells, row by row
	cells   []float64 // numbers, booleans as 0 and 1, days, and of texts their places
	texts   []string
	reals   map[int]float64 // of texts that are numbers, by their places
}

// given is givenRows where Register has set it: the pages give lists.
var given = func(v js.Value) wire.Value { return &value{v: v} }

// givenRows is an argument that may be packed rows. What isn't whole is read as what it is.
func givenRows(v js.Value) wire.Value {
	plain := &value{v: v}
	if plain.Kind() != wire.Record || !objectHasOwn.Invoke(v, "cells").Bool() {
		return plain
	}
	columns, kinds, cells, texts := get(v, "columns"), &value{v: get(v, "kinds")}, &value{v: get(v, "cells")}, get(v, "texts")
	if !isArray(columns) || !isArray(texts) || kinds.Kind() != wire.Packed || kinds.class != "Uint8Array" || cells.Kind() != wire.Packed {
		return plain
	}
	t := &packedRows{value: value{known: true, kind: wire.List}, columns: textsOf(columns), texts: textsOf(texts), kinds: make([]byte, kinds.size), reals: map[int]float64{}}
	js.CopyBytesToGo(t.kinds, kinds.v)
	t.cells, _ = cells.Numbers(nil)
	if len(t.columns) == 0 || len(t.cells) != len(t.kinds) || len(t.cells)%len(t.columns) != 0 {
		return plain
	}
	for i, kind := range t.kinds {
		at := t.cells[i]
		switch wire.Kind(kind) {
		case wire.Missing, wire.Null, wire.Boolean, wire.Number, wire.Date:
		case wire.Text:
			if at != math.Trunc(at) || !(at >= 0 && at < float64(len(t.texts))) {
				return plain
			}
		default:
			return plain
		}
	}
	return t
}

func textsOf(list js.Value) []string {
	texts := make([]string, list.Length())
	for i := range texts {
		texts[i] = list.Index(i).String()
	}
	return texts
}

func (t *packedRows) Size() int { return len(t.cells) / len(t.columns) }
func (t *packedRows) At(i int) wire.Value {
	return &packedRow{value{known: true, kind: wire.Record}, t, i * len(t.columns)}
}
func (t *packedRows) Numbers(dst []float64) ([]float64, bool) { return dst, false }
func (t *packedRows) Shown() string                           { return "an array" }

// packedRow is the row whose cells begin at a place.
type packedRow struct {
	value
	t  *packedRows
	at int
}

func (r *packedRow) Keys() []string            { return slices.Clone(r.t.columns) } // who asks may change them
func (r *packedRow) WellFormedKey(int) bool    { return true }
func (r *packedRow) Size() int                 { return len(r.t.columns) }
func (r *packedRow) Get(key string) wire.Value { return r.Own(key) }
func (r *packedRow) Shown() string             { return "an object (Object)" }

func (r *packedRow) Own(key string) wire.Value {
	for j, name := range r.t.columns {
		if name == key {
			return &packedCell{value{known: true, kind: wire.Kind(r.t.kinds[r.at+j])}, r.t, r.t.cells[r.at+j]}
		}
	}
	return missing
}

// packedCell is a value of a row: a number, or the place of a text.
type packedCell struct {
	value
	t      *packedRows
	number float64
}

func (c *packedCell) True() bool       { return c.number != 0 }
func (c *packedCell) Text() string     { return c.t.texts[int(c.number)] }
func (c *packedCell) WellFormed() bool { return true }

func (c *packedCell) Real() float64 {
	if c.kind != wire.Text {
		return c.number
	}
	at := int(c.number)
	real, known := c.t.reals[at]
	if !known {
		real = numberOf.Invoke(c.t.texts[at]).Float()
		c.t.reals[at] = real
	}
	return real
}

func (c *packedCell) Shown() string {
	switch c.kind {
	case wire.Null:
		return shown(js.Null())
	case wire.Boolean:
		return shown(js.ValueOf(c.True()))
	case wire.Number:
		return shown(js.ValueOf(c.number))
	case wire.Text:
		return shown(js.ValueOf(c.Text()))
	case wire.Date:
		return "an object (Date)"
	}
	return shown(js.Undefined())
}
