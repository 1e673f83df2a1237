//go:build js && wasm

package binding

import (
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
)

// shelf has what JavaScript refers to by handles.
var shelf = wire.NewShelf()

// find is what a handle stands for.
func find(v js.Value) (*wire.Kept, error) {
	if kindOf(v) != js.TypeObject {
		return nil, core.NewError(core.NotFound, "The model is "+shown(v)+".", "Pass a model that fit or load returned.")
	}
	handle := handleOf(v)
	if k, ok := shelf.Kept[handle]; ok {
		if k.Busy {
			return k, wire.Unsupported("The learner is in another call.", "Wait for its promise.")
		}
		return k, nil
	}
	if handle >= 1 && handle <= shelf.Last {
		return nil, core.NewError(core.Disposed, "The model was disposed.", "Fit or load it again.")
	}
	return nil, core.NewError(core.NotFound, "The model belongs to another instance of the engine.", "Pass a model that fit or load returned.")
}

func handleOf(v js.Value) int { return wire.WholeNumber(&value{v: get(v, "handle")}) }

func dispose(args arguments) (any, error) {
	k, err := find(args.at(0))
	if k == nil {
		return nil, err
	}
	shelf.Drop(handleOf(args.at(0)))
	return js.Undefined(), nil
}

// model is the model of a handle, of a learner one of this moment.
func model(v js.Value) (*wire.Model, error) {
	k, err := find(v)
	if err == nil {
		k, err = k.Now()
	}
	if err != nil {
		return nil, err
	}
	return k.Model, nil
}
