package wire

import (
	"math"

	"github.com/xaia-go/xaia/core"
)

// digest is a Writer that computes a model file's checksum, 64 bits. It is computed from
// the values, not from the text, so that white space doesn't change it. Each value adds a
// letter for its kind, then its content, in words of 64 bits:
// h = (h ^ word) · 0x9e3779b97f4a7c15, h ^= h >> 29.
type digest uint64

func (d *digest) word(v uint64) {
	h := (uint64(*d) ^ v) * 0x9e3779b97f4a7c15
	*d = digest(h ^ h>>29)
}

// begin and the following methods are not inlined, for the size of the module.
//
//go:noinline
func (d *digest) begin(kind byte, size int) {
	d.word(uint64(kind))
	d.word(uint64(size))
}

func (d *digest) Object()       { d.begin('o', 0) }
func (d *digest) List()         { d.begin('l', 0) }
func (d *digest) End()          { d.begin('e', 0) }
func (d *digest) Null()         { d.begin('z', 0) }
func (d *digest) Integer(v int) { d.begin('i', v) }

func (d *digest) Bool(v bool) {
	one := 0
	if v {
		one = 1
	}
	d.begin('b', one)
}

//go:noinline
func (d *digest) Text(s string) {
	d.begin('t', len(s))
	for i := range len(s) {
		d.word(uint64(s[i]))
	}
}

func (d *digest) Number(v float64)           { d.Numbers([]float64{v}) }
func (d *digest) Activations(list []float64) { d.Numbers(list) }

func (d *digest) Key(name string) Writer {
	d.Text(name)
	return d
}

//go:noinline
func (d *digest) Numbers(list []float64) {
	d.begin('n', len(list))
	for _, v := range list {
		d.word(math.Float64bits(v))
	}
}

func (d *digest) Rows(m core.Matrix) {
	d.begin('r', m.Columns)
	d.Numbers(m.Data)
}

//go:noinline
func (d *digest) Integers(list []int) {
	d.begin('j', len(list))
	for _, v := range list {
		d.word(uint64(v))
	}
}

// Checksum is that of the model's file.
func Checksum(m *Model) string {
	var d digest
	writeContent(&d, m, true)
	text := make([]byte, 16)
	for i := range text {
		text[i] = "0123456789abcdef"[d>>(60-4*i)&15]
	}
	return string(text)
}
