//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// construction steps through how the network on the screen came about: a fit of
// the same points with its trace, replayed event by event.
type construction struct {
	view   *planeView
	events []event
	steps  []int // where in events each step begins: an event and the layers it fells
	at     int   // steps shown; 0 before the first
	plays  int   // which run of play this is; another press makes it another
}

type event struct {
	kind          string
	sample, layer int
	node, joined  int
}

func newConstruction(v *planeView) *construction {
	c := &construction{view: v}
	details := element("construction")
	on(details, "toggle", func(dom.Event) { c.refresh() })
	for id, by := range map[string]int{"step-back": -1, "step-on": 1} {
		on(element(id), "click", func(dom.Event) {
			c.plays++
			c.show(c.at + by)
		})
	}
	slider := element("step").(*dom.HTMLInputElement)
	on(slider, "input", func(dom.Event) {
		c.plays++
		if n, err := strconv.Atoi(slider.Value()); err == nil {
			c.show(n)
		}
	})
	on(element("step-play"), "click", func(dom.Event) { c.play() })
	return c
}

func (c *construction) open() bool { return element("construction").Underlying().Get("open").Bool() }

// refresh fits the scene once more with its trace, when someone looks.
func (c *construction) refresh() {
	c.plays++
	v := c.view
	c.events, c.steps, c.at = nil, nil, 0
	if !c.open() || !v.shown.model.Truthy() {
		v.step = js.Null()
		v.drawPlane()
		return
	}
	generation, scene := v.generation, v.shown
	options := scene.options()
	options["trace"] = true
	model, err := v.fit(list(scene.samples, func(s sample) any { return pair(s.x, s.y) }), list(scene.samples, func(s sample) any { return s.target.js() }), options)
	if err != nil {
		notice(err.Error(), true)
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
		c.events = append(c.events, event{e.Get("type").String(), number("sample"), number("layer"), number("node"), number("joined")})
		if e.Get("type").String() != "drop" {
			c.steps = append(c.steps, i)
		}
	}
	c.show(0)
}

// play shows one step after the other; pressed again, it pauses.
func (c *construction) play() {
	c.plays++
	button := element("step-play")
	if button.GetAttribute("aria-pressed") == "true" {
		button.SetAttribute("aria-pressed", "false")
		return
	}
	run := c.plays
	if c.at >= len(c.steps) {
		c.show(0)
	}
	button.SetAttribute("aria-pressed", "true")
	for c.at < len(c.steps) && c.plays == run {
		c.show(c.at + 1)
		pause(max(60, min(700, 20000/(len(c.steps)+1))))
	}
	button.SetAttribute("aria-pressed", "false")
}

// pause waits without blocking the page.
func pause(milliseconds int) {
	done := make(chan struct{})
	callback := js.FuncOf(func(js.Value, []js.Value) any {
		close(done)
		return nil
	})
	defer callback.Release()
	js.Global().Call("setTimeout", callback, milliseconds)
	<-done
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
	sentence, other, examined := "Nothing is placed yet. Press play, or step on.", -1, -1
	for i := 0; i < end; i++ {
		e := c.events[i]
		last := c.at > 0 && i >= c.steps[c.at-1]
		if last && e.kind != "drop" {
			examined = e.sample
			if e.kind != "admit" && e.layer <= len(layers) && e.node >= 0 && e.node < len(layers[e.layer-1]) {
				other = layers[e.layer-1][e.node]
			}
			sentence = e.sentence(other, c.fallen(i))
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
	slider := element("step").(*dom.HTMLInputElement)
	slider.SetAttribute("max", strconv.Itoa(len(c.steps)))
	slider.SetValue(strconv.Itoa(c.at))
	clearPlace("step-layers")
	placed := make([]any, len(v.shown.samples))
	for i := range placed {
		placed[i] = 0
	}
	for k, samples := range layers {
		var names []string
		for _, s := range samples {
			names = append(names, strconv.Itoa(s))
			if s < len(placed) {
				placed[s] = k + 1
			}
		}
		item := create("li", "layer "+strconv.Itoa(k+1)+" · "+plural(len(samples), "neuron")+": sample "+strings.Join(names, ", "))
		element("step-layers").AppendChild(item)
	}
	v.step = js.ValueOf(map[string]any{"examined": examined, "other": other, "placed": placed})
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
