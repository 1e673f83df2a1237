//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// planeView shows the first tab. What it decides by is the state; what stands here is what was computed and drawn of it.
type planeView struct {
	tab // its models: fit → networks

	answers                  *state.Stage // question → scene
	mapping                  *state.Stage // whose points fill the plane → what a map of them is made of
	behind                   *state.Stage // view → background
	panels, tuning, hovering *state.Stage
	scoring                  *state.Stage
	building                 *construction
	restarts                 int             // of the engine, since it last answered
	beside                   drawings        // what is said of the scene
	seen                     state.View      // how the scene is shown
	options                  memo[state.Fit] // that were last fitted by
	onScreenJS               memo[sceneKey]
	shownDomain              memo[state.Window]
	projected                *projection
	framed                   any // what whole is of
	whole                    state.Window
	lightSample, fitAnew     js.Func
	takeBrush                js.Func
}

func newPlaneView(api client, m *state.Machine, sets js.Value) *planeView {
	v := &planeView{tab: newTab(api, m, sets, func(p *state.Page) *state.Tab { return &p.Plane.Tab }), beside: drawings{}}
	render := soon(v.render)
	v.models, v.answers = stage(v.computeNetworks, soon(v.networksCame)), stage(v.computeAnswers, render)
	v.mapping = stage(v.computeMap, render)
	v.behind, v.panels = stage(v.computeBackground, render), stage(v.drawPanels, render)
	v.sure, v.hovering = stage(v.calibrate, render), stage(v.tell, func() {})
	v.tuning = stage(v.tune, render)
	v.scoring, v.trial = stage(v.score, render), stage(v.absorb, render)
	v.building = newConstruction(v)
	v.lightSample = hearing(func(args []js.Value) { v.light(object("sample", args[0])) })
	v.fitAnew = callback(func([]js.Value) { v.models.Again() })
	for _, wire := range []func(){v.wireModel, v.wireBrush, v.wireShow, v.wireScores, v.wireAbsorb} {
		wire()
	}
	v.listen("plane", object("points", answering(func([]js.Value) any {
		if v.projected == nil {
			return []any{}
		}
		bench := v.now()
		if s := v.scene(); s.part.Truthy() {
			bench = s.panes[0].bench
		}
		return v.points(bench, v.projected.Value)
	})), v.act)
	on(element("fingerprint").Value, "input", func(ev js.Value) { v.light(ev.Get("detail")) })
	v.listenToNetwork(hearing(func(args []js.Value) { v.openPanel(args[0].String()) }))
	on(element("network").Value, "input", func(ev js.Value) {
		neuron := ev.Get("detail")
		if neuron.Truthy() && neuron.Get("chosen").Truthy() {
			v.pick("sample", v.amongAll(neuron.Get("sample").Int()))
			return
		}
		v.light(neuron)
	})
	choices(".ways", "way", v.as)
	onResize("network", v.render)
	for _, id := range []string{"point-x", "point-y"} {
		changed(id, "change", func(string) { v.askTyped() })
	}
	click("far", v.askFarOutside)
	on(element("view-plane").Value, "turn", func(ev js.Value) { // pressed twice, it is back already
		if i := ev.Get("detail").Get("index").Int(); i < v.now().Outside {
			v.edit(state.Once, "turn", "external", i)
		}
	})
	on(element("left-out").Value, "putback", func(js.Value) { v.edit(state.Once, "putBack", true) })
	on(element("row").Value, "ask", func(ev js.Value) { v.ask(ev.Get("detail").Get("x")) })
	onResize("plane", v.render)
	on(element("plane").Value, "focusout", func(js.Value) { v.hideTip() })
	return v
}

// openPanel opens one beside the stage; none shows the data.
func (v *planeView) openPanel(id string) {
	v.Dispatch(state.Aside, func(p *state.Page) { p.Panel = id })
}

// start shows a bench with automatic settings: those of another one don't suit.
func (v *planeView) start(b *state.Bench) {
	v.Dispatch(state.Once, func(p *state.Page) { v.begin(p, b, p.Plane.Fit.Preset) })
}

func (v *planeView) begin(p *state.Page, b *state.Bench, preset string) {
	take(p, v.standardModel())
	p.Plane.Fit.Preset = preset
	if b.Duplicates != "" {
		p.Plane.Fit.Duplicates = b.Duplicates
	}
	p.Plane.Open(b, "")
}

