//go:build js && wasm

package main

import (
	"syscall/js"
)

// mostValidated is up to how many samples the honest figures are computed without
// being asked for: they cost ten fits.
const mostValidated = 1000

// scores are the figures that the fitting error is not: of samples that the network hadn't
// seen, in folds or held out, and of the usual alternatives on the same points.
type scores struct {
	view    *planeView
	running js.Value // the AbortController
}

func newScores(v *planeView) *scores {
	s := &scores{view: v, running: js.Null()}
	click("leave-out", func() { s.compute(1 << 30) })
	click("hold-out", func() {
		if v.view.Call("heldOut", v.bench).Bool() {
			v.remember()
			v.edit("putBack")
			v.refresh()
			return
		}
		if v.samples() < 6 {
			notice("Holding out every third sample needs at least six samples.", true)
			return
		}
		v.remember()
		v.edit("holdOut")
		v.refresh()
	})
	on(element("scores").Value, "toggle", func(js.Value) { s.refresh() })
	on(element("scores-table").Value, "choose", func(ev js.Value) {
		if i := ev.Get("detail").Get("sample").Int(); i < v.samples() {
			v.pick("sample", i)
		}
	})
	return s
}

// stop ends what runs: the engine then has time for what is wanted now.
func (s *scores) stop() {
	if s.running.Truthy() {
		s.running.Call("abort")
	}
}

func (s *scores) refresh() { s.compute(mostValidated) }

// compute fills the table; a newer scene ends it. Beyond so many samples nothing
// is left out.
func (s *scores) compute(most int) {
	v := s.view
	s.stop()
	if !element("scores").Value.Get("open").Bool() {
		show("scores-table") // computed when someone looks
		return
	}
	s.running = js.Global().Get("AbortController").New()
	options := js.Global().Get("Array").New()
	for _, p := range v.shown.panes {
		options.Call("push", v.model.options(v.client, p.bench, p.preset))
	}
	_, err := await(v.view.Call("computeScores", v.xaia, v.scene(), options, most, s.running.Get("signal")))
	if err != nil && code(err) != "aborted" && code(err) != "disposed" {
		notice(err.Error(), true)
	}
}
