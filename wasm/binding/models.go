//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
)

// model is one of the three kinds, behind a handle.
type model struct {
	sqann    *core.SQANN
	tnn      *core.TNN
	ensemble *core.Ensemble
	members  [2]*model // of an ensemble

	table   *core.Encoding    // how X became numbers; nil where it was numbers
	dropped []int             // rows of X that missing: "drop" left out
	left    *core.Examination // what LeaveOneOut returned, once it was asked for
}

// models are those that JavaScript holds. A handle is never used twice, so a
// stale one can't reach another model.
var (
	models     = map[int]*model{}
	lastHandle int
)

func keep(m *model) int {
	lastHandle++
	models[lastHandle] = m
	return lastHandle
}

func lookup(v js.Value) (*model, error) {
	if kindOf(v) != js.TypeObject {
		return nil, &core.Error{Code: core.NotFound, Row: -1, Column: -1,
			Message: "The model is " + shown(v) + ".", Hint: "Pass what fit or load returned."}
	}
	handle := wholeNumber(get(v, "handle"))
	if m, ok := models[handle]; ok {
		return m, nil
	}
	if handle >= 1 && handle <= lastHandle {
		return nil, &core.Error{Code: core.Disposed, Row: -1, Column: -1,
			Message: "The model was disposed.", Hint: "Fit or load it again."}
	}
	return nil, &core.Error{Code: core.NotFound, Row: -1, Column: -1,
		Message: "The model is not one of this instance.", Hint: "Pass what fit or load returned."}
}

func dispose(args arguments) (any, error) {
	if _, err := lookup(args.at(0)); err != nil {
		return nil, err
	}
	delete(models, wholeNumber(get(args.at(0), "handle")))
	return js.Undefined(), nil
}

func (m *model) predictor() core.Predictor {
	if m.ensemble != nil {
		return m.ensemble
	}
	return m.network()
}

// network is the model as one that was fitted; not for an ensemble.
//go:noinline
func (m *model) network() core.Model {
	if m.tnn != nil {
		return m.tnn
	}
	return m.sqann
}

// lookupNetwork is lookup for what an ensemble can't do.
func lookupNetwork(v js.Value, what string) (*model, error) {
	m, err := lookup(v)
	if err == nil && m.ensemble != nil {
		return nil, unsupported("An ensemble has no "+what+".", "Ask one of its models.")
	}
	return m, err
}

func unsupported(message, hint string) error {
	return &core.Error{Code: core.Unsupported, Row: -1, Column: -1, Message: message, Hint: hint}
}

// with is a model of the same table around another network.
func (m *model) with(network core.Model) *model {
	other := &model{table: m.table}
	switch network := network.(type) {
	case *core.SQANN:
		other.sqann = network
	case *core.TNN:
		other.tnn = network
	}
	return other
}

func (m *model) features() int         { return m.predictor().Features() }
func (m *model) outputs() int          { return m.predictor().Outputs() }
func (m *model) classes() []core.Label { return m.predictor().Classes() }
