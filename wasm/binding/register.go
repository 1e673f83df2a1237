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

// calls are all long functions that are registered.
var calls = map[string]long{}

// Register sets globalThis.xaia. The functions take a model as fit or load
// returned it. Long-running functions also have an asynchronous form, whose name ends
// in Async.
func Register() {
	simd.Use(js.Global().Get("xaiaKernels").Equal(js.ValueOf(simd.Version)))
	reader.Tables, reader.Forgetting = wire.AllTables{}, wire.Forgetting
	if js.Global().Get("xaiaVerify").Truthy() {
		reader.Verify = core.Verify
	}
	partsOf, given = (*loop).parts, givenRows
	register(
		&wire.Fit, &wire.FitLike, &wire.CrossValidate, &wire.Tune, &wire.SqueezedOrder, &wire.Ensemble,
		&wire.Predict, &wire.Scores, &wire.Explain, &wire.Attributions, &wire.PredictInterval, &wire.PredictSet,
		&wire.Evaluate, &wire.OutOfDistribution, &wire.Calibrate, &wire.LeaveOneOut, &wire.Outliers, &wire.SampleAt,
		&wire.Redundancy, &wire.Representatives, &wire.Prototypes, &wire.Embedding, &wire.Worth, &wire.Suspects, &wire.Remove, &wire.Absorb,
		&wire.Learner, &wire.Learn, &wire.Correct, &wire.Forget, &wire.Refresh, &wire.LearnedModel,
	)
	registerFiles()
	registerShort("toBytes", toBytes)
	registerShort("toLite", toLite)
	registerShort("checksum", checksum)
	registerShort("load", load)
	registerLong("explainPacked", 3, explainPacked)
	registerLong("counterfactual", 3, counterfactual)
	registerLong("beginParts", 4, beginParts)
	registerLong("answersOf", 1, answersOf)
}

// RegisterPage registers only the functions that the page calls: the linker drops the
// others, which saves 30 KB of a first visit.
func RegisterPage() {
	reader.Forgetting = wire.FittedWithout
	register(&wire.Predict, &wire.Scores, &wire.Explain, &wire.Fit, &wire.AbsorbByFits, &wire.OutOfDistribution, &wire.Attributions, &wire.Calibrate, &wire.Embedding, &wire.SuspectsByFits)
	registerFiles()
}

// RegisterTeaching registers only what teach.html calls, for its module.
func RegisterTeaching() {
	register(&wire.Predict, &wire.Explain, &wire.Fit, &wire.Learner, &wire.Learn, &wire.Forget, &wire.LearnedModel)
	registerFiles()
}

func registerFiles() {
	registerShort("toJSON", toJSON)
	registerShort("dispose", dispose)
}

// register begins with the calls of the table.
func register(table ...*wire.Call) {
	api := newObject()
	api.Set("version", Version)
	js.Global().Set("xaia", api)
	for _, call := range table {
		arity := len(call.Takes)
		if call.Of != wire.Nothing {
			arity++
		}
		if call.Long {
			registerLong(call.Name, arity, carried(call))
		} else {
			registerShort(call.Name, carried(call).now)
		}
	}
}

func registerShort(name string, f func(arguments) (any, error)) {
	js.Global().Get("xaia").Set(name, export(f))
}

func registerLong(name string, arity int, f long) {
	calls[name] = f
	registerShort(name, f.now)
	registerShort(name+"Async", f.async(arity))
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
