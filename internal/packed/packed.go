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
	Bytes      []byte
	Read       int // of these (a shorter slice for each number would be a pointer written, of which the collector is told)
	Largest    float64
	Short, Bad bool
}

// Left is how many bytes weren't read.
func (r *Reader) Left() int { return len(r.Bytes) - r.Read }

// Next is some bytes, all zeros where so many aren't there.
func (r *Reader) Next(n int) []byte {
	if r.Left() < n {
		r.Short, r.Read = true, len(r.Bytes)
		return make([]byte, n)
	}
	r.Read += n
	return r.Bytes[r.Read-n : r.Read : r.Read]
}

func (r *Reader) Byte() byte { return r.Next(1)[0] }

func (r *Reader) Uint32() uint32 {
	b := r.Next(4)
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func (r *Reader) Uint64() uint64 {
	b := r.Next(8)
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
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
