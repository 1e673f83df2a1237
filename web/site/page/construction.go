//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// construction steps through how the network on the screen came about: a fit of
// the same points with its trace, replayed event by event.
type construction struct {
	view        *planeView
	stage, play *state.Stage
	at          int       // steps shown; 0 before the first
	now         *replayed // what is replayed
}

type (
	// trace is what traced of web/site/view/construction.js gives.
	trace struct{ js.Value }

	replayed struct {
		of    *trace
		shown js.Value // what the plane shows of it; null before the first step
		built js.Value // what the network shows of it; null at its end
	}
)

// unplayed is what pictures show while nothing is replayed.
var unplayed = &replayed{shown: js.Null(), built: js.Null()}

func newConstruction(v *planeView) *construction {
	c := &construction{view: v, now: unplayed}
	c.stage = stage(c.compute, func() {
		if t, _ := c.stage.Result.(*trace); t != nil && c.trace() == t && c.now.of != t {
			c.show(c.steps()) // the network stays whole until somebody replays it
		}
		v.render()
	})
	c.play = stage(c.run, v.render)
	for id, to := range map[string]func() int{
		"step-first": func() int { return 0 }, "step-back": func() int { return c.at - 1 },
		"step-on": func() int { return c.at + 1 }, "step-last": func() int { return c.steps() },
	} {
		click(id, func() { c.goTo(to()) })
	}
	changed("step", "input", func(value string) {
		if n, ok := v.number(value); ok {
			c.goTo(int(n))
		}
	})
	click("step-play", func() {
		if !c.play.Idle() {
			c.play.Hold()
			return
		}
		if t := c.trace(); t != nil {
			c.play.Want(t, false)
			c.play.Again()
		}
	})
	on(element("step-layers").Value, "input", func(ev js.Value) { v.light(ev.Get("detail")) })
	return c
}

// trace is of the network on the screen; nil without, or while nobody looks.
func (c *construction) trace() *trace {
	t, _ := c.stage.Result.(*trace)
	if n := c.view.base(); t == nil || n == nil || c.view.Now().Panel != "construction" || c.stage.Key != any(n) {
		return nil
	}
	return t
}

func (c *construction) steps() int {
	if t := c.trace(); t != nil {
		return t.Get("steps").Int()
	}
	return 0
}

// outdated empties the panel where another network is on the screen, or nobody looks.
func (c *construction) outdated() {
	t := c.trace()
	if t == nil {
		c.play.Hold()
	}
	if c.now.of == t {
		return
	}
	c.now, c.at = unplayed, 0
	input("step").SetAttribute("max", "0")
	for _, id := range []string{"step-count", "step-sentence"} {
		setText(id, "")
	}
	show("step-layers")
}

// compute fits the scene once more with its trace.
func (c *construction) compute(t *state.Turn) {
	n := t.Key.(*networks)
	if traced, _ := c.view.traced(n.panes[0].Value, n.samples, signal(t)); traced.Truthy() {
		t.Deliver(&trace{traced})
	}
}

// goTo shows so many steps; what plays ends.
func (c *construction) goTo(n int) {
	c.play.Hold()
	c.show(n)
	c.view.render()
}

// run shows one step after the other.
func (c *construction) run(t *state.Turn) {
	button := element("step-play").Value
	pressed(button, true)
	defer pressed(button, false)
	if c.at >= c.steps() {
		c.show(0)
		c.view.render()
	}
	for !t.Over() && c.at < c.steps() {
		c.show(c.at + 1)
		c.view.render()
		pause(max(60, min(700, 20000/(c.steps()+1))))
	}
}

// show replays the first n steps, and says what the last of them did.
func (c *construction) show(n int) {
	t := c.trace()
	if t == nil {
		return
	}
	c.at = max(0, min(n, c.steps()))
	done := t.Call("show", c.at, of(c.view.scene().bench))
	c.now = &replayed{t, js.Null(), js.Null()} // before the first step the plane shows its points as ever
	if c.at > 0 {
		c.now.shown = done
	}
	if c.at < c.steps() {
		c.now.built = done
	}
}
