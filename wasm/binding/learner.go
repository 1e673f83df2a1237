//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

func lookupLearner(v js.Value) (*model, *core.Learner, error) {
	m, err := find(v)
	if err != nil {
		return nil, nil, err
	}
	l, is := m.Predictor.(*core.Learner)
	if !is {
		return nil, nil, core.NewError(core.NotFound, "The learner is "+shown(v)+".", "Pass a learner that model.learner returned.")
	}
	return m, l, nil
}

// learner(model) → {handle, features, outputs, classes, samples, stale}.
func learner(c core.Control, args arguments) (any, error) {
	m, err := lookup(args.at(0))
	if err != nil {
		return nil, err
	}
	l, err := wire.NewLearner(m.Model, c)
	if err != nil {
		return nil, err
	}
	kept := &model{Model: &wire.Model{Predictor: l, Table: m.Table}, learner: l}
	v := kept.state(l)
	setForm(v, kept)
	return v, nil
}

// changed ends a call that changes a learner.
func (m *model) changed() {
	m.busy = false
	held.Keep(m.Model, 0)
}

func (m *model) state(l *core.Learner) js.Value {
	return madeObject(func(w wire.Writer) { wire.WriteLearnerState(w, l, m.Table) })
}

// learn(learner, X, y, {tolerance, duplicates}) → {learned, refused, samples, stale}.
func learn(c core.Control, args arguments) (any, error) {
	m, l, err := lookupLearner(args.at(0))
	if err != nil {
		return nil, err
	}
	o := core.LearnOptions{Control: c}
	if err := wire.LearnFields(&o).Read("", &value{v: args.at(3)}); err != nil {
		return nil, err
	}
	d, err := m.readLabelled(args.at(1), args.at(2))
	if err != nil {
		return nil, err
	}
	m.busy = true
	defer m.changed()
	done, err := l.Learn(d, o)
	return writtenObject(err, func(w wire.Writer) {
		wire.WriteLearning(w, done)
		wire.WriteLearnerState(w, l, m.Table)
	})
}

// forget(learner, rows) → {samples, stale}.
func forget(args arguments) (any, error) {
	m, l, err := lookupLearner(args.at(0))
	if err != nil {
		return nil, err
	}
	rows, err := readRowNumbers(args.at(1))
	if err != nil {
		return nil, err
	}
	defer m.changed()
	if err := l.Forget(rows); err != nil {
		return nil, err
	}
	return m.state(l), nil
}

// refresh(learner) → {samples, stale}.
func refresh(c core.Control, args arguments) (any, error) {
	m, l, err := lookupLearner(args.at(0))
	if err != nil {
		return nil, err
	}
	m.busy = true
	defer m.changed()
	if err := l.Refresh(c); err != nil {
		return nil, err
	}
	return m.state(l), nil
}

// learnedModel(learner) → a description of a model of this moment, with its handle.
func learnedModel(args arguments) (any, error) {
	start := now()
	m, _, err := lookupLearner(args.at(0))
	if err != nil {
		return nil, err
	}
	current, err := m.now()
	if err != nil {
		return nil, err
	}
	return describe(&model{Model: current.Model}, now()-start), nil
}
