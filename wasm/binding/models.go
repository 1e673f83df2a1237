//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// model is one of the two kinds, behind a handle.
type model struct {
	sqann *core.SQANN
	tnn   *core.TNN
}

// models are those that JavaScript holds. A handle is never used twice, so a
// stale one can't reach another model.
var (
	models     = map[int]model{}
	lastHandle int
)

func keep(m model) int {
	lastHandle++
	models[lastHandle] = m
	return lastHandle
}

func lookup(v js.Value) (model, error) {
	if kindOf(v) != js.TypeObject {
		return model{}, &core.Error{Code: core.NotFound, Row: -1, Column: -1,
			Message: "The model is " + shown(v) + ".", Hint: "Pass what fit or load returned."}
	}
	handle := wholeNumber(get(v, "handle"))
	if m, ok := models[handle]; ok {
		return m, nil
	}
	if handle >= 1 && handle <= lastHandle {
		return model{}, &core.Error{Code: core.Disposed, Row: -1, Column: -1,
			Message: "The model was disposed.", Hint: "Fit or load it again."}
	}
	return model{}, &core.Error{Code: core.NotFound, Row: -1, Column: -1,
		Message: "The model is not one of this instance.", Hint: "Pass what fit or load returned."}
}

func dispose(args arguments) (any, error) {
	if _, err := lookup(args.at(0)); err != nil {
		return nil, err
	}
	delete(models, wholeNumber(get(args.at(0), "handle")))
	return js.Undefined(), nil
}

func (m model) features() int {
	if m.tnn != nil {
		return m.tnn.Features()
	}
	return m.sqann.Features()
}

func (m model) outputs() int {
	if m.tnn != nil {
		return m.tnn.Outputs()
	}
	return m.sqann.Outputs()
}

func (m model) classes() []core.Label {
	if m.tnn != nil {
		return m.tnn.Classes()
	}
	return m.sqann.Classes()
}