// act does what a hand or a key did in the plane.
func (v *planeView) act(a act) {
	if v.projected == nil {
		return // nothing is there yet
	}
	if a.what != "hover" {
		v.hideTip() // it is about a place that one has left, or that has changed
		if all := v.amongAll(a.index); a.kind == "sample" && all != a.index {
			a.index = all
			a.said.Set("index", all)
		}
	}
	if v.common(a) {
		return
	}
	switch a.what {
	case "add":
		v.add(a, v.projected.Call("lift", a.said.Get("x"), a.said.Get("y")), v.brush(), js.Null())
	case "move": // in the columns that aren't shown it stays where it is
		v.move(a, v.movedTo(v.now(), v.projected.Value, a.said), js.Undefined())
	case "key":
		v.key(a.said.Get("key").String(), a.kind, a.index)
	case "view":
		v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.View.Window = windowOf(a.said) })
	case "fit":
		if a.said.Get("undo").Truthy() {
			v.Undo()
		}
		v.showAll()
	case "hover":
		s := v.scene()
		v.hovering.Want(when(len(s.panes) > 0 && !v.Now().Plane.Hand.Dragging, &hover{s, a.said}), false)
	case "leave":
		v.lightNeurons(js.Null())
	case "takeOut":
		samples := a.said.Get("samples")
		all := make([]any, samples.Length())
		for i := range all {
			all[i] = v.amongAll(samples.Index(i).Int())
		}
		v.edit(state.Once, "takeOut", all)
	}
}

// amongAll is the number that a sample of the picture has among all.
func (v *planeView) amongAll(sample int) int {
	if part := v.scene().part; part.Truthy() && sample >= 0 {
		return part.Index(sample).Int()
	}
	return sample
}

// key is a class's number: for the point under the cursor, else for the brush; or E or A,
// for what a click does.
func (v *planeView) key(key string, kind string, index int) {
	if key == "e" {
		v.hold(func(h *state.Hand) { h.Adds = map[bool]string{true: "sample", false: "external"}[h.Adds == "external"] })
		return
	}
	if key == "a" {
		v.hold(func(h *state.Hand) { h.Adds, h.Tool = "ask", "point" })
		return
	}
	n, _ := v.number(key)
	classes := v.js().Get("classes")
	if !classes.Truthy() || n < 1 || int(n) > classes.Length() {
		return
	}
	class := classes.Index(int(n) - 1)
	if kind != "" {
		v.edit(state.Once, "relabel", kind, index, class)
		return
	}
	v.hold(func(h *state.Hand) { h.Adds, h.Brush = "sample", class.String() })
}

func (v *planeView) hideTip() {
	v.hovering.Hold()
	hide("tip", true)
}

// hover is a place that the pointer is at, or the keyboard's cursor, in a scene.
type hover struct {
	scene *scene
	act   js.Value
}

// tell says beside the pointer what the model answers there.
func (v *planeView) tell(t *state.Turn) {
	k := t.Key.(*hover)
	pane := k.scene.panes[0]
	v.client.tell(pane.model(), pane.about(k.scene.bench), v.projected.Value, k.act, signal(t))
}

// as shows the activations as the network, as bars or as a table.
func (v *planeView) as(way string) {
	v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.Way = way })
}

// enterNetwork puts the keyboard on the neurons, of the network or of the bars.
func (v *planeView) enterNetwork(way string) {
	v.as(way)
	v.drawInspector()
	v.focusNetwork(way)
}

// light lights the sample of a neuron, and the neurons of a sample.
func (v *planeView) light(neuron js.Value) {
	lit, sample := -1, js.Null()
	if neuron.Truthy() && neuron.Get("sample").Type() == js.TypeNumber {
		sample = neuron.Get("sample")
		lit = sample.Int()
	}
	if lit == v.Now().Plane.Lit {
		return
	}
	v.lightNeurons(sample)
	v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.Lit = lit })
}

// showAll fits the view to all points that are there now.
func (v *planeView) showAll() {
	v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.View.Window, p.Plane.View.Framed = state.Window{}, p.Plane.Bench })
}

// askFarOutside asks ten thousand times the width of the data away.
func (v *planeView) askFarOutside() {
	if v.projected == nil {
		return
	}
	d := v.domain()
	far := func(axis [2]float64) float64 { return axis[0] + 1e4*(axis[1]-axis[0]) }
	v.ask(v.projected.Call("lift", far(d.X), far(d.Y)))
}

func (v *planeView) askTyped() {
	x, okX := v.number(input("point-x").Value())
	y, okY := v.number(input("point-y").Value())
	if !okX || !okY {
		notice("Type a number for each coordinate.", true)
		return
	}
	notice("", false)
	v.ask(v.projected.Call("lift", x, y))
}

// noteOnce says something of what was opened, unless it is refused.
func (v *planeView) noteOnce(text string) {
	bench := v.now()
	for v.now() == bench && !v.current() {
		pause(20)
	}
	if refusing == nil && v.now() == bench { // else something else was opened meanwhile
		notice(text, false)
	}
}
