//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

// planeView shows the first tab. What it decides by is the state; what stands here is what was computed and drawn of it.
type planeView struct {
	hands
	sets []*state.Bench // that can be opened

	models, answers    *state.Stage // fit → networks; question → scene
	behind             *state.Stage // view → background
	panels, sure, kept *state.Stage
	trial, tuning      *state.Stage
	hovering           *state.Stage
	building           *construction
	scoring            *scores
	absorbing          *absorption
	alive              []*networks // that aren't freed yet
	restarts           int         // of the engine, since it last answered
	settles, settled   settleKey   // what the notice on the page may be about, and what was last said of it
	since              *sentence   // that was said when these came
	drawn, beside      drawings    // beside: what is said of the scene
	seen               state.View  // how the scene is shown
	projected          *projection
	framed             domainKey // that whole is of
	whole              state.Window
	opened             func() // called when the scene is what the state asks for
	lightSample        js.Func
	fitAnew            js.Func
}

func newPlaneView(api client, m *state.Machine, sets js.Value) *planeView {
	v := &planeView{hands: hands{api, m, func(p *state.Page) **state.Bench { return &p.Plane.Bench }}, drawn: drawings{}, beside: drawings{}}
	v.sets = v.benches(sets)
	v.models, v.answers = stage(v.computeNetworks, v.render), stage(v.computeAnswers, v.render)
	v.behind, v.panels = stage(v.computeBackground, v.render), stage(v.drawPanels, v.render)
	v.sure, v.hovering = stage(v.calibrate, v.render), stage(v.hover, func() {})
	v.tuning = stage(v.tune, v.render)
	v.building, v.scoring, v.absorbing = newConstruction(v), newScores(v), newAbsorption(v)
	v.trial = stage(v.absorbing.compute, v.render)
	v.lightSample = callback(func(args []js.Value) {
		sample := args[0]
		go guarded(func() { v.light(object("sample", sample)) })
	})
	v.fitAnew = callback(func([]js.Value) { v.models.Again() })
	v.wireModel()
	v.wireBrush()
	v.wireShow()
	plane := element("plane").Value
	v.view.Call("gestures", plane, object(
		"tool", answering(func([]js.Value) any { return v.Now().Plane.Hand.Tool }), "adds", answering(func([]js.Value) any { return v.Now().Plane.Hand.Adds != "ask" })))
	plane.Set("points", answering(func([]js.Value) any {
		if v.projected == nil {
			return []any{}
		}
		bench := v.js()
		if s := v.scene(); s.part.Truthy() {
			bench = of(s.panes[0].bench)
		}
		return v.view.Call("points", bench, v.projected.Value)
	}))
	on(plane, "act", func(ev js.Value) { v.act(ev.Get("detail")) })
	// A picture that takes another's place tells after the other has: what counts is what is there now.
	on(element("fingerprint").Value, "input", func(js.Value) {
		if f := document().Call("querySelector", "#fingerprint .fingerprint"); f.Truthy() {
			v.light(f.Get("value"))
		}
	})
	on(element("network").Value, "input", func(ev js.Value) {
		neuron := ev.Get("target").Get("value")
		if neuron.Truthy() && neuron.Get("chosen").Truthy() {
			v.pick("sample", v.amongAll(neuron.Get("sample").Int()))
			return
		}
		v.light(neuron)
	})
	all(".ways button", func(b js.Value) {
		on(b, "click", func(js.Value) { v.showWay(b.Get("dataset").Get("way").String()) })
	})
	all(".faces button", func(b js.Value) {
		on(b, "click", func(js.Value) { v.view.Call("showFace", b.Get("dataset").Get("face")) })
	})
	all("#view-plane .below > details", func(d js.Value) {
		on(d, "toggle", func(js.Value) {
			open, id := d, ""
			if !d.Get("open").Bool() {
				open = document().Call("querySelector", ".below > details[open]") // it took this one's place
			}
			if open.Truthy() {
				id = open.Get("id").String()
			}
			v.Dispatch(state.Aside, func(p *state.Page) { p.Panel = id })
			v.view.Call("openPanel", id)
		})
	})
	click("data-open", func() { v.openPanel("") })
	onResize("network", v.render)
	for _, id := range []string{"point-x", "point-y"} {
		changed(id, "change", func(string) { v.askTyped() })
	}
	click("far", v.askFarOutside)
	on(element("row").Value, "ask", func(ev js.Value) { v.ask(ev.Get("detail").Get("x")) })
	onResize("plane", v.render)
	return v
}

