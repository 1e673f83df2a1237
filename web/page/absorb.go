//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"
)

// absorption takes in the external points that the network errs on, without
// forgetting (section 3 of the paper): round by round, before and after side by
// side, until the reader keeps it or takes it back.
type absorption struct {
	view     *planeView
	absorbed []any // numbers of the external points, while a result is on the screen
	runs     int
}

func newAbsorption(v *planeView) *absorption {
	a := &absorption{view: v}
	click("absorb", a.run)
	click("absorb-keep", a.keep)
	click("absorb-undo", func() {
		a.reset()
		v.refresh()
	})
	click("absorb-examine", a.examine)
	return a
}

// reset forgets a result that no longer belongs to what is on the screen.
func (a *absorption) reset() {
	a.runs++
	a.absorbed = nil
	hide("absorb-decide", true)
	v := a.view
	known := v.view.Call("known", v.bench).Length()
	setText("absorb-state", v.view.Call("absorbable", v.bench).String())
	setText("absorb-proof", "")
	input("absorb").SetDisabled(known == 0 || v.samples() == 0)
}

func (a *absorption) tolerance() (float64, bool) {
	epsilon, ok := number(input("epsilon").Value())
	if !ok || epsilon < 0 {
		notice("ε is the largest error that is allowed: a number, 0 or more.", true)
		return 0, false
	}
	return epsilon, true
}

// examine says which external points are out of distribution.
func (a *absorption) examine() {
	v := a.view
	if len(v.shown.panes) == 0 || v.externals() == 0 {
		setText("absorb-proof", "There is nothing to examine.")
		return
	}
	judged, err := await(v.shown.panes[0].model.Call("outOfDistribution", v.view.Call("externalRows", v.bench), object("threshold", "calibrated")))
	if err != nil {
		judged, err = await(v.shown.panes[0].model.Call("outOfDistribution", v.view.Call("externalRows", v.bench)))
	}
	if err != nil {
		setText("absorb-proof", err.Error())
		return
	}
	setText("absorb-proof", v.view.Call("judgedText", judged).String())
}

// run absorbs, a round at a time.
func (a *absorption) run() {
	v := a.view
	epsilon, ok := a.tolerance()
	if !ok {
		return
	}
	for v.fitting.Truthy() {
		pause(20) // the network that is being made is the one meant
	}
	if len(v.shown.panes) == 0 {
		return
	}
	a.runs++
	run, generation, before := a.runs, v.generation, v.shown.panes[0]
	if before.title != "" && a.absorbed != nil {
		return // a result is on the screen already
	}
	bench := v.bench
	numbers := v.view.Call("known", bench)
	rows := v.view.Call("knownRows", bench)
	before.title = "before"
	for round := 1; ; round++ {
		result, err := await(before.model.Call("absorb", rows.Get("X"), rows.Get("y"), object("tolerance", epsilon, "rounds", round)))
		if err != nil || v.generation != generation || a.runs != run {
			if err != nil {
				setText("absorb-proof", err.Error())
			} else {
				result.Get("model").Call("dispose")
			}
			return
		}
		taken := result.Get("absorbed")
		if taken.Length() == 0 {
			setText("absorb-proof", "No external point errs by more than ε: there is nothing to take in. The largest error is "+v.short(result.Get("rest").Get("maxErrorAfter").Float())+".")
			result.Get("model").Call("dispose")
			return
		}
		a.absorbed = make([]any, taken.Length())
		for i := range a.absorbed {
			a.absorbed[i] = numbers.Index(taken.Index(i).Int())
		}
		after := pane{title: "after round " + strconv.Itoa(round), preset: before.preset, model: result.Get("model"), behind: js.Null(),
			bench: v.view.Call("takeIn", bench, a.absorbed)}
		if place := v.view.Call("asked", bench); place.Truthy() {
			after.bench = v.view.Call("choose", after.bench, object("kind", "place", "x", place))
		}
		if err := v.inquire(&after); err != nil {
			return
		}
		for _, old := range v.shown.panes[1:] {
			old.model.Call("dispose")
		}
		v.shown.panes = []pane{before, after}
		v.draw()
		setText("absorb-proof", v.view.Call("absorbedText", result, round).String())
		rest := result.Get("rest")
		if result.Get("rounds").Int() < round || rest.Get("beyondTolerance").Int() == 0 {
			break
		}
		if !still() {
			pause(600)
		}
	}
	hide("absorb-decide", false)
	v.paint()
}

// keep makes the absorbed points samples.
func (a *absorption) keep() {
	v := a.view
	if a.absorbed == nil {
		return
	}
	v.remember()
	v.edit("takeIn", a.absorbed)
	v.refresh()
}
