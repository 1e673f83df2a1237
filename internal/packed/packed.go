// Package packed writes numbers as bytes, little-endian, and reads them back from bytes that may be anything. (Package
// encoding/binary needs reflect.)
package packed

import "math"

// Writer has what was written.
type Writer []byte

func (w *Writer) Byte(v byte) { *w = append(*w, v) }

func (w *Writer) Uint32(v uint32) { *w = append(*w, byte(v), byte(v>>8), byte(v>>16), byte(v>>24)) }

func (w *Writer) Uint64(v uint64) {
	w.Uint32(uint32(v))
	w.Uint32(uint32(v >> 32))
}

func (w *Writer) Float64(v float64) { w.Uint64(math.Float64bits(v)) }

// Reader reads what a Writer wrote. What is missing reads as 0. It remembers whether anything was missing, or no number up
// to the largest.
type Reader struct {
	Unread     []byte
	Largest    float64
	Short, Bad bool
}

func (r *Reader) Byte() byte {
	if len(r.Unread) < 1 {
		r.Short = true
		return 0
	}
	b := r.Unread[0]
	r.Unread = r.Unread[1:]
	return b
}

func (r *Reader) Uint32() uint32 {
	if len(r.Unread) < 4 {
		r.Short, r.Unread = true, nil
		return 0
	}
	b := r.Unread
	r.Unread = b[4:]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func (r *Reader) Uint64() uint64 {
	low := uint64(r.Uint32())
	return low | uint64(r.Uint32())<<32
}

func (r *Reader) Float64() float64 {
	v := math.Float64frombits(r.Uint64())
	r.Bad = r.Bad || !(math.Abs(v) <= r.Largest)
	return v
}

// Positive is a number from 0 on.
func (r *Reader) Positive() float64 {
	v := r.Float64()
	r.Bad = r.Bad || v < 0
	return v
}
