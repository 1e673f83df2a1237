//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// Several engines can share a call that has parts (core.Control.Parts). The one that makes the result asks its caller for
// what the others find (loop.parts). Each of the others is a helper: it gets the same call by beginParts, which reads and
// checks it as ever, and then computes some of the parts.

// parts is Control.Parts.
type parts = func(parts, numbers int, answers func(int, core.Control) ([]float64, error)) (func(int) []float64, error)

// helping computes a part of the call that this engine helps with.
var helping func(part int, c core.Control) ([]float64, error)

// beginParts(name, ...arguments) makes this engine a helper of a call; without a name it forgets the last one.
func beginParts(c core.Control, args arguments) (any, error) {
	helping = nil
	if kindOf(args.at(0)) != js.TypeString {
		return js.Undefined(), nil
	}
	begun := internal("this is no end")
	c.Parts = func(_, _ int, answers func(int, core.Control) ([]float64, error)) (func(int) []float64, error) {
		helping = answers
		return nil, begun
	}
	if _, err := calls[args[0].String()](c, args[1:]); err != begun {
		return nil, err
	}
	return js.Undefined(), nil
}

// answersOf(part) → the answers of a part, as numbers.
func answersOf(c core.Control, args arguments) (any, error) {
	list, err := helping(args.at(0).Int(), c)
	if err != nil {
		return nil, err
	}
	return float64Array(list), nil
}

// parts is Control.Parts of a call whose control has the function parts(parts, numbers, found). It puts what helpers have
// computed into control.answers, and calls found.
func (l *loop) parts(control js.Value) parts {
	if kindOf(control) != js.TypeObject || kindOf(get(control, "parts")) != js.TypeFunction {
		return nil
	}
	return func(parts, numbers int, _ func(int, core.Control) ([]float64, error)) (func(int) []float64, error) {
		control.Call("parts", parts, numbers, l.receive)
		<-l.woken
		answers := control.Get("answers")
		return func(part int) []float64 {
			list, _ := (&value{v: answers.Index(part)}).Numbers(nil)
			return list
		}, nil
	}
}
