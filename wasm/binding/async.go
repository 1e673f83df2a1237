//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// A turn is the time in milliseconds that the engine computes before it lets the event loop
// run. shortTurn is for an event loop that returns within a hundredth of it. On a virtual
// machine with slow system calls it took up to 0.8 ms of each 16; there, and where a page
// draws between two turns, turns are longer.
const (
	shortTurn = 16
	longTurn  = 24
)

// long is a long-running function. It reports its progress to c and stops when c is
// done.
type long func(c core.Control, args arguments) (any, error)

// partsOf is loop.parts where Register has set it.
var partsOf = func(*loop, js.Value) (none parts) { return none }

// now runs it without yielding.
func (f long) now(args arguments) (any, error) { return f(core.Control{}, args) }

// async makes nameAsync(..., {signal, onProgress}) from a function with so many
// arguments. It returns a Promise of the function's result, which may be an Error. The
// event loop runs every 16 to 24 ms: then an AbortSignal takes effect, and onProgress is
// called.
//
// A goroutine alone doesn't yield: Go's scheduler returns to the event loop only when
// no goroutine can run. So the goroutine waits for a message that it sends to
// itself (setTimeout would be clamped to 4 ms).
func (f long) async(arity int) func(arguments) (any, error) {
	return func(args arguments) (any, error) {
		control := args.at(arity)
		var executor js.Func
		executor = js.FuncOf(func(_ js.Value, functions []js.Value) any {
			resolve := functions[0]
			go func() {
				defer executor.Release()
				resolve.Invoke(guarded(func(args arguments) (any, error) {
					l := newLoop()
					defer l.close()
					done := make(chan struct{})
					return f(core.Control{Progress: l.progress(control, func() { close(done) }), Done: done, Parts: partsOf(l, control)}, args)
				}, args))
			}()
			return nil
		})
		return js.Global().Get("Promise").New(executor), nil
	}
}

// loop yields to the event loop from inside a computation: by setImmediate if it
// exists (Node), otherwise by a message to itself, and by a timer without
// channels (Jest's jsdom). Node handles up to a thousand messages of a port
// before it runs its timers, so an AbortSignal that a timer
// fires would wait for seconds.
type loop struct {
	immediate, channel js.Value
	receive            js.Func
	woken              chan struct{}
}

func newLoop() *loop {
	l := &loop{immediate: js.Global().Get("setImmediate"), woken: make(chan struct{}, 1)}
	l.receive = js.FuncOf(func(js.Value, []js.Value) any {
		l.woken <- struct{}{}
		return nil
	})
	if !l.immediate.Truthy() {
		if l.channel = js.Global().Get("MessageChannel"); l.channel.Truthy() {
			l.channel = l.channel.New()
			l.channel.Get("port1").Set("onmessage", l.receive)
		} else {
			l.immediate = js.Global().Get("setTimeout")
		}
	}
	return l
}

func (l *loop) yield() {
	if l.channel.Truthy() {
		l.channel.Get("port2").Call("postMessage", js.Null())
	} else {
		l.immediate.Invoke(l.receive)
	}
	<-l.woken
}

func (l *loop) close() {
	if l.channel.Truthy() {
		l.channel.Get("port1").Call("close")
	}
	l.receive.Release()
}

// progress is called by the engine every step or every few steps. Reading the clock takes
// about a microsecond, as long as a short step; a long step takes a millisecond. So the
// clock is read every 1 to 32 calls, about once in a quarter to one millisecond.
func (l *loop) progress(control js.Value, cancel func()) func(core.Progress) {
	var signal, onProgress js.Value
	if kindOf(control) == js.TypeObject {
		signal, onProgress = get(control, "signal"), get(control, "onProgress")
	}
	last, cancelled := now(), false
	turn, pause := float64(shortTurn), 0.0 // milliseconds; pause is the average time of the event loop
	read, calls, every := last, 0, 16
	return func(p core.Progress) {
		if calls++; calls < every {
			return
		}
		since := read
		read, calls = now(), 0
		switch since = read - since; {
		case since < 0.25 && every < 32:
			every *= 2
		case since > 1 && every > 1:
			every /= 2
		}
		if read-last < turn {
			return
		}
		if kindOf(onProgress) == js.TypeFunction {
			v := newObject()
			v.Set("done", p.Placed)
			v.Set("total", p.Total)
			v.Set("layer", p.Layer)
			v.Set("collisions", p.Collisions)
			onProgress.Invoke(v)
		}
		asked := now()
		l.yield()
		pause += (now() - asked - pause) / 4
		turn = min(max(shortTurn, 100*pause), longTurn)
		if kindOf(signal) == js.TypeObject && get(signal, "aborted").Truthy() && !cancelled {
			cancelled = true
			cancel()
		}
		last = now()
		read = last
	}
}
