//go:build js && wasm

package main

import (
	"syscall/js"
)

// mostLeftOut is up to how many samples the honest figure is computed without
// being asked for: each costs a fit.
const mostLeftOut = 200

// scores are the figures that the fitting error is not: samples left out one at a
// time, samples held out, and the usual alternative on the same points.
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
			notice("Holding out every third sample needs at least six.", true)
			return
		}
		v.remember()
		v.edit("holdOut")
		v.refresh()
	})
	return s
}

// stop ends what runs: the engine then has time for what is wanted now.
func (s *scores) stop() {
	if s.running.Truthy() {
		s.running.Call("abort")
	}
}

func (s *scores) refresh() { s.compute(mostLeftOut) }

// compute fills the table; a newer scene ends it. Beyond so many samples nothing
// is left out.
func (s *scores) compute(most int) {
	v := s.view
	s.stop()
	s.running = js.Global().Get("AbortController").New()
	_, err := await(v.view.Call("computeScores", v.scene(), v.model.scale, most, s.running.Get("signal")))
	if err != nil && code(err) != "aborted" && code(err) != "disposed" {
		notice(err.Error(), true)
	}
}
