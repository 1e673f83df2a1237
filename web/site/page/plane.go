//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"
)

// planeView is the first tab: an SQANN on points in the plane, or on what of
// more columns the plane shows.
type planeView struct {
	edits
	sets []js.Value // benches that can be opened
	kept func()     // called when there is a state worth keeping

	model  model
	adds   string // what a click adds: "sample", "external", "ask"
	tool   string // "point", "spray", "erase"
	brush  js.Value
	choice js.Value // which columns are shown: see projection in web/site/view/project.js
	window js.Value // the part of the plane that is shown; null: all of framed
	framed js.Value // the bench whose points fill the plane: edits don't move what is under the hand
	opens  int      // number of the opening that the view is of

	everOpened int

	allLinks   bool
	background string

	generation int      // of what is wanted; the engine's answer to an older one is thrown away
	begun      int      // the notices said when that was wanted
	fitting    js.Value // the AbortController of the fit that runs
	restarts   int      // of the engine, since it last answered
	arrivals   int      // of scenes
	shown      scene
	dragging   bool
	lit        js.Value // the sample that lights up, or null
	hovering   int

	painting    int     // overtakes older ones
	lightSample js.Func // lights a sample, or none

	building  *construction
	scores    *scores
	absorbing *absorption
}

func newPlaneView(api client, sets js.Value) *planeView {
	v := &planeView{edits: edits{client: api}, adds: "sample", tool: "point", background: "island", choice: js.ValueOf("components"), kept: func() {}}
	v.fitting, v.window, v.lit = js.Null(), js.Null(), js.Null()
	v.around = func() any {
		return planeAround{v.model, v.choice, v.window, v.framed, v.opens, v.background, v.allLinks}
	}
	v.restore = func(was any) { v.goBack(was.(planeAround)) }
	v.model = newModel(v.client)
	for i := range sets.Length() {
		v.sets = append(v.sets, api.view.Call("benchOfSet", sets.Index(i)))
	}
	v.lightSample = callback(func(args []js.Value) {
		sample := args[0]
		go guarded(func() { v.light(object("sample", sample)) })
	})
	v.wireModel()
	v.wireBrush()
	v.wireShow()
	plane := element("plane").Value
	v.view.Call("gestures", plane, object(
		"tool", answering(func([]js.Value) any { return v.tool }), "adds", answering(func([]js.Value) any { return v.adds != "ask" })))
	plane.Set("points", answering(func([]js.Value) any { return v.view.Call("points", v.bench, v.shown.projection) }))
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
			v.pick("sample", neuron.Get("sample").Int())
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
	all("#view-plane .below details", func(d js.Value) {
		on(d, "toggle", func(js.Value) {
			if d.Get("open").Bool() {
				v.view.Call("openPanel", d.Get("id"))
			} else if !document().Call("querySelector", ".below > details[open]").Truthy() {
				v.view.Call("openPanel", "")
			}
		})
	})
	click("data-open", func() { v.view.Call("openPanel", "") })
	onResize("network", v.drawNetwork)
	for _, id := range []string{"point-x", "point-y"} {
		changed(id, "change", func(string) { v.askTyped() })
	}
	click("far", v.askFarOutside)
	on(element("row").Value, "ask", func(ev js.Value) { v.ask(ev.Get("detail").Get("x")) })
	onResize("plane", v.resized)
	v.building = newConstruction(v)
	v.scores = newScores(v)
	v.absorbing = newAbsorption(v)
	return v
}

// planeAround is what undo brings back beside the points.
type planeAround struct {
	model                  model
	choice, window, framed js.Value
	opens                  int
	background             string
	allLinks               bool
}

