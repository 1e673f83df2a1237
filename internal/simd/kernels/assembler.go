package kernels

import "encoding/binary"

// code is instructions of WebAssembly in its binary form. As an expression it leaves one value.
type code []byte

// local is a variable of a function.
type local uint32

const (
	i32, i64, v128 = 0x7f, 0x7e, 0x7b
	simd           = 0xfd // precedes instructions on vectors
)

// function is the body of a function of the stack pointer, its local 0.
type function struct {
	types []byte // of the other locals
	code
}

func number(n uint32) []byte { return binary.AppendUvarint(nil, uint64(n)) }

func op(instruction ...byte) code { return instruction }

// vector is an instruction on vectors.
func vector(instruction uint32, immediate ...byte) code {
	return cat(op(simd), number(instruction), immediate)
}

func cat(parts ...[]byte) (all code) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// access is an instruction on memory at an offset.
func access(instruction code, offset int) code {
	return cat(instruction, op(0), number(uint32(offset)))
}

func constant(n int32) code {
	c := op(0x41)
	for {
		low := byte(n & 0x7f)
		if n >>= 7; n == 0 && low&0x40 == 0 || n == -1 && low&0x40 != 0 {
			return append(c, low)
		}
		c = append(c, low|0x80)
	}
}

func (l local) get() code { return cat(op(0x20), number(uint32(l))) }

// set makes a new local of a value.
func (f *function) set(of byte, value code) local {
	f.types = append(f.types, of)
	l := local(len(f.types))
	f.let(l, value)
	return l
}

func (f *function) let(l local, value code) { f.do(value, op(0x21), number(uint32(l))) }

func (f *function) do(parts ...[]byte) { f.code = append(f.code, cat(parts...)...) }

// advance adds to an address or to a count.
func (f *function) advance(l local, by int32) { f.let(l, add32(l.get(), constant(by))) }

// while repeats a body as long as a condition holds before it. leave, within the body, ends that.
func (f *function) while(condition func() code, body func()) {
	f.do(op(0x02, 0x40, 0x03, 0x40))
	f.do(condition(), op(0x45, 0x0d, 1))
	body()
	f.do(op(0x0c, 0, 0x0b, 0x0b))
}

// block is a body that leaveIf, directly within it, leaves.
func (f *function) block(body func()) {
	f.do(op(0x02, 0x40))
	body()
	f.do(op(0x0b))
}

// leaveIf leaves so many blocks from within; a while is two of them.
func (f *function) leaveIf(condition code, blocks byte) { f.do(condition, op(0x0d, blocks)) }

func add32(a, b code) code          { return cat(a, b, op(0x6a)) }
func times32(a, b code) code        { return cat(a, b, op(0x6c)) }
func shift32(a code, by int32) code { return cat(a, constant(by), op(0x74)) }
func atLeast(a, b code) code        { return cat(a, b, op(0x4e)) }
func and32(a, b code) code          { return cat(a, b, op(0x71)) }
func load32(at code, offset int) code {
	return cat(at, access(op(0x28), offset))
}

func or64(a, b code) code     { return cat(a, b, op(0x84)) }
func shift64(a, by code) code { return cat(a, by, op(0xad, 0x86)) }
func wide(a code) code        { return cat(a, op(0xad)) }
func zero64() code            { return op(0x42, 0) }
func (f *function) store64(at code, offset int, value code) {
	f.do(at, value, access(op(0x37), offset))
}

// A vector is two numbers.
func load(at code, offset int) code   { return cat(at, access(vector(0x00), offset)) }
func spread(at code, offset int) code { return cat(at, access(vector(0x0a), offset)) } // one number, twice
func loadOne(at code) code            { return cat(at, access(vector(0x5d), 0)) }      // and 0
func loadSecond(at, first code) code  { return cat(at, first, access(vector(0x57), 0), op(1)) }
func (f *function) store(at code, offset int, value code) {
	f.do(at, value, access(vector(0x0b), offset))
}
func (f *function) storeOne(at, value code) { f.do(at, value, access(vector(0x5b), 0), op(0)) }

func zero() code              { return vector(0x0c, make([]byte, 16)...) }
func add(a, b code) code      { return cat(a, b, vector(0xf0)) }
func subtract(a, b code) code { return cat(a, b, vector(0xf1)) }
func times(a, b code) code    { return cat(a, b, vector(0xf2)) }
func absolute(a code) code    { return cat(a, vector(0xec)) }
func above(a, b code) code    { return cat(a, b, vector(0x4a)) }
func atMost(a, b code) code   { return cat(a, b, vector(0x4b)) }
func both(a, b code) code     { return cat(a, b, vector(0x4e)) }
func either(a, b code) code   { return cat(a, b, vector(0x50)) }
func all(a code) code         { return cat(a, vector(0xc3)) }
func none(a code) code        { return cat(a, vector(0x53), op(0x45)) }
func signs(a code) code       { return cat(a, vector(0xc4)) } // a bit each

// firsts are the first numbers of two vectors, seconds the second ones.
func firsts(a, b code) code {
	return cat(a, b, vector(0x0d, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23))
}
func seconds(a, b code) code {
	return cat(a, b, vector(0x0d, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31))
}

func half() code {
	return vector(0x0c, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f)
}

func floor(a code) code             { return cat(a, vector(0x75)) }
func integers(a code) code          { return cat(a, vector(0xfc)) } // of 32 bits, in the first two lanes
func lane32(a code, lane byte) code { return cat(a, vector(0x1b, lane)) }

// powers are 2^(128 + n/32) of two integers.
func powers(n code) code {
	k := cat(n, constant(5), vector(0xac))                                                                    // n/32, rounded down
	return cat(k, vector(0xc7), op(0x42, 0xff, 0x08), vector(0x12), vector(0xce), constant(52), vector(0xcb)) // 1023+128
}

func section(id byte, content ...[]byte) []byte {
	c := cat(content...)
	return cat(op(id), number(uint32(len(c))), c)
}

func list(items ...[]byte) []byte {
	return cat(append([][]byte{number(uint32(len(items)))}, items...)...)
}

func name(s string) []byte { return cat(number(uint32(len(s))), []byte(s)) }

func (f *function) bytes() []byte {
	var locals [][]byte // how many of a type
	for i, t := range f.types {
		if i > 0 && f.types[i-1] == t && locals[len(locals)-1][0] < 127 {
			locals[len(locals)-1][0]++
		} else {
			locals = append(locals, []byte{1, t})
		}
	}
	c := cat(list(locals...), f.code, op(0x0b))
	return cat(number(uint32(len(c))), c)
}

// module has functions of a stack pointer.
func module(sections ...[]byte) []byte {
	head := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	types := section(1, list([]byte{0x60, 1, i32, 0})) // func(i32)
	return cat(append([][]byte{head, types}, sections...)...)
}
