//go:build js && wasm

package binding

import (
	"syscall/js"
	"testing"

	"github.com/xaia-go/xaia/core"
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
	x := list(list(1), list(2), list(3), list(4))
	m := made(fit(core.Control{}, arguments{x, list(1, 2, 1, 2)}))
	l := made(learner(core.Control{}, arguments{m}))
	made(learn(core.Control{}, arguments{l, list(list(5), list(6)), list(3, 4)}))
	of := made(learnedModel(arguments{l}))
	if len(models) != 3 || len(held) != 3 {
		t.Errorf("%d handles, %d are held", len(models), len(held))
	}
	made(forget(arguments{l, list(0)}))
	for _, v := range []js.Value{of, l, m} {
		made(dispose(arguments{v}))
	}
	if _, err := dispose(arguments{m}); err == nil || len(held) != 0 {
		t.Error("what was disposed is held: ", held, err)
	}
}
