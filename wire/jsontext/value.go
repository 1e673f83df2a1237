package jsontext

import (
	"strconv"
	"unicode/utf8"
	"unsafe"

	"github.com/xaia-go/xaia/wire"
)

// value is the text of one value. A list or an object remembers how far it was read,
// so that reading its elements in order costs one pass.
type value struct {
	text []byte // nil for a missing value

	size int // 1 + the number of elements or keys, once counted
	next int // the element that begins at ...
	at   int // ... this place; 0 is before the first

	fields map[string][]byte // of an object, after a key was read out of order
}

// Missing is a value that was not given.
var Missing wire.Value = &value{}

func (v *value) Kind() wire.Kind {
	if len(v.text) == 0 {
		return wire.Missing
	}
	switch v.text[0] {
	case '{':
		return wire.Record
	case '[':
		return wire.List
	case '"':
		return wire.Text
	case 't', 'f':
		return wire.Boolean
	case 'n':
		return wire.Null
	}
	return wire.Number
}

func (v *value) True() bool { return v.text[0] == 't' }
func (v *value) Real() float64 {
	if v.Kind() == wire.Text {
		return number([]byte(wire.Trimmed(v.Text())))
	}
	return number(v.text)
}

// number is the nearest double, or infinity beyond the largest, as in JavaScript.
func number(text []byte) float64 {
	f, _ := strconv.ParseFloat(unsafe.String(&text[0], len(text)), 64)
	return f
}

func (v *value) Text() string {
	s, _ := unquote(v.text)
	return s
}

func (v *value) WellFormed() bool {
	_, well := unquote(v.text)
	return well
}

// begin returns the position of the first element or key, after the bracket.
const begin = 1

func (v *value) rewind() { v.next, v.at = 0, afterSpace(v.text, begin) }

// pass skips the value at v.at, and the comma after it.
func (v *value) pass() (passed []byte) {
	end := afterValue(v.text, v.at)
	passed = v.text[v.at:end]
	if end = afterSpace(v.text, end); v.text[end] == ',' {
		end = afterSpace(v.text, end+1)
	}
	v.at = end
	v.next++
	return passed
}

func (v *value) Size() int {
	if v.size == 0 {
		keys := v.text[0] == '{'
		if v.at < len(v.text)-1 { // else all of it was passed
			v.rewind()
		}
		for ; v.at < len(v.text)-1; v.pass() {
			if keys {
				v.passKey()
			}
		}
		v.size = 1 + v.next
	}
	return v.size - 1
}

func (v *value) At(i int) wire.Value {
	if v.at == 0 || i < v.next {
		v.rewind()
	}
	for v.next < i {
		v.pass()
	}
	return &value{text: v.pass()}
}

func (v *value) Numbers(dst []float64) ([]float64, bool) {
	for v.rewind(); v.at < len(v.text)-1; {
		if b := v.text[v.at]; b != '-' && (b < '0' || b > '9') {
			return dst, false
		}
		dst = append(dst, number(v.pass()))
	}
	return dst, true
}

// passKey skips the key at v.at and the colon.
func (v *value) passKey() (quoted []byte) {
	end := afterValue(v.text, v.at)
	quoted = v.text[v.at:end]
	v.at = afterSpace(v.text, afterSpace(v.text, end)+1)
	return quoted
}

func (v *value) Keys() []string {
	var keys []string
	for v.rewind(); v.at < len(v.text)-1; {
		key, _ := unquote(v.passKey())
		keys = append(keys, key)
		v.pass()
	}
	return keys
}

func (v *value) WellFormedKey(i int) bool {
	for v.rewind(); v.next < i; v.pass() {
		v.passKey()
	}
	_, well := unquote(v.passKey())
	v.rewind()
	return well
}

func (v *value) Get(key string) wire.Value { return v.Own(key) }

// Own is fast if keys are read in their order, as in a table's rows.
func (v *value) Own(key string) wire.Value {
	if len(v.text) == 0 || v.text[0] != '{' {
		return Missing
	}
	if v.fields == nil {
		if v.at == 0 {
			v.rewind()
		}
		if v.at < len(v.text)-1 {
			if found, _ := unquote(v.passKey()); found == key {
				return &value{text: v.pass()}
			}
		}
		v.fields = make(map[string][]byte)
		for v.rewind(); v.at < len(v.text)-1; {
			found, _ := unquote(v.passKey())
			v.fields[found] = v.pass()
		}
	}
	if text, ok := v.fields[key]; ok {
		return &value{text: text}
	}
	return Missing
}

func (v *value) Shown() string {
	switch v.Kind() {
	case wire.Missing:
		return "missing"
	case wire.Text:
		return "the text " + shortened(v.Text())
	case wire.List:
		return "an array"
	case wire.Record:
		return "an object"
	}
	if len(v.text) > 40 {
		return string(v.text[:40]) + "…"
	}
	return string(v.text)
}

func shortened(s string) string {
	runes := 0
	for i := range s {
		if runes++; runes > 40 {
			s = s[:i] + "…"
			break
		}
	}
	return strconv.Quote(s)
}

func afterSpace(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') {
		at++
	}
	return at
}

// afterValue returns the position after the value that begins at a position of a
// checked text.
func afterValue(text []byte, at int) int {
	depth := 0
	for {
		switch b := text[at]; {
		case b == '"':
			for at++; text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
			at++
		case b == '[' || b == '{':
			depth++
			at++
		case b == ']' || b == '}':
			depth--
			at++
		case depth > 0:
			at++
			continue
		default: // a number or a word ends before the next delimiter
			for at < len(text) && text[at] > ' ' && text[at] != ',' && text[at] != ']' && text[at] != '}' {
				at++
			}
		}
		if depth == 0 {
			return at
		}
	}
}

// unquote returns the text between the quotes, and whether it is well-formed: a lone
// surrogate becomes U+FFFD.
func unquote(quoted []byte) (s string, well bool) {
	inside := quoted[1 : len(quoted)-1]
	plain := 0
	for plain < len(inside) && inside[plain] != '\\' {
		plain++
	}
	if plain == len(inside) {
		return string(inside), true
	}
	well = true
	out := append([]byte(nil), inside[:plain]...)
	for i := plain; i < len(inside); {
		if inside[i] != '\\' {
			out = append(out, inside[i])
			i++
			continue
		}
		switch inside[i+1] {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r := unit(inside[i+2:])
			i += 4
			if rest := inside[i+2:]; r >= 0xD800 && r < 0xDC00 && len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
				if low := unit(rest[2:]); low >= 0xDC00 && low < 0xE000 {
					r = 0x10000 + (r-0xD800)<<10 + (low - 0xDC00)
					i += 6
				}
			}
			well = well && !(r >= 0xD800 && r < 0xE000)
			out = utf8.AppendRune(out, r)
		default: // the character itself
			out = append(out, inside[i+1])
		}
		i += 2
	}
	return string(out), well
}

// unit reads the four hexadecimal digits of a \u escape.
func unit(hex []byte) rune {
	var r rune
	for _, b := range hex[:4] {
		d := rune(b - '0')
		if b > '9' {
			d = rune(b|32-'a') + 10
		}
		r = r<<4 | d
	}
	return r
}
