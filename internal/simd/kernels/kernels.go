// Package kernels makes a module of WebAssembly with the inner loops of internal/simd on vectors of two numbers. Go's
// compiler uses none. Each lane adds in the order of the twin there, products are rounded, so the bits are the same.
//
// The engine calls a kernel by its import gojs.debug, which every loader of Go's modules gives, so a module starts
// with any of them. A loader that puts Switch there says so by calling useKernels.
package kernels

// How many bytes from the stack pointer the arguments are, and the result (internal/simd/run_js.go).
const (
	atKernel = 8 * (1 + iota)
	atA
	atB
	atC
	atD
	atE
	atCount
	atWidth
	atLimit
	atResult
)

const sp = local(0)

// Switch is a module with a function that calls the kernels, and their table: it is made before the engine, whose memory
// the kernels need. A function of JavaScript instead takes twice as long.
func Switch() []byte {
	f := function{}
	f.do(sp.get(), constant(0), op(0x11, 0, 0))
	return module(
		section(3, list(number(0))),
		section(4, list([]byte{0x70, 0, 1})),
		section(7, list(cat(name("run"), op(0, 0)), cat(name("table"), op(1, 0)))),
		section(10, list(f.bytes())))
}

// kernels are in the order of their numbers (internal/simd/simd.go).
var kernels = []func(*function){addDistances, addProducts, addTimes, near, nearBox, measure, addSquares, exponentials}

// Module has the kernels. It puts the one that calls them by their numbers into the table of Switch.
func Module() []byte {
	call := function{}
	call.do(sp.get(), load32(sp.get(), atKernel), op(0x11, 0, 1))
	types, bodies, numbers := [][]byte{number(0)}, [][]byte{call.bytes()}, [][]byte{}
	for i, kernel := range kernels {
		var f function
		kernel(&f)
		types, bodies, numbers = append(types, number(0)), append(bodies, f.bytes()), append(numbers, number(uint32(i+1)))
	}
	return module(
		section(2, list(cat(name("go"), name("mem"), op(2, 0, 0)), cat(name("go"), name("table"), op(1, 0x70, 0, 1)))),
		section(3, list(types...)),
		section(4, list(cat([]byte{0x70, 0}, number(uint32(len(kernels)))))),
		section(9, list(
			cat(op(0), constant(0), op(0x0b), list(number(0))),
			cat(op(2, 1), constant(0), op(0x0b, 0), list(numbers...)))),
		section(10, list(bodies...)))
}

func (f *function) argument(at int) local { return f.set(i32, load32(sp.get(), at)) }

// eachOf repeats a body for each of a number of things.
func (f *function) eachOf(count code, body func()) {
	left := f.set(i32, count)
	f.while(func() code { return left.get() }, func() {
		body()
		f.advance(left, -1)
	})
}

const lanes = 8 // points in a block

// eight are the sums of a block.
type eight [lanes / 2]local

func (f *function) eight(of func(i int) code) (s eight) {
	for i := range s {
		s[i] = f.set(v128, of(i))
	}
	return s
}

// eachNumber adds to the sums what a number of the input and eight of a block give, for so many features.
func (f *function) eachNumber(s eight, v, block local, features int, term func(x local, y code) code) {
	for j := range features {
		x := f.set(v128, spread(v.get(), 8*j))
		for i, sum := range s {
			f.let(sum, add(sum.get(), term(x, load(block.get(), 8*(lanes*j+2*i)))))
		}
	}
	f.advance(v, int32(8*features))
	f.advance(block, int32(8*lanes*features))
}

func addDistances(f *function) {
	f.addBlocks(func(x local, y code) code { return f.square(y, x.get()) })
}

func addProducts(f *function) { f.addBlocks(func(x local, y code) code { return times(x.get(), y) }) }

func (f *function) addBlocks(term func(x local, y code) code) {
	sums, v, block := f.argument(atA), f.argument(atB), f.argument(atC)
	f.eachOf(load32(sp.get(), atCount), func() {
		s := f.eight(func(i int) code { return load(sums.get(), 16*i) })
		x := f.set(i32, v.get())
		f.eachOf(load32(sp.get(), atWidth), func() { f.eachNumber(s, x, block, 1, term) })
		for i := range s {
			f.store(sums.get(), 16*i, s[i].get())
		}
		f.advance(sums, 8*lanes)
	})
}

