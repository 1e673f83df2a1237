//go:build js && wasm

// Package binding exposes the engine to JavaScript through syscall/js: it converts
// values and keeps the models, but computes nothing itself.
//
// The functions on globalThis.xaia are synchronous. A Go function can't throw
// into JavaScript, so a call that fails returns an Error, with the fields of
// XaiaError (code, hint, row, column, path); web/package/xaia.js throws it.
package binding

import (
	"runtime"
	"syscall/js"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/internal/simd"
	"github.com/xaia-go/xaia/wire"
)

// Version is stamped by the build (-ldflags -X).
var Version = "0.0.0"

type functions map[string]func(arguments) (any, error)

// calls are all long functions that are registered.
var calls = map[string]long{}

type longFunctions map[string]struct {
	long
	arity int
}

// Register sets globalThis.xaia. The functions take a model as fit or load
// returned it. Long-running functions also have an asynchronous form, whose name ends
// in Async.
func Register() {
	simd.Use(js.Global().Get("xaiaKernels").Equal(js.ValueOf(simd.Version)))
	RegisterPage()
	reader.Tables = wire.AllTables{}
	partsOf = (*loop).parts
	newAbsorber = func(s *core.SQANN, c core.Control) (absorber, error) { return core.NewLearner(s, c) }
	register(functions{
		"forget": forget, "learnedModel": learnedModel, "ensemble": ensemble, "squeezedOrder": squeezedOrder, "toBytes": toBytes, "load": load,
		"rows": samples,
	}, longFunctions{
		"explainPacked": {explainPacked, 3}, "predictInterval": {certainty(false), 3}, "predictSet": {certainty(true), 3},
		"beginParts": {beginParts, 4}, "answersOf": {answersOf, 1}, "fitLike": {fitLike, 4}, "learner": {learner, 1}, "learn": {learn, 4}, "refresh": {refresh, 1},
		"calibrate": {calibrate, 2}, "counterfactual": {onNetwork("counterfactual", counterfactual), 3}, "leaveOneOut": {onNetwork("fitting samples", leaveOneOut), 1}, "outliers": {onNetwork("fitting samples", outliers), 1}, "crossValidate": {crossValidate, 3}, "evaluate": {evaluate, 3}, "tune": {tune, 3},
		"remove": {onNetwork("fitting samples", remove), 2}, "prototypes": {onNetwork("fitting samples", prototypes), 2}, "redundancy": {onNetwork("fitting samples", redundancy), 2}, "representatives": {onNetwork("fitting samples", representatives), 2},
	})
}

// RegisterPage registers only the functions that the page calls: the linker drops the
// others, which saves 30 KB of a first visit.
func RegisterPage() {
	begin()
	register(functions{
		"toJSON": toJSON, "dispose": dispose,
	}, longFunctions{
		"predict": {predict, 3}, "predictProba": {predictProba, 3}, "explain": {explain, 3},
		"fit": {fit, 3}, "absorb": {onNetwork("fitting samples", absorb), 4}, "outOfDistribution": {outOfDistribution, 3},
		"attributions": {attributions, 2}, "calibrate": {calibrate, 2},
	})
}

// RegisterTeaching registers only what teach.html calls, for its module.
func RegisterTeaching() {
	begin()
	register(functions{
		"toJSON": toJSON, "dispose": dispose, "forget": forget, "learnedModel": learnedModel,
	}, longFunctions{
		"predict": {predict, 3}, "explain": {explain, 3},
		"fit": {fit, 3}, "learner": {learner, 1}, "learn": {learn, 4},
	})
}

func begin() {
	api := newObject()
	api.Set("version", Version)
	js.Global().Set("xaia", api)
}

func register(short functions, long longFunctions) {
	api := js.Global().Get("xaia")
	for name, f := range short {
		api.Set(name, export(f))
	}
	for name, f := range long {
		calls[name] = f.long
		api.Set(name, export(f.now))
		api.Set(name+"Async", export(f.async(f.arity)))
	}
}

// arguments returns undefined for arguments that weren't passed, as JavaScript does.
type arguments []js.Value

//go:noinline
func (a arguments) at(i int) js.Value {
	if i < len(a) {
		return a[i]
	}
	return js.Undefined()
}

// export makes a JavaScript function from f. It recovers every panic, because an uncaught
// one would end the whole instance without a message.
func export(f func(arguments) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any { return guarded(f, args) })
}

func guarded(f func(arguments) (any, error), args []js.Value) (result any) {
	defer func() {
		if r := recover(); r != nil {
			result = newError(internal(r))
		}
	}()
	value, err := f(args)
	if err != nil {
		return newError(err)
	}
	return value
}

func internal(r any) *core.Error {
	text := "unknown failure"
	switch r := r.(type) {
	case js.Error:
		text = r.Error()
	case runtime.Error:
		text = r.Error()
	case string:
		text = r
	}
	return core.NewError(core.Internal, "The engine failed: "+text+".",
		"This is a defect of xaia; please report it with the input that caused it.")
}

func newError(err error) js.Value {
	e, ok := err.(*core.Error)
	if !ok {
		e = internal(err.Error())
	}
	v := js.Global().Get("Error").New(e.Error())
	v.Delete("line") // WebKit and Bun store the position in the source here
	v.Delete("column")
	v.Set("name", "XaiaError")
	v.Set("code", string(e.Code))
	v.Set("hint", e.Hint)
	if e.Row >= 0 {
		v.Set("row", e.Row)
	}
	if e.Column >= 0 {
		v.Set("column", e.Column)
	}
	if e.Path != "" {
		v.Set("path", e.Path)
	}
	return v
}
