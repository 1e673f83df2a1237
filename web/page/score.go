//go:build js && wasm

package main

import "syscall/js"

// mostLeftOut is up to how many samples the honest figure is computed without
// being asked for: each costs a fit.
const mostLeftOut = 200

// score computes the figure that the fitting error is not: every sample predicted
// by the model that was fitted without it. A newer scene ends it.
func (v *planeView) score() {
	if v.scoring.Truthy() {
		v.scoring.Call("abort")
	}
	v.honest = ""
	scene := v.shown
	n := len(scene.samples)
	if !scene.model.Truthy() || n < 2 || n > mostLeftOut {
		return
	}
	control := js.Global().Get("AbortController").New()
	v.scoring = control
	figures, err := await(scene.model.Call("leaveOneOut", map[string]any{"signal": control.Get("signal")}))
	if err != nil || control.Get("signal").Get("aborted").Bool() {
		return // overtaken, or one of the fits is refused: then there is no such figure
	}
	v.honest = " Left out one at a time, the samples are predicted with an RMSE of " + short(figures.Get("rmse").Float()) + "."
	if accuracy := figures.Get("accuracy"); accuracy.Type() == js.TypeNumber {
		right := accuracy.Float() * float64(n)
		v.honest = " Left out one at a time, " + short(right) + " of " + plural(n, "sample") + " are predicted right."
	}
	v.drawReport()
}