// openPanel opens one beside the stage; none shows the data.
func (v *planeView) openPanel(id string) {
	v.Dispatch(state.Aside, func(p *state.Page) { p.Panel = id })
	if id != "" {
		element(id).Value.Set("open", true)
	}
	v.view.Call("openPanel", id)
}

// start shows a bench with automatic settings: those of another one don't suit.
func (v *planeView) start(b *state.Bench) {
	v.Dispatch(state.Once, func(p *state.Page) { v.begin(p, b, p.Plane.Fit.Preset) })
}

func (v *planeView) begin(p *state.Page, b *state.Bench, preset string) {
	take(p, v.view.Get("standardModel"))
	p.Plane.Fit.Preset = preset
	if b.Duplicates != "" {
		p.Plane.Fit.Duplicates = b.Duplicates
	}
	p.Plane.Open(b, "")
}

// act does what a hand or a key did in the plane.
func (v *planeView) act(a js.Value) {
	if v.projected == nil {
		return // nothing is there yet
	}
	what := a.Get("type").String()
	if what != "hover" && a.Get("kind").Equal(js.ValueOf("sample")) {
		a.Set("index", v.amongAll(a.Get("index").Int()))
	}
	kind, index, done := v.common(a)
	if done {
		return
	}
	switch what {
	case "add":
		v.add(a)
	case "pick":
		v.pick(kind, index)
	case "move":
		v.move(kind, index, a)
	case "key":
		v.key(a.Get("key").String(), kind, index)
	case "view":
		v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.View.Window = windowOf(a) })
	case "fit":
		if a.Get("undo").Truthy() {
			v.Undo()
		}
		v.showAll()
	case "hover":
		v.hovering.Want(v.under(a), false)
		v.hovering.Again() // the picture may have changed under a pointer that rests
	case "leave":
		v.hideTip()
		v.view.Call("lightNeurons", js.Null())
	}
}

func (v *planeView) add(a js.Value) {
	x := v.projected.Call("lift", a.Get("x"), a.Get("y"))
	hand := v.Now().Plane.Hand
	switch {
	case hand.Adds == "ask":
		v.ask(x)
	case hand.Adds == "external" || a.Get("shift").Truthy():
		v.edit(stroke(a), "addExternal", x)
	default:
		v.edit(stroke(a), "addSample", x, v.brush())
	}
}

// amongAll is the number that a sample of the picture has among all.
func (v *planeView) amongAll(sample int) int {
	if part := v.scene().part; part.Truthy() {
		return part.Index(sample).Int()
	}
	return sample
}

func (v *planeView) pick(kind string, index int) { v.choose(object("kind", kind, "index", index)) }

// ask asks about a place that is no point.
func (v *planeView) ask(x js.Value) { v.choose(object("kind", "place", "x", x)) }

// move drags a point; in the columns that aren't shown it stays where it is.
func (v *planeView) move(kind string, index int, a js.Value) {
	old := v.js().Get("X").Index(index)
	if kind == "external" {
		old = v.js().Get("external").Index(index).Get("x")
	}
	x := v.view.Call("moved", v.projected.Value, old, a.Get("x"), a.Get("y"))
	step := state.Aside
	if a.Get("began").Truthy() {
		step = state.Once
		v.hideTip()
	}
	v.Dispatch(step, func(p *state.Page) {
		p.Plane.Hand.Dragging = !a.Get("done").Truthy()
		v.change(p, "move", kind, index, x)
	})
}

