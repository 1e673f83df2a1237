//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"
)

// mostReplayed bounds the trace that is kept: a large table's has hundreds of thousands of events.
const mostReplayed = 5000

// construction steps through how the network on the screen came about: a fit of
// the same points with its trace, replayed event by event.
type construction struct {
	view  *planeView
	of    js.Value // the model on the screen that trace belongs to, or is asked for; null
	trace js.Value // an array of events
	steps js.Value // where in it each step begins
	at    int      // steps shown; 0 before the first
	plays int      // which run of play this is; another press makes it another
	shown js.Value // what the plane shows of it; null while it is closed
	built js.Value // what the network shows of it; null while it is closed, or at its end
}

func newConstruction(v *planeView) *construction {
	c := &construction{view: v, shown: js.Null(), built: js.Null()}
	c.forget()
	on(element("construction").Value, "toggle", func(js.Value) { c.refresh() })
	for id, to := range map[string]func() int{
		"step-first": func() int { return 0 }, "step-back": func() int { return c.at - 1 },
		"step-on": func() int { return c.at + 1 }, "step-last": func() int { return c.steps.Length() },
	} {
		click(id, func() {
			c.plays++
			c.show(to())
		})
	}
	changed("step", "input", func(value string) {
		c.plays++
		if n, err := strconv.Atoi(value); err == nil {
			c.show(n)
		}
	})
	click("step-play", c.play)
	on(element("step-layers").Value, "input", func(ev js.Value) { v.light(ev.Get("detail")) })
	return c
}

// outdated empties the panel: another network is on the screen.
func (c *construction) outdated() {
	c.plays++
	c.forget()
	c.shown, c.built = js.Null(), js.Null()
	input("step").SetAttribute("max", "0")
	for _, id := range []string{"step-count", "step-sentence"} {
		setText(id, "")
	}
	show("step-layers")
}

func (c *construction) forget() {
	c.of = js.Null()
	c.trace, c.steps, c.at = js.Global().Get("Array").New(), js.Global().Get("Array").New(), 0
}

func (c *construction) open() bool { return element("construction").Value.Get("open").Bool() }

// refresh fits the scene once more with its trace, when someone looks.
func (c *construction) refresh() {
	v := c.view
	if c.open() && len(v.shown.panes) > 0 && c.of.Equal(v.shown.panes[0].model) {
		return
	}
	c.outdated()
	if !c.open() || len(v.shown.panes) == 0 {
		v.drawPlane()
		v.drawNetwork()
		return
	}
	p := v.shown.panes[0]
	c.of = p.model
	if p.bench.Get("X").Length() > mostReplayed {
		setText("step-sentence", "The construction of more than "+strconv.Itoa(mostReplayed)+" samples is not replayed.")
		v.drawPlane()
		return
	}
	options := v.model.options(v.client, p.bench, p.preset)
	options.Set("trace", true)
	model, err := await(v.xaia.Call("fit", p.bench.Get("X"), p.bench.Get("y"), options))
	if err != nil {
		if c.of.Equal(p.model) {
			c.of = js.Null()
			setText("step-sentence", err.Error())
		}
		return
	}
	defer free(model)
	if !c.of.Equal(p.model) {
		return // another scene came, or the panel was closed
	}
	c.trace = model.Get("trace")
	c.steps = v.view.Call("stepsOf", c.trace)
	c.show(c.steps.Length()) // the network stays whole until somebody replays it
}

// toEnd opens the panel, and shows the whole construction.
func (c *construction) toEnd() {
	element("construction").Value.Set("open", true)
	if c.steps.Length() > 0 {
		c.plays++
		c.show(c.steps.Length())
	}
}

// play shows one step after the other; pressed again, it pauses.
func (c *construction) play() {
	c.plays++
	button := element("step-play").Value
	if button.Call("getAttribute", "aria-pressed").String() == "true" {
		pressed(button, false)
		return
	}
	run := c.plays
	if c.at >= c.steps.Length() {
		c.show(0)
	}
	pressed(button, true)
	for c.at < c.steps.Length() && c.plays == run {
		c.show(c.at + 1)
		pause(max(60, min(700, 20000/(c.steps.Length()+1))))
	}
	pressed(button, false)
}

// show replays the first n steps, and says what the last of them did.
func (c *construction) show(n int) {
	v := c.view
	c.at = max(0, min(n, c.steps.Length()))
	rows := v.shown.bench.Get("rows")
	done := v.view.Call("replay", c.trace, c.steps, c.at, rows)
	setText("step-sentence", done.Get("sentence").String())
	setText("step-count", "step "+strconv.Itoa(c.at)+" of "+strconv.Itoa(c.steps.Length()))
	slider := input("step")
	slider.SetAttribute("max", strconv.Itoa(c.steps.Length()))
	slider.SetValue(strconv.Itoa(c.at))
	show("step-layers", v.view.Call("layerTree", done.Get("layers"), done.Get("examined"), done.Get("felled"), rows))
	c.shown = js.Null() // before the first step the plane shows its points as ever
	if c.at > 0 {
		done.Set("placed", v.view.Call("placedIn", done.Get("layers"), v.shown.bench.Get("X").Length()))
		c.shown = done
	}
	c.built = js.Null()
	if c.at < c.steps.Length() {
		c.built = done
	}
	v.drawPlane()
	v.drawNetwork()
}
