//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// asked is a call of the table while it is carried: its arguments are JavaScript values, a model is its handle, and the answer
// is made by a writer.
type asked struct {
	start  float64
	one    bool                                          // it takes one row
	writer func(into *writer, m *wire.Model) wire.Writer // of rows' answers, where it isn't into itself
}

// carried is a row of the table as a function of JavaScript.
func carried(call *wire.Call) long {
	return func(c core.Control, args arguments) (any, error) { return carry(call, c, args, &asked{}) }
}

var missing = &value{v: js.Undefined()}

func carry(call *wire.Call, c core.Control, args arguments, a *asked) (answer js.Value, err error) {
	a.start = now()
	q := wire.Question{Reader: reader, Control: c, Each: a.each, Made: a.made, Changed: func(wire.Writer, *wire.Kept) {}} // JavaScript knows the learner
	for i := range q.Given {
		q.Given[i] = missing
	}
	if call.Of != wire.Nothing {
		if q.Kept, err = find(args.at(0)); err != nil {
			return answer, err
		}
		args = args[min(1, len(args)):]
	}
	for i, takes := range call.Takes {
		if takes != wire.Second {
			q.Given[takes] = &value{v: args.at(i)}
			if takes == wire.X {
				q.Given[takes] = given(args.at(i))
			}
		} else if q.Other, err = find(args.at(i)); err != nil {
			return answer, err
		}
	}
	w := &writer{}
	if err := call.Run(&q, w); err != nil {
		return answer, err
	}
	return w.made(), nil
}

// made keeps what a call has made.
func (a *asked) made(w wire.Writer, k *wire.Kept) {
	w.Key("handle").Integer(shelf.Keep(k))
	k.Describe(w, now()-a.start, true)
}

// fewRows are written at a time, because a call of JavaScript takes as long as some rows; of a large model fewer, but for
// that not each: rows rarely cost what they may.
func fewRows(cost int) int { return max(8, min(64, (1<<18)/max(1, cost))) }

// each makes the list of some rows' answers at a time, so that no text becomes very long.
func (a *asked) each(w wire.Writer, q *wire.Question, x core.Matrix, cost int, f func(w wire.Writer, from int, part core.Matrix) error) error {
	if a.one && x.Rows != 1 {
		return wire.InvalidInput(-1, -1, "x has "+itoa(x.Rows)+" rows.", "Give one row.")
	}
	list, numbers := newArray(), &numericAnswers{labelAt: &q.Kept.Cache, rows: x.Rows}
	err := q.InParts(x, fewRows(cost), func(from int, part core.Matrix) error {
		into := &writer{numbers: numbers}
		into.List()
		var to wire.Writer = into
		if a.writer != nil {
			to = a.writer(into, q.Model)
		}
		if err := f(to, from, part); err != nil {
			return err
		}
		if !numbers.used() {
			into.End()
			list.Call("push", into.made())
		}
		return nil
	})
	if err != nil {
		return err
	}
	if list = list.Call("flat"); numbers.used() {
		list = numbers.list()
	}
	if q.Single || a.one {
		list = list.Index(0)
	}
	w.(*writer).put(late{v: list})
	return nil
}

// explainPacked is explain of an SQANN without fingerprints. It returns {list, numbers, names?}: in place of neurons their
// count, and for each of them, one after the other, layer, node, count of samples, samples, distance, activation, weight
// and α, of classes the index. web/package unpacks it. Numbers as text take most of the time otherwise.
func explainPacked(c core.Control, args arguments) (any, error) {
	p := &packedWriter{}
	list, err := carry(&wire.Explain, c, args, &asked{writer: func(into *writer, m *wire.Model) wire.Writer {
		p.writer, p.named, p.classes = into, m.Network().Data().Names != nil, m.Classes() != nil
		return p
	}})
	if err != nil {
		return nil, err
	}
	v := newObject()
	v.Set("list", list)
	v.Set("numbers", float64Array(p.numbers))
	if p.named {
		v.Set("names", made(func(w wire.Writer) { wire.WriteTexts(w, p.names) }))
	}
	return v, nil
}

// counterfactual is asked about one row.
func counterfactual(c core.Control, args arguments) (any, error) {
	return carry(&wire.Counterfactual, c, args, &asked{one: true})
}
