//go:build js && wasm

package main

import (
	"strconv"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// tour leads through the steps of web/site/view/tour.js, and gives back what was there before.
type tour struct {
	app    *app
	at     int // -1 while closed
	before func()
}

func newTour(a *app) *tour {
	t := &tour{app: a, at: -1}
	for id, to := range map[string]func() int{
		"tour-start": func() int { return 0 }, "tour-next": func() int { return t.at + 1 },
		"tour-back": func() int { return t.at - 1 }, "tour-close": func() int { return -1 },
	} {
		click(id, func() { t.show(to()) })
	}
	return t
}

func (t *tour) show(n int) {
	if n < 0 {
		t.close()
		return
	}
	steps, err := t.app.tourSteps()
	if wrong(err, nil) {
		return
	}
	if n >= steps.Length() {
		t.close()
		return
	}
	if t.at < 0 {
		t.before = t.app.remembered()
	}
	t.at = n
	hide("tour", false)
	v, s := t.app.plane, steps.Index(n)
	t.app.Dispatch(state.Once, func(p *state.Page) {
		p.Tab = "plane"
		v.four(p, s.Get("preset").String())
	})
	v.edit(state.Aside, "choose", s.Get("ask"))
	if s.Get("construction").Truthy() {
		v.building.toEnd()
	}
	for t.at == n && !v.current() {
		pause(20) // it speaks of what is on the screen
	}
	if t.at != n || len(v.scene().panes) == 0 {
		return
	}
	setText("tour-title", strconv.Itoa(n+1)+" of "+strconv.Itoa(steps.Length())+" · "+s.Get("title").String())
	setText("tour-text", s.Call("say", v.first(), of(v.scene().bench)).String())
	input("tour-back").SetDisabled(n == 0)
	setText("tour-next", map[bool]string{true: "Done", false: "Next"}[n == steps.Length()-1])
}

func (t *tour) close() {
	ended := t.at >= 0
	t.at = -1
	hide("tour", true)
	// Before the points are restored: that takes a fit, and by then the user may have another focus.
	element("tour-start").Focus()
	if ended {
		t.before()
	}
}

// remembered gives what brings the tab, the panels, the points and their settings back to how they
// are now. What was drawn since then is a step of undo away.
func (a *app) remembered() func() {
	v, was, depth := a.plane, a.Now(), a.Depth()
	return func() {
		step := state.Once
		if v.isFour(v.now()) {
			step = state.Aside
			a.Forget(depth)
		}
		a.Dispatch(step, func(p *state.Page) {
			p.Tab, p.Plane.Bench, p.Plane.Fit, p.Plane.View = was.Tab, was.Plane.Bench, was.Plane.Fit, was.Plane.View
		})
		v.openPanel(was.Panel)
	}
}

// four shows the paper's four points under a preset, with its own settings.
func (v *planeView) four(p *state.Page, preset string) {
	if fit := p.Plane.Fit; v.isFour(p.Plane.Bench) && fit.Preset == preset && fit.Settings == `"auto"` {
		return
	}
	v.begin(p, v.pencil(), preset)
}

func (v *planeView) pencil() (set *state.Bench) {
	for _, b := range v.sets {
		if b.ID == "pencil" {
			set = b
		}
	}
	return set
}

// isFour says whether a bench has the paper's four points as they were.
func (v *planeView) isFour(b *state.Bench) bool {
	set := v.pencil()
	return b.Samples == set.Samples && b.External == set.External
}