// goBack takes the settings of another moment; the view only where that showed other points or columns.
func (v *planeView) goBack(to planeAround) {
	tuning := v.model.tuning
	v.model = to.model
	v.model.tuning = tuning
	v.background, v.allLinks = to.background, to.allLinks
	otherColumns := to.choice.Truthy() && !to.choice.Equal(v.choice) // falsy: they weren't chosen yet
	if v.opens != to.opens || otherColumns {
		v.choice, v.window, v.framed, v.opens = to.choice, to.window, to.framed, to.opens
		v.bare()
	}
	v.drawShow()
}

// bare forgets what is painted behind the points: it is of other columns.
func (v *planeView) bare() {
	for i := range v.shown.panes {
		v.shown.panes[i].behind = js.Null()
	}
}

// start shows a bench with automatic settings: those of another one don't suit.
func (v *planeView) start(bench js.Value) {
	v.remember()
	v.begin(bench, v.model.preset)
}

func (v *planeView) begin(bench js.Value, preset string) {
	v.model = newModel(v.client)
	v.model.preset = preset
	if rule := bench.Get("duplicates"); rule.Truthy() {
		v.model.duplicates = rule.String()
	}
	v.bench = bench
	v.opened(js.Null())
}

// opened follows when another bench has come; choice is which columns it shows, null
// those that matter most to its network.
func (v *planeView) opened(choice js.Value) {
	v.adds, v.window, v.choice, v.framed = "sample", js.Null(), choice, v.bench
	if v.bench.Get("columns").Length() > 2 {
		v.adds = "ask" // who explores a table doesn't mean to change it
	}
	v.lit = js.Null()
	v.hideTip()
	v.everOpened++
	v.opens = v.everOpened
	v.brush = js.Null()
	v.drawBench()
	v.refresh()
}

// drawBench shows what depends on the bench alone.
func (v *planeView) drawBench() {
	setText("plane-note", v.bench.Get("note").String())
	v.drawBrush()
	v.drawColumns()
	all("#plane-sets button", func(b js.Value) {
		pressed(b, b.Get("dataset").Get("set").String() == v.bench.Get("id").String())
	})
}

// act does what a hand or a key did in the plane.
func (v *planeView) act(a js.Value) {
	kind, index, done := v.common(a, v.refresh)
	if done {
		return
	}
	switch a.Get("type").String() {
	case "add":
		v.add(a)
	case "pick":
		v.pick(kind, index)
	case "move":
		v.move(kind, index, a)
	case "key":
		v.key(a.Get("key").String(), kind, index)
	case "view":
		v.window = object("x", a.Get("x"), "y", a.Get("y"))
		v.zoomed()
	case "fit":
		if a.Get("undo").Truthy() && v.undo() {
			v.refresh()
		}
		v.showAll()
	case "hover":
		v.hover(a)
	case "leave":
		v.hideTip()
		v.view.Call("lightNeurons", js.Null())
	}
}

func (v *planeView) add(a js.Value) {
	x := v.shown.projection.Call("lift", a.Get("x"), a.Get("y"))
	if v.adds == "ask" {
		v.ask(x)
		return
	}
	if !a.Get("more").Truthy() {
		v.remember()
	}
	if v.adds == "external" || a.Get("shift").Truthy() {
		v.edit("addExternal", x)
	} else {
		v.edit("addSample", x, v.brush)
	}
	v.refresh()
}

func (v *planeView) pick(kind string, index int) {
	v.bench = v.view.Call("choose", v.bench, object("kind", kind, "index", index))
	v.askAgain()
}

// ask asks about a place that is no point.
func (v *planeView) ask(x js.Value) {
	v.bench = v.view.Call("choose", v.bench, object("kind", "place", "x", x))
	v.askAgain()
}

// move drags a point; in the columns that aren't shown it stays where it is.
func (v *planeView) move(kind string, index int, a js.Value) {
	old := v.bench.Get("X").Index(index)
	if kind == "external" {
		old = v.bench.Get("external").Index(index).Get("x")
	}
	x := v.view.Call("moved", v.shown.projection, old, a.Get("x"), a.Get("y"))
	if a.Get("began").Truthy() {
		v.remember()
		v.hideTip()
	}
	v.dragging = !a.Get("done").Truthy()
	v.edit("move", kind, index, x)
	v.refresh()
}

