//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"
)

// tour leads through the paper's four points in eight steps. Each step puts
// something on the screen and then says what the engine computed of it.
type tour struct {
	app *app
	at  int // -1 while closed
}

type tourStep struct {
	title string
	do    func(v *planeView)
	say   func(v *planeView) string
}

func newTour(a *app) *tour {
	t := &tour{app: a, at: -1}
	click("tour-start", func() { t.show(0) })
	click("tour-next", func() { t.show(t.at + 1) })
	click("tour-back", func() { t.show(t.at - 1) })
	click("tour-close", func() { t.show(-1) })
	return t
}

func (t *tour) show(n int) {
	if n >= len(tourSteps) {
		n = -1
	}
	t.at = n
	hide("tour", n < 0)
	if n < 0 {
		element("tour-start").Focus()
		return
	}
	v := t.app.plane
	s := tourSteps[n]
	t.app.show("plane")
	s.do(v)
	if t.at != n {
		return
	}
	setText("tour-title", strconv.Itoa(n+1)+" of "+strconv.Itoa(len(tourSteps))+" · "+s.title)
	setText("tour-text", s.say(v))
	input("tour-back").SetDisabled(n == 0)
	setText("tour-next", map[bool]string{true: "Done", false: "Next"}[n == len(tourSteps)-1])
}

// four opens the paper's four points under a preset, unless they are open already.
func four(v *planeView, preset string) {
	var set js.Value
	for _, b := range v.sets {
		if b.Get("id").String() == "pencil" {
			set = b
		}
	}
	same := v.bench.Get("X").Equal(set.Get("X")) && v.bench.Get("external").Equal(set.Get("external"))
	if same && v.model.preset == preset && v.model.settings.Type() == js.TypeString {
		return
	}
	v.model = newModel()
	v.model.preset = preset
	if same {
		v.refresh()
		return
	}
	v.start(set)
}

func (v *planeView) askPlace(x, y float64) { v.ask(js.ValueOf([]any{x, y})) }

// said is the first network's explanation of what is asked.
func (v *planeView) explained() js.Value {
	if len(v.shown.panes) == 0 {
		return js.Null()
	}
	return v.shown.panes[0].answer
}

func (v *planeView) strongest(a js.Value) float64 {
	top := 0.0
	f := a.Get("fingerprint")
	for k := range f.Length() {
		for i := range f.Index(k).Length() {
			top = max(top, f.Index(k).Index(i).Float())
		}
	}
	return top
}

var tourSteps = []tourStep{
	{"Samples", func(v *planeView) { four(v, "paper"); v.pick("sample", 0) }, func(v *planeView) string {
		return "These " + strconv.Itoa(v.samples()) + " points are all the network will ever know. Two have the value 1, two the value 0. Each becomes one neuron; there is nothing else in it."
	}},
	{"A sample is recognised", func(v *planeView) { four(v, "paper"); v.pick("sample", 0) }, func(v *planeView) string {
		a := v.explained()
		return "Sample 0 is chosen. Its own neuron is activated with " + v.short(v.strongest(a)) + ", in layer " + strconv.Itoa(a.Get("layer").Int()) +
			", so the answer is its own value, " + v.view.Call("short", a.Get("value")).String() + ". Exactly: on a sample the network never errs."
	}},
	{"Layers", func(v *planeView) {
		four(v, "paper")
		element("construction").Value.Set("open", true)
		for range 40 {
			if len(v.building.steps) > 0 {
				break
			}
			pause(25)
		}
		v.building.show(len(v.building.steps))
	}, func(v *planeView) string {
		layers := v.layers()
		var rows []string
		for k := range layers.Length() {
			rows = append(rows, "layer "+strconv.Itoa(k+1)+" holds samples "+layers.Index(k).Get("nodes").Call("flat").Call("join", " and ").String())
		}
		return "Neighbours can't share a layer: where one is, the other would be half recognised. So " + strings.Join(rows, ", ") + ". Under Construction you can replay how that came about."
	}},
	{"A new point, recognised", func(v *planeView) { four(v, "paper"); v.askPlace(-1.25, -1) }, func(v *planeView) string {
		a := v.explained()
		n := a.Get("neurons").Index(0)
		return "This place is no sample. It activates sample " + strconv.Itoa(n.Get("samples").Index(0).Int()) + " in layer " + strconv.Itoa(a.Get("layer").Int()) + " with " + v.short(n.Get("activation").Float()) +
			", above the threshold of " + v.short(v.layers().Index(0).Get("settings").Get("activation").Float()) + ": a hit. The answer is that sample's, " + v.view.Call("short", a.Get("value")).String() + ", and you see whose it is."
	}},
	{"In between", func(v *planeView) { four(v, "paper"); v.askPlace(-1, -1.4) }, func(v *planeView) string {
		a := v.explained()
		var from []string
		for i := range a.Get("neurons").Length() {
			from = append(from, strconv.Itoa(a.Get("neurons").Index(i).Get("samples").Index(0).Int()))
		}
		return "Here nothing is recognised: the strongest activation is " + v.short(v.strongest(a)) + ". The answer, " + v.view.Call("short", a.Get("value")).String() +
			", is interpolated from samples " + strings.Join(from, " and ") + ". The links show them, as wide as their weight."
	}},
	{"Far away, the paper's network", func(v *planeView) { four(v, "paper"); v.askPlace(500, 500) }, func(v *planeView) string {
		a := v.explained()
		if a.Get("recognition").String() == "strong" {
			return "Nothing is near (500, 500). The paper's network is sure all the same: familiarity " + v.short(a.Get("familiarity").Float()) + ", a hit in layer " + strconv.Itoa(a.Get("layer").Int()) +
				". No neuron of layer 1 answers, and that silence looks like the fingerprint of a sample."
		}
		return "Nothing is near (500, 500), and on these four points the paper's network says so: its familiarity is " + v.short(a.Get("familiarity").Float()) + ". On larger sets it is sure out there all the same."
	}},
	{"Far away, xaia", func(v *planeView) { four(v, "xaia"); v.askPlace(500, 500) }, func(v *planeView) string {
		a := v.explained()
		return "The same place, asked of preset xaia. Its deeper layers see the input again, so silence stays silence: familiarity " + v.short(a.Get("familiarity").Float()) + ". It says: " +
			v.view.Call("verdict", a, object("preset", "xaia", "layers", v.layers())).String()
	}},
	{"Your turn", func(v *planeView) { four(v, "xaia"); v.pick("external", 0) }, func(v *planeView) string {
		return "Click on the plane to add a sample, drag one to move it, or drop a table of your own on the page. The network is built anew each time, and you always see which samples made the answer."
	}},
}