// addTimes adds pairs of numbers.
func addTimes(f *function) {
	a, b, factor := f.argument(atA), f.argument(atB), f.set(v128, spread(sp.get(), atLimit))
	sum := func(offset int) code { return add(load(a.get(), offset), times(factor.get(), load(b.get(), offset))) }
	f.eachOf(load32(sp.get(), atCount), func() {
		for offset := 0; offset < 64; offset += 16 {
			f.store(a.get(), offset, sum(offset))
		}
		f.advance(a, 64)
		f.advance(b, 64)
	})
}

func near(f *function) {
	f.points(2, func(s eight, v, block local) {
		f.eachNumber(s, v, block, 2, func(x local, y code) code { return f.square(y, x.get()) })
	})
}

// nearBox has the lower ends of a box in the place of near's input, the upper ones behind them.
func nearBox(f *function) {
	half := f.set(v128, half())
	positive := func(d code) code {
		v := f.set(v128, d)
		return times(half.get(), add(v.get(), absolute(v.get())))
	}
	upper := f.set(i32, shift32(load32(sp.get(), atWidth), 3))
	f.points(1, func(s eight, v, block local) {
		high := f.set(v128, spread(add32(v.get(), upper.get()), 0))
		f.eachNumber(s, v, block, 1, func(low local, of code) code {
			y := f.set(v128, of)
			below := f.set(v128, positive(subtract(low.get(), y.get())))
			gap := f.set(v128, add(below.get(), positive(subtract(y.get(), high.get()))))
			return times(gap.get(), gap.get())
		})
	})
}

// points says which points of some blocks have a sum within the limit, a bit each. It looks each few features whether all are
// beyond.
func (f *function) points(features int32, addSome func(s eight, v, block local)) {
	v, block, width := f.argument(atA), f.argument(atB), f.argument(atWidth)
	limit := f.set(v128, spread(sp.get(), atLimit))
	points, shift := f.set(i64, zero64()), f.set(i32, constant(0))
	f.eachOf(load32(sp.get(), atCount), func() {
		s := f.eight(func(int) code { return zero() })
		next := f.set(i32, add32(block.get(), times32(width.get(), constant(8*lanes))))
		x, left := f.set(i32, v.get()), f.set(i32, width.get())
		f.block(func() {
			f.while(func() code { return left.get() }, func() {
				addSome(s, x, block)
				within := atMost(s[0].get(), limit.get())
				for _, sum := range s[1:] {
					within = either(within, atMost(sum.get(), limit.get()))
				}
				f.leaveIf(none(within), 2)
				f.advance(left, -features)
			})
			for i, sum := range s {
				f.let(points, or64(points.get(), shift64(wide(signs(atMost(sum.get(), limit.get()))), add32(shift.get(), constant(int32(2*i))))))
			}
		})
		f.let(block, next.get())
		f.advance(shift, lanes)
	})
	f.store64(sp.get(), atResult, points.get())
}

// rows are the addresses of the rows with the next four numbers of a list.
func (f *function) rows(of, numbers, width local) (r [4]local) {
	for k := range r {
		r[k] = f.set(i32, add32(of.get(), times32(load32(numbers.get(), 4*k), width.get())))
	}
	return r
}

func measure(f *function) {
	sums, x, of, numbers := f.argument(atA), f.argument(atB), f.argument(atC), f.argument(atD)
	limit := f.set(v128, spread(sp.get(), atLimit))
	width := f.set(i32, shift32(load32(sp.get(), atWidth), 3))
	f.eachOf(load32(sp.get(), atCount), func() {
		r := f.rows(of, numbers, width)
		var s [2]local
		for i := range s {
			s[i] = f.set(v128, load(sums.get(), 16*i))
		}
		v, left := f.set(i32, x.get()), f.argument(atWidth)
		ahead := func(features int32) {
			for _, l := range append(r[:], v) {
				f.advance(l, 8*features)
			}
			f.advance(left, -features)
		}
		f.block(func() {
			f.while(func() code { return atLeast(left.get(), constant(4)) }, func() {
				for offset := 0; offset < 32; offset += 16 {
					x := f.set(v128, load(v.get(), offset))
					for i := range s {
						a := f.set(v128, f.square(x.get(), load(r[2*i].get(), offset)))
						b := f.set(v128, f.square(x.get(), load(r[2*i+1].get(), offset)))
						f.let(s[i], add(s[i].get(), firsts(a.get(), b.get())))
						f.let(s[i], add(s[i].get(), seconds(a.get(), b.get())))
					}
				}
				f.leaveIf(all(both(above(s[0].get(), limit.get()), above(s[1].get(), limit.get()))), 2)
				ahead(4)
			})
			f.while(func() code { return left.get() }, func() {
				x := f.set(v128, spread(v.get(), 0))
				for i := range s {
					f.let(s[i], add(s[i].get(), f.square(x.get(), loadSecond(r[2*i+1].get(), loadOne(r[2*i].get())))))
				}
				ahead(1)
			})
		})
		for i := range s {
			f.store(sums.get(), 16*i, s[i].get())
		}
		f.advance(sums, 32)
		f.advance(numbers, 16)
	})
}