// key is a class's number: for the point under the cursor, else for the brush; or E,
// for the brush.
func (v *planeView) key(key string, kind string, index int) {
	if key == "e" {
		v.adds = map[string]string{"external": "sample"}[v.adds]
		if v.adds == "" {
			v.adds = "external"
		}
		v.drawBrush()
		return
	}
	n, _ := strconv.Atoi(key)
	classes := v.classes()
	if !classes.Truthy() || n < 1 || n > classes.Length() {
		return
	}
	if kind != "" {
		v.remember()
		v.edit("relabel", kind, index, classes.Index(n-1))
		v.refresh()
		return
	}
	v.adds, v.brush = "sample", classes.Index(n-1)
	v.drawBrush()
}

func (v *planeView) hideTip() {
	v.hovering++
	hide("tip", true)
}

// hover says beside the pointer what the model answers there.
func (v *planeView) hover(a js.Value) {
	v.hovering++
	hovering, scene := v.hovering, v.shown
	if len(scene.panes) == 0 || v.dragging {
		return
	}
	x := scene.projection.Call("lift", a.Get("x"), a.Get("y"))
	what, sample := "", js.Null()
	if k := a.Get("kind"); k.Type() == js.TypeString {
		index := a.Get("index")
		if k.String() == "sample" {
			x, sample = scene.bench.Get("X").Index(index.Int()), index
		} else {
			x = scene.bench.Get("external").Index(index.Int()).Get("x")
		}
		what = v.view.Call("pointName", scene.bench, k, index).String() + ": "
	}
	v.view.Call("lightNeurons", sample)
	answer, err := await(scene.panes[0].model.Call("explain", v.view.Call("oneRow", x)))
	if err != nil || v.hovering != hovering {
		return
	}
	v.view.Call("showTip", what+v.view.Call("announced", answer, scene.bench.Get("rows")).String(), a.Get("clientX"), a.Get("clientY"))
}

// showWay shows the activations as the network, as bars or as a table.
func (v *planeView) showWay(way string) {
	v.view.Call("showWay", way)
	v.drawInspector()
}

// enterNetwork puts the keyboard on the neurons, of the network or of the bars.
func (v *planeView) enterNetwork(way string) {
	v.view.Call("showFace", "network")
	v.showWay(way)
	v.view.Call("focusNetwork", way)
}

// light lights the sample of a neuron, and the neurons of a sample.
func (v *planeView) light(neuron js.Value) {
	lit := js.Null()
	if neuron.Truthy() {
		lit = neuron.Get("sample")
	}
	if lit.Equal(v.lit) {
		return
	}
	v.lit = lit
	v.view.Call("lightNeurons", lit)
	v.drawPlane()
}

// showAll fits the view to all points that are there now.
func (v *planeView) showAll() {
	v.window, v.framed = js.Null(), v.bench
	if v.choice.Type() == js.TypeString { // the components of all points that are there now
		v.shown.projection = v.project(v.shown.bench)
		v.outdate()
	}
	v.zoomed()
}

// askFarOutside asks ten thousand times the width of the data away.
func (v *planeView) askFarOutside() {
	d := v.domain()
	far := func(axis string) float64 {
		low, high := d.Get(axis).Index(0).Float(), d.Get(axis).Index(1).Float()
		return low + 1e4*(high-low)
	}
	v.ask(v.shown.projection.Call("lift", far("x"), far("y")))
}

func (v *planeView) askTyped() {
	x, okX := number(input("point-x").Value())
	y, okY := number(input("point-y").Value())
	if !okX || !okY {
		notice("Type a number for each coordinate.", true)
		return
	}
	notice("", false)
	v.ask(v.shown.projection.Call("lift", x, y))
}
