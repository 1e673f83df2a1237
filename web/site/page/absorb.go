//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// absorption takes in the external points that the network errs on, without
// forgetting (section 3 of the paper): round by round, before and after side by
// side, until the reader keeps it or takes it back.
type absorption struct{ view *planeView }

type trialKey struct {
	of       *networks
	external *state.Bench
	epsilon  float64
}

func newAbsorption(v *planeView) *absorption {
	a := &absorption{v}
	click("absorb", func() {
		if epsilon, ok := a.tolerance(); ok {
			setText("absorb-proof", "")
			v.trial.Again()
			v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.Absorbing, p.Plane.Epsilon = true, epsilon })
		}
	})
	click("absorb-keep", func() {
		if trial := a.shown(); trial != nil {
			v.edit(state.Once, "takeIn", trial.absorbed)
		}
	})
	click("absorb-undo", func() {
		setText("absorb-proof", "")
		v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.Absorbing = false })
	})
	click("absorb-examine", a.examine)
	changed("epsilon", "input", func(string) { v.render() })
	return a
}

// shown is the result on the screen, or nil.
func (a *absorption) shown() *networks {
	if n := a.view.shown(); n != a.view.base() {
		return n
	}
	return nil
}

// reset says what there is to absorb, and forgets what was said of other points.
func (a *absorption) reset() {
	v := a.view
	bench := v.scene().bench
	hide("epsilon-label", bench.Classes) // a class is right or wrong: there is no error to allow
	setText("absorb-state", v.view.Call("absorbable", of(bench)).String())
	setText("absorb-proof", "")
	input("absorb").SetDisabled(v.view.Call("known", of(bench)).Length() == 0 || len(v.scene().panes) == 0)
}

// allowed is ε as far as it can be read: the plane marks the external points that err by more.
func (a *absorption) allowed() float64 {
	epsilon, _ := number(input("epsilon").Value())
	return max(0, epsilon)
}

func (a *absorption) tolerance() (float64, bool) {
	if a.view.now().Classes {
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
	s := v.scene()
	if len(s.panes) == 0 || s.bench.Outside == 0 {
		setText("absorb-proof", "There is nothing to examine.")
		return
	}
	text, err := await(v.view.Call("examined", s.panes[0].model, of(s.bench)))
	if err != nil {
		setText("absorb-proof", err.Error())
		return
	}
	setText("absorb-proof", text.String())
}

// compute absorbs, a round at a time.
func (a *absorption) compute(t *state.Turn) {
	v, key := a.view, t.Key.(trialKey)
	bench := v.scene().bench
	before := key.of.panes[0]
	before.title = "before"
	for round := 1; ; round++ {
		result, err := await(v.view.Call("absorbRound", before.model, of(bench), key.epsilon, round))
		if t.Over() {
			if err == nil && result.Get("model").Truthy() {
				free(result.Get("model"))
			}
			return
		}
		if err != nil {
			setText("absorb-proof", err.Error())
			return
		}
		setText("absorb-proof", result.Get("text").String())
		model := result.Get("model")
		if !model.Truthy() {
			return
		}
		after := network{title: "after round " + strconv.Itoa(round), preset: before.preset, model: model, bench: v.client.bench(result.Get("bench"), nil)}
		after.bench.Opened = bench.Opened
		n := &networks{fitted: key.of.fitted, fit: key.of.fit, panes: []network{before, after}, own: []js.Value{model}, numbered: map[string][]js.Value{}, absorbed: result.Get("absorbed")}
		n.last = !result.Get("more").Bool()
		v.alive = append(v.alive, n)
		t.Deliver(n)
		if n.last {
			return
		}
		if !still() {
			pause(600)
		}
	}
}
