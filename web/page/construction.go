//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"
)

// construction steps through how the network on the screen came about: a fit of
// the same points with its trace, replayed event by event.
type construction struct {
	view   *planeView
	events []event
	steps  []int    // where in events each step begins: an event and the layers it fells
	at     int      // steps shown; 0 before the first
	plays  int      // which run of play this is; another press makes it another
	shown  js.Value // what the plane shows of it; null while it is closed
}

type event struct {
	kind          string
	sample, layer int
	node, joined  int
}

func newConstruction(v *planeView) *construction {
	c := &construction{view: v, shown: js.Null()}
	on(element("construction").Value, "toggle", func(js.Value) { c.refresh() })
	for id, to := range map[string]func() int{
		"step-first": func() int { return 0 }, "step-back": func() int { return c.at - 1 },
		"step-on": func() int { return c.at + 1 }, "step-last": func() int { return len(c.steps) },
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

func (c *construction) open() bool { return element("construction").Value.Get("open").Bool() }

// refresh fits the scene once more with its trace, when someone looks.
func (c *construction) refresh() {
	c.plays++
	v := c.view
	c.events, c.steps, c.at = nil, nil, 0
	if !c.open() || len(v.shown.panes) == 0 {
		c.shown = js.Null()
		v.drawPlane()
		return
	}
	generation, p := v.generation, v.shown.panes[0]
	options := v.model.options(v.client, p.bench, p.preset)
	options.Set("trace", true)
	model, err := await(v.xaia.Call("fit", p.bench.Get("X"), p.bench.Get("y"), options))
	if err != nil {
		setText("step-sentence", err.Error())
		return
	}
	defer model.Call("dispose")
	if v.generation != generation {
		return
	}
	trace := model.Get("trace")
	for i := range trace.Length() {
		e := trace.Index(i)
		number := func(name string) int {
			if n := e.Get(name); n.Type() == js.TypeNumber {
				return n.Int()
			}
			return -1
		}
		kind := e.Get("type").String()
		c.events = append(c.events, event{kind, number("sample"), number("layer"), number("node"), number("joined")})
		if kind != "drop" {
			c.steps = append(c.steps, i)
		}
	}
	c.show(0)
}

// toEnd opens the panel, and shows the whole construction once it is there.
func (c *construction) toEnd() {
	element("construction").Value.Set("open", true)
	for range 80 {
		if len(c.steps) > 0 {
			break
		}
		pause(25)
	}
	c.show(len(c.steps))
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
	if c.at >= len(c.steps) {
		c.show(0)
	}
	pressed(button, true)
	for c.at < len(c.steps) && c.plays == run {
		c.show(c.at + 1)
		pause(max(60, min(700, 20000/(len(c.steps)+1))))
	}
	pressed(button, false)
}

// show replays the first n steps, and says what the last of them did.
func (c *construction) show(n int) {
	v := c.view
	c.at = max(0, min(n, len(c.steps)))
	end := 0
	if c.at > 0 {
		end = len(c.events)
		if c.at < len(c.steps) {
			end = c.steps[c.at]
		}
	}
	var layers [][]int
	sentence, other, examined, felled := "Nothing is placed yet. Press play, or step on.", -1, -1, 0
	for i := 0; i < end; i++ {
		e := c.events[i]
		last := c.at > 0 && i >= c.steps[c.at-1]
		if last && e.kind != "drop" {
			examined = e.sample
			if e.kind != "admit" && e.layer <= len(layers) && e.node >= 0 && e.node < len(layers[e.layer-1]) {
				other = layers[e.layer-1][e.node]
			}
			fallen := c.fallen(i)
			felled = len(fallen)
			sentence = e.sentence(other, fallen)
		}
		switch e.kind {
		case "admit":
			for len(layers) < e.layer {
				layers = append(layers, nil)
			}
			layers[e.layer-1] = append(layers[e.layer-1], e.sample)
		case "collide":
			for len(layers) < e.joined {
				layers = append(layers, nil)
			}
			layers = layers[:e.joined] // what is above has fallen
			layers[e.joined-1] = append(layers[e.joined-1], e.sample)
		}
	}
	setText("step-sentence", sentence)
	setText("step-count", "step "+strconv.Itoa(c.at)+" of "+strconv.Itoa(len(c.steps)))
	slider := input("step")
	slider.SetAttribute("max", strconv.Itoa(len(c.steps)))
	slider.SetValue(strconv.Itoa(c.at))
	placed := make([]any, v.shown.bench.Get("X").Length())
	for i := range placed {
		placed[i] = 0
	}
	tree := make([]any, len(layers))
	for k, samples := range layers {
		names := make([]any, len(samples))
		for i, s := range samples {
			names[i] = s
			if s < len(placed) {
				placed[s] = k + 1
			}
		}
		tree[k] = names
	}
	show("step-layers", c.view.view.Call("layerTree", tree, examined, felled))
	c.shown = js.Null() // before the first step the plane shows its points as ever
	if c.at > 0 {
		c.shown = object("examined", examined, "other", other, "placed", placed)
	}
	v.drawPlane()
}

// fallen are the layers that event i fells.
func (c *construction) fallen(i int) (layers []int) {
	for i++; i < len(c.events) && c.events[i].kind == "drop"; i++ {
		layers = append([]int{c.events[i].layer}, layers...)
	}
	return layers
}

// sentence says what an event does; other is the sample of the neuron that was
// activated most.
func (e event) sentence(other int, fallen []int) string {
	who, where, whom := "Sample "+strconv.Itoa(e.sample), " in layer "+strconv.Itoa(e.layer), " sample "+strconv.Itoa(other)
	switch e.kind {
	case "admit":
		return who + " is close to nothing" + where + ": admitted."
	case "filter":
		return who + " half-activates" + whom + ": on to layer " + strconv.Itoa(e.layer+1) + "."
	}
	falls := ""
	if len(fallen) == 1 {
		falls = "Layer " + strconv.Itoa(fallen[0]) + " falls; sample "
	} else if len(fallen) > 1 {
		falls = "Layers " + strconv.Itoa(fallen[0]) + " to " + strconv.Itoa(fallen[len(fallen)-1]) + " fall; sample "
	}
	if falls == "" {
		falls = "Sample "
	}
	return who + " strongly activates" + whom + where + ": collision. " + falls + strconv.Itoa(e.sample) + " joins layer " + strconv.Itoa(e.joined) + "."
}