// addSquares takes four rows in turn.
func addSquares(f *function) {
	sums, x, of, numbers, factors := f.argument(atA), f.argument(atB), f.argument(atC), f.argument(atD), f.argument(atE)
	width := f.set(i32, shift32(load32(sp.get(), atWidth), 3))
	f.eachOf(load32(sp.get(), atCount), func() {
		r := f.rows(of, numbers, width)
		var c [4]local
		for k := range c {
			c[k] = f.set(v128, spread(factors.get(), 8*k))
		}
		s, v, left := f.set(i32, sums.get()), f.set(i32, x.get()), f.argument(atWidth)
		added := func(before, x code, row func(code) code) code {
			v := f.set(v128, x)
			sum := f.set(v128, times(c[0].get(), f.square(v.get(), row(r[0].get()))))
			for k := 1; k < len(r); k++ {
				f.let(sum, add(sum.get(), times(c[k].get(), f.square(v.get(), row(r[k].get())))))
			}
			return add(before, sum.get())
		}
		f.while(func() code { return atLeast(left.get(), constant(2)) }, func() {
			f.store(s.get(), 0, added(load(s.get(), 0), load(v.get(), 0), func(at code) code { return load(at, 0) }))
			for _, l := range append(r[:], s, v) {
				f.advance(l, 16)
			}
			f.advance(left, -2)
		})
		f.block(func() {
			f.leaveIf(cat(left.get(), op(0x45)), 0)
			f.storeOne(s.get(), added(loadOne(s.get()), loadOne(v.get()), loadOne))
		})
		f.advance(numbers, 16)
		f.advance(factors, 32)
	})
}

// exponentials has the constants of floatmath.ExpBelow, in its order.
func exponentials(f *function) {
	p, s, table, constants := f.argument(atA), f.argument(atB), f.argument(atC), f.argument(atD)
	of := func(i int) code { return spread(constants.get(), 8*i) }
	f.eachOf(load32(sp.get(), atCount), func() {
		v := f.set(v128, load(s.get(), 0))
		x := f.set(v128, subtract(of(0), v.get()))
		fn := f.set(v128, floor(add(times(x.get(), of(2)), of(3))))
		n := f.set(v128, integers(fn.get()))
		r := f.set(v128, subtract(subtract(x.get(), times(fn.get(), of(4))), times(fn.get(), of(5))))
		q := f.set(v128, add(of(6), times(r.get(), of(7))))
		f.let(q, add(of(8), times(r.get(), q.get())))
		f.let(q, add(of(9), times(r.get(), q.get())))
		f.let(q, add(of(3), times(r.get(), q.get())))
		f.let(q, add(r.get(), times(times(r.get(), r.get()), q.get())))
		entry := func(lane byte) code {
			return load(add32(table.get(), shift32(and32(lane32(n.get(), lane), constant(31)), 4)), 0)
		}
		a, b := f.set(v128, entry(0)), f.set(v128, entry(1))
		high := f.set(v128, firsts(a.get(), b.get()))
		y := add(high.get(), add(seconds(a.get(), b.get()), times(high.get(), q.get())))
		f.store(p.get(), 0, both(atMost(v.get(), of(1)), times(times(y, powers(n.get())), of(10))))
		f.advance(p, 16)
		f.advance(s, 16)
	})
}

// square is (x - y)².
func (f *function) square(x, y code) code {
	d := f.set(v128, subtract(x, y))
	return times(d.get(), d.get())
}
