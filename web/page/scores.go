//go:build js && wasm

package main

import (
	"strconv"
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
	hide("leave-out", true)
	if len(v.shown.panes) == 0 {
		show("scores-table")
		return
	}
	control := js.Global().Get("AbortController").New()
	s.running = control
	signal := control.Get("signal")
	shown := v.shown
	n := shown.bench.Get("X").Length()
	known := v.view.Call("knownRows", shown.bench)
	var rows []any
	for _, p := range shown.panes {
		row := object("model", map[string]string{"xaia": "xaia", "paper": "the paper's"}[p.preset],
			"fitting error", p.model.Get("report").Get("maxFittingError"), "left out", "…", "held out", "–")
		rows = append(rows, row)
	}
	scale := v.model.scale
	rows = append(rows, object("model", "5 nearest neighbours", "fitting error", "–", "left out", "…", "held out", "–"))
	last := rows[len(rows)-1].(js.Value)
	draw := func() {
		list := js.Global().Get("Array").New()
		for _, r := range rows {
			list.Call("push", r)
		}
		v.view.Call("showScores", list, shown.bench.Get("classes"))
	}
	if known.Get("X").Length() > 0 {
		for i, p := range shown.panes {
			figures, err := await(p.model.Call("evaluate", known.Get("X"), known.Get("y")))
			if signal.Get("aborted").Bool() {
				return
			}
			rows[i].(js.Value).Set("held out", figure(figures, err))
		}
		last.Set("held out", v.view.Call("neighboursOf", shown.bench, scale, known))
	}
	switch {
	case n < 2:
		for _, r := range rows {
			r.(js.Value).Set("left out", "–")
		}
	case n > most:
		hide("leave-out", false)
		setText("leave-out", "Leave out all "+strconv.Itoa(n)+" in turn")
		for _, r := range rows {
			r.(js.Value).Set("left out", "not computed")
		}
	default:
		draw()
		for i, p := range shown.panes {
			figures, err := await(p.model.Call("leaveOneOut", object("signal", signal)))
			if signal.Get("aborted").Bool() {
				return
			}
			rows[i].(js.Value).Set("left out", figure(figures, err))
		}
		last.Set("left out", v.view.Call("neighboursOf", shown.bench, scale, js.Null()))
	}
	draw()
}

// figure is the accuracy of classes, or the root of the mean squared error.
func figure(figures js.Value, err error) any {
	if err != nil {
		return "no such figure"
	}
	if accuracy := figures.Get("accuracy"); accuracy.Type() == js.TypeNumber {
		return accuracy
	}
	return figures.Get("rmse")
}
