//go:build js && wasm

package binding

import (
	"math"

	"github.com/xaia-go/xaia/core"
)

// Row is where JavaScript writes what AnswerRow is asked about.
var Row [256]float64

// AnswerRow is predict for one row of so many numbers, of classes the class's index: a call through syscall/js costs ten times
// what it takes to answer. NaN is no answer: predict says why.
func AnswerRow(handle, columns int32) (answer float64) {
	answer = math.NaN()
	defer func() { _ = recover() }() // the same panic ends predict with a message
	k := shelf.Kept[int(handle)]
	if k == nil || k.Busy {
		return
	}
	m := k.Model
	if m.Table != nil || m.OutputCount() > 1 && m.Classes() == nil {
		return
	}
	p, err := m.Predict(core.Matrix{Rows: 1, Columns: int(columns), Data: Row[:columns]})
	switch {
	case err != nil:
	case m.Classes() == nil:
		answer = p.Values.Data[0]
	case p.Class(0) >= 0:
		answer = float64(p.Class(0))
	}
	return
}
