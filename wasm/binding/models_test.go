//go:build js && wasm

package binding

import (
	"syscall/js"
	"testing"

	"github.com/xaia-go/xaia/wire"
)

// What JavaScript has handles of is what the engine is told that is held: dispose gives it back, of learners, too.
func TestDisposeGivesMemoryBack(t *testing.T) {
	list := func(numbers ...any) js.Value { return js.ValueOf(numbers) }
	made := func(v any, err error) js.Value {
		if err != nil {
			t.Fatal(err)
		}
		return v.(js.Value)
	}
	call := func(c *wire.Call, args ...js.Value) js.Value { return made(carried(c).now(args)) }
	x := list(list(1), list(2), list(3), list(4))
	m := call(&wire.Fit, x, list(1, 2, 1, 2))
	l := call(&wire.Learner, m)
	call(&wire.Learn, l, list(list(5), list(6)), list(3, 4))
	of := call(&wire.LearnedModel, l)
	if len(shelf.Kept) != 3 || len(shelf.Held) != 3 {
		t.Errorf("%d handles, %d are held", len(shelf.Kept), len(shelf.Held))
	}
	call(&wire.Forget, l, list(0))
	for _, v := range []js.Value{of, l, m} {
		made(dispose(arguments{v}))
	}
	if _, err := dispose(arguments{m}); err == nil || len(shelf.Held) != 0 {
		t.Error("what was disposed is held: ", shelf.Held, err)
	}
}
