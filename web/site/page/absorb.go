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
	absorbed js.Value // numbers of the external points, while a result is on the screen; else null
	runs     int
}

func newAbsorption(v *planeView) *absorption {
	a := &absorption{view: v, absorbed: js.Null()}
	click("absorb", a.run)
	click("absorb-keep", a.keep)
	click("absorb-undo", func() {
		a.reset()
		v.refresh()
	})
	click("absorb-examine", a.examine)
	changed("epsilon", "input", func(string) { v.drawPlane() })
	return a
}

// reset forgets a result that no longer belongs to what is on the screen.
func (a *absorption) reset() {
	a.runs++
	a.absorbed = js.Null()
	hide("absorb-decide", true)
	v := a.view
	known := v.view.Call("known", v.bench).Length()
	hide("epsilon-label", v.classes().Truthy()) // a class is right or wrong: there is no error to allow
	setText("absorb-state", v.view.Call("absorbable", v.bench).String())
	setText("absorb-proof", "")
	input("absorb").SetDisabled(known == 0 || len(v.shown.panes) == 0)
}

// allowed is ε as far as it can be read: the plane marks the external points that err by more.
func (a *absorption) allowed() float64 {
	epsilon, _ := number(input("epsilon").Value())
	return max(0, epsilon)
}

func (a *absorption) tolerance() (float64, bool) {
	if a.view.classes().Truthy() {
		return 0, true
	}
	epsilon, ok := number(input("epsilon").Value())
	if !ok || epsilon < 0 {
		notice("ε is the largest error allowed: a number of at least 0.", true)
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
	calibrated := err == nil
	if !calibrated {
		judged, err = await(v.shown.panes[0].model.Call("outOfDistribution", v.view.Call("externalRows", v.bench)))
	}
	if err != nil {
		setText("absorb-proof", err.Error())
		return
	}
	setText("absorb-proof", v.view.Call("judgedText", judged, calibrated, map[bool]int{true: 1, false: 0}[v.bench.Get("rows").Truthy()]).String())
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
	if a.absorbed.Truthy() {
		return // a result is on the screen already
	}
	bench := v.bench
	before.title = "before"
	for round := 1; ; round++ {
		result, err := await(v.view.Call("absorbRound", before.model, bench, epsilon, round))
		if err != nil {
			setText("absorb-proof", err.Error())
			return
		}
		after := pane{title: "after round " + strconv.Itoa(round), preset: before.preset, model: result.Get("model"), behind: js.Null(), bench: result.Get("bench")}
		if v.generation != generation || a.runs != run {
			if after.model.Truthy() {
				free(after.model)
			}
			return
		}
		setText("absorb-proof", result.Get("text").String())
		if !after.model.Truthy() || v.inquire(&after) != nil {
			return
		}
		a.absorbed = result.Get("absorbed")
		for _, old := range v.shown.panes[1:] {
			free(old.model)
		}
		v.shown.panes = []pane{before, after}
		v.draw()
		if !result.Get("more").Bool() {
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
	if !a.absorbed.Truthy() {
		return
	}
	v.remember()
	v.edit("takeIn", a.absorbed)
	v.refresh()
}
