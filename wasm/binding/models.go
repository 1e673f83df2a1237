//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// model is a model of one of the three kinds, to which a handle refers.
type model struct {
	*wire.Model
	left *core.Examination // the result of LeaveOneOut, kept after the first call

	learner interface { // whose answers these are, nil for a model; the page's module has none
		Model() (*core.SQANN, error)
		Calibration() (*core.Calibration, error)
	}
	moment *model // its last model
	busy   bool   // in a call that lets the event loop run

	labelAt js.Value // the function that looks up labels of predictions, after its first use
}

// models are the models that JavaScript refers to. A handle is never reused, so a
// stale one can't refer to another model.
var (
	models     = map[int]*model{}
	lastHandle int
	held       = wire.Held{}
)

func keep(m *model) int {
	lastHandle++
	models[lastHandle] = m
	held.Keep(m.Model, 1)
	return lastHandle
}

// lookup is the model of a handle, of a learner a model of this moment.
func lookup(v js.Value) (*model, error) {
	m, err := find(v)
	if err != nil {
		return nil, err
	}
	return m.now()
}

// now is what a handle's calls ask: a model, or of a learner a model of this moment.
func (m *model) now() (*model, error) {
	if m.learner == nil {
		return m, nil
	}
	current, err := m.learner.Model()
	if err != nil {
		return nil, err
	}
	if m.moment == nil || m.moment.SQANN() != current {
		c, err := m.learner.Calibration()
		if err != nil {
			return nil, err
		}
		m.moment = &model{Model: &wire.Model{Predictor: current, Table: m.Table, Calibration: c}}
		held.Keep(m.Model, 0)
	}
	return m.moment, nil
}

// find is what a handle stands for.
func find(v js.Value) (*model, error) {
	if kindOf(v) != js.TypeObject {
		return nil, core.NewError(core.NotFound, "The model is "+shown(v)+".", "Pass a model that fit or load returned.")
	}
	handle := wire.WholeNumber(&value{v: get(v, "handle")})
	if m, ok := models[handle]; ok {
		if m.busy {
			return m, wire.Unsupported("The learner is in another call.", "Wait for its promise.")
		}
		return m, nil
	}
	if handle >= 1 && handle <= lastHandle {
		return nil, core.NewError(core.Disposed, "The model was disposed.", "Fit or load it again.")
	}
	return nil, core.NewError(core.NotFound, "The model belongs to another instance of the engine.", "Pass a model that fit or load returned.")
}

func dispose(args arguments) (any, error) {
	m, err := find(args.at(0))
	if m == nil {
		return nil, err
	}
	held.Keep(m.Model, -1)
	delete(models, wire.WholeNumber(&value{v: get(args.at(0), "handle")}))
	return js.Undefined(), nil
}

// lookupNetwork is lookup for calls that an ensemble doesn't support.
func lookupNetwork(v js.Value, what string) (*model, error) {
	m, err := lookup(v)
	if err == nil && m.Network() == nil {
		return nil, wire.Unsupported("An ensemble has no "+what+".", "Use one of its models.")
	}
	return m, err
}

// onNetwork is a call whose first argument is a model; an ensemble has none of what it needs.
func onNetwork(what string, f func(c core.Control, m *model, args arguments) (any, error)) long {
	return func(c core.Control, args arguments) (any, error) {
		m, err := lookupNetwork(args.at(0), what)
		if err != nil {
			return nil, err
		}
		return f(c, m, args)
	}
}

// with returns a model with the same table and another network.
func (m *model) with(network core.Model) *model { return &model{Model: m.With(network)} }
