package jsontext

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// Writer writes JSON text. The zero value is ready to use. The method that starts a value
// isn't inlined, for the size of the WebAssembly module.
type Writer struct {
	text  []byte
	open  []byte // the closing brackets of what is open
	value bool   // the next element or key needs a comma
}

var _ wire.Writer = (*Writer)(nil)

// Bytes returns the text so far.
func (w *Writer) Bytes() []byte { return w.text }

// Len is the length of the text so far.
func (w *Writer) Len() int { return len(w.text) }

//go:noinline
func (w *Writer) comma() {
	if w.value {
		w.text = append(w.text, ',')
	}
	w.value = true
}

//go:noinline
func (w *Writer) begin(opening, closing byte) {
	w.comma()
	w.text, w.open, w.value = append(w.text, opening), append(w.open, closing), false
}

func (w *Writer) Object() { w.begin('{', '}') }
func (w *Writer) List()   { w.begin('[', ']') }

func (w *Writer) End() {
	last := len(w.open) - 1
	w.text, w.open, w.value = append(w.text, w.open[last]), w.open[:last], true
}

func (w *Writer) Key(name string) wire.Writer {
	w.Text(name)
	w.text, w.value = append(w.text, ':'), false
	return w
}

// Given writes a value that was read.
func (w *Writer) Given(v wire.Value) { w.Raw(v.(*value).text) }

// Raw writes a value that is JSON text already.
func (w *Writer) Raw(text []byte) {
	w.comma()
	w.text = append(w.text, text...)
}

//go:noinline
func (w *Writer) word(s string) {
	w.comma()
	w.text = append(w.text, s...)
}

func (w *Writer) Null() { w.word("null") }

func (w *Writer) Bool(v bool) {
	if v {
		w.word("true")
	} else {
		w.word("false")
	}
}

func (w *Writer) Integer(v int) {
	w.comma()
	w.text = strconv.AppendInt(w.text, int64(v), 10)
}

// Number writes the shortest text that reads as the same double, in JavaScript's form, such as 1000000000, 1e+21 and 1e-7: a
// model's file has the same bytes whoever writes it. (JSON.stringify writes -0 as 0; no file of a model has one.)
func (w *Writer) Number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		w.Null()
		return
	}
	w.comma()
	if a := math.Abs(v); a >= 1e-6 && a < 1e21 || a == 0 {
		w.text = strconv.AppendFloat(w.text, v, 'f', -1, 64)
		return
	}
	w.text = strconv.AppendFloat(w.text, v, 'e', -1, 64)
	if n := len(w.text); w.text[n-2] == '0' && (w.text[n-3] == '-' || w.text[n-3] == '+') { // e-07
		w.text = append(w.text[:n-2], w.text[n-1])
	}
}

func (w *Writer) Numbers(list []float64) {
	w.List()
	for _, v := range list {
		w.Number(v)
	}
	w.End()
}

func (w *Writer) Rows(m core.Matrix) {
	w.List()
	for i := range m.Rows {
		w.Numbers(m.Row(i))
	}
	w.End()
}

func (w *Writer) Activations(list []float64) { w.Numbers(list) }

func (w *Writer) Integers(list []int) {
	w.List()
	for _, v := range list {
		w.Integer(v)
	}
	w.End()
}

func (w *Writer) Text(s string) {
	const hex = "0123456789abcdef"
	const named = "btn\x00fr" // the letters of \b to \r; \v has none
	w.comma()
	w.text = append(w.text, '"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			w.text = append(w.text, '\\', byte(r))
		case r >= '\b' && r <= '\r' && r != '\v':
			w.text = append(w.text, '\\', named[r-'\b'])
		case r < ' ':
			w.text = append(w.text, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			w.text = utf8.AppendRune(w.text, r)
		}
		i += n
	}
	w.text = append(w.text, '"')
}
