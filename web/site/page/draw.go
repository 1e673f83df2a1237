//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/xaia-go/xaia/web/site/page/state"
)

type (
	projectionKey struct {
		framed, row *state.Bench
		choice      state.JSON
		mapped      bool // a map came: where no network can be fitted, there is none yet
	}
	inspectorKey struct {
		scene      *scene
		projection *projection
		dragging   bool
		way        string
		w          float64
	}
	sceneKey struct {
		scene      *scene
		projection *projection
		dragging   bool
		way        string
	}
	networkKey struct {
		scene    *scene
		dragging bool
		step     *replayed
		room     room
		way      string
	}
	controlsKey struct {
		bench                              *state.Bench
		adds, tool, way, panel, background string
		brush                              any
		choice                             state.JSON
		links, tuning                      bool
	}
	panelsKey struct {
		scene      *scene
		fit        state.Fit
		layer      int
		panel, way string
		projection *projection
		w          float64
	}
)

// projection is how rows are shown in the plane.
type projection struct {
	js.Value
	key projectionKey
}

// render has the page show the state: what is there at once, the rest as it comes.
func (v *planeView) render() {
	now := v.Now()
	p := now.Plane
	if p.Bench == nil {
		return
	}
	if now.Tab != "plane" {
		for _, s := range []*state.Stage{v.panels, v.behind, v.scoring, v.building.stage, v.building.play, v.sure, v.hovering, v.trial, v.tuning} {
			s.Hold()
		}
		busy("plane", false)
		return
	}
	v.drawControls(now)
	v.follow()
	if v.answers.Result == nil {
		busy("plane", true)
		return // nothing was computed yet
	}
	s := v.scene()
	if s.bench.Shows(p.Bench) {
		if p.View.Choice == "" && v.current() {
			v.chooseView(s)
			return // drawn by that
		}
		v.seen = p.View
	}
	if !v.seen.Framed.Shows(s.bench) {
		busy("plane", true)
		return // it came while the line was open, and was never looked at
	}
	busy("plane", !v.current() || s.part.Truthy())
	mark("view-plane", "data-stale", !v.current())
	if v.drawn.stale("points", s.bench.Opened) {
		v.forget()
		clear(v.beside)
		v.scoring.Again()
	}
	if !v.mapped(s) {
		busy("plane", true)
		return
	}
	v.project(s)
	v.drawPlane()
	if drawn, _ := v.beside["inspector"].(inspectorKey); p.Hand.Dragging || drawn.scene == s {
		v.drawInspector()
	}
	if drawn, _ := v.beside["network"].(networkKey); p.Hand.Dragging || drawn.scene == s {
		v.drawNetwork()
	}
	hide("absorb-decide", s.networks == v.base() || !s.last)
	if v.current() {
		v.answered(s.networks, func() { v.refused(s.networks) }, v.invite)
		if s.err == nil {
			v.restarts = 0
		}
		v.opened()
	}
	v.others(v.Now())
	mark("plane", "data-painted", v.behind.Has(v.paintKey(s)))
}

// networksCame has them asked, and the page drawn where there is nothing to ask: what they answer is drawn when it comes.
func (v *planeView) networksCame() {
	if v.Now().Tab == "plane" {
		v.follow()
	}
	if v.answers.Idle() {
		v.render()
	}
}

// invite is said where there are no points.
func (v *planeView) invite() {
	var offers []remedy
	for _, set := range v.sets[:3] {
		offers = append(offers, remedy{of(set).Get("title").String(), func() { v.start(set) }})
	}
	notice("No points yet. Click on the plane, drop a file on the page, or begin with", false, offers...)
}

// chooseView chooses what is shown of a bench that was opened, now that its network is known.
func (v *planeView) chooseView(s *scene) {
	relevance := js.Null()
	if len(s.panes) > 0 {
		relevance = s.panes[0].model().Get("relevance")
	}
	v.Dispatch(state.Aside, func(p *state.Page) {
		p.Plane.View.Choice = jsonOf(v.firstColumns(s.bench, relevance))
	})
}

// project says how the scene's rows are shown. The points that the view was fitted to determine its scales, so no point moves on
// the screen when another one is moved.
func (v *planeView) project(s *scene) {
	view := v.seen
	embedded := js.Null()
	if e, is := v.mapping.Result.(js.Value); is && v.mapping.Key == view.Framed {
		embedded = e
	}
	key := projectionKey{framed: view.Framed, choice: view.Choice, mapped: view.Choice == mapChoice && embedded.Truthy()}
	if s.bench.Columns > 2 && view.Choice != `"components"` && view.Choice != mapChoice {
		key.row = s.bench.Asked
	}
	if v.projected != nil && v.projected.key == key {
		return
	}
	choice := parse(view.Choice)
	if !choice.Truthy() {
		choice = v.firstColumns(s.bench, js.Null())
	}
	v.projected = &projection{v.client.projection(view.Framed, choice, asked(s.bench), embedded), key}
}

const mapChoice state.JSON = `"map"`

// mapped says that what the picture is made of is there: where that is a map, of the points that fill the plane. Later edits don't
// move it.
func (v *planeView) mapped(s *scene) bool {
	if framed := v.seen.Framed; v.seen.Choice == mapChoice && len(s.panes) > 0 && !v.mapping.Has(framed) {
		v.mapping.Want(framed, false)
		return false
	}
	return true
}

// computeMap delivers nothing where there is no map: components are shown then.
func (v *planeView) computeMap(t *state.Turn) {
	s := v.scene()
	made, err := v.embedded(s.panes[0].model(), s.panes[0].about(s.bench), signal(t))
	if err != nil {
		made = js.Null()
	}
	t.Deliver(made)
}