// key is a class's number: for the point under the cursor, else for the brush; or E,
// for the brush.
func (v *planeView) key(key string, kind string, index int) {
	if key == "e" {
		v.hold(func(h *state.Hand) { h.Adds = map[bool]string{true: "sample", false: "external"}[h.Adds == "external"] })
		return
	}
	n, _ := whole(key)
	classes := v.js().Get("classes")
	if !classes.Truthy() || n < 1 || n > classes.Length() {
		return
	}
	class := classes.Index(n - 1)
	if kind != "" {
		v.edit(state.Once, "relabel", kind, index, class)
		return
	}
	v.hold(func(h *state.Hand) { h.Adds, h.Brush = "sample", class.String() })
}

// hold changes what a hand does.
func (v *planeView) hold(change func(*state.Hand)) {
	v.Dispatch(state.Aside, func(p *state.Page) { change(&p.Plane.Hand) })
}

func (v *planeView) hideTip() {
	v.hovering.Hold()
	hide("tip", true)
}

// hoverKey is what is under the pointer.
type hoverKey struct {
	scene   *scene
	kind    string
	index   int
	x, y    float64
	clientX float64
	clientY float64
	spoken  bool // to whom the keyboard's cursor moves
}

func (v *planeView) under(a js.Value) any {
	s := v.scene()
	if len(s.panes) == 0 || v.Now().Plane.Hand.Dragging {
		return nil
	}
	k := hoverKey{scene: s, x: a.Get("x").Float(), y: a.Get("y").Float(), clientX: a.Get("clientX").Float(), clientY: a.Get("clientY").Float(), spoken: a.Get("spoken").Truthy()}
	if kind := a.Get("kind"); kind.Type() == js.TypeString {
		k.kind, k.index = kind.String(), a.Get("index").Int()
	}
	return k
}

// hover says beside the pointer what the model answers there.
func (v *planeView) hover(t *state.Turn) {
	k := t.Key.(hoverKey)
	bench := of(k.scene.panes[0].about(k.scene.bench))
	var x js.Value
	what, sample := "", js.Null()
	switch k.kind {
	case "sample":
		x, sample = bench.Get("X").Index(k.index), js.ValueOf(k.index)
	case "external":
		x = bench.Get("external").Index(k.index).Get("x")
	default:
		x = v.projected.Call("lift", k.x, k.y)
	}
	if k.kind != "" {
		what = v.view.Call("pointName", bench, k.kind, k.index).String() + ": "
	}
	v.view.Call("lightNeurons", sample)
	answer, err := await(k.scene.panes[0].model.Call("explain", v.view.Call("oneRow", x)))
	if err != nil || t.Over() {
		return
	}
	if k.kind != "sample" {
		v.view.Call("lightAnswer", answer)
	}
	v.view.Call("showTip", what+v.view.Call("told", bench, answer).String(), k.clientX, k.clientY, k.spoken)
}

// showWay shows the activations as the network, as bars or as a table.
func (v *planeView) showWay(way string) {
	v.view.Call("showWay", way)
	v.Dispatch(state.Aside, func(p *state.Page) { p.Plane.Way = way })
}

// enterNetwork puts the keyboard on the neurons, of the network or of the bars.
func (v *planeView) enterNetwork(way string) {
	v.view.Call("showFace", "network")
	v.showWay(way)
	v.drawInspector()
	v.view.Call("focusNetwork", way)
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
	v.view.Call("lightNeurons", sample)
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
	x, okX := number(input("point-x").Value())
	y, okY := number(input("point-y").Value())
	if !okX || !okY {
		notice("Type a number for each coordinate.", true)
		return
	}
	notice("", false)
	v.ask(v.projected.Call("lift", x, y))
}

// sweep frees the networks that nothing shows any more.
func (v *planeView) sweep() {
	trial, _ := v.trial.Result.(*networks)
	var left []*networks
	for _, n := range v.alive {
		if n == v.base() || n == trial || n == v.scene().networks {
			left = append(left, n)
		} else {
			n.free()
		}
	}
	v.alive = left
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