// drawControls shows what depends on the points and the settings alone.
func (v *planeView) drawControls(now state.Page) {
	p := now.Plane
	if !v.drawn.stale("controls", controlsKey{p.Bench, p.Hand.Adds, p.Hand.Tool, p.Way, now.Panel, p.View.Background, p.Hand.Brush, p.View.Choice, p.View.AllLinks, p.Tuning}) {
		return
	}
	v.showControls(p.Bench, object("adds", p.Hand.Adds, "brush", p.Hand.Brush, "tool", p.Hand.Tool, "choice", parse(p.View.Choice),
		"background", p.View.Background, "links", p.View.AllLinks, "tuning", p.Tuning, "panel", now.Panel, "way", p.Way), v.takeBrush)
}

// drawPanels shows what is beside the picture, one after the other so that no task on the page is long.
func (v *planeView) drawPanels(t *state.Turn) {
	for _, draw := range []func(){v.drawInspector, v.drawNetwork} {
		if pause(0); t.Over() {
			return
		}
		draw()
	}
	now, s := v.Now(), t.Key.(panelsKey).scene
	v.showPanels(v.sceneJS(), object("panel", now.Panel, "properties", values(now), "layer", now.Plane.Layer, "fitAnew", v.fitAnew, "count", s.samples.Count, "part", s.part), signal(t))
}

// size of one pane, in CSS pixels: side by side they share the room, below their titles.
func (v *planeView) size() (w, h float64) {
	r := roomOf("plane")
	if len(v.scene().panes) > 1 {
		return (r.w - 12) / 2, r.h - 24
	}
	return r.w, r.h
}

// domain is the part of the plane that is shown.
func (v *planeView) domain() state.Window {
	if v.seen.Window != (state.Window{}) {
		return v.seen.Window
	}
	w, h := v.size()
	if key := any([...]any{v.seen.Framed, v.projected, w, h}); v.framed != key {
		v.framed = key
		v.whole = v.fitDomain(v.seen.Framed, v.projected.Value, w, h)
	}
	return v.whole
}

func windowOf(d js.Value) (w state.Window) {
	for i := range 2 {
		w.X[i], w.Y[i] = d.Get("x").Index(i).Float(), d.Get("y").Index(i).Float()
	}
	return w
}

// domainJS is a part of the plane for JavaScript, the same object as before where it is the same.
func (v *planeView) domainJS(w state.Window) js.Value {
	return v.shownDomain.get(w, func() js.Value {
		return object("x", []any{w.X[0], w.X[1]}, "y", []any{w.Y[0], w.Y[1]})
	})
}

func (v *planeView) drawPlane() {
	p := v.Now().Plane
	w, h := v.size()
	s := v.scene()
	behind, domain, epsilon := v.painted(s), v.domain(), max(0, p.Allowed)
	key := any([...]any{s, v.projected, domain, w, h, v.seen.AllLinks, epsilon, v.building.now, p.Lit, behind})
	if v.drawn["plane"] == key {
		return
	}
	looks := object("domain", v.domainJS(domain), "width", w, "height", h, "allLinks", v.seen.AllLinks, "epsilon", epsilon, "step", v.building.now.shown, "lit", p.Lit)
	if behind != nil {
		looks.Set("behind", behind.canvases)
	}
	v.showPlane(v.sceneJS(), looks)
	v.drawn["plane"] = key // not before: what couldn't be drawn isn't there
}

// askedIn is a network's bench, asked what the others are.
func (v *planeView) askedIn(b *state.Bench) js.Value {
	if shown := v.scene().bench; b != shown {
		return v.edited(of(b), "choose", object("kind", "place", "x", asked(shown)))
	}
	return of(b)
}

// drawInspector says what the networks answer, and why.
func (v *planeView) drawInspector() {
	p := v.Now().Plane
	s := v.scene()
	if !v.beside.stale("inspector", inspectorKey{s, v.projected, p.Hand.Dragging, p.Way, roomOf("plane").w}) {
		return
	}
	v.showInspector(v.sceneJS(), v.lightSample)
}

// drawNetwork draws the neurons, as far as they are built where the construction is replayed.
func (v *planeView) drawNetwork() {
	p := v.Now().Plane
	if v.beside.stale("network", networkKey{v.scene(), p.Hand.Dragging, v.building.now, roomOf("network"), p.Way}) {
		v.showNetwork(v.sceneJS(), v.building.now.built)
	}
}

// sceneJS is what is on the screen, for JavaScript: the same object as long as that is the same.
func (v *planeView) sceneJS() js.Value {
	p := v.Now().Plane
	key := sceneKey{v.scene(), v.projected, p.Hand.Dragging, p.Way}
	return v.onScreenJS.get(key, func() js.Value { return v.sceneOf(key.scene) })
}

func (v *planeView) sceneOf(s *scene) js.Value {
	panes := arrays.New()
	for i, n := range s.panes {
		panes.Call("push", n.with("bench", v.askedIn(n.about(s.bench)), "answer", s.answers[i].Get("chosen"), "answers", s.answers[i].Get("external")))
	}
	bench := js.Null()
	if s.part.Truthy() {
		bench = v.askedIn(s.panes[0].bench)
	} else if s.bench != nil {
		bench = of(s.bench)
	}
	projection := js.Null()
	if v.projected != nil {
		projection = v.projected.Value
	}
	return object("bench", bench, "projection", projection, "panes", panes, "dragging", v.Now().Plane.Hand.Dragging, "way", v.Now().Plane.Way)
}

// outdate has all pictures be drawn anew: their colours have changed.
func (v *planeView) outdate() {
	clear(v.beside)
	v.again()
	delete(v.drawn, "plane")
	v.panels.Again()
}
